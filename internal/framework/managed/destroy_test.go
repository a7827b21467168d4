package managed

import "testing"

// TestEnd decides what becomes of an object at its destroy.
func TestEnd(t *testing.T) {
	t.Parallel()
	names := map[end]string{
		endAbandoned: "abandoned", endPassedOn: "passed on", endTakenOver: "taken over", endRemoved: "removed", endRefused: "refused", endForgets: "forgets",
	}
	for name, test := range map[string]struct {
		destroyed destroyed
		want      end
	}{
		"created":                      {destroyed{effect: Deletes}, endRemoved},
		"left":                         {destroyed{effect: Leave, isAdopted: true}, endAbandoned},
		"left, and claimed":            {destroyed{effect: Leave, isAdopted: true, isClaimed: true}, endAbandoned},
		"claimed":                      {destroyed{effect: Restores, isAdopted: true, isClaimed: true}, endTakenOver},
		"kept by its kind":             {destroyed{effect: Deletes, isAdopted: true, keepsAdopted: true}, endRemoved},
		"replaced":                     {destroyed{effect: Deletes, isReplaced: true}, endRemoved},
		"replaced, and claimed":        {destroyed{effect: Deletes, isReplaced: true, isClaimed: true}, endTakenOver},
		"replaced, named by its id":    {destroyed{effect: Deletes, isReplaced: true, isNamed: true}, endPassedOn},
		"replaced, restored":           {destroyed{effect: Restores, isReplaced: true, isNamed: true, isAdopted: true}, endRemoved},
		"replaced, disabled":           {destroyed{effect: Disables, isReplaced: true, isAdopted: true}, endPassedOn},
		"replaced, adopted":            {destroyed{effect: Deletes, isReplaced: true, isAdopted: true}, endPassedOn},
		"replaced, adopted for ever":   {destroyed{effect: Deletes, isReplaced: true, isAdopted: true, keepsAdopted: true}, endRefused},
		"replaced, left for ever":      {destroyed{effect: Leave, isReplaced: true, isAdopted: true, keepsAdopted: true}, endPassedOn},
		"replaced, decided":            {destroyed{effect: Leave, isReplaced: true, isAdopted: true, isDecided: true}, endForgets},
		"replaced, decided, by its id": {destroyed{effect: Leave, isReplaced: true, isAdopted: true, isDecided: true, isNamed: true}, endPassedOn},
		"replaced, created, decided":   {destroyed{effect: Deletes, isReplaced: true, isDecided: true}, endRemoved},
	} {
		if got := test.destroyed.end(); got != test.want {
			t.Errorf("%s: %s, want %s", name, names[got], names[test.want])
		}
	}
}
