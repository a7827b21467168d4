package manybrands

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managedbrand"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// Detailed is how many failures of brands are reported in full.
const Detailed = 10

// Report is what failed: the first brands in full, then how many more, and those that were skipped. What concerns every
// brand of the account is reported once.
func Report(account videoindexer.AccountRef, results []*Result) diag.Diagnostics {
	var diags diag.Diagnostics
	var further, untried []string
	var general, unreached *Result
	reported := 0
	for _, r := range results {
		switch {
		case r.IsSkipped:
			untried = append(untried, r.Subject.ID)
		case isNotTried(r.Err):
			unreached = r
			untried = append(untried, r.Subject.ID)
		case concernsAll(r.Err) && general != nil:
			untried = append(untried, r.Subject.ID)
		case concernsAll(r.Err):
			general = r
			diags.Append(apidiag.Error(r.Verb, r.Subject, r.Err))
		case r.Failed() && reported == Detailed:
			further = append(further, r.Subject.ID)
		default:
			if r.Failed() {
				reported++
			}
			diags.Append(r.Explain(r.Subject, r.At, r.At)...)
		}
	}
	if len(further) > 0 {
		diags.AddError("More brands failed", fmt.Sprintf("%d more failed: %s.", len(further), managedbrand.Subject(account, further...)))
	}
	switch {
	case len(untried) == 0:
	case unreached != nil && general == nil:
		diags.Append(apidiag.Error(unreached.Verb, managedbrand.Subject(account, untried...), unreached.Err))
	default:
		diags.AddError("More brands were not tried",
			fmt.Sprintf("%d more would have failed in the same way, and were not tried: %s.", len(untried), managedbrand.Subject(account, untried...)))
	}
	return diags
}
