package apidiag

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// NotTriedError means that a call was not made, because an earlier one of the run has shown that nothing of its account
// can be reached. Its diagnostic is one line: the earlier one says why.
type NotTriedError struct{ Account videoindexer.AccountRef }

func (e *NotTriedError) Error() string {
	return fmt.Sprintf("not tried, because account %s in location %s cannot be reached: another error says why", e.Account.ID, e.Account.Location)
}

// Gone is the warning of the plan of a create whose object a refresh of the same run has found gone, at the argument that
// names it. A destroy begins with such a plan, which therefore must not fail.
func Gone(at path.Path, subject Subject, cannot string) diag.Diagnostic {
	return diag.NewAttributeWarningDiagnostic(at, capitalize(subject.Noun)+" no longer exists",
		fmt.Sprintf("The state has %s, which the service no longer has. %s: applying this plan fails, unless it exists again. "+
			"Remove it from the configuration, or use the id of one that exists. A destroy works without this.", subject, cannot))
}
