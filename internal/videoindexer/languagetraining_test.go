package videoindexer

import (
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
)

func TestTraining(t *testing.T) {
	t.Parallel()
	for state, want := range map[string]Training{
		"None": TrainingNone, "NONE": TrainingNone, "Waiting": TrainingUnderWay, "PROCESSING": TrainingUnderWay, "Failed": TrainingFailed, "failed": TrainingFailed,
		"Complete": TrainingDone, "Succeeded": TrainingDone, "7": TrainingDone, "": TrainingNone,
	} {
		if got := (&LanguageModel{State: state}).Training(); got != want {
			t.Errorf("%q is %d, want %d", state, got, want)
		}
	}
	if got := (&LanguageModel{LinguisticModelID: "l"}).Training(); got != TrainingDone {
		t.Errorf("a model without a state, with a linguistic model, is %d", got)
	}
}

// TestIsServiceMade knows the file of the service by its name.
func TestIsServiceMade(t *testing.T) {
	t.Parallel()
	for name, isMade := range map[string]bool{"From transcript edits": true, "from transcript edits ": true, "From transcript edits.txt": false, "": false} {
		if got := (&LanguageModelFile{Name: name}).IsServiceMade(); got != isMade {
			t.Errorf("%q is of the service's own: %t", name, got)
		}
	}
}

// TestTrainLost loses the answer of X8, which is never sent again: the model shows whether it was carried out.
func TestTrainLost(t *testing.T) {
	t.Parallel()
	const isDone, isNone = `{"id":"m1","state":"Complete","languageModelId":"l1"}`, `{"id":"m1","state":"None"}`
	for name, test := range map[string]struct {
		before, after []string // what X6 shows after the request
		answer        reply
		begins        bool
	}{
		"under way":                  {before: []string{isNone}, after: []string{`{"id":"m1","state":"processing"}`}, answer: lost, begins: true},
		"under way later":            {before: []string{isDone}, after: []string{isDone, isDone, `{"id":"m1","state":"Waiting"}`}, answer: lost, begins: true},
		"over":                       {before: []string{isNone}, after: []string{isDone}, answer: lost, begins: true},
		"over, for the second time":  {before: []string{isDone}, after: []string{strings.Replace(isDone, "l1", "l2", 1)}, answer: lost, begins: true},
		"not begun, or not shown":    {before: []string{isDone}, after: []string{isDone}, answer: lost},
		"an answer without an id":    {before: []string{isNone}, after: []string{isDone}, answer: reply{body: "{}"}, begins: true},
		"failed, and not begun":      {before: []string{isNone}, after: []string{isNone}, answer: reply{status: http.StatusBadGateway}},
		"refused":                    {before: []string{isNone}, after: []string{isDone}, answer: refusal(http.StatusConflict, ErrorTypeGeneral)},
		"the model cannot be looked": {before: []string{isNone}, after: nil, answer: lost},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				const request = "PUT Language/m1/Train"
				s := scripted(nil)
				s.set(request, test.answer)
				if shown := bodies(append(test.before, test.after...)...); test.after != nil {
					s.set("GET Language/m1", shown...)
				} else {
					s.set("GET Language/m1", shown[0], lost)
				}
				c := serveInBubble(t, s.ServeHTTP, onlyToken, extended)
				before, err := c.GetLanguageModel(t.Context(), testAccount, "m1")
				if err != nil {
					t.Fatal(err)
				}
				model, err := c.TrainLanguageModel(t.Context(), testAccount, before)
				if (err == nil) != test.begins || (model == nil) == test.begins {
					t.Errorf("%+v, %v", model, err)
				}
				if n := strings.Count(strings.Join(s.asked(), ","), request); n != 1 {
					t.Errorf("sent %d times", n)
				}
			})
		})
	}
}
