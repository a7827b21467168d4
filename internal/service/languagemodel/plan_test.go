package languagemodel_test

import (
	"bytes"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestPlannedValues edits a model that is trained in the meantime. No plan leaves a value open that this apply does
// not set, no apply is inconsistent with its plan, and the next refresh shows the training.
func TestPlannedValues(t *testing.T) {
	t.Parallel()
	one := map[string]string{"a.txt": "a1", "b.txt": "b1"}
	for name, config := range map[string]arguments{
		"name":    terms(one, arguments{"name": "Renamed"}),
		"enabled": terms(one, arguments{"enabled": false}),
		"edited":  terms(map[string]string{"a.txt": "a2", "b.txt": "b1"}),
		"added":   terms(map[string]string{"a.txt": "a1", "b.txt": "b1", "c.txt": "c1"}),
		"removed": terms(map[string]string{"a.txt": "a1"}),
		"policy":  terms(one, arguments{"deletion_policy": "abandon"}),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			i := f.instance()
			if diags := i.apply(terms(one)); len(diags) > 0 {
				t.Fatal(acctest.Texts(diags))
			}
			id := at(i.state, "model_id")
			f.TrainLanguageModel(f.Account.ID, id)
			if diags := i.apply(config); len(diags) > 0 {
				t.Fatal(acctest.Texts(diags))
			}
			planned := i.value(i.plan.PlannedState)
			for attribute, want := range map[string]string{"state": "None", "linguistic_model_id": "", "model_id": id} {
				if got := at(planned, attribute); got != want {
					t.Errorf("%s is planned as %q, want %q", attribute, got, want)
				}
			}
			kept := at(planned, "files", "a.txt", "file_id") != "unknown"
			if kept == (name == "edited") || at(planned, "files", "a.txt", "content_sha256") == "unknown" {
				t.Errorf("the plan of a.txt: %s", planned)
			}
			i.planFor(config)
			trained, _ := f.LanguageModel(f.Account.ID, id)
			want := []string{"Complete", trained.LanguageModelID}
			if name == "removed" || name == "policy" {
				want = []string{"None", ""} // nothing was sent whose answer shows the model
			}
			if diff := cmp.Diff(want, []string{at(i.state, "state"), at(i.state, "linguistic_model_id")}); diff != "" {
				t.Errorf("after the next refresh (-want +got):\n%s", diff)
			}
			if i.changes() {
				t.Error("the next plan changes something")
			}
		})
	}
}

// TestDestroyPlan has the plan of a destroy, and of a replacement, say what stays in the service.
func TestDestroyPlan(t *testing.T) {
	t.Parallel()
	one := map[string]string{"a.txt": "a1"}
	f := newFixture(t)
	i := f.instance()
	i.apply(terms(one))
	if diags := i.planFor(nil); len(diags) != 1 || !says(diags, asWarning, "will be emptied, not deleted") || !says(diags, asWarning, "the model itself stays") {
		t.Errorf("destroy under empty: %v", acctest.Texts(diags))
	}
	if diags := i.planFor(terms(one, arguments{"language": "de-DE"})); len(diags) != 1 || !says(diags, asWarning, "will be emptied, not deleted") {
		t.Errorf("replacement: %v", acctest.Texts(diags))
	}
	if diags := i.planFor(terms(nil)); len(diags) > 0 {
		t.Errorf("removal of a file: %v", acctest.Texts(diags))
	}
	i.apply(terms(one, arguments{"deletion_policy": "abandon"}))
	if diags := i.planFor(nil); len(diags) != 1 || !says(diags, asWarning, "will be left as it is") || !says(diags, asWarning, `language model "Terms" with id `) {
		t.Errorf("destroy under abandon: %v", acctest.Texts(diags))
	}
	if n := f.Count(20) + f.Count(21); n > 0 {
		t.Errorf("%d requests after the create", n)
	}
}

// ignoreEnable has the service answer every disabled file as one that is enabled.
func (f *fixture) ignoreEnable() {
	f.Script(mockserver.Fault{Endpoint: 20, Times: mockserver.Always, Do: mockserver.Edit(func(body []byte) []byte {
		return bytes.ReplaceAll(body, []byte(`"enable":false`), []byte(`"enable":true`))
	})})
}

// TestDestroyIgnored has the service accept a destroy and not carry it out: the model stays in the state.
func TestDestroyIgnored(t *testing.T) {
	t.Parallel()
	t.Run("enabled", func(t *testing.T) {
		t.Parallel()
		f := newFixture(t)
		f.ignoreEnable()
		i := f.instance()
		i.apply(terms(map[string]string{"a.txt": "a1"}))
		f.ChangeLanguageModel(f.Account.ID, at(i.state, "model_id"), func(m *mockserver.LanguageModel) {
			m.Files = append(m.Files, mockserver.LanguageFile{ID: "8c6f9a52-1111-4222-8333-444455556666", Name: "theirs.txt", Enabled: true})
		})
		for range 2 {
			if diags := i.apply(nil); !says(diags, asError, "Language model was not emptied") || !says(diags, asError, "enabled files") || i.state.IsNull() {
				t.Fatalf("got %v; state %s", acctest.Texts(diags), i.state)
			}
		}
	})
	t.Run("files", func(t *testing.T) {
		t.Parallel()
		f := newFixture(t)
		i := f.instance()
		i.apply(terms(map[string]string{"a.txt": "a1", "b.txt": "b1"}))
		f.Script(mockserver.Fault{Endpoint: 21, Skip: 1, Do: mockserver.Body(http.StatusNoContent, "", "")})
		if diags := i.apply(nil); !says(diags, asError, `files that were deleted ("b.txt")`) || at(i.state, "files", "b.txt", "file_id") == "" {
			t.Fatalf("got %v; state %s", acctest.Texts(diags), i.state)
		}
		if diags := i.apply(nil); len(acctest.Errors(diags)) > 0 || !i.state.IsNull() {
			t.Fatalf("got %v; state %s", acctest.Texts(diags), i.state)
		}
		if model, _ := f.only(); len(model.Files) > 0 {
			t.Errorf("the server still holds %v", model.Files)
		}
	})
}

