package entries

import (
	"context"
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/model"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ownership"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/field"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/set"
)

func (r *Resource) planning(m *Model) Planning {
	p := Planning{Dictionary: r.dictionary(m, nil, m.AccountRef()), conflicts: make(map[ownership.Conflict][]string)}
	if r.Layout != Single {
		p.Elsewhere = elsewhere
	}
	if m.Contents.Exclusive.ValueBool() {
		p.Elsewhere += elsewhereExclusive
		p.HowToKeep = howToKeep
	}
	return p
}

// mayUse reports whether the provider may do what a configuration asks for, or what the destroy of a state does, and the errors
// where it may not.
func (r *Resource) mayUse(m *Model, isDestroy bool, diags *diag.Diagnostics) (may bool) {
	isCreated := func(key string) bool { return !m.Contents.Brands[key].IsAdopted }
	deletes := r.policy(m) == deletion.Delete
	if r.Layout == ByName {
		writes := !isDestroy || deletes && slices.ContainsFunc(m.Contents.Brands.Keys(), isCreated)
		return !writes || r.RequireExtended(path.Empty(), "videoindexer_"+r.Name, diags)
	}
	may = !deletes || r.RequireExtended(path.Root("deletion_policy"), `deletion_policy = "delete"`, diags)
	if r.Layout == Single && !isDestroy && isCreated(One) {
		return r.RequireExtended(path.Root(brandIDName), "A brand without brand_id, which Terraform creates,", diags) && may
	}
	return may
}

// defaultPolicy is the deletion_policy of a single brand if it is not configured: only what Terraform has created is deleted by
// default, and only if the provider may delete it.
func (r *Resource) defaultPolicy(k kept) types.String {
	if k.Created && (r.Extended() || !r.Known()) {
		return types.StringValue(string(deletion.Delete))
	}
	return types.StringValue(string(deletion.Abandon))
}

// ModifyPlan plans the account, the brands, which of them are adopted, and what the apply will overwrite of those.
func (r *Resource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	var plan, state, config Model
	step := r.LoadPlan(ctx, req, resp, &plan, &state)
	if step == managed.None {
		return
	}
	diags := &resp.Diagnostics
	k, before := keptOf(ctx, req.Private, diags), r.planning(&state)
	k.mark(state.Contents.Brands)
	end := r.end(&state, k, false)
	if step != managed.Create && step != managed.Update {
		before.See(state.Contents.Brands, end)
	}
	if (step == managed.Destroy || step == managed.Replace) && r.mayUse(&state, true, diags) {
		diags.Append(before.End(state.Contents.Brands, end, false)...)
		diags.Append(before.Errors()...)
	}
	if step == managed.Destroy {
		return
	}
	diags.Append(model.Get(ctx, req.Config, &config)...)
	if diags.HasError() || !r.mayUse(&config, false, diags) {
		return
	}
	config.Contents.Settings = plan.Contents.Settings // with their defaults
	if step == managed.Update {                       // another instance may adopt as it is what leaves this one
		leaving := state.Contents.Brands.Without(config.Contents.Brands)
		before.See(state.Contents.Brands.Without(leaving), end)
	}
	if step == managed.Create && r.Layout == Single {
		k.Created = !config.Contents.Brands[One].IsAdopted
	}
	if r.Layout == Single && config.DeletionPolicy.IsNull() && (step != managed.Create || !isOpen(config.Contents.Brands[One])) {
		plan.DeletionPolicy = r.defaultPolicy(k)
	}
	hasRead := false
	switch c := &config.Contents; {
	case c.Exclusive.IsUnknown():
		diags.Append(notShown("its value"))
	case c.IsUnknown && c.Exclusive.ValueBool():
		diags.Append(notShown("brands"))
	case !c.IsUnknown:
		plan.Contents = *c
		hasRead = r.planContents(ctx, step, &plan, &state, k, resp)
	}
	if !hasRead {
		r.CheckAccess(ctx, "brands", req, resp)
	}
}

