package managed_test

import (
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ledger"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
)

// TestGravestConflict has several other instances work on an object that a plan keeps or releases:
// the warning is about one of them, and the same in each order.
func TestGravestConflict(t *testing.T) {
	t.Parallel()
	roles := func(of ...ledger.Role) map[ledger.Instance]ledger.Role {
		others := map[ledger.Instance]ledger.Role{}
		for i, role := range of {
			others[ledger.Instance{ID: strings.Repeat("i", i+1), Type: "type_" + string(rune('a'+i))}] = role
		}
		return others
	}
	for name, test := range map[string]struct {
		role         ledger.Role
		others       map[ledger.Instance]ledger.Role
		summary, has string
	}{
		"no conflict":  {role: ledger.Keeps, others: roles(ledger.Holds)},
		"two releases": {role: ledger.Releases, others: roles(ledger.Releases)},
		"a release, and a keeper": {
			role: ledger.Keeps, others: roles(ledger.Keeps, ledger.Releases), summary: "Moved without a moved block",
			has: "from = type_b.old_name",
		},
		"a want, and a namesake": {
			role: ledger.Releases, others: roles(ledger.Resembles, ledger.Wants),
			summary: "Moved without a moved block", has: "to = type_b.new_name",
		},
		"a namesake, and an entry": {
			role: ledger.Releases | ledger.Stays, others: roles(ledger.Resembles, ledger.Wants),
			summary: "Moved without a moved block", has: "-target=type_b.new_name",
		},
		"an entry that another keeps": {
			role: ledger.Releases | ledger.Stays, others: roles(ledger.Keeps),
			summary: "Moved without a moved block", has: "leaves it to that address",
		},
		"many keepers": {
			role: ledger.Keeps, others: roles(ledger.Keeps, ledger.Keeps, ledger.Keeps),
			summary: "Managed at two addresses", has: "from = type_a.old_name",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for range 50 { // orders of the map
				conflict := managed.ConflictOf(ledger.Instance{ID: "own", Type: "own"}, test.role, test.others)
				warning := ""
				for _, d := range conflict.Warnings(apidiag.Subject{Kind: "brand", ID: "1"}, "") {
					warning += d.Summary() + ": " + d.Detail()
				}
				summary, _, _ := strings.Cut(warning, ": ")
				if summary != test.summary || !strings.Contains(warning, test.has) {
					t.Fatalf("the warning is %q, want the summary %q, and %q in it", warning, test.summary, test.has)
				}
			}
		})
	}
}
