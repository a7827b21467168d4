package managed

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ledger"
)

// What a plan, read or apply leaves to a later one of the same run is below: the three slots of this
// package (decisions/ledger.md lists all of them), and what writes and reads each.

// ExistingState is the state of an instance, with the key of its object.
type ExistingState struct {
	Model Model
	key   ledger.Key
}

// replacedStates are under the key of an instance: privateState.priorKey.
var replacedStates = ledger.Slot[ExistingState]{Name: "replaced state"}

// existingState returns the state that a plan changes, replaces or destroys. In a create, it is the
// one that rememberForCreate has left.
func (r *Resource) existingState(
	req resource.ModifyPlanRequest, begun BegunPlan, state Model,
) (existing ExistingState) {
	if begun.Step == StepCreate {
		existing, _ = replacedStates.Recall(&r.Ledger, begun.stored.priorKey())
		return existing
	}
	key, _ := r.ledgerKey(req.State.Raw)
	return ExistingState{Model: state, key: key}
}

// rememberForCreate leaves the state of an update to the plan of a create: an engine can turn the
// one into the other (-replace), and then does not show the state again.
func (r *Resource) rememberForCreate(begun BegunPlan) {
	if begun.Step == StepUpdate {
		replacedStates.Remember(&r.Ledger, begun.stored.priorKey(), begun.Existing)
	}
}

// priorRead is the state of an object, as the read before a plan has had it.
type priorRead struct {
	instance ledger.Instance
	key      ledger.Key
	state    tftypes.Value
}

// priorReads are under the name of an object.
var priorReads = ledger.Slot[priorRead]{Name: "prior read"}

// rememberRead leaves what a read has had of an object to the plan of a create with its name.
func (r *Resource) rememberRead(instance ledger.Instance, from tfsdk.State, state ObjectModel) {
	key, _ := r.ledgerKey(from.Raw)
	name := r.ledgerNameKey(state)
	if name.ID != "" {
		priorReads.Remember(&r.Ledger, name, priorRead{instance: instance, key: key, state: from.Raw})
	}
}

// handover is an object that a destroy has left to the create of its replacement, as the state had
// it.
type handover struct {
	state     tftypes.Value
	isAdopted bool
}

// handovers are under the id of an object, or under its name.
var handovers = ledger.Slot[handover]{Name: "handover"}

// handOver leaves an object to the create that follows at the same address.
func (r *Resource) handOver(to *NextCreate, key ledger.Key, from tfsdk.State, state ObjectModel) {
	if !to.HasConfigured(key.ID) {
		key = r.ledgerNameKey(state)
	}
	if to.CanTakeFrom(state.AccountRef()) {
		handovers.Remember(&r.Ledger, key, handover{from.Raw, state.isAdopted()})
	}
}

// findHandover returns the object that a destroy has left under one of some keys.
func (r *Resource) findHandover(keys []ledger.Key) (found handover, ok bool) {
	for _, key := range keys {
		found, ok = handovers.Recall(&r.Ledger, key)
		if ok {
			return found, true
		}
	}
	return found, false
}

// acceptHandover makes the state of an object that a destroy at the same address has left the state
// of a create, if there is one. Only the first create gets it.
func (r *Resource) acceptHandover(
	ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse, plan ObjectModel,
) bool {
	keys := r.ledgerKeys(req.Plan.Raw, plan)
	if len(keys) == 0 {
		return false
	}
	// The first key is the id. Only without a configured id, it is the name.
	found, isFound := handovers.RecallOnce(&r.Ledger, keys[0])
	if !isFound {
		return false
	}
	instance := r.StoreNewInstance(ctx, resp.Private, &resp.Diagnostics)
	for _, key := range r.ledgerKeys(found.state, plan) {
		r.Ledger.Take(key, instance)
	}
	resp.State.Raw = found.state
	return true
}
