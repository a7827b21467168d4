package languagemodel_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestStateOfOthers edits a model that is trained in the meantime. The apply keeps to its plan, and the next refresh shows the training if an
// answer has shown it.
func TestStateOfOthers(t *testing.T) {
	t.Parallel()
	for _, isShown := range []bool{true, false} {
		config, want := vocabulary(map[string]string{"a.txt": "a1"}), []string{"None", ""}
		if isShown {
			config = vocabulary(one, "name", "Renamed")
		}
		l := newBase(t)
		l.must(vocabulary(one))
		l.TrainLanguageModel(l.Account.ID, l.has("model_id"))
		l.must(config)
		if isShown {
			want = []string{"Complete", l.remote().LanguageModelID}
		}
		if diff := cmp.Diff(want, []string{l.has("state"), l.has("linguistic_model_id")}); diff != "" {
			t.Errorf("after the next refresh (-want +got):\n%s", diff)
		}
	}
}
