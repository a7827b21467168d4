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

// planning is one plan of a brand that is not destroyed.
type planning struct {
	*brandResource
	req                    resource.ModifyPlanRequest
	resp                   *resource.ModifyPlanResponse
	config, planned, state resourceModel
	// before and after are the instance that it was, and the one that it is planned to be.
	before, after adoption.Instance
}

// ModifyPlan plans the account, what destroy does, and what the apply will overwrite or create.
func (r *brandResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	p := planning{brandResource: r, req: req, resp: resp}
	step := r.LoadPlan(ctx, req, resp, &p.planned, &p.state)
	switch step {
	case managed.None:
		return
	case managed.Destroy:
		r.planDestroy(ctx, req, resp, &p.state)
		return
	}
	resp.Diagnostics.Append(model.Get(ctx, req.Config, &p.config)...)
	if resp.Diagnostics.HasError() || !r.mayUse(&p.config, &resp.Diagnostics) {
		return
	}
	var diags diag.Diagnostics
	p.before, p.after, diags = adoption.Planned(ctx, req, resp)
	resp.Diagnostics.Append(diags...)
	if step == managed.Create {
		p.planCreate(ctx)
	} else {
		p.planUpdate(ctx)
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
	plan.Release(r.brandOf(state, instance), state.policy())
	resp.Diagnostics.Append(adoption.HandOver(ctx, resp.Private, plan.HandedOver...)...)
	resp.Diagnostics.Append(plan.Warnings()...)
}

// planUpdate plans what a change overwrites for the first time, and the history as it is if nothing will be written. If no
// brand_id is configured, the brand stays that of the state, and another name means another brand.
func (p *planning) planUpdate(ctx context.Context) {
	planned, state, resp := &p.planned, &p.state, p.resp
	wanted := p.config.Values
	isCreated, diags := isCreated(ctx, p.req.Private)
	resp.Diagnostics.Append(diags...)
	if p.config.BrandID.IsNull() && p.config.Name.IsNull() {
		resp.Diagnostics.Append(nameMissing())
	}
	if resp.Diagnostics.HasError() {
		return
	}
	isRenamed := p.config.BrandID.IsNull() && !p.config.Name.Equal(state.Name)
	if isRenamed {
		resp.RequiresReplace = append(resp.RequiresReplace, namePath)
	}
	if p.config.DeletionPolicy.IsNull() {
		planned.DeletionPolicy = types.StringValue(string(p.defaultPolicy(isCreated)))
	}
	plan := managedbrand.Plan{Account: state.AccountRef()}
	prior, next := p.brandOf(state, p.after), p.brandOf(planned, p.after)
	isReplaced := isRenamed || !planned.isPlaced() || !next.Is(prior) // an engine plans it once more then, as a create
	if isReplaced {
		plan.Release(prior, state.policy())
		resp.Diagnostics.Append(adoption.HandOver(ctx, resp.Private, plan.HandedOver...)...)
	} else {
		prior.SeenKept(state.policy())
		plan.Hold(prior)
		plan.Manage(next, p.after)
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
	p.Prove(ctx, "brand", p.req, resp)
}

// brandOf is the brand of a model, for a plan that reads nothing of it.
func (r *brandResource) brandOf(m *resourceModel, instance adoption.Instance) managedbrand.Brand {
	return managedbrand.Brands{Data: r.Data, Account: m.AccountRef(), Instance: instance}.One(m.BrandID.Int32(), path.Empty())
}
