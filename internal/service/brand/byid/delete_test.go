package byid_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// entriesOf are brands as they are found, by id, under a policy.
func entriesOf(policy string, ids ...int) acctest.Values {
	brands := acctest.Values{}
	for _, id := range ids {
		brands[fmt.Sprint(id)] = acctest.Values{"description": "mine"}
	}
	return acctest.Values{"brands": brands, "deletion_policy": policy}
}

func extendedProcess(t *testing.T, server *acctest.Server) *acctest.Protocol {
	t.Helper()
	return server.Protocol(t, acctest.Values{"extended_operations": true, "max_retries": 2})
}

// apply refreshes, plans and applies, with a process for the plan and one for the apply.
func apply(t *testing.T, server *acctest.Server, i *acctest.Instance, config acctest.Values) {
	t.Helper()
	i.Protocol = extendedProcess(t, server)
	if i.Exists() {
		acctest.Succeeds(t, i.Refresh(t.Context()))
	}
	plan := i.Plan(t.Context(), config)
	acctest.Succeeds(t, plan.Diagnostics)
	i.Protocol = extendedProcess(t, server)
	acctest.Succeeds(t, i.Apply(t.Context(), plan))
}

func deleting(t *testing.T, opts []mockserver.Option, ids ...int) (*acctest.Server, *acctest.Instance) {
	t.Helper()
	server := newDictionaryServer(t, 4, append(opts, mockserver.Extended())...)
	i := extendedProcess(t, server).Instance("videoindexer_brands")
	apply(t, server, i, entriesOf("delete", ids...))
	return server, i
}

// wantIDs expects these brands in the account.
func wantIDs(t *testing.T, server *acctest.Server, want ...int32) {
	t.Helper()
	got := []int32{}
	for _, b := range server.Brands(server.Account.ID) {
		got = append(got, b.ID)
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("the account has %v, want %v", got, want)
	}
}

// TestDictionary_deletes deletes the brands of entries that are removed, and all at the destroy.
func TestDictionary_deletes(t *testing.T) {
	t.Parallel()
	server, i := deleting(t, nil, 1001, 1002, 1003)
	apply(t, server, i, entriesOf("delete", 1001, 1003))
	wantIDs(t, server, 1001, 1003, 1004)
	server.RemoveBrand(server.Account.ID, 1003) // gone between the plan and the destroy
	apply(t, server, i, nil)
	wantIDs(t, server, 1004)
}

// TestDictionary_deletesBeforeItsNameIsTaken gives the name of a brand that is deleted to another one.
func TestDictionary_deletesBeforeItsNameIsTaken(t *testing.T) {
	t.Parallel()
	server, i := deleting(t, nil, 1001, 1002)
	taken, _ := server.Brand(server.Account.ID, 1002)
	server.Script(mockserver.Fault{Endpoint: mockserver.X(3), Do: mockserver.Status(http.StatusGatewayTimeout)})
	apply(t, server, i, acctest.Values{"brands": acctest.Values{"1001": acctest.Values{"name": taken.Name}}, "deletion_policy": "delete"})
	if b, _ := server.Brand(server.Account.ID, 1001); b.Name != taken.Name {
		t.Errorf("brand %+v", b)
	}
}

// TestDictionary_cannotDelete keeps in the state what could not be deleted.
func TestDictionary_cannotDelete(t *testing.T) {
	t.Parallel()
	for _, status := range []int{http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusNotImplemented} {
		server, i := deleting(t, []mockserver.Option{mockserver.Lacks(status, "X3")}, 1001, 1002)
		plan := i.Plan(t.Context(), nil)
		acctest.Says(t, i.Apply(t.Context(), plan), acctest.Failure, "Unable to delete brand", "extended_operations")
		wantIDs(t, server, 1001, 1002, 1003, 1004)
		if !i.Exists() || len(attributes(t, i.State()["brands"])) != 2 {
			t.Error("brands have left the state")
		}
	}
}

// TestDictionary_notDeletedAndAdopted refuses a plan that deletes brands before it adopts them, as a replacement does.
func TestDictionary_notDeletedAndAdopted(t *testing.T) {
	t.Parallel()
	for _, isTainted := range []bool{true, false} {
		server, i := deleting(t, nil, 1001, 1002)
		i.Protocol, i.Tainted = extendedProcess(t, server), isTainted
		acctest.Succeeds(t, i.Refresh(t.Context()))
		acctest.Says(t, i.PlanReplacement(t.Context(), entriesOf("delete", 1001, 1002)).Diagnostics, acctest.Failure,
			"Brands move to another address", "brands 1001, 1002", `deletion_policy = "abandon"`, "terraform untaint")
	}
}

// TestDictionary_sharesOneList refreshes hundreds of brands, and plans their adoption, with one request.
func TestDictionary_sharesOneList(t *testing.T) {
	t.Parallel()
	const n = 300
	server := newDictionaryServer(t, n, mockserver.Extended())
	config := acctest.Values{"brands": acctest.Values{}}
	for id := range n {
		config["brands"].(acctest.Values)[fmt.Sprint(1001+id)] = acctest.Values{"description": "as found"}
	}
	i := extendedProcess(t, server).Instance("videoindexer_brands")
	wantOne := func(what string) {
		t.Helper()
		if lists, reads := server.Count(mockserver.X(1)), server.Count(16); lists > 3 || reads > 0 {
			t.Errorf("%s: %d lists, %d reads", what, lists, reads)
		}
		server.ResetRequests()
	}
	plan := i.Plan(t.Context(), config)
	acctest.Succeeds(t, plan.Diagnostics)
	wantOne("plan of the adoption")
	acctest.Succeeds(t, i.Apply(t.Context(), plan))
	i.Protocol = extendedProcess(t, server)
	server.ResetRequests()
	acctest.Succeeds(t, i.Refresh(t.Context()))
	if plan := i.Plan(t.Context(), config); plan.IsUpdate {
		t.Error("the plan changes something")
	}
	wantOne("refresh")
}

// TestDictionary_destroyWithoutExtended says in the plan what a destroy needs.
func TestDictionary_destroyWithoutExtended(t *testing.T) {
	t.Parallel()
	server, i := deleting(t, nil, 1001)
	i.Protocol = server.Protocol(t, nil)
	acctest.Succeeds(t, i.Refresh(t.Context()))
	acctest.Says(t, i.Plan(t.Context(), nil).Diagnostics, acctest.Failure, `deletion_policy = "delete" needs`, "extended_operations = true")
	acctest.Says(t, i.Plan(t.Context(), entriesOf("delete", 1001)).Diagnostics, acctest.Failure, `deletion_policy = "delete" needs`)
	acctest.Succeeds(t, i.Plan(t.Context(), entriesOf("abandon", 1001)).Diagnostics)
}
