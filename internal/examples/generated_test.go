package examples_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// generates are the import blocks that make the engine write a configuration.
var generates = feature{"generated configuration", "v1.5", "v1.6"}

// quotes is to write the keys of maps in quotes where they need some, as the names of files do; Terraform 1.9.7 began to, OpenTofu did not.
var quotes = feature{"quotes around keys of a generated configuration", "v1.10", ""}

// found are objects that an account has: what import blocks name them by, in which the engine writes the configuration.
type found struct {
	seed func(server *acctest.Server) (ids []string)
	// files are what has to be filled in, by name, and refused is what the engine says without them.
	files   map[string]string
	refused string
}

const foundModel = "7b1c2d3e-4f50-4617-8293-a4b5c6d7e8f9"

// findings are the objects that extended operations can list, by type: each plans empty, once its files are there.
var findings = map[string]found{
	"videoindexer_brand": {seed: func(server *acctest.Server) []string {
		for _, b := range []mockserver.Brand{
			{ID: 1001, Name: `A "quoted" ${name}`, Enabled: true, Description: "of\ntwo lines", ReferenceURL: new("https://example.com/?a=b&c"), Tags: []string{"b", "a"}},
			{ID: 1002, Name: "Nothing else"},
			{ID: 1003, Name: "Empty", ReferenceURL: new(""), Tags: []string{}},
		} {
			server.AddBrand(server.Account.ID, b)
		}
		return []string{"1001", "1002", "1003"}
	}},
	"videoindexer_person_model": {seed: func(server *acctest.Server) []string {
		server.AddPersonModel(server.Account.ID, mockserver.PersonModel{ID: foundModel, Name: `Presenters "${all}"`})
		return []string{foundModel}
	}},
	"videoindexer_person": {seed: func(server *acctest.Server) []string { // whose faces stay as they are, without being managed
		server.AddPersonModel(server.Account.ID, mockserver.PersonModel{ID: foundModel, Name: "Presenters"})
		plain := mockserver.Person{ID: "7b1c2d3e-0001-4617-8293-a4b5c6d7e8f9", Name: "Ada"}
		shown := mockserver.Person{ID: "7b1c2d3e-0002-4617-8293-a4b5c6d7e8f9", Name: "Grace"}
		server.AddPerson(server.Account.ID, foundModel, plain)
		server.AddPerson(server.Account.ID, foundModel, shown)
		server.AddFaces(server.Account.ID, foundModel, shown.ID, mockserver.Face{ID: "f1", URL: "https://pictures.example/1.jpg"})
		return []string{foundModel + "/" + plain.ID, foundModel + "/" + shown.ID}
	}},
	"videoindexer_language_model": {
		seed: func(server *acctest.Server) []string {
			server.AddLanguageModel(server.Account.ID, mockserver.LanguageModel{ID: foundModel, Name: "Terms", Language: "en-US", Files: []mockserver.LanguageFile{
				{Name: "a.txt", Content: []byte("alpha"), Enabled: true}, {Name: "b.txt", Content: []byte("beta")},
			}})
			server.TrainLanguageModel(server.Account.ID, foundModel)
			server.AddTranscriptEdits(server.Account.ID, foundModel) // the service's own, which is no part of the configuration
			return []string{foundModel}
		},
		files: map[string]string{"a.txt": "alpha", "b.txt": "beta"}, refused: `there is no file "a.txt"`,
	},
	"videoindexer_video": {seed: func(server *acctest.Server) []string {
		server.AddVideo(server.Account.ID, mockserver.Video{ID: "v1", IndexingPreset: "AudioOnly"})
		server.AddVideo(server.Account.ID, mockserver.Video{ID: "v2", State: mockserver.VideoFailed})
		return []string{"v1", "v2"}
	}},
	"videoindexer_project": {seed: func(server *acctest.Server) []string {
		server.AddVideo(server.Account.ID, mockserver.Video{ID: "v1"})
		server.AddProject(server.Account.ID, mockserver.Project{ID: "p1", Name: `The "best" ${of}`, Ranges: []mockserver.VideoRange{
			{VideoID: "v1", Start: "00:00:01", End: "00:00:10"}, {VideoID: "v1", Start: "00:01:00.5", End: "00:02:00"},
		}})
		server.AddProject(server.Account.ID, mockserver.Project{ID: "p2", Name: "Empty"})
		return []string{"p1", "p2"}
	}},
}

