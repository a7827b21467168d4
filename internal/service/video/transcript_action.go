package video

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/scaffold"
)

// NewTranscriptAction returns action.videoindexer_update_transcript.
func NewTranscriptAction() action.Action {
	return scaffold.NewAction(scaffold.ActionInfo[transcriptModel, *transcriptModel]{
		TypeInfo: scaffold.TypeInfo{
			Name: "update_transcript", Summary: "Replaces the transcript of a video in a language.",
			Notes: "For the video's source language, " +
				"the service then re-indexes the video and replaces the transcripts of all other languages.",
		},
		Attributes: transcriptArguments,
		Invoke: func(
			ctx context.Context, target providerdata.Target, config *transcriptModel, report func(string),
		) (diags diag.Diagnostics) {
			diags = config.send(ctx, target.Client, report)
			if !diags.HasError() {
				report("Updated " + config.Subject().String() + ".")
			}
			return diags
		},
	})
}
