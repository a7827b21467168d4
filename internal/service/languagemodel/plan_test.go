package languagemodel_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
)

// TestPlannedValues edits a model that is trained in the meantime. No plan leaves a value open that this apply does
// not set, no apply is inconsistent with its plan, and the next refresh shows the training.
func TestPlannedValues(t *testing.T) {
	t.Parallel()
	for name, config := range map[string]acctest.Values{
		"name":    vocabulary(one, "name", "Renamed"),
		"enabled": vocabulary(one, "enabled", false),
		"edited":  vocabulary(with(one, "a.txt", "a2")),
		"added":   vocabulary(with(one, "c.txt", "c1")),
		"removed": vocabulary(map[string]string{"a.txt": "a1"}),
		"policy":  vocabulary(one, "deletion_policy", "abandon"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := newBase(t)
			l.must(vocabulary(one))
			id, fileID := l.has("model_id"), l.has("files", "a.txt", "file_id")
			l.TrainLanguageModel(l.Account.ID, id)
			if diags := l.run(config); len(diags) > 0 {
				t.Fatal(acctest.Texts(diags))
			}
			planned := "unknown"
			switch name {
			case "edited":
				fileID = "unknown"
			case "policy":
				planned = "None"
			}
			l.wantPlan(map[string]string{"state": planned, "linguistic_model_id": "", "model_id": id, "files/a.txt/file_id": fileID})
			l.wantEmptyPlan(config)
			want := []string{"Complete", l.remote().LanguageModelID}
			if name == "removed" || name == "policy" {
				want = []string{"None", ""} // nothing was sent whose answer shows the model
			}
			if diff := cmp.Diff(want, []string{l.has("state"), l.has("linguistic_model_id")}); diff != "" {
				t.Errorf("after the next refresh (-want +got):\n%s", diff)
			}
		})
	}
}

// TestDestroyPlan has the plan of a destroy, and of a replacement, say what stays in the service.
func TestDestroyPlan(t *testing.T) {
	t.Parallel()
	l := newBase(t)
	l.must(vocabulary(one))
	l.ResetRequests()
	wantSays(t, l.look(nil), asWarning, "will be emptied, not deleted")
	wantSays(t, l.look(vocabulary(one, "language", "de-DE")), asWarning, "will be emptied, not deleted")
	if diags := l.look(vocabulary(nil)); len(diags) > 0 {
		t.Errorf("removal of a file: %v", acctest.Texts(diags))
	}
	l.must(vocabulary(one, "deletion_policy", "abandon"))
	wantSays(t, l.look(nil), asWarning, `language model "Terms"`)
	wantSays(t, l.run(nil), asWarning, "left as it is")
	if n := l.Writes(); n > 0 {
		t.Errorf("%d writes after the create", n)
	}
}

// TestValidation refuses null files by their key.
func TestValidation(t *testing.T) {
	t.Parallel()
	l := newBase(t)
	for key, file := range map[string]acctest.Values{"a.txt": nil, "b.txt": {}} {
		diags := acctest.Errors(l.Validate(t.Context(), vocabulary(nil, "files", map[string]acctest.Values{key: file})))
		if len(diags) != 1 || !strings.Contains(diags[0].Detail, fmt.Sprintf("%q", key)) || diags[0].Attribute == nil {
			t.Errorf("%s: %v", key, acctest.Texts(diags))
		}
	}
	good := vocabulary(map[string]string{"a.txt": "x", "b.VTT": "x", "c.srt": "x", "d.ttml": "\ufeffx"})
	if diags := append(l.Validate(t.Context(), good), l.look(good)...); len(diags) > 0 {
		t.Error(acctest.Texts(diags))
	}
}
