package set_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/field"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/set"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// TestReadAllSkips reads twelve brands, of which all fail.
func TestReadAllSkips(t *testing.T) {
	t.Parallel()
	brands := set.Brands{}
	reads := 0
	for id := range int32(12) {
		brands[fmt.Sprintf("%02d", id)] = set.Brand{ID: id}
	}
	results := set.ReadAll(brands, 1, func(int32) (*videoindexer.Brand, error) {
		reads++
		return nil, errOutage
	})
	skipped := slices.DeleteFunc(results, func(r *set.Result) bool { return !r.IsSkipped })
	if reads != 10 || len(skipped) != 2 {
		t.Fatalf("%d were read and %d skipped, want 10 and 2", reads, len(skipped))
	}
	if !skipped[0].Failed() {
		t.Error("a brand that was skipped has not failed, want it to have")
	}
}

// TestFailures puts failures of one cause together: "kind of example: labels", where "~" has not
// been tried.
func TestFailures(t *testing.T) {
	t.Parallel()
	failed := func(verb set.Verb, err error) set.Result {
		return set.Result{Task: set.Task{Verb: verb}, Err: err}
	}
	skipped := func(verb set.Verb, err error) set.Result {
		r := failed(verb, err)
		r.IsSkipped = true
		return r
	}
	lost := func(i int) error {
		return &videoindexer.AmbiguousError{
			RequestIDs: videoindexer.RequestIDs{RequestID: fmt.Sprint("id-", i)},
			Err:        fmt.Errorf("read tcp 127.0.0.1:%d: connection reset by peer", 40000+i),
		}
	}
	answered := func(status int, message string) error {
		return &videoindexer.APIError{Status: status, RequestIDs: videoindexer.RequestIDs{RequestID: message}, Message: message, HasErrorObject: true}
	}
	forbidden := &videoindexer.APIError{Status: http.StatusForbidden, Type: "FORBIDDEN", HasErrorObject: true}
	hinted := failed(set.Update, answered(503, ""))
	hinted.Hint = "Its name is free."
	notKept := func(remote videoindexer.BrandFields) set.Result {
		return set.Result{
			Task: set.Task{Verb: set.Keep}, Sent: field.ValuesSent(fields("A")), Remote: &videoindexer.Brand{BrandFields: remote},
		}
	}
	otherName := fields("B")
	disabled := fields("A")
	disabled.Enabled = !disabled.Enabled
	for name, test := range map[string]struct {
		results []set.Result
		want    string
	}{
		"nothing": {[]set.Result{{}, {Task: set.Task{Verb: set.Read}}}, ""},
		"lost responses": {
			[]set.Result{failed(set.Create, lost(1)), failed(set.Create, lost(2)), skipped(set.Create, lost(2))},
			"create of 1: 1 2 3~",
		},
		"two outages": {
			[]set.Result{
				failed(set.Create, lost(1)), failed(set.Update, answered(503, "a")), failed(set.Create, lost(3)),
				failed(set.Update, answered(503, "b")),
			},
			"create of 1: 1 3; update of 2: 2 4",
		},
		"other statuses": {
			[]set.Result{failed(set.Update, answered(400, "")), failed(set.Update, answered(503, "")), hinted},
			"update of 1: 1; update of 2: 2; update of 3: 3",
		},
		"no request": {
			[]set.Result{
				failed(set.Update, &set.NotSentError{Why: "a"}), failed(set.Update, lost(1)),
				failed(set.Update, &set.NotSentError{Why: "b"}),
			},
			"update of 1: 1 3; update of 2: 2",
		},
		"not kept": {
			[]set.Result{notKept(otherName), notKept(disabled), notKept(otherName)},
			"keep of 1: 1 3; keep of 2: 2",
		},
		"all would fail": {
			[]set.Result{skipped(set.Adopt, forbidden), failed(set.Update, forbidden), skipped(set.Create, forbidden)},
			"update of 2: 1~ 2 3~",
		},
		"an account is unknown": {
			[]set.Result{failed(set.Read, &videoindexer.NotTriedError{}), failed(set.Read, &videoindexer.NotTriedError{})},
			"read of 1: 1 2",
		},
		"an account is unknown, and a read says why": {
			[]set.Result{failed(set.Read, &videoindexer.NotTriedError{}), failed(set.Read, forbidden)}, "read of 2: 1 2",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var texts []string
			for _, f := range set.Failures(numbered(test.results)) {
				text := string(f.Example.Verb) + " of " + f.Example.Label + ":"
				for _, r := range f.Results {
					text += " " + r.Label
					if r.IsSkipped {
						text += "~"
					}
				}
				texts = append(texts, text)
			}
			check.Equal(t, test.want, strings.Join(texts, "; "), "failures")
		})
	}
}

func numbered(results []set.Result) []*set.Result {
	all := make([]*set.Result, len(results))
	for i, r := range results {
		r.Label = fmt.Sprint(i + 1)
		all[i] = &r
	}
	return all
}
