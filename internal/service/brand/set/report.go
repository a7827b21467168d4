package set

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/breaker"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// Failures are the results that failed, those of one cause together. The first of each has been tried, if any has.
func Failures(results []*Result) (alike [][]*Result) {
	positions := make(map[string]int)
	for _, r := range results {
		if !r.Failed() {
			continue
		}
		cause := r.cause()
		position, isKnown := positions[cause]
		if !isKnown {
			position = len(alike)
			positions[cause], alike = position, append(alike, nil)
		}
		if first := alike[position]; isKnown && isLess(first[0]) && !isLess(r) {
			alike[position] = append([]*Result{r}, first...)
		} else {
			alike[position] = append(first, r)
		}
	}
	return alike
}

// isLess reports whether another brand says more of why this one failed.
func isLess(r *Result) bool { return r.IsSkipped || breaker.IsNotTried(r.Err) }

// cause is what failures of several brands have in common: an answer but for its words, which name the brand, or no answer. Texts of other
// errors hold ports and addresses, which differ.
func (r *Result) cause() string {
	if r.ConcernsAll() {
		return "all"
	}
	cause := []string{r.Kind.Verb(), r.Hint, fmt.Sprintf("%T", r.Err)}
	if answer, isAnswered := errors.AsType[*videoindexer.APIError](r.Err); isAnswered {
		cause = append(cause, strconv.Itoa(answer.Status), string(answer.Type))
	}
	if r.Err == nil {
		for _, different := range r.Sent.DifferentIn(r.Remote.BrandFields) {
			cause = append(cause, different.Name)
		}
	}
	return strings.Join(cause, " ")
}

// ConcernsAll reports whether the failure would affect every brand of the account.
func (r *Result) ConcernsAll() bool { return breaker.ConcernsAll(r.Err) }
