package entries_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// numbered are names Brand 1, Brand 2, ….
func numbered(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("Brand %d", i+1)
	}
	return names
}

// TestFaults_partialCreate has some brands refused: the state has the others, and the destroy of the tainted dictionary
// deletes just those that it has created.
func TestFaults_partialCreate(t *testing.T) {
	t.Parallel()
	for policy, want := range map[string]string{"delete": "delete", "disable": "abandon"} {
		t.Run(policy, func(t *testing.T) {
			t.Parallel()
			b := newNamed(t, []string{"Found", "Refused"})
			refused := mockserver.Refuse(http.StatusBadRequest, "INVALID_INPUT", "the name of the brand is too long")
			b.Script(mockserver.Fault{Endpoint: mockserver.X(2), Do: refused})
			b.Script(mockserver.Fault{Endpoint: 17, Match: ofBrand(1002), Do: mockserver.Status(http.StatusBadRequest)})
			same := config(describedAs("one", "Found", "Refused", "Created", "A name that is too long"), acctest.Values{"deletion_policy": policy, "parallelism": 1})
			diags := b.Apply(t.Context(), b.Look(same))
			acctest.Says(t, diags, acctest.Failure, "Unable to create brand", `"A name that is too long"`, "the name of the brand is too long")
			acctest.Says(t, diags, acctest.Failure, "Unable to update brand", `"Refused"`)
			if n := len(acctest.Errors(diags)); n != 2 {
				t.Errorf("%d errors: %v", n, acctest.Texts(diags))
			}
			b.holds(shown{
				Brands:  map[string]string{"Found": asWanted, "Refused": asFound, "Created": asCreated},
				Adopted: "[Found Refused]", Overwritten: map[string]string{"Found": "- as found - -", "Refused": "- as found - -"},
			})
			if got := b.Texts()["deletion_policy"]; got != want {
				t.Errorf("the destroy of the tainted dictionary would %s", got)
			}
			b.Run(config(describedAs("one", "Found", "Refused", "Created"), acctest.Values{"deletion_policy": policy}))
			b.accountHas(map[string]string{"Found": asWanted, "Refused": asWanted, "Created": asCreated})
			b.Run(nil)
		})
	}
}

// TestFaults_partialUpdate has each kind of change fail once: what failed stays in the state as it was, and the next apply
// does the rest.
func TestFaults_partialUpdate(t *testing.T) {
	t.Parallel()
	b := newNamed(t, []string{"Found", "Late"})
	b.Run(config(describedAs("one", "Found", "Removed", "Changed", "Fine")))
	ids := b.ids()
	refused := mockserver.Status(http.StatusBadRequest)
	b.Script(
		mockserver.Fault{Endpoint: mockserver.X(3), Match: ofBrand(int(ids["Removed"])), Do: refused},
		mockserver.Fault{Endpoint: 17, Match: ofBrand(int(ids["Changed"])), Do: refused},
		mockserver.Fault{Endpoint: 17, Match: ofBrand(1002), Do: refused},
		mockserver.Fault{Endpoint: mockserver.X(2), Do: refused},
	)
	next := config(describedAs("two", "Found", "Changed", "Fine", "Late", "New"))
	diags := b.Apply(t.Context(), b.Look(next))
	acctest.Says(t, diags, acctest.Failure, "Unable to delete brand", `"Removed"`)
	acctest.Says(t, diags, acctest.Failure, "Unable to create brand", `"New"`)
	acctest.Says(t, diags, acctest.Failure, "Unable to update brand", `"Changed"`)
	acctest.Says(t, diags, acctest.Failure, "Unable to update brand", `"Late"`)
	const found = "https://example.com/found [found]"
	b.holds(shown{
		Brands: map[string]string{
			"Found": "true two " + found, "Removed": asCreated, "Changed": asCreated, "Fine": "true two - []", "Late": asFound,
		},
		Adopted: "[Found Late]", Overwritten: map[string]string{"Found": "- as found - -", "Late": "- as found - -"},
	})
	b.ResetRequests()
	b.Run(next)
	if n := b.Writes(); n != 4 {
		t.Errorf("the rest took %d writes, want 4", n)
	}
	b.accountHas(map[string]string{"Found": "true two " + found, "Changed": "true two - []", "Fine": "true two - []", "Late": "true two " + found, "New": "true two - []"})
}

// TestFaults_listLacking has a service without X1: a refresh reads each brand by itself, and what is added cannot be looked for.
func TestFaults_listLacking(t *testing.T) {
	t.Parallel()
	b := newNamed(t, nil)
	same := config(describedAs("one", "One"))
	b.Run(same)
	for _, status := range []int{http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusNotImplemented} {
		b.Script(mockserver.Fault{Endpoint: mockserver.X(1), Do: mockserver.GatewayHTML(status)})
		b.restart()
		acctest.Succeeds(t, b.Refresh(t.Context()))
		acctest.Says(t, b.Plan(t.Context(), config(describedAs("one", "One", "Two"))).Diagnostics, acctest.Failure, "lacks an operation", "extended_operations")
	}
	b.ClearFaults()
	b.holds(shown{Brands: map[string]string{"One": asCreated}})
	b.IsUnchanged(same)
}

// TestFaults_manyFailures reports the first in full and counts the rest.
func TestFaults_manyFailures(t *testing.T) {
	t.Parallel()
	b := newNamed(t, nil)
	b.Script(mockserver.Fault{Endpoint: mockserver.X(2), Times: 17, Do: mockserver.Status(http.StatusBadRequest)})
	diags := b.Apply(t.Context(), b.Look(config(describedAs("one", numbered(30)...), acctest.Values{"parallelism": 1})))
	if n := len(acctest.Errors(diags)); n != 11 {
		t.Errorf("%d errors", n)
	}
	acctest.Says(t, diags, acctest.Failure, "Work on more brands failed")
	if n := b.Count(mockserver.X(1)); n > 3+10 { // two plans, the look of the apply, and one for each failure that is reported in full
		t.Errorf("the list was asked for %d times", n)
	}
	if len(b.ids()) != 13 {
		t.Errorf("the state holds %d brands", len(b.ids()))
	}
}
