package examples_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// generates are the import blocks that make the engine write a configuration.
var generates = feature{"generated configuration", "v1.5", "v1.6"}

// found are objects that an account has: what import blocks name them by, in which the engine writes the configuration.
type found struct {
	seed func(server *acctest.Server) (ids []string)
	// fill completes what the engine has written, where it is not a configuration yet: what is to be filled in, the guide says.
	fill func(generated string) string
	// refused is what the engine says of what is not filled in.
	refused string
	// writes says that the first apply sends what was filled in.
	writes bool
}

const foundModel = "7b1c2d3e-4f50-4617-8293-a4b5c6d7e8f9"

// findings are the objects that extended operations can list, by type: each plans empty, with what fill adds.
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
			server := acctest.NewServer(t, mockserver.Extended())
			env := append(variables(server), "VIDEOINDEXER_ACCOUNT_ID="+server.Account.ID, "VIDEOINDEXER_EXTENDED_OPERATIONS=true")
			var blocks strings.Builder
			ids := f.seed(server)
			for i, id := range ids {
				fmt.Fprintf(&blocks, "import {\n  to = %s.it%d\n  id = %q\n}\n", kind, i, id)
			}
			w := workspace{t: t, engine: e, folder: t.TempDir(), env: environment(append(env, "TF_CLI_CONFIG_FILE="+e.settings)...)}
			w.write("main.tf", providers+"\n"+blocks.String())
			plan := []string{"plan", "-out=tfplan"}
			if f.fill == nil {
				plan = append(plan, "-generate-config-out=generated.tf")
			} else {
				if out, err := w.try("plan", "-generate-config-out=generated.tf"); err == nil || !strings.Contains(out, f.refused) {
					t.Errorf("the engine does not say %q:\n%s", f.refused, out)
				}
				w.write("generated.tf", f.fill(read(t, filepath.Join(w.folder, "generated.tf"))))
			}
			out := w.run(plan...)
			want := fmt.Sprintf("Plan: %d to import, 0 to add, 0 to change, 0 to destroy.", len(ids))
			if f.writes {
				want = fmt.Sprintf("Plan: %d to import, 0 to add, %d to change, 0 to destroy.", len(ids), len(ids))
			}
			if !strings.Contains(out, want) {
				t.Errorf("the plan is not %q:\n%s\n%s", want, out, read(t, filepath.Join(w.folder, "generated.tf")))
			}
			w.run("apply", "-auto-approve", "tfplan")
			w.nothingToDo()
			if (server.Writes() > 0) != f.writes {
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
		fmt.Fprintf(&blocks, "import {\n  to = videoindexer_project.%[1]s\n  id = %[1]q\n}\n", id)
	}
	w := workspace{t: t, engine: e, folder: t.TempDir(), env: environment(append(env, "TF_CLI_CONFIG_FILE="+e.settings)...)}
	w.write("main.tf", providers+"\n"+blocks.String())
	out := w.run("plan", "-generate-config-out=generated.tf", "-out=tfplan")
	generated := read(t, filepath.Join(w.folder, "generated.tf"))
	if want := "Plan: 2 to import, 0 to add, 0 to change, 0 to destroy."; !strings.Contains(out, want) || !strings.Contains(generated, `"00:01:00.25"`) {
		t.Errorf("the plan is not %q:\n%s\n%s", want, out, generated)
	}
	w.run("apply", "-auto-approve", "tfplan")
	w.nothingToDo()
	if server.Writes() > 0 {
		t.Errorf("%d requests that write", server.Writes())
	}
}
