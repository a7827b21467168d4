package entries_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

var exclusive = acctest.Values{"exclusive": true}

// TestExclusive_create shows each brand that it will delete, with its values and in a warning, and deletes just these.
func TestExclusive_create(t *testing.T) {
	t.Parallel()
	b := newNamed(t, []string{"Kept", "Gone"})
	b.AddBrand(b.Account.ID, mockserver.Brand{Name: "Bare"})
	same := config(describedAs("one", "Kept", "New"), exclusive)
	plan := b.Look(same)
	b.expect(plan, shown{
		Brands:      map[string]string{"Kept": "? one ? ?", "New": "? one ? ?"},
		Adopted:     "[Kept]",
		Overwritten: map[string]string{"Kept": "- as found - -", "Gone": asFound, "Bare": "false   []"},
	})
	acctest.Says(t, plan.Diagnostics, acctest.Warning, "Apply deletes 2 brands", `"Bare", "Gone"`, b.Account.ID, b.Account.Location)
	acctest.Succeeds(t, b.Apply(t.Context(), plan))
	b.accountHas(map[string]string{"Kept": asWanted, "New": asCreated})
	b.IsUnchanged(same)
	b.holds(shown{Brands: map[string]string{"Kept": asWanted, "New": asCreated}, Adopted: "[Kept]", Overwritten: map[string]string{"Kept": "- as found - -"}})
}

// TestExclusive_withoutRefresh plans nothing where the state still shows what the create has deleted.
func TestExclusive_withoutRefresh(t *testing.T) {
	t.Parallel()
	b := newNamed(t, []string{"Gone"})
	same := config(describedAs("one", "New"), exclusive)
	b.Run(same)
	b.restart()
	if plan := b.Plan(t.Context(), same); plan.IsUpdate {
		t.Errorf("planned %v", show(t, planned(t, plan)))
	}
	b.restart()
	b.add("Gone") // again, and not shown
	plan := b.Plan(t.Context(), config(describedAs("changed", "New"), exclusive))
	acctest.Succeeds(t, b.ApplyAsPlanned(t.Context(), plan))
	b.accountHas(map[string]string{"New": "true changed - []", "Gone": asFound})
}

// TestExclusive_switchedOn sets exclusive of a dictionary that exists. What appears after the plan stays until the next one.
func TestExclusive_switchedOn(t *testing.T) {
	t.Parallel()
	b := newNamed(t, []string{"Kept", "Gone"})
	b.Run(config(describedAs("one", "Kept", "Removed", "New")))
	on := config(describedAs("one", "Kept", "New"), exclusive)
	plan := b.Look(on)
	b.expect(plan, shown{
		Brands: map[string]string{"Kept": asWanted, "New": asCreated}, Adopted: "[Kept]",
		Overwritten: map[string]string{"Kept": "- as found - -", "Gone": asFound},
	})
	acctest.Says(t, plan.Diagnostics, acctest.Warning, "Apply deletes 2 brands", `"Gone", "Removed"`)
	b.add("Later")
	b.restart()
	acctest.Succeeds(t, b.ApplyAsPlanned(t.Context(), plan))
	b.accountHas(map[string]string{"Kept": asWanted, "New": asCreated, "Later": asFound})
	b.Run(on)
	b.accountHas(map[string]string{"Kept": asWanted, "New": asCreated})
	b.IsUnchanged(on)
}

// TestExclusive_appeared has a brand appear outside of Terraform: the next plan removes it as an entry, and what appears
// after that plan stays until the next one.
func TestExclusive_appeared(t *testing.T) {
	t.Parallel()
	b := newNamed(t, nil)
	same := config(describedAs("one", "Kept"), exclusive)
	b.Run(same)
	b.add("Appeared")
	b.ResetRequests()
	plan := b.Look(same)
	b.requests(map[string]int{"X1": 1})
	b.holds(shown{Brands: map[string]string{"Kept": asCreated, "Appeared": asFound}, Adopted: "[Appeared]"})
	b.expect(plan, shown{Brands: map[string]string{"Kept": asCreated}})
	acctest.Says(t, plan.Diagnostics, acctest.Warning, "Apply deletes 1 brand", `"Appeared"`)
	b.add("Later")
	acctest.Succeeds(t, b.ApplyAsPlanned(t.Context(), plan))
	b.accountHas(map[string]string{"Kept": asCreated, "Later": asFound})
	if plan := b.Look(same); !plan.IsUpdate {
		t.Error("the next plan does not remove what has appeared since")
	}

	listed := config(describedAs("one", "Kept", "Later"), exclusive) // it is wanted after all
	plan = b.Look(listed)
	b.expect(plan, shown{
		Brands: map[string]string{"Kept": asCreated, "Later": asWanted}, Adopted: "[Later]", Overwritten: map[string]string{"Later": "- as found - -"},
	})
	acctest.Succeeds(t, b.ApplyAsPlanned(t.Context(), plan))
	b.IsUnchanged(listed)
	b.Run(same)
	b.accountHas(map[string]string{"Kept": asCreated})
}

