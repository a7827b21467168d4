package video

import (
	"context"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/action/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
)

var (
	_ action.ActionWithConfigure  = (*reindexAction)(nil)
	_ action.ActionWithModifyPlan = (*reindexAction)(nil)
	_ action.ActionWithModifyPlan = (*transcriptAction)(nil)
)

type reindexAction struct{ providerdata.Action }

// reindexActionModel is the configuration of action.videoindexer_reindex_video.
type reindexActionModel struct {
	providerdata.AccountFields
	settings
	VideoID         types.String `tfsdk:"video_id"`
	WaitForIndexing types.Bool   `tfsdk:"wait_for_indexing"`
	Timeout         types.String `tfsdk:"timeout"`
}

// NewReindexAction is action.videoindexer_reindex_video.
func NewReindexAction() action.Action {
	return &reindexAction{providerdata.Action{Name: "reindex_video"}}
}

func (a *reindexAction) Schema(_ context.Context, _ action.SchemaRequest, resp *action.SchemaResponse) {
	ours := settingArguments()
	ours["video_id"] = videoIDArgument()
	attributes := arguments.ForAction(ours)
	attributes[waitArgument] = schema.BoolAttribute{
		MarkdownDescription: "Whether the action waits until the indexing has ended, shows the progress" +
			describeWait,
		Optional: true,
	}
	attributes["timeout"] = wait.TimeoutArgument()
	resp.Schema = schema.Schema{
		MarkdownDescription: "Starts indexing a video again.\n\n" +
			"If the video is being indexed already, the action first waits until that indexing has ended. It does not wait for its own indexing unless `wait_for_indexing` is `true`; the " +
			"service calls `callback_url` when it has ended.\n\n" +
			"The service chooses a value for each setting that is left out.",
		Attributes: providerdata.ActionAttributes(attributes),
	}
}

// ModifyPlan refuses to wait where extended operations are not allowed, an account that cannot be reached, and models that
// the account does not have.
func (a *reindexAction) ModifyPlan(ctx context.Context, req action.ModifyPlanRequest, resp *action.ModifyPlanResponse) {
	a.Action.ModifyPlan(ctx, req, resp)
	var config reindexActionModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if resp.Diagnostics.HasError() || !mayWait(a.Data, config.WaitForIndexing, &resp.Diagnostics) {
		return
	}
	resp.Diagnostics.Append(config.checkModels(ctx, a.Data, config.AccountFields, &settings{})...)
}

// Invoke starts the indexing, and reports the waiting.
func (a *reindexAction) Invoke(ctx context.Context, req action.InvokeRequest, resp *action.InvokeResponse) {
	var config reindexActionModel
	client, account, ok := a.Load(ctx, req.Config, &config, &resp.Diagnostics)
	if !ok {
		return
	}
	if !mayWait(a.Data, config.WaitForIndexing, &resp.Diagnostics) {
		return
	}
	j := job{
		client: client, account: account, videoID: config.VideoID, limit: wait.AtMost(wait.Timeout(config.Timeout)), progress: providerdata.Report(resp),
		extend:       "Set timeout to wait longer.",
		after:        "Invoking the action again would index the video again.",
		afterFailure: "Invoke the action again to index the video again.",
	}
	resp.Diagnostics.Append(j.reindex(ctx, &config.settings)...)
	if resp.Diagnostics.HasError() {
		return
	}
	subject := videoSubject(config.VideoID, account)
	j.progress("Indexing of " + subject.String() + " has started.")
	if !config.WaitForIndexing.ValueBool() {
		return
	}
	if d, _ := j.untilIndexed(ctx); d != nil {
		resp.Diagnostics.Append(d)
		return
	}
	j.progress(fmt.Sprintf("Indexing of %s has ended, after %s.", subject, time.Since(j.limit.Began).Round(time.Second)))
}

type transcriptAction struct{ providerdata.Action }

// transcriptActionModel is the configuration of action.videoindexer_update_transcript.
type transcriptActionModel struct {
	providerdata.AccountFields
	transcript
}

// NewTranscriptAction is action.videoindexer_update_transcript.
func NewTranscriptAction() action.Action {
	return &transcriptAction{providerdata.Action{Name: "update_transcript"}}
}

func (a *transcriptAction) Schema(_ context.Context, _ action.SchemaRequest, resp *action.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Replaces the transcript of a video in a language.\n\n" +
			"For the video's source language, the service then indexes the video again and replaces the transcripts of all other languages.",
		Attributes: providerdata.ActionAttributes(arguments.ForAction(transcriptArguments())),
	}
}

// Invoke replaces the transcript.
func (a *transcriptAction) Invoke(ctx context.Context, req action.InvokeRequest, resp *action.InvokeResponse) {
	var config transcriptActionModel
	client, account, ok := a.Load(ctx, req.Config, &config, &resp.Diagnostics)
	if !ok {
		return
	}
	resp.Diagnostics.Append(config.send(ctx, client, account, providerdata.Report(resp))...)
	if !resp.Diagnostics.HasError() {
		providerdata.Report(resp)("Updated " + config.subject(account).String() + ".")
	}
}
