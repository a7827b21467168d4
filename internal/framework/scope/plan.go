package scope

import (
	"context"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// PlanAccount plans location and account_id of a managed resource: what is not configured becomes
// the provider's default, and a change of either replaces. Called first in ModifyPlan; it does
// nothing when a destroy is planned.
func (d *Data) PlanAccount(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	d.PlanLocation(ctx, req, resp)
	if d != nil {
		planArgument(ctx, accountIDArgument, d.accountID, req, resp)
	}
}

// PlanLocation is PlanAccount for a managed resource that has a location argument only.
func (d *Data) PlanLocation(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if d != nil { // validation alone does not configure the provider
		planArgument(ctx, locationArgument, d.location, req, resp)
	}
}

func planArgument(ctx context.Context, a argument, fallback types.String, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if req.Plan.Raw.IsNull() {
		return
	}
	var diags diag.Diagnostics
	var configured, prior types.String
	diags.Append(req.Config.GetAttribute(ctx, a.path, &configured)...)
	if !req.State.Raw.IsNull() {
		diags.Append(req.State.GetAttribute(ctx, a.path, &prior)...)
	}
	defer func() { resp.Diagnostics.Append(diags...) }()
	if diags.HasError() {
		return
	}

	planned := configured
	if configured.IsNull() {
		planned = fallback
		// A default that is gone or not known yet is no reason to leave the account that the object lives in.
		if !prior.IsNull() && (fallback.IsNull() || fallback.IsUnknown()) {
			planned = prior
		}
		if planned.IsNull() {
			a.reportMissing(&diags)
			return
		}
	}
	moved := !strings.EqualFold(planned.ValueString(), prior.ValueString())
	// Letter case does not distinguish accounts: keep what the state says.
	if !moved && !planned.IsUnknown() && !prior.IsNull() {
		planned = prior
	}
	diags.Append(resp.Plan.SetAttribute(ctx, a.path, planned)...)
	if !req.State.Raw.IsNull() && moved {
		resp.RequiresReplace = append(resp.RequiresReplace, a.path)
	}
}
