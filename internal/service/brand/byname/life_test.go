package byname_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestDictionary_life walks a dictionary from its create, where some brands are there already, through every kind of change
// to its destroy.
func TestDictionary_life(t *testing.T) {
	t.Parallel()
	b := newBench(t, []string{"Adopted", "Other", "Same"})
	first := config(entries{
		"Adopted": {"description": "as configured"}, "Same": {"enabled": true}, "Bare": {},
		"Whole": {"enabled": false, "description": "whole", "reference_url": "https://example.com/whole", "tags": []string{"b", "a"}},
	})

	plan := b.planAnew(first)
	b.expect(plan, shown{
		Brands:      map[string]string{"Adopted": "? as configured ? ?", "Same": "true ? ? ?", "Bare": "? ? ? ?", "Whole": "false whole https://example.com/whole [a b]"},
		Adopted:     "[Adopted Same]",
		Overwritten: map[string]string{"Adopted": "- as found - -"},
	})
	b.requests(map[string]int{"X1": 1})
	b.ResetRequests()
	b.restart()
	acctest.Succeeds(t, b.Apply(t.Context(), plan))
	b.requests(map[string]int{"X1": 1, "X2": 2, "17": 1})
	want := shown{
		Brands: map[string]string{
			"Adopted": "true as configured https://example.com/found [found]", "Same": asFound, "Bare": "true  - []", "Whole": "false whole https://example.com/whole [a b]",
		},
		Adopted: "[Adopted Same]", Overwritten: map[string]string{"Adopted": "- as found - -"},
	}
	b.holds(want)

	b.ResetRequests()
	b.IsUnchanged(first)
	b.requests(map[string]int{"X1": 1})
	b.holds(want)

	second := config(entries{
		"Adopted": {"description": "changed"}, "Bare": {"tags": []string{"new"}},
		"Whole": {"enabled": true, "description": "whole", "reference_url": "", "tags": []string{}}, "New": {"enabled": false},
	})
	plan = b.planAnew(second)
	b.ResetRequests()
	acctest.Says(t, plan.Diagnostics, tfprotov6.DiagnosticSeverityWarning, "will be left as it is", `"Same"`)
	b.expect(plan, shown{
		Brands: map[string]string{
			"Adopted": "true changed https://example.com/found [found]", "Bare": "true  - [new]", "Whole": "true whole  []", "New": "false ? ? ?",
		},
		Adopted: "[Adopted]", Overwritten: map[string]string{"Adopted": "- as found - -"},
	})
	acctest.Succeeds(t, b.Apply(t.Context(), plan))
	b.requests(map[string]int{"X1": 1, "X2": 1, "16": 2, "17": 3}) // what is managed as a whole is not read before it is written
	b.serves(map[string]string{
		"Adopted": "true changed https://example.com/found [found]", "Bare": "true  - [new]", "Whole": "true whole - []", "New": "false  - []", "Same": asFound, "Other": asFound,
	})
	b.IsUnchanged(second)

	b.Run(config(entries{"Adopted": {}, "Bare": {}, "New": {}})) // no fields are managed any more; an entry that was created goes
	b.serves(map[string]string{
		"Adopted": "true changed https://example.com/found [found]", "Bare": "true  - [new]", "New": "false  - []", "Same": asFound, "Other": asFound,
	})

	plan = b.planAnew(nil)
	acctest.Says(t, plan.Diagnostics, tfprotov6.DiagnosticSeverityWarning, "will be left as it is", `"Adopted"`)
	acctest.Succeeds(t, b.Apply(t.Context(), plan))
	b.serves(map[string]string{"Adopted": "true changed https://example.com/found [found]", "Same": asFound, "Other": asFound})
}

// TestDictionary_policies removes an entry and then destroys the rest, of a dictionary that has adopted two brands and
// created two.
func TestDictionary_policies(t *testing.T) {
	t.Parallel()
	const off, on = "false described - []", "true described - []"
	const foundOff, foundOn = "false described https://example.com/found [found]", "true described https://example.com/found [found]"
	for policy, c := range map[string]struct{ removed, destroyed map[string]string }{
		"delete": {
			map[string]string{"Found 1": foundOn, "Found 2": foundOn, "New 2": on},
			map[string]string{"Found 1": foundOn, "Found 2": foundOn},
		},
		"abandon": {
			map[string]string{"Found 1": foundOn, "Found 2": foundOn, "New 1": on, "New 2": on},
			map[string]string{"Found 1": foundOn, "Found 2": foundOn, "New 1": on, "New 2": on},
		},
		"disable": {
			map[string]string{"Found 1": foundOff, "Found 2": foundOn, "New 1": off, "New 2": on},
			map[string]string{"Found 1": foundOff, "Found 2": foundOff, "New 1": off, "New 2": off},
		},
	} {
		t.Run(policy, func(t *testing.T) {
			t.Parallel()
			b := newBench(t, []string{"Found 1", "Found 2"})
			arguments := acctest.Values{"deletion_policy": policy}
			b.Run(config(describedAs("described", "Found 1", "Found 2", "New 1", "New 2"), arguments))
			b.Run(config(describedAs("described", "Found 2", "New 2"), arguments))
			b.serves(c.removed)
			b.Run(nil)
			b.serves(c.destroyed)
		})
	}
}

