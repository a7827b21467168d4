package languagemodel_test

import (
	"context"
	"net/http"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// endsWith has the next trainings end in a state.
func (l *managedModel) endsWith(state string) {
	l.change(func(m *mockserver.LanguageModel) { m.TrainingEndsWith = state })
}

// at calls happens once a request was carried out, before its answer is read.
func (l *managedModel) at(endpoint int, happens func(*http.Request)) {
	l.Script(mockserver.Fault{Endpoint: endpoint, Do: mockserver.After(happens)})
}

// TestExtended_firstTrainingFails leaves the new model in the state, though tainted.
func TestExtended_firstTrainingFails(t *testing.T) {
	t.Parallel()
	l := newManaged(t)
	l.at(19, func(*http.Request) { l.endsWith(mockserver.ModelFailed) })
	diags := l.run(trainedTerms)
	acctest.Says(t, diags, acctest.Failure, "Training of language model failed")
	acctest.Says(t, diags, acctest.Warning, "terraform untaint")
	l.wantState(map[string]string{"training_state": "failed", "model_id": l.remote().ID})
	l.endsWith("")
	l.Tainted = false // as untaint does
	l.must(trainedTerms)
	if n := l.Count(19); n != 1 {
		t.Errorf("%d models were made", n)
	}
}

// TestExtended_notWaitedFor begins a training and leaves it to the service; a later refresh says what came of it.
func TestExtended_notWaitedFor(t *testing.T) {
	t.Parallel()
	l := newManaged(t, mockserver.TrainingPace(mockserver.WhenTold()))
	config := vocabulary(one, "train", true, "wait_for_training", false)
	l.must(config)
	l.wantState(map[string]string{"training_state": "training", "linguistic_model_id": ""})
	l.FinishTraining(l.Account.ID, l.remote().ID, mockserver.ModelFailed)
	l.look(config)
	l.wantState(map[string]string{"training_state": "failed"})
	l.wantPlan(map[string]string{"training_state": "unknown"})
	l.run(config)
	l.FinishTraining(l.Account.ID, l.remote().ID, "")
	l.IsUnchanged(config)
	l.wantState(map[string]string{"training_state": "trained", "linguistic_model_id": l.remote().LanguageModelID})
}

// TestExtended_interrupted leaves the training running. A create that is interrupted then is complete except for the
// wait.
func TestExtended_interrupted(t *testing.T) {
	t.Parallel()
	for _, isCreate := range []bool{true, false} {
		l := newManaged(t, mockserver.TrainingPace(mockserver.WhenTold()))
		if !isCreate {
			l.must(vocabulary(one))
		}
		l.look(trainedTerms)
		ctx, cancel := context.WithCancel(t.Context())
		l.Script(mockserver.Fault{Endpoint: mockserver.X(6), Skip: 1, Do: mockserver.After(func(r *http.Request) { // the first one is before the training
			cancel()
			<-r.Context().Done()
		})})
		diags := l.Apply(ctx, l.plan)
		acctest.Says(t, diags, acctest.Warning, "Training of language model was interrupted", "under way: the service continues it")
		if l.Tainted || l.remote().State != mockserver.ModelWaiting {
			t.Errorf("create %t: tainted %t, %s", isCreate, l.Tainted, l.remote().State)
		}
		l.wantState(map[string]string{"training_state": "training", "model_id": l.remote().ID})
		l.at(mockserver.X(6), func(*http.Request) { l.FinishTraining(l.Account.ID, l.remote().ID, "") })
		l.must(trainedTerms)
		if n := l.CountOf("X8"); n != 1 {
			t.Errorf("create %t: trained %d times", isCreate, n)
		}
	}
}

// TestExtended_lostCreate loses the answer of a create in each way: there is one model, and it is in the state.
func TestExtended_lostCreate(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]mockserver.Action{
		"reset": mockserver.ResetAfter(), "cut": mockserver.CutAnswer(), "500": mockserver.StatusAfter(500), "504": mockserver.StatusAfter(504),
		"no id": mockserver.BodyAfter(200, "application/json", `{"name":"Terms"}`), "page": mockserver.BodyAfter(200, "text/html", "<html>"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := newManaged(t)
			l.AddLanguageModel(l.Account.ID, mockserver.LanguageModel{Name: "Terms", Files: []mockserver.LanguageFile{{Name: "a.txt", Enabled: true}}})
			l.Script(mockserver.Fault{Endpoint: 19, Do: fault})
			if diags := acctest.Errors(l.run(trainedTerms)); len(diags) > 0 {
				t.Fatal(acctest.Texts(diags))
			}
			models := l.LanguageModels(l.Account.ID)
			if len(models) != 2 || l.has("model_id") != models[1].ID || l.Count(19) != 1 {
				t.Errorf("%d models, %d creates", len(models), l.Count(19))
			}
			l.wantState(map[string]string{"training_state": "trained"})
			l.IsUnchanged(trainedTerms)
		})
	}
	l := newManaged(t)
	l.Script(mockserver.Fault{Endpoint: 19, Do: mockserver.ResetBefore()})
	diags := l.run(trainedTerms)
	acctest.Says(t, diags, acctest.Failure, "Language model may have been created")
	if l.Exists() || len(l.LanguageModels(l.Account.ID)) > 0 {
		t.Error("something is there")
	}
	l.must(trainedTerms)
}
