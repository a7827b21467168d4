// Package arguments describes arguments: it holds what several descriptions say, and gives an action the arguments of
// the managed resource that does the same, so that both are described and checked alike.
package arguments

import (
	"fmt"
	"strings"

	actionschema "github.com/hashicorp/terraform-plugin-framework/action/schema"
	dataschema "github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	listschema "github.com/hashicorp/terraform-plugin-framework/list/schema"
	resourceschema "github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/boolplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
)

// ForAction are texts, flags and sets of a managed resource as arguments of an action.
func ForAction(arguments map[string]resourceschema.Attribute) map[string]actionschema.Attribute {
	attributes := make(map[string]actionschema.Attribute, len(arguments))
	for name, argument := range arguments {
		switch a := argument.(type) {
		case resourceschema.StringAttribute:
			attributes[name] = actionschema.StringAttribute{MarkdownDescription: a.MarkdownDescription, Required: a.Required, Optional: a.Optional, Validators: a.Validators}
		case resourceschema.BoolAttribute:
			attributes[name] = actionschema.BoolAttribute{MarkdownDescription: a.MarkdownDescription, Required: a.Required, Optional: a.Optional, Validators: a.Validators}
		case resourceschema.SetAttribute:
			attributes[name] = actionschema.SetAttribute{
				MarkdownDescription: a.MarkdownDescription, Required: a.Required, Optional: a.Optional, Validators: a.Validators, ElementType: a.ElementType,
			}
		}
	}
	return attributes
}

// ForList are texts and flags of a managed resource as arguments of a list.
func ForList(arguments map[string]resourceschema.Attribute) map[string]listschema.Attribute {
	attributes := make(map[string]listschema.Attribute, len(arguments))
	for name, argument := range arguments {
		switch a := argument.(type) {
		case resourceschema.StringAttribute:
			attributes[name] = listschema.StringAttribute{MarkdownDescription: a.MarkdownDescription, Optional: a.Optional, Validators: a.Validators}
		case resourceschema.BoolAttribute:
			attributes[name] = listschema.BoolAttribute{MarkdownDescription: a.MarkdownDescription, Optional: a.Optional}
		}
	}
	return attributes
}

// ForData are texts, flags, sets and lists of objects of a managed resource as attributes of a data source.
func ForData(arguments map[string]resourceschema.Attribute) map[string]dataschema.Attribute {
	attributes := make(map[string]dataschema.Attribute, len(arguments))
	for name, argument := range arguments {
		switch a := argument.(type) {
		case resourceschema.StringAttribute:
			attributes[name] = dataschema.StringAttribute{
				MarkdownDescription: a.MarkdownDescription, Required: a.Required, Optional: a.Optional, Computed: a.Computed, Sensitive: a.Sensitive,
				Validators: a.Validators,
			}
		case resourceschema.BoolAttribute:
			attributes[name] = dataschema.BoolAttribute{MarkdownDescription: a.MarkdownDescription, Optional: a.Optional, Computed: a.Computed}
		case resourceschema.SetAttribute:
			attributes[name] = dataschema.SetAttribute{MarkdownDescription: a.MarkdownDescription, Computed: a.Computed, ElementType: a.ElementType}
		case resourceschema.ListNestedAttribute:
			attributes[name] = ComputedList(a.MarkdownDescription, ForData(a.NestedObject.Attributes))
		}
	}
	return attributes
}

// ComputedText is a text of a data source.
func ComputedText(description string) dataschema.StringAttribute {
	return dataschema.StringAttribute{MarkdownDescription: description, Computed: true}
}

// ComputedList is a list of objects of a data source.
func ComputedList(description string, attributes map[string]dataschema.Attribute) dataschema.ListNestedAttribute {
	return dataschema.ListNestedAttribute{
		MarkdownDescription: description, Computed: true, NestedObject: dataschema.NestedAttributeObject{Attributes: attributes},
	}
}

// NeedsExtended is the note of a type that is offered with extended operations alone.
const NeedsExtended = "\n\nNeeds the provider's [`extended_operations`](../guides/extended-operations.md)."

// LanguageCodes ends a description of a language.
const LanguageCodes = " One of these [language codes](../guides/language-codes.md)."

// Codes lists values in a description.
func Codes(values []string) string { return "`" + strings.Join(values, "`, `") + "`" }

// Text is an optional text of a managed resource.
func Text(description string, checks ...validator.String) resourceschema.StringAttribute {
	return resourceschema.StringAttribute{MarkdownDescription: description, Optional: true, Validators: checks}
}

// RequiredText is a text that must be configured.
func RequiredText(description string, checks ...validator.String) resourceschema.StringAttribute {
	return resourceschema.StringAttribute{MarkdownDescription: description, Required: true, Validators: checks}
}

// Replacing is a text whose change replaces the managed resource.
func Replacing(argument resourceschema.StringAttribute) resourceschema.StringAttribute {
	argument.MarkdownDescription += Replaces
	argument.PlanModifiers = []planmodifier.String{stringplanmodifier.RequiresReplace()}
	return argument
}

// Replaces ends the description of an argument whose change replaces the resource.
const Replaces = " Changing it replaces the resource."

// Computed is a text that only the provider sets.
func Computed(description string) resourceschema.StringAttribute {
	return resourceschema.StringAttribute{MarkdownDescription: description, Computed: true}
}

// Constant is Computed for a text that stays, such as an id.
func Constant(description string) resourceschema.StringAttribute {
	a := Computed(description)
	a.PlanModifiers = []planmodifier.String{stringplanmodifier.UseStateForUnknown()}
	return a
}

// ConstantFlag is Constant for a flag.
func ConstantFlag(description string) resourceschema.BoolAttribute {
	return resourceschema.BoolAttribute{MarkdownDescription: description, Computed: true, PlanModifiers: []planmodifier.Bool{boolplanmodifier.UseStateForUnknown()}}
}

// Flag is an optional flag of a managed resource.
func Flag(description string) resourceschema.BoolAttribute {
	return resourceschema.BoolAttribute{MarkdownDescription: description, Optional: true}
}

// FlagOr is a flag with a default, which its description says.
func FlagOr(fallback bool, description string) resourceschema.BoolAttribute {
	return resourceschema.BoolAttribute{
		MarkdownDescription: fmt.Sprintf("%s Default: `%t`.", description, fallback), Optional: true, Computed: true, Default: booldefault.StaticBool(fallback),
	}
}
