package managed

import "testing"

// TestOutcome decides what becomes of an object at its destroy.
func TestOutcome(t *testing.T) {
	t.Parallel()
	names := map[outcome]string{
		abandoned: "abandoned", passedOn: "passed on", leftToOther: "taken over", removed: "removed", refused: "refused", wouldForget: "forgets",
	}
	for name, test := range map[string]struct {
		destroyed destroyed
		want      outcome
	}{
		"created":                      {destroyed{effect: Deletes}, removed},
		"left":                         {destroyed{effect: Leaves, isAdopted: true}, abandoned},
		"left, and claimed":            {destroyed{effect: Leaves, isAdopted: true, isClaimed: true}, abandoned},
		"claimed":                      {destroyed{effect: Restores, isAdopted: true, isClaimed: true}, leftToOther},
		"kept by its kind":             {destroyed{effect: Deletes, isAdopted: true, keepsAdopted: true}, removed},
		"replaced":                     {destroyed{effect: Deletes, isReplaced: true}, removed},
		"replaced, and claimed":        {destroyed{effect: Deletes, isReplaced: true, isClaimed: true}, leftToOther},
		"replaced, named by its id":    {destroyed{effect: Deletes, isReplaced: true, isNamed: true}, passedOn},
		"replaced, restored":           {destroyed{effect: Restores, isReplaced: true, isNamed: true, isAdopted: true}, removed},
		"replaced, disabled":           {destroyed{effect: Disables, isReplaced: true, isAdopted: true}, passedOn},
		"replaced, adopted":            {destroyed{effect: Deletes, isReplaced: true, isAdopted: true}, passedOn},
		"replaced, adopted for ever":   {destroyed{effect: Deletes, isReplaced: true, isAdopted: true, keepsAdopted: true}, refused},
		"replaced, left for ever":      {destroyed{effect: Leaves, isReplaced: true, isAdopted: true, keepsAdopted: true}, passedOn},
		"replaced, decided":            {destroyed{effect: Leaves, isReplaced: true, isAdopted: true, isDecided: true}, wouldForget},
		"replaced, decided, by its id": {destroyed{effect: Leaves, isReplaced: true, isAdopted: true, isDecided: true, isNamed: true}, passedOn},
		"replaced, created, decided":   {destroyed{effect: Deletes, isReplaced: true, isDecided: true}, removed},
	} {
		if got := test.destroyed.outcome(); got != test.want {
			t.Errorf("%s: %s, want %s", name, names[got], names[test.want])
		}
	}
}
