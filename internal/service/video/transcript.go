package video

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/captions"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ownership"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// transcript is what endpoint 9 is given, in the resource and in the action.
type transcript struct {
	VideoID             types.String `tfsdk:"video_id"`
	Language            types.String `tfsdk:"language"`
	Content             types.String `tfsdk:"content"`
	SetAsSourceLanguage types.Bool   `tfsdk:"set_as_source_language"`
	CallbackURL         types.String `tfsdk:"callback_url"`
	SendSuccessEmail    types.Bool   `tfsdk:"send_success_email"`
}

type transcriptModel struct {
	managed.Fields
	transcript
}

// isUnknown reports whether it is not known yet which transcript of which video this is.
func (m *transcriptModel) isUnknown() bool {
	return m.VideoID.IsUnknown() || m.Language.IsUnknown() || !m.KnowsAccount()
}

// Subject names the transcript in messages.
func (m *transcriptModel) Subject() apidiag.Subject { return m.subject(m.AccountRef()) }

// Object is what ownership knows of the transcript.
func (m *transcriptModel) Object() ownership.Object { return objectOf(m.Subject()) }

func transcriptArguments() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"video_id": videoIDArgument(),
		"language": transcriptLanguage(),
		"content": schema.StringAttribute{
			MarkdownDescription: "Transcript in WebVTT: blocks of a line `hh:mm:ss.mmm --> hh:mm:ss.mmm` and the lines of text below it, separated by blank lines. " +
				"The service receives the text as it is, or the blocks alone if it refuses that; the line `WEBVTT` at the top is optional.",
			Required:   true,
			Validators: []validator.String{webVTT},
		},
		"set_as_source_language": schema.BoolAttribute{
			MarkdownDescription: "Whether `language` becomes the video's source language. The video is then indexed again." + describeLeftOut, Optional: true,
		},
		"callback_url": callbackURL("Address that the service calls with the status when it has indexed the video again, if it does."),
		"send_success_email": schema.BoolAttribute{
			MarkdownDescription: "Whether the service sends an e-mail when it has indexed the video again, if it does." + describeLeftOut, Optional: true,
		},
	}
}

func transcriptLanguage() schema.StringAttribute {
	language := languageOf("Language of the transcript.", videoindexer.CaptionLanguages)
	language.Optional, language.Required = false, true
	return language
}

// says reports whether captions say what the transcript does.
func (t *transcript) says(shown string) bool {
	wanted, err := captions.Parse(t.Content.ValueString(), captions.VTT)
	remote, remoteErr := captions.Parse(shown, captions.VTT)
	return !t.Content.IsNull() && (t.Content.ValueString() == shown || err == nil && remoteErr == nil && captions.SameWords(wanted, remote))
}

// webVTT accepts what can be a video's transcript.
var webVTT = validate.Text{Expects: "must be WebVTT with at least one cue", Check: func(at path.Path, value string) (summary, detail string) {
	if _, err := captions.ParseTranscript(value); err != nil {
		return "Invalid transcript", fmt.Sprintf("%s must be WebVTT with at least one cue: %s.", at, err)
	}
	return "", ""
}}

// isReformatted reports whether the new text has the cues of the old: line ends of another system must not index a video again.
func (t *transcript) isReformatted(old types.String) bool {
	return !old.IsNull() && !t.Content.IsUnknown() && cuesOf(old.ValueString()) == cuesOf(t.Content.ValueString())
}

// cuesOf are the cues of a text in the form that the contract describes; the text itself if it cannot be read.
func cuesOf(content string) string {
	cues, err := captions.Parse(content, captions.VTT)
	if err != nil {
		return content
	}
	return captions.WriteTranscript(cues)
}

// send replaces the transcript in the service, for the resource and the action; progress is told of waits.
func (t *transcript) send(ctx context.Context, client *videoindexer.Client, account videoindexer.AccountRef, progress func(string)) diag.Diagnostics {
	var refused error
	j := job{limit: wait.AtMost(wait.DefaultTimeout), progress: progress}
	diags := j.whenIdle(ctx, "update", t.subject(account), func(ctx context.Context) error {
		written := t.Content.ValueString()
		// A service may take nothing of WebVTT but what the contract describes.
		if refused = t.put(ctx, client, account, written); isInvalidVTT(refused) && cuesOf(written) != written {
			refused = t.put(ctx, client, account, cuesOf(written))
		}
		return refused
	})
	switch {
	case videoindexer.IsNotFound(refused):
		return diag.Diagnostics{missing(t.VideoID, account, "update the transcript of", refused)}
	case isInvalidVTT(refused):
		return diag.Diagnostics{diag.WithPath(path.Root("content"), apidiag.Error("update", t.subject(account), refused))}
	}
	return diags
}

func (t *transcript) put(ctx context.Context, client *videoindexer.Client, account videoindexer.AccountRef, content string) error {
	return client.UpdateTranscript(ctx, account, t.VideoID.ValueString(), videoindexer.TranscriptUpdate{
		Language:            t.Language.ValueString(),
		SetAsSourceLanguage: t.SetAsSourceLanguage.ValueBoolPointer(),
		CallbackURL:         t.CallbackURL.ValueString(),
		SendSuccessEmail:    t.SendSuccessEmail.ValueBoolPointer(),
		Content:             content,
	})
}

func isInvalidVTT(err error) bool {
	return videoindexer.HasType(err, videoindexer.ErrorTypeInvalidVTTInput)
}

func (t *transcript) subject(account videoindexer.AccountRef) apidiag.Subject {
	return apidiag.Subject{Noun: "transcript", ID: t.Language.ValueString() + " of video " + videoSubject(t.VideoID, account).ID, Account: account}
}
