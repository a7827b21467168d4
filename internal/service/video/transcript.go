package video

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-log/tflog"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/importid"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/scaffold"
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
			"Language of the transcript."+arguments.LanguageCodes, validate.OneOf(videoindexer.CaptionLanguages...),
		),
		"content": arguments.RequiredString("Transcript in WebVTT, with or without the line `WEBVTT` at the top. "+
			"Blank lines separate blocks of a line "+
			"`hh:mm:ss.mmm --> hh:mm:ss.mmm` and the text below it.", webVTT),
		"set_as_source_language": arguments.OptionalBool("Whether `language` becomes the video's source language. " +
			"The video is then re-indexed." + describeLeftOut),
		"callback_url": callbackURL("Address that the service calls with the status, " +
			"if it has re-indexed the video."),
		"send_success_email": arguments.OptionalBool("Whether the service sends an e-mail, " +
			"if it has re-indexed the video." + describeLeftOut),
	}
}

// webVTT accepts texts that are valid transcripts of videos.
var webVTT = validate.NewUnshown(func(value string) string {
	_, err := captions.ParseTranscript(value)
	if err != nil {
		return "is not a WebVTT transcript: " + err.Error()
	}
	return ""
})

// isReformatted reports whether the new text has the cues of the old text, because line endings of
// another system must not re-index a video.
func (m *transcriptModel) isReformatted(old types.String) bool {
	if old.IsNull() || m.Content.IsUnknown() {
		return false
	}
	return cuesOf(old.ValueString()) == cuesOf(m.Content.ValueString())
}

// cuesOf returns the cues of a text in the form that the contract describes, or the text itself if
// it cannot be read.
func cuesOf(content string) string {
	cues, err := captions.Parse(content, captions.VTT)
	if err != nil {
		return content
	}
	return captions.WriteTranscript(cues)
}

// send replaces the transcript in the service (endpoint 9), for the resource and the action.
func (m *transcriptModel) send(ctx context.Context, client *videoindexer.Client, report func(string)) diag.Diagnostics {
	var sendErr error
	limit := wait.NewLimit(wait.DefaultTimeout, "", report)
	diags := job{Limit: limit}.whenIdle(ctx, "update", m.Subject(), func(ctx context.Context) error {
		written := m.Content.ValueString()
		// A service may accept only the WebVTT that the contract describes.
		sendErr = m.put(ctx, client, written)
		if isInvalidVTT(sendErr) && cuesOf(written) != written {
			sendErr = m.put(ctx, client, cuesOf(written))
		}
		return sendErr
	})
	switch {
	case videoindexer.IsNotFound(sendErr):
		return diag.Diagnostics{videoError("update the transcript of", m.VideoID, m.AccountRef(), sendErr)}
	case isInvalidVTT(sendErr):
		return diag.Diagnostics{diag.WithPath(path.Root("content"), apidiag.Error("update", m.Subject(), sendErr))}
	}
	return diags
}

