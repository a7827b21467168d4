package languagemodel_test

import (
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
			l.IsUnchanged(config)
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
	const emptied = "will be emptied, not deleted"
	acctest.Says(t, l.look(nil), acctest.Warning, emptied)
	acctest.Says(t, l.look(vocabulary(one, "language", "de-DE")), acctest.Warning, emptied)
	if diags := l.look(vocabulary(nil)); len(diags) > 0 {
		t.Errorf("removal of a file: %v", acctest.Texts(diags))
	}
	l.must(vocabulary(one, "deletion_policy", "abandon"))
	acctest.Says(t, l.run(nil), acctest.Warning, "left as it is")
	if n := l.Writes(); n > 0 {
		t.Errorf("%d writes after the create", n)
	}
}
