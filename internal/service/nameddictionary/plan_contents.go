package nameddictionary

import (
	"context"
	"maps"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/adoption"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managedbrand"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/model"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// planContents plans what the dictionary will have adopted and overwritten, and warns of what the apply does to others. Now
// is what the account has; it is empty where nothing is added and the dictionary does not become exclusive.
func (p *planning) planContents(ctx context.Context, plan dictionaryModel, now listing) {
	diags := &p.resp.Diagnostics
	next := p.planPrior()
	isAdoptionOpen := p.planAdded(ctx, now, next)
	p.planManaged(now)
	diags.Append(p.planRelease(ctx, change{prior: p.prior, wanted: p.wanted, isExclusive: p.isExclusive, policy: plan.policy()}, p.resp)...)
	if p.becomesExclusive {
		p.planUnlisted(now, next)
	}
	if diags.HasError() {
		return
	}
	diags.Append(plan.setOverwritten(next.overwritten)...)
	plan.Adopted = newNameSet(sorted(next.adopted))
	if isAdoptionOpen {
		plan.Adopted = unknownNameSet()
	}
	diags.Append(model.SetAttributes(ctx, &p.resp.Plan, map[string]attr.Value{"overwritten": plan.Overwritten, "adopted": plan.Adopted})...)
}

// planPrior is what is adopted and overwritten of the brands of the state that stay.
func (p *planning) planPrior() contents {
	next := newContents()
	if !p.becomesExclusive {
		next.overwritten = maps.Clone(p.prior.overwritten) // the next refresh clears what is not in brands
	}
	for name, e := range p.prior.entries {
		wanted, stays := p.wanted[name]
		switch {
		case !stays:
			delete(next.overwritten, name)
		case p.prior.adopted[name]:
			next.adopted[name] = true
			next.putOverwritten(name, managedbrand.PlanOverwritten(p.prior.overwrittenOf(name), e.Fields(), wanted.Values))
		}
	}
	return next
}

// planAdded plans the adoption of the brands that the account has already, into next. It reports whether it is open which
// of the brands are adopted: the destroy of another dictionary may delete some of them first. A brand that the destroy of
// a videoindexer_brand is planned to delete cannot be adopted.
func (p *planning) planAdded(ctx context.Context, now listing, next contents) (isOpen bool) {
	respelled := make(map[string]*videoindexer.Brand)
	spellings := p.spellings(now)
	var moved, contested, again []string
	for _, name := range p.added {
		found := now.byName[name]
		if found == nil {
			if other := spellings[strings.ToLower(name)]; other != nil {
				respelled[name] = other
			}
			continue
		}
		object := p.object(found.ID)
		if object.IsDeleted() {
			contested = append(contested, name)
			continue
		}
		next.adopted[name] = true
		if object.IsKept() {
			again = append(again, strconv.Itoa(int(found.ID)))
		}
		inState := object.PlanCreate(p.Instance)
		isOpen = isOpen || inState
		if inState && object.ChangesHands() {
			moved = append(moved, name)
		}
		switch {
		case inState && !p.isExclusive:
			// The other destroy may write to the brand first, so that its values are open. One that is unknown makes all of
			// overwritten unknown.
			next.overwritten[name] = types.ObjectUnknown(managedbrand.Types)
			continue
		case inState && !object.IsKept(), p.isExclusive && object.IsRewritten():
			// Those of an exclusive dictionary stay known, since they show which brands are deleted. This one is left out, also
			// when an engine plans it again at apply, after the other destroy.
			continue
		}
		next.putOverwritten(name, managedbrand.PlanOverwritten(noValues, found.BrandFields, p.wanted[name].Values))
	}
	p.resp.Diagnostics.Append(adoption.AdoptAgain(ctx, p.resp.Private, again...)...)
	if len(respelled) > 0 {
		p.resp.Diagnostics.Append(p.respelled(respelled))
	}
	if len(moved) > 0 {
		p.resp.Diagnostics.Append(p.movedWarning(moved))
	}
	if len(contested) > 0 {
		p.resp.Diagnostics.Append(p.contested(contested))
	}
	return isOpen
}

// spellings are the brands of the account that stay, by their names in lower case.
func (p *planning) spellings(now listing) map[string]*videoindexer.Brand {
	found := make(map[string]*videoindexer.Brand, len(now.byName))
	for name, brand := range now.byName {
		_, isPrior := p.prior.entries[name]
		if _, stays := p.wanted[name]; stays || !isPrior {
			found[strings.ToLower(name)] = brand
		}
	}
	return found
}

// planManaged notes which brands the dictionary will manage, and warns of those that another instance manages too.
func (p *planning) planManaged(now listing) {
	var twice, contested []string
	for _, name := range sorted(p.wanted) {
		object := p.unborn(name)
		if before, isPrior := p.prior.entries[name]; isPrior {
			if object = p.object(before.id()); object.IsDeletedByOther(p.before) {
				contested = append(contested, name)
			}
		} else if found := now.byName[name]; found != nil {
			object = p.object(found.ID)
		}
		if object.PlanManageName(p.before) {
			twice = append(twice, name)
		}
	}
	if len(contested) > 0 {
		p.resp.Diagnostics.Append(p.contested(contested))
	}
	if len(twice) > 0 {
		p.resp.Diagnostics.Append(p.appearingTwice(twice))
	}
}

// planUnlisted plans the brands that are deleted because the dictionary becomes exclusive. The plan cannot show them as
// entries, which are those of the configuration: it shows them as values that are overwritten.
func (p *planning) planUnlisted(now listing, next contents) {
	ids := make(map[string]int32)
	var elsewhere []string
	for name, brand := range now.byName {
		_, isWanted := p.wanted[name]
		if _, isPrior := p.prior.entries[name]; isWanted || isPrior {
			continue
		}
		if p.object(brand.ID).IsManagedByOther(p.before) {
			elsewhere = append(elsewhere, name)
			continue
		}
		p.object(brand.ID).PlanDelete(p.Instance)
		ids[name] = brand.ID
		values := managedbrand.ValuesOfBrand(brand.BrandFields)
		if values.ReferenceURL.IsNull() {
			values.ReferenceURL = types.StringValue("")
		}
		next.overwritten[name] = values.Object()
	}
	if len(elsewhere) > 0 {
		p.resp.Diagnostics.Append(p.managedElsewhere(elsewhere))
	}
	if len(ids) > 0 {
		p.resp.Diagnostics.Append(p.unlisted(ids))
	}
}
