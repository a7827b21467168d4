package managed

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
)

// TestEffectOf has the policies whose effects no destroy shows: one that no row of effects names, and one whose plan
// fails, so that only the advice after a failed create depends on its effect.
func TestEffectOf(t *testing.T) {
	t.Parallel()
	unnamed := types.StringValue("archive")
	check.Equal(t, Leaves, EffectOf(unnamed, false), "the effect of a policy without a row, on a created object")
	check.Equal(t, Leaves, EffectOf(unnamed, true), "the effect of a policy without a row, on an adopted object")
	prevent := types.StringValue(string(Prevent))
	check.Equal(t, Deletes, EffectOf(prevent, false), "the effect that prevent keeps a plan from, on a created object")
	check.Equal(t, Leaves, EffectOf(prevent, true), "the effect that prevent keeps a plan from, on an adopted object")
}

// TestOutcome decides what becomes of an object at its destroy.
func TestOutcome(t *testing.T) {
	t.Parallel()
	names := map[outcome]string{
		left: "left", handedOver: "handed over", leftToOther: "left to another", removed: "removed", refused: "refused",
		losesValues: "loses values",
	}
	for name, test := range map[string]struct {
		destroyed destroyFacts
		want      outcome
	}{
		"created":                                {destroyFacts{effect: Deletes}, removed},
		"left":                                   {destroyFacts{effect: Leaves, isAdopted: true}, left},
		"left, and needed":                       {destroyFacts{effect: Leaves, isAdopted: true, isNeeded: true}, left},
		"needed":                                 {destroyFacts{effect: Restores, isAdopted: true, isNeeded: true}, leftToOther},
		"adopted, cannot be recreated":           {destroyFacts{effect: Deletes, isAdopted: true, cannotRecreate: true}, removed},
		"replaced":                               {destroyFacts{effect: Deletes, isReplaced: true}, removed},
		"replaced, and needed":                   {destroyFacts{effect: Deletes, isReplaced: true, isNeeded: true}, leftToOther},
		"replaced, named by its id":              {destroyFacts{effect: Deletes, isReplaced: true, isIDConfigured: true}, handedOver},
		"replaced, restored":                     {destroyFacts{effect: Restores, isReplaced: true, isIDConfigured: true, isAdopted: true}, removed},
		"replaced, disabled":                     {destroyFacts{effect: Disables, isReplaced: true, isAdopted: true}, handedOver},
		"replaced, adopted":                      {destroyFacts{effect: Deletes, isReplaced: true, isAdopted: true}, handedOver},
		"replaced, adopted, cannot be recreated": {destroyFacts{effect: Deletes, isReplaced: true, isAdopted: true, cannotRecreate: true}, refused},
		"replaced, left, cannot be recreated":    {destroyFacts{effect: Leaves, isReplaced: true, isAdopted: true, cannotRecreate: true}, handedOver},
		"replaced, decided":                      {destroyFacts{effect: Leaves, isReplaced: true, isAdopted: true, isPlannedUnseen: true}, losesValues},
		"replaced, decided, by its id":           {destroyFacts{effect: Leaves, isReplaced: true, isAdopted: true, isPlannedUnseen: true, isIDConfigured: true}, handedOver},
		"replaced, created, decided":             {destroyFacts{effect: Deletes, isReplaced: true, isPlannedUnseen: true}, removed},
		"replaced, created, found":               {destroyFacts{effect: Deletes, isReplaced: true, isPlannedUnseen: true, adoptsFound: true}, losesValues},
	} {
		got := test.destroyed.decide()
		if got != test.want {
			t.Errorf("%s: the outcome is %q, want %q", name, names[got], names[test.want])
		}
	}
}
