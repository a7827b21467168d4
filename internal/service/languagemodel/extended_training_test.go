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

// TestExtended_changeWhileTraining waits for a training that is under way, whether the service refuses the update or not.
func TestExtended_changeWhileTraining(t *testing.T) {
	t.Parallel()
	for name, refuses := range map[string][]mockserver.Option{
		"taken": nil, "refused with 400": {mockserver.RefusesUpdatesWhileTraining(400)}, "refused with 409": {mockserver.RefusesUpdatesWhileTraining(409)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := newManaged(t, append(refuses, mockserver.TrainingPace(mockserver.AfterRequests(2)))...)
			l.must(vocabulary(one))
			l.begin()
			config := vocabulary(with(one, "a.txt", "a2"), "name", "Renamed")
			l.look(config)
			if diags := l.carryOut(); len(diags) > 0 {
				t.Error(acctest.Texts(diags))
			}
			l.wantRemote("a.txt=a2 b.txt=b1", both)
			l.IsUnchanged(config)
		})
	}
}

// begin has somebody else begin a training.
func (l *managedModel) begin() {
	l.t.Helper()
	p := l.Server.Protocol(l.t, extended).Instance(resourceType)
	acctest.Succeeds(l.t, p.Import(l.t.Context(), l.remote().ID))
	acctest.Succeeds(l.t, p.Apply(l.t.Context(), p.Plan(l.t.Context(), vocabulary(one, "train", true, "wait_for_training", false))))
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

// TestExtended_lostWrites loses the answer of each other write: the next apply converges, and doubles nothing.
func TestExtended_lostWrites(t *testing.T) {
	t.Parallel()
	final := off(vocabulary(map[string]string{"a.txt": "a2", "c.txt": "c1"}, "train", true, "name", "Renamed"), "c.txt")
	for name, endpoint := range map[string]int{"20, settings": 20, "20, files": -20, "21": 21, "X11": mockserver.X(11), "X8": mockserver.X(8), "X6": mockserver.X(6)} {
		for how, fault := range map[string]mockserver.Action{"before": mockserver.ResetBefore(), "after": mockserver.ResetAfter(), "500": mockserver.Status(500)} {
			t.Run(name+" "+how, func(t *testing.T) {
				t.Parallel()
				l := newManaged(t, mockserver.SameFileNames(mockserver.SameNameAddsSecond))
				l.must(trainedTerms)
				l.look(final)
				l.Script(mockserver.Fault{Endpoint: max(endpoint, -endpoint), Skip: map[bool]int{true: 1, false: 0}[endpoint < 0], Do: fault})
				if diags := l.carryOut(); len(acctest.Errors(diags)) == 0 && endpoint != mockserver.X(6) {
					t.Error("no error")
				}
				l.must(final)
				l.wantRemote("-c.txt=c1 a.txt=a2", "a.txt")
			})
		}
	}
}
