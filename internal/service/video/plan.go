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
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ownership"
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
		r.Owned.See(state.object(), state.policy())
		diags.Append(r.Plan(state.object(), ownership.Keep, videoSubject(state.VideoID, state.AccountRef()), "")...)
	case step == managed.Replace && state.policy() == deletion.Delete:
		diags.Append(deletion.MustNotReplace(videoSubject(state.VideoID, state.AccountRef())))
	default:
		diags.Append(r.planEnd(&state)...)
	}
	if (step == managed.Create || step == managed.Update) && !diags.HasError() {
		diags.Append(plan.checkModels(ctx, r.Data, plan.AccountFields, &state.settings)...)
	}
	r.CheckAccess(ctx, noun, req, resp)
	switch {
	case step == managed.Create:
		diags.Append(r.announce(ctx, &plan, &resourceModel{}, "The create starts it", !diags.HasError())...)
	case step == managed.Update && plan.wantsIndexing():
		diags.Append(r.announce(ctx, &plan, &state, "The update starts it", !diags.HasError())...)
	}
}

// planAdoption looks whether the video of a create exists.
func (r *videoResource) planAdoption(ctx context.Context, plan *resourceModel) diag.Diagnostics {
	account := plan.AccountRef()
	subject := videoSubject(plan.VideoID, account)
	diags := r.PlanAdoption(plan.object(), subject)
	if diags.HasError() || !r.Known() {
		return diags
	}
	client := r.Client(&diags)
	err := r.WithAccessCheck(ctx, account, func() error { return client.CheckVideo(ctx, account, plan.VideoID.ValueString()) })
	switch {
	case videoindexer.IsNotFound(err):
		diags.Append(missing(plan.VideoID, account, "adopt", err))
	case err != nil:
		diags.Append(diag.WithPath(path.Root("video_id"), apidiag.Error("read", subject, err)))
	}
	return diags
}

// planEnd says what becomes of the video when its resource is destroyed, by the policy that was applied last.
func (r *videoResource) planEnd(state *resourceModel) diag.Diagnostics {
	subject := videoSubject(state.VideoID, state.AccountRef())
	if state.policy() != deletion.Delete {
		return diag.Diagnostics{deletion.WillAbandonByPolicy(subject, howToDelete)}
	}
	if diags := r.Plan(state.object(), ownership.Destroy, subject, ""); diags.HasError() {
		return diags
	}
	return diag.Diagnostics{diag.NewWarningDiagnostic("Video will be deleted with its insights", fmt.Sprintf(
		"The destroy permanently deletes %s with its transcripts and all that the service has found in it. The provider cannot upload it again.", subject))}
}

// indexes is the warning of a plan whose apply indexes a video again, or may do so: nil where it does not. Price says what
// that takes.
func (m *resourceModel) indexes(prior *resourceModel, starts, price string) diag.Diagnostics {
	because, isCertain := m.because(prior)
	if len(because) == 0 {
		return nil
	}
	subject, names := videoSubject(m.VideoID, m.AccountRef()), strings.Join(because, ", ")
	if isCertain {
		return diag.Diagnostics{diag.NewWarningDiagnostic("Video will be indexed again",
			fmt.Sprintf("The apply indexes %s again, and the service replaces its insights. %s, because of %s.%s", subject, starts, names, price))}
	}
	text := fmt.Sprintf("Known only after apply: %s. If it changes, the apply indexes %s again, and the service replaces its insights.%s", names, subject, price)
	if m.LinguisticModelID.IsUnknown() && !prior.LinguisticModelID.IsNull() && m.ReindexTriggers.IsNull() {
		text += " A service may keep that id: to index the video after each change of the model, refer to its files in reindex_triggers."
	}
	return diag.Diagnostics{diag.NewWarningDiagnostic("Video may be indexed again", text)}
}

const (
	howToDelete = "With deletion_policy `delete`, destroy deletes the video and its insights."
	tainted     = "The resource is tainted, and the next apply indexes the video again, unless you run `terraform untaint`."
)

func missing(videoID types.String, account videoindexer.AccountRef, verb string, err error) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(path.Root("video_id"), "Video does not exist",
		apidiag.WithoutAdvice(verb, videoSubject(videoID, account), err, "The provider cannot upload videos: video_id must be the id of a video that exists in this account."))
}
