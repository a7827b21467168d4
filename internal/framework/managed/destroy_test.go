package managed

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
)

// TestEffectOf has a policy that no row of effects names.
func TestEffectOf(t *testing.T) {
	t.Parallel()
	unnamed := types.StringValue("archive")
	check.Equal(t, EffectLeave, EffectOf(unnamed, false), "the effect of a policy without a row, on a created object")
	check.Equal(t, EffectLeave, EffectOf(unnamed, true), "the effect of a policy without a row, on an adopted object")
}

// TestNamesOf sorts the names of contents, whose ids mean nothing to users.
func TestNamesOf(t *testing.T) {
	t.Parallel()
	c := Contents{Names: map[string]string{"1": "Bea", "2": "Ada", "3": "Cid"}}
	check.Equal(t, []string{"Ada", "Bea"}, c.namesOf([]string{"1", "2"}), "the names of two ids")
}

// TestOutcome decides what becomes of an object at its destroy.
func TestOutcome(t *testing.T) {
	t.Parallel()
	names := map[outcome]string{
		left: "left", handedOver: "handed over", leftToOther: "left to another", removed: "removed", refusedAsIrreplaceable: "refused",
		refusedForLostValues: "loses values", refusedByPolicy: "protected",
	}
	for name, test := range map[string]struct {
		destroyed destroyFacts
		want      outcome
	}{
		"created":                                {destroyFacts{effect: EffectDelete}, removed},
		"left":                                   {destroyFacts{effect: EffectLeave, isAdopted: true}, left},
		"left, and needed":                       {destroyFacts{effect: EffectLeave, isAdopted: true, isNeeded: true}, left},
		"protected, and needed":                  {destroyFacts{effect: EffectRefuse, isNeeded: true}, refusedByPolicy},
		"protected, replaced":                    {destroyFacts{effect: EffectRefuse, isReplaced: true, isAdopted: true, cannotRecreate: true}, refusedByPolicy},
		"needed":                                 {destroyFacts{effect: EffectRestore, isAdopted: true, isNeeded: true}, leftToOther},
		"adopted, cannot be recreated":           {destroyFacts{effect: EffectDelete, isAdopted: true, cannotRecreate: true}, removed},
		"replaced":                               {destroyFacts{effect: EffectDelete, isReplaced: true}, removed},
		"replaced, and needed":                   {destroyFacts{effect: EffectDelete, isReplaced: true, isNeeded: true}, leftToOther},
		"replaced, named by its id":              {destroyFacts{effect: EffectDelete, isReplaced: true, isIDConfigured: true}, handedOver},
		"replaced, restored":                     {destroyFacts{effect: EffectRestore, isReplaced: true, isIDConfigured: true, isAdopted: true}, removed},
		"replaced, disabled":                     {destroyFacts{effect: EffectDisable, isReplaced: true, isAdopted: true}, handedOver},
		"replaced, adopted":                      {destroyFacts{effect: EffectDelete, isReplaced: true, isAdopted: true}, handedOver},
		"replaced, adopted, cannot be recreated": {destroyFacts{effect: EffectDelete, isReplaced: true, isAdopted: true, cannotRecreate: true}, refusedAsIrreplaceable},
		"replaced, left, cannot be recreated":    {destroyFacts{effect: EffectLeave, isReplaced: true, isAdopted: true, cannotRecreate: true}, handedOver},
		"replaced, decided":                      {destroyFacts{effect: EffectLeave, isReplaced: true, isAdopted: true, isPlannedUnseen: true}, refusedForLostValues},
		"replaced, decided, by its id":           {destroyFacts{effect: EffectLeave, isReplaced: true, isAdopted: true, isPlannedUnseen: true, isIDConfigured: true}, handedOver},
		"replaced, created, decided":             {destroyFacts{effect: EffectDelete, isReplaced: true, isPlannedUnseen: true}, removed},
		"replaced, created, found":               {destroyFacts{effect: EffectDelete, isReplaced: true, isPlannedUnseen: true, adoptsExisting: true}, refusedForLostValues},
	} {
		check.Equal(t, names[test.want], names[test.destroyed.decide()], "%s: the outcome", name)
	}
}
