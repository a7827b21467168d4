package brand_test

import (
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestLabels writes nothing for other labels of the same brands, also where something else changes, and exchanges the names of two entries
// as labels.
func TestLabels(t *testing.T) {
	t.Parallel()
	a := newAccount(t, []string{"One", "Two"})
	a.Run(config(entries{"a": {"brand_id": 1001, "name": "One"}, "b": {"name": "Two", "description": "one"}}))
	for _, next := range []entries{
		{"c": {"brand_id": 1001}, "Two": {"description": "one"}},
		{"Two": {"name": "One"}, "One": {"name": "Two", "description": "one"}},
		{"x": {"name": "One", "brand_id": 1001}, "y": {"brand_id": 1002, "description": "one"}},
	} {
		a.ResetRequests()
		a.Run(config(next))
		if a.IsUnchanged(config(next)); a.Writes() > 0 {
			t.Errorf("%v: %d writes", next, a.Writes())
		}
	}
	a.Run(config(entries{"z": {"name": "One", "description": "one"}, "y": {"brand_id": 1002, "description": "one"}}))
	a.shows(a.State(), map[string]string{"z": "1001 adopted one was as found", "y": "1002 adopted one was as found"})
	exchanged := entries{"z": {"brand_id": 1001, "name": "Two"}, "y": {"brand_id": 1002, "name": "One"}}
	acctest.Says(t, a.Plan(t.Context(), config(exchanged)).Diagnostics, acctest.Failure, `brands["z"] and brands["y"] exchange their names`)
}

// TestTexts has texts that mean the same: those of a heredoc at a service that trims them, and those of a portal with other line ends.
func TestTexts(t *testing.T) {
	t.Parallel()
	a := newAccount(t, nil, mockserver.BrandStores(func(b *mockserver.Brand) { b.Description = strings.TrimSpace(b.Description) }))
	a.AddBrand(a.Server.Account.ID, mockserver.Brand{ID: 1001, Name: "One ", Description: "a\r\nb", Enabled: true, Tags: []string{"Cafe\u0301"}})
	same := config(entries{"One": {"description": "a\nb\n", "tags": []string{"Caf\u00e9"}}, "New": {"description": "of a heredoc\n"}})
	plan := a.Look(same)
	a.shows(a.planned(plan), map[string]string{"One": "1001 adopted a\nb\n", "New": "? created of a heredoc\n"})
	a.ResetRequests()
	acctest.Succeeds(t, a.Apply(t.Context(), plan))
	a.IsUnchanged(same)
	if a.Writes() != 1 {
		t.Errorf("%d writes, of which one creates", a.Writes())
	}
	a.Run(config(entries{"One": {"description": "c\n"}, "New": {"description": "other\n\n"}}))
	a.IsUnchanged(config(entries{"One": {"description": "c"}, "New": {"description": "other"}}))
}

// TestHostileNames keeps names and values that are hard to encode, and one brand where the account has its name in another normal form.
func TestHostileNames(t *testing.T) {
	t.Parallel()
	a := newAccount(t, []string{"Cafe\u0301"})
	brands := entries{
		"AC/DC": {}, "Contoso, Inc.": {}, `"quoted" \ name`: {}, "名前 ✓ é": {}, "${name} %{if}": {}, "<b>&amp;": {}, "../..": {}, "line\nbreak": {},
		strings.Repeat("long ", 200) + "name": {"description": "\u202edesk", "tags": []string{"a/b", "\u00e9"}}, "Caf\u00e9": {},
	}
	a.Run(config(brands))
	a.IsUnchanged(config(brands))
	if now := a.Brands(a.Server.Account.ID); len(now) != len(brands) || now[0].Name != "Cafe\u0301" {
		t.Errorf("the service has %v", now)
	}
	a.Run(nil)
	a.has(map[string]string{"Cafe\u0301": found})
}
