package set

import (
	"errors"
	"fmt"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// Failure is a cause with all results that have failed because of it. If any of them was tried, the
// example is one of those.
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
		if !failure.Example.wasTried() && result.wasTried() {
			failure.Example = result
		}
		failure.Results = append(failure.Results, result)
	}
	return all
}

// wasTried reports whether the brand was tried, so that its error explains the others of its cause.
func (r *Result) wasTried() bool {
	return !r.IsSkipped && !videoindexer.IsA[*videoindexer.NotTriedError](r.Err)
}

// cause returns what failures of several brands have in common, as a text to compare. Texts of
// errors are not part of it: they name brands, ports and addresses.
func (r *Result) cause() string {
	if videoindexer.ConcernsAll(r.Err) {
		// The failure would affect every brand of the account. One message says so for all brands.
		return "all"
	}
	cause := fmt.Sprintf("%s, %T, %q", r.Verb, r.Err, r.Hint)
	apiErr, isAPIError := errors.AsType[*videoindexer.APIError](r.Err)
	switch {
	case isAPIError:
		return fmt.Sprintf("%s, %d, %s", cause, apiErr.Status, apiErr.Type)
	case r.Err == nil:
		for _, different := range r.Sent.DifferencesIn(r.Remote.BrandFields) {
			cause += ", " + different.Name
		}
	}
	return cause
}