// TestEnableIgnored names the argument that the service did not take.
func TestEnableIgnored(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.ignoreEnable()
	i := f.instance()
	i.apply(terms(map[string]string{"a.txt": "a1"}))
	if diags := i.apply(terms(map[string]string{"a.txt": "a1"}, arguments{"enabled": false})); !says(diags, asError, "enabled = false") {
		t.Errorf("got %v", acctest.Texts(diags))
	}
	if i.planFor(terms(map[string]string{"a.txt": "a1"}, arguments{"enabled": false})); !i.changes() {
		t.Error("the next apply does not try again")
	}
}

// TestFilesNeverShown has a service whose answers never show files: a change of them is refused, and says how to go on.
func TestFilesNeverShown(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	silent := mockserver.Body(http.StatusOK, "application/json", `{"id":"0b9f4a1e-5555-4666-8777-888899990000"}`)
	f.Script(mockserver.Fault{Endpoint: 19, Do: silent}, mockserver.Fault{Endpoint: 20, Times: mockserver.Always, Do: silent})
	if diags := f.instance().apply(terms(map[string]string{"a.txt": "a1"})); !says(diags, asError, "otherwise leave out files") || f.Writes() != 2 {
		t.Errorf("%d writes; got %v", f.Writes(), acctest.Texts(diags))
	}
}

// TestCreateAnswerWithoutFiles has the answer to 19 show no files: the provider then looks for the file, and does not
// upload it again.
func TestCreateAnswerWithoutFiles(t *testing.T) {
	t.Parallel()
	for name, members := range map[string]string{"absent": "", "null": `, "files": null`, "empty": `, "files": []`} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, mockserver.SameFileNames(mockserver.SameNameAddsSecond))
			f.AddLanguageModel(f.Account.ID, mockserver.LanguageModel{ID: "0b9f4a1e-5555-4666-8777-888899990000", Name: "Terms", Files: []mockserver.LanguageFile{
				{ID: "0b9f4a1e-5555-4666-8777-888899990001", Name: "a.txt", Content: []byte("a1"), Enabled: true},
			}})
			f.Script(mockserver.Fault{Endpoint: 19, Do: mockserver.Body(http.StatusOK, "application/json", fmt.Sprintf(`{"id":"0b9f4a1e-5555-4666-8777-888899990000"%s}`, members))})
			i := f.instance()
			if diags := i.apply(terms(map[string]string{"a.txt": "a1"})); len(diags) > 0 {
				t.Fatal(acctest.Texts(diags))
			}
			if at(i.state, "files", "a.txt", "file_id") != "0b9f4a1e-5555-4666-8777-888899990001" || f.Count(20) != 1 {
				t.Errorf("%d requests to 20; state %s", f.Count(20), i.state)
			}
		})
	}
}

// TestFormerFileLeft has the deletion of a replaced file fail: the next plan is not empty, and its apply deletes it.
func TestFormerFileLeft(t *testing.T) {
	t.Parallel()
	f := newFixture(t, mockserver.SameFileNames(mockserver.SameNameAddsSecond))
	i := f.instance()
	i.apply(terms(map[string]string{"a.txt": "a1"}))
	f.Script(mockserver.Fault{Endpoint: 21, Do: mockserver.Status(http.StatusInternalServerError)})
	config := terms(map[string]string{"a.txt": "a2"})
	if diags := i.apply(config); !says(diags, asError, `delete file "a.txt" of`) {
		t.Fatal(acctest.Texts(diags))
	}
	if i.planFor(config); !i.changes() {
		t.Error("the next plan is empty")
	}
	if diags := i.apply(config); len(diags) > 0 {
		t.Fatal(acctest.Texts(diags))
	}
	if model, _ := f.only(); len(model.Files) != 1 || string(model.Files[0].Content) != "a2" || f.Count(20) != 3 {
		t.Errorf("the server holds %v after %d requests to 20", model.Files, f.Count(20))
	}
	if i.planFor(config); i.changes() {
		t.Error("the plan after it is not empty")
	}
}

// TestValidation refuses null files by their key.
func TestValidation(t *testing.T) {
	t.Parallel()
	i := newFixture(t).instance()
	for key, file := range map[string]any{"a.txt": nil, "b.txt": arguments{}} {
		config := terms(nil, arguments{"files": arguments{key: file}})
		if diags := acctest.Errors(i.validate(config)); len(diags) != 1 || !strings.Contains(diags[0].Detail, fmt.Sprintf("files[%q]", key)) || diags[0].Attribute == nil {
			t.Errorf("%s: %v", key, acctest.Texts(diags))
		}
	}
	good := terms(map[string]string{"a.txt": "x", "b.VTT": "x", "c.srt": "x", "d.ttml": "\ufeffx"})
	if diags := append(i.validate(good), i.planFor(good)...); len(diags) > 0 {
		t.Error(acctest.Texts(diags))
	}
	maps.Copy(good, arguments{"files": arguments{"a.txt": arguments{"content": "\ufeff"}}})
	if diags := i.planFor(good); !says(diags, asError, "content: is empty") {
		t.Error(acctest.Texts(diags))
	}
}