// TestDictionary_renamedEntry makes a new brand of an entry with another key, and deletes the old one if it was created.
func TestDictionary_renamedEntry(t *testing.T) {
	t.Parallel()
	b := newBench(t, []string{"Found"})
	b.Run(config(describedAs("described", "Found", "Created")))
	old := b.ids()
	b.Run(config(describedAs("described", "Found again", "created"))) // the second differs in letter case alone
	b.serves(map[string]string{"Found": "true described https://example.com/found [found]", "Found again": "true described - []", "created": "true described - []"})
	if b.ids()["created"] == old["Created"] {
		t.Error("the brand was renamed")
	}
	b.holds(shown{Brands: map[string]string{"Found again": "true described - []", "created": "true described - []"}})
}

// TestDictionary_outside changes, renames and deletes brands outside of Terraform.
func TestDictionary_outside(t *testing.T) {
	t.Parallel()
	b := newBench(t, []string{"Found"})
	same := config(describedAs("described", "Found", "Changed", "Renamed", "Deleted", "Recreated"))
	b.Run(same)
	ids := b.ids()
	b.ChangeBrand(b.Account.ID, ids["Changed"], func(brand *mockserver.Brand) { brand.Description, brand.Enabled = "drift", false })
	b.ChangeBrand(b.Account.ID, ids["Renamed"], func(brand *mockserver.Brand) { brand.Name = "Elsewhere" })
	b.ChangeBrand(b.Account.ID, ids["Found"], func(brand *mockserver.Brand) { brand.Name = "Found elsewhere" })
	b.RemoveBrand(b.Account.ID, ids["Deleted"])
	b.RemoveBrand(b.Account.ID, ids["Recreated"])
	b.has("Recreated")

	b.ResetRequests()
	plan := b.planAnew(same)
	b.requests(map[string]int{"X1": 1, "16": 2}) // two that the list lacks
	b.holds(shown{
		Brands: map[string]string{
			"Changed": "false drift - []", "Elsewhere": "true described - []", "Found elsewhere": "true described https://example.com/found [found]",
		},
		Adopted: "[Found elsewhere]", Overwritten: map[string]string{"Found elsewhere": "- as found - -"},
	})
	b.expect(plan, shown{
		Brands: map[string]string{
			"Found": "true described https://example.com/found [found]", "Changed": "false described - []", "Renamed": "true described - []",
			"Deleted": "? described ? ?", "Recreated": "? described ? ?",
		},
		Adopted: "[Found Recreated]", Overwritten: map[string]string{"Found": "- as found - -", "Recreated": "- as found - -"},
	})
	acctest.Succeeds(t, b.Apply(t.Context(), plan))
	b.serves(map[string]string{
		"Found": "true described https://example.com/found [found]", "Changed": "false described - []",
		"Renamed": "true described - []", "Deleted": "true described - []", "Recreated": "true described https://example.com/found [found]",
	})
	if now := b.ids(); now["Found"] != ids["Found"] || now["Renamed"] != ids["Renamed"] {
		t.Errorf("ids %v, and were %v: a brand that was renamed is renamed back", now, ids)
	}
	b.IsUnchanged(same)
}

// TestDictionary_normalForm adopts a brand whose name has another form, shows the form of the configuration, and follows the
// configuration to the other one.
func TestDictionary_normalForm(t *testing.T) {
	t.Parallel()
	b := newBench(t, []string{"Cafe\u0301"})
	composed := config(describedAs("described", "Caf\u00e9"))
	b.Run(composed)
	b.IsUnchanged(composed)
	b.Run(config(describedAs("described", "Cafe\u0301")))
	if ids := b.ids(); len(ids) != 1 || ids["Cafe\u0301"] != 1001 || len(b.Brands(b.Account.ID)) != 1 {
		t.Errorf("ids %v, of brands %v", ids, b.Brands(b.Account.ID))
	}
}
