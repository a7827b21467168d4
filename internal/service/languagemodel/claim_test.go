package languagemodel

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// claimLike returns a claim from a text:
//
//	words: files | others     such as "off, exclusive: terms.txt=a f1; -names.txt=b f2 | other.txt f3"
//
// The words are optional: off, exclusive, renamed, unnamed, imported (nothing is known yet). Files
// are those of filesLike. Others are files that Terraform has not sent, as "name id".
func claimLike(text string) claim {
	c := claim{resourceModel: resourceModel{
		Name: types.StringValue("Terms"), Language: types.StringValue("en-US"), Enabled: types.BoolValue(true),
	}}
	words, files, hasWords := strings.Cut(text, ": ")
	if !hasWords {
		words = ""
		files = text
	}
	for word := range strings.SplitSeq(words, ", ") {
		switch word {
		case "off":
			c.Enabled = types.BoolValue(false)
		case "exclusive":
			c.Exclusive = types.BoolValue(true)
		case "renamed":
			c.Name = types.StringValue("Renamed")
		case "unnamed":
			c.Name = types.StringNull()
		case "imported":
			c.resourceModel = resourceModel{ModelID: types.StringValue("model")}
		}
	}
	own, others, _ := strings.Cut(files, "| ")
	c.files = filesLike(strings.TrimSuffix(own, " "))
	if others == "" {
		return c.clone()
	}
	c.private.Others = make(map[string]string)
	for other := range strings.SplitSeq(others, "; ") {
		name, id, _ := strings.Cut(other, " ")
		c.private.Others[id] = name
	}
	return c
}

// filesLike returns files from a text of "name=content id; …", with - in front of those that are
// disabled:
//
//	a=1 id-a           the hash of the text is 1
//	a=? id-a           it is not known yet
//	a=null id-a        it is not known any more
//	a=url id-a         the file has an address
//	a=theirs id-a      the file is of others
//	a=theirs-url id-a  the file is of others, and kept as the file of an address
//	a=1 ?              the id is not known yet
//	a=1 null           the id is null: no response has shown the file
func filesLike(text string) map[string]fileModel {
	files := make(map[string]fileModel)
	if text == "" {
		return files
	}
	for one := range strings.SplitSeq(text, "; ") {
		name, file := fileLike(one)
		files[name] = file
	}
	return files
}

const addressOfFile = "https://texts.example"

func fileLike(text string) (name string, file fileModel) {
	text, isOff := strings.CutPrefix(text, "-")
	name, rest, _ := strings.Cut(text, "=")
	content, id, _ := strings.Cut(rest, " ")
	switch content {
	case "null":
	case "?":
		file.ContentSHA256 = types.StringUnknown()
	case "url":
		file.URL = types.StringValue(addressOfFile)
	case "theirs":
		file = foundFile(name)
	case "theirs-url":
		file = foundFile(name)
		file.URL = types.StringValue(addressOfFile)
	default:
		file.ContentSHA256 = types.StringValue(content)
	}
	file.Enabled = types.BoolValue(!isOff)
	switch id {
	case "?":
		file.FileID = types.StringUnknown()
	case "null":
		file.FileID = types.StringNull()
	default:
		file.FileID = types.StringValue(id)
	}
	return name, file
}

// writtenFile returns a file as tests write it: the reverse of fileLike.
func writtenFile(name string, file fileModel) string {
	mark := ""
	if file.Enabled.Equal(types.BoolValue(false)) {
		mark = "-"
	}
	content := "null"
	switch {
	case file.isFound() && file.URL.IsNull():
		content = "theirs"
	case file.isFound():
		content = "theirs-url"
	case !file.URL.IsNull():
		content = "url"
	case !file.ContentSHA256.IsNull():
		content = file.ContentSHA256.ValueString()
	}
	id := "null"
	if file.hasID() {
		id = file.id()
	}
	return fmt.Sprintf("%s%s=%s %s", mark, name, content, id)
}

