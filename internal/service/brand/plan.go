package brand

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/adoption"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managedbrand"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/model"
)

var (
	namePath   = path.Root("name")
	policyPath = path.Root("deletion_policy")
)

// ModifyPlan plans the account, what destroy does, and what the apply will overwrite or create.
func (r *brandResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	var planned, state resourceModel
	step := r.LoadPlan(ctx, req, resp, &planned, &state)
	switch step {
	case managed.None:
		return
	case managed.Destroy:
		r.planDestroy(ctx, req, resp, &state)
		return
	}
	var config resourceModel
	resp.Diagnostics.Append(model.Get(ctx, req.Config, &config)...)
	if resp.Diagnostics.HasError() || !r.mayUse(&config, &resp.Diagnostics) {
		return
	}
	if step == managed.Create {
		r.planCreate(ctx, req, resp, &config, &planned)
	} else {
		r.planUpdate(ctx, req, resp, &config, &planned, &state)
	}
}

// mayUse reports whether the provider may do what a configuration asks for, and the errors where it may not.
func (r *brandResource) mayUse(config *resourceModel, diags *diag.Diagnostics) bool {
	may := !config.BrandID.IsNull() || r.RequireExtended(path.Root("brand_id"), "A brand without brand_id, which Terraform creates,", diags)
	return r.mayDelete(config.DeletionPolicy, diags) && may
}

func (r *brandResource) mayDelete(policy types.String, diags *diag.Diagnostics) bool {
	return policy.ValueString() != string(deletion.Delete) || r.RequireExtended(policyPath, `deletion_policy = "delete"`, diags)
}

func (r *brandResource) planDestroy(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse, state *resourceModel) {
	instance, diags := adoption.InstanceOf(ctx, req.Private)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() || !r.mayDelete(state.DeletionPolicy, &resp.Diagnostics) {
		return
	}
	plan := managedbrand.Plan{Account: state.AccountRef()}
	plan.Release(r.planned(state, instance), state.policy())
	resp.Diagnostics.Append(adoption.HandOver(ctx, resp.Private, plan.HandedOver...)...)
	resp.Diagnostics.Append(plan.Warnings()...)
}

// planUpdate plans what a change overwrites for the first time, and the history as it is if nothing will be written. If
// no brand_id is configured, the brand stays that of the state, and another name means another brand.
func (r *brandResource) planUpdate(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse, config, planned, state *resourceModel) {
	wanted := config.Values
	instance, _, diags := adoption.Planned(ctx, req, resp)
	resp.Diagnostics.Append(diags...)
	isCreated, diags := isCreated(ctx, req.Private)
	resp.Diagnostics.Append(diags...)
	if config.BrandID.IsNull() && config.Name.IsNull() {
		resp.Diagnostics.Append(nameMissing())
	}
	if resp.Diagnostics.HasError() {
		return
	}
	isRenamed := config.BrandID.IsNull() && !config.Name.Equal(state.Name)
	if isRenamed {
		resp.RequiresReplace = append(resp.RequiresReplace, namePath)
	}
	if config.DeletionPolicy.IsNull() {
		planned.DeletionPolicy = types.StringValue(string(r.defaultPolicy(isCreated)))
	}
	plan := managedbrand.Plan{Account: state.AccountRef()}
	held, next := r.planned(state, instance), r.planned(planned, instance)
	isReplaced := isRenamed || !planned.isPlaced() || !next.Is(held) // an engine plans it once more then, as a create
	if isReplaced {
		plan.Release(held, state.policy())
		resp.Diagnostics.Append(adoption.HandOver(ctx, resp.Private, plan.HandedOver...)...)
	} else {
		held.SeenKept(state.policy())
		plan.Hold(held)
		plan.Manage(next, instance)
	}
	resp.Diagnostics.Append(plan.Warnings()...)
	if !isReplaced {
		planned.Values = wanted
		planned.Values.PlanEntry(&state.Values)
		planned.Overwritten = types.ObjectNull(managedbrand.Types)
		if !isCreated {
			planned.Overwritten = managedbrand.PlanOverwritten(state.Overwritten, state.Values.Fields(), wanted)
		}
		if !managedbrand.Writes(state.Values, wanted) {
			planned.history = state.history
		}
		resp.Diagnostics.Append(model.SetPlan(ctx, &resp.Plan, planned)...)
	}
	r.Prove(ctx, "brand", req, resp)
}

// planned is the brand of a model, for a plan that reads nothing of it.
func (r *brandResource) planned(m *resourceModel, instance adoption.Instance) managedbrand.Brand {
	return managedbrand.Brands{Data: r.Data, Account: m.AccountRef(), Instance: instance}.One(m.BrandID.Int32(), path.Empty())
}
