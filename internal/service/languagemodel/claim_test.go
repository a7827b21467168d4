package languagemodel

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// filesLike are files from texts of "name=hash id", each with - in front where it is disabled, and ~ where that is not configured; the id ? is not
// known. Those without a hash are of others, those with the hash @ have an address, @2 another one, and those with % are of others and kept as
// the file of an address. Of those with -, the text is not known.
func filesLike(texts ...string) map[string]fileModel {
	files := map[string]fileModel{}
	for _, text := range texts {
		text, isOff := strings.CutPrefix(text, "-")
		name, rest, _ := strings.Cut(text, "=")
		hash, id, _ := strings.Cut(rest, " ")
		file := fileModel{ContentSHA256: types.StringValue(hash)}
		switch hash {
		case "-": // not known any more
			file = fileModel{}
		case "?":
			file.ContentSHA256 = types.StringUnknown()
		case "":
			file = foundFile(strings.TrimPrefix(name, "~"))
		case "%":
			file = foundFile(name)
			file.URL = types.StringValue("https://texts.example")
		case "@", "@2":
			file = fileModel{URL: types.StringValue("https://texts.example" + hash[1:])}
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

// shownFiles are files of an answer, from texts of "name id", with - in front of those that are disabled.
func shownFiles(texts ...string) []videoindexer.LanguageModelFile {
	files := []videoindexer.LanguageModelFile{}
	for _, text := range texts {
		text, isOff := strings.CutPrefix(text, "-")
		at := strings.LastIndex(text, " ")
		files = append(files, videoindexer.LanguageModelFile{ID: text[at+1:], Name: text[:at], Enabled: new(!isOff)})
	}
	return files
}

// othersLike are files of others, by their ids, from texts of "name id".
func othersLike(texts ...string) map[string]string {
	others := map[string]string{}
	for _, text := range texts {
		name, id, _ := strings.Cut(text, " ")
		others[id] = name
	}
	return others
}

// String is a task as tests write it.
func (t task) String() string {
	what := map[verb]string{
		observe: "observe", uploadFiles: "upload", writeSettings: t.settings, deleteFile: "delete " + t.label, renameFile: t.label + " to " + t.newName,
		switchFile: "switch " + t.label, compareFile: "compare " + t.label + " " + t.id,
	}
	return what[t.verb]
}

// TestNext lists what an apply does, in its order.
func TestNext(t *testing.T) {
	t.Parallel()
	model := func(name string, isEnabled bool) resourceModel {
		return resourceModel{Name: types.StringValue(name), Language: types.StringValue("en-US"), Enabled: types.BoolValue(isEnabled)}
	}
	on, off, theirs := model("Terms", true), model("Terms", false), model("Theirs", false)
	type files = []string
	own := files{"a=1 id-a", "b=2 id-b"}
	kept := files{"a=1 id-a", "b=2 id-b"}
	for name, test := range map[string]struct {
		have       resourceModel
		files      files
		others     files
		want       resourceModel
		wanted     files
		isExtended bool // and observed
		isObserved bool
		does       string
	}{
		"nothing":                {have: on, files: own, want: on, wanted: files{"a=1 ?", "b=2 ?"}},
		"name and enabled":       {have: theirs, files: own, want: on, wanted: kept, does: "name enabled"},
		"an unconfirmed name":    {have: resourceModel{Language: on.Language, Enabled: on.Enabled}, files: own, want: on, wanted: kept, does: "name"},
		"files":                  {have: on, files: own, want: on, wanted: files{"a=3 ?", "c=4 ?"}, does: "observe; upload; delete b"},
		"files that are shown":   {have: on, files: own, isObserved: true, want: on, wanted: files{"a=3 ?", "c=4 ?"}, does: "upload; delete b"},
		"no file":                {have: on, files: own, want: on, does: "delete a; delete b"},
		"a file that is gone":    {have: on, want: on, wanted: own}, // its id was planned: an error
		"an unconfirmed file":    {have: on, files: files{"a=1 ", "b=2 id-b"}, want: on, wanted: files{"a=1 ?", "b=2 id-b"}, does: "observe"},
		"a file that replaced":   {have: on, files: files{"a=1 id-2", "a (id-1)=0 id-1"}, want: on, wanted: files{"a=1 id-2"}, does: "delete a (id-1)"},
		"imported":               {want: on, does: "observe; name enabled"},
		"extended, not read":     {have: on, files: own, want: off, wanted: kept, isExtended: true, does: "observe; enabled"},
		"a disabled file":        {have: on, files: own, want: on, wanted: files{"-a=1 id-a", "b=2 id-b"}, isExtended: true, isObserved: true, does: "switch a"},
		"not switched":           {have: on, files: own, want: on, wanted: files{"-a=1 id-a", "b=2 id-b"}},
		"a disabled model":       {have: on, files: own, want: off, wanted: files{"-a=1 id-a", "b=2 id-b"}, isExtended: true, isObserved: true, does: "enabled"},
		"disabled after all":     {have: on, files: own, want: off, wanted: files{"a=1 id-a", "c=3 ?"}, isObserved: true, does: "upload; delete b; enabled"},
		"renamed elsewhere":      {have: on, files: files{"z=1 id-a", "b=2 id-b"}, want: on, wanted: kept, isExtended: true, isObserved: true, does: "z to a"},
		"renamed, and refused":   {have: on, files: files{"z=1 id-a", "b=2 id-b"}, others: files{"a id-9"}, want: on, wanted: kept, isExtended: true, isObserved: true},
		"a rename that waits":    {have: on, files: own, others: files{"c id-9"}, want: on, wanted: files{"a=3 ?", "b=2 id-b", "c=1 ?"}, isExtended: true, isObserved: true, does: "compare c id-9"},
		"renamed by its key":     {have: on, files: own, want: on, wanted: files{"z=1 id-a", "b=2 id-b"}, isExtended: true, isObserved: true, does: "a to z"},
		"not planned":            {have: on, files: own, want: on, wanted: files{"z=1 ?", "b=2 id-b"}, isExtended: true, isObserved: true, does: "a to z"},
		"renamed, base":          {have: on, files: own, want: on, wanted: files{"z=1 ?", "b=2 id-b"}, isObserved: true, does: "upload; delete a"},
		"uploaded before":        {have: on, files: files{"a=0 id-0", "a (id-a)= id-a"}, want: on, wanted: files{"a=1 id-a"}, isExtended: true, isObserved: true, does: "a (id-a) to a"},
		"renamed and edited":     {have: on, files: own, want: on, wanted: files{"z=9 ?", "b=2 id-b"}, isExtended: true, isObserved: true, does: "upload; delete a"},
		"a chain":                {have: on, files: own, want: on, wanted: files{"b=1 ?", "c=2 ?"}, isExtended: true, isObserved: true, does: "b to c; a to b"},
		"renamed and copied":     {have: on, files: files{"z=1 id-a"}, want: on, wanted: files{"a=1 id-a", "b=1 ?"}, isExtended: true, isObserved: true, does: "z to a; upload"},
		"unknown, not moved":     {have: on, files: files{"z=- id-z"}, want: on, wanted: files{"a=? ?"}, isExtended: true, isObserved: true, does: "upload; delete z"},
		"exchanged":              {have: on, files: own, want: on, wanted: files{"a=2 ?", "b=1 ?"}, isExtended: true, isObserved: true, does: "b to a; a to b"},
		"the same text twice":    {have: on, files: own, want: on, wanted: files{"a=1 id-a", "b=2 id-b", "c=1 ?"}, isExtended: true, isObserved: true, does: "upload"},
		"of others, not moved":   {have: on, files: files{"a= id-a"}, want: on, wanted: files{"z=1 ?"}, isExtended: true, isObserved: true, does: "upload; delete a"},
		"theirs, by its address": {have: on, files: files{"a=% id-a"}, want: on, wanted: files{"z=@ ?"}, isExtended: true, isObserved: true, does: "upload; delete a"},
		"another in its place":   {have: on, others: files{"a id-9"}, want: on, wanted: files{"a=1 ?", "b=2 ?"}, isExtended: true, isObserved: true, does: "compare a id-9; upload"},
		"the only one":           {have: on, others: files{"a id-9"}, want: on, wanted: files{"a=1 ?"}, isExtended: true, isObserved: true, does: "compare a id-9"},
		"in its place, base":     {have: on, files: own, others: files{"a id-9"}, want: on, wanted: files{"a=3 ?", "b=2 id-b"}, isObserved: true},
		"of an address":          {have: on, others: files{"a id-9"}, want: on, wanted: files{"a=@ ?"}, isExtended: true, isObserved: true},
		"beside its own":         {have: on, files: own, others: files{"a id-9"}, want: on, wanted: files{"a=@ ?", "b=2 id-b"}, isExtended: true, isObserved: true, does: "upload"},
		"beside its former":      {have: on, files: files{"a (1)=1 1"}, others: files{"a 9"}, want: on, wanted: files{"a=2 ?"}, isExtended: true, isObserved: true, does: "compare a 9; upload; delete a (1)"},
		"an address, uploaded":   {have: on, files: files{"a=@ id-3", "a (id-1)=1 id-1"}, others: files{"a id-9"}, want: on, wanted: files{"a=@ ?"}, isExtended: true, isObserved: true, does: "compare a id-9; compare a id-3; delete a (id-1)"},
		"an address, as it was":  {have: on, files: files{"a=@ id-3"}, others: files{"a id-9"}, want: on, wanted: files{"a=@ id-3"}, isExtended: true, isObserved: true},
		"a lost answer":          {have: on, files: files{"a=1 id-a", "b=2 "}, others: files{"b 9"}, want: on, wanted: files{"a=1 id-a", "b=2 ?"}, isExtended: true, isObserved: true, does: "observe; compare b 9"},
		"and edited since":       {have: on, files: files{"a=1 ", "a (1)=0 1"}, others: files{"a 9"}, want: on, wanted: files{"a=3 ?"}, isExtended: true, isObserved: true, does: "observe; compare a 9; compare a 1; upload; delete a (1)"},
		"a text not known":       {have: on, files: files{"a=- id-a"}, want: on, wanted: files{"a=1 ?"}, isObserved: true, does: "upload"},
	} {
		c := claim{resourceModel: test.have, files: filesLike(test.files...), isExtended: test.isExtended, isObserved: test.isObserved}
		c.private.Others = othersLike(test.others...)
		var does []string
		done := map[task]bool{}
		for _, task := range tasks(c, wanted{test.want, filesLike(test.wanted...), false}) {
			if first, isLeft := next(c, wanted{test.want, filesLike(test.wanted...), false}, done); !isLeft || first != task {
				t.Errorf("%s: next is %s, want %s", name, first, task)
			}
			done[task] = true
			does = append(does, task.String())
		}
		if diff := cmp.Diff(test.does, strings.Join(does, "; ")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// TestMerge takes over what the service shows of files, after a read and after the answer to an upload: the files with their hashes and
// ids, none where they are not proven, and the files of others.
func TestMerge(t *testing.T) {
	t.Parallel()
	type files = []string
	for name, test := range map[string]struct {
		have, others, shown files
		isUpload, isBase    bool
		want                string
	}{
		"as known":                               {have: files{"a=1 1"}, shown: files{"a 1"}, want: "a=1 1"},
		"in other letters":                       {have: files{"a=1 x1"}, shown: files{"a X1"}, want: "a=1 x1"},
		"gone":                                   {have: files{"a=1 1"}, shown: files{"b 2"}, want: "| b 2"},
		"another in its place":                   {have: files{"a=1 1"}, shown: files{"a 9"}, want: "| a 9"},
		"renamed":                                {have: files{"a=1 1"}, shown: files{"b 1"}, want: "b=1 1"},
		"renamed, base":                          {have: files{"a=1 1"}, shown: files{"b 1"}, isBase: true, want: "a=1 1"},
		"names exchanged":                        {have: files{"a=1 1", "b=2 2"}, shown: files{"b 1", "a 2"}, want: "a=2 2; b=1 1"},
		"renamed to another's name":              {have: files{"a=1 1"}, shown: files{"b 1", "b 9"}, want: "b=1 1 | b 9"},
		"disabled elsewhere":                     {have: files{"a=1 1", "b=2 2"}, shown: files{"-a 1", "b 2"}, want: "-a=1 1; b=2 2"},
		"of the service":                         {have: files{"a=1 1"}, shown: files{"a 1", "From transcript edits 7"}, want: "a=1 1"},
		"arrived":                                {have: files{"a=1 "}, shown: files{"a 1"}, isUpload: true, want: "a=1 1"},
		"not shown yet":                          {have: files{"a=1 "}, shown: files{}, isUpload: true, want: "a=1 "},
		"did not arrive":                         {have: files{"a=1 "}, shown: files{}},
		"one of its name after a lost answer":    {have: files{"a=1 "}, shown: files{"a 1"}, want: "a=1  | a 1"},
		"and base":                               {have: files{"a=1 "}, shown: files{"a 1"}, isBase: true, want: "a=1 1"},
		"and an address":                         {have: files{"a=@ "}, shown: files{"a 1"}, want: "a= 1"},
		"arrived beside another":                 {have: files{"a=1 "}, others: files{"a 3"}, shown: files{"a 3", "a 5"}, isUpload: true, want: "a=1 5 | a 3"},
		"arrived at the same time as another":    {have: files{"a=1 "}, shown: files{"a 3", "a 5"}, isUpload: true, want: "a=1  | a 3; a 5"},
		"and sorted before it":                   {have: files{"a=1 "}, others: files{"a 5"}, shown: files{"a 3", "a 5"}, isUpload: true, want: "a=1 3 | a 5"},
		"arrived next to the former":             {have: files{"a=2 ", "a (1)=1 1"}, shown: files{"a 1", "a 2"}, want: "a=2 ; a (1)=1 1 | a 2"},
		"arrived in place of the former":         {have: files{"a=2 ", "a (1)=1 1"}, shown: files{"a 2"}, want: "a=2  | a 2"},
		"took the former's id":                   {have: files{"a=2 ", "a (1)=1 1"}, shown: files{"a 1"}, isUpload: true, want: "a=2 1"},
		"took the former's id, or did not":       {have: files{"a=2 ", "a (1)=1 1"}, shown: files{"a 1"}, want: "a=2 ; a (1)=1 1"},
		"or did not, base":                       {have: files{"a=2 ", "a (1)=1 1"}, shown: files{"a 1"}, isBase: true, want: "a= 1"},
		"in place of the former, beside another": {have: files{"a=2 ", "a (1)=1 1"}, others: files{"a 9"}, shown: files{"a 1", "a 9"}, isUpload: true, want: "a=2 1 | a 9"},
		"in place of another":                    {have: files{"a=2 "}, others: files{"a 9"}, shown: files{"a 9"}, isUpload: true, want: "a=2 9"},
		"the name of another, added":             {have: files{"a=1 1"}, shown: files{"a 1", "a 2"}, want: "a=1 1 | a 2"},
	} {
		before := claim{files: filesLike(test.have...), isExtended: !test.isBase}
		before.private.Others = othersLike(test.others...)
		kept := before.clone()
		c := merge(before, observation{LanguageModel: &videoindexer.LanguageModel{Files: shownFiles(test.shown...)}, isUpload: test.isUpload})
		if !maps.Equal(before.files, kept.files) || !maps.Equal(before.private.Others, kept.private.Others) {
			t.Errorf("%s: merge has made its argument %q, which was %q", name, before, kept)
		}
		if got := c.String(); got != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

// TestRecognized compares files that the claim has without an id, or that others have added, with the wanted ones: those with the name and
// the text of a wanted file become Terraform's own. Texts are named by their hashes.
func TestRecognized(t *testing.T) {
	t.Parallel()
	type files = []string
	for name, test := range map[string]struct {
		have, others, wanted files
		texts                map[string]string // by id
		isAdopted, isOld     bool              // isOld says that no answer has shown the files since
		want                 string
	}{
		"a file of others":               {others: files{"a 9"}, wanted: files{"a=1 ?"}, texts: map[string]string{"9": "1"}, want: "a=1 9"},
		"not with another text":          {others: files{"a 9"}, wanted: files{"a=1 ?"}, texts: map[string]string{"9": "2"}, want: "| a 9"},
		"not if it was not read":         {others: files{"a 9"}, wanted: files{"a=1 ?"}, want: "| a 9"},
		"not under another name":         {others: files{"b 9"}, wanted: files{"a=1 ?"}, texts: map[string]string{"9": "1"}, want: "| b 9"},
		"not with an address":            {others: files{"a 9"}, wanted: files{"a=@ ?"}, texts: map[string]string{"9": "1"}, want: "| a 9"},
		"not with a text that is open":   {others: files{"a 9"}, wanted: files{"a=? ?"}, texts: map[string]string{"9": "1"}, want: "| a 9"},
		"one of two":                     {others: files{"a 8", "a 9"}, wanted: files{"a=1 ?"}, texts: map[string]string{"8": "2", "9": "1"}, want: "a=1 9 | a 8"},
		"in other letters":               {others: files{"a X9"}, wanted: files{"a=1 ?"}, texts: map[string]string{"x9": "1"}, want: "a=1 X9"},
		"beside the former":              {have: files{"a=0 0"}, others: files{"a 9"}, wanted: files{"a=1 ?"}, texts: map[string]string{"9": "1"}, want: "a=1 9; a (0)=0 0"},
		"not if it is there":             {have: files{"a=1 0"}, others: files{"a 9"}, wanted: files{"a=1 ?"}, texts: map[string]string{"9": "1"}, want: "a=1 0 | a 9"},
		"not if another one was planned": {others: files{"a 9"}, wanted: files{"a=1 7"}, texts: map[string]string{"9": "1"}, want: "| a 9"},
		"a found file":                   {have: files{"a= 9"}, wanted: files{"a=1 ?"}, texts: map[string]string{"9": "1"}, want: "a=1 9"},
		"a found file, disabled":         {have: files{"-a= 9"}, wanted: files{"a=1 ?"}, texts: map[string]string{"9": "1"}, want: "-a=1 9"},
		"a found file beside the former": {have: files{"a=0 0", "a (9)= 9"}, wanted: files{"a=1 9"}, texts: map[string]string{"9": "1"}, want: "a=1 9; a (0)=0 0"},
		"a found file by its label":      {have: files{"a (9)= 9"}, wanted: files{"a (9)=1 ?"}, texts: map[string]string{"9": "1"}, want: "a (9)=1 9"},
		"a found file once":              {have: files{"a (9)= 9"}, wanted: files{"a=1 ?", "a (9)=1 ?"}, texts: map[string]string{"9": "1"}, want: "a=1 9"},
		"not in an imported model":       {have: files{"a= 9"}, wanted: files{"a=1 ?"}, texts: map[string]string{"9": "1"}, isAdopted: true, want: "a= 9"},
		"a lost answer":                  {have: files{"a=1 "}, others: files{"a 9"}, texts: map[string]string{"9": "1"}, want: "a=1 9"},
		"and not compared yet":           {have: files{"a=1 "}, others: files{"a 9"}, want: "a=1  | a 9"},
		"and of others":                  {have: files{"a=1 "}, others: files{"a 9"}, texts: map[string]string{"9": "2"}, want: "| a 9"},
		"and not shown since":            {have: files{"a=1 "}, others: files{"a 9"}, texts: map[string]string{"9": "2"}, isOld: true, want: "a=1  | a 9"},
		"and not the only one":           {have: files{"a=1 "}, others: files{"a 8", "a 9"}, texts: map[string]string{"8": "2"}, want: "a=1  | a 8; a 9"},
		"and in place of the former":     {have: files{"a=1 ", "a (9)=0 9"}, texts: map[string]string{"9": "1"}, want: "a=1 9"},
		"and still the former":           {have: files{"a=1 ", "a (9)=0 9"}, texts: map[string]string{"9": "2"}, want: "a=0 9"},
		"and beside the former":          {have: files{"a=1 ", "a (8)=0 8"}, others: files{"a 9"}, texts: map[string]string{"9": "1"}, want: "a=1 9; a (8)=0 8"},
	} {
		c := claim{files: filesLike(test.have...), isObserved: !test.isOld}
		c.Adopted, c.private.Others, c.private.Texts = types.BoolValue(test.isAdopted), othersLike(test.others...), map[string]textHash{}
		for id, hash := range test.texts {
			c.private.Texts[id] = textHash{Bytes: hash}
		}
		if diff := cmp.Diff(test.want, recognized(c, filesLike(test.wanted...)).String()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// TestAddSent loses the answer to an upload: the texts that were read before it say nothing about what it has replaced.
func TestAddSent(t *testing.T) {
	t.Parallel()
	c := claim{files: filesLike("a=1 id-a", "b (id-b)=1 id-b"), isObserved: true}
	c.private.Texts = map[string]textHash{"id-a": {Bytes: "1"}, "id-b": {Bytes: "1"}}
	c.addSent(filesLike("a=2", "b=2"))
	const want = "a=2 ; a (id-a)=1 id-a; b=2 ; b (id-b)=1 id-b"
	if got := recognized(c, nil).String(); got != want {
		t.Errorf("files %q, want %q", got, want)
	}
}

// TestRefreshed keeps the hashes of texts only for files of the state: others may have changed until a plan compares them.
func TestRefreshed(t *testing.T) {
	t.Parallel()
	c := claim{files: filesLike("a=1 id-a")}.clone()
	c.Language = types.StringValue("en-US")
	c.private.Texts = map[string]textHash{"id-a": {Bytes: "1"}, "id-x": {Bytes: "2"}}
	seen := &videoindexer.LanguageModel{Files: shownFiles("a id-a", "x id-x")}
	got := refreshed(c, merge(c, observation{LanguageModel: seen}), seen).private.Texts
	if diff := cmp.Diff(map[string]textHash{"id-a": {Bytes: "1"}}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestRefreshedImport shows all files of a model that was imported, as they are.
func TestRefreshedImport(t *testing.T) {
	t.Parallel()
	c := claim{isExtended: true}.clone()
	seen := &videoindexer.LanguageModel{Files: shownFiles("-a id-a", "b id-b")}
	const want = "-a= id-a; b= id-b"
	if got := refreshed(c, merge(c, observation{LanguageModel: seen}), seen).String(); got != want {
		t.Errorf("files %q, want %q", got, want)
	}
}

// String is a claim as tests write it.
func (c claim) String() string {
	var files, others []string
	for _, label := range sortedNames(c.files) {
		file := c.files[label]
		mark := ""
		if file.Enabled.Equal(types.BoolValue(false)) {
			mark = "-"
		}
		files = append(files, fmt.Sprintf("%s%s=%s %s", mark, label, file.ContentSHA256.ValueString(), file.id()))
	}
	for _, id := range sortedNames(c.private.Others) {
		others = append(others, c.private.Others[id]+" "+id)
	}
	text := strings.Join(files, "; ")
	if len(others) > 0 {
		text = strings.TrimSpace(text + " | " + strings.Join(others, "; "))
	}
	return text
}
