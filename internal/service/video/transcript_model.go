package video

import (
	"context"
	"fmt"

	actionschema "github.com/hashicorp/terraform-plugin-framework/action/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/captions"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
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
	return m.VideoID.IsUnknown() || m.Language.IsUnknown() || m.AccountID.IsUnknown() || m.Location.IsUnknown()
}

var (
	transcriptLanguage = oneOf("language", "Language of the transcript", videoindexer.CaptionLanguages)
	transcriptContent  = argument{
		"content", "The transcript in WebVTT: blocks of a line `hh:mm:ss.mmm --> hh:mm:ss.mmm` and the lines of text below it, separated by blank lines. " +
			"The line `WEBVTT` at the top may be left out.", []validator.String{webVTT{}},
	}
	transcriptCallback = callbackURL("Called with the status when indexing the video again, where that follows, is done.")
)

const (
	describeSetAsSourceLanguage = "Whether `language` becomes the video's source language. The video is then indexed again." + describeLeftOut
	describeTranscriptEmail     = "Whether the service sends a mail when indexing the video again, where that follows, succeeds." + describeLeftOut
)

// addTranscript adds the arguments to a managed resource's.
func addTranscript(attributes map[string]schema.Attribute) map[string]schema.Attribute {
	attributes["video_id"] = videoIDAttribute()
	attributes[transcriptLanguage.name] = schema.StringAttribute{
		MarkdownDescription: transcriptLanguage.description + " Changing it replaces the resource.",
		Required:            true,
		Validators:          transcriptLanguage.validators,
		PlanModifiers:       []planmodifier.String{stringplanmodifier.RequiresReplace()},
	}
	attributes[transcriptContent.name] = schema.StringAttribute{
		MarkdownDescription: transcriptContent.description,
		Required:            true,
		Validators:          transcriptContent.validators,
		PlanModifiers:       []planmodifier.String{unlessReformatted{}},
	}
	attributes["set_as_source_language"] = schema.BoolAttribute{MarkdownDescription: describeSetAsSourceLanguage, Optional: true}
	attributes[transcriptCallback.name] = schema.StringAttribute{
		MarkdownDescription: transcriptCallback.description, Optional: true, Validators: transcriptCallback.validators,
	}
	attributes["send_success_email"] = schema.BoolAttribute{MarkdownDescription: describeTranscriptEmail, Optional: true}
	return attributes
}

// addActionTranscript adds the arguments to an action's.
func addActionTranscript(attributes map[string]actionschema.Attribute) map[string]actionschema.Attribute {
	attributes["video_id"] = actionschema.StringAttribute{
		MarkdownDescription: describeVideoID, Required: true, Validators: videoIDAttribute().Validators,
	}
	for _, a := range []argument{transcriptLanguage, transcriptContent} {
		attributes[a.name] = actionschema.StringAttribute{MarkdownDescription: a.description, Required: true, Validators: a.validators}
	}
	attributes["set_as_source_language"] = actionschema.BoolAttribute{MarkdownDescription: describeSetAsSourceLanguage, Optional: true}
	attributes[transcriptCallback.name] = actionschema.StringAttribute{
		MarkdownDescription: transcriptCallback.description, Optional: true, Validators: transcriptCallback.validators,
	}
	attributes["send_success_email"] = actionschema.BoolAttribute{MarkdownDescription: describeTranscriptEmail, Optional: true}
	return attributes
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
type webVTT struct{}

func (webVTT) Description(context.Context) string {
	return "must be WebVTT with at least one cue"
}

func (v webVTT) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (v webVTT) ValidateString(ctx context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() {
		return
	}
	if _, err := captions.ParseTranscript(req.ConfigValue.ValueString()); err != nil {
		resp.Diagnostics.AddAttributeError(req.Path, "Invalid transcript", fmt.Sprintf("%s %s: %s.", req.Path, v.Description(ctx), err))
	}
}

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