// shownLike returns a response that shows files of "name id", each with - in front where it is
// disabled.
func shownLike(text string) *videoindexer.LanguageModel {
	shown := &videoindexer.LanguageModel{Files: []videoindexer.LanguageModelFile{}}
	if text == "" {
		return shown
	}
	for file := range strings.SplitSeq(text, "; ") {
		file, isOff := strings.CutPrefix(file, "-")
		end := strings.LastIndex(file, " ")
		shown.Files = append(shown.Files, videoindexer.LanguageModelFile{
			ID: file[end+1:], Name: file[:end], Enabled: new(!isOff),
		})
	}
	return shown
}

// textsLike returns texts that were read, from "id=hash".
func textsLike(text string) map[string]textHash {
	texts := make(map[string]textHash)
	for one := range strings.FieldsSeq(text) {
		id, hash, _ := strings.Cut(one, "=")
		texts[id] = textHash{Bytes: hash}
	}
	return texts
}

// writtenTask returns a task as tests write it.
func writtenTask(t task) string {
	var written []string
	for _, s := range t.settings.rows() {
		written = append(written, s.name)
	}
	switch t.verb {
	case observe:
		return "observe"
	case uploadFiles:
		return "upload"
	case writeSettings:
		return "write " + strings.Join(written, ", ")
	case deleteFile:
		return "delete " + t.label
	case renameFile:
		return t.label + " to " + t.newName
	case switchFile:
		return "switch " + t.label
	default:
		return "compare " + t.label + " " + t.id
	}
}

