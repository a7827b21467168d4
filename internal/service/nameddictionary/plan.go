package nameddictionary

import (
	"context"
	"fmt"
	"maps"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/adoption"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/int32type"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managedbrand"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/model"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

const typeName = "videoindexer_brand_dictionary"

// ModifyPlan plans the account, the brands, which of them are adopted, and what the apply will overwrite of those.
func (r *dictionaryResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	r.PlanAccount(ctx, req, resp)
	if resp.Diagnostics.HasError() {
		return
	}
	if req.Plan.Raw.IsNull() {
		r.planDestroy(ctx, req, resp)
		return
	}
	if !r.RequireExtended(path.Empty(), typeName, &resp.Diagnostics) {
		return
	}
	p := r.newPlanning(ctx, req, resp)
	if resp.Diagnostics.HasError() {
		return
	}
	switch {
	case p.config.Exclusive.IsUnknown():
		resp.Diagnostics.Append(notShown("its value"))
	case p.config.Brands.IsUnknown() && p.config.Exclusive.ValueBool():
		resp.Diagnostics.Append(notShown("brands"))
	case p.config.Brands.IsUnknown():
		r.Prove(ctx, "brands", req, resp)
	default:
		resp.Diagnostics.Append(p.planEntries(ctx)...)
		if r.Data == nil || resp.Diagnostics.HasError() {
			return // validation alone does not configure the provider
		}
		if hasRead := p.plan(ctx); !hasRead {
			r.Prove(ctx, "brands", req, resp)
		}
	}
}

// planning is one plan of a dictionary that is not destroyed.
type planning struct {
	dictionary
	req  resource.ModifyPlanRequest
	resp *resource.ModifyPlanResponse
	// config is the configuration, in which exclusive has its default if it is not set.
	config dictionaryModel
	state  dictionaryModel
	held   contents
	wanted map[string]entry
	// before is the instance that is replaced, if one is.
	before adoption.Instance
}

func (r *dictionaryResource) newPlanning(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) *planning {
	p := &planning{req: req, resp: resp, held: newContents(), dictionary: dictionary{Brands: managedbrand.Brands{Data: r.Data}}}
	diags := &resp.Diagnostics
	diags.Append(model.Get(ctx, req.Config, &p.config)...)
	diags.Append(req.Plan.GetAttribute(ctx, path.Root("exclusive"), &p.config.Exclusive)...)
	if !req.State.Raw.IsNull() {
		diags.Append(model.Get(ctx, req.State, &p.state)...)
		p.held = p.state.contents()
		p.held.unlisted, _ = unlistedOf(ctx, req.Private, diags)
	}
	p.wanted = entriesOf(p.config.Brands.Entries())
	return p
}

// planEntries plans each entry as configured. The fields that it leaves out are planned as the state
// has them, which is what the service was just read to hold, and unknown where the entry is new.
func (p *planning) planEntries(ctx context.Context) diag.Diagnostics {
	elements := make(map[string]tftypes.Value, len(p.wanted))
	for name, element := range p.config.Brands.Entries() {
		if !element.IsKnown() || element.IsNull() {
			elements[name] = element
			continue
		}
		e := p.wanted[name]
		if before, isHeld := p.held.entries[name]; isHeld {
			e.PlanEntry(&before.Values)
			e.ID = before.ID
		} else {
			e.PlanEntry(nil)
			e.ID = int32type.Unknown()
		}
		elements[name] = e.object()
	}
	planned, diags := brandsType.Map(elements)
	if diags.HasError() {
		return diags
	}
	diags.Append(model.SetAttributes(ctx, &p.resp.Plan, map[string]attr.Value{"brands": planned})...)
	return diags
}

// plan plans the rest, where it is known. It reports whether it has asked the service.
func (p *planning) plan(ctx context.Context) (hasRead bool) {
	diags := &p.resp.Diagnostics
	var plan dictionaryModel
	diags.Append(model.Get(ctx, p.resp.Plan, &plan)...)
	before, after, more := adoption.Planned(ctx, p.req, p.resp)
	diags.Append(more...)
	if diags.HasError() {
		return false
	}
	p.before, p.Instance = before, after
	isReplaced := len(p.resp.RequiresReplace) > 0 // an engine plans it once more then, as a create
	if !p.req.State.Raw.IsNull() {
		p.Account = p.state.AccountRef()
		if isReplaced {
			diags.Append(p.planRelease(ctx, p.held, nil, false, p.state.policy(), p.resp)...)
			return false
		}
		p.holds(p.held)
	}
	isExclusive := plan.Exclusive.ValueBool()
	becomesExclusive := isExclusive && !p.state.Exclusive.ValueBool()
	added := p.added()
	isNeeded := len(added) > 0 || becomesExclusive
	if !plan.KnowsAccount() || isNeeded && !p.Data.Known() {
		if becomesExclusive {
			diags.Append(notShown("the account or the provider's configuration"))
		}
		return false // what the framework has planned stays: unknown, if anything changes
	}
	p.Account = plan.AccountRef()
	var now listing
	if isNeeded {
		p.Client = p.Data.Client(diags)
		var err error
		if now, err = p.list(ctx); err != nil {
			apidiag.Add(diags, "list", apidiag.Subject{Noun: "brands", Account: p.Account}, err)
			return true
		}
	}
	next := p.planHeld(becomesExclusive)
	isAdoptionOpen := p.planAdded(added, now, next, isExclusive)
	p.planManaged(now)
	diags.Append(p.planRelease(ctx, p.held, p.wanted, isExclusive, plan.policy(), p.resp)...)
	if becomesExclusive {
		p.planUnlisted(now, next)
	}
	if diags.HasError() {
		return isNeeded
	}
	diags.Append(plan.setOverwritten(next.overwritten)...)
	plan.Adopted = newNameSet(sorted(next.adopted))
	if isAdoptionOpen {
		plan.Adopted = unknownNameSet()
	}
	diags.Append(model.SetAttributes(ctx, &p.resp.Plan, map[string]attr.Value{"overwritten": plan.Overwritten, "adopted": plan.Adopted})...)
	return isNeeded
}

// added are the brands that are wanted and not held yet.
func (p *planning) added() []string {
	var fresh []string
	for _, name := range sorted(p.wanted) {
		if _, isHeld := p.held.entries[name]; !isHeld {
			fresh = append(fresh, name)
		}
	}
	return fresh
}

// planHeld is what is adopted and overwritten of the brands that the state holds and that stay.
func (p *planning) planHeld(becomesExclusive bool) contents {
	next := newContents()
	if !becomesExclusive {
		next.overwritten = maps.Clone(p.held.overwritten) // the next refresh clears what is not in brands
	}
	for name, e := range p.held.entries {
		wanted, stays := p.wanted[name]
		switch {
		case !stays:
			delete(next.overwritten, name)
		case p.held.adopted[name]:
			next.adopted[name] = true
			next.putOverwritten(name, managedbrand.PlanOverwritten(p.held.overwrittenOf(name), e.fields(name), wanted.Values))
		}
	}
	return next
}

// planAdded plans the adoption of the brands that the account has already, into next. It reports whether it is open which
// of the brands are adopted: a destroy of another dictionary may delete some of them first. What the destroy of a
// videoindexer_brand is planned to delete cannot be adopted.
func (p *planning) planAdded(added []string, now listing, next contents, isExclusive bool) (isOpen bool) {
	respelled := make(map[string]*videoindexer.Brand)
	spellings := p.spellings(now)
	var moved, contested []string
	for _, name := range added {
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
		if object.PlanCreate(p.Instance) {
			isOpen = true
			if object.ChangesHands() {
				moved = append(moved, name)
			}
			if !isExclusive { // otherwise what is deleted has to show, and what is overwritten is Terraform's own
				next.overwritten[name] = types.ObjectUnknown(managedbrand.Types)
			}
			continue
		}
		next.putOverwritten(name, managedbrand.PlanOverwritten(noValues, found.BrandFields, p.wanted[name].Values))
	}
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
		_, isHeld := p.held.entries[name]
		if _, stays := p.wanted[name]; stays || !isHeld {
			found[strings.ToLower(name)] = brand
		}
	}
	return found
}

