//go:build unix

package reliability

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// reordering is a change of what holds a brand, ID in its texts, which an engine can go about in several orders.
type reordering struct {
	name, before, after string
	replace             string // an address
	refused             string // in the message; "" where the change goes through
	writes              int
	isOpen              bool // in its messages: the destroy says that it leaves the brand, or to whom
}

// firstID is that of the first brand. It has so many digits that no id of a request in a message holds it.
const firstID = 100_001

func reorderings() []reordering {
	single := func(label, policy string, createsFirst bool) string {
		return fmt.Sprintf("resource \"videoindexer_brand\" \"%s_ID\" {\n  brand_id = ID\n  description = \"mine\"\n  deletion_policy = %q\n  lifecycle {\n    create_before_destroy = %t\n  }\n}\n",
			label, policy, createsFirst)
	}
	byID := func(label string) string {
		return fmt.Sprintf("resource \"videoindexer_brands\" \"%s_ID\" {\n  brands = { \"ID\" = { description = \"mine\" } }\n  deletion_policy = \"restore\"\n}\n", label)
	}
	byName := func(label, entries string) string {
		return fmt.Sprintf("resource \"videoindexer_brand_dictionary\" \"%s_ID\" {\n  brands = { %s }\n  deletion_policy = \"disable\"\n}\n", label, entries)
	}
	const entry, moves = "\"Brand ID\" = { description = \"mine\" }", "moves to another address"
	all := []reordering{
		{name: "by id, replaced", before: byID("old"), after: byID("old"), replace: "videoindexer_brands.old_ID", writes: 2}, // restored, and taken again
		{name: "by id, renamed", before: byID("old"), after: byID("new"), refused: moves},
		{name: "by name, replaced", before: byName("old", entry), after: byName("old", entry), replace: "videoindexer_brand_dictionary.old_ID"},
		{name: "entry to another", before: byName("old", entry), after: byName("old", "") + byName("new", entry), refused: moves},
		{name: "by id and by name", after: byID("old") + byName("new", entry), refused: "planned at two addresses"},
		{name: "renamed, abandon", before: single("old", "abandon", false), after: single("new", "abandon", false), isOpen: true},
		{name: "renamed, restore", before: single("old", "restore", false), after: single("new", "restore", false), refused: moves},
	}
	for _, policy := range []string{"abandon", "restore"} {
		for _, createsFirst := range []bool{false, true} {
			block, writes := single("old", policy, createsFirst), 0
			if policy == "restore" && !createsFirst {
				writes = 2
			}
			all = append(all, reordering{name: fmt.Sprintf("replaced, %s, create first %t", policy, createsFirst), before: block, after: block, replace: "videoindexer_brand.old_ID", writes: writes})
		}
	}
	return all
}

// TestOrder replaces, renames and moves adopted brands, single ones and entries of dictionaries, with one visit at a time and with
// ten: the same messages, writes and end. The tests of the resources go through every order, without an engine.
func TestOrder(t *testing.T) {
	t.Parallel()
	for _, isRefused := range []bool{false, true} { // a refusal stops everything
		t.Run(fmt.Sprintf("refused %t", isRefused), func(t *testing.T) {
			t.Parallel()
			var first []string
			for _, parallelism := range []int{1, 10} {
				got := reordered(t, isRefused, parallelism)
				if first == nil {
					first = got
				}
				if !slices.Equal(got, first) {
					t.Errorf("with parallelism %d:\n%s\nwith 1:\n%s", parallelism, strings.Join(got, "\n"), strings.Join(first, "\n"))
				}
			}
		})
	}
}

// reordered carries all reorderings out, or has all refused, and returns what came of each.
func reordered(t *testing.T, isRefused bool, parallelism int) (outcomes []string) {
	t.Helper()
	w := newWorkspace(t, mockserver.Extended(), mockserver.Latency(10*time.Millisecond))
	allowExtended(w)
	ways := slices.DeleteFunc(reorderings(), func(way reordering) bool { return (way.refused != "") != isRefused })
	var before, after string
	arguments := []string{"-json", "-auto-approve", fmt.Sprintf("-parallelism=%d", parallelism)}
	for i, way := range ways {
		w.AddBrand(w.Account.ID, mockserver.Brand{ID: int32(firstID + i), Name: fmt.Sprintf("Brand %d", firstID+i), Enabled: true, Description: "as found"})
		fill := strings.NewReplacer("ID", strconv.Itoa(firstID+i)).Replace
		before, after = before+fill(way.before), after+fill(way.after)
		if way.replace != "" {
			arguments = append(arguments, "-replace="+fill(way.replace))
		}
	}
	w.configure(before)
	w.mustApply()
	w.ResetRequests()
	w.configure(after)
	r := w.run("apply", arguments...)
	if (r.code != 0) != isRefused {
		t.Errorf("with parallelism %d: %s", parallelism, r)
	}
	for i, way := range ways {
		id := strconv.Itoa(firstID + i)
		var summaries []string
		for _, d := range r.diags {
			if strings.Contains(d.String(), id) && !way.isOpen { // what is said of a destroy comes without an address
				summaries = append(summaries, d.Summary)
			}
		}
		slices.Sort(summaries)
		writes := 0
		for _, request := range w.Requests() {
			if request.Method != "GET" && strings.HasSuffix(request.Path, "/"+id) {
				writes++
			}
		}
		b, _ := w.Brand(w.Account.ID, int32(firstID+i))
		if description := cmp.Or(map[bool]string{true: "as found"}[way.before == ""], "mine"); writes != way.writes || b.Description != description || !b.Enabled || isRefused && !r.says(id, way.refused) {
			t.Errorf("%s, with parallelism %d: %d writes, %+v, %q", way.name, parallelism, writes, b, summaries)
		}
		outcomes = append(outcomes, fmt.Sprintf("%s: %d writes, %q", way.name, writes, slices.Compact(summaries)))
	}
	if n := len(slices.DeleteFunc(w.Requests(), func(r mockserver.Request) bool { return r.Method == "GET" })); isRefused && n > 0 {
		t.Errorf("%d writes despite refusals", n)
	}
	return outcomes
}
