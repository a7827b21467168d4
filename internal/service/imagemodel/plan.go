package imagemodel

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ownership"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// ModifyPlan plans the account, and looks whether the account is connected already.
func (r *imageModelResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	var plan, state resourceModel
	diags := &resp.Diagnostics
	p := r.LoadPlan(ctx, req, resp, &plan, &state)
	if p.Step == managed.Create && r.Known() && plan.KnowsAccount() {
		found, failed := r.look(ctx, &plan)
		// One that the state has may be ended before the create.
		isHeld := p.IsReplacement || r.IsHeld(ctx, resp.Plan, ownership.Instance{})
		if diags.Append(failed...); !diags.HasError() && (found == nil || !isHeld) {
			plan.Adopted = types.BoolValue(found != nil)
			diags.Append(resp.Plan.Set(ctx, plan)...)
		}
		if !p.IsRepeated {
			diags.Append(plan.overwrites(found)...)
		}
	}
	if p.Step != managed.None && p.Step != managed.Destroy {
		r.CheckAccess(ctx, objectKind, req, resp)
	}
}

// look reads the connection that a create replaces; nil without one.
func (r *imageModelResource) look(ctx context.Context, plan *resourceModel) (found *videoindexer.ImageModel, diags diag.Diagnostics) {
	account := plan.AccountRef()
	found, err := providerdata.Read(ctx, r.Data, account, func() (*videoindexer.ImageModel, error) { return r.Client(&diags).GetImageModel(ctx, account) })
	switch {
	case isGone(err):
		return nil, nil
	case isBroken(err): // there is one, of which nothing can be read
		return &videoindexer.ImageModel{}, nil
	case err != nil:
		diags.Append(apidiag.PlanError("read", plan.Subject(), err))
	}
	return found, diags
}

// overwrites warns of another connection that a create replaces.
func (m *resourceModel) overwrites(found *videoindexer.ImageModel) (diags diag.Diagnostics) {
	isSame := func(planned types.String, has string) bool {
		return planned.IsUnknown() || has == "" || planned.ValueString() == has
	}
	if found != nil && (!isSame(m.Endpoint, found.Endpoint) || !isSame(m.PredictionResourceID, found.PredictionResourceID)) {
		diags.AddWarning("The account is connected to another image model",
			m.Subject().WithIDs(fmt.Sprintf("The apply replaces a connection whose keys cannot be read. "+
				"To manage it instead, import it and configure its values.\n\nThe account is connected to %s (prediction resource %s).", found.Endpoint, found.PredictionResourceID)))
	}
	return diags
}

func isGone(err error) bool {
	return videoindexer.IsNotFound(err) || videoindexer.HasType(err, videoindexer.ErrorTypeImageModelAccountNotFound)
}

// isBroken says whether an account is connected to an image model that cannot be reached with the keys that it has.
func isBroken(err error) bool {
	return videoindexer.HasType(err, videoindexer.ErrorTypeImageModelUnreachableOrInvalidTrainingKey, videoindexer.ErrorTypeImageModelUnreachableOrInvalidPredictionKey)
}
