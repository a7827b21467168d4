package manybrands

import (
	"errors"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managedbrand"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// Detailed is how many failures of brands are reported in full.
const Detailed = 10

// Report is what failed: the first brands in full, then how many more, and those that were skipped. What concerns every
// brand of the account is reported once, and so is a failure of the network or the service that several brands had.
//
// Terraform sorts diagnostics by the line that they are about, and then by their summaries: those that count the rest are
// about the same line as the others, and come last by their first letter.
func Report(account videoindexer.AccountRef, results []*Result) diag.Diagnostics {
	var diags diag.Diagnostics
	var further, untried []string
	var general, unreached *Result
	reported, isReported := 0, map[outage]bool{}
	shared := outages(results)
	for _, r := range results {
		same := shared[outageOf(r)]
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
		case len(same) > 1 && isReported[outageOf(r)]:
		case len(same) > 1:
			isReported[outageOf(r)] = true
			diags.Append(r.Explain(managedbrand.Subject(account, same...), atBrands, atBrands)...)
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
		diags.AddAttributeError(atBrands, "Work on more brands failed", fmt.Sprintf("%d more failed: %s.", len(further), managedbrand.Subject(account, further...)))
	}
	switch {
	case len(untried) == 0:
	case unreached != nil && general == nil:
		diags.Append(apidiag.Error(unreached.Verb, managedbrand.Subject(account, untried...), unreached.Err))
	default:
		diags.AddAttributeError(atBrands, "Work on more brands was not started",
			fmt.Sprintf("%d more would have failed in the same way, and were not tried: %s.", len(untried), managedbrand.Subject(account, untried...)))
	}
	return diags
}

var atBrands = path.Root("brands")

// outage is a failure that is not about a brand, and that several brands can therefore have in common. The zero outage is
// none.
type outage struct {
	verb, advice, answer string
	isAmbiguous          bool
}

// outages are the brands that have each outage.
func outages(results []*Result) map[outage][]string {
	having := make(map[outage][]string)
	for _, r := range results {
		if o := outageOf(r); o != (outage{}) {
			having[o] = append(having[o], r.Subject.ID)
		}
	}
	return having
}

// outageOf compares failures without an answer by nothing else: their texts hold ports and addresses, which differ.
func outageOf(r *Result) outage {
	if r.Err == nil || len(r.Diags) > 0 || isAboutBrand(r.Err) || concernsAll(r.Err) {
		return outage{}
	}
	o := outage{verb: r.Verb, advice: r.Decisive}
	_, o.isAmbiguous = errors.AsType[*videoindexer.AmbiguousError](r.Err)
	_, isLost := errors.AsType[*videoindexer.TransportError](r.Err)
	answer, isAnswered := errors.AsType[*videoindexer.APIError](r.Err)
	switch {
	case isAnswered:
		o.answer = fmt.Sprint(answer.Status, answer.Type, answer.Message, answer.Excerpt)
	case !isLost && !o.isAmbiguous:
		o.answer = r.Err.Error()
	}
	return o
}
