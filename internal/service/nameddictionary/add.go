package nameddictionary

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managedbrand"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/manybrands"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// errVanished means that a brand which was planned to be adopted is gone.
var errVanished = &manybrands.ChangedError{What: "the account had a brand with this name during the plan, and has none any more; plan again to create it"}

// additions is the round that adds brands.
type additions struct {
	dictionary
	planned planned
	now     listing
	taken   takenNames
}

// add adopts the brand that the account has with the name, and creates it where there is none.
func (a *additions) add(ctx context.Context, o *outcome, wanted entry) {
	plan, found := a.planned, a.now.byName[o.name]
	switch {
	case found != nil && plan.adopted != nil && !plan.adopted[o.name]:
		o.fail("create", &manybrands.ChangedError{What: fmt.Sprintf("brand %d has appeared with this name since the plan, so the plan does not show which of its values would be overwritten; plan again to adopt it", found.ID)})
	case found == nil && plan.adopted[o.name]:
		o.fail("adopt", errVanished)
	case found == nil:
		a.create(ctx, o, wanted)
	default:
		a.adopt(ctx, o, wanted, found)
		switch {
		case !videoindexer.IsNotFound(o.Err):
		case plan.adopted == nil: // another instance's destroy came first
			o.entry, o.isAdopted, o.overwritten, o.Outcome = nil, false, noValues, managedbrand.Outcome{}
			a.create(ctx, o, wanted)
		default:
			o.Err = errVanished
		}
	}
}

// adopt writes what is wanted to a brand that was found (endpoint 17), if it differs.
func (a *additions) adopt(ctx context.Context, o *outcome, wanted entry, found *videoindexer.Brand) {
	object := a.object(found.ID)
	release, err := object.Hold(ctx)
	if err != nil {
		o.fail("adopt", err)
		return
	}
	object.Found = found
	release()
	o.id = found.ID
	o.Outcome = a.brand(o.name, found.ID).Adopt(ctx, wanted.Values, a.planned.overwrittenOf(o.name))
	if o.Remote != nil {
		wanted.PlanEntry(nil)
		adopted := entryOfBrand(wanted.Values, o.Remote)
		o.entry, o.isAdopted, o.overwritten = &adopted, true, o.Overwritten
	}
}

// create creates a brand (X2). It is enabled unless configured otherwise; other fields that are not configured are
// empty.
func (a *additions) create(ctx context.Context, o *outcome, wanted entry) {
	sent := wanted.Overlay(videoindexer.BrandFields{Enabled: true})
	sent.Name = o.name
	began := time.Now()
	remote, err := a.Client.CreateBrand(ctx, a.Account, sent)
	if err != nil {
		o.fail("create", err)
		answer, isAnswered := errors.AsType[*videoindexer.APIError](err)
		switch {
		case videoindexer.IsAmbiguous(err):
			o.Decisive = "Plan again: if it was created, the plan finds it by its name, and shows it in adopted."
		case isAnswered && answer.Status == http.StatusBadRequest:
			o.Decisive = a.taken.explain(ctx, a.dictionary, o.name, began)
		}
		return
	}
	a.object(remote.ID).TakeOver(a.Instance)
	wanted.PlanEntry(nil)
	created := entryOfBrand(wanted.Values, remote)
	o.id, o.entry = remote.ID, &created
	a.notKept(o, remote, sent)
}

// arguments are the arguments of an entry by the fields of the service.
var arguments = map[string]string{"enabled": "enabled", "description": "description", "referenceUrl": "reference_url", "tags": "tags"}

// notKept are the errors of a create that the service accepted and did not carry out in full.
func (d dictionary) notKept(o *outcome, remote *videoindexer.Brand, sent videoindexer.BrandFields) {
	for _, field := range remote.DifferentFields(sent) {
		argument, isArgument := arguments[field]
		if !isArgument {
			o.Diags.AddAttributeError(at(o.name), "Name changed by the service",
				fmt.Sprintf("The service has created %s, but with the name %q. Use that name as the key of the entry.", d.subject(o.name), remote.Name))
			continue
		}
		o.Diags.AddAttributeError(at(o.name).AtName(argument), "Value not kept by the service",
			fmt.Sprintf("The service has created %s, but has another value of %s than the one that was sent. "+
				"Set %s to a value that the service keeps, or leave it out; the state shows what the service has.", d.subject(o.name), argument, argument))
	}
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
