package video

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// ModifyPlan plans the account, looks at a video that is to be adopted, and says what the apply will do to videos beyond
// what the plan shows.
func (r *videoResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	var plan, state resourceModel
	step, diags := r.LoadPlan(ctx, req, resp, &plan, &state), &resp.Diagnostics
	if step == managed.None || step != managed.Destroy && !mayWait(r.Data, plan.WaitForIndexing, diags) {
		return
	}
	switch {
	case step == managed.Create:
		if !plan.isUnknown() {
			diags.Append(r.planAdoption(ctx, &plan)...)
		}
	case step == managed.Update:
		diags.Append(r.PlanKeep(&state)...)
	case step == managed.Replace && state.Policy() == deletion.Delete:
		diags.Append(deletion.MustNotReplace(state.Subject()))
	default:
		diags.Append(r.PlanEnd(&state, howToDelete)...)
		if state.Policy() == deletion.Delete && !diags.HasError() {
			diags.AddWarning("Video will be deleted with its insights", fmt.Sprintf(
				"The destroy permanently deletes %s with its transcripts and all that the service has found in it. The provider cannot upload it again.", state.Subject()))
		}
	}
	r.CheckAccess(ctx, noun, req, resp)
	if step == managed.Create || step == managed.Update {
		diags.Append(plan.announce(&state)...)
	}
}

// planAdoption looks whether the video of a create exists.
func (r *videoResource) planAdoption(ctx context.Context, plan *resourceModel) diag.Diagnostics {
	account := plan.AccountRef()
	diags := r.PlanAdoption(plan.Object(), plan.Subject())
	if diags.HasError() || !r.Known() {
		return diags
	}
	client := r.Client(&diags)
	err := r.WithAccessCheck(ctx, account, func() error { return client.CheckVideo(ctx, account, plan.VideoID.ValueString()) })
	if err != nil {
		diags.Append(cannotAdopt(plan.VideoID, plan.Subject(), err))
	}
	return diags
}

// cannotAdopt is the error of a plan that cannot read what it is to adopt.
func cannotAdopt(videoID types.String, subject apidiag.Subject, err error) diag.Diagnostic {
	if videoindexer.IsNotFound(err) {
		return missing(videoID, subject.Account, "adopt", err)
	}
	return diag.WithPath(path.Root("video_id"), apidiag.Error("read", subject, err))
}

// announce is the warning of a plan whose apply indexes the video again, or may do so; none for any other plan.
func (m *resourceModel) announce(prior *resourceModel) (diags diag.Diagnostics) {
	if m.reindexes(prior) {
		diags.AddWarning("Video will be indexed again",
			fmt.Sprintf("The apply indexes %s again, because of %s, and the service replaces its insights. A value that is known only after apply may turn out to be unchanged.", m.Subject(), strings.Join(m.because(prior), ", ")))
	}
	return diags
}

const (
	howToDelete = "With deletion_policy `delete`, destroy deletes the video and its insights."
	tainted     = "The resource is tainted, and the next apply indexes the video again, unless you run `terraform untaint`."
)

func missing(videoID types.String, account videoindexer.AccountRef, verb string, err error) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(path.Root("video_id"), "Video does not exist",
		apidiag.WithoutAdvice(verb, videoSubject(videoID, account), err, "The provider cannot upload videos: video_id must be the id of a video that exists in this account."))
}
