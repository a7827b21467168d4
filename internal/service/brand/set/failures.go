package set

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/breaker"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// Failure is a cause with all results that have failed because of it. If any of them was tried, the example is
// one of those.
type Failure struct {
	Example *Result
	Results []*Result
}

// Failures groups the results that have failed by their causes.
func Failures(results []*Result) (all []*Failure) {
	byCause := make(map[string]*Failure)
	for _, result := range results {
		if !result.Failed() {
			continue
		}
		cause := result.cause()
		failure := byCause[cause]
		if failure == nil {
			failure = &Failure{Example: result}
			byCause[cause] = failure
			all = append(all, failure)
		}
		if !failure.Example.saysWhy() && result.saysWhy() {
			failure.Example = result
		}
		failure.Results = append(failure.Results, result)
	}
	return all
}

// saysWhy reports whether the brand was tried, so that its error explains the others of its cause.
func (r *Result) saysWhy() bool { return !r.IsSkipped && !breaker.IsNotTried(r.Err) }

// cause returns what failures of several brands have in common: the status and type of a response, or the type of
// another error. Texts of errors differ: they name brands, ports and addresses.
func (r *Result) cause() string {
	if breaker.ConcernsAll(r.Err) {
		return "all"
	}
	cause := []string{string(r.Verb), r.Hint, fmt.Sprintf("%T", r.Err)}
	apiErr, isAPIError := errors.AsType[*videoindexer.APIError](r.Err)
	if isAPIError {
		cause = append(cause, strconv.Itoa(apiErr.Status), string(apiErr.Type))
	}
	if r.Err == nil {
		for _, different := range r.Sent.DifferentIn(r.Remote.BrandFields) {
			cause = append(cause, different.Name)
		}
	}
	return strings.Join(cause, " ")
}
