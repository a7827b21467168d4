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
		"no conflict":              {ledger.Keeps, roles(ledger.Holds), "", ""},
		"two releases":             {ledger.Releases, roles(ledger.Releases), "", ""},
		"a release, and a keeper":  {ledger.Keeps, roles(ledger.Keeps, ledger.Releases), "Moved without a moved block", "from = type_b.old_name"},
		"a want, and a namesake":   {ledger.Releases, roles(ledger.Resembles, ledger.Wants), "Moved without a moved block", "to = type_b.new_name"},
		"a namesake, and an entry": {ledger.Releases | ledger.Stays, roles(ledger.Resembles, ledger.Wants), "Moved without a moved block", "-target=type_b.new_name"},
		"many keepers":             {ledger.Keeps, roles(ledger.Keeps, ledger.Keeps, ledger.Keeps), "Managed at two addresses", "from = type_a.old_name"},
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
