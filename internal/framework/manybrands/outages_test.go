package manybrands_test

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managedbrand"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/manybrands"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// TestReportOfOutages reports a failure that several brands have in common once, with all of their names, and those that the service
// has refused one by one. As Terraform sorts them, those that count the rest come last.
func TestReportOfOutages(t *testing.T) {
	t.Parallel()
	account := videoindexer.AccountRef{Location: "trial", ID: "7c2f9d54-6f0e-4f39-9d3c-2a1b5e8f4c10"}
	failed := func(verb string, err error) managedbrand.Outcome { return managedbrand.Outcome{Verb: verb, Err: err} }
	lost := func(i int) error {
		return &videoindexer.AmbiguousError{RequestID: fmt.Sprint("id-", i), Err: fmt.Errorf("read tcp 127.0.0.1:%d: connection reset by peer", 40000+i)}
	}
	down := func(i int) error {
		return &videoindexer.APIError{Status: http.StatusServiceUnavailable, RequestID: fmt.Sprint("id-", i)}
	}
	refused := func(i int) error {
		return &videoindexer.APIError{Status: http.StatusBadRequest, Type: videoindexer.ErrorTypeInvalidInput, HasErrorObject: true, Message: fmt.Sprint("no ", i)}
	}
	for name, test := range map[string]struct {
		outcomes  []managedbrand.Outcome
		skipped   int
		summaries []string
		says      []string // one for each, in the order of the summaries
	}{
		"lost answers": {
			outcomes:  []managedbrand.Outcome{failed("create", lost(1)), failed("create", lost(2)), failed("create", lost(3))},
			skipped:   2,
			summaries: []string{"Unable to create brands", "Work on more brands was not started"},
			says:      []string{`Could not create brands 1, 2, 3 (`, "2 more would have failed in the same way, and were not tried: brands 4, 5"},
		},
		"one lost answer": {
			outcomes: []managedbrand.Outcome{failed("create", lost(1))}, summaries: []string{"Unable to create brand"}, says: []string{"Could not create brand 1 ("},
		},
		"two outages": {
			outcomes:  []managedbrand.Outcome{failed("create", lost(1)), failed("update", down(2)), failed("create", lost(3)), failed("update", down(4))},
			summaries: []string{"Unable to create brands", "Unable to update brands"},
			says:      []string{"brands 1, 3 (", "Could not update brands 2, 4 ("},
		},
		"answers that cannot be read": {
			outcomes: []managedbrand.Outcome{
				failed("update", &videoindexer.UnexpectedAnswerError{Operation: "update brand", Err: errors.New("no id")}),
				failed("update", &videoindexer.TransportError{Err: errors.New("connection refused")}),
			},
			summaries: []string{"Unable to update brand", "Unable to update brand"},
			says:      []string{"brand 1 (", "brand 2 ("},
		},
		"outages that differ": {
			outcomes: []managedbrand.Outcome{
				failed("create", lost(1)), failed("update", lost(2)), failed("update", &videoindexer.TransportError{Err: errors.New("connection refused")}), failed("update", down(4)),
				failed("update", &videoindexer.APIError{Status: http.StatusBadGateway}), failed("update", &videoindexer.APIError{Status: http.StatusServiceUnavailable, Message: "maintenance"}),
				{Verb: "update", Err: down(7), Decisive: "Its name is free."},
				{Verb: "update", Err: down(8), Diags: diag.Diagnostics{diag.NewAttributeErrorDiagnostic(path.Root("brands"), "Unable to update brand", "Not kept.")}},
			},
			summaries: append([]string{"Unable to create brand"}, slices.Repeat([]string{"Unable to update brand"}, 8)...),
			says:      []string{"brand 1 (", "brand 2 (", "brand 3 (", "brand 4 (", "brand 5 (", "brand 6 (", "brand 7 (", "Not kept.", "brand 8 ("},
		},
		"refusals among successes": {
			outcomes: []managedbrand.Outcome{
				{},
				{},
				failed("create", refused(3)), failed("create", refused(4)), failed("create", refused(5)), failed("create", refused(6)), failed("create", refused(7)),
				failed("create", refused(8)), failed("create", refused(9)), failed("create", refused(10)), failed("create", refused(11)), failed("create", refused(12)), failed("create", refused(13)),
			},
			summaries: append(slices.Repeat([]string{"Unable to create brand"}, 10), "Work on more brands failed"),
			says:      []string{"no 3.", "no 4.", "no 5.", "no 6.", "no 7.", "no 8.", "no 9.", "no 10.", "no 11.", "no 12.", "1 more failed: brand 13 ("},
		},
		"refusals": {
			outcomes: []managedbrand.Outcome{
				failed("create", refused(1)), failed("create", refused(2)), failed("create", refused(3)), failed("create", refused(4)), failed("create", refused(5)), failed("create", refused(6)),
				failed("create", refused(7)), failed("create", refused(8)), failed("create", refused(9)), failed("create", refused(10)), failed("create", refused(11)), failed("create", refused(12)),
			},
			summaries: append(slices.Repeat([]string{"Unable to create brand"}, 10), "Work on more brands failed"),
			says:      []string{"no 1.", "no 2.", "no 3.", "no 4.", "no 5.", "no 6.", "no 7.", "no 8.", "no 9.", "no 10.", "2 more failed: brands 11, 12 ("},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var results []*manybrands.Result
			for i := range len(test.outcomes) + test.skipped {
				id := fmt.Sprint(i + 1)
				r := &manybrands.Result{Subject: managedbrand.Subject(account, id), At: path.Root("brands").AtMapKey(id), IsSkipped: i >= len(test.outcomes)}
				if !r.IsSkipped {
					r.Outcome = test.outcomes[i]
				}
				results = append(results, r)
			}
			diags := manybrands.Report(account, results)
			summaries := make([]string, len(diags))
			for i, d := range diags {
				summaries[i] = d.Summary()
				if i < len(test.says) && !strings.Contains(d.Detail(), test.says[i]) {
					t.Errorf("%q does not say %q", d.Detail(), test.says[i])
				}
				if at, ok := d.(interface{ Path() path.Path }); !ok || !strings.HasPrefix(at.Path().String(), "brands") {
					t.Errorf("%q is not about the argument brands", d.Summary())
				}
			}
			if !slices.Equal(summaries, test.summaries) || !slices.IsSorted(summaries) {
				t.Errorf("summaries %q, want %q", summaries, test.summaries)
			}
		})
	}
}