func (m *transcriptModel) put(ctx context.Context, client *videoindexer.Client, content string) error {
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

var _ managed.Planner[transcriptModel] = (*transcriptModel)(nil)

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

// NewTranscriptResource returns the resource videoindexer_video_transcript.
func NewTranscriptResource() resource.Resource {
	return managed.NewObjectResource[transcriptModel](managed.ResourceInfo{
		Name: "video_transcript", Keys: transcriptKeys, Summary: "Manages the transcript of a video in a language.",
		Notes: "Creating the resource replaces the transcript that the service made (see [Adoption](../guides/reliability.md#adoption)). " +
			"For the video's source language, " +
			"the service then re-indexes the video and replaces the transcripts of all other languages.\n\n" +
			"If a configuration has transcripts of several languages, " +
			"give the others `depends_on` with the one of the source language. " +
			"If that transcript changes, apply again to write the others.\n\n" +
			"A refresh compares texts and times. Formatting does not count. " +
			"If the captions do not show an accepted transcript, plans warn for a day, and then show a difference.",
	}, transcriptArguments)
}

// Write sends the planned transcript, and compares it with the captions that the service then
// returns.
func (m *transcriptModel) Write(
	ctx context.Context, writing managed.WriteRequest[transcriptModel], diags *diag.Diagnostics,
) (becomesState bool) {
	diags.Append(m.send(ctx, writing.Client, func(message string) { tflog.Info(ctx, message) })...)
	if diags.HasError() {
		return false
	}
	note := shownCaptions{At: time.Now().UTC()}
	shown, err := m.fetchCaptions(ctx, writing.Data)
	if err != nil {
		diags.AddWarning("Transcript not compared", apidiag.DetailWithoutAdvice("read", m.Subject(), err,
			"The service has accepted the transcript. "+
				"A refresh compares it with the captions of the video, once these can be read."))
	} else {
		var found captionsComparison
		found, note = m.compare(shown, note, note.At)
		diags.Append(m.comparisonWarning(found)...)
	}
	diags.Append(note.save(ctx, writing.Private)...)
	return true
}

// Fetch compares the captions with the transcript. If the video is gone, the transcript is removed
// from the state. If the service returns no captions for the video at present, the state stays
// unchanged.
func (m *transcriptModel) Fetch(ctx context.Context, reading managed.ReadRequest, diags *diag.Diagnostics) error {
	shown, err := m.fetchCaptions(ctx, reading.Data)
	switch {
	case videoindexer.IsCaptionsUnavailable(err):
		diags.AddWarning("Transcript not compared", apidiag.DetailWithoutAdvice("read", m.Subject(), err,
			"The video has no captions to compare with, because it is being indexed or its indexing failed. "+
				"The state does not change."))
		return nil
	case err != nil:
		return err
	}
	var note shownCaptions
	diags.Append(private.Get(ctx, reading.Private, shownCaptionsKey, &note)...)
	found, note := m.compare(shown, note, time.Now().UTC())
	if found == captionsChanged {
		m.Content = types.StringValue(shown)
	}
	diags.Append(m.comparisonWarning(found)...)
	diags.Append(note.save(ctx, reading.Private)...)
	return nil
}

// Plan warns of what the plan does not show: the transcript that a create replaces, and a possible re-index of the
// video.
func (m *transcriptModel) Plan(
	ctx context.Context, planning managed.PlanRequest[transcriptModel], diags *diag.Diagnostics,
) {
	isSent := planning.Step == managed.StepCreate || planning.Step == managed.StepUpdate
	canShow := planning.IsConfigured() && !m.isUnknown()
	switch {
	case planning.Step == managed.StepUpdate && m.isReformatted(planning.Prior.Content):
		m.Content = planning.Prior.Content
	case planning.IsUnseenCreate() && !canShow:
		diags.Append(m.replaceWarning("Transcript may be replaced", ", if there is one"))
	case planning.IsUnseenCreate():
		shown, err := m.fetchCaptions(ctx, planning.Data)
		diags.Append(m.replaceDiagnostics(shown, err)...)
		isSent = err == nil || videoindexer.IsCaptionsUnavailable(err)
	}
	if isSent && *m != *planning.Prior {
		// The service does not return the language of the video.
		diags.AddWarning("Video may be re-indexed", fmt.Sprintf(
			"The apply sends %s. If its language is or becomes the source language of the video, "+
				"the service then re-indexes the video with this transcript, "+
				"and replaces the transcripts of all other languages.", m.Subject()))
	}
}

// replaceDiagnostics returns what a create replaces. Captions that the service cannot return at
// present may be replaced, too.
func (m *transcriptModel) replaceDiagnostics(shown string, err error) (diags diag.Diagnostics) {
	switch {
	case err != nil && !videoindexer.IsCaptionsUnavailable(err):
		diags.Append(managed.AdoptionDiagnostics(m.Subject(), err, func() diag.DiagnosticWithPath {
			return videoMissing("adopt", m.VideoID, m.AccountRef(), err)
		})...)
	case err != nil || strings.Contains(shown, "-->"):
		diags.Append(m.replaceWarning("Transcript will be replaced", ""))
	}
	return diags
}

// replaceWarning returns the warning of a create that replaces a transcript. condition limits it,
// "" for no condition.
func (m *transcriptModel) replaceWarning(summary, condition string) diag.Diagnostic {
	return diag.NewWarningDiagnostic(summary, fmt.Sprintf(
		"The create replaces %s%s. "+
			"The service keeps no copy: "+
			"to save one, read it with the data source videoindexer_captions before the apply.", m.Subject(), condition))
}

// fetchCaptions returns the captions that the service shows in the language of the transcript (8).
func (m *transcriptModel) fetchCaptions(ctx context.Context, data *providerdata.Data) (string, error) {
	get := func(client *videoindexer.Client) (string, error) {
		return client.GetCaptions(ctx, m.AccountRef(), m.VideoID.ValueString(), videoindexer.CaptionsQuery{
			Format: "Vtt", Language: m.Language.ValueString(),
		})
	}
	return providerdata.ReadWithAccessCheck(ctx, data, m.AccountRef(), get)
}

// NewTranscriptAction returns the action videoindexer_update_transcript.
func NewTranscriptAction() action.Action {
	return scaffold.NewAction(scaffold.Action[transcriptModel, *transcriptModel]{
		TypeInfo: scaffold.TypeInfo{
			Name: "update_transcript", Summary: "Replaces the transcript of a video in a language.",
			Notes: "For the video's source language, " +
				"the service then re-indexes the video and replaces the transcripts of all other languages.",
		},
		Attributes: transcriptArguments,
		Invoke: func(
			ctx context.Context, target scaffold.Target, config *transcriptModel, report func(string),
			diags *diag.Diagnostics,
		) {
			diags.Append(config.send(ctx, target.Client, report)...)
			if !diags.HasError() {
				report("Updated " + config.Subject().String() + ".")
			}
		},
	})
}