// TestNext lists what an apply does, in its order.
func TestNext(t *testing.T) {
	t.Parallel()
	const own = "a=1 id-a; b=2 id-b"
	for name, test := range map[string]struct {
		have, want       string
		isBase, isUnread bool
		does             string
	}{
		"nothing": {have: own, want: "a=1 ?; b=2 ?", isBase: true, isUnread: true},
		"name and enabled": {
			have: "renamed, off: a=1 id-a; b=2 id-b", want: own, isBase: true, isUnread: true,
			does: "write name, enabled",
		},
		"an unconfirmed name": {
			have: "unnamed: a=1 id-a; b=2 id-b", want: own, isBase: true, isUnread: true,
			does: "write name",
		},
		"files": {
			have: own, want: "a=3 ?; c=4 ?", isBase: true, isUnread: true,
			does: "observe; upload; delete b",
		},
		"files that are shown": {
			have: own, want: "a=3 ?; c=4 ?", isBase: true,
			does: "upload; delete b",
		},
		"no file": {have: own, want: "", isBase: true, isUnread: true, does: "delete a; delete b"},
		"a file that is gone, with a planned id": {
			have: "", want: own, isBase: true, isUnread: true,
		},
		"an unconfirmed file": {
			have: "a=1 null; b=2 id-b", want: "a=1 ?; b=2 id-b", isBase: true, isUnread: true,
			does: "observe",
		},
		"a file that replaced": {
			have: "a=1 id-2; a (id-1)=0 id-1", want: "a=1 id-2", isBase: true, isUnread: true,
			does: "delete a (id-1)",
		},
		"imported": {
			have: "imported: ", want: "", isBase: true, isUnread: true,
			does: "observe; write name, enabled",
		},
		"extended, not read": {
			have: own, want: "off: a=1 id-a; b=2 id-b", isUnread: true,
			does: "observe; write enabled",
		},
		"a disabled file":  {have: own, want: "-a=1 id-a; b=2 id-b", does: "switch a"},
		"not switched":     {have: own, want: "-a=1 id-a; b=2 id-b", isBase: true, isUnread: true},
		"a disabled model": {have: own, want: "off: -a=1 id-a; b=2 id-b", does: "write enabled"},
		"disabled after all": {
			have: own, want: "off: a=1 id-a; c=3 ?", isBase: true,
			does: "upload; delete b; write enabled",
		},
		"renamed elsewhere":    {have: "z=1 id-a; b=2 id-b", want: own, does: "z to a"},
		"renamed, and refused": {have: "z=1 id-a; b=2 id-b | a id-9", want: own},
		"a rename that waits": {
			have: "a=1 id-a; b=2 id-b | c id-9", want: "a=3 ?; b=2 id-b; c=1 ?",
			does: "compare c id-9",
		},
		"renamed by its key": {have: own, want: "z=1 id-a; b=2 id-b", does: "a to z"},
		"not planned":        {have: own, want: "z=1 ?; b=2 id-b", does: "a to z"},
		"renamed, base": {
			have: own, want: "z=1 ?; b=2 id-b", isBase: true,
			does: "upload; delete a",
		},
		"uploaded before": {
			have: "a=0 id-0; a (id-a)=1 id-a", want: "a=1 id-a",
			does: "a (id-a) to a",
		},
		"renamed and edited":  {have: own, want: "z=9 ?; b=2 id-b", does: "upload; delete a"},
		"a chain":             {have: own, want: "b=1 ?; c=2 ?", does: "b to c; a to b"},
		"renamed and copied":  {have: "z=1 id-a", want: "a=1 id-a; b=1 ?", does: "z to a; upload"},
		"renamed once":        {have: "z=1 id-a", want: "a=1 ?; b=1 ?", does: "z to a; upload"},
		"unknown, not moved":  {have: "z=null id-z", want: "a=? ?", does: "upload; delete z"},
		"exchanged":           {have: own, want: "a=2 ?; b=1 ?", does: "b to a; a to b"},
		"the same text twice": {have: own, want: "a=1 id-a; b=2 id-b; c=1 ?", does: "upload"},
		"the same text twice, now known": {
			have: own, want: "a=1 ?; b=2 ?; c=1 ?",
			does: "upload",
		},
		"of others, left":        {have: "a=theirs id-a", want: "z=1 ?", does: "upload"},
		"of others, not moved":   {have: "a=theirs id-a", want: "exclusive: z=1 ?", does: "upload; delete a"},
		"theirs, by its address": {have: "a=theirs-url id-a", want: "exclusive: z=url ?", does: "upload; delete a"},
		"another in its place": {
			have: "| a id-9", want: "a=1 ?; b=2 ?",
			does: "compare a id-9; upload",
		},
		"the only one": {have: "| a id-9", want: "a=1 ?", does: "compare a id-9"},
		"in its place, base": {
			have: "a=1 id-a; b=2 id-b | a id-9", want: "a=3 ?; b=2 id-b", isBase: true,
		},
		"of an address": {have: "| a id-9", want: "a=url ?"},
		"beside its own": {
			have: "a=1 id-a; b=2 id-b | a id-9", want: "a=url ?; b=2 id-b",
			does: "upload",
		},
		"beside its former": {
			have: "a (1)=1 1 | a 9", want: "a=2 ?",
			does: "compare a 9; upload; delete a (1)",
		},
		"an address, uploaded": {
			have: "a=url id-3; a (id-1)=1 id-1 | a id-9", want: "a=url ?",
			does: "compare a id-9; compare a id-3; delete a (id-1)",
		},
		"an address, as it was": {have: "a=url id-3 | a id-9", want: "a=url id-3"},
		"a lost response": {
			have: "a=1 id-a; b=2 null | b 9", want: "a=1 id-a; b=2 ?",
			does: "observe; compare b 9",
		},
		"a lost response, edited since": {
			have: "a=1 null; a (1)=0 1 | a 9", want: "a=3 ?",
			does: "observe; compare a 9; compare a 1; upload; delete a (1)",
		},
		"a text not known": {have: "a=null id-a", want: "a=1 ?", isBase: true, does: "upload"},
	} {
		c := claimLike(test.have)
		c.hasExtended = !test.isBase
		c.hasSeenFiles = !test.isUnread
		planned := claimLike(test.want)
		wanted := wantedModel{resourceModel: planned.resourceModel, files: planned.files, managesFiles: true}
		local, _, _ := next(c, wanted, nil)
		var does []string
		done := map[task]bool{}
		for _, task := range tasks(local, wanted) {
			_, first, _ := next(c, wanted, done)
			check.Equal(t, writtenTask(task), writtenTask(first), "%s: next", name)
			done[task] = true
			does = append(does, writtenTask(task))
		}
		check.Equal(t, test.does, strings.Join(does, "; "), "%s", name)
	}
}

