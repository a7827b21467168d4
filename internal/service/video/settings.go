package video

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework-validators/setvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	actionschema "github.com/hashicorp/terraform-plugin-framework/action/schema"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

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

// argument is a text argument: what it is called and means, and what it accepts.
type argument struct {
	name, description string
	validators        []validator.String
}

var settingArguments = []argument{
	oneOf("indexing_preset", "What to look for", videoindexer.IndexingPresets),
	oneOf("streaming_preset", "What to encode for streaming", videoindexer.StreamingPresets),
	oneOf("source_language", "Language that is spoken; `auto` detects one language, `multi` several (preview)", videoindexer.ReindexLanguages),
	identifier("linguistic_model_id", "Id of the language model to transcribe with: `model_id` of a `videoindexer_language_model`, or its `linguistic_model_id` for services that want that one."),
	identifier("person_model_id", "Id of the person model to identify faces against."),
	identifier("animation_model_id", "Id of the model to identify animated characters against."),
	oneOf("priority", "Priority of the indexing; in paid regions only", videoindexer.Priorities),
	callbackURL("Receives a POST when the indexing is completed, with `id` and `state` added to its query."),
}

const (
	describeLeftOut          = " The service decides where it is left out."
	describeBrandsCategories = "Categories of brands to look for. Default: all."
	describeSendSuccessEmail = "Whether the service sends a mail when the indexing succeeds." + describeLeftOut
)

func oneOf(name, description string, values []string) argument {
	return argument{name, fmt.Sprintf("%s. One of %s.", description, codes(values)), []validator.String{stringvalidator.OneOf(values...)}}
}

func identifier(name, description string) argument {
	return argument{name, description, []validator.String{stringvalidator.LengthAtLeast(1)}}
}

func callbackURL(description string) argument {
	return argument{"callback_url", description + " An `http` or `https` URL.", []validator.String{validate.URL()}}
}

// codes lists values for a description.
func codes(values []string) string { return "`" + strings.Join(values, "`, `") + "`" }

func categoryChecks() []validator.Set {
	return []validator.Set{setvalidator.SizeAtLeast(1), validate.NoNulls(), setvalidator.ValueStringsAre(category{})}
}

// category accepts what can stand in a comma-separated list.
type category struct{}

func (category) Description(context.Context) string { return "must hold text, and no comma" }

func (c category) MarkdownDescription(ctx context.Context) string { return c.Description(ctx) }

func (c category) ValidateString(ctx context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	value := req.ConfigValue
	if value.IsNull() || value.IsUnknown() || value.ValueString() != "" && !strings.Contains(value.ValueString(), ",") {
		return
	}
	resp.Diagnostics.AddAttributeError(req.Path, "Invalid brand category",
		fmt.Sprintf("Each of brands_categories %s, since a comma separates categories; got: %q.", c.Description(ctx), value.ValueString()))
}

// addSettings adds the arguments to a managed resource's.
func addSettings(attributes map[string]schema.Attribute) map[string]schema.Attribute {
	for _, a := range settingArguments {
		attributes[a.name] = schema.StringAttribute{MarkdownDescription: a.description, Optional: true, Validators: a.validators}
	}
	attributes["brands_categories"] = schema.SetAttribute{
		MarkdownDescription: describeBrandsCategories, ElementType: types.StringType, Optional: true, Validators: categoryChecks(),
	}
	attributes["send_success_email"] = schema.BoolAttribute{MarkdownDescription: describeSendSuccessEmail, Optional: true}
	return attributes
}

// addActionSettings adds the arguments to an action's.
func addActionSettings(attributes map[string]actionschema.Attribute) map[string]actionschema.Attribute {
	for _, a := range settingArguments {
		attributes[a.name] = actionschema.StringAttribute{MarkdownDescription: a.description, Optional: true, Validators: a.validators}
	}
	attributes["brands_categories"] = actionschema.SetAttribute{
		MarkdownDescription: describeBrandsCategories, ElementType: types.StringType, Optional: true, Validators: categoryChecks(),
	}
	attributes["send_success_email"] = actionschema.BoolAttribute{MarkdownDescription: describeSendSuccessEmail, Optional: true}
	return attributes
}

// setting is the value of an argument.
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

// options are the settings as the client takes them.
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
