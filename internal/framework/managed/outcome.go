package managed

// Outcome is what becomes of an object at its destroy. It follows from the effect of the policy and
// from other facts.
type Outcome int

const (
	// OutcomeLeft means that the object is unchanged, and nobody has it.
	OutcomeLeft Outcome = iota
	// OutcomeHandedOver means that it is unchanged, for the create that follows at the same
	// address.
	OutcomeHandedOver
	// OutcomeLeftToOther means that it is unchanged, because another instance needs it.
	OutcomeLeftToOther
	// OutcomeRemoved means that it is deleted, disabled or restored, as the effect says.
	OutcomeRemoved
	// OutcomeRefusedByPolicy means that it is unchanged, after an error.
	OutcomeRefusedByPolicy
	// OutcomeIrreplaceable means that it is unchanged, after an error: no create could make it
	// again.
	OutcomeIrreplaceable
	// OutcomeLosesValues means that it is unchanged, after an error: the create does not know
	// values that only the state has.
	OutcomeLosesValues
)

// DestroyFacts decide the outcome of a destroy. "The object" is the one of the state; "the create"
// is the one that follows at the same address.
type DestroyFacts struct {
	// Effect is that of deletion_policy on the object.
	Effect Effect
	// IsAdopted means that Terraform has found the object instead of creating it.
	IsAdopted bool
	// IsNeeded means that another instance has or wants the object.
	IsNeeded bool
	// CannotRecreate means that a create cannot make an object such as an adopted one again.
	CannotRecreate bool
	// AdoptsExisting means that the plan of a create adopts the object if it is there, although the
	// configuration does not name it.
	AdoptsExisting bool
	// HandsOverState means that a create gets an object that its configuration names with the state,
	// although its plan did not see it.
	HandsOverState bool

	CreateFacts
}

// DestroyFacts returns what the type says of a destroy, beside the effect of deletion_policy on the
// object and whether Terraform has adopted it.
func (i *ResourceInfo) DestroyFacts(effect Effect, isAdopted bool) DestroyFacts {
	return DestroyFacts{
		Effect: effect, IsAdopted: isAdopted,
		CannotRecreate: i.CannotRecreate, AdoptsExisting: i.AdoptsExisting,
	}
}

// CreateFacts are what a destroy knows of the create, for its object. They are zero if none
// follows.
type CreateFacts struct {
	HasCreate bool
	// IsIDConfigured means that the configuration of the create contains the id of the object.
	IsIDConfigured bool
	// IsPlannedUnseen means that the plan of the create has decided on the object, and does not see
	// its state, because the instance is tainted.
	IsPlannedUnseen bool
}

// Outcome returns what becomes of the object.
func (d DestroyFacts) Outcome() Outcome {
	switch {
	case d.Effect == EffectRefuse:
		return OutcomeRefusedByPolicy
	case d.HasCreate:
		return d.replacementOutcome()
	case d.Effect == EffectLeave:
		return OutcomeLeft
	case d.IsNeeded:
		return OutcomeLeftToOther
	}
	return OutcomeRemoved
}

// replacementOutcome returns what becomes of the object before the create at its address.
func (d DestroyFacts) replacementOutcome() Outcome {
	switch {
	case d.deletesIrreplaceable():
		return OutcomeIrreplaceable
	case d.isTakenUnseen():
		return OutcomeLosesValues
	case d.Effect.inReplacement(d.IsAdopted, d.IsIDConfigured) == EffectLeave:
		return OutcomeHandedOver
	case d.IsNeeded:
		return OutcomeLeftToOther
	}
	return OutcomeRemoved
}

// deletesIrreplaceable reports whether deletion_policy asks to change an object that the create
// cannot make again.
func (d DestroyFacts) deletesIrreplaceable() bool {
	if d.Effect == EffectLeave {
		return false
	}
	return d.IsAdopted && d.CannotRecreate
}

// isTakenUnseen reports whether the create takes an object as if Terraform had never managed it.
// The state would lose adopted and the values that were overwritten.
func (d DestroyFacts) isTakenUnseen() bool {
	if d.HandsOverState && d.IsIDConfigured {
		return false
	}
	isTaken := d.IsAdopted || d.AdoptsExisting
	return d.IsPlannedUnseen && isTaken
}

// inReplacement returns the effect of a destroy before a create at the same address. It deletes an
// object only if Terraform has created it and the create can create it again, and it restores
// previous values. The create takes any other object.
func (e Effect) inReplacement(isAdopted, isIDConfigured bool) Effect {
	if e == EffectRestore {
		return EffectRestore
	}
	isMadeAgain := !isAdopted && !isIDConfigured
	if e == EffectDelete && isMadeAgain {
		return EffectDelete
	}
	return EffectLeave
}
