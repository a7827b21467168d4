package languagemodel_test

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestChangedMeanwhile edits a file between plan and apply, and while the apply runs. Nothing but what was planned is ever
// uploaded.
func TestChangedMeanwhile(t *testing.T) {
	t.Parallel()
	begin := func(t *testing.T) (*managedModel, acctest.Values) {
		t.Helper()
		l := newBase(t)
		l.write("a.txt", "a1")
		return l, vocabulary(nil, "files", map[string]acctest.Values{"a.txt": {"source": l.dir + "/a.txt"}, "b.txt": {"content": "b1"}})
	}
	t.Run("before the apply", func(t *testing.T) {
		t.Parallel()
		l, config := begin(t)
		l.look(config)
		l.write("a.txt", "a2")
		if diags := acctest.Texts(l.carryOut()); len(diags) != 1 || !strings.Contains(diags[0], `inconsistent final plan`) || !strings.Contains(diags[0], "content_sha256") {
			t.Error(diags)
		}
	})
	t.Run("in a create", func(t *testing.T) {
		t.Parallel()
		l, config := begin(t)
		l.Script(mockserver.Fault{
			Endpoint: 2, Match: func(r *http.Request) bool { return r.URL.Query().Get("allowEdit") == "true" }, // once the apply has planned again
			Do: mockserver.Before(func(*http.Request) { l.write("a.txt", "a2") }),
		})
		diags := l.run(config)
		wantSays(t, diags, asError, `Unable to upload file to language model: files["a.txt"]: has changed`)
		wantSays(t, diags, asError, "No model was created")
		l.must(config)
		l.wantFiles(map[string]string{"a.txt": "a2", "b.txt": "b1"})
	})
	t.Run("in an update", func(t *testing.T) {
		t.Parallel()
		l, config := begin(t)
		l.must(config)
		l.write("a.txt", "a2")
		l.Script(mockserver.Fault{Endpoint: 20, Do: mockserver.After(func(*http.Request) { l.write("a.txt", "longer than that") })})
		diags := l.run(config)
		wantSays(t, diags, asError, `Unable to upload file to language model: files["a.txt"]: has changed`)
		wantSays(t, diags, asError, "The next apply does the rest")
		l.must(config)
		l.wantFiles(map[string]string{"a.txt": "longer than that", "b.txt": "b1"})
	})
}

func TestAccLanguageModel_badInput(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	if err := errors.Join(os.Mkdir(filepath.Join(f.dir, "dir.txt"), 0o700), os.Symlink(os.DevNull, filepath.Join(f.dir, "device.txt"))); err != nil {
		t.Fatal(err)
	}
	one := func(line string) string { return block(files{"x.txt": line}) }
	tests := map[string]struct{ body, expect string }{
		"unknown language":        {block(nil, `language = "en-XX"`), `(?s)language.*"en-GB"`},
		"letter case of language": {block(nil, `language = "EN-us"`), `(?s)language.*must be one of`},
		"no name":                 {block(nil, `name = " "`), `name must be a name that is not empty`},
		"no origin":               {one(""), `(?s)files\["x.txt"\] takes exactly one of source, content and url; it\s+has none`},
		"null file":               {"resource \"videoindexer_language_model\" \"test\" {\n name = \"x\"\n language = \"en-US\"\n files = { \"x.txt\" = null }\n}", `(?s)files must not contain null: the element "x.txt" is null`},
		"format of a file":        {one(`source = "terms.docx"`), `(?s)files\["x.txt"\].source: "terms.docx" does not end in .txt, .vtt, .srt, .ttml`},
		"format of a text":        {block(files{"terms": `content = "x"`}), `(?s)files\["terms"\]: "terms" does not end in`},
		"format of an address":    {block(files{"terms.PDF": `url = "https://texts.example/x.txt"`}), `(?s)files\["terms.PDF"\]: "terms.PDF" does not end in`},
		"not UTF-8":               {one(f.write("latin.txt", "one\ntwo\nM\xfcller\n")), `(?s)Invalid file of language model.*files\["x.txt"\]:\s+"[^"]*latin.txt"\s+is\s+not\s+UTF-8:\s+line\s+3\s+has\s+a\s+byte`},
		"empty file":              {one(f.write("empty.TXT", "")), `(?s)files\["x.txt"\]:\s+"[^"]*empty.TXT"\s+is\s+empty`},
		"byte order mark alone":   {one(`content = "\ufeff"`), `(?s)files\["x.txt"\]: is empty`},
		"two origins":             {one(`content = "x", url = "https://texts.example/x.txt"`), `(?s)files\["x.txt"\].*it\s+has\s+content\s+and\s+url`},
		"missing file":            {one(`source = "no/such.txt"`), `(?s)files\["x.txt"\]: there is no file "no/such.txt".*path.module`},
		"directory":               {one(fmt.Sprintf("source = %q", filepath.Join(f.dir, "dir.txt"))), `(?s)files\["x.txt"\].*is\s+not\s+a\s+regular\s+file`},
		"device":                  {one(fmt.Sprintf("source = %q", filepath.Join(f.dir, "device.txt"))), `(?s)files\["x.txt"\].*is\s+not\s+a\s+regular\s+file`},
		"no URL":                  {one(`url = "texts.example/x.txt"`), `(?s)files\["x.txt"\].url must be an absolute http or https URL`},
		"ftp URL":                 {one(`url = "ftp://texts.example/x.txt"`), `(?s)files\["x.txt"\].url.*does not begin with http`},
		"empty file name":         {block(files{"": `content = "x"`}), `(?s)the file name "" is empty`},
		"line break in file name": {"resource \"videoindexer_language_model\" \"test\" {\n name = \"x\"\n language = \"en-US\"\n files = { \"a\\nb.txt\" = { content = \"x\" } }\n}", `(?s)file name\s+"a\\nb.txt"\s+contains\s+a\s+control\s+character`},
		"unknown policy":          {block(nil, `deletion_policy = "disable"`), `(?s)deletion_policy.*empty`},
		"malformed account":       {block(nil, `account_id = "mine"`), `account_id must be a GUID`},
		"no such account":         {block(nil, `account_id = "99999999-9999-4999-8999-999999999999"`), `(?s)Unable to plan language model.*cannot\s+use\s+this\s+account`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			acctest.RunInProcess(t, resource.TestCase{
				CheckDestroy: acctest.Remote(func() error {
					if n := len(f.LanguageModels(f.Account.ID)); n > 0 {
						return fmt.Errorf("%d models were made", n)
					}
					return nil
				}),
				Steps: []resource.TestStep{{Config: f.Config(test.body), PlanOnly: true, ExpectError: regexp.MustCompile(test.expect)}},
			})
		})
	}
}
