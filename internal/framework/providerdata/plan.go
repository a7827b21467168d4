package providerdata

import (
	"context"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// PlanAccount plans location and account_id of a managed resource: what is not configured becomes the provider's
// default, and a change of either replaces the resource, unless only letter case changes. It is called first in
// ModifyPlan, which then works on resp.Plan; it does nothing when a destroy is planned.
func (d *Data) PlanAccount(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if d != nil { // validation alone does not configure the provider
		isRespelled := planArgument(ctx, locationArgument, d.location, req, resp)
		if planArgument(ctx, accountIDArgument, d.accountID, req, resp) || isRespelled {
			keepState(req, resp)
		}
	}
}

// PlanLocation is PlanAccount for a managed resource that has a location argument only.
func (d *Data) PlanLocation(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if d != nil && planArgument(ctx, locationArgument, d.location, req, resp) {
		keepState(req, resp)
	}
}

// planArgument reports whether the configured value differs from that of the state in letter case only.
func planArgument(ctx context.Context, a argument, fallback types.String, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) (isRespelled bool) {
	if req.Plan.Raw.IsNull() {
		return false
	}
	var diags diag.Diagnostics
	var configured, prior types.String
	diags.Append(req.Config.GetAttribute(ctx, a.path, &configured)...)
	if !req.State.Raw.IsNull() {
		diags.Append(req.State.GetAttribute(ctx, a.path, &prior)...)
	}
	defer func() { resp.Diagnostics.Append(diags...) }()
	if diags.HasError() {
		return false
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
			return false
		}
	}
	// Letter case does not distinguish accounts: what the state says stays, also where another spelling is configured.
	isSame := !planned.IsUnknown() && !prior.IsNull() && strings.EqualFold(planned.ValueString(), prior.ValueString())
	if isSame {
		planned = prior
	}
	diags.Append(resp.Plan.SetAttribute(ctx, a.path, planned)...)
	if !req.State.Raw.IsNull() && !isSame {
		resp.RequiresReplace = append(resp.RequiresReplace, a.path)
	}
	return isSame && !configured.IsNull() && !configured.Equal(prior)
}

// keepState plans no change if only letter case has changed. The framework has by then planned computed values as
// unknown, because the configuration differs from the state.
func keepState(req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	kept, err := tftypes.Transform(resp.Plan.Raw, func(at *tftypes.AttributePath, planned tftypes.Value) (tftypes.Value, error) {
		if prior, _, err := tftypes.WalkAttributePath(req.State.Raw, at); err == nil && !planned.IsKnown() {
			if value, ok := prior.(tftypes.Value); ok {
				return value, nil
			}
		}
		return planned, nil
	})
	if err == nil && req.Config.Raw.IsFullyKnown() && kept.Equal(req.State.Raw) {
		resp.Plan.Raw = kept
	}
}
