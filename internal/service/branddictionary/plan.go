package branddictionary

import (
	"context"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/adoption"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managedbrand"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/manybrands"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/model"
)

// ModifyPlan plans the account, the brands, and what the apply will overwrite of them. Brands that are added are read.
func (r *dictionaryResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	var plan dictionaryModel
	state := dictionaryModel{Brands: brandsType.Null(), Overwritten: types.MapNull(managedbrand.Type)} // in a create
	switch r.LoadPlan(ctx, req, resp, &plan, &state) {
	case managed.None:
		return
	case managed.Destroy:
		r.planDestroy(ctx, req, resp, &state)
		return
	}
	var policy types.String
	var config manybrands.Map
	resp.Diagnostics.Append(req.Config.GetAttribute(ctx, policyPath, &policy)...)
	resp.Diagnostics.Append(req.Config.GetAttribute(ctx, path.Root("brands"), &config)...)
	if !r.mayUse(policy, &resp.Diagnostics) || resp.Diagnostics.HasError() {
		return
	}
	if config.IsUnknown() {
		r.Prove(ctx, "brands", req, resp)
		return
	}
	planned, diags := planEntries(config, state.Brands)
	resp.Diagnostics.Append(diags...)
	if !resp.Diagnostics.HasError() {
		resp.Diagnostics.Append(model.SetAttributes(ctx, &resp.Plan, map[string]attr.Value{"brands": planned})...)
	}
	if resp.Diagnostics.HasError() {
		return
	}
	if hasRead := r.planOverwritten(ctx, req, resp, &plan, &state); !hasRead {
		r.Prove(ctx, "brands", req, resp)
	}
}

var policyPath = path.Root("deletion_policy")

// mayUse reports whether the provider may do what a policy says, and the error where it may not.
func (r *dictionaryResource) mayUse(policy types.String, diags *diag.Diagnostics) bool {
	return policy.ValueString() != string(deletion.Delete) ||
		r.RequireExtended(policyPath, `deletion_policy = "delete"`, diags)
}

// planEntries plans each entry as configured. The fields that it leaves out are planned as the state
// has them, which is what the service was just read to hold, and unknown where the entry is new.
func planEntries(config, prior manybrands.Map) (manybrands.Map, diag.Diagnostics) {
	elements, known := maps.Clone(config.Entries()), prior.Entries()
	for key, element := range elements {
		if !element.IsKnown() || element.IsNull() {
			continue
		}
		entry := manybrands.Values(element)
		if object, isPrior := known[key]; isPrior {
			before := manybrands.Values(object)
			entry.PlanEntry(&before)
		} else {
			entry.PlanEntry(nil)
		}
		elements[key] = objectOf(entry)
	}
	return brandsType.Map(elements)
}

// planDestroy warns of what the destroy leaves, and of brands that another instance takes over.
func (r *dictionaryResource) planDestroy(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse, state *dictionaryModel) {
	prior := entriesOf(state.Brands, &resp.Diagnostics)
	instance, diags := adoption.InstanceOf(ctx, req.Private)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() || !r.mayUse(state.DeletionPolicy, &resp.Diagnostics) {
		return
	}
	resp.Diagnostics.Append(r.planned(state, instance).planMembers(ctx, change{prior: prior, policy: state.policy()}, instance, resp)...)
}

// planOverwritten plans what the apply will overwrite: for entries that are added what the service has, and for the
// others what the state says. If the account or the provider is not known, the values of added entries are unknown. It
// reports whether it has read anything.
func (r *dictionaryResource) planOverwritten(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse, plan, state *dictionaryModel) (hasRead bool) {
	wanted := configured(ctx, req.Config, &resp.Diagnostics)
	prior := entriesOf(state.Brands, &resp.Diagnostics)
	before, after, diags := adoption.Planned(ctx, req, resp)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return false
	}
	isReplaced := len(resp.RequiresReplace) > 0 // an engine plans it once more then, as a create
	switch {
	case isReplaced:
		resp.Diagnostics.Append(r.planned(state, after).planMembers(ctx, change{prior: prior, policy: state.policy()}, before, resp)...)
	case !req.State.Raw.IsNull():
		r.planned(state, after).holds(prior)
	}
	added := maps.Clone(wanted)
	maps.DeleteFunc(added, func(id int32, _ managedbrand.Values) bool { _, isPrior := prior[id]; return isPrior })
	if isReplaced || !plan.KnowsAccount() || !r.Known() && len(added) > 0 {
		return false // what the framework has planned stays: unknown, if anything changes
	}
	brands := r.planned(plan, after)
	if r.Known() {
		brands.Client = r.Client(&resp.Diagnostics)
	}
	looked := brands.start(ids(added), nil, newOverwritten())
	brands.each(looked, func(o *outcome) {
		o.Verb = "adopt"
		o.overwritten, o.Err = o.brand.PlanAdoption(ctx, wanted[o.brand.ID])
	})
	resp.Diagnostics.Append(brands.failures(looked)...)
	if resp.Diagnostics.HasError() {
		return true
	}
	resp.Diagnostics.Append(brands.planMembers(ctx, change{prior: prior, wanted: wanted, policy: plan.policy()}, before, resp)...)
	if req.State.Raw.IsNull() {
		resp.Diagnostics.Append(adoption.AdoptAgain(ctx, resp.Private, brands.alreadyInState(wanted)...)...)
	}
	values, earlier := newOverwritten(), state.overwritten()
	for _, o := range looked {
		values.put(o.brand.ID, o.overwritten)
	}
	for id, entry := range prior {
		if next, stays := wanted[id]; stays {
			values.put(id, managedbrand.PlanOverwritten(earlier.of(id), entry.Fields(), next))
		}
	}
	resp.Diagnostics.Append(plan.setOverwritten(values)...)
	resp.Diagnostics.Append(model.SetAttributes(ctx, &resp.Plan, map[string]attr.Value{"overwritten": plan.Overwritten})...)
	return len(looked) > 0
}

// planned are the brands of a model, for a plan that reads nothing of them.
func (r *dictionaryResource) planned(m *dictionaryModel, instance adoption.Instance) dictionary {
	return dictionary{Brands: managedbrand.Brands{Data: r.Data, Instance: instance, Account: m.AccountRef()}, parallelism: manybrands.Parallelism(m.Parallelism)}
}

// planMembers notes which brands the dictionary will manage and which it will not any more, and warns of them. Before is the
// instance that it was, if it is replaced.
func (d dictionary) planMembers(ctx context.Context, c change, before adoption.Instance, resp *resource.ModifyPlanResponse) diag.Diagnostics {
	plan := managedbrand.Plan{Account: d.Account, InPlace: c.wanted != nil}
	for _, id := range ids(c.wanted) {
		plan.Manage(d.brand(id), before)
	}
	for _, id := range ids(c.prior) {
		if _, stays := c.wanted[id]; !stays {
			plan.Release(d.brand(id), c.policy)
		}
	}
	diags := plan.Warnings()
	diags.Append(adoption.HandOver(ctx, resp.Private, plan.HandedOver...)...)
	return diags
}

// holds notes that the state has brands.
func (d dictionary) holds(prior entries) {
	var plan managedbrand.Plan
	for id := range prior {
		plan.Hold(d.brand(id))
	}
}

// alreadyInState are the brands of a create that the state has, in the instance that is replaced or in another one.
func (d dictionary) alreadyInState(wanted entries) []string {
	var inState []string
	for _, id := range ids(wanted) {
		if b := d.brand(id); b.IsInState() {
			inState = append(inState, b.Subject().ID)
		}
	}
	return inState
}
