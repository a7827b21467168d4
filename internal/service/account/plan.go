package account

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// kept is the private state of an account, which Terraform hands on from one step to the next.
type kept struct {
	// Exists marks the plans of an account that exists. Terraform plans a replacement first as a change, and then as the
	// create of another object, with the private state of the first plan: so the second one sees that it replaces an account.
	Exists bool `json:"exists,omitempty"`
	// IsReleased lets the destroy half of a replacement leave an account whose state still says "prevent": the policy of
	// the plan allowed it.
	IsReleased bool `json:"is_released,omitempty"`
}

const keptKey = "account"

// ModifyPlan plans the location, decides what replaces the account, and refuses what deletion_policy does not allow.
func (r *paidAccountResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	r.PlanLocation(ctx, req, resp)
	if resp.Diagnostics.HasError() {
		return
	}
	switch {
	case req.Plan.Raw.IsNull():
		planDestroy(ctx, req, resp)
	case req.State.Raw.IsNull():
		planCreate(ctx, req, resp)
		r.proveKey(ctx, resp)
	default:
		r.planChange(ctx, req, resp)
		r.CheckAccess(ctx, noun, req, resp)
	}
}

// proveKey shows that the key is valid before an account is created with it.
func (r *paidAccountResource) proveKey(ctx context.Context, resp *resource.ModifyPlanResponse) {
	var location types.String
	resp.Diagnostics.Append(resp.Plan.GetAttribute(ctx, path.Root("location"), &location)...)
	if r.Data == nil || !r.Known() || location.IsUnknown() || resp.Diagnostics.HasError() {
		return
	}
	r.CheckAccountAccess(ctx, noun, videoindexer.AccountRef{Location: location.ValueString()}, &resp.Diagnostics)
}

// whatDeletes ends the warnings of a destroy.
const whatDeletes = "The service has no call that deletes an account."

// planDestroy goes by the policy that was applied last.
func planDestroy(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	var state resourceModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	switch {
	case resp.Diagnostics.HasError():
	case state.policy() == deletion.Prevent:
		resp.Diagnostics.Append(mustNotDestroy(state.subject()))
	default:
		resp.Diagnostics.Append(deletion.WillAbandon(state.subject(), whatDeletes))
	}
}

// planCreate looks for the account that the new one would replace: because an argument differs, which
// planChange has seen, or because the user asked for it.
func planCreate(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	var prior kept
	resp.Diagnostics.Append(private.Get(ctx, req.Private, keptKey, &prior)...)
	if !prior.Exists {
		return
	}
	var plan resourceModel
	resp.Diagnostics.Append(resp.Plan.Get(ctx, &plan)...)
	switch {
	case resp.Diagnostics.HasError():
	case plan.policy() == deletion.Prevent:
		resp.Diagnostics.Append(replacedOnRequest())
	default:
		resp.Diagnostics.Append(private.Set(ctx, resp.Private, keptKey, kept{IsReleased: true})...)
	}
}

// planChange plans an update, or a replacement. It goes by the planned policy, so that one apply can end the management of
// an account and create another. With extended operations a change of the connection alone is an update.
func (r *paidAccountResource) planChange(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	var plan, state resourceModel
	resp.Diagnostics.Append(resp.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	resp.Diagnostics.Append(private.Set(ctx, resp.Private, keptKey, kept{Exists: true})...)
	if resp.Diagnostics.HasError() {
		return
	}
	isExtended := r.Data != nil && r.Extended()
	var differ differences
	if !state.isImported() {
		var writeOnlyKey types.String
		resp.Diagnostics.Append(req.Config.GetAttribute(ctx, writeOnlyKeyPath, &writeOnlyKey)...)
		var diags diag.Diagnostics
		differ, diags = plan.differences(ctx, &state, writeOnlyKey, isExtended)
		resp.Diagnostics.Append(diags...)
		resp.RequiresReplace.Append(differ.others...)
		if !isExtended {
			resp.RequiresReplace.Append(differ.connection...)
		}
	}
	switch {
	case len(resp.RequiresReplace) == 0:
		plan.AccountID, plan.described = state.AccountID, state.described
		if differ.connection.Contains(connectionPath) || differ.connection.Contains(connectionPath.AtName("application_id")) {
			plan.ApplicationID = types.StringUnknown()
		}
		resp.Diagnostics.Append(resp.Plan.Set(ctx, plan)...)
	case plan.policy() == deletion.Prevent:
		resp.Diagnostics.Append(replacedByChange(state.subject(), resp.RequiresReplace, !isExtended && len(differ.connection) == len(resp.RequiresReplace)))
	default:
		resp.Diagnostics.Append(deletion.WillAbandon(state.subject(), "The replacement creates another account. "+whatDeletes))
	}
}
