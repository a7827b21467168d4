package managed

import (
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
)

// TestOutcome decides what becomes of an object at its destroy.
func TestOutcome(t *testing.T) {
	t.Parallel()
	names := map[Outcome]string{
		OutcomeLeft: "left", OutcomeHandedOver: "handed over", OutcomeLeftToOther: "left to another",
		OutcomeRemoved: "removed", OutcomeRefusedByPolicy: "refused by policy",
		OutcomeIrreplaceable: "irreplaceable", OutcomeLosesValues: "loses values",
	}
	replaced := CreateFacts{HasCreate: true}
	namedByID := CreateFacts{HasCreate: true, IsIDConfigured: true}
	decidedUnseen := CreateFacts{HasCreate: true, IsPlannedUnseen: true}
	namedByIDUnseen := CreateFacts{HasCreate: true, IsIDConfigured: true, IsPlannedUnseen: true}
	for name, test := range map[string]struct {
		destroyed DestroyFacts
		want      Outcome
	}{
		"created":                                {DestroyFacts{Effect: EffectDelete}, OutcomeRemoved},
		"left":                                   {DestroyFacts{Effect: EffectLeave, IsAdopted: true}, OutcomeLeft},
		"left, and needed":                       {DestroyFacts{Effect: EffectLeave, IsAdopted: true, IsNeeded: true}, OutcomeLeft},
		"refused, and needed":                    {DestroyFacts{Effect: EffectRefuse, IsNeeded: true}, OutcomeRefusedByPolicy},
		"refused, replaced":                      {DestroyFacts{Effect: EffectRefuse, CreateFacts: replaced, IsAdopted: true, CannotRecreate: true}, OutcomeRefusedByPolicy},
		"needed":                                 {DestroyFacts{Effect: EffectRestore, IsAdopted: true, IsNeeded: true}, OutcomeLeftToOther},
		"adopted, cannot be recreated":           {DestroyFacts{Effect: EffectDelete, IsAdopted: true, CannotRecreate: true}, OutcomeRemoved},
		"replaced":                               {DestroyFacts{Effect: EffectDelete, CreateFacts: replaced}, OutcomeRemoved},
		"replaced, and needed":                   {DestroyFacts{Effect: EffectDelete, CreateFacts: replaced, IsNeeded: true}, OutcomeLeftToOther},
		"replaced, named by its id":              {DestroyFacts{Effect: EffectDelete, CreateFacts: namedByID}, OutcomeHandedOver},
		"replaced, restored":                     {DestroyFacts{Effect: EffectRestore, CreateFacts: namedByID, IsAdopted: true}, OutcomeRemoved},
		"replaced, disabled":                     {DestroyFacts{Effect: EffectDisable, CreateFacts: replaced, IsAdopted: true}, OutcomeHandedOver},
		"replaced, adopted":                      {DestroyFacts{Effect: EffectDelete, CreateFacts: replaced, IsAdopted: true}, OutcomeHandedOver},
		"replaced, adopted, cannot be recreated": {DestroyFacts{Effect: EffectDelete, CreateFacts: replaced, IsAdopted: true, CannotRecreate: true}, OutcomeIrreplaceable},
		"replaced, created, cannot be recreated": {DestroyFacts{Effect: EffectDelete, CreateFacts: replaced, CannotRecreate: true}, OutcomeRemoved},
		"replaced, left, cannot be recreated":    {DestroyFacts{Effect: EffectLeave, CreateFacts: replaced, IsAdopted: true, CannotRecreate: true}, OutcomeHandedOver},
		"replaced, planned unseen":               {DestroyFacts{Effect: EffectLeave, CreateFacts: decidedUnseen, IsAdopted: true}, OutcomeLosesValues},
		"replaced by its id, planned unseen": {
			DestroyFacts{Effect: EffectLeave, CreateFacts: namedByIDUnseen, IsAdopted: true}, OutcomeLosesValues,
		},
		"replaced by its id, planned unseen, with its state": {
			DestroyFacts{Effect: EffectLeave, CreateFacts: namedByIDUnseen, IsAdopted: true, HandsOverState: true}, OutcomeHandedOver,
		},
		"replaced, created, planned unseen": {DestroyFacts{Effect: EffectDelete, CreateFacts: decidedUnseen}, OutcomeRemoved},
		"replaced, created, adopted unseen": {DestroyFacts{Effect: EffectDelete, CreateFacts: decidedUnseen, AdoptsExisting: true}, OutcomeLosesValues},
	} {
		check.Equal(t, names[test.want], names[test.destroyed.Outcome()], "%s: the outcome", name)
	}
}
