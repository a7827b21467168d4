package video

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/video/captions"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// transcriptModel is a transcript, in the resource and in the action.
type transcriptModel struct {
	managed.LeftFields
	VideoID             types.String `tfsdk:"video_id"`
	Language            types.String `tfsdk:"language"`
	Content             types.String `tfsdk:"content"`
	SetAsSourceLanguage types.Bool   `tfsdk:"set_as_source_language"`
	CallbackURL         types.String `tfsdk:"callback_url"`
	SendSuccessEmail    types.Bool   `tfsdk:"send_success_email"`
}

func (m *transcriptModel) EffectHint() string { return "The service cannot delete a transcript." }

// isUnknown reports whether the video or the language of the transcript is not known yet.
func (m *transcriptModel) isUnknown() bool {
	isKeyUnknown := m.VideoID.IsUnknown() || m.Language.IsUnknown()
	return isKeyUnknown || !m.KnowsAccount()
}

func (m *transcriptModel) Subject() apidiag.Subject {
	return partSubject("transcript", m.Language.ValueString(), m.VideoID, m.AccountRef())
}

func transcriptArguments() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"video_id": videoIDArgument(),
		"language": arguments.RequiredString(
			"Language of the transcript."+arguments.LanguageCodesNote, validate.OneOf(videoindexer.CaptionLanguages...),
		),
		"content": arguments.RequiredString("Transcript in WebVTT, with or without the line `WEBVTT` at the top. "+
			"Blank lines separate blocks of a line `hh:mm:ss.mmm --> hh:mm:ss.mmm` and the text below it.", webVTT),
		"set_as_source_language": arguments.OptionalBool("Whether `language` becomes the video's source language. " +
			"The video is then re-indexed." + chosenByServiceNote),
		"callback_url": callbackURL("Address that the service calls with the status, " +
			"if it has re-indexed the video."),
		"send_success_email": arguments.OptionalBool("Whether the service sends an e-mail, " +
			"if it has re-indexed the video." + chosenByServiceNote),
	}
}

// webVTT accepts texts that are valid transcripts of videos.
var webVTT = validate.NewSecretCheck(func(value string) string {
	_, err := captions.ParseTranscript(value)
	if err != nil {
		return "is not a WebVTT transcript: " + err.Error()
	}
	return ""
})

// isReformatted reports whether the transcript has the cues of a former text, because line endings
// of another system must not re-index a video.
func (m *transcriptModel) isReformatted(former types.String) bool {
	if former.IsNull() || m.Content.IsUnknown() {
		return false
	}
	return contractForm(former.ValueString()) == contractForm(m.Content.ValueString())
}

// contractForm returns the cues of a text in the form that the contract describes, or the text
// itself if it cannot be read.
func contractForm(content string) string {
	cues, err := captions.Parse(content, captions.VTT)
	if err != nil {
		return content
	}
	return captions.WriteTranscript(cues)
}

// send replaces the transcript in the service (9), for the resource and the action.
func (m *transcriptModel) send(ctx context.Context, client *videoindexer.Client, report func(string)) diag.Diagnostics {
	work := videoWork{Limit: wait.NewLimit(wait.DefaultTimeout, "", report)}
	var lastErr error
	diags := work.sendWhenIdle(ctx, "update", m.Subject(), func(ctx context.Context) error {
		lastErr = m.updateOnce(ctx, client)
		return lastErr
	})
	switch {
	case videoindexer.IsNotFound(lastErr):
		return diag.Diagnostics{videoError("update the transcript of", m.VideoID, m.AccountRef(), lastErr)}
	case isInvalidVTT(lastErr):
		return diag.Diagnostics{diag.WithPath(path.Root("content"), apidiag.Error("update", m.Subject(), lastErr))}
	}
	return diags
}

// updateOnce sends the configured text. If the service accepts only the form of the contract, it
// sends that.
func (m *transcriptModel) updateOnce(ctx context.Context, client *videoindexer.Client) error {
	configured := m.Content.ValueString()
	err := m.update(ctx, client, configured)
	reformatted := contractForm(configured)
	if isInvalidVTT(err) && reformatted != configured {
		err = m.update(ctx, client, reformatted)
	}
	return err
}

func (m *transcriptModel) update(ctx context.Context, client *videoindexer.Client, content string) error {
	return client.UpdateTranscript(ctx, m.AccountRef(), m.VideoID.ValueString(), videoindexer.TranscriptUpdate{
		Language:            m.Language.ValueString(),
		SetAsSourceLanguage: m.SetAsSourceLanguage.ValueBoolPointer(),
		CallbackURL:         m.CallbackURL.ValueString(),
		SendSuccessEmail:    m.SendSuccessEmail.ValueBoolPointer(),
		Content:             content,
	})
}

func isInvalidVTT(err error) bool {
	return videoindexer.HasType(err, videoindexer.ErrorTypeInvalidVTTInput)
}
