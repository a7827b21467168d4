// Package nullable has values that may be null or not known yet: it makes Terraform's texts of those of the service,
// and reads them in objects.
package nullable

import (
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// Text is a text of the service's answer: null if it is empty, which also means that the service
// left it out.
func Text(text string) types.String {
	if text == "" {
		return types.StringNull()
	}
	return types.StringValue(text)
}

// IsSet reports whether a value is known, and not null.
func IsSet(value attr.Value) bool { return !value.IsNull() && !value.IsUnknown() }

// KeepSpelling is a text of the service, in the spelling that Terraform has if both mean the same.
func KeepSpelling(text string, in types.String) types.String {
	if IsSet(in) && videoindexer.SameText(text, in.ValueString()) {
		return in
	}
	return types.StringValue(text)
}

// In is a text among the attributes of an object: null if it has none of that name. It takes a
// fraction of the time that the framework takes to make a struct of an object, by reflection.
func In(attributes map[string]attr.Value, name string) types.String {
	text, _ := attributes[name].(types.String)
	return text
}
