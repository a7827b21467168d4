package nameddictionary

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managedbrand"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/manybrands"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// planned is what the plan says of the dictionary, beside its entries.
type planned struct {
	// adopted is null where it is unknown which brands are.
	adopted map[string]bool
	// isOpen says that it is unknown what is overwritten.
	isOpen bool
	contents
}

func (m *dictionaryModel) planned() planned {
	p := planned{contents: m.contents(), isOpen: m.Overwritten.IsUnknown()}
	if !m.Adopted.IsUnknown() {
		p.adopted = p.contents.adopted
	}
	return p
}

// overwrittenOf are the overwritten values of a brand in the plan.
func (p planned) overwrittenOf(name string) types.Object {
	if p.isOpen {
		return types.ObjectUnknown(managedbrand.Types)
	}
	return p.contents.overwrittenOf(name)
}

// errVanished means that a brand which was planned to be adopted is gone.
var errVanished = &manybrands.ChangedError{What: "the account had a brand with this name during the plan, and has none any more; plan again to create it"}

// add adopts the brand that the account has with the name, and creates it where there is none.
func (d dictionary) add(ctx context.Context, o *outcome, wanted entry, plan planned, now listing, taken *takenNames) {
	found := now.byName[o.name]
	switch {
	case found != nil && plan.adopted != nil && !plan.adopted[o.name]:
		o.fail("create", &manybrands.ChangedError{What: fmt.Sprintf("brand %d has appeared with this name since the plan, so the plan does not show which of its values would be overwritten; plan again to adopt it", found.ID)})
	case found == nil && plan.adopted[o.name]:
		o.fail("adopt", errVanished)
	case found == nil:
		d.create(ctx, o, wanted, taken)
	default:
		d.adopt(ctx, o, wanted, plan, found)
		switch {
		case !videoindexer.IsNotFound(o.Err):
		case plan.adopted == nil: // another instance's destroy came first
			o.entry, o.isAdopted, o.overwritten, o.Outcome = nil, false, noValues, managedbrand.Outcome{}
			d.create(ctx, o, wanted, taken)
		default:
			o.Err = errVanished
		}
	}
}

// adopt writes what is wanted to a brand that was found (endpoint 17), if it differs.
func (d dictionary) adopt(ctx context.Context, o *outcome, wanted entry, plan planned, found *videoindexer.Brand) {
	object := d.object(found.ID)
	release, err := object.Hold(ctx)
	if err != nil {
		o.fail("adopt", err)
		return
	}
	object.Found = found
	release()
	o.id = found.ID
	o.Outcome = d.brand(o.name, found.ID).Adopt(ctx, wanted.Values, plan.overwrittenOf(o.name))
	if o.Held != nil {
		wanted.PlanEntry(nil)
		adopted := entryOfBrand(wanted.Values, o.Held)
		o.entry, o.isAdopted, o.overwritten = &adopted, true, o.Overwritten
	}
}

// create creates a brand (X2). It is enabled unless configured otherwise; other fields that are not configured are
// empty.
func (d dictionary) create(ctx context.Context, o *outcome, wanted entry, taken *takenNames) {
	sent := wanted.Over(videoindexer.BrandFields{Enabled: true})
	sent.Name = o.name
	began := time.Now()
	held, err := d.Client.CreateBrand(ctx, d.Account, sent)
	if err != nil {
		o.fail("create", err)
		answer, isAnswered := errors.AsType[*videoindexer.APIError](err)
		switch {
		case videoindexer.IsAmbiguous(err):
			o.Decisive = "Plan again: if the brand was created, the plan finds it by its name, and shows it in adopted."
		case isAnswered && answer.Status == http.StatusBadRequest:
			o.Decisive = taken.explain(ctx, d, o.name, began)
		}
		return
	}
	d.object(held.ID).TakeOver(d.Instance)
	wanted.PlanEntry(nil)
	created := entryOfBrand(wanted.Values, held)
	o.id, o.entry = held.ID, &created
	d.notTaken(o, held, sent)
}

// arguments are the arguments of an entry by the fields of the service.
var arguments = map[string]string{"enabled": "enabled", "description": "description", "referenceUrl": "reference_url", "tags": "tags"}

// notTaken are the errors of a create that the service accepted and did not carry out in full.
func (d dictionary) notTaken(o *outcome, held *videoindexer.Brand, sent videoindexer.BrandFields) {
	for _, field := range held.DifferentFields(sent) {
		argument, isArgument := arguments[field]
		if !isArgument {
			o.Diags.AddAttributeError(at(o.name), "Name changed by the service",
				fmt.Sprintf("The service has created %s, but with the name %q. Use that name as the key of the entry.", d.subject(o.name), held.Name))
			continue
		}
		o.Diags.AddAttributeError(at(o.name).AtName(argument), "Value not kept by the service",
			fmt.Sprintf("The service has created %s, but holds another value of %s than the one that was sent. "+
				"Set %s to a value that the service keeps, or leave it out; the state shows what the service holds.", d.subject(o.name), argument, argument))
	}
}

// change writes a brand of the state if it differs from what is wanted. Fields that are not managed stay as planned.
func (d dictionary) change(ctx context.Context, o *outcome, wanted entry, plan planned) {
	state, next := *o.entry, plan.entries[o.name]
	if o.isAdopted {
		overwritten := plan.overwrittenOf(o.name)
		if overwritten.IsUnknown() {
			overwritten = managedbrand.PlanOverwritten(o.overwritten, state.fields(o.name), wanted.Values)
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
	case o.Held == nil:
		next.TakeUnknown(state.Fields())
	case o.Failed():
		next.Take(o.Held.BrandFields)
	default:
		next.TakeUnknown(o.Held.BrandFields)
	}
	next.Name = types.StringNull()
	o.entry = &next
}

// fate is what becomes of a brand that the dictionary no longer holds.
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
	if f != isForgotten {
		policy := map[fate]deletion.Policy{isLeft: deletion.Abandon, isDisabled: deletion.Disable, isDeleted: deletion.Delete}[f]
		o.isTakenOver, o.Outcome = d.brand(o.name, o.id).Release(ctx, policy, managedbrand.Values{}, noValues)
	}
	o.isLeft = f == isLeft && !o.isTakenOver
	switch {
	case !o.Failed():
		o.entry = nil
	case o.Held != nil:
		held := entryOfBrand(o.entry.Values, o.Held)
		o.entry = &held
	}
}

// removeUnlisted deletes a brand that no state holds, because the dictionary has become exclusive. If that fails, the
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

// takenNames looks up who has a name that the service refuses to give to a new brand.
type takenNames struct {
	mu sync.Mutex
	// asked counts the requests: one for each failure that is reported in full.
	asked int
	began time.Time
	list  listing
}

// explain says which brand has a name, as far as the account's list shows one; "" where it does not. Since is when the
// create was sent.
func (t *takenNames) explain(ctx context.Context, d dictionary, name string, since time.Time) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.began.Before(since) && t.asked < manybrands.Detailed {
		began := time.Now()
		list, err := d.list(ctx)
		t.asked++
		if err != nil {
			return ""
		}
		t.began, t.list = began, list
	}
	if found := t.list.byName[name]; found != nil {
		return fmt.Sprintf("Brand %d has appeared with this name since the plan. Plan again to adopt it.", found.ID)
	}
	for _, found := range t.list.byName {
		if strings.EqualFold(found.Name, name) {
			return fmt.Sprintf("Brand %d has the name %q, which differs only in letter case: this service treats both as the same name. Use %q as the key of the entry.", found.ID, found.Name, found.Name)
		}
	}
	return ""
}
