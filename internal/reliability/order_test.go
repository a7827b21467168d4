//go:build unix

package reliability

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestOrder replaces and renames adopted brands with one visit at a time and with ten: the same messages, writes and end.
// The tests of the resource go through every order, without an engine.
func TestOrder(t *testing.T) {
	t.Parallel()
	const brand = `
resource "videoindexer_brand" "%s" {
  brand_id        = 1001
  description     = "mine"
  deletion_policy = %q
  lifecycle {
    create_before_destroy = %t
  }
}
`
	for _, way := range []struct {
		name, address string
		createFirst   bool
		arguments     []string
	}{
		{"replaced", "old", false, []string{"-replace=videoindexer_brand.old"}},
		{"replaced, create first", "old", true, []string{"-replace=videoindexer_brand.old"}},
		{"renamed", "new", false, nil},
	} {
		for _, policy := range []string{"abandon", "restore"} {
			t.Run(way.name+", "+policy, func(t *testing.T) {
				t.Parallel()
				var first string
				for _, parallelism := range []int{1, 10} {
					w := newWorkspace(t, mockserver.Latency(10*time.Millisecond))
					w.AddBrand(w.Account.ID, mockserver.Brand{ID: 1001, Name: "Contoso", Enabled: true, Description: "as found"})
					w.configure(fmt.Sprintf(brand, "old", policy, way.createFirst))
					w.mustApply()
					w.ResetRequests()
					w.configure(fmt.Sprintf(brand, way.address, policy, way.createFirst))
					r := w.run("apply", append([]string{"-json", "-auto-approve", fmt.Sprintf("-parallelism=%d", parallelism)}, way.arguments...)...)
					if isRefused := way.name == "renamed" && policy == "restore"; (r.code != 0) != isRefused || isRefused && !r.says("moves to another address", "moved {") {
						t.Errorf("with parallelism %d: %s", parallelism, r)
					}
					var summaries []string
					for _, d := range r.diags {
						if way.name != "renamed" || policy != "abandon" { // the destroy says that it leaves the brand, or to whom
							summaries = append(summaries, d.Summary)
						}
					}
					slices.Sort(summaries)
					b, _ := w.Brand(w.Account.ID, 1001)
					end := fmt.Sprintf("%s; %d writes; %s, enabled %t", strings.Join(slices.Compact(summaries), ", "), w.Writes(), b.Description, b.Enabled)
					if b.Description != "mine" || !b.Enabled {
						t.Errorf("with parallelism %d: %s", parallelism, end)
					}
					if first == "" {
						first = end
					}
					if end != first {
						t.Errorf("with parallelism %d: %s, with 1: %s", parallelism, end, first)
					}
				}
			})
		}
	}
}

// TestOrderOfDictionaries replaces dictionaries, moves an entry from one to another, and has two adopt one brand, with one visit at a time
// and with ten: the same messages, writes and end.
func TestOrderOfDictionaries(t *testing.T) {
	t.Parallel()
	const byID = "resource \"videoindexer_brands\" %q {\n  brands = { \"1001\" = { description = \"mine\" } }\n  deletion_policy = \"restore\"\n}\n"
	const byName = "resource \"videoindexer_brand_dictionary\" %q {\n  brands = { %s }\n  deletion_policy = \"disable\"\n}\n"
	const entry = "Contoso = { description = \"mine\" }"
	for _, way := range []struct {
		name, before, after string
		arguments           []string
		refused             string
		writes              int
	}{
		{"by id, replaced", fmt.Sprintf(byID, "one"), fmt.Sprintf(byID, "one"), []string{"-replace=videoindexer_brands.one"}, "", 2}, // restored, and taken again
		{"by id, renamed", fmt.Sprintf(byID, "one"), fmt.Sprintf(byID, "two"), nil, "moves to another address", 0},
		{"by name, replaced", fmt.Sprintf(byName, "one", entry), fmt.Sprintf(byName, "one", entry), []string{"-replace=videoindexer_brand_dictionary.one"}, "", 0},
		{"entry to another", fmt.Sprintf(byName, "one", entry), fmt.Sprintf(byName, "one", "") + fmt.Sprintf(byName, "two", entry), nil, "moves to another address", 0},
		{"by id and by name", "", fmt.Sprintf(byID, "one") + fmt.Sprintf(byName, "two", entry), nil, "planned at two addresses", 0},
	} {
		t.Run(way.name, func(t *testing.T) {
			t.Parallel()
			var first string
			for _, parallelism := range []int{1, 10} {
				w := newWorkspace(t, mockserver.Extended(), mockserver.Latency(10*time.Millisecond))
				allowExtended(w)
				w.AddBrand(w.Account.ID, mockserver.Brand{ID: 1001, Name: "Contoso", Enabled: true, Description: "as found"})
				if way.before != "" {
					w.configure(way.before)
					w.mustApply()
				}
				w.ResetRequests()
				w.configure(way.after)
				r := w.run("apply", append([]string{"-json", "-auto-approve", fmt.Sprintf("-parallelism=%d", parallelism)}, way.arguments...)...)
				if (r.code != 0) != (way.refused != "") || way.refused != "" && !r.says(way.refused) {
					t.Errorf("with parallelism %d: %s", parallelism, r)
				}
				var summaries []string
				for _, d := range r.diags {
					summaries = append(summaries, d.Summary)
				}
				slices.Sort(summaries)
				b, _ := w.Brand(w.Account.ID, 1001)
				end := fmt.Sprintf("%s; %d writes; %s, enabled %t", strings.Join(slices.Compact(summaries), ", "), w.Writes(), b.Description, b.Enabled)
				if first == "" {
					first = end
				}
				if end != first || w.Writes() != way.writes || !b.Enabled || way.before != "" && b.Description != "mine" {
					t.Errorf("with parallelism %d: %s, with 1: %s", parallelism, end, first)
				}
			}
		})
	}
}
