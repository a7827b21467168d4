package entries_test

import (
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
)

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

// TestInstances_replaced deletes what the dictionary has created and creates it again; what it adopted stays, also where an
// apply has a process of its own.
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
				b.accountHas(map[string]string{"Found": asWanted})
				again := b.PlanCreate(t.Context(), same)
				acctest.Succeeds(t, again.Diagnostics)
				if paths := acctest.Contradictions(plan.Planned, again.Planned); len(paths) > 0 {
					t.Errorf("inconsistent final plan: %v", paths)
				}
				acctest.Succeeds(t, b.ApplyAsPlanned(t.Context(), again))
				b.holds(shown{
					Brands: map[string]string{"Found": asWanted, "Created": asCreated}, Adopted: "[Found]", Overwritten: map[string]string{"Found": "- as found - -"},
				})
				if b.ids()["Created"] == old["Created"] {
					t.Error("the brand was not created again")
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
