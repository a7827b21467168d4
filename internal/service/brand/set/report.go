package set

import (
	"errors"
	"fmt"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/breaker"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// Detailed is how many failures of brands are reported in full.
const Detailed = 10

// Report is what failed.
type Report struct {
	// InFull are failures that are told each by itself: of one brand, or of all that had the same one of the service or the
	// network. What concerns every brand of the account is told once.
	InFull [][]*Result
	// Further are the keys of more brands that failed.
	Further []string
	// Untried are the keys of brands with which nothing was begun. Unreached is one of them if it is known from elsewhere in
	// the run why the account cannot be reached, and nil otherwise.
	Untried   []string
	Unreached *Result
}

// NewReport sums up results, in their order.
func NewReport(results []*Result) (report Report) {
	isTold, detailed := false, 0 // what concerns every brand
	places := make(map[outage]int)
	for _, r := range results {
		o := outageOf(r)
		place, isKnown := places[o]
		switch {
		case !r.Failed():
		case r.IsSkipped:
			report.Untried = append(report.Untried, r.Key)
		case breaker.IsNotTried(r.Err):
			report.Unreached = r
			report.Untried = append(report.Untried, r.Key)
		case r.ConcernsAll() && isTold:
			report.Untried = append(report.Untried, r.Key)
		case r.ConcernsAll():
			isTold = true
			report.InFull = append(report.InFull, []*Result{r})
		case isKnown:
			report.InFull[place] = append(report.InFull[place], r)
		case o != outage{}:
			places[o] = len(report.InFull)
			report.InFull = append(report.InFull, []*Result{r})
		case detailed == Detailed:
			report.Further = append(report.Further, r.Key)
		default:
			detailed++
			report.InFull = append(report.InFull, []*Result{r})
		}
	}
	if isTold {
		report.Unreached = nil
	}
	return report
}

// outage is a failure that is not about a brand, and that several brands can therefore have in common. The zero outage is
// none.
type outage struct {
	verb, advice, answer string
	isAmbiguous          bool
}

// outageOf compares failures without an answer by nothing else: their texts hold ports and addresses, which differ.
func outageOf(r *Result) outage {
	if r.Err == nil || isAboutBrand(r.Err) || r.ConcernsAll() {
		return outage{}
	}
	o := outage{verb: r.Verb, advice: r.Hint}
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

// ConcernsAll reports whether the failure would affect every brand of the account.
func (r *Result) ConcernsAll() bool { return breaker.ConcernsAll(r.Err) }
