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
