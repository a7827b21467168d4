package byname

import (
	"context"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/model"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/entries"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/field"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/set"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

const typeName = "videoindexer_brand_dictionary"

// planning is one plan of a dictionary that is not destroyed.
type planning struct {
	entries.Conflicts
	resp                          *resource.ModifyPlanResponse
	plan, state                   dictionaryModel
	kept                          kept
	config                        entries.Map
	prior, wanted                 entries.Brands
	isExclusive, becomesExclusive bool
}

// ModifyPlan plans the account, the brands, which of them are adopted, and what the apply will overwrite of those.
func (r *dictionaryResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	p := planning{resp: resp}
	state := &p.state
	step := r.LoadPlan(ctx, req, resp, &p.plan, state)
	if step == managed.None {
		return
	}
	diags := &resp.Diagnostics
	p.kept, p.prior = keptOf(ctx, req.Private, diags), state.brands()
	end := state.ending(p.kept, false)
	before := entries.Conflicts{Dictionary: r.dictionary(state, nil, state.AccountRef()), Elsewhere: entries.Elsewhere}
	if step != managed.Destroy && !r.RequireExtended(path.Empty(), typeName, diags) {
		return
	}
	if step == managed.Destroy || step == managed.Replace {
		for name, b := range p.prior {
			if end.of(name, b) == set.Delete && !r.RequireExtended(path.Empty(), typeName, diags) {
				return
			}
		}
		diags.Append(before.PlanEnds(p.prior, end.of, false, howToEnd)...)
		diags.Append(before.Errors()...)
	}
	if step == managed.Destroy {
		return
	}
	p.Conflicts = entries.Conflicts{Dictionary: r.dictionary(&p.plan, nil, p.plan.AccountRef()), Elsewhere: entries.Elsewhere}
	diags.Append(req.Config.GetAttribute(ctx, path.Root("brands"), &p.config)...)
	p.isExclusive = p.plan.Exclusive.ValueBool()
	p.becomesExclusive = p.isExclusive && !state.Exclusive.ValueBool()
	if p.isExclusive {
		p.Elsewhere, p.HowToKeep = elsewhereExclusive, howToKeep
	}
	hasRead := false
	switch {
	case diags.HasError():
		return
	case p.plan.Exclusive.IsUnknown():
		diags.Append(notShown("its value"))
	case p.config.IsUnknown() && p.isExclusive:
		diags.Append(notShown("brands"))
	case !p.config.IsUnknown():
		if step == managed.Update {
			before.See(p.prior, end.of)
		}
		p.wanted = kind.Of(p.config)
		hasRead = p.planEntries(ctx, step)
	}
	if !hasRead {
		r.CheckAccess(ctx, "brands", req, resp)
	}
}

// planEntries plans each entry, and what follows from them as far as it is known. It reports whether it has asked the service.
func (p *planning) planEntries(ctx context.Context, step managed.Step) (hasRead bool) {
	diags := &p.resp.Diagnostics
	p.prior = respell(p.prior, p.wanted, nil, listing{})
	isReplaced := step == managed.Replace // an engine plans a replacement once more, as a create
	isNeeded := !isReplaced && (p.becomesExclusive || len(p.wanted.Without(p.prior)) > 0)
	isKnown := p.plan.KnowsAccount() && (p.Known() || !isNeeded)
	var now listing
	var err error
	if isNeeded && isKnown {
		p.API = p.Client(diags)
		if now, err = list(ctx, p.Dictionary); err != nil {
			diags.Append(apidiag.Planned("list", apidiag.Subject{Noun: "brands", Account: p.Ref}, err))
		}
		p.prior = respell(p.prior, p.wanted, p.kept.Renamed, now)
	}
	planned, more := kind.PlanEntries(p.config, p.prior)
	diags.Append(more...)
	if diags.HasError() {
		return isNeeded
	}
	diags.Append(model.SetAttributes(ctx, &p.resp.Plan, map[string]attr.Value{"brands": planned})...)
	switch {
	case isReplaced:
	case err != nil: // only warned of, since the account is gone: the plan shows the entries and nothing that follows from them
		return true
	case isKnown:
		p.planContents(ctx, now)
		return isNeeded
	case p.becomesExclusive:
		diags.Append(notShown("the account or the provider's configuration"))
	}
	return false // what the framework has planned stays: unknown, if anything changes
}

// planContents plans what the dictionary will have adopted and overwritten, and warns of what the apply does to others. Now
// is what the account has; it is empty where nothing is added and the dictionary does not become exclusive.
func (p *planning) planContents(ctx context.Context, now listing) {
	diags := &p.resp.Diagnostics
	added, adoptedNames, isOpen := p.wanted.Without(p.prior), []string{}, false
	for name, b := range added {
		if b.Found = now.named(name); b.Found != nil {
			adoptedNames = append(adoptedNames, name)
			isSeen, _ := p.Seen(b.Found.ID)
			isOpen = isOpen || isSeen
		}
		added[name] = b
	}
	overwritten := p.PlanManaged(p.wanted, p.prior, added)
	for name := range p.wanted {
		if p.prior[name].IsAdopted {
			adoptedNames = append(adoptedNames, name)
		}
		if p.isExclusive && !overwritten[name].IsKnown() && added[name].Found != nil {
			delete(overwritten, name) // those of an exclusive dictionary stay known, since they show what is deleted
		}
	}
	p.warnOfSpelling(added, now)
	leaving := p.prior.Without(p.wanted)
	if p.becomesExclusive {
		p.addUnlisted(leaving, now, overwritten)
	} else {
		p.keepShown(overwritten)
	}
	diags.Append(p.PlanEnds(leaving, p.plan.ending(p.kept, p.isExclusive).of, true, howToEnd)...)
	diags.Append(p.Errors()...)
	if diags.HasError() {
		return
	}
	diags.Append(kind.SetOverwritten(&p.plan.Model, overwritten)...)
	p.plan.Adopted = newNameSet(adoptedNames)
	if isOpen {
		p.plan.Adopted = unknownNameSet()
	}
	p.kept.Complete, p.kept.IsReplaced = p.wanted.Complete(), p.IsReplaced
	diags.Append(p.kept.save(ctx, p.resp.Private)...)
	diags.Append(model.SetAttributes(ctx, &p.resp.Plan, map[string]attr.Value{"overwritten": p.plan.Overwritten, "adopted": p.plan.Adopted})...)
}

// addUnlisted adds the brands that are deleted because the dictionary becomes exclusive. The plan cannot show them as
// entries, which are those of the configuration: it shows them as values that are overwritten.
func (p *planning) addUnlisted(leaving entries.Brands, now listing, overwritten map[string]field.Values) {
	has, wanted := make(map[int32]bool, len(p.prior)), p.byNormalName()
	for _, b := range p.prior {
		has[b.ID] = true
	}
	for normal, found := range now.byName {
		if _, isWanted := wanted[normal]; !isWanted && !has[found.ID] {
			leaving[found.Name] = foundBrand(found)
			overwritten[found.Name] = field.Sent(found.BrandFields)
		}
	}
	if len(now.more) > 0 {
		p.resp.Diagnostics.Append(namedTwice(p.Ref, now))
	}
}

// keepShown keeps what the last apply has shown so: the next refresh clears it.
func (p *planning) keepShown(overwritten map[string]field.Values) {
	prior := p.state.Brands.Entries()
	for name, object := range p.state.Overwritten.Entries() {
		_, isPrior := prior[name]
		if _, isWanted := p.wanted[name]; !isPrior && !isWanted {
			overwritten[name] = field.ReadObject(object)
		}
	}
}

func (p *planning) byNormalName() map[string]string {
	names := make(map[string]string, len(p.wanted))
	for name := range p.wanted {
		names[videoindexer.NormalName(name)] = name
	}
	return names
}

// warnOfSpelling warns of names that are in the account in another letter case, of a brand that stays.
func (p *planning) warnOfSpelling(added entries.Brands, now listing) {
	spellings := make(map[string]*videoindexer.Brand, len(now.byName))
	leaving := p.prior.Without(p.wanted)
	for name, b := range now.byName {
		if _, leaves := leaving[b.Name]; !leaves {
			spellings[strings.ToLower(name)] = b
		}
	}
	respelled := make(map[string]*videoindexer.Brand)
	for name, b := range added {
		if other := spellings[strings.ToLower(videoindexer.NormalName(name))]; b.Found == nil && other != nil {
			respelled[name] = other
		}
	}
	if len(respelled) > 0 {
		p.resp.Diagnostics.Append(spelledOtherwise(respelled))
	}
}

// list reads all brands of the account (X1), which the reads of a run share.
func list(ctx context.Context, d entries.Dictionary) (now listing, err error) {
	var brands []videoindexer.Brand
	err = d.WithAccessCheck(ctx, d.Ref, func() (err error) {
		brands, err = d.API.ReadBrands(ctx, d.Ref)
		return err
	})
	return newListing(brands), err
}
