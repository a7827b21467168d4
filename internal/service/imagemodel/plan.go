package imagemodel

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ownership"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// ModifyPlan plans the account and the policy, looks whether the account is connected already, and notes what happens to
// the connection.
func (r *imageModelResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	var plan, state resourceModel
	diags := &resp.Diagnostics
	step := r.LoadPlan(ctx, req, resp, &plan, &state)
	diags.Append(r.PlanState(step, &state, whatDeletes)...)
	if step == managed.None || step == managed.Destroy {
		return
	}
	diags.Append(plan.PlanPolicy(ctx, req.Config, step, state.Policy())...)
	diags.Append(resp.Plan.Set(ctx, plan)...)
	if step == managed.Create && plan.KnowsAccount() {
		diags.Append(r.Plan(plan.Object(), ownership.Create, plan.Subject(), "")...)
		r.look(ctx, &plan, diags)
	}
	r.CheckAccess(ctx, noun, req, resp)
}

// look warns of another connection that a create will end.
func (r *imageModelResource) look(ctx context.Context, plan *resourceModel, diags *diag.Diagnostics) {
	if !r.Known() {
		return
	}
	account := plan.AccountRef()
	remote, err := providerdata.Read(ctx, r.Data, account, func() (*videoindexer.ImageModel, error) { return r.Client(diags).GetImageModel(ctx, account) })
	switch {
	case isGone(err) || isBroken(err): // nothing is overwritten
	case err != nil:
		apidiag.Add(diags, "read", plan.Subject(), err)
	case !plan.Endpoint.IsUnknown() && !plan.PredictionResourceID.IsUnknown() &&
		(remote.Endpoint != plan.Endpoint.ValueString() || remote.PredictionResourceID != plan.PredictionResourceID.ValueString()):
		diags.AddWarning("The account is connected to another image model",
			plan.Subject().WithIDs(fmt.Sprintf("The apply replaces a connection whose keys cannot be read. "+
				"To manage it instead, import it and configure its values.\n\nThe account is connected to %s (prediction resource %s).", remote.Endpoint, remote.PredictionResourceID)))
	}
}

func isGone(err error) bool {
	return videoindexer.IsNotFound(err) || videoindexer.HasType(err, videoindexer.ErrorTypeImageModelAccountNotFound)
}

// isBroken says whether an account is connected to an image model that cannot be reached with the keys that it has.
func isBroken(err error) bool {
	return videoindexer.HasType(err, videoindexer.ErrorTypeImageModelUnreachableOrInvalidTrainingKey, videoindexer.ErrorTypeImageModelUnreachableOrInvalidPredictionKey)
}
