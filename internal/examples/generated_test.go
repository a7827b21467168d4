package examples_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/engine"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// generates are the import blocks that make the engine write a configuration.
var generates = engine.Feature{Name: "generated configuration", Terraform: "v1.5", OpenTofu: "v1.6"}

// quotes is to write the keys of maps in quotes where they need some, as the names of files do; Terraform 1.9.7 began to, OpenTofu did not.
var quotes = engine.Feature{Name: "quotes around keys of a generated configuration", Terraform: "v1.10"}

const foundModel = "7b1c2d3e-4f50-4617-8293-a4b5c6d7e8f9"

// found fills an account with objects that extended operations can list. It returns what import blocks name them by, by type.
func found(server *acctest.Server) map[string][]string {
	const presenters, ada, grace = "7b1c2d3e-0000-4617-8293-a4b5c6d7e8f9", "7b1c2d3e-0001-4617-8293-a4b5c6d7e8f9", "7b1c2d3e-0002-4617-8293-a4b5c6d7e8f9"
	account := server.Account.ID
	for _, b := range []mockserver.Brand{
		{ID: 1001, Name: `A "quoted" ${name}`, Enabled: true, Description: "of\ntwo lines", ReferenceURL: new("https://example.com/?a=b&c"), Tags: []string{"b", "a"}},
		{ID: 1002, Name: "Nothing else"},
		{ID: 1003, Name: "Empty", ReferenceURL: new(""), Tags: []string{}},
	} {
		server.AddBrand(account, b)
	}
	server.AddPersonModel(account, mockserver.PersonModel{ID: presenters, Name: `Presenters "${all}"`})
	server.AddPerson(account, presenters, mockserver.Person{ID: ada, Name: "Ada"})
	server.AddPerson(account, presenters, mockserver.Person{ID: grace, Name: "Grace"})
	server.AddFaces(account, presenters, grace, mockserver.Face{ID: "f1", URL: "https://pictures.example/1.jpg"}) // stay, without being managed
	server.AddLanguageModel(account, mockserver.LanguageModel{ID: foundModel, Name: "Terms", Language: "en-US", Files: []mockserver.LanguageFile{
		{Name: "a.txt", Content: []byte("alpha"), Enabled: true}, {Name: "b.txt", Content: []byte("beta")},
	}})
	server.TrainLanguageModel(account, foundModel)
	server.AddTranscriptEdits(account, foundModel) // the service's own, which is no part of the configuration
	server.AddVideo(account, mockserver.Video{ID: "v1", IndexingPreset: "AudioOnly"})
	server.AddVideo(account, mockserver.Video{ID: "v2", State: mockserver.VideoFailed})
	server.AddProject(account, mockserver.Project{ID: "p1", Name: `The "best" ${of}`, Ranges: []mockserver.VideoRange{
		{VideoID: "v1", Start: "00:00:01", End: "00:00:10"}, {VideoID: "v2", Start: "00:01:00.5", End: "00:02:00"},
	}})
	server.AddProject(account, mockserver.Project{ID: "p2", Name: "Empty"})
	return map[string][]string{
		"videoindexer_brand":          {"1001", "1002", "1003"},
		"videoindexer_person_model":   {presenters},
		"videoindexer_person":         {presenters + "/" + ada, presenters + "/" + grace},
		"videoindexer_language_model": {foundModel},
		"videoindexer_video":          {"v1", "v2"},
		"videoindexer_project":        {"p1", "p2"},
	}
}

// TestAccGeneratedConfiguration has the engine write configuration from import blocks, as the guide to extended operations
// shows it: the plan imports what there is and changes nothing. The files of a language model have to be filled in first.
func TestAccGeneratedConfiguration(t *testing.T) {
	t.Parallel()
	e := need(t, generates)
	server := acctest.NewServer(t, mockserver.Extended(), mockserver.RangesWithFractions())
	var blocks strings.Builder
	imported := 0
	for kind, ids := range found(server) {
		if kind == "videoindexer_language_model" && !e.Has(quotes) {
			t.Logf("%s has no %s", e.Version, quotes.Name)
			continue
		}
		for i, id := range ids {
			fmt.Fprintf(&blocks, "import {\n  provider = videoindexer\n  to = %s.it%d\n  id = %q\n}\n", kind, i, id)
			imported++
		}
	}
	w := begin(t, e, server, providers+"\n"+blocks.String())
	if e.Has(quotes) {
		const refused = `the file cannot be read: stat a.txt`
		if said := w.refuses(refused, generate...); strings.Count(said, "Error: ") != 2 {
			t.Errorf("the engine does not say %q, once for each file and nothing else:\n%s", refused, said)
		}
		if err := os.RemoveAll(filepath.Join(w.Folder, "generated.tf")); err != nil {
			t.Fatal(err)
		}
		w.Write("a.txt", "alpha")
		w.Write("b.txt", "beta")
	}
	out := w.Run(generate...)
	generated := read(t, filepath.Join(w.Folder, "generated.tf"))
	if want := fmt.Sprintf("Plan: %d to import, 0 to add, 0 to change, 0 to destroy.", imported); !strings.Contains(out, want) || !strings.Contains(generated, `"00:01:00.5"`) {
		t.Errorf("the plan is not %q, or a time is not there:\n%s\n%s", want, out, generated)
	}
	w.apply("tfplan")
	w.Write("main.tf", providers+"\n") // what names a provider is an import block for what is to be generated, and no other
	w.nothingToDo()
	if server.Writes() > 0 {
		t.Errorf("%d requests that write", server.Writes())
	}
}

// generate are the arguments with which the engine plans import blocks and writes the configuration for them.
var generate = []string{"plan", "-out=tfplan", "-generate-config-out=generated.tf"}
