package entries_test

import (
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestImportNames imports all brands of an account, or some, and plans nothing for a configuration that agrees. The destroy
// leaves them.
func TestImportNames(t *testing.T) {
	t.Parallel()
	all := []string{"AC/DC", "Contoso, Inc.", "One", `The "Two"`}
	for id, names := range map[string][]string{
		"<account>":            all,
		"<location>/<account>": all,
		"<account>/One":        {"One"},
		"<account>/One,AC/DC":  {"AC/DC", "One"},
		`<account>/"Contoso, Inc.", "The ""Two"""`:       {"Contoso, Inc.", `The "Two"`},
		`<location>/<account>/AC/DC, "Contoso, Inc."`:    {"AC/DC", "Contoso, Inc."},
		`<location>/<account>/One,"AC/DC","The ""Two"""`: {"AC/DC", "One", `The "Two"`},
	} {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			b := newNamed(t, all)
			b.ResetRequests()
			acctest.Succeeds(t, b.Import(t.Context(), b.filled(id)))
			b.requests(map[string]int{"X1": 1})
			want := entries{}
			for _, name := range names {
				want[name] = acctest.Values{"enabled": true, "tags": []string{"found"}}
			}
			if got := len(b.ids()); got != len(names) {
				t.Errorf("%d entries, want %v: %v", got, names, b.ids())
			}
			b.IsUnchanged(config(want))
			b.Run(nil)
			if n := len(b.Brands(b.Account.ID)); n != len(all) {
				t.Errorf("%d brands are left", n)
			}
		})
	}
}

// TestImportNames_empty imports a brand that has no values, for a configuration that says so: an empty address is the same as none.
func TestImportNames_empty(t *testing.T) {
	t.Parallel()
	for name, address := range map[string]*string{"none": nil, "empty": new("")} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newNamed(t, nil)
			b.AddBrand(b.Account.ID, mockserver.Brand{Name: "One", ReferenceURL: address})
			acctest.Succeeds(t, b.Import(t.Context(), b.filled("<account>")))
			b.IsUnchanged(config(entries{"One": {"enabled": false, "description": "", "reference_url": "", "tags": []string{}}}))
			b.IsUnchanged(config(entries{"One": {}}))
		})
	}
}

// TestImportNames_leavesOut imports all brands but those whose names no entry can have, which a warning names.
func TestImportNames_leavesOut(t *testing.T) {
	t.Parallel()
	b := newNamed(t, []string{"One", "Two ", "Zo\u00eb", "Zoe\u0308"})
	acctest.Says(t, b.Import(t.Context(), b.filled("<account>")), acctest.Warning, "Brands not imported", `"Two "`, "(\"Zo")
	if got := len(b.ids()); got != 2 {
		t.Errorf("%d entries: %v", got, b.ids())
	}
	b.IsUnchanged(config(entries{"One": {}, "Zo\u00eb": {}}))
}

// TestImportNames_refused names what an import id has wrong, and imports nothing.
func TestImportNames_refused(t *testing.T) {
	t.Parallel()
	for id, says := range map[string][]string{
		"":                             {"Invalid import id"},
		"One":                          {"Invalid import id", "<account_id>/<name>"},
		"<location>/One":               {"Invalid import id"},
		"/<account>":                   {"Invalid import id"},
		"<account>/":                   {"Invalid import id"},
		"<account>/One,,Two":           {"empty name"},
		`<account>/"One`:               {"cannot be read", "as in CSV"},
		"<account>/One\nTwo":           {"cannot be read"},
		"<account>/One,Missing,Absent": {"Cannot import brands that do not exist", `"Absent", "Missing"`},
		"<location>/<account>/one":     {"Cannot import brands that do not exist", `"one"`},
	} {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			b := newNamed(t, []string{"One", "Two"})
			acctest.Says(t, b.Import(t.Context(), b.filled(id)), acctest.Failure, says...)
		})
	}
}

// TestImportNames_exclusive deletes what is not listed, shown entry by entry, of an account that was imported as a whole.
func TestImportNames_exclusive(t *testing.T) {
	t.Parallel()
	b := newNamed(t, []string{"Kept", "Gone"})
	acctest.Succeeds(t, b.Import(t.Context(), b.Account.ID))
	same := config(entries{"Kept": {}}, exclusive)
	plan := b.Look(same)
	b.expect(plan, shown{Brands: map[string]string{"Kept": asFound}, Adopted: "[Kept]"})
	acctest.Says(t, plan.Diagnostics, acctest.Warning, "Apply deletes 1 brand", `"Gone"`)
	acctest.Succeeds(t, b.ApplyAsPlanned(t.Context(), plan))
	b.accountHas(map[string]string{"Kept": asFound})
	b.IsUnchanged(same)
}