// TestMerge takes over what the service shows of files, after a read and after the response to an
// upload: the files with their hashes and ids, none where they are not proven, and the files of
// others.
func TestMerge(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		have, shown      string
		isUpload, isBase bool
		want             string
	}{
		"disabled elsewhere, with all files": {
			have: "a=1 1; b=2 2", shown: "-a 1; -b 2",
			want: "off: a=1 1; b=2 2",
		},
		"disabled elsewhere, beside others": {
			have: "a=1 1", shown: "-a 1; x 9",
			want: "off: a=1 1 | x 9",
		},
		"disabled elsewhere, without ours": {shown: "-x 9", want: "off: | x 9"},
		"no file but of the service":       {shown: "-From transcript edits 7"},
		"all of its files disabled":        {have: "-a=1 1", shown: "-a 1", want: "-a=1 1"},
		"enabled elsewhere":                {have: "off: a=1 1", shown: "a 1", want: "a=1 1"},
		"still disabled":                   {have: "off: a=1 1", shown: "-a 1", want: "off: a=1 1"},
		"as known":                         {have: "a=1 1", shown: "a 1", want: "a=1 1"},
		"in other letters":                 {have: "a=1 x1", shown: "a X1", want: "a=1 x1"},
		"of others, in other letters":      {have: "| a x9", shown: "a X9", want: "| a x9"},
		"gone":                             {have: "a=1 1", shown: "b 2", want: "| b 2"},
		"another in its place":             {have: "a=1 1", shown: "a 9", want: "| a 9"},
		"renamed":                          {have: "a=1 1", shown: "b 1", want: "b=1 1"},
		"renamed, base":                    {have: "a=1 1", shown: "b 1", isBase: true, want: "a=1 1"},
		"names exchanged":                  {have: "a=1 1; b=2 2", shown: "b 1; a 2", want: "a=2 2; b=1 1"},
		"renamed to another's name":        {have: "a=1 1", shown: "b 1; b 9", want: "b=1 1 | b 9"},
		"disabled elsewhere":               {have: "a=1 1; b=2 2", shown: "-a 1; b 2", want: "-a=1 1; b=2 2"},
		"disabled elsewhere, base": {
			have: "a=1 1; b=2 2", shown: "-a 1; b 2", isBase: true,
			want: "a=1 1; b=2 2",
		},
		"of the service":                        {have: "a=1 1", shown: "a 1; From transcript edits 7", want: "a=1 1"},
		"arrived":                               {have: "a=1 null", shown: "a 1", isUpload: true, want: "a=1 1"},
		"not shown yet":                         {have: "a=1 null", shown: "", isUpload: true, want: "a=1 null"},
		"did not arrive":                        {have: "a=1 null", shown: ""},
		"one of its name after a lost response": {have: "a=1 null", shown: "a 1", want: "a=1 null | a 1"},
		"a lost response, base API":             {have: "a=1 null", shown: "a 1", isBase: true, want: "a=1 1"},
		"a lost response, an address":           {have: "a=url null", shown: "a 1", want: "a=url 1"},
		"arrived beside another": {
			have: "a=1 null | a 3", shown: "a 3; a 5", isUpload: true,
			want: "a=1 5 | a 3",
		},
		"arrived beside another, in other letters": {
			have: "a=url null | a x3", shown: "a X3; a y5", isUpload: true,
			want: "a=url y5 | a x3",
		},
		"arrived at the same time as another": {
			have: "a=1 null", shown: "a 3; a 5", isUpload: true,
			want: "a=1 null | a 3; a 5",
		},
		"arrived at the same time, sorted before another": {
			have: "a=1 null | a 5", shown: "a 3; a 5", isUpload: true,
			want: "a=1 3 | a 5",
		},
		"arrived next to the former": {
			have: "a=2 null; a (1)=1 1", shown: "a 1; a 2",
			want: "a=2 null; a (1)=1 1 | a 2",
		},
		"arrived in place of the former": {
			have: "a=2 null; a (1)=1 1", shown: "a 2",
			want: "a=2 null | a 2",
		},
		"took the former's id": {
			have: "a=2 null; a (1)=1 1", shown: "a 1", isUpload: true,
			want: "a=2 1",
		},
		"took the former's id, or did not": {
			have: "a=2 null; a (1)=1 1", shown: "a 1",
			want: "a=2 null; a (1)=1 1",
		},
		"took the former's id, or did not, base API": {have: "a=2 null; a (1)=1 1", shown: "a 1", isBase: true, want: "a=null 1"},
		"in place of the former, beside another": {
			have: "a=2 null; a (1)=1 1 | a 9", shown: "a 1; a 9", isUpload: true,
			want: "a=2 1 | a 9",
		},
		"in place of another":        {have: "a=2 null | a 9", shown: "a 9", isUpload: true, want: "a=2 9"},
		"the name of another, added": {have: "a=1 1", shown: "a 1; a 2", want: "a=1 1 | a 2"},
	} {
		before := claimLike(test.have)
		before.hasExtended = !test.isBase
		c := merge(before, observation{LanguageModel: shownLike(test.shown), isFromUpload: test.isUpload})
		check.Equal(t, test.want, writtenClaim(c), "%s", name)
		check.Equal(t, test.have, writtenClaim(before), "%s: the claim before", name)
	}
}

