// Package nullable turns what the service leaves out into Terraform's null.
package nullable

import "github.com/hashicorp/terraform-plugin-framework/types"

// Text is a text of the service's answer: null if it is empty, which also means that the service left it out.
func Text(text string) types.String {
	if text == "" {
		return types.StringNull()
	}
	return types.StringValue(text)
}
