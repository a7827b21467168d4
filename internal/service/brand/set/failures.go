package set

import (
	"errors"
	"reflect"
	"strings"

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
	byCause := make(map[cause]*Failure)
	for _, result := range results {
		if !result.Failed() {
			continue
		}
		common := result.cause()
		failure := byCause[common]
		if failure == nil {
			failure = &Failure{Example: result}
			byCause[common] = failure
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

// cause is what failures of several brands have in common. Texts of errors are not part of it: they
// name brands, ports and addresses.
type cause struct {
	// concernsAll means that the failure would affect every brand of the account. The other fields
	// are empty then: one message says so for all brands.
	concernsAll bool
	verb        Verb
	hint        string
	errorType   reflect.Type // nil without an error
	// status and serviceType are those of the service's error.
	status      int
	serviceType videoindexer.ErrorType
	// notKept are the names of the fields that the service has not kept, joined so that causes can
	// be compared.
	notKept string
}

func (r *Result) cause() cause {
	if videoindexer.ConcernsAll(r.Err) {
		return cause{concernsAll: true}
	}
	common := cause{verb: r.Verb, hint: r.Hint, errorType: reflect.TypeOf(r.Err)}
	apiErr, isAPIError := errors.AsType[*videoindexer.APIError](r.Err)
	if isAPIError {
		common.status = apiErr.Status
		common.serviceType = apiErr.Type
	}
	if r.Err == nil {
		common.notKept = r.namesNotKept()
	}
	return common
}

func (r *Result) namesNotKept() string {
	var names []string
	for _, different := range r.Sent.DifferencesIn(r.Remote.BrandFields) {
		names = append(names, different.Name)
	}
	return strings.Join(names, ", ")
}
