package set

import (
	"errors"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/breaker"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// Report is what failed, in the order of the results.
type Report struct {
	// Alike are failures with one cause, which are told once.
	Alike [][]*Result
	// Untried are brands with which nothing was begun. Unreached is one of them if it is known from elsewhere in the run why the account
	// cannot be reached; nil otherwise.
	Untried   []*Result
	Unreached *Result
}

// NewReport sums up results.
func NewReport(results []*Result) (report Report) {
	isTold, positions := false, make(map[cause]int) // isTold: what concerns every brand
	for _, r := range results {
		c := causeOf(r)
		position, isKnown := positions[c]
		switch {
		case !r.Failed():
		case r.IsSkipped, r.ConcernsAll() && isTold:
			report.Untried = append(report.Untried, r)
		case breaker.IsNotTried(r.Err):
			report.Unreached = r
			report.Untried = append(report.Untried, r)
		case r.ConcernsAll():
			isTold = true
			report.Alike = append(report.Alike, []*Result{r})
		case isKnown:
			report.Alike[position] = append(report.Alike[position], r)
		default:
			positions[c] = len(report.Alike)
			report.Alike = append(report.Alike, []*Result{r})
		}
	}
	if isTold {
		report.Unreached = nil
	}
	return report
}

// cause is what failures of several brands can have in common: an answer but for its words, which name the brand, or no answer. Texts of
// other errors hold ports and addresses, which differ.
type cause struct {
	kind        Kind
	hint        string
	status      int
	of          videoindexer.ErrorType
	fields      string // that were not kept
	isAmbiguous bool
	isNotSent   bool
}

func causeOf(r *Result) cause {
	c := cause{kind: r.Kind, hint: r.Hint}
	if r.IsNotKept() {
		for _, different := range r.Sent.DifferentIn(r.Remote.BrandFields) {
			c.fields += different.Name + " "
		}
	}
	_, c.isAmbiguous = errors.AsType[*videoindexer.AmbiguousError](r.Err)
	_, c.isNotSent = errors.AsType[*NotSentError](r.Err)
	if answer, isAnswered := errors.AsType[*videoindexer.APIError](r.Err); isAnswered {
		c.status, c.of = answer.Status, answer.Type
	}
	return c
}

// ConcernsAll reports whether the failure would affect every brand of the account.
func (r *Result) ConcernsAll() bool { return breaker.ConcernsAll(r.Err) }