// planManaged notes which brands the dictionary will manage, and warns of those that another instance manages too.
func (p *planning) planManaged(now listing) {
	var twice []string
	for _, name := range sorted(p.wanted) {
		object := p.unborn(name)
		if held, isHeld := p.held.entries[name]; isHeld {
			object = p.object(held.id())
		} else if found := now.byName[name]; found != nil {
			object = p.object(found.ID)
		}
		if object.PlanManage(p.before) {
			twice = append(twice, name)
		}
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
		if _, isHeld := p.held.entries[name]; isWanted || isHeld {
			continue
		}
		if p.object(brand.ID).IsManagedByOther(p.before) {
			elsewhere = append(elsewhere, name)
			continue
		}
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

// holds notes that the state holds brands. Those that are only shown are not held.
func (d dictionary) holds(held contents) {
	for name, e := range held.entries {
		if !held.unlisted[name] {
			d.object(e.id()).SeenInState(d.Instance)
		}
	}
}

// planDestroy warns of what the destroy leaves, and of brands that another instance takes over.
func (r *dictionaryResource) planDestroy(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	var state dictionaryModel
	resp.Diagnostics.Append(model.Get(ctx, req.State, &state)...)
	instance, diags := adoption.InstanceOf(ctx, req.Private)
	resp.Diagnostics.Append(diags...)
	held := state.contents()
	held.unlisted, _ = unlistedOf(ctx, req.Private, &resp.Diagnostics)
	if r.Data == nil || resp.Diagnostics.HasError() {
		return
	}
	for name := range held.entries {
		if held.fate(name, false, state.policy()) == isDeleted {
			if !r.RequireExtended(path.Empty(), typeName, &resp.Diagnostics) {
				return
			}
			break
		}
	}
	brands := dictionary{Brands: managedbrand.Brands{Data: r.Data, Instance: instance, Account: state.AccountRef()}}
	resp.Diagnostics.Append(brands.planRelease(ctx, held, nil, false, state.policy(), resp)...)
}

// adviseMoved says how an instance is renamed without a destroy.
const adviseMoved = "To keep the state of the brands, add a block `moved { from = <old address>, to = <new address> }`."

// movedWarning is the warning of brands that go from one instance to another.
func (d dictionary) movedWarning(names []string) diag.Diagnostic {
	return diag.NewWarningDiagnostic("Brand moves to another resource",
		fmt.Sprintf("One instance stops managing %s and another one takes over in the same run, for example after a change of a for_each key or resource name. "+
			"If the first one's destroy comes later, it writes and deletes nothing. %s", d.subject(names...), adviseMoved))
}
