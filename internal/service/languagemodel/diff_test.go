package languagemodel

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// filesLike are files from texts of "name=hash id", each with - in front where it is disabled, and ~ where that is not configured; the id ? is not
// known. Those without a hash are of others, and those with the hash @ have an address.
func filesLike(texts ...string) map[string]fileModel {
	files := map[string]fileModel{}
	for _, text := range texts {
		text, isOff := strings.CutPrefix(text, "-")
		name, rest, _ := strings.Cut(text, "=")
		hash, id, _ := strings.Cut(rest, " ")
		file := fileModel{ContentSHA256: types.StringValue(hash)}
		switch hash {
		case "?":
			file.ContentSHA256 = types.StringUnknown()
		case "":
			file = foundFile(strings.TrimPrefix(name, "~"))
		case "@":
			file = fileModel{URL: types.StringValue("https://texts.example")}
		}
		file.Enabled, file.FileID = types.BoolValue(!isOff), types.StringValue(id)
		switch id {
		case "?":
			file.FileID = types.StringUnknown()
		case "":
			file.FileID = types.StringNull()
		}
		if strings.HasPrefix(name, "~") {
			file.Enabled = types.BoolNull()
		}
		files[strings.TrimPrefix(name, "~")] = file
	}
	return files
}

func shownFiles(texts ...string) []videoindexer.LanguageModelFile {
	files := []videoindexer.LanguageModelFile{}
	for _, text := range texts {
		name, id, _ := strings.Cut(text, " ")
		files = append(files, videoindexer.LanguageModelFile{ID: id, Name: name})
	}
	return files
}

// TestDiff lists what an apply does, in its order.
func TestDiff(t *testing.T) {
	t.Parallel()
	model := func(name string, isEnabled bool) resourceModel {
		return resourceModel{Name: types.StringValue(name), Language: types.StringValue("en-US"), Enabled: types.BoolValue(isEnabled)}
	}
	on, off, theirs := model("Terms", true), model("Terms", false), model("Theirs", false)
	one := filesLike("a=1 id-a", "b=1 id-b")
	for name, test := range map[string]struct {
		have       known
		want       resourceModel
		files      map[string]fileModel
		isExtended bool
		does       string
	}{
		"nothing":              {known{resourceModel: on, files: one}, on, filesLike("a=1 ?", "b=1 ?"), false, ""},
		"name and enabled":     {known{resourceModel: theirs, files: one}, on, filesLike("a=1 id-a", "b=1 id-b"), false, "name enabled"},
		"an unconfirmed name":  {known{resourceModel: resourceModel{Language: on.Language, Enabled: on.Enabled}, files: one}, on, filesLike("a=1 id-a", "b=1 id-b"), false, "name"},
		"files":                {known{resourceModel: on, files: one}, on, filesLike("a=2 ?", "c=1 ?"), false, "look; upload; delete b"},
		"files that are shown": {known{resourceModel: on, files: one, shown: shownFiles()}, on, filesLike("a=2 ?", "c=1 ?"), false, "upload; delete b"},
		"no file":              {known{resourceModel: on, files: one}, on, nil, false, "delete a; delete b"},
		"no file, extended":    {known{resourceModel: on, files: one}, on, nil, true, "look; delete a; delete b"},
		"a file that is gone":  {known{resourceModel: on}, on, one, false, ""}, // its id was planned: an error
		"an unconfirmed file":  {known{resourceModel: on, files: filesLike("a=1 ", "b=1 id-b")}, on, filesLike("a=1 ?", "b=1 id-b"), false, "look"},
		"a file that replaced": {known{resourceModel: on, files: filesLike("a=1 id-2", "a (id-1)=0 id-1")}, on, filesLike("a=1 id-2"), false, "delete a (id-1)"},
		"imported":             {known{}, on, nil, false, "look; name enabled"},
		"a disabled file":      {known{resourceModel: on, files: one}, on, filesLike("-a=1 id-a", "b=1 id-b"), true, "look; switch a"},
		"not switched":         {known{resourceModel: on, files: one}, on, filesLike("-a=1 id-a", "b=1 id-b"), false, ""},
		"a disabled model":     {known{resourceModel: on, files: one}, off, filesLike("-a=1 id-a", "b=1 id-b"), true, "look; enabled"},
	} {
		test.have.isExtended = test.isExtended
		var does []string
		for _, o := range diff(&test.have, desired{test.want, test.files}) {
			text := map[kind]string{look: "look", uploadFiles: "upload", deleteFile: "delete " + o.label, switchFile: "switch " + o.label}[o.kind]
			if o.kind == writeSettings {
				text = strings.TrimSpace(map[bool]string{false: "name "}[o.rename.IsNull()] + map[bool]string{false: "enabled"}[o.enable.IsNull()])
			}
			does = append(does, text)
		}
		if diff := cmp.Diff(test.does, strings.Join(does, "; ")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// TestSee takes over what the service shows of files, after a look and after the answer to an upload.
func TestSee(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		have, shown []string
		isUpload    bool
		want        string
	}{
		"as known":                           {[]string{"a=1 1"}, []string{"a 1"}, false, "a=1 1"},
		"in other letters":                   {[]string{"a=1 x1"}, []string{"a X1"}, false, "a=1 x1"},
		"gone":                               {[]string{"a=1 1"}, []string{"b 2"}, false, ""},
		"renamed":                            {[]string{"a=1 1"}, []string{"b 1"}, false, "b=1 1"},
		"names exchanged":                    {[]string{"a=1 1", "b=2 2"}, []string{"b 1", "a 2"}, false, "a=2 2; b (1)=1 1"},
		"arrived":                            {[]string{"a=1 "}, []string{"a 1"}, true, "a=1 1"},
		"not shown yet":                      {[]string{"a=1 "}, []string{}, true, "a=1 "},
		"did not arrive":                     {[]string{"a=1 "}, []string{}, false, ""},
		"arrived next to the former":         {[]string{"a=2 ", "a (1)=1 1"}, []string{"a 1", "a 2"}, false, "a=2 2; a (1)=1 1"},
		"arrived in place of the former":     {[]string{"a=2 ", "a (1)=1 1"}, []string{"a 2"}, false, "a=2 2"},
		"took the former's id":               {[]string{"a=2 ", "a (1)=1 1"}, []string{"a 1"}, true, "a=2 1"},
		"took the former's id, or did not":   {[]string{"a=2 ", "a (1)=1 1"}, []string{"a 1"}, false, "a= 1"},
		"the name of somebody else's, added": {[]string{"a=1 1"}, []string{"a 1", "a 2"}, false, "a=1 1"},
	} {
		k := known{files: filesLike(test.have...), isExtended: true}
		k.see(&videoindexer.LanguageModel{Files: shownFiles(test.shown...)}, !test.isUpload)
		var got []string
		for _, label := range sortedNames(k.files) {
			got = append(got, fmt.Sprintf("%s=%s %s", label, k.files[label].ContentSHA256.ValueString(), k.files[label].FileID.ValueString()))
		}
		if got := strings.Join(got, "; "); got != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}