// TestAccGeneratedConfiguration has the engine write configuration from import blocks, as the guide to extended operations
// shows it: the plan imports what there is and changes nothing.
func TestAccGeneratedConfiguration(t *testing.T) {
	t.Parallel()
	e := need(t)
	if !e.has(generates) {
		t.Skipf("%s has no %s", e.version, generates.name)
	}
	for kind, f := range findings {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			if len(f.files) > 0 && !e.has(quotes) {
				t.Skipf("%s has no %s", e.version, quotes.name)
			}
			server := acctest.NewServer(t, mockserver.Extended())
			env := append(variables(server), "VIDEOINDEXER_ACCOUNT_ID="+server.Account.ID, "VIDEOINDEXER_EXTENDED_OPERATIONS=true")
			var blocks strings.Builder
			ids := f.seed(server)
			for i, id := range ids {
				fmt.Fprintf(&blocks, "import {\n  provider = videoindexer\n  to = %s.it%d\n  id = %q\n}\n", kind, i, id)
			}
			w := workspace{t: t, engine: e, folder: t.TempDir(), env: environment(append(env, "TF_CLI_CONFIG_FILE="+e.settings)...)}
			w.write("main.tf", providers+"\n"+blocks.String())
			generate := []string{"plan", "-out=tfplan", "-generate-config-out=generated.tf"}
			if f.refused != "" {
				if out, err := w.try(generate...); err == nil || !strings.Contains(out, f.refused) {
					t.Errorf("the engine does not say %q:\n%s", f.refused, out)
				}
				if err := os.RemoveAll(filepath.Join(w.folder, "generated.tf")); err != nil {
					t.Fatal(err)
				}
			}
			for name, content := range f.files {
				w.write(name, content)
			}
			out := w.run(generate...)
			if want := fmt.Sprintf("Plan: %d to import, 0 to add, 0 to change, 0 to destroy.", len(ids)); !strings.Contains(out, want) {
				t.Errorf("the plan is not %q:\n%s\n%s", want, out, read(t, filepath.Join(w.folder, "generated.tf")))
			}
			w.run("apply", "-auto-approve", "tfplan")
			w.write("main.tf", providers+"\n") // what names a provider is an import block for what is to be generated, and no other
			w.nothingToDo()
			if server.Writes() > 0 {
				t.Errorf("%d requests that write", server.Writes())
			}
		})
	}
}

// TestAccGeneratedProjects does the same with projects: the generated configuration holds their ranges.
func TestAccGeneratedProjects(t *testing.T) {
	t.Parallel()
	e := need(t)
	if !e.has(generates) {
		t.Skipf("%s has no %s", e.version, generates.name)
	}
	server := acctest.NewServer(t, mockserver.Extended(), mockserver.RangesWithFractions())
	env := append(variables(server), "VIDEOINDEXER_ACCOUNT_ID="+server.Account.ID, "VIDEOINDEXER_EXTENDED_OPERATIONS=true")
	var blocks strings.Builder
	for id, ranges := range map[string][]mockserver.VideoRange{
		"p1": nil, "p2": {{VideoID: "v1", Start: "00:00:01", End: "00:01:00.25"}, {VideoID: "v2", Start: "00:00:00", End: "01:00:00"}},
	} {
		server.AddProject(server.Account.ID, mockserver.Project{ID: id, Name: `A "quoted" ${name}`, Ranges: ranges})
		fmt.Fprintf(&blocks, "import {\n  provider = videoindexer\n  to = videoindexer_project.%[1]s\n  id = %[1]q\n}\n", id)
	}
	w := workspace{t: t, engine: e, folder: t.TempDir(), env: environment(append(env, "TF_CLI_CONFIG_FILE="+e.settings)...)}
	w.write("main.tf", providers+"\n"+blocks.String())
	out := w.run("plan", "-generate-config-out=generated.tf", "-out=tfplan")
	generated := read(t, filepath.Join(w.folder, "generated.tf"))
	if want := "Plan: 2 to import, 0 to add, 0 to change, 0 to destroy."; !strings.Contains(out, want) || !strings.Contains(generated, `"00:01:00.25"`) {
		t.Errorf("the plan is not %q:\n%s\n%s", want, out, generated)
	}
	w.run("apply", "-auto-approve", "tfplan")
	w.write("main.tf", providers+"\n")
	w.nothingToDo()
	if server.Writes() > 0 {
		t.Errorf("%d requests that write", server.Writes())
	}
}