// TestRecognize compares files that the claim has without an id, or that others have added, with
// the wanted ones: those with the name and the text of a wanted file become Terraform's own. Texts
// are named by their hashes.
func TestRecognize(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		have, wanted, texts string
		isAdopted           bool
		isUnread            bool // no response has shown the files since
		want                string
	}{
		"a file of others":       {have: "| a 9", wanted: "a=1 ?", texts: "9=1", want: "a=1 9"},
		"not with another text":  {have: "| a 9", wanted: "a=1 ?", texts: "9=2", want: "| a 9"},
		"not if it was not read": {have: "| a 9", wanted: "a=1 ?", want: "| a 9"},
		"not under another name": {have: "| b 9", wanted: "a=1 ?", texts: "9=1", want: "| b 9"},
		"not with an address":    {have: "| a 9", wanted: "a=url ?", texts: "9=1", want: "| a 9"},
		"not with a text that is open": {
			have: "| a 9", wanted: "a=? ?", texts: "9=1",
			want: "| a 9",
		},
		"one of two": {have: "| a 8; a 9", wanted: "a=1 ?", texts: "8=2 9=1", want: "a=1 9 | a 8"},
		"beside the former": {
			have: "a=0 0 | a 9", wanted: "a=1 ?", texts: "9=1",
			want: "a=1 9; a (0)=0 0",
		},
		"not if it is there": {
			have: "a=1 0 | a 9", wanted: "a=1 ?", texts: "9=1",
			want: "a=1 0 | a 9",
		},
		"not if another one was planned": {
			have: "| a 9", wanted: "a=1 7", texts: "9=1",
			want: "| a 9",
		},
		"a found file":           {have: "a=theirs 9", wanted: "a=1 ?", texts: "9=1", want: "a=1 9"},
		"a found file, disabled": {have: "-a=theirs 9", wanted: "a=1 ?", texts: "9=1", want: "-a=1 9"},
		"a found file beside the former": {
			have: "a=0 0; a (9)=theirs 9", wanted: "a=1 9", texts: "9=1",
			want: "a=1 9; a (0)=0 0",
		},
		"a found file by its label": {
			have: "a (9)=theirs 9", wanted: "a (9)=1 ?", texts: "9=1",
			want: "a (9)=1 9",
		},
		"a found file once": {
			have: "a (9)=theirs 9", wanted: "a=1 ?; a (9)=1 ?", texts: "9=1",
			want: "a=1 9",
		},
		"not in an imported model": {
			have: "a=theirs 9", wanted: "a=1 ?", texts: "9=1", isAdopted: true,
			want: "a=theirs 9",
		},
		"a lost response":                         {have: "a=1 null | a 9", texts: "9=1", want: "a=1 9"},
		"a lost response, not compared yet":       {have: "a=1 null | a 9", want: "a=1 null | a 9"},
		"a lost response, the file of others":     {have: "a=1 null | a 9", texts: "9=2", want: "| a 9"},
		"a lost response, not shown since":        {have: "a=1 null | a 9", texts: "9=2", isUnread: true, want: "a=1 null | a 9"},
		"a lost response, two of its name":        {have: "a=1 null | a 8; a 9", texts: "8=2", want: "a=1 null | a 8; a 9"},
		"a lost response, in place of the former": {have: "a=1 null; a (9)=0 9", texts: "9=1", want: "a=1 9"},
		"a lost response, still the former":       {have: "a=1 null; a (9)=0 9", texts: "9=2", want: "a=0 9"},
		"a lost response, beside the former": {
			have: "a=1 null; a (8)=0 8 | a 9", texts: "9=1",
			want: "a=1 9; a (8)=0 8",
		},
	} {
		c := claimLike(test.have)
		c.hasSeenFiles = !test.isUnread
		c.Adopted = types.BoolValue(test.isAdopted)
		c.private.Texts = textsLike(test.texts)
		c.recognize(filesLike(test.wanted))
		check.Equal(t, test.want, writtenClaim(c), "%s", name)
	}
}

