package video

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/action/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
)

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
	return providerdata.NewAction(providerdata.Action[reindexActionModel, *reindexActionModel]{
		About: providerdata.About{
			Name: "reindex_video", Summary: "Starts indexing a video again.",
			Notes: "If the video is being indexed already, the action first waits until that indexing has ended. It does not wait for its own indexing unless `wait_for_indexing` is `true`; the " +
				"service calls `callback_url` when it has ended.\n\n" +
				"The service chooses a value for each setting that is left out.",
		},
		Attributes: reindexAttributes,
		Check: func(_ context.Context, data *providerdata.Data, config *reindexActionModel, diags *diag.Diagnostics) {
			mayWait(data, config.WaitForIndexing, diags)
		},
		Invoke: reindexVideo,
	})
}

func reindexAttributes() map[string]schema.Attribute {
	ours := settingArguments()
	ours["video_id"] = videoIDArgument()
	attributes := arguments.ForAction(ours)
	attributes[waitArgument] = schema.BoolAttribute{
		MarkdownDescription: "Whether the action waits until the indexing has ended, shows the progress" +
			describeWait,
		Optional: true,
	}
	attributes["timeout"] = wait.TimeoutArgument()
	return attributes
}

// reindexVideo starts the indexing, and reports the waiting.
func reindexVideo(ctx context.Context, on providerdata.Target, config *reindexActionModel, report func(string), diags *diag.Diagnostics) {
	if !mayWait(on.Data, config.WaitForIndexing, diags) {
		return
	}
	j := job{
		client: on.Client, account: on.Account, videoID: config.VideoID, limit: wait.AtMost(wait.Timeout(config.Timeout)), progress: report,
		extend: "Set timeout to wait longer.", after: "Invoking the action again indexes the video again.",
	}
	problems, _ := j.index(ctx, &config.settings, true, config.WaitForIndexing.ValueBool())
	diags.Append(problems...)
}

// transcriptActionModel is the configuration of action.videoindexer_update_transcript.
type transcriptActionModel struct {
	providerdata.AccountFields
	transcript
}

// NewTranscriptAction is action.videoindexer_update_transcript.
func NewTranscriptAction() action.Action {
	return providerdata.NewAction(providerdata.Action[transcriptActionModel, *transcriptActionModel]{
		About: providerdata.About{
			Name: "update_transcript", Summary: "Replaces the transcript of a video in a language.",
			Notes: "For the video's source language, the service then indexes the video again and replaces the transcripts of all other languages.",
		},
		Attributes: func() map[string]schema.Attribute { return arguments.ForAction(transcriptArguments()) },
		Invoke: func(ctx context.Context, on providerdata.Target, config *transcriptActionModel, report func(string), diags *diag.Diagnostics) {
			if diags.Append(config.send(ctx, on.Client, on.Account, report)...); !diags.HasError() {
				report("Updated " + config.subject(on.Account).String() + ".")
			}
		},
	})
}
