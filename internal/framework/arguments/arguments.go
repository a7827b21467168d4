// Package arguments constructs attributes, with the texts that several descriptions share. All are
// written as attributes of managed resources. Functions convert them for data sources, ephemeral
// resources, actions and lists, so that all types describe and check an attribute alike.
package arguments

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/boolplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// PageDescription returns the text of the page of a type: a sentence, a note if the type needs
// extended operations, and further paragraphs ("" for none).
func PageDescription(summary string, needsExtended bool, notes string) string {
	if needsExtended {
		summary += "\n\nNeeds the provider's [`extended_operations`](../guides/extended-operations.md)."
	}
	if notes != "" {
		summary += "\n\n" + notes
	}
	return summary
}

// LanguageCodesNote ends a description of a language.
const LanguageCodesNote = " One of these [language codes](../guides/glossary.md#language-codes)."

// CodeList lists values in a description.
func CodeList(values []string) string { return "`" + strings.Join(values, "`, `") + "`" }

// OptionalString returns an optional string of a managed resource.
func OptionalString(description string, checks ...validator.String) schema.StringAttribute {
	return schema.StringAttribute{
		MarkdownDescription: description, Optional: true, Validators: checks,
		PlanModifiers: []planmodifier.String{sameGUID{}},
	}
}

// RequiredString returns a string that must be configured.
func RequiredString(description string, checks ...validator.String) schema.StringAttribute {
	text := OptionalString(description, checks...)
	text.Optional = false
	text.Required = true
	return text
}

// OptionalComputedString returns an optional string that has the value of the service, or the one
// that a refresh finds, if it is omitted.
func OptionalComputedString(description string, checks ...validator.String) schema.StringAttribute {
	text := OptionalString(description, checks...)
	text.Computed = true
	return text
}

// sameGUID plans the spelling of the state if the configuration has the GUID in another letter
// case, because letter case does not distinguish objects.
type sameGUID struct{}

func (sameGUID) Description(context.Context) string               { return "Letter case does not change a GUID." }
func (s sameGUID) MarkdownDescription(ctx context.Context) string { return s.Description(ctx) }

func (sameGUID) PlanModifyString(_ context.Context, req planmodifier.StringRequest, resp *planmodifier.StringResponse) {
	planned := req.PlanValue.ValueString()
	prior := req.StateValue.ValueString()
	if videoindexer.IsGUID(planned) && strings.EqualFold(planned, prior) {
		resp.PlanValue = req.StateValue
	}
}

// WithReplacementNote adds to the description of a string or a number that a change replaces the
// resource. Other attributes stay as they are: no resource has one that replaces it.
func WithReplacementNote(argument schema.Attribute) schema.Attribute {
	switch described := argument.(type) {
	case schema.StringAttribute:
		described.MarkdownDescription += ReplacementNote
		return described
	case schema.NumberAttribute:
		described.MarkdownDescription += ReplacementNote
		return described
	}
	return argument
}

// ReplacementNote ends the description of an argument whose change replaces the resource.
const ReplacementNote = " Changing it replaces the resource."

// ComputedString returns a string that only the provider sets.
func ComputedString(description string) schema.StringAttribute {
	return schema.StringAttribute{MarkdownDescription: description, Computed: true}
}

// DownloadURLAttribute returns the address of a file.
func DownloadURLAttribute() schema.StringAttribute {
	return schema.StringAttribute{
		MarkdownDescription: "Download address of the file. Anyone who has the address can download the file.",
		Computed:            true,
		Sensitive:           true,
	}
}

// StableString returns a ComputedString that never changes, such as an id.
func StableString(description string) schema.StringAttribute {
	a := ComputedString(description)
	a.PlanModifiers = []planmodifier.String{stringplanmodifier.UseStateForUnknown()}
	return a
}

// StableBool returns a bool that only the provider sets, and that never changes.
func StableBool(description string) schema.BoolAttribute {
	return schema.BoolAttribute{MarkdownDescription: description, Computed: true, PlanModifiers: []planmodifier.Bool{
		boolplanmodifier.UseStateForUnknown(),
	}}
}

// ComputedList returns a list of objects that only the provider sets.
func ComputedList(description string, attributes map[string]schema.Attribute) schema.ListNestedAttribute {
	return schema.ListNestedAttribute{
		MarkdownDescription: description, Computed: true,
		NestedObject: schema.NestedAttributeObject{Attributes: attributes},
	}
}

// OptionalBool returns an optional bool of a managed resource.
func OptionalBool(description string) schema.BoolAttribute {
	return schema.BoolAttribute{MarkdownDescription: description, Optional: true}
}

// OptionalNumber returns an optional number of a managed resource.
func OptionalNumber(description string, checks ...validator.Number) schema.NumberAttribute {
	return schema.NumberAttribute{MarkdownDescription: description, Optional: true, Validators: checks}
}

// RequiredNumber returns a number that must be configured.
func RequiredNumber(description string, checks ...validator.Number) schema.NumberAttribute {
	number := OptionalNumber(description, checks...)
	number.Optional = false
	number.Required = true
	return number
}

// BoolWithDefault returns an optional bool with a default, which its description names.
func BoolWithDefault(fallback bool, description string) schema.BoolAttribute {
	return schema.BoolAttribute{
		MarkdownDescription: fmt.Sprintf("%s Default: `%t`.", description, fallback), Optional: true,
		Computed: true, Default: booldefault.StaticBool(fallback),
	}
}
