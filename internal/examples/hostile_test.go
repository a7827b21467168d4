package examples_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/importid"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// hostileNames are hard to write into a configuration.
var hostileNames = []string{
	"a${b}", "%{if true}x%{endif}", "$${a}", "%%{a}", "${", "$5 {a}", `"5" wheels`, `back\slash`, `\u0041`, "<<EOT", "# no comment", "// no comment", "/* no comment */",
	"a = b", "}", "null", "1e3", "two words", "名前 é ✓ 😀", "x\u00a0\u202ey", "'", "tab\tnew\nline", "bell\a", "del\x7f",
}

// TestAccHostileNames has the engine write configuration for objects with such names: it is valid,
// imports all of them, and changes nothing.
func TestAccHostileNames(t *testing.T) {
	t.Parallel()
	e := need(t, generates, quotes)
	if os.Getenv("ACCTEST_ENGINE") == "" {
		t.Skip("an engine writes configuration only with ACCTEST_ENGINE=1")
	}
	server := acctest.NewServer(t, mockserver.WithExtended())
	account := server.Account.ID
	blocks := "import {\n  provider = videoindexer\n  to = videoindexer_brands.all\n  id = \"*\"\n}\n"
	imported := 1
	imports := func(kind, id string) {
		blocks += fmt.Sprintf("import {\n  provider = videoindexer\n  to = %s.it%d\n  id = %q\n}\n", kind, imported, id)
		imported++
	}
	w := begin(t, e, server, "")
	presenters := server.AddPersonModel(account, mockserver.PersonModel{Name: "Presenters"})
	imports("videoindexer_person_model", presenters)
	for i, name := range hostileNames {
		id := server.AddBrand(account, mockserver.Brand{
			Name: name, Description: name, Tags: []string{name}, Enabled: true,
		})
		imports("videoindexer_brand", fmt.Sprint(id))
		imports("videoindexer_person_model", server.AddPersonModel(account, mockserver.PersonModel{Name: name}))
		imports("videoindexer_person", presenters+"/"+server.AddPerson(account, presenters, mockserver.Person{Name: name}))
		project := fmt.Sprint("p", i)
		server.AddProject(account, mockserver.Project{ID: project, Name: name})
		imports("videoindexer_project", project)
		file := name + ".txt"
		if !importid.IsMapKey(file) || strings.ContainsAny(file, "/\t\n") { // which a list leaves out, or no file can have
			file = "plain.txt"
		}
		w.Write(file, "text")
		imports("videoindexer_language_model", server.AddLanguageModel(account, mockserver.LanguageModel{
			Name: name, Language: "en-US",
			Files: []mockserver.LanguageFile{{Name: file, Content: []byte("text"), Enabled: true}},
		}))
	}
	w.Write("main.tf", providers+"\n"+blocks)
	w.wantImports(w.Run(generate...), imported)
}
