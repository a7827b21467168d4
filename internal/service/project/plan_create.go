package project

import (
	"context"
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/adoption"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// create plans the adoption of a project with an id, or the creation of one without. While the project, its account or
// the provider is not known, this is left to the apply.
func (p *planning) create(ctx context.Context) {
	config, plan := p.config, p.plan
	isNew := config.ProjectID.IsNull()
	if config.DeletionPolicy.IsNull() && !config.ProjectID.IsUnknown() {
		plan.DeletionPolicy = defaultPolicy(isNew)
	}
	plan.Name, plan.VideoRanges = config.Name, config.VideoRanges
	empty := emptyModel()
	p.outcomeAfter(&empty)
	switch {
	case isNew:
		p.createNew(ctx)
	case p.Extended() || !p.Known():
		// What is not configured is what the service has, once it is known whether that can be read.
		if config.Name.IsNull() {
			plan.Name = types.StringUnknown()
		}
		if config.VideoRanges.IsNull() {
			plan.VideoRanges = types.ListUnknown(videoRangeType)
		}
	}
	if p.resp.Diagnostics.HasError() {
		return
	}
	p.resp.Diagnostics.Append(p.resp.Plan.Set(ctx, plan)...)
	if !isNew {
		p.resp.Diagnostics.Append(adoption.MarkReplaced(ctx, p.resp.Private)...)
		p.adopt(ctx)
	}
}

// adopt looks for the project. A create that replaces an instance comes after its destroy, which must not delete the
// project.
func (p *planning) adopt(ctx context.Context) {
	plan, diags := p.plan, &p.resp.Diagnostics
	account := plan.AccountRef()
	object := p.object(account, plan.ProjectID)
	switch {
	case plan.isKnown() && object.IsGone(): // nothing is replaced, although this plan has the private data of what is gone
		diags.Append(apidiag.Gone(projectIDPath, plan.subject(), cannotCreate))
		return
	case p.before != p.after && plan.policy() == deletion.Delete:
		diags.Append(replacedOnRequest())
		return
	case !plan.isKnown() || !p.Known():
		return // the create looks
	}
	object.PlanCreate(p.after)
	isSecond := object.PlanManage(p.before)
	switch {
	case object.ChangesHands():
		diags.Append(willBeDeleted(plan.subject()))
		return
	case isSecond:
		diags.Append(managed.Twice(plan.subject()))
	}
	client := p.Client(diags)
	release, err := object.Hold(ctx)
	var seen any
	if err == nil {
		defer release()
		seen, err = providerdata.Read(ctx, p.Data, account, func() (any, error) { return lookFor(ctx, client, account, plan.ProjectID) })
	}
	problems := found(account, plan.ProjectID, err)
	diags.Append(problems...)
	if problems.HasError() {
		return
	}
	object.Found = true
	if remote, ok := seen.(*videoindexer.Project); ok {
		object.Found = remote
		p.overwrite(ctx, remote)
	}
}

// overwrite says what the adoption of a project changes.
func (p *planning) overwrite(ctx context.Context, remote *videoindexer.Project) {
	fields, diags := wanted(ctx, remote, p.config.Name, p.config.VideoRanges)
	p.resp.Diagnostics.Append(diags...)
	if p.config.VideoRanges.IsNull() {
		remote, diags := rangesList(ctx, remote.VideoRanges)
		p.resp.Diagnostics.Append(diags...)
		p.checkRender(ctx, remote, p.plan.Render.ValueBool())
	} else {
		p.checkRender(ctx, p.plan.VideoRanges, p.plan.Render.ValueBool())
	}
	if p.config.Name.IsUnknown() {
		fields.Name = remote.Name
	}
	if fields.Same(remote) {
		return
	}
	p.resp.Diagnostics.Append(willBeChanged(p.plan.subject(), remote, fields))
	if !(videoindexer.ProjectFields{Name: remote.Name, VideoRanges: fields.VideoRanges}).Same(remote) {
		p.checkVideos(ctx)
		p.warnOfRender(ctx, "")
	}
}

// createNew looks whether the account has projects of the name already, which may be what an earlier run has left.
func (p *planning) createNew(ctx context.Context) {
	plan, diags := p.plan, &p.resp.Diagnostics
	if plan.Name.IsNull() {
		diags.Append(nameMissing())
		return
	}
	plan.ProjectID = types.StringUnknown()
	if plan.VideoRanges.IsNull() {
		plan.VideoRanges = types.ListValueMust(videoRangeType, nil)
	}
	p.checkRender(ctx, plan.VideoRanges, plan.Render.ValueBool())
	if diags.HasError() || !p.Known() || !plan.KnowsAccount() {
		return
	}
	p.checkVideos(ctx)
	if plan.Name.IsUnknown() || diags.HasError() {
		return
	}
	p.checkName(ctx, plan.AccountRef(), plan.Name.ValueString())
}

// maxNamesakes is how many projects of one name are looked at.
const maxNamesakes = 10

// checkName looks for projects that have the name of the one that is to be created. What the state of this run holds may be
// replaced, or have got another key.
func (p *planning) checkName(ctx context.Context, account videoindexer.AccountRef, name string) {
	diags := &p.resp.Diagnostics
	client := p.Client(diags)
	listed, err := providerdata.Read(ctx, p.Data, account, func() ([]videoindexer.ProjectSummary, error) {
		return client.FindProjects(ctx, account, name)
	})
	if err != nil && !videoindexer.IsLacking(err) {
		diags.Append(apidiag.Planned("look for", subjectOf(account, strconv.Quote(name)), err))
		return
	}
	wait, cancel := context.WithTimeout(ctx, adoption.AwaitRefreshes)
	defer cancel()
	var others []namesake
	for _, one := range listed[:min(len(listed), maxNamesakes)] {
		object := p.object(account, types.StringValue(one.ID))
		if object.AwaitHolder(wait) {
			if stays, isReleased := object.PlanRemake(p.before); isReleased && !stays {
				diags.Append(remade(subjectOf(account, one.ID), name))
			}
			continue
		}
		remote, err := client.GetProject(ctx, account, one.ID)
		if err != nil {
			continue // it is gone, or nothing is known of it: no reason to warn
		}
		ranges, _, _ := rangesOf(ctx, p.plan.VideoRanges)
		others = append(others, namesake{id: one.ID, isAlike: videoindexer.ProjectFields{Name: name, VideoRanges: ranges}.Same(remote)})
	}
	if len(others) > 0 {
		diags.Append(nameInUse(account, name, others))
	}
}

// checkRender refuses to render a project that will have no ranges, which the service does as well.
func (p *planning) checkRender(ctx context.Context, list types.List, renders bool) {
	ranges, isKnown, diags := rangesOf(ctx, list)
	p.resp.Diagnostics.Append(diags...)
	if p.Extended() && renders && isKnown && len(ranges) == 0 {
		p.resp.Diagnostics.Append(diag.NewAttributeErrorDiagnostic(renderPath, "Nothing to render",
			"render is true, and the project has no video_ranges: the service refuses to render it. Configure video_ranges, or render = false until there are some."))
	}
}

// checkVideos warns of ranges of videos that the account does not have: the service refuses those.
func (p *planning) checkVideos(ctx context.Context) {
	ranges, isKnown, diags := rangesOf(ctx, p.plan.VideoRanges)
	p.resp.Diagnostics.Append(diags...)
	if !isKnown || !p.Known() || !p.plan.KnowsAccount() {
		return
	}
	client, account := p.Client(&p.resp.Diagnostics), p.plan.AccountRef()
	if p.ProveAccount(ctx, noun, account, &p.resp.Diagnostics); p.resp.Diagnostics.HasError() {
		return
	}
	seen := map[string]bool{}
	for i, r := range ranges {
		if seen[r.VideoID] {
			continue
		}
		seen[r.VideoID] = true
		exists, err := providerdata.Read(ctx, p.Data, account, func() (bool, error) { return client.HasVideo(ctx, account, r.VideoID) })
		if err != nil {
			return // the apply finds out
		}
		if !exists {
			p.resp.Diagnostics.Append(noSuchVideo(rangesPath.AtListIndex(i).AtName("video_id"), account, r.VideoID))
		}
	}
}

// warnOfRender says what the apply does to a render that the project has, when it changes the ranges. Last is the state of the
// render as far as it is known, "" for nothing.
func (p *planning) warnOfRender(ctx context.Context, last string) {
	plan := p.plan
	if !p.Known() || !plan.isKnown() {
		return
	}
	client, account := p.Client(&p.resp.Diagnostics), plan.AccountRef()
	render, err := providerdata.Read(ctx, p.Data, account, func() (*videoindexer.RenderOperation, error) {
		return client.GetRender(ctx, account, plan.ProjectID.ValueString())
	})
	state := videoindexer.RenderState(last)
	switch {
	case err == nil:
		state = render.State
	case videoindexer.HasNoRender(err):
		return
	}
	switch {
	case running(state):
		p.resp.Diagnostics.Append(isRendering(plan.subject(), plan.Render.ValueBool()))
	case state == videoindexer.RenderSucceeded:
		p.resp.Diagnostics.Append(willBeForgotten(plan.subject(), plan.Render.ValueBool()))
	}
}