// TestAddSent loses the response to an upload: the texts that were read before it say nothing about
// what it has replaced.
func TestAddSent(t *testing.T) {
	t.Parallel()
	c := claimLike("a=1 id-a; b (id-b)=1 id-b")
	c.hasSeenFiles = true
	c.private.Texts = textsLike("id-a=1 id-b=1")
	c.addSent(filesLike("a=2 null; b=2 null"))
	c.recognize(nil)
	const want = "a=2 null; a (id-a)=1 id-a; b=2 null; b (id-b)=1 id-b"
	check.Equal(t, want, writtenClaim(c), "files")
}

// TestCompleteRead keeps the hashes of texts only for files of the state: others may have changed
// until a plan compares them.
func TestCompleteRead(t *testing.T) {
	t.Parallel()
	before := claimLike("a=1 id-a")
	before.private.Texts = textsLike("id-a=1 id-x=2")
	c := readClaim(before, shownLike("a id-a; x id-x"))
	check.Equal(t, textsLike("id-a=1"), c.private.Texts, "texts")
}

// readClaim returns a claim after a read that has shown a model.
func readClaim(before claim, shown *videoindexer.LanguageModel) claim {
	c := merge(before, observation{LanguageModel: shown})
	c.completeRead(before, shown)
	return c
}

// TestCompleteReadOfTraining has a service show a trained model with the file a and the second id
// l1: only the state knows whether the training had the files that the model has now.
func TestCompleteReadOfTraining(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ have, id, prior, want string }{
		"as it was":                  {have: "a=1 1", id: "l1", prior: trained, want: trained},
		"changed since":              {have: "a=1 1", id: "l1", prior: untrained, want: untrained},
		"trained elsewhere":          {have: "a=1 1", id: "l0", prior: untrained, want: trained},
		"file removed by others":     {have: "a=1 1; b=2 2", id: "l1", prior: trained, want: untrained},
		"file enabled by others":     {have: "-a=1 1", id: "l1", prior: trained, want: untrained},
		"imported, and not read yet": {have: "imported: ", want: trained},
	} {
		before := claimLike(test.have)
		before.hasExtended = true
		before.TrainingState = types.StringValue(test.prior)
		before.LinguisticModelID = types.StringValue(test.id)
		shown := shownLike("a 1")
		shown.State = "Complete"
		shown.LinguisticModelID = "l1"
		c := readClaim(before, shown)
		check.Equal(t, test.want, c.TrainingState.ValueString(), "%s: the model", name)
	}
}

// TestCompleteReadOfImport shows all files of a model that was imported, as they are.
func TestCompleteReadOfImport(t *testing.T) {
	t.Parallel()
	imported := newClaim(resourceModel{ModelID: types.StringValue("model")}, true)
	c := readClaim(imported, shownLike("-a id-a; b id-b"))
	check.Equal(t, "-a=theirs id-a; b=theirs id-b", writtenClaim(c), "files")
}

// writtenClaim returns a claim as tests write it: the reverse of claimLike.
func writtenClaim(c claim) string {
	var files, others []string
	for _, label := range sortedNames(c.files) {
		files = append(files, writtenFile(label, c.files[label]))
	}
	for _, id := range sortedNames(c.private.Others) {
		others = append(others, c.private.Others[id]+" "+id)
	}
	text := strings.Join(files, "; ")
	if len(others) > 0 {
		text = strings.TrimSpace(text + " | " + strings.Join(others, "; "))
	}
	if c.Enabled.Equal(types.BoolValue(false)) {
		text = "off: " + text
	}
	return text
}
