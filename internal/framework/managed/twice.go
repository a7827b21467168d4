package managed

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
)

// Twice is the warning of a plan in which another instance manages the same object.
func Twice(subject apidiag.Subject) diag.Diagnostic {
	return diag.NewWarningDiagnostic(apidiag.Subject{Noun: subject.Noun}.Capitalized()+" managed twice",
		fmt.Sprintf("More than one resource manages %s. They will overwrite each other's values at every apply: remove all but one.", subject))
}
