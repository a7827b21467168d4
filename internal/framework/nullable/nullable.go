// Package nullable converts texts of the service, which can be empty, into Terraform's, which can
// be null or unknown.
package nullable

import (
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// String converts a text of a response: it is null if the text is empty or missing.
func String(text string) types.String {
	if text == "" {
		return types.StringNull()
	}
	return types.StringValue(text)
}

// IsSet reports whether a value is known, and not null.
func IsSet(value attr.Value) bool { return !value.IsNull() && !value.IsUnknown() }

// InKnownSpelling returns a text of the service or, if both mean the same, Terraform's spelling of
// it.
func InKnownSpelling(text string, known types.String) types.String {
	if IsSet(known) && videoindexer.IsSameText(text, known.ValueString()) {
		return known
	}
	return types.StringValue(text)
}

// StringIn returns a text attribute of an object: null if there is no attribute with that name. It
// takes a fraction of the time in which the framework converts an object into a struct, by
// reflection.
func StringIn(attributes map[string]attr.Value, name string) types.String {
	text, _ := attributes[name].(types.String)
	return text
}
