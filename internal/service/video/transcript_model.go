package video

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/captions"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
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

// transcriptModel is a videoindexer_video_transcript.
type transcriptModel struct {
	providerdata.AccountFields
	transcript
	DeletionPolicy types.String `tfsdk:"deletion_policy"`
}

// isUnknown tells whether it is not known yet which transcript of which video this is.
func (m *transcriptModel) isUnknown() bool {
	return m.VideoID.IsUnknown() || m.Language.IsUnknown() || !m.KnowsAccount()
}

// transcriptArguments are the arguments of the transcript.
func transcriptArguments() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"video_id": videoIDArgument(),
		"language": transcriptLanguage(),
		"content": schema.StringAttribute{
			MarkdownDescription: "The transcript in WebVTT: blocks of a line `hh:mm:ss.mmm --> hh:mm:ss.mmm` and the lines of text below it, separated by blank lines. " +
				"The line `WEBVTT` at the top may be left out.",
			Required:      true,
			Validators:    []validator.String{webVTT},
			PlanModifiers: []planmodifier.String{unlessReformatted{}},
		},
		"set_as_source_language": schema.BoolAttribute{
			MarkdownDescription: "Whether `language` becomes the video's source language. The video is then indexed again." + describeLeftOut, Optional: true,
		},
		"callback_url": callbackURL("Called with the status when indexing the video again, where that follows, is done."),
		"send_success_email": schema.BoolAttribute{
			MarkdownDescription: "Whether the service sends a mail when indexing the video again, where that follows, succeeds." + describeLeftOut, Optional: true,
		},
	}
}

func transcriptLanguage() schema.StringAttribute {
	language := oneOf("Language of the transcript", videoindexer.CaptionLanguages)
	language.Optional, language.Required = false, true
	return language
}

// update is the transcript as the client takes it.
func (t *transcript) update() videoindexer.TranscriptUpdate {
	return videoindexer.TranscriptUpdate{
		Language:            t.Language.ValueString(),
		SetAsSourceLanguage: t.SetAsSourceLanguage.ValueBoolPointer(),
		CallbackURL:         t.CallbackURL.ValueString(),
		SendSuccessEmail:    t.SendSuccessEmail.ValueBoolPointer(),
		Content:             t.Content.ValueString(),
	}
}

// says tells whether captions say what the transcript does.
func (t *transcript) says(shown string) bool {
	if t.Content.IsNull() {
		return false
	}
	wanted, err := captions.Parse(t.Content.ValueString(), captions.VTT)
	if err != nil {
		return t.Content.ValueString() == shown
	}
	held, err := captions.Parse(shown, captions.VTT)
	return err == nil && captions.SameWords(wanted, held)
}

// webVTT accepts what can be a video's transcript.
var webVTT = validate.Text{Expects: "must be WebVTT with at least one cue", Check: func(at path.Path, value string) (summary, detail string) {
	if _, err := captions.ParseTranscript(value); err != nil {
		return "Invalid transcript", fmt.Sprintf("%s must be WebVTT with at least one cue: %s.", at, err)
	}
	return "", ""
}}

// unlessReformatted plans no change where the new text differs from the old in nothing but its form:
// line ends of another system must not index a video again.
type unlessReformatted struct{}

func (unlessReformatted) Description(context.Context) string {
	return "A change of form alone is no change."
}

func (m unlessReformatted) MarkdownDescription(ctx context.Context) string { return m.Description(ctx) }

func (unlessReformatted) PlanModifyString(_ context.Context, req planmodifier.StringRequest, resp *planmodifier.StringResponse) {
	if req.StateValue.IsNull() || req.PlanValue.IsUnknown() {
		return
	}
	before, err := captions.Parse(req.StateValue.ValueString(), captions.VTT)
	if err != nil {
		return
	}
	if after, err := captions.Parse(req.PlanValue.ValueString(), captions.VTT); err == nil && captions.SameMarkup(before, after) {
		resp.PlanValue = req.StateValue
	}
}
