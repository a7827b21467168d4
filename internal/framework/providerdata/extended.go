package providerdata

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
)

// Extended reports whether the operations beyond the contract may be used; false while the provider is not known.
func (d *Data) Extended() bool { return d != nil && d.Known() && d.client.Extended() }

// RequireExtended reports something configured that needs operations beyond the contract, if the provider does not
// allow them; while the provider is not known, nothing is reported. What is the name of a type, or of an argument that
// stands at a path. It returns whether the plan may go on.
func (d *Data) RequireExtended(at path.Path, what string, diags *diag.Diagnostics) bool {
	if d == nil || !d.Known() || d.Extended() {
		return true
	}
	var refusal diag.Diagnostic = diag.NewErrorDiagnostic("Extended operations are not allowed", fmt.Sprintf("%s needs operations that are not part of the described API. "+
		"Set extended_operations = true (VIDEOINDEXER_EXTENDED_OPERATIONS) in the provider's configuration, if your service has them: %s", what, apidiag.Guide("extended-operations")))
	if len(at.Steps()) > 0 {
		refusal = diag.WithPath(at, refusal) // an empty path would hide the line of the configuration
	}
	diags.Append(refusal)
	return false
}