// TestExclusive_leaves has a destroy, and exclusive = false, leave what was never listed, whatever the policy.
func TestExclusive_leaves(t *testing.T) {
	t.Parallel()
	for _, policy := range []string{"delete", "abandon", "disable"} {
		for name, end := range map[string]acctest.Values{
			"destroy":      nil,
			"switched off": config(entries{}, acctest.Values{"deletion_policy": policy}),
		} {
			t.Run(policy+", "+name, func(t *testing.T) {
				t.Parallel()
				b := newNamed(t, []string{"Adopted"})
				same := config(describedAs("one", "Adopted", "Created"), exclusive, acctest.Values{"deletion_policy": policy})
				b.Run(same)
				b.add("Foreign")
				b.Look(same) // a refresh that shows it
				b.Run(end)
				want := map[string]string{"Foreign": asFound, "Adopted": asWanted, "Created": asCreated}
				switch policy {
				case "delete":
					delete(want, "Created")
				case "disable":
					want["Adopted"], want["Created"] = "false"+strings.TrimPrefix(asWanted, "true"), "false"+strings.TrimPrefix(asCreated, "true")
				}
				b.accountHas(want)
			})
		}
	}
}

// TestExclusive_tainted destroys a dictionary without its private state, as the replacement of a tainted one does: what may
// never have been managed is left, and what was overwritten was managed.
func TestExclusive_tainted(t *testing.T) {
	t.Parallel()
	const disabled = "false one https://example.com/found [found]"
	for policy, want := range map[string]map[string]string{
		"disable": {"Adopted": disabled, "Created": "false one - []", "Foreign": asFound},
		"restore": {"Adopted": asFound, "Created": asCreated, "Foreign": asFound},
	} {
		b := newNamed(t, []string{"Adopted"})
		same := config(describedAs("one", "Adopted", "Created"), exclusive, acctest.Values{"deletion_policy": policy})
		b.Run(same)
		b.add("Foreign")
		b.Look(same)
		b.restart()
		arguments := acctest.Values{
			"location": b.Account.Location, "account_id": b.Account.ID, "exclusive": true, "parallelism": 10, "deletion_policy": policy,
		}
		for _, name := range []string{"brands", "adopted", "overwritten"} {
			arguments[name] = b.State()[name]
		}
		acctest.Succeeds(t, b.Destroy(t.Context(), dictionaryType, arguments))
		b.accountHas(want)
	}
}

// TestExclusive_failedDeletion has the state show what could not be deleted, and the next apply delete it. A destroy leaves it.
func TestExclusive_failedDeletion(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"create", "switched on"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newNamed(t, []string{"Gone", "Stuck"})
			if name == "switched on" {
				b.Run(config(describedAs("one", "New")))
			}
			b.Script(mockserver.Fault{Endpoint: mockserver.X(3), Do: mockserver.Status(http.StatusBadRequest), Match: ofBrand(1002)})
			same := config(describedAs("one", "New"), exclusive)
			plan := b.Look(same)
			acctest.Says(t, b.Apply(t.Context(), plan), acctest.Failure, "Unable to delete brand", `"Stuck"`)
			b.holds(shown{
				Brands: map[string]string{"New": asCreated, "Stuck": asFound}, Adopted: "[Stuck]", Overwritten: map[string]string{"Gone": asFound},
			})
			b.Run(same)
			b.accountHas(map[string]string{"New": asCreated})
			b.IsUnchanged(same)
		})
	}
	t.Run("then destroyed", func(t *testing.T) {
		t.Parallel()
		b := newNamed(t, []string{"Stuck"})
		disable := acctest.Values{"deletion_policy": "disable"}
		b.Run(config(describedAs("one", "New"), disable))
		b.Script(mockserver.Fault{Endpoint: mockserver.X(3), Do: mockserver.Status(http.StatusBadRequest)})
		plan := b.Look(config(describedAs("one", "New"), exclusive, disable))
		acctest.Says(t, b.Apply(t.Context(), plan), acctest.Failure, "Unable to delete brand")
		b.Run(nil)
		b.accountHas(map[string]string{"New": "false one - []", "Stuck": asFound})
	})
}

