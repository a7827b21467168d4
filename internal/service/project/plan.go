package project

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/adoption"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
)

// replacedKey marks, in the private data of the plan of a create, the destroy that may belong to it. The engine hands the
// private data of a replacement's plan to both of its halves; of a tainted resource, nothing else tells the destroy that
// the project is adopted again. The create removes the mark.
const replacedKey = "replaced"

// ModifyPlan plans the account, looks whether a project that is to be adopted exists, and refuses what deletion_policy
// does not allow.
func (r *projectResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	r.PlanAccount(ctx, req, resp)
	if resp.Diagnostics.HasError() || r.Data == nil {
		return
	}
	var plan, state resourceModel
	state.outcome = noOutcome()
	isCreate := req.State.Raw.IsNull()
	if !isCreate {
		resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	}
	if req.Plan.Raw.IsNull() {
		r.planDestroy(ctx, &state, req, resp)
		return
	}
	resp.Diagnostics.Append(resp.Plan.Get(ctx, &plan)...)
	before, after, diags := adoption.Planned(ctx, req, resp)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	plan.outcome = state.outcome
	if plan.Render.IsUnknown() || plan.rendersAfter(state) {
		plan.outcome = unknownOutcome()
	}
	resp.Diagnostics.Append(resp.Plan.Set(ctx, plan)...)
	if isCreate {
		resp.Diagnostics.Append(private.Set(ctx, resp.Private, replacedKey, true)...)
		r.planCreate(ctx, &plan, after, before != after, &resp.Diagnostics)
	} else {
		r.planChange(&plan, &state, after, resp)
	}
	r.Prove(ctx, noun, req, resp)
}

// planCreate looks for the project. A create that replaces an instance comes after its destroy, which must not delete.
func (r *projectResource) planCreate(ctx context.Context, plan *resourceModel, instance adoption.Instance, isReplacement bool, diags *diag.Diagnostics) {
	account := plan.AccountRef()
	object := r.object(account, plan.ProjectID)
	switch {
	case plan.isKnown() && object.IsGone(): // nothing is replaced, although the private data of what was there is
		diags.Append(apidiag.Gone(projectIDPath, plan.subject(), "The service has no call that creates projects"))
		return
	case isReplacement && plan.policy() == deletion.Delete:
		diags.Append(mustNotReplace("The project", nil))
		return
	case !plan.isKnown() || !r.Known():
		return // the create looks
	}
	object.PlanCreate(instance)
	if object.ChangesHands() {
		diags.Append(willBeDeleted(plan.subject()))
		return
	}
	client := r.Client(diags)
	release, err := object.Hold(ctx)
	if err == nil {
		defer release()
		err = r.Through(ctx, account, func() error { return look(ctx, client, account, plan.ProjectID) })
	}
	problems := found(account, plan.ProjectID, err)
	diags.Append(problems...)
	if !problems.HasError() {
		object.Found = true
	}
}

// planChange refuses a replacement by the planned policy, so that one apply can change the policy and replace.
func (r *projectResource) planChange(plan, state *resourceModel, instance adoption.Instance, resp *resource.ModifyPlanResponse) {
	if !plan.ProjectID.Equal(state.ProjectID) {
		resp.RequiresReplace.Append(projectIDPath)
	}
	switch {
	case len(resp.RequiresReplace) > 0 && plan.policy() == deletion.Delete:
		resp.Diagnostics.Append(mustNotReplace(state.subject().Capitalized(), resp.RequiresReplace))
	case len(resp.RequiresReplace) == 0 && plan.isKnown():
		r.object(plan.AccountRef(), plan.ProjectID).PlanManage(instance)
	}
}

// planDestroy says what becomes of the project, by the policy that was applied last.
func (r *projectResource) planDestroy(ctx context.Context, state *resourceModel, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	instance, diags := adoption.InstanceOf(ctx, req.Private)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	if state.policy() == deletion.Abandon {
		resp.Diagnostics.Append(deletion.WillAbandon(state.subject(), whatDeletes))
		return
	}
	object := r.object(state.AccountRef(), state.ProjectID)
	isExpected := object.PlanDestroy(instance)
	if isExpected || object.ChangesHands() || object.IsTakenOver(instance) {
		resp.Diagnostics.Append(adoption.HandOver(ctx, resp.Private, state.ProjectID.ValueString())...)
		resp.Diagnostics.Append(willNotDelete(state.subject()))
	}
}
