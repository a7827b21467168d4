package brand

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/adoption"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managedbrand"
)

// ModifyPlan plans the account, and what the apply will overwrite.
func (r *brandResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	var planned, state resourceModel
	switch r.LoadPlan(ctx, req, resp, &planned, &state) {
	case managed.None:
	case managed.Destroy:
		r.planDestroy(ctx, req, resp, &state)
	case managed.Create:
		r.planCreate(ctx, req, resp, &planned)
	case managed.Update:
		r.planUpdate(ctx, req, resp, &planned, &state)
	}
}

func (r *brandResource) planDestroy(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse, state *resourceModel) {
	instance, diags := adoption.InstanceOf(ctx, req.Private)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	plan := managedbrand.Plan{Account: state.AccountRef()}
	plan.Release(r.planned(state, instance), state.policy())
	resp.Diagnostics.Append(adoption.HandOver(ctx, resp.Private, plan.HandedOver...)...)
	resp.Diagnostics.Append(plan.Warnings()...)
}

// planCreate reads the brand. While the brand, its account or the provider is not known, what will be overwritten is not
// either, and the create reads.
func (r *brandResource) planCreate(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse, planned *resourceModel) {
	wanted, diags := managedbrand.Configured(ctx, req.Config)
	resp.Diagnostics.Append(diags...)
	before, after, diags := adoption.Planned(ctx, req, resp)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() || !r.Known() || !planned.isPlaced() {
		return
	}
	client, account, ok := r.Target(&planned.AccountFields, &resp.Diagnostics)
	if !ok {
		return
	}
	b := managedbrand.Brands{Data: r.Data, Client: client, Account: account, Instance: after}.One(planned.BrandID.Int32(), path.Empty())
	overwritten, err := b.PlanAdoption(ctx, wanted)
	if err != nil {
		resp.Diagnostics.Append(report(b, managedbrand.Outcome{Verb: "adopt", Err: err})...)
		return
	}
	if b.IsGone() {
		resp.Diagnostics.Append(apidiag.Gone(path.Root("brand_id"), b.Subject(), "The service has no call that creates brands"))
		return
	}
	plan := managedbrand.Plan{Account: b.Account}
	plan.Manage(b, before)
	resp.Diagnostics.Append(plan.Warnings()...)
	resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("overwritten"), overwritten)...)
}

// planUpdate plans what a change overwrites for the first time, and the history as it is where nothing will be written.
func (r *brandResource) planUpdate(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse, planned, state *resourceModel) {
	wanted, diags := managedbrand.Configured(ctx, req.Config)
	resp.Diagnostics.Append(diags...)
	instance, _, diags := adoption.Planned(ctx, req, resp)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	plan := managedbrand.Plan{Account: state.AccountRef()}
	held, next := r.planned(state, instance), r.planned(planned, instance)
	isReplaced := !planned.isPlaced() || !next.Is(held) // an engine plans it once more then, as a create
	if isReplaced {
		plan.Release(held, state.policy())
		resp.Diagnostics.Append(adoption.HandOver(ctx, resp.Private, plan.HandedOver...)...)
	} else {
		plan.Hold(held)
		plan.Manage(next, instance)
	}
	resp.Diagnostics.Append(plan.Warnings()...)
	if !isReplaced {
		planned.Values = wanted
		planned.Values.PlanEntry(&state.Values)
		planned.Overwritten = managedbrand.PlanOverwritten(state.Overwritten, state.Values.Fields(), wanted)
		if !managedbrand.Writes(state.Values, wanted) {
			planned.history = state.history
		}
		resp.Diagnostics.Append(resp.Plan.Set(ctx, planned)...)
	}
	r.Prove(ctx, "brand", req, resp)
}

// planned is the brand of a model, for a plan that reads nothing of it.
func (r *brandResource) planned(m *resourceModel, instance adoption.Instance) managedbrand.Brand {
	return managedbrand.Brands{Data: r.Data, Account: m.AccountRef(), Instance: instance}.One(m.BrandID.Int32(), path.Empty())
}
