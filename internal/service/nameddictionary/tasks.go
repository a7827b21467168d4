package nameddictionary

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managedbrand"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// change writes a brand of the state if it differs from what is wanted. Fields that are not managed stay as planned.
func (d dictionary) change(ctx context.Context, o *outcome, wanted entry, plan planned) {
	state, next := *o.entry, plan.entries[o.name]
	if o.isAdopted {
		overwritten := plan.overwrittenOf(o.name)
		if overwritten.IsUnknown() {
			overwritten = managedbrand.PlanOverwritten(o.overwritten, state.Fields(), wanted.Values)
		}
		o.overwritten = overwritten
	}
	o.isUnlisted = false
	before, after := state.Values, withName(wanted.Values, o.name)
	if !after.Name.IsNull() {
		before.Name = after.Name
	}
	o.Outcome = d.brand(o.name, o.id).Change(ctx, before, after)
	next.ID = state.ID
	switch {
	case o.Err != nil:
		return
	case o.Remote == nil:
		next.FillUnknown(state.Fields())
	case o.Failed():
		next.Fill(o.Remote.BrandFields)
	default:
		next.FillUnknown(o.Remote.BrandFields)
	}
	next.Name = types.StringNull()
	o.entry = &next
}

// fate is what becomes of a brand that the dictionary no longer has.
type fate int

const (
	// isLeft stops managing the brand, isForgotten stops showing one that was never managed.
	isLeft fate = iota
	isForgotten
	isDisabled
	isDeleted
)

// fate is what becomes of a brand of the contents whose entry goes. An exclusive dictionary leaves nothing in the account
// that it does not list; a destroy is never exclusive.
func (c contents) fate(name string, isExclusive bool, policy deletion.Policy) fate {
	switch {
	case isExclusive:
		return isDeleted
	case c.unlisted[name]:
		return isForgotten
	case policy == deletion.Disable:
		return isDisabled
	case policy == deletion.Delete && !c.adopted[name]:
		return isDeleted
	}
	return isLeft
}

// release ends the management of a brand of the state. One that another instance has taken over is left to that one.
func (d dictionary) release(ctx context.Context, o *outcome, f fate) {
	brand := d.brand(o.name, o.id)
	if f != isForgotten {
		policy := map[fate]deletion.Policy{isLeft: deletion.Abandon, isDisabled: deletion.Disable, isDeleted: deletion.Delete}[f]
		o.isTakenOver, o.Outcome = brand.Release(ctx, policy, managedbrand.Values{}, noValues)
	}
	o.isLeft = f == isLeft && !o.isTakenOver && !brand.IsAdoptedAgain()
	switch {
	case !o.Failed():
		o.entry = nil
	case o.Remote != nil:
		current := entryOfBrand(o.entry.Values, o.Remote)
		o.entry = &current
	}
}

// removeUnlisted deletes a brand that no state has, because the dictionary has become exclusive. If that fails, the
// state shows it as a refresh would.
func (d dictionary) removeUnlisted(ctx context.Context, o *outcome, found *videoindexer.Brand) {
	if o.isRemoved = found == nil; o.isRemoved {
		return
	}
	o.id = found.ID
	o.isTakenOver, o.Outcome = d.brand(o.name, o.id).Release(ctx, deletion.Delete, managedbrand.Values{}, noValues)
	if o.isRemoved = !o.Failed(); o.isRemoved {
		return
	}
	shown := foundEntry(found)
	o.entry, o.isAdopted, o.isUnlisted, o.overwritten = &shown, true, true, noValues
}
