package manybrands_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managedbrand"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/manybrands"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// TestReportNamesEveryBrand draws what became of up to twenty brands: each that failed or was not tried is named once, no
// other is, and the numbers are those of the brands that follow them.
func TestReportNamesEveryBrand(t *testing.T) {
	t.Parallel()
	account := videoindexer.AccountRef{Location: "trial", ID: "2f1d6a5e-0c3b-4f0e-9b1a-5d8c7e6f4a3b"}
	random := rand.New(rand.NewPCG(1, 2))
	forbidden := &videoindexer.APIError{Status: 403, Type: "FORBIDDEN", HasErrorObject: true}
	for range 300 {
		var results []*manybrands.Result
		failing := map[string]bool{}
		isForbidden, isUnreached := random.IntN(2) == 0, random.IntN(2) == 0
		for i := range random.IntN(20) {
			id := fmt.Sprintf("brand-%02d", i)
			r := &manybrands.Result{Subject: managedbrand.Subject(account, id), Outcome: managedbrand.Outcome{Verb: "update"}}
			switch random.IntN(5) {
			case 0:
				r.IsSkipped = true
			case 1:
				r.Err = &videoindexer.TransportError{Err: errors.New("connection reset")}
			case 2:
				if isForbidden {
					r.Err = forbidden
				}
			case 3:
				if isUnreached {
					r.Err = &apidiag.NotTriedError{}
				}
			}
			failing[id] = r.Failed()
			results = append(results, r)
		}
		var report strings.Builder
		for _, d := range manybrands.Report(account, results) {
			text := d.Detail()
			fmt.Fprintf(&report, "%s\n%s\n", d.Summary(), text)
			var counted int
			if _, err := fmt.Sscanf(text, "%d more", &counted); err == nil && counted != strings.Count(text, "brand-") && !strings.Contains(text, " and ") {
				t.Fatalf("%d brands are named: %s", strings.Count(text, "brand-"), text)
			}
		}
		for id, isFailing := range failing {
			if got := strings.Count(report.String(), id+" ") + strings.Count(report.String(), id+","); (got > 0) != isFailing && !strings.Contains(report.String(), " more (account") {
				t.Fatalf("%s failed: %t, and is named %d times:\n%s", id, isFailing, got, report.String())
			}
		}
	}
}
