package languagemodel

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestTrainAndWatch has trainings end in every way, and reports each outcome.
func TestTrainAndWatch(t *testing.T) {
	t.Parallel()
	const againIs = "train it again."
	state := func(w *testModel, state string) {
		w.ChangeLanguageModel(w.account.ID, w.id, func(m *mockserver.LanguageModel) { m.State = state })
	}
	for name, test := range map[string]struct {
		pace mockserver.Pace
		// before happens before the training, seen when X6 has found it under way, ever after.
		before, seen func(w *testModel)
		change       func(*training)
		// want is what the diagnostic says; "" where there is none.
		want     string
		progress []string
	}{
		"done":      {pace: mockserver.AfterRequests(1), progress: []string{"has begun", "is being trained: 0s so far, 1m0s at most"}},
		"done soon": {pace: mockserver.AtOnce(), progress: []string{"has begun"}},
		"in a state of its own": {pace: mockserver.AtOnce(), before: func(w *testModel) {
			w.ChangeLanguageModel(w.account.ID, w.id, func(m *mockserver.LanguageModel) { m.TrainingEndsWith = "Deployed" })
		}},
		"not waited for": {pace: mockserver.WhenTold(), change: func(job *training) { job.waits = false }},
		"failed": {pace: mockserver.AtOnce(), before: func(w *testModel) {
			w.ChangeLanguageModel(w.account.ID, w.id, func(m *mockserver.LanguageModel) { m.TrainingEndsWith = "FAILED" })
		}, want: `Training of language model failed: The training of the language model`},
		"canceled":  {pace: mockserver.WhenTold(), seen: func(w *testModel) { state(w, "None") }, want: `: its state is "None"; ` + againIs},
		"never":     {pace: mockserver.WhenTold(), change: func(job *training) { job.ends = time.Now().Add(100 * time.Millisecond) }, want: "did not end within 1m0s. The service continues it. Wait longer."},
		"deleted":   {pace: mockserver.WhenTold(), seen: func(w *testModel) { w.RemoveLanguageModel(w.account.ID, w.id) }, want: "The service answered 404 NOT_FOUND"},
		"not there": {before: func(w *testModel) { w.RemoveLanguageModel(w.account.ID, w.id) }, want: "Unable to train language model: Could not train"},
		"no enabled file": {before: func(w *testModel) {
			w.ChangeLanguageModel(w.account.ID, w.id, func(m *mockserver.LanguageModel) { m.Files = nil })
		}, want: "no enabled files"},
		"after that of another": {
			pace: mockserver.AfterRequests(2), before: func(w *testModel) { _, _ = w.client.TrainLanguageModel(context.Background(), w.account, w.id) },
			progress: []string{"is being trained", "has begun"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newExtendedTestModel(t, texts{"a.txt": "a1"}, mockserver.TrainingPace(test.pace))
			if test.before != nil {
				test.before(w)
			}
			if test.seen != nil {
				w.Script(mockserver.Fault{Endpoint: mockserver.X(6), Do: mockserver.After(func(*http.Request) { test.seen(w) })})
			}
			job, heard := newTraining(w)
			if test.change != nil {
				test.change(&job)
			}
			remote, err := job.run(t.Context())
			said := ""
			if err != nil {
				d := job.describe(remote, err, againIs)
				said = d.Summary() + ": " + d.Detail()
			}
			if (test.want == "") != (said == "") || !strings.Contains(said, test.want) {
				t.Errorf("said %q, want %q", said, test.want)
			}
			told := strings.Join(heard(), "\n")
			for _, want := range test.progress {
				if !strings.Contains(told, want) {
					t.Errorf("told\n%s\nwithout %q", told, want)
				}
			}
			if err == nil && job.waits != (remote.LinguisticModelID != "") {
				t.Errorf("model %+v", remote)
			}
		})
	}
}

// newTraining returns a training that waits for a minute at most, and the messages that it reports.
func newTraining(w *testModel) (job training, heard func() []string) {
	var mu sync.Mutex
	var told []string
	hear := func(message string) {
		mu.Lock()
		defer mu.Unlock()
		told = append(told, message)
	}
	job = training{client: w.client, account: w.account, modelID: w.id, waits: true, limit: time.Minute, ends: time.Now().Add(time.Minute), extend: "Wait longer.", progress: hear}
	return job, func() []string {
		mu.Lock()
		defer mu.Unlock()
		return told
	}
}

// TestInterruptedTraining interrupts a training before the service has answered, and while it is watched: it goes on.
func TestInterruptedTraining(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		endpoint int
		want     string
	}{
		"while it begins":       {mockserver.X(8), "Language model may be in training"},
		"while it is looked at": {mockserver.X(6), "Waiting for the training was interrupted"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newExtendedTestModel(t, texts{"a.txt": "a1"}, mockserver.TrainingPace(mockserver.WhenTold()))
			ctx, cancel := context.WithCancel(t.Context())
			w.Script(mockserver.Fault{Endpoint: test.endpoint, Do: mockserver.After(func(r *http.Request) {
				cancel()
				<-r.Context().Done()
			})})
			job, _ := newTraining(w)
			remote, err := job.run(ctx)
			if err == nil || job.describe(remote, err, "").Summary() != test.want {
				t.Errorf("%+v, %v", remote, err)
			}
			if model := w.model(); model.State != mockserver.ModelWaiting {
				t.Errorf("the training is in state %s", model.State)
			}
		})
	}
}

// TestSettle waits for a training that is under way, or cancels it.
func TestSettle(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		begins, cancels, wasUnderWay bool
		want                         string
	}{
		"none":     {want: mockserver.ModelNeverTrained},
		"awaited":  {begins: true, wasUnderWay: true, want: mockserver.ModelComplete},
		"canceled": {begins: true, cancels: true, wasUnderWay: true, want: mockserver.ModelNeverTrained},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newExtendedTestModel(t, texts{"a.txt": "a1"}, mockserver.TrainingPace(mockserver.AfterRequests(2)))
			job, _ := newTraining(w)
			if test.begins {
				if _, err := w.client.TrainLanguageModel(t.Context(), w.account, w.id); err != nil {
					t.Fatal(err)
				}
			}
			job.cancels = test.cancels
			remote, wasUnderWay, err := job.settle(t.Context())
			if err != nil || wasUnderWay != test.wasUnderWay || remote.State != test.want {
				t.Errorf("was under way: %t, now %+v, %v", wasUnderWay, remote, err)
			}
		})
	}
}