// planContents plans each entry, and what follows from what is known of them: what is adopted and overwritten, and what is
// deleted. It reports whether it has asked the service.
func (r *Resource) planContents(ctx context.Context, step managed.Step, plan, state *Model, k kept, resp *resource.ModifyPlanResponse) (hasRead bool) {
	diags, p, c := &resp.Diagnostics, r.planning(plan), &plan.Contents
	wanted, prior := c.Brands, state.Contents.Brands
	switch step {
	case managed.Replace: // an engine plans a replacement once more, as a create
		prior = nil
	case managed.Update:
		c.CreateTime = state.Contents.CreateTime
		p.One = nameOf(prior[One])
	}
	becomesExclusive := c.Exclusive.ValueBool() && !state.Contents.Exclusive.ValueBool()
	added := wanted.Without(prior)
	one, isNew := added[One]
	isNeeded := becomesExclusive || len(added) > 0
	isKnown := step != managed.Replace && plan.KnowsAccount() && (r.Known() || !isNeeded) && (!isNew || !isOpen(one))
	if r.Layout == Single && step == managed.Create && k.Created {
		diags.Append(checkNew(one.Values)...)
	}
	var now listing
	switch {
	case !isNeeded || diags.HasError():
	case isKnown:
		p.API, hasRead = r.Client(diags), true
		var failed diag.Diagnostics
		if now, failed = p.look(ctx, added); len(failed) > 0 {
			diags.Append(failed...)
			isKnown = false
		}
	case becomesExclusive:
		diags.Append(notShown("the account or the provider's configuration"))
	}
	if r.Layout == ByName {
		prior = respelled(prior, wanted, k.Renamed, now)
		added = now.find(wanted.Without(prior))
	}
	if c.IsOpen = !isKnown; isKnown && !diags.HasError() {
		if isNew && !one.IsAdopted {
			diags.Append(p.planNew(one.Values.Name(), now)...)
		} else {
			p.Manage(wanted, prior, added)
		}
		leaving := prior.Without(wanted)
		if c.Deleted = state.Contents.Deleted; becomesExclusive {
			c.Deleted = make(map[string]field.Values)
			for name, b := range now.others(wanted, prior) { // a plan shows no entries but those of the configuration
				c.Deleted[name], leaving[name] = field.Sent(b.Values.Fields()), b
				k.Removes = append(k.Removes, b.ID)
			}
		}
		c.AreAdoptedOpen = p.HasSeen
		if becomesExclusive && len(c.Deleted) > 0 {
			showWithDeleted(c.Deleted, wanted, added)
		}
		diags.Append(now.warnings(p.Ref, added, leaving, becomesExclusive)...)
		diags.Append(p.End(leaving, r.end(plan, k, c.Exclusive.ValueBool()), true)...)
		diags.Append(p.Errors()...)
	}
	if !diags.HasError() {
		k.Complete, k.Adopts, k.HasSeen, k.Account = wanted.complete(), p.Adopts, p.HasSeen, plan.account()
		diags.Append(k.save(ctx, resp.Private)...)
		c.Brands = c.planned(prior)
		diags.Append(model.SetPlan(ctx, &resp.Plan, plan)...)
	}
	return hasRead
}

// showWithDeleted adds to the brands that are deleted the entries whose overwritten values are open, and those that are found: the plan
// of an apply must have the same elements, whether it sees what a replaced instance had or not.
func showWithDeleted(deleted map[string]field.Values, wanted, added Brands) {
	for name, b := range wanted {
		if !b.Overwritten.IsKnown() || added[name].Found != nil {
			deleted[name] = field.Values{}
		}
	}
}

// isOpen reports whether it is not known yet which brand a single one is to be.
func isOpen(b set.Brand) bool {
	return b.IsAdopted && b.ID == 0 || !b.IsAdopted && b.Values.IsUnknown(field.Name)
}

// look finds what the account has: the brands that are added, by their ids or by their names (X1).
func (d Dictionary) look(ctx context.Context, added Brands) (now listing, failed diag.Diagnostics) {
	var err error
	switch one, isNew := added[One]; {
	case d.Layout == ByName:
		now, err = d.list(ctx, added.Keys()...)
	case isNew && !one.IsAdopted:
		now, err = d.find(ctx, one.Values.Name())
	default:
		results := d.read(ctx, added, "adopt")
		for _, r := range results {
			b := added[r.Key]
			b.Found = r.Remote
			added[r.Key] = b
		}
		return now, d.failures(results)
	}
	if err != nil {
		failed.Append(apidiag.Planned("list", apidiag.Subject{Noun: "brands", Account: d.Ref}, err))
	}
	return now, failed
}

// checkNew checks the name of a single brand that is created, which may not have been known when it was validated.
func checkNew(values field.Values) (diags diag.Diagnostics) {
	if values.IsUnknown(field.Name) {
		return nil
	}
	if !values.Has(field.Name) {
		return diag.Diagnostics{nameMissing()}
	}
	if wrong := validate.CheckName(values.Name()); wrong != "" {
		diags.AddAttributeError(namePath, "Invalid name", fmt.Sprintf("name must be %s; %q %s.", validate.NameExpected, values.Name(), wrong))
	}
	return diags
}

// planNew plans the create of a single brand. Another brand may have its name only if the state of this run has that one, at the
// same address where that is known, and its destroy deletes it.
func (p *Planning) planNew(name string, now listing) diag.Diagnostics {
	holder := now.named(name)
	if holder != nil {
		if known, _ := p.Seen(holder.ID); !known.IsDeleted {
			return diag.Diagnostics{p.nameTaken(holder.ID, holder.Name)}
		}
	}
	conflict := p.Owned.Plan(p.Name(name), ownership.Create)
	if conflict == ownership.DestroyedElsewhere && holder != nil {
		return diag.Diagnostics{p.nameTaken(holder.ID, holder.Name)}
	}
	return p.Conflict(conflict, p.Subject(One), "")
}
