package languagemodel_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestTrainAction trains a model in each way; a scenario has trainings that take long, and those of others.
func TestTrainAction(t *testing.T) {
	t.Parallel()
	slow := mockserver.TrainingPace(mockserver.WhenTold())
	for name, test := range map[string]struct {
		option mockserver.Option
		fault  mockserver.Fault
		change func(*mockserver.LanguageModel)
		config acctest.Values
		shows  string // part of the progress messages
		says   string // part of an error, "" where there is none
		state  string
	}{
		"trained":        {shows: `has begun.; Language model`, state: mockserver.ModelComplete},
		"not waited for": {option: slow, config: acctest.Values{"wait_for_training": false}, shows: `the training is in state "Waiting"`, state: mockserver.ModelWaiting},
		"failed": {
			change: func(m *mockserver.LanguageModel) { m.TrainingEndsWith = mockserver.ModelFailed },
			says:   "Training of language model failed", state: mockserver.ModelFailed,
		},
		"no enabled files": {
			change: func(m *mockserver.LanguageModel) { m.Files = nil }, says: "Could not train the language model", state: mockserver.ModelComplete,
		},
		"no such model": {config: acctest.Values{"model_id": "11111111-2222-4333-8444-555555555555"}, says: "404", state: mockserver.ModelComplete},
		"not offered":   {option: mockserver.Lacks(http.StatusNotImplemented, "X8"), says: "lacks an operation", state: mockserver.ModelComplete},
		"a lost answer": {
			option: mockserver.TrainingPace(mockserver.AfterRequests(2)), fault: mockserver.Fault{Endpoint: mockserver.X(8), Do: mockserver.ResetAfter()},
			shows: "has begun", state: mockserver.ModelComplete,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var options []mockserver.Option
			if test.option != nil {
				options = append(options, test.option)
			}
			server := newLibrary(t, options...)
			id := server.LanguageModels(server.Account.ID)[0].ID
			if test.change != nil {
				server.ChangeLanguageModel(server.Account.ID, id, test.change)
			}
			if test.fault.Endpoint != 0 {
				server.Script(test.fault)
			}
			config := acctest.Values{"model_id": id}.With(test.config)
			shown, diags := server.Protocol(t, acctest.Values{"extended_operations": true}).InvokeAction(t.Context(), "videoindexer_train_language_model", config)
			if all := strings.Join(shown, "; "); !strings.Contains(all, test.shows) || strings.Count(all, "has begun") > 1 {
				t.Errorf("progress %q, want %q", all, test.shows)
			}
			if said := strings.Join(acctest.Texts(diags), "; "); (test.says == "") != (said == "") || !strings.Contains(said, test.says) {
				t.Errorf("said %q, want %q", said, test.says)
			}
			if m := server.LanguageModels(server.Account.ID)[0]; m.State != test.state {
				t.Errorf("the model is in state %q, want %q", m.State, test.state)
			}
		})
	}
}
