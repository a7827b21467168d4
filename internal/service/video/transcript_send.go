package video

import (
	"context"
	"errors"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/captions"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// send replaces the transcript in the service, for the resource and the action; progress is told of waits.
func (t *transcript) send(ctx context.Context, client *videoindexer.Client, account videoindexer.AccountRef, progress func(string)) diag.Diagnostics {
	var refused error
	diags := request{
		verb: "update", subject: t.subject(account), limit: longestIndexing,
		extend:   "Apply again once the indexing has ended.",
		progress: progress,
		call: func(ctx context.Context) error {
			refused = t.put(ctx, client, account)
			return refused
		},
	}.whenIdle(ctx)
	if videoindexer.IsNotFound(refused) {
		return diag.Diagnostics{missing(t.VideoID, account, "update the transcript of", refused)}
	}
	if answer, ok := errors.AsType[*videoindexer.APIError](refused); ok && answer.Type == videoindexer.ErrorTypeInvalidVTTInput {
		return diag.Diagnostics{diag.WithPath(path.Root("content"), apidiag.Error("update", t.subject(account), refused))}
	}
	return diags
}

// put sends the text as it was written. A service that takes no more of WebVTT than the contract
// describes may refuse that; it is then given the cues alone.
func (t *transcript) put(ctx context.Context, client *videoindexer.Client, account videoindexer.AccountRef) error {
	update := t.update()
	refused := client.UpdateTranscript(ctx, account, t.VideoID.ValueString(), update)
	answer, ok := errors.AsType[*videoindexer.APIError](refused)
	if !ok || answer.Type != videoindexer.ErrorTypeInvalidVTTInput {
		return refused
	}
	cues, err := captions.ParseTranscript(update.Content)
	if err != nil {
		return refused
	}
	plain := captions.WriteTranscript(cues)
	if plain == update.Content {
		return refused
	}
	update.Content = plain
	return client.UpdateTranscript(ctx, account, t.VideoID.ValueString(), update)
}

func (t *transcript) subject(account videoindexer.AccountRef) apidiag.Subject {
	return apidiag.Subject{Noun: "transcript", ID: t.Language.ValueString() + " of video " + videoSubject(t.VideoID, account).ID, Account: account}
}
