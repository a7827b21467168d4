package video

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/adoption"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// deletesKey names, in the private state of an instance whose destroy would delete its video, that video. Terraform plans a
// replacement as a change first and then, with the private data of that plan, as a create, which can tell from it what the
// destroy of the replaced instance would do.
const deletesKey = "deletes"

// doomed marks a video that the planned destroy of an instance deletes, so that other instances cannot adopt it. It is
// too late to make that destroy leave the video, whichever of the two is applied first.
type doomed struct{}

// object is what this run knows of a video.
func object(data *providerdata.Data, videoID types.String, account videoindexer.AccountRef) *adoption.Object {
	return data.Objects.Get("video", account, videoID.ValueString())
}

// ModifyPlan plans the account, looks at a video that is to be adopted, and says what the apply will do to videos beyond
// what the plan shows.
func (r *videoResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	var plan, state resourceModel
	step := r.LoadPlan(ctx, req, resp, &plan, &state)
	switch {
	case step == managed.Destroy:
		r.planDestroy(ctx, &state, req, resp)
	case step == managed.None || !mayWait(r.Data, plan.WaitForIndexing, &resp.Diagnostics):
	case step == managed.Create:
		r.planCreate(ctx, &plan, req, resp)
	case step == managed.Update, step == managed.Replace:
		r.planChange(ctx, &plan, &state, req, resp)
	}
}

// planDestroy says what will be left. A video that another instance is planned to manage is left in any case.
func (r *videoResource) planDestroy(ctx context.Context, state *resourceModel, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	instance, diags := adoption.InstanceOf(ctx, req.Private)
	resp.Diagnostics.Append(diags...)
	account := state.AccountRef()
	video, release := r.hold(ctx, state.VideoID, account, &resp.Diagnostics)
	if video == nil {
		return
	}
	defer release()
	switch subject := videoSubject(state.VideoID, account); {
	case video.PlanDestroy(instance) || video.ChangesHands():
		resp.Diagnostics.Append(willHandOver(subject))
		resp.Diagnostics.Append(adoption.HandOver(ctx, resp.Private, state.VideoID.ValueString())...)
	case state.policy() == deletion.Delete:
		video.Left = doomed{}
	default:
		resp.Diagnostics.Append(deletion.WillAbandonByPolicy(subject, howToDelete))
	}
}

// planCreate looks whether the video is there. What it finds serves the create that follows in the same process.
func (r *videoResource) planCreate(ctx context.Context, plan *resourceModel, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	before, instance, diags := adoption.Planned(ctx, req, resp)
	resp.Diagnostics.Append(diags...)
	var deletes string
	resp.Diagnostics.Append(private.Get(ctx, req.Private, deletesKey, &deletes)...)
	if deletes != "" {
		resp.Diagnostics.Append(mustNotReplace(deletes))
		return
	}
	resp.Diagnostics.Append(adoption.MarkReplaced(ctx, resp.Private)...)
	account := plan.AccountRef()
	resp.Diagnostics.Append(plan.indexes(&resourceModel{}, "The create starts it")...)
	if plan.isUnknown() {
		r.Prove(ctx, "video", req, resp)
		return
	}
	video, release := r.hold(ctx, plan.VideoID, account, &resp.Diagnostics)
	if video == nil {
		return
	}
	defer release()
	video.PlanCreate(instance)
	if video.PlanManage(before) {
		resp.Diagnostics.Append(managed.Twice(videoSubject(plan.VideoID, account)))
	}
	if video.Left == (doomed{}) {
		resp.Diagnostics.Append(isDeletedElsewhere(videoSubject(plan.VideoID, account)))
		return
	}
	if video.IsGone() {
		resp.Diagnostics.Append(wasGone(videoSubject(plan.VideoID, account)))
		return
	}
	if !r.Known() {
		return
	}
	err := r.Through(ctx, account, func() error {
		return r.Client(&resp.Diagnostics).CheckVideo(ctx, account, plan.VideoID.ValueString())
	})
	if err != nil {
		resp.Diagnostics.Append(notAdopted(plan.VideoID, account, err))
		return
	}
	video.Found = true
}

// planChange announces an indexing, and notes for the plan of a replacement what the destroy would do.
func (r *videoResource) planChange(ctx context.Context, plan, state *resourceModel, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	_, instance, diags := adoption.Planned(ctx, req, resp)
	resp.Diagnostics.Append(diags...)
	if state.policy() == deletion.Delete {
		resp.Diagnostics.Append(private.Set(ctx, resp.Private, deletesKey, state.VideoID.ValueString())...)
	} else {
		resp.Diagnostics.Append(private.Remove(ctx, resp.Private, deletesKey)...)
	}
	if plan.isUnknown() || !plan.VideoID.Equal(state.VideoID) || len(resp.RequiresReplace) > 0 { // another video: planned as a create next
		if state.policy() != deletion.Delete { // otherwise that plan is an error
			resp.Diagnostics.Append(deletion.WillAbandon(videoSubject(state.VideoID, state.AccountRef()), "It is replaced by an instance that adopts another video."))
		}
		return
	}
	account := plan.AccountRef()
	video, release := r.hold(ctx, plan.VideoID, account, &resp.Diagnostics)
	if video == nil {
		return
	}
	defer release()
	if video.PlanManage(instance) {
		resp.Diagnostics.Append(managed.Twice(videoSubject(plan.VideoID, account)))
	}
	if video.Left == (doomed{}) {
		resp.Diagnostics.Append(isDeletedElsewhere(videoSubject(plan.VideoID, account)))
		return
	}
	if plan.wantsIndexing() {
		resp.Diagnostics.Append(plan.indexes(state, "The update starts it")...)
	}
	r.Prove(ctx, "video", req, resp)
}

// hold waits until nobody else in this process works on a video; nil after an error.
func (r *videoResource) hold(ctx context.Context, videoID types.String, account videoindexer.AccountRef, diags *diag.Diagnostics) (video *adoption.Object, release func()) {
	video = object(r.Data, videoID, account)
	release, err := video.Hold(ctx)
	if err != nil {
		diags.AddError("Interrupted", fmt.Sprintf("Another instance works on the same video, and the wait for it ended: %s.", err))
		return nil, nil
	}
	return video, release
}

// adopt looks whether the video of a create is there, unless the plan of this create has just looked.
func (r *videoResource) adopt(ctx context.Context, client *videoindexer.Client, account videoindexer.AccountRef, videoID types.String, store private.Writer) diag.Diagnostics {
	instance, diags := adoption.NewInstance(ctx, store)
	video, release := r.hold(ctx, videoID, account, &diags)
	if video == nil {
		return diags
	}
	defer release()
	video.TakeOver(instance)
	isFound := video.Found != nil
	video.Found = nil
	if isFound {
		return diags
	}
	if err := client.CheckVideo(ctx, account, videoID.ValueString()); err != nil {
		diags.Append(notAdopted(videoID, account, err))
	}
	return diags
}

// notAdopted is the error of a video that could not be found.
func notAdopted(videoID types.String, account videoindexer.AccountRef, err error) diag.Diagnostic {
	if videoindexer.IsNotFound(err) {
		return missing(videoID, account, "adopt", err)
	}
	return diag.WithPath(path.Root("video_id"), apidiag.Error("read", videoSubject(videoID, account), err))
}
