package brand_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestCreateFails has some brands of a create refused: the state has the others, the destroy of
// what is then tainted leaves what was adopted, and the next apply does the rest.
func TestCreateFails(t *testing.T) {
	t.Parallel()
	for policy, want := range map[string]string{
		"delete": "-", "disable": "-", "restore": "restore", "abandon": "abandon",
	} {
		t.Run(policy, func(t *testing.T) {
			t.Parallel()
			a := newAccount(t, []string{"Found", "Refused"})
			same := config(described("Found", "Refused", "Created", "Too long"),
				acctest.Values{"deletion_policy": policy, "parallelism": 1})
			tooLong := mockserver.Refuse(http.StatusBadRequest, "INVALID_INPUT", "the name of the brand is too long")
			refused := mockserver.Status(http.StatusBadRequest)
			a.Script(
				mockserver.Fault{Operation: mockserver.CreateBrand, Skip: 1, Do: tooLong},
				mockserver.Fault{Operation: mockserver.UpdateBrand, Match: about(1002), Do: refused},
			)
			diags := a.MustFail(same)
			acctest.MustSay(t, diags, acctest.Failure, "Unable to create brand", `"Too long"`, "the name of the brand is too long")
			acctest.MustSay(t, diags, acctest.Failure, "Unable to adopt brand", `"Refused"`)
			check.Equal(t, 2, len(acctest.Errors(diags)), "errors, one for each brand that was refused")
			a.wantEntries(a.State(),
				map[string]string{"Found": "1001 adopted one, description was as found", "Created": "new created one"})
			check.Equal(t, want, acctest.Text(a.State()["deletion_policy"]), "deletion_policy")
			a.Run(same)
			a.wantBrands(map[string]string{"Found": adopted, "Refused": adopted, "Created": created, "Too long": created})
			a.WantUnchanged(same)
		})
	}
}

// TestResponseLost loses the response of a write: the state knows what may be overwritten, and a
// restore writes it back.
func TestResponseLost(t *testing.T) {
	t.Parallel()
	acctest.InBubble(t, responseLost)
}

func responseLost(t *testing.T) {
	restore := acctest.Values{"deletion_policy": "restore"}
	refused := mockserver.Status(http.StatusBadRequest)
	answeredLate := mockserver.StatusAfter(http.StatusGatewayTimeout)
	a := newAccount(t, []string{"One", "Two"})
	a.Script(mockserver.Fault{
		Operation: mockserver.UpdateBrand, Match: about(1001), Times: mockserver.Always, Do: answeredLate,
	})
	a.MustFail(config(described("One", "Two"), restore))
	a.wantEntries(a.State(), map[string]string{
		"One": "1001 adopted as found, description was as found", "Two": "1002 adopted one, description was as found",
	})
	a.ClearFaults()
	a.Script(mockserver.Fault{Operation: mockserver.UpdateBrand, Match: about(1002), Do: refused})
	a.MustFail(nil, "Unable to restore brand", `"Two"`)
	// What failed stays, with what restores it.
	a.wantEntries(a.State(), map[string]string{"Two": "1002 adopted one, description was as found"})
	a.Run(nil)
	a.wantBrands(map[string]string{"One": found, "Two": found})

	a.Script(mockserver.Fault{Operation: mockserver.CreateBrand, Do: mockserver.ResetAfter()})
	// The list shows that the brand was created.
	a.Run(config(described("New")))
	a.wantEntries(a.State(), map[string]string{"New": "new created one"})
	a.Run(nil)

	plan := a.PlanWithRefresh(config(described("New")))
	a.Script(
		mockserver.Fault{Operation: mockserver.CreateBrand, Do: mockserver.ResetAfter()},
		mockserver.Fault{Operation: mockserver.ListBrands, Skip: 1, Times: mockserver.Always, Do: refused},
	)
	acctest.MustSay(t, a.Apply(t.Context(), plan), acctest.Failure, "Unable to create brand", "Plan again")
	a.WantAbsent()
	a.ClearFaults()
	a.Run(config(described("New")))
	a.wantEntries(a.State(), map[string]string{"New": "new adopted one"})

	a.Script(mockserver.Fault{Operation: mockserver.UpdateBrand, Times: mockserver.Always, Do: answeredLate})
	for _, text := range acctest.Texts(a.MustFail(config(byLabel{"New": {"name": "Other"}}))) {
		// No response shows that the service does not rename brands.
		if strings.Contains(text, "does not rename") {
			t.Errorf("want no advice about renames, since no response shows one. Got: %s", text)
		}
	}
}

// TestListFails has a service that does not list brands: a refresh reads each brand by its id, and
// a plan cannot look for a brand that is added.
func TestListFails(t *testing.T) {
	t.Parallel()
	a := newAccount(t, nil)
	same := config(described("One"))
	a.Run(same)
	a.Script(mockserver.Fault{Operation: mockserver.ListBrands, Times: 2, Do: mockserver.GatewayHTML(http.StatusNotFound)})
	a.WantUnchanged(same)
	a.restart()
	acctest.MustSay(t, a.Plan(t.Context(), config(described("One", "Two"))).Diagnostics, acctest.Failure,
		"Unable to list brands", "lacks this extended operation")
}

// TestOneCauseOneError adopts thirty brands by wrong ids in an apply: one error names them all.
func TestOneCauseOneError(t *testing.T) {
	t.Parallel()
	entries := map[string]acctest.Values{}
	for i := range 30 {
		entries[fmt.Sprint("entry ", i)] = acctest.Values{"brand_id": 2000 + i}
	}
	server := acctest.NewServer(t)
	i := server.Protocol(t, nil).Instance("videoindexer_brands")
	config := acctest.Values{"brands": entries}
	plan := i.PlanWithRefresh(config)
	acctest.MustSay(t, plan.Diagnostics, acctest.Warning, "Brands not found", "2000, 2001", "2029")
	acctest.MustFailOnce(t, i.Apply(t.Context(), plan), "2029")
	i.WantAbsent()
}
