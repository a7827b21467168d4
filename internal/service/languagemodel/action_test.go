package languagemodel_test

import (
	"context"
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const trainAction = "videoindexer_train_language_model"

// invoked trains the first model of a library.
func invoked(ctx context.Context, t *testing.T, server *acctest.Server, more acctest.Values) (progress string, diags []string) {
	t.Helper()
	config := acctest.Values{"model_id": server.LanguageModels(server.Account.ID)[0].ID}
	maps.Copy(config, more)
	told, said := server.Protocol(t, extended).InvokeAction(ctx, trainAction, config)
	return strings.Join(told, "\n"), acctest.Texts(said)
}

func TestTrainAction(t *testing.T) {
	t.Parallel()
	change := func(f func(*mockserver.LanguageModel)) func(*acctest.Server) {
		return func(s *acctest.Server) { s.ChangeLanguageModel(s.Account.ID, s.LanguageModels(s.Account.ID)[0].ID, f) }
	}
	for name, test := range map[string]struct {
		options []mockserver.Option
		before  func(*acctest.Server)
		config  acctest.Values
		// told are parts of the progress messages; said is what an error says, "" where there is none.
		told  []string
		said  string
		state string
	}{
		"trained": {
			options: []mockserver.Option{mockserver.TrainingPace(mockserver.AfterRequests(1))},
			told:    []string{"has begun", "is being trained: 0s so far, 30m0s at most", `the training is in state "Complete"`}, state: mockserver.ModelComplete,
		},
		"not waited for": {
			options: []mockserver.Option{mockserver.TrainingPace(mockserver.WhenTold())}, config: acctest.Values{"wait_for_training": false},
			told: []string{`the training is in state "Waiting"`}, state: mockserver.ModelWaiting,
		},
		"after that of another": {
			options: []mockserver.Option{mockserver.TrainingPace(mockserver.AfterRequests(2))},
			before:  func(s *acctest.Server) { invoked(t.Context(), t, s, acctest.Values{"wait_for_training": false}) },
			told:    []string{"is being trained: 0s so far, 30m0s at most (state \"Processing\").\nThe training", "has begun"}, state: mockserver.ModelComplete,
		},
		"failed": {
			before: change(func(m *mockserver.LanguageModel) { m.TrainingEndsWith = mockserver.ModelFailed }),
			said:   "Training of language model failed", state: mockserver.ModelFailed,
		},
		"too slow": {
			options: []mockserver.Option{mockserver.TrainingPace(mockserver.WhenTold())}, config: acctest.Values{"timeout": "20ms"},
			said: "did not end within 20ms. The service continues it. Set timeout to wait longer", state: mockserver.ModelWaiting,
		},
		"no enabled files": {
			before: change(func(m *mockserver.LanguageModel) { m.Files = nil }),
			said:   "Could not train the language model", state: mockserver.ModelComplete,
		},
		"no such model": {
			config: acctest.Values{"model_id": "11111111-2222-4333-8444-555555555555"}, said: "404", state: mockserver.ModelComplete,
		},
		"no id":     {config: acctest.Values{"model_id": "mine"}, said: "must be a GUID", state: mockserver.ModelComplete},
		"no period": {config: acctest.Values{"timeout": "soon"}, said: "positive Go duration", state: mockserver.ModelComplete},
		"the service lacks it": {
			options: []mockserver.Option{mockserver.Lacks(http.StatusNotImplemented, "X8")}, said: "lacks an operation", state: mockserver.ModelComplete,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newLibrary(t, test.options...)
			if test.before != nil {
				test.before(server)
			}
			told, diags := invoked(t.Context(), t, server, test.config)
			for _, want := range test.told {
				if !strings.Contains(told, want) {
					t.Errorf("told\n%s\nwithout %q", told, want)
				}
			}
			if said := strings.Join(diags, "\n"); (test.said == "") != (said == "") || !strings.Contains(said, test.said) {
				t.Errorf("said %q, want %q", said, test.said)
			}
			if m := server.LanguageModels(server.Account.ID)[0]; m.State != test.state {
				t.Errorf("the model is in state %q, want %q", m.State, test.state)
			}
		})
	}
}

// TestTrainAction_lostAnswer loses the answer that a training has begun: the model is trained once.
func TestTrainAction_lostAnswer(t *testing.T) {
	t.Parallel()
	server := newLibrary(t, mockserver.TrainingPace(mockserver.AfterRequests(2)))
	server.Script(mockserver.Fault{Endpoint: mockserver.X(8), Do: mockserver.ResetAfter()})
	told, diags := invoked(t.Context(), t, server, nil)
	if len(diags) > 0 || strings.Count(told, "has begun") != 1 {
		t.Errorf("told %q, said %q", told, diags)
	}
}
