package video

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework-validators/setvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// settings are how a video is indexed again (endpoint 7), in the resource and in the action. What is
// null is left to the service.
type settings struct {
	IndexingPreset    types.String `tfsdk:"indexing_preset"`
	StreamingPreset   types.String `tfsdk:"streaming_preset"`
	SourceLanguage    types.String `tfsdk:"source_language"`
	LinguisticModelID types.String `tfsdk:"linguistic_model_id"`
	PersonModelID     types.String `tfsdk:"person_model_id"`
	AnimationModelID  types.String `tfsdk:"animation_model_id"`
	Priority          types.String `tfsdk:"priority"`
	BrandsCategories  types.Set    `tfsdk:"brands_categories"`
	CallbackURL       types.String `tfsdk:"callback_url"`
	SendSuccessEmail  types.Bool   `tfsdk:"send_success_email"`
}

const (
	describeLeftOut   = " Default: chosen by the service."
	describeReplacing = " Changing it replaces the resource."
)

func settingArguments() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"indexing_preset":     oneOf("Insights to look for", videoindexer.IndexingPresets),
		"streaming_preset":    oneOf("Encoding for streaming", videoindexer.StreamingPresets),
		"source_language":     languageOf("Spoken language of the video; `auto` detects one language, `multi` several (preview).", videoindexer.ReindexLanguages),
		"linguistic_model_id": identifier("Id of the language model for the transcription: `model_id` of a `videoindexer_language_model`, or its `linguistic_model_id` if the service needs that id."),
		"person_model_id":     identifier("Id of the person model for the recognition of faces."),
		"animation_model_id":  identifier("Id of the model for the recognition of animated characters."),
		"priority":            oneOf("Priority of the indexing, only in paid regions", videoindexer.Priorities),
		"brands_categories": schema.SetAttribute{
			MarkdownDescription: "Categories of brands to look for. Default: all.",
			ElementType:         types.StringType,
			Optional:            true,
			Validators:          []validator.Set{setvalidator.SizeAtLeast(1), validate.NoNulls(), setvalidator.ValueStringsAre(category)},
		},
		"callback_url":       callbackURL("Address that the service sends a POST to when the indexing has ended, with `id` and `state` in the query."),
		"send_success_email": schema.BoolAttribute{MarkdownDescription: "Whether the service sends an e-mail when the indexing succeeds." + describeLeftOut, Optional: true},
	}
}

func oneOf(description string, values []string) schema.StringAttribute {
	return schema.StringAttribute{
		MarkdownDescription: fmt.Sprintf("%s. One of %s.", description, arguments.Codes(values)), Optional: true, Validators: []validator.String{stringvalidator.OneOf(values...)},
	}
}

// languageOf is oneOf for languages, which are listed on a separate page.
func languageOf(description string, values []string) schema.StringAttribute {
	language := oneOf(description, values)
	language.MarkdownDescription = description + arguments.LanguageCodes
	return language
}

func identifier(description string) schema.StringAttribute {
	return schema.StringAttribute{MarkdownDescription: description, Optional: true, Validators: []validator.String{stringvalidator.LengthAtLeast(1)}}
}

func callbackURL(description string) schema.StringAttribute {
	return schema.StringAttribute{MarkdownDescription: description + " An `http` or `https` URL.", Optional: true, Validators: []validator.String{validate.URL()}}
}

// category accepts what can stand in a comma-separated list.
var category = validate.Text{Expects: "must contain text, and no comma", Check: func(at path.Path, value string) (summary, detail string) {
	if value != "" && !strings.Contains(value, ",") {
		return "", ""
	}
	return "Invalid brand category", fmt.Sprintf("Each of brands_categories must contain text, and no comma, since a comma separates categories; got: %q.", value)
}}

type setting struct {
	name  string
	value attr.Value
}

func (s *settings) values() []setting {
	return []setting{
		{"indexing_preset", s.IndexingPreset},
		{"streaming_preset", s.StreamingPreset},
		{"source_language", s.SourceLanguage},
		{"linguistic_model_id", s.LinguisticModelID},
		{"person_model_id", s.PersonModelID},
		{"animation_model_id", s.AnimationModelID},
		{"priority", s.Priority},
		{"brands_categories", s.BrandsCategories},
		{"callback_url", s.CallbackURL},
		{"send_success_email", s.SendSuccessEmail},
	}
}

func (s *settings) options(ctx context.Context) (videoindexer.ReindexOptions, diag.Diagnostics) {
	options := videoindexer.ReindexOptions{
		IndexingPreset:    s.IndexingPreset.ValueString(),
		StreamingPreset:   s.StreamingPreset.ValueString(),
		SourceLanguage:    s.SourceLanguage.ValueString(),
		Priority:          s.Priority.ValueString(),
		CallbackURL:       s.CallbackURL.ValueString(),
		SendSuccessEmail:  s.SendSuccessEmail.ValueBoolPointer(),
		LinguisticModelID: s.LinguisticModelID.ValueString(),
		PersonModelID:     s.PersonModelID.ValueString(),
		AnimationModelID:  s.AnimationModelID.ValueString(),
	}
	var diags diag.Diagnostics
	if !s.BrandsCategories.IsNull() {
		diags = s.BrandsCategories.ElementsAs(ctx, &options.BrandsCategories, false)
	}
	return options, diags
}
