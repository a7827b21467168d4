package project

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/adoption"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

var (
	projectIDPath = path.Root("project_id")
	namePath      = path.Root("name")
	rangesPath    = path.Root("video_ranges")
	renderPath    = path.Root("render")
	cancelPath    = path.Root("cancel_render_on_interrupt")
)

// planning is the plan of one instance.
type planning struct {
	*projectResource
	config, plan, state *resourceModel
	// before and after are the instance that it was, and the one that it is planned to be.
	before, after adoption.Instance
	// isCreated says that Terraform has created the project.
	isCreated bool
	resp      *resource.ModifyPlanResponse
}

// ModifyPlan plans the account, what destroy does and what the apply creates or changes; it looks whether a project that is to
// be adopted exists, and refuses what deletion_policy does not allow.
func (r *projectResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	var config, plan resourceModel
	state := emptyModel()
	step := r.LoadPlan(ctx, req, resp, &plan, &state)
	switch step {
	case managed.None:
		return
	case managed.Destroy:
		r.planDestroy(ctx, &state, req, resp)
		return
	}
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if resp.Diagnostics.HasError() || !r.mayUse(&config, &resp.Diagnostics) {
		return
	}
	p := planning{projectResource: r, config: &config, plan: &plan, state: &state, resp: resp}
	var diags diag.Diagnostics
	p.before, p.after, diags = adoption.Planned(ctx, req, resp)
	resp.Diagnostics.Append(diags...)
	if step == managed.Create {
		p.create(ctx)
	} else {
		resp.Diagnostics.Append(private.Get(ctx, req.Private, createdKey, &p.isCreated)...)
		p.update(ctx)
	}
	r.Prove(ctx, noun, req, resp)
}

// mayUse reports whether the provider may do what a configuration asks for, and the errors where it may not.
func (r *projectResource) mayUse(config *resourceModel, diags *diag.Diagnostics) bool {
	may := true
	needs := func(isUsed bool, at path.Path, what string) {
		may = (!isUsed || r.RequireExtended(at, what, diags)) && may
	}
	needs(config.ProjectID.IsNull(), projectIDPath, "A project without project_id, which Terraform creates,")
	needs(!config.Name.IsNull(), namePath, "name")
	needs(!config.VideoRanges.IsNull(), rangesPath, "video_ranges")
	needs(!config.CancelRenderOnInterrupt.IsNull(), cancelPath, "cancel_render_on_interrupt")
	return may
}

// rendersAfter reports whether going from state to m asks for a render, or waits for one that has begun.
func (m *resourceModel) rendersAfter(state *resourceModel, isExtended bool) bool {
	if !m.Render.ValueBool() {
		return false
	}
	return !state.Render.ValueBool() || isExtended && m.changesRanges(state) || m.watchesAfter(state, isExtended)
}

// watchesAfter reports whether going from state to m waits for a render that has begun.
func (m *resourceModel) watchesAfter(state *resourceModel, isExtended bool) bool {
	return isExtended && m.Render.ValueBool() && m.WaitForRender.ValueBool() && state.Render.ValueBool() && state.isRunning() && !m.changesRanges(state)
}

// update plans what changes in place, and refuses a replacement by the planned policy, so that one apply can change the policy
// and replace.
func (p *planning) update(ctx context.Context) {
	config, plan, state := p.config, p.plan, p.state
	if config.ProjectID.IsNull() {
		plan.ProjectID = state.ProjectID
	} else if !plan.ProjectID.Equal(state.ProjectID) {
		p.resp.RequiresReplace.Append(projectIDPath)
		p.isCreated = false // the other one is adopted
	}
	if plan.Name = config.Name; config.Name.IsNull() {
		plan.Name = state.Name
	}
	if config.VideoRanges.IsNull() {
		plan.VideoRanges = state.VideoRanges
	} else {
		var diags diag.Diagnostics
		plan.VideoRanges, diags = spelledAs(ctx, config.VideoRanges, state.VideoRanges)
		p.resp.Diagnostics.Append(diags...)
	}
	if config.DeletionPolicy.IsNull() {
		plan.DeletionPolicy = defaultPolicy(p.isCreated)
	}
	p.outcomeAfter(state)
	if p.resp.Diagnostics.HasError() {
		return
	}
	p.resp.Diagnostics.Append(p.resp.Plan.Set(ctx, plan)...)
	if len(p.resp.RequiresReplace) > 0 {
		p.replace()
		return
	}
	if plan.isKnown() {
		switch object := p.object(plan.AccountRef(), plan.ProjectID); {
		case object.IsDeletedByOther(p.after):
			p.resp.Diagnostics.Append(willBeDeleted(plan.subject()))
			return
		case object.PlanManage(p.after):
			p.resp.Diagnostics.Append(managed.Twice(plan.subject()))
		}
	}
	p.checkRender(ctx, plan.VideoRanges, plan.rendersAfter(state, p.Extended()))
	if p.Extended() && plan.changesRanges(state) {
		if p.checkVideos(ctx); !p.resp.Diagnostics.HasError() {
			p.warnOfRender(ctx, state.RenderState.ValueString())
		}
	}
}

// outcomeAfter plans what will be known of a render.
func (p *planning) outcomeAfter(state *resourceModel) {
	plan, isExtended := p.plan, p.Extended()
	plan.outcome = state.outcome
	switch {
	case plan.Render.IsUnknown() || plan.rendersAfter(state, isExtended):
		plan.outcome = unknownOutcome()
		if !isExtended { // then video_ranges are not configured
			plan.VideoRanges = types.ListUnknown(videoRangeType)
		}
	case isExtended && plan.changesRanges(state): // which forgets it
		plan.outcome = outcome{}
	}
}

// replace says what a replacement does to the project of the state. One that Terraform created is deleted if the next
// one is created as well.
func (p *planning) replace() {
	switch {
	case p.config.ProjectID.IsNull() && p.state.policy() == deletion.Delete:
	case p.config.ProjectID.IsNull():
		p.resp.Diagnostics.Append(deletion.WillAbandon(p.state.subject(), "It is replaced by an instance that creates another project."))
	case p.plan.policy() == deletion.Delete:
		p.resp.Diagnostics.Append(replacedByChange(p.state.subject(), p.resp.RequiresReplace))
	case p.state.policy() == deletion.Delete:
		p.resp.Diagnostics.Append(deletion.WillAbandon(p.state.subject(), "It is replaced by an instance that adopts another project; only a destroy without a replacement deletes it."))
	default:
		p.resp.Diagnostics.Append(deletion.WillAbandon(p.state.subject(), "It is replaced by an instance that adopts another project."))
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
		resp.Diagnostics.Append(deletion.WillAbandonByPolicy(state.subject(), whatDeletes))
		return
	}
	object := r.object(state.AccountRef(), state.ProjectID)
	isExpected := object.PlanDestroy(instance)
	if isExpected || object.ChangesHands() || object.IsTakenOver(instance) {
		resp.Diagnostics.Append(adoption.HandOver(ctx, resp.Private, state.ProjectID.ValueString())...)
		resp.Diagnostics.Append(leftToAnother(state.subject(), "Project will not be deleted",
			"adopts or manages it in this run: the destroy will leave it as it is"))
		return
	}
	object.NoteDeletion(instance)
	if object.IsRemade() {
		resp.Diagnostics.Append(remade(state.subject(), state.Name.ValueString()))
	}
}

func (r *projectResource) object(account videoindexer.AccountRef, projectID types.String) *adoption.Object {
	return r.Objects.Get(noun, account, projectID.ValueString())
}
