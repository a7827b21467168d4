package video

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/captions"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ownership"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

const noDeletionOfTranscripts = "The service has no call that deletes a transcript."

// ModifyPlan plans the account, and says what a plan does not show: what a create replaces, whether the video may be
// indexed again, and what a destroy leaves.
func (r *transcriptResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	var plan, state transcriptModel
	step := r.LoadPlan(ctx, req, resp, &plan, &state)
	account, diags := plan.AccountRef(), &resp.Diagnostics
	switch step {
	case managed.Destroy, managed.Replace:
		diags.Append(deletion.WillAbandon(state.subject(state.AccountRef()), noDeletionOfTranscripts))
	case managed.Update:
		diags.Append(r.Plan(state.object(), ownership.Keep, state.subject(account), "")...)
	case managed.Create:
		if plan.isUnknown() {
			break
		}
		diags.Append(r.Plan(plan.object(), ownership.Create, plan.subject(account), "")...)
		if r.Known() && !diags.HasError() {
			diags.Append(r.look(ctx, &plan, account)...)
		}
	}
	if (step == managed.Create || step == managed.Update) && !diags.HasError() && plan.transcript != state.transcript {
		diags.Append(plan.mayIndex(account))
	}
	r.Prove(ctx, "transcript", req, resp)
}

// look reads what a create will replace.
func (r *transcriptResource) look(ctx context.Context, plan *transcriptModel, account videoindexer.AccountRef) diag.Diagnostics {
	var diags diag.Diagnostics
	client := r.Client(&diags)
	shown, err := providerdata.Read(ctx, r.Data, account, func() (string, error) {
		return client.GetCaptions(ctx, account, plan.VideoID.ValueString(), plan.captions())
	})
	subject := plan.subject(account)
	switch {
	case videoindexer.IsNotFound(err):
		diags.Append(missing(plan.VideoID, account, "adopt", err))
	case videoindexer.IsWithoutCaptions(err):
		diags.AddWarning("Transcript will be replaced without a comparison",
			apidiag.Settled("read", subject, err, "The create replaces the transcript without reading it first: the video is being indexed, or its indexing failed."))
	case err != nil:
		diags.Append(diag.WithPath(path.Root("video_id"), apidiag.Error("read", subject, err)))
	default:
		diags.Append(willReplace(subject, shown)...)
	}
	return diags
}

// willReplace is the warning of a create that replaces captions; none where there are none.
func willReplace(subject apidiag.Subject, shown string) diag.Diagnostics {
	var diags diag.Diagnostics
	cues, err := captions.Parse(shown, captions.VTT)
	if err == nil && len(cues) == 0 {
		return diags
	}
	size := fmt.Sprintf("%d cues", len(cues))
	switch {
	case err != nil:
		size = "captions, which cannot be counted,"
	case len(cues) == 1:
		size = "1 cue"
	}
	diags.AddWarning("Transcript will be replaced",
		fmt.Sprintf("The create replaces the %s that the service has for %s. The service keeps no copy of these: to have one, read them with the data source videoindexer_captions before the apply.", size, subject))
	return diags
}

// mayIndex is the warning of a plan that sends the transcript. The service does not return the language of the video.
func (m *transcriptModel) mayIndex(account videoindexer.AccountRef) diag.Diagnostic {
	const follows = "service then indexes the video again with this transcript, and replaces the transcripts of all other languages."
	if m.SetAsSourceLanguage.ValueBool() {
		return diag.NewWarningDiagnostic("Video will be indexed again",
			fmt.Sprintf("The apply sends %s with set_as_source_language. The "+follows, m.subject(account)))
	}
	return diag.NewWarningDiagnostic("Video may be indexed again",
		fmt.Sprintf("The apply sends %s. The service does not say whether that is the source language of the video. If it is, the "+follows, m.subject(account)))
}
