package video

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/importid"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

var _ managed.Interface = (*transcriptResource)(nil)

// transcriptKeys name a transcript inside its account.
var transcriptKeys = importid.Keys{videoKey, {
	Name: "language", Description: "Language of the transcript.",
	Check: func(value string) string {
		if slices.Contains(videoindexer.CaptionLanguages, value) {
			return ""
		}
		return "is not one of the languages of transcripts, such as en-US"
	},
}}

type transcriptResource struct{ managed.Resource }

// NewTranscriptResource is videoindexer_video_transcript.
func NewTranscriptResource() resource.Resource {
	return &transcriptResource{managed.New("video_transcript", transcriptKeys)}
}

func (r *transcriptResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	attributes := transcriptArguments()
	attributes["video_id"] = replacing(videoIDArgument())
	attributes["language"] = replacing(transcriptLanguage())
	attributes["deletion_policy"] = deletion.Attribute(
		deletion.Offer{Policy: deletion.Abandon, Does: "stops managing the transcript and leaves it as it is, since the service has no call that deletes a transcript"},
	)
	resp.Schema = schema.Schema{
		MarkdownDescription: "The transcript of a video in a language.\n\n" +
			"Creating this resource replaces the transcript that the service made. For the video's source language, the service then indexes the video again with the new transcript " +
			"and replaces the transcripts of all other languages. For another language, it replaces only that transcript.\n\n" +
			"If a configuration has transcripts of several languages, let the others depend on that of the source language. After a change of that transcript, the next apply writes the others again.\n\n" +
			"A refresh compares texts and times. Captions with another formatting are not a difference.",
		Attributes: providerdata.ResourceAttributes(attributes),
	}
}

// Create replaces the transcript that the service has made.
func (r *transcriptResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	if w, ok := r.write(ctx, req.Plan, &resp.Diagnostics); ok {
		resp.Diagnostics.Append(r.Save(ctx, w.transcriptModel, &resp.State, resp.Identity)...)
		resp.Diagnostics.Append(w.noteShowing(ctx, resp.Private)...)
	}
}

// Read compares the captions with the transcript. If the video is gone, the transcript is removed from the state; if
// the video has no captions to show at present, the state stays as it is.
func (r *transcriptResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state transcriptModel
	client, account, ok := r.LoadState(ctx, req, resp, &state)
	if !ok {
		return
	}
	shown, err := providerdata.Read(ctx, r.Data, account, func() (string, error) {
		return client.GetCaptions(ctx, account, state.VideoID.ValueString(), state.captions())
	})
	switch {
	case videoindexer.IsNotFound(err):
		resp.State.RemoveResource(ctx)
		return
	case videoindexer.IsWithoutCaptions(err):
		resp.Diagnostics.AddWarning("Transcript not compared",
			apidiag.Settled("read", state.subject(account), err,
				"The video has no captions to compare with, because it is being indexed or its indexing failed. The state stays as it is."))
	case err != nil:
		apidiag.Add(&resp.Diagnostics, "read", state.subject(account), err)
		return
	case state.says(shown):
		resp.Diagnostics.Append(private.Remove(ctx, resp.Private, showingKey)...)
	default:
		onItsWay, diags := stillShowing(ctx, shown, resp.Private)
		resp.Diagnostics.Append(diags...)
		if !onItsWay {
			state.Content = types.StringValue(shown)
			resp.Diagnostics.Append(private.Remove(ctx, resp.Private, showingKey)...)
		}
	}
	state.DeletionPolicy = types.StringValue(string(deletion.Of(state.DeletionPolicy, deletion.Abandon)))
	resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
}

// Update sends the transcript again.
func (r *transcriptResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	if w, ok := r.write(ctx, req.Plan, &resp.Diagnostics); ok {
		resp.Diagnostics.Append(r.Save(ctx, w.transcriptModel, &resp.State, resp.Identity)...)
		resp.Diagnostics.Append(w.noteShowing(ctx, resp.Private)...)
	}
}

// written is a transcript that the service has accepted.
type written struct {
	transcriptModel
	client  *videoindexer.Client
	account videoindexer.AccountRef
}

// write sends the planned transcript; ok is false after an error.
func (r *transcriptResource) write(ctx context.Context, planned tfsdk.Plan, diags *diag.Diagnostics) (w written, ok bool) {
	if w.client, w.account, ok = r.Load(ctx, planned, &w.transcriptModel, diags); !ok {
		return w, false
	}
	diags.Append(w.send(ctx, w.client, w.account, logProgress(ctx, w.VideoID))...)
	return w, !diags.HasError()
}

// Delete ends Terraform's management of the transcript.
func (r *transcriptResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state transcriptModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	resp.Diagnostics.Append(deletion.Abandoned(state.subject(state.AccountRef()), noDeletionOfTranscripts))
}
