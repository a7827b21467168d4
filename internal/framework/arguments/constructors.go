package arguments

import (
	"fmt"

	resourceschema "github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/boolplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
)

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
