package brand

import (
	"fmt"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ledger"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/set"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// TestRemaining asks which ids a state has, by label, after the tasks of an apply.
func TestRemaining(t *testing.T) {
	t.Parallel()
	result := func(verb set.Verb, label string, id int32) *set.Result {
		brand := createdBrand(id, label, "")
		return &set.Result{Task: set.Task{Verb: verb, Label: label, Prior: brand}, NewState: &brand}
	}
	created := &set.Result{Task: set.Task{Verb: set.Create, Label: "a"}, NewState: &set.Brand{ID: 2}}
	gone := result(set.Delete, "a", 1)
	gone.NewState = nil
	unlisted := result(set.Delete, "b", 3)
	unlisted.IsUnlisted = true
	type ids = map[string]int32
	for name, test := range map[string]struct {
		results []*set.Result
		want    ids
	}{
		"a brand is kept and another removed": {[]*set.Result{result(set.Keep, "b", 2), gone}, ids{"b": 2}},
		"a removal fails":                     {[]*set.Result{result(set.Delete, "a", 1)}, ids{"a": 1}},
		"a removal fails after a create with its label": {
			[]*set.Result{created, result(set.Delete, "a", 1)}, ids{"a": 2, "a (1)": 1},
		},
		"a removal fails before a create with its label": {
			[]*set.Result{result(set.Disable, "a", 1), created}, ids{"a": 2, "a (1)": 1},
		},
		"a deletion of a brand without an entry fails": {[]*set.Result{created, unlisted}, ids{"a": 2}},
		"an interim name": {[]*set.Result{result(set.SetAside, "b", 3), created}, ids{"a": 2}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := make(ids)
			var m resourceModel
			m.takeResults(test.results)
			for label, brand := range m.Brands {
				got[label] = brand.ID
			}
			check.Equal(t, test.want, got, "ids by label")
		})
	}
}

// TestResolved asks which brand an apply adopts, and which description it takes for the current one
// without a request, and then the same of a second apply.
func TestResolved(t *testing.T) {
	t.Parallel()
	open := entryByName("Aldgate")
	open.IsUnknown = true
	for name, test := range map[string]struct {
		entry set.Brand
		want  string
	}{
		"found by its name":    {open, "1 as listed, then 1 as listed"},
		"read by the plan":     {entryByID(2), "2 as planned, then 2"},
		"not read by the plan": {entryByID(3), "3, then 3"},
	} {
		view := ledgerView{ledger: &ledger.Ledger{}}
		read := remoteBrand(2, "Birch", "as planned")
		view.rememberReads([]set.Task{{Verb: set.Adopt, Wanted: set.Brand{ID: 2, Remote: read}}})
		list := newListing([]videoindexer.Brand{*remoteBrand(1, "Aldgate", "as listed")}, nil)
		var got []string
		for range 2 {
			entry := view.resolveEntries(&resourceModel{Brands: set.Brands{"a": test.entry}}, list)["a"]
			text := fmt.Sprint(entry.ID)
			if entry.Remote != nil {
				text += " " + entry.Remote.Description
			}
			got = append(got, text)
		}
		check.Equal(t, test.want, strings.Join(got, ", then "), "%s: the id and the description", name)
	}
}
