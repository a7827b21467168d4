package video

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/action/schema"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
)

var _ action.ActionWithConfigure = (*transcriptAction)(nil)

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
		MarkdownDescription: "Replaces the transcript of a video in a language. For the video's source language, the service then indexes the video again " +
			"and makes the transcripts of all other languages anew.",
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
	resp.Diagnostics.Append(config.send(ctx, client, account, report(resp))...)
	if !resp.Diagnostics.HasError() {
		report(resp)("Updated " + config.subject(account).String() + ".")
	}
}