// TestExclusive_sameName meets brands whose names are one in normal form: the first one is that of the entry, whichever form
// the configuration has, and the other one is named.
func TestExclusive_sameName(t *testing.T) {
	t.Parallel()
	b := newNamed(t, []string{"Cafe\u0301", "Caf\u00e9"})
	same := config(describedAs("one", "Caf\u00e9"), exclusive)
	plan := b.Look(same)
	acctest.Says(t, plan.Diagnostics, acctest.Warning, "Several brands of one name", "is brand 1001 and brand 1002")
	acctest.Succeeds(t, b.Apply(t.Context(), plan))
	if n := len(b.Brands(b.Account.ID)); n != 2 {
		t.Errorf("%d brands", n)
	}
	acctest.Says(t, b.Refresh(t.Context()), acctest.Warning, "Several brands of one name")
	if plan := b.Look(same); plan.IsUpdate {
		t.Error("the next plan changes something")
	}
}

// TestExclusive_empty refuses to delete all brands of an account unless that is written out.
func TestExclusive_empty(t *testing.T) {
	t.Parallel()
	b := newNamed(t, []string{"One", "Two"})
	for _, arguments := range []acctest.Values{{}, {"deletion_policy": "abandon"}} {
		acctest.Says(t, b.Validate(t.Context(), config(entries{}, exclusive, arguments)), acctest.Failure, "Every brand of the account would be deleted", `deletion_policy = "delete"`)
	}
	meant := config(entries{}, exclusive, acctest.Values{"deletion_policy": "delete"})
	acctest.Succeeds(t, b.Validate(t.Context(), meant))
	acctest.Succeeds(t, b.Validate(t.Context(), config(entries{})))
	b.Run(meant)
	b.accountHas(map[string]string{})
	b.IsUnchanged(meant)
}

// TestExclusive_managedElsewhere refuses to delete what another resource of the same configuration manages.
func TestExclusive_managedElsewhere(t *testing.T) {
	t.Parallel()
	b := newNamed(t, []string{"Brand", "Entry"})
	other := b.Instance.Protocol.Instance("videoindexer_brand")
	acctest.Succeeds(t, other.Plan(t.Context(), acctest.Values{"brand_id": 1001}).Diagnostics)
	second := b.Instance.Protocol.Instance(dictionaryType)
	acctest.Succeeds(t, second.Plan(t.Context(), config(entries{"Entry": {}})).Diagnostics)
	plan := b.Plan(t.Context(), config(entries{"Mine": {}}, exclusive))
	acctest.Says(t, plan.Diagnostics, acctest.Failure, "Brands move to another address", `"Brand", "Entry"`, "or set exclusive = false")
}

// TestExclusive_unknown refuses a plan that could not show what is deleted.
func TestExclusive_unknown(t *testing.T) {
	t.Parallel()
	b := newNamed(t, nil)
	for what, c := range map[string]acctest.Values{
		"brands":      {"brands": unknown(b, "brands"), "exclusive": true},
		"its value":   {"brands": unknown(b, "brands"), "exclusive": unknown(b, "exclusive")},
		"the account": config(entries{"One": {}}, exclusive, acctest.Values{"account_id": unknown(b, "account_id")}),
	} {
		acctest.Says(t, b.Plan(t.Context(), c).Diagnostics, acctest.Failure, "cannot show what would be deleted", what+" ")
	}
	acctest.Succeeds(t, b.Plan(t.Context(), acctest.Values{"brands": unknown(b, "brands")}).Diagnostics)
}
