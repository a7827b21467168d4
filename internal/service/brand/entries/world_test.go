package entries_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestWorld_changes has brands appear and vanish between a plan and its apply.
func TestWorld_changes(t *testing.T) {
	t.Parallel()
	b := newNamed(t, []string{"Vanishes"})
	plan := b.Look(config(describedAs("one", "Vanishes", "Appears", "Fine")))
	b.RemoveBrand(b.Account.ID, 1001)
	b.add("Appears")
	b.restart()
	diags := b.ApplyAsPlanned(t.Context(), plan)
	acctest.Says(t, diags, acctest.Failure, "Unable to create brand", `"Appears"`, "1001 has appeared with this name since the plan")
	acctest.Says(t, diags, acctest.Failure, "Unable to adopt brand", `"Vanishes"`, "has none any more")
	b.holds(shown{Brands: map[string]string{"Fine": asCreated}})
	b.accountHas(map[string]string{"Fine": asCreated, "Appears": asFound})

	// An engine plans a create again before it applies it: what it may rely on has then changed, and it stops.
	b.Forget()
	first := b.Look(config(describedAs("one", "Late")))
	b.add("Late")
	b.restart()
	if second := b.PlanCreate(t.Context(), config(describedAs("one", "Late"))); len(acctest.Contradictions(first.Planned, second.Planned)) == 0 {
		t.Error("the second plan is what the first one said")
	}
}

// TestWorld_takenInOtherCase has a service that ignores the letter case of names refuse one: the error names the brand
// that has it. A service that distinguishes them makes the brand.
func TestWorld_takenInOtherCase(t *testing.T) {
	t.Parallel()
	same := config(describedAs("one", "CONTOSO"))
	t.Run("one name", func(t *testing.T) {
		t.Parallel()
		b := newNamed(t, []string{"Contoso"})
		plan := b.Look(same)
		acctest.Says(t, plan.Diagnostics, acctest.Warning, "letter case", `"CONTOSO" is brand 1001`, `"Contoso"`)
		acctest.Says(t, b.Apply(t.Context(), plan), acctest.Failure, "Unable to create brand", `Brand 1001 has the name "Contoso"`, `Use "Contoso" as the key`)
	})
	t.Run("two names", func(t *testing.T) {
		t.Parallel()
		b := newNamed(t, []string{"Contoso"}, mockserver.BrandNamesMatchCase())
		b.Run(same)
		b.accountHas(map[string]string{"Contoso": asFound, "CONTOSO": asCreated})
		b.IsUnchanged(same)
	})
	t.Run("taken after the look", func(t *testing.T) {
		t.Parallel()
		b := newNamed(t, nil)
		b.Script(mockserver.Fault{Endpoint: mockserver.X(2), Do: mockserver.Before(func(*http.Request) { b.add("CONTOSO") })})
		acctest.Says(t, b.Apply(t.Context(), b.Look(same)), acctest.Failure, "Unable to create brand", "Brand 1001 has appeared with this name since the plan")
	})
}

// TestWorld_notListed keeps a brand in the state that the list does not show but 16 finds.
func TestWorld_notListed(t *testing.T) {
	t.Parallel()
	b := newNamed(t, nil, mockserver.CreatedBrandsListed(mockserver.WhenTold()))
	same := config(describedAs("one", "One", "Two"))
	b.Run(same)
	b.ResetRequests()
	b.IsUnchanged(same)
	b.requests(map[string]int{"X1": 1, "16": 2})
	b.ListCreatedBrands(b.Account.ID)
	b.ResetRequests()
	b.IsUnchanged(same)
	b.requests(map[string]int{"X1": 1})
}

// TestWorld_movedAndNotListed refuses a plan that deletes a brand at one address and creates one of its name at another, although
// no list shows that it is the same.
func TestWorld_movedAndNotListed(t *testing.T) {
	t.Parallel()
	same := config(describedAs("one", "One"))
	for _, deletesFirst := range []bool{true, false} {
		t.Run(map[bool]string{true: "the destroy first", false: "the create first"}[deletesFirst], func(t *testing.T) {
			t.Parallel()
			b := newNamed(t, nil, mockserver.CreatedBrandsListed(mockserver.WhenTold()))
			b.Run(same)
			b.restart()
			other := b.Instance.Protocol.Instance(dictionaryType)
			var diags []*tfprotov6.Diagnostic
			if !deletesFirst {
				diags = other.Plan(t.Context(), same).Diagnostics
			}
			diags = append(diags, b.Plan(t.Context(), nil).Diagnostics...)
			if deletesFirst {
				diags = append(diags, other.Plan(t.Context(), same).Diagnostics...)
			}
			acctest.Says(t, diags, acctest.Failure, "Brand moves to another address", `"One"`, "moved {")
		})
	}
}

// TestWorld_replacedAndNotListed replaces a dictionary whose brand no list shows yet: the create adopts what the destroy has left.
func TestWorld_replacedAndNotListed(t *testing.T) {
	t.Parallel()
	for name, replace := range replacements {
		for _, policy := range []string{"delete", "abandon", "disable"} {
			for _, isExclusive := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s, %s, exclusive %t", name, policy, isExclusive), func(t *testing.T) {
					t.Parallel()
					b := newNamed(t, nil, mockserver.CreatedBrandsListed(mockserver.WhenTold()))
					same := config(describedAs("one", "One"), acctest.Values{"deletion_policy": policy, "exclusive": isExclusive})
					b.Run(same)
					old := b.ids()["One"]
					plan := replace(b, same)
					acctest.Succeeds(t, plan.Diagnostics)
					b.restart()
					acctest.Succeeds(t, b.Apply(t.Context(), plan))
					b.accountHas(map[string]string{"One": asCreated})
					if b.ids()["One"] != old {
						t.Error("the brand is not kept")
					}
				})
			}
		}
	}
}

// TestWorld_valuesNotTaken names the argument whose value the service drops.
func TestWorld_valuesNotTaken(t *testing.T) {
	t.Parallel()
	b := newNamed(t, nil, mockserver.BrandStores(func(brand *mockserver.Brand) {
		brand.Tags = nil
		if brand.Name == "Renamed" {
			brand.Name = "By the service"
		}
	}))
	diags := b.Apply(t.Context(), b.Look(config(entries{"One": {"tags": []string{"a"}}, "Renamed": {}})))
	acctest.Says(t, diags, acctest.Failure, "Value not kept by the service", `"One"`, "tags")
	acctest.Says(t, diags, acctest.Failure, "Name changed by the service", `"By the service"`)
}
