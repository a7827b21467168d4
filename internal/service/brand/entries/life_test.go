package entries_test

import (
	"maps"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestDictionary_life walks a dictionary from its create, where some brands are there already, through every kind of change
// to its destroy.
func TestDictionary_life(t *testing.T) {
	t.Parallel()
	b := newNamed(t, []string{"Adopted", "Other", "Same"})
	first := config(entries{
		"Adopted": {"description": "as configured"}, "Same": {"enabled": true}, "Bare": {},
		"Whole": {"enabled": false, "description": "whole", "reference_url": "https://example.com/whole", "tags": []string{"b", "a"}},
	})

	plan := b.Look(first)
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
	plan = b.Look(second)
	b.ResetRequests()
	acctest.Says(t, plan.Diagnostics, acctest.Warning, "will be left as it is", `"Same"`)
	b.expect(plan, shown{
		Brands: map[string]string{
			"Adopted": "true changed https://example.com/found [found]", "Bare": "true  - [new]", "Whole": "true whole  []", "New": "false ? ? ?",
		},
		Adopted: "[Adopted]", Overwritten: map[string]string{"Adopted": "- as found - -"},
	})
	acctest.Succeeds(t, b.Apply(t.Context(), plan))
	b.requests(map[string]int{"X1": 1, "X2": 1, "16": 2, "17": 3}) // what is managed as a whole is not read before it is written
	b.accountHas(map[string]string{
		"Adopted": "true changed https://example.com/found [found]", "Bare": "true  - [new]", "Whole": "true whole - []", "New": "false  - []", "Same": asFound, "Other": asFound,
	})
	b.IsUnchanged(second)

	b.Run(config(entries{"Adopted": {}, "Bare": {}, "New": {}})) // no fields are managed any more; an entry that was created goes
	b.accountHas(map[string]string{
		"Adopted": "true changed https://example.com/found [found]", "Bare": "true  - [new]", "New": "false  - []", "Same": asFound, "Other": asFound,
	})

	plan = b.Look(nil)
	acctest.Says(t, plan.Diagnostics, acctest.Warning, "will be left as it is", `"Adopted"`)
	acctest.Succeeds(t, b.Apply(t.Context(), plan))
	b.accountHas(map[string]string{"Adopted": "true changed https://example.com/found [found]", "Same": asFound, "Other": asFound})
}

// TestDictionary_policies removes an entry and then destroys the rest, of a dictionary that has adopted two brands and
// created two.
func TestDictionary_policies(t *testing.T) {
	t.Parallel()
	for policy, left := range map[string]struct{ adopted, created string }{
		"delete":  {adopted: asWanted},
		"abandon": {asWanted, asCreated},
		"disable": {"false one https://example.com/found [found]", "false one - []"},
		"restore": {asFound, asCreated},
	} {
		t.Run(policy, func(t *testing.T) {
			t.Parallel()
			b := newNamed(t, []string{"Found 1", "Found 2"})
			arguments := acctest.Values{"deletion_policy": policy}
			b.Run(config(describedAs("one", "Found 1", "Found 2", "New 1", "New 2"), arguments))
			want := map[string]string{"Found 1": asWanted, "Found 2": asWanted, "New 1": asCreated, "New 2": asCreated}
			leave := func(n string) {
				t.Helper()
				want["Found "+n], want["New "+n] = left.adopted, left.created
				if left.created == "" {
					delete(want, "New "+n)
				}
				b.accountHas(want)
			}
			b.Run(config(describedAs("one", "Found 2", "New 2"), arguments))
			leave("1")
			b.Run(nil)
			leave("2")
		})
	}
}

// TestDictionary_renamedEntry makes a new brand of an entry with another key, and deletes the old one if it was created.
func TestDictionary_renamedEntry(t *testing.T) {
	t.Parallel()
	b := newNamed(t, []string{"Found"})
	b.Run(config(describedAs("one", "Found", "Created")))
	old := b.ids()
	b.Run(config(describedAs("one", "Found again", "created"))) // the second differs in letter case alone
	b.accountHas(map[string]string{"Found": asWanted, "Found again": asCreated, "created": asCreated})
	if b.ids()["created"] == old["Created"] {
		t.Error("the brand was renamed")
	}
	b.holds(shown{Brands: map[string]string{"Found again": asCreated, "created": asCreated}})
}

// TestDictionary_outside changes, renames and deletes brands outside of Terraform.
func TestDictionary_outside(t *testing.T) {
	t.Parallel()
	b := newNamed(t, []string{"Found"})
	same := config(describedAs("one", "Found", "Changed", "Renamed", "Deleted", "Recreated"))
	b.Run(same)
	ids := b.ids()
	b.ChangeBrand(b.Account.ID, ids["Changed"], func(brand *mockserver.Brand) { brand.Description, brand.Enabled = "drift", false })
	b.ChangeBrand(b.Account.ID, ids["Renamed"], func(brand *mockserver.Brand) { brand.Name = "Elsewhere" })
	b.ChangeBrand(b.Account.ID, ids["Found"], func(brand *mockserver.Brand) { brand.Name = "Found elsewhere" })
	b.RemoveBrand(b.Account.ID, ids["Deleted"])
	b.RemoveBrand(b.Account.ID, ids["Recreated"])
	b.add("Recreated")

	b.ResetRequests()
	plan := b.Look(same)
	b.requests(map[string]int{"X1": 1, "16": 2}) // two that the list lacks
	b.holds(shown{
		Brands: map[string]string{
			"Changed": "false drift - []", "Elsewhere": asCreated, "Found elsewhere": asWanted,
		},
		Adopted: "[Found elsewhere]", Overwritten: map[string]string{"Found elsewhere": "- as found - -"},
	})
	b.expect(plan, shown{
		Brands: map[string]string{
			"Found": asWanted, "Changed": "false one - []", "Renamed": asCreated,
			"Deleted": "? one ? ?", "Recreated": "? one ? ?",
		},
		Adopted: "[Found Recreated]", Overwritten: map[string]string{"Found": "- as found - -", "Recreated": "- as found - -"},
	})
	acctest.Succeeds(t, b.Apply(t.Context(), plan))
	b.accountHas(map[string]string{
		"Found": asWanted, "Changed": "false one - []",
		"Renamed": asCreated, "Deleted": asCreated, "Recreated": asWanted,
	})
	if now := b.ids(); now["Found"] != ids["Found"] || now["Renamed"] != ids["Renamed"] {
		t.Errorf("ids %v, and were %v: a brand that was renamed is renamed back", now, ids)
	}
	b.IsUnchanged(same)
}

// TestDictionary_normalForm adopts a brand whose name has another form, and shows the form of the configuration, in which an engine
// hands over all texts.
func TestDictionary_normalForm(t *testing.T) {
	t.Parallel()
	b := newNamed(t, []string{"Cafe\u0301"})
	composed := config(describedAs("one", "Caf\u00e9"))
	b.Run(composed)
	b.IsUnchanged(composed)
	if ids := b.ids(); len(ids) != 1 || ids["Caf\u00e9"] != 1001 || len(b.Brands(b.Account.ID)) != 1 {
		t.Errorf("ids %v, of brands %v", ids, b.Brands(b.Account.ID))
	}
}

// replacements are the ways in which an engine replaces an instance.
var replacements = map[string]func(b *bench, config acctest.Values) *acctest.Plan{
	"-replace": func(b *bench, config acctest.Values) *acctest.Plan {
		b.restart()
		acctest.Succeeds(b.t, b.Refresh(b.t.Context()))
		return b.PlanReplacement(b.t.Context(), config)
	},
	"taint": func(b *bench, config acctest.Values) *acctest.Plan {
		b.Tainted = true
		plan := b.Look(config)
		b.Tainted = false
		return plan
	},
}

// TestInstances_replaced leaves what the dictionary has created and what it adopted to the one that replaces it, as such, also where
// an apply has a process of its own.
func TestInstances_replaced(t *testing.T) {
	t.Parallel()
	for name, replace := range replacements {
		for kind, arguments := range map[string]acctest.Values{"plain": {}, "exclusive": exclusive} {
			t.Run(name+", "+kind, func(t *testing.T) {
				t.Parallel()
				b := newNamed(t, []string{"Found"})
				same := config(describedAs("one", "Found", "Created"), arguments)
				b.Run(same)
				old := b.ids()
				plan := replace(b, same)
				acctest.Succeeds(t, plan.Diagnostics)
				if !plan.IsReplacement {
					t.Fatal("nothing is replaced")
				}
				b.restart()
				acctest.Succeeds(t, b.ApplyDestroy(t.Context(), plan))
				b.accountHas(map[string]string{"Found": asWanted, "Created": asCreated})
				again := b.PlanCreate(t.Context(), same)
				acctest.Succeeds(t, again.Diagnostics)
				if paths := acctest.Contradictions(plan.Planned, again.Planned); len(paths) > 0 {
					t.Errorf("inconsistent final plan: %v", paths)
				}
				acctest.Succeeds(t, b.ApplyAsPlanned(t.Context(), again))
				b.holds(shown{
					Brands: map[string]string{"Found": asWanted, "Created": asCreated}, Adopted: "[Found]", Overwritten: map[string]string{"Found": "- as found - -"},
				})
				if now := b.ids(); !maps.Equal(now, old) {
					t.Errorf("ids %v, and were %v", now, old)
				}
				b.IsUnchanged(same)
			})
		}
	}
}

// TestInstances_replacedWithForeign replaces an exclusive dictionary whose refresh shows a brand that others have created: the destroy
// leaves it, and the create deletes it as the plan has shown.
func TestInstances_replacedWithForeign(t *testing.T) {
	t.Parallel()
	for name, replace := range replacements {
		for _, policy := range []string{"delete", "abandon", "disable", "restore"} {
			t.Run(name+", "+policy, func(t *testing.T) {
				t.Parallel()
				b := newNamed(t, nil)
				same := config(describedAs("one", "Created"), exclusive, acctest.Values{"deletion_policy": policy})
				b.Run(same)
				b.add("Foreign")
				plan := replace(b, same)
				acctest.Succeeds(t, plan.Diagnostics)
				b.restart()
				acctest.Succeeds(t, b.Apply(t.Context(), plan))
				b.accountHas(map[string]string{"Created": asCreated})
				b.IsUnchanged(same)
			})
		}
	}
}
