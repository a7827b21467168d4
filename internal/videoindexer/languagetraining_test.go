package videoindexer

import (
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

// TestTrainRepeated loses the answer of X8 once: the refusal of the second attempt is about the first.
func TestTrainRepeated(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		isLost, isUnderWay bool
		status             int
		fails              bool
	}{
		"400 after a lost answer":          {isLost: true, isUnderWay: true, status: 400},
		"409 after a lost answer":          {isLost: true, isUnderWay: true, status: 409},
		"400, and no training":             {isLost: true, status: 400, fails: true},
		"400 at once":                      {isUnderWay: true, status: 400, fails: true},
		"403 after a lost answer":          {isLost: true, isUnderWay: true, status: 403, fails: true},
		"no answer at all that says where": {isLost: true, status: 409, fails: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				state := "None"
				if test.isUnderWay {
					state = "processing"
				}
				s := scripted(map[string]string{"GET Language/m1": `{"id":"m1","state":"` + state + `"}`})
				answers := []reply{refusal(test.status, ErrorTypeInvalidInput)}
				if test.isLost {
					answers = append([]reply{lost}, answers...)
				}
				s.set("PUT Language/m1/Train", answers...)
				c := serveInBubble(t, s.ServeHTTP, onlyToken, extended)
				model, err := c.TrainLanguageModel(t.Context(), testAccount, "m1")
				if test.fails != (err != nil) || err == nil && model.Training() != TrainingUnderWay {
					t.Errorf("%+v, %v", model, err)
				}
			})
		})
	}
}
