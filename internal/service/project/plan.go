package project

import (
	"context"
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ownership"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
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
	// isCreated says that Terraform has created the project.
	isCreated bool
	resp      *resource.ModifyPlanResponse
}

// ModifyPlan plans the account, what destroy does and what the apply creates or changes. It looks whether a project that is
// to be adopted exists, and refuses what deletion_policy does not allow.
func (r *projectResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	var config, plan resourceModel
	state := emptyModel()
	step := r.LoadPlan(ctx, req, resp, &plan, &state)
	switch step {
	case managed.None:
		return
	case managed.Destroy:
		resp.Diagnostics.Append(r.planEnd(&state)...)
		return
	}
	var known kept
	resp.Diagnostics.Append(private.Get(ctx, req.Private, keptKey, &known)...)
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if resp.Diagnostics.HasError() || !r.mayUse(&config, &resp.Diagnostics) {
		return
	}
	p := planning{projectResource: r, config: &config, plan: &plan, state: &state, isCreated: known.IsCreated, resp: resp}
	switch step {
	case managed.Create:
		p.create(ctx)
	case managed.Update:
		p.update(ctx)
	case managed.Replace:
		resp.Diagnostics.Append(p.replace()...)
	}
	r.CheckAccess(ctx, noun, req, resp)
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

// planEnd says what a destroy does to the project, by the policy that was applied last.
func (r *projectResource) planEnd(state *resourceModel) diag.Diagnostics {
	if state.policy() == deletion.Abandon {
		return diag.Diagnostics{deletion.WillAbandonByPolicy(state.subject(), whatDeletes)}
	}
	diags := r.Plan(state.object(), ownership.Destroy, state.subject(), "")
	if !diags.HasError() && state.state() == videoindexer.RenderSucceeded {
		diags.Append(fileGoesWithProject(state.subject()))
	}
	return diags
}

// replace says what a replacement does to the project of the state. It deletes only what Terraform has created, and only to
// create another.
func (p *planning) replace() diag.Diagnostics {
	createsAnother := p.isCreated && p.config.ProjectID.IsNull() && (p.config.DeletionPolicy.IsNull() || p.config.policy() == deletion.Delete)
	if p.state.policy() == deletion.Delete && !createsAnother {
		return diag.Diagnostics{deletion.MustNotReplace(p.state.subject())}
	}
	return p.planEnd(p.state)
}

// update plans what changes in place.
func (p *planning) update(ctx context.Context) {
	plan, state, diags := p.plan, p.state, &p.resp.Diagnostics
	var problems diag.Diagnostics
	plan.VideoRanges, problems = spelledAs(ctx, plan.VideoRanges, state.VideoRanges)
	diags.Append(problems...)
	if p.config.DeletionPolicy.IsNull() {
		plan.DeletionPolicy = defaultPolicy(p.isCreated)
	}
	p.planOutcome(state)
	p.Owned.See(state.object(), state.policy())
	diags.Append(p.Plan(state.object(), ownership.Keep, state.subject(), "")...)
	diags.Append(p.resp.Plan.Set(ctx, plan)...)
	ranges, isKnown, problems := rangesOf(ctx, plan.VideoRanges)
	diags.Append(problems...)
	if diags.HasError() {
		return
	}
	if isKnown && plan.renders(state, p.Extended()) {
		p.checkRender(ranges)
	}
	if p.Extended() && plan.changesRanges(state) {
		p.checkVideos(ctx, ranges)
		p.warnOfRender(ctx, state.state())
	}
}

// planOutcome plans what will be known of a render.
func (p *planning) planOutcome(prior *resourceModel) {
	plan, isExtended := p.plan, p.Extended()
	plan.outcome = prior.outcome
	switch {
	case plan.Render.IsUnknown() || plan.renders(prior, isExtended):
		plan.outcome = unknownOutcome()
		if !isExtended { // then video_ranges are not configured
			plan.VideoRanges = types.ListUnknown(videoRangeType)
		}
	case isExtended && plan.changesRanges(prior): // then the service discards the render
		plan.outcome = outcome{}
	}
}

// create plans the adoption of a project with an id, or the creation of one without. What is not known yet is checked by the
// plan that an engine makes before it applies.
func (p *planning) create(ctx context.Context) {
	config, plan, diags := p.config, p.plan, &p.resp.Diagnostics
	isNew := config.ProjectID.IsNull()
	if isNew && config.Name.IsNull() {
		diags.Append(nameMissing())
		return
	}
	if config.DeletionPolicy.IsNull() && !config.ProjectID.IsUnknown() {
		plan.DeletionPolicy = defaultPolicy(isNew)
	}
	switch {
	case isNew && config.VideoRanges.IsNull():
		plan.VideoRanges = types.ListValueMust(videoRangeType, nil)
	case p.Known() && !p.Extended(): // then neither is configured, nor can be read
		plan.Name, plan.VideoRanges = types.StringNull(), types.ListNull(videoRangeType)
	}
	nothing := emptyModel()
	p.planOutcome(&nothing)
	diags.Append(p.resp.Plan.Set(ctx, plan)...)
	switch {
	case diags.HasError():
	case isNew:
		p.createNew(ctx)
	case plan.isKnown():
		p.adopt(ctx)
	}
}

// adopt looks for the project, and says what the adoption changes.
func (p *planning) adopt(ctx context.Context) {
	plan, diags, account := p.plan, &p.resp.Diagnostics, p.plan.AccountRef()
	diags.Append(p.PlanAdoption(plan.object(), plan.subject())...)
	if diags.HasError() || !p.Known() {
		return
	}
	client := p.Client(diags)
	remote, err := providerdata.Read(ctx, p.Data, account, func() (*videoindexer.Project, error) {
		return lookFor(ctx, client, account, plan.ProjectID)
	})
	if diags.Append(found(plan.subject(), err)...); remote == nil || err != nil {
		return
	}
	nothing := emptyModel()
	fields, problems := plan.over(ctx, &nothing, remote)
	diags.Append(problems...)
	if plan.Render.ValueBool() && (p.config.VideoRanges.IsNull() || !plan.VideoRanges.IsUnknown()) {
		p.checkRender(fields.VideoRanges)
	}
	if fields.Same(remote) || diags.HasError() {
		return
	}
	diags.Append(willBeChanged(plan.subject(), remote, fields))
	if !(videoindexer.ProjectFields{Name: remote.Name, VideoRanges: fields.VideoRanges}).Same(remote) {
		p.checkVideos(ctx, fields.VideoRanges)
		p.warnOfRender(ctx, "")
	}
}

// maxNamesakes is how many projects of one name are named.
const maxNamesakes = 10

// createNew checks what is to be created, and warns if the account has projects of the name already: an earlier run may have
// left one.
func (p *planning) createNew(ctx context.Context) {
	plan, diags := p.plan, &p.resp.Diagnostics
	ranges, isKnown, problems := rangesOf(ctx, plan.VideoRanges)
	diags.Append(problems...)
	if isKnown && plan.Render.ValueBool() {
		p.checkRender(ranges)
	}
	if diags.HasError() || !p.Known() || !plan.KnowsAccount() {
		return
	}
	p.checkVideos(ctx, ranges)
	if plan.Name.IsUnknown() || diags.HasError() {
		return
	}
	client, account, name := p.Client(diags), plan.AccountRef(), plan.Name.ValueString()
	listed, err := providerdata.Read(ctx, p.Data, account, func() ([]videoindexer.ProjectSummary, error) {
		return client.FindProjects(ctx, account, name)
	})
	switch {
	case err != nil && !videoindexer.IsUnsupported(err):
		diags.Append(apidiag.Planned("look for", subjectOf(account, strconv.Quote(name)), err))
	case len(listed) > 0:
		diags.Append(nameInUse(account, name, listed))
	}
}

// checkRender refuses to render a project that will have no ranges, which the service does as well.
func (p *planning) checkRender(ranges []videoindexer.VideoRange) {
	if p.Extended() && len(ranges) == 0 {
		p.resp.Diagnostics.AddAttributeError(renderPath, "Nothing to render",
			"render is true, and the project has no video_ranges: the service refuses to render it. Configure video_ranges, or render = false until there are some.")
	}
}

// checkVideos warns of ranges of videos that the account does not have: the service refuses those.
func (p *planning) checkVideos(ctx context.Context, ranges []videoindexer.VideoRange) {
	diags, account := &p.resp.Diagnostics, p.plan.AccountRef()
	if len(ranges) == 0 || !p.Known() || !p.plan.KnowsAccount() {
		return
	}
	client := p.Client(diags)
	if p.CheckAccountAccess(ctx, noun, account, diags); diags.HasError() {
		return
	}
	checked := map[string]bool{}
	for i, r := range ranges {
		if checked[r.VideoID] {
			continue
		}
		checked[r.VideoID] = true
		exists, err := providerdata.Read(ctx, p.Data, account, func() (bool, error) { return client.HasVideo(ctx, account, r.VideoID) })
		if err != nil {
			return // the apply finds out
		}
		if !exists {
			diags.Append(noSuchVideo(rangesPath.AtListIndex(i).AtName("video_id"), account, r.VideoID))
		}
	}
}

// warnOfRender says what the apply does to a render of the project, when it changes the ranges. Last is the state of the
// render as it was last read, "" for nothing.
func (p *planning) warnOfRender(ctx context.Context, last videoindexer.RenderState) {
	plan, diags := p.plan, &p.resp.Diagnostics
	if diags.HasError() || !p.Known() || !plan.isKnown() {
		return
	}
	client, account := p.Client(diags), plan.AccountRef()
	render, err := providerdata.Read(ctx, p.Data, account, func() (*videoindexer.RenderOperation, error) {
		return client.GetRender(ctx, account, plan.ProjectID.ValueString())
	})
	switch {
	case err == nil:
		last = render.State
	case videoindexer.HasNoRender(err):
		return
	}
	if running(last) || last == videoindexer.RenderSucceeded {
		diags.Append(renderIsLost(plan.subject(), last, plan.Render.ValueBool()))
	}
}
