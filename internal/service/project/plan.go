package project

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/adoption"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
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
	if req.Plan.Raw.IsNull() {
		r.planDestroy(ctx, req, resp)
		return
	}
	r.planOutcome(ctx, req, resp)
	before, after, diags := adoption.Planned(ctx, req, resp)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	if !req.State.Raw.IsNull() {
		r.planChange(ctx, req, resp, after)
		r.Prove(ctx, noun, req, resp)
		return
	}
	resp.Diagnostics.Append(resp.Private.SetKey(ctx, replacedKey, []byte("true"))...)
	r.planCreate(ctx, resp, after, before != after)
	r.Prove(ctx, noun, req, resp)
}

// planOutcome plans what of the render can be known before: what it was, unless a render will be asked for.
func (r *projectResource) planOutcome(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	var plan, state resourceModel
	resp.Diagnostics.Append(resp.Plan.Get(ctx, &plan)...)
	state.outcome = noOutcome()
	if !req.State.Raw.IsNull() {
		resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	}
	if resp.Diagnostics.HasError() {
		return
	}
	plan.outcome = state.outcome
	if plan.Render.IsUnknown() || plan.rendersAfter(state) {
		plan.outcome = unknownOutcome()
	}
	resp.Diagnostics.Append(resp.Plan.Set(ctx, plan)...)
}

// planCreate looks for the project. A create that replaces an instance comes after its destroy, which must not delete.
func (r *projectResource) planCreate(ctx context.Context, resp *resource.ModifyPlanResponse, instance adoption.Instance, isReplacement bool) {
	var plan resourceModel
	resp.Diagnostics.Append(resp.Plan.Get(ctx, &plan)...)
	if resp.Diagnostics.HasError() {
		return
	}
	account, ok := plan.place()
	object := r.object(account, plan.ProjectID)
	switch {
	case ok && object.IsGone(): // nothing is replaced, although the private data of what was there is
		resp.Diagnostics.Append(apidiag.Gone(projectIDPath, subjectOf(account, plan.ProjectID.ValueString()), "The service has no call that creates projects"))
		return
	case isReplacement && plan.policy() == deletion.Delete:
		resp.Diagnostics.Append(mustNotReplace("The project", nil))
		return
	case !ok || !r.Known():
		return // the create looks
	}
	object.PlanCreate(instance)
	if object.ChangesHands() {
		resp.Diagnostics.Append(willBeDeleted(subjectOf(account, plan.ProjectID.ValueString())))
		return
	}
	client := r.Client(&resp.Diagnostics)
	release, err := object.Hold(ctx)
	if err == nil {
		defer release()
		err = r.Through(ctx, account, func() error { return look(ctx, client, account, plan.ProjectID) })
	}
	diags := found(account, plan.ProjectID, err)
	resp.Diagnostics.Append(diags...)
	if !diags.HasError() {
		object.Found = true
	}
}

// planChange refuses a replacement by the planned policy, so that one apply can change the policy and replace.
func (r *projectResource) planChange(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse, instance adoption.Instance) {
	var plan, state resourceModel
	resp.Diagnostics.Append(resp.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if resp.Diagnostics.HasError() {
		return
	}
	if !plan.ProjectID.Equal(state.ProjectID) {
		resp.RequiresReplace.Append(projectIDPath)
	}
	switch account, ok := plan.place(); {
	case len(resp.RequiresReplace) > 0 && plan.policy() == deletion.Delete:
		resp.Diagnostics.Append(mustNotReplace(state.subject().Capitalized(), resp.RequiresReplace))
	case len(resp.RequiresReplace) == 0 && ok:
		r.object(account, plan.ProjectID).PlanManage(instance)
	}
}

// planDestroy says what becomes of the project, by the policy that was applied last.
func (r *projectResource) planDestroy(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	var state resourceModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	instance, diags := adoption.InstanceOf(ctx, req.Private)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	if state.policy() == deletion.Abandon {
		resp.Diagnostics.Append(deletion.WillAbandon(state.subject(), whatDeletes))
		return
	}
	account, ok := state.place()
	if !ok {
		return
	}
	object := r.object(account, state.ProjectID)
	isExpected := object.PlanDestroy(instance)
	if isExpected || object.ChangesHands() || object.IsTakenOver(instance) {
		resp.Diagnostics.Append(adoption.HandOver(ctx, resp.Private, state.ProjectID.ValueString())...)
		resp.Diagnostics.Append(willNotDelete(state.subject()))
	}
}

func isReplaced(ctx context.Context, store private.Reader) (bool, diag.Diagnostics) {
	mark, diags := store.GetKey(ctx, replacedKey)
	return len(mark) > 0, diags
}

// place is the account of the project; ok is false while the account or the project is not known.
func (m *resourceModel) place() (account videoindexer.AccountRef, ok bool) {
	ok = m.KnowsAccount() && !m.ProjectID.IsUnknown()
	return m.AccountRef(), ok
}
