package account_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/querycheck"
	"github.com/hashicorp/terraform-plugin-testing/tfversion"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const listName = "videoindexer_paid_account"

// newListServer holds two paid accounts, the second in another location, and a trial account between them.
func newListServer(t *testing.T) (server *acctest.Server, second mockserver.Account) {
	t.Helper()
	server = acctest.NewServer(t, mockserver.ListsAllLocations())
	withTrial(server)
	second = mockserver.DefaultAccount()
	second.ID, second.Name, second.Location = "7d9e6f10-1111-4222-8333-444455557777", "second", "eastus"
	server.AddAccount(second)
	return server, second
}

func identityOf(a mockserver.Account) map[string]string {
	return map[string]string{"location": a.Location, "account_id": a.ID}
}

func TestPaidAccountList_identities(t *testing.T) {
	t.Parallel()
	server, second := newListServer(t)
	listed := server.Protocol(t, nil).List(t.Context(), listName, nil, false, 0)
	want := []acctest.Listed{
		{DisplayName: server.Account.Name, Identity: identityOf(server.Account)},
		{DisplayName: second.Name, Identity: identityOf(second)},
	}
	if diff := cmp.Diff(want, listed); diff != "" {
		t.Errorf("listed (-want +got):\n%s", diff)
	}
	if server.Count(5) != 0 {
		t.Error("an account was read, though only identities were asked for")
	}
}

func TestPaidAccountList_resources(t *testing.T) {
	t.Parallel()
	server, second := newListServer(t)
	listed := server.Protocol(t, nil).List(t.Context(), listName, nil, true, 0)
	if len(listed) != 2 {
		t.Fatalf("%d results, want 2: %+v", len(listed), listed)
	}
	for i, account := range []mockserver.Account{server.Account, second} {
		got := listed[i]
		if len(got.Diagnostics) > 0 {
			t.Errorf("%s: %v", account.Name, acctest.Texts(got.Diagnostics))
		}
		for name, want := range map[string]string{
			"account_id": account.ID, "location": account.Location, "name": account.Name, "cname": account.CName,
			"state": "Active", "account_type": "Paid", "deletion_policy": "prevent", "subscription_id": "",
		} {
			if got.Resource[name] != want {
				t.Errorf("%s of %s is %q, want %q", name, account.Name, got.Resource[name], want)
			}
		}
	}
}

func TestPaidAccountList_arguments(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t) // lists what is in the location
	elsewhere := mockserver.DefaultAccount()
	elsewhere.ID, elsewhere.Name, elsewhere.Location = "7d9e6f10-1111-4222-8333-444455557777", "", "eastus"
	server.AddAccount(elsewhere)
	protocol := server.Protocol(t, nil)
	listed := protocol.List(t.Context(), listName, acctest.Values{"location": "eastus"}, false, 0)
	// an account without a name shows as its id
	if diff := cmp.Diff([]acctest.Listed{{DisplayName: elsewhere.ID, Identity: identityOf(elsewhere)}}, listed); diff != "" {
		t.Errorf("in another location (-want +got):\n%s", diff)
	}
	if listed := protocol.List(t.Context(), listName, acctest.Values{"location": "nowhere"}, true, 0); len(listed) != 0 {
		t.Errorf("where there are none: %+v", listed)
	}
	listed = protocol.List(t.Context(), listName, acctest.Values{"location": "a/b"}, false, 0)
	if len(listed) != 1 || !strings.Contains(strings.Join(acctest.Texts(listed[0].Diagnostics), ""), "slash") {
		t.Errorf("for a location that is none: %+v", listed)
	}
}

func TestPaidAccountList_limit(t *testing.T) {
	t.Parallel()
	server, _ := newListServer(t)
	listed := server.Protocol(t, nil).List(t.Context(), listName, nil, true, 1)
	if len(listed) != 1 || listed[0].DisplayName != server.Account.Name {
		t.Errorf("listed %+v, want the first account", listed)
	}
	if server.Count(5) != 1 {
		t.Errorf("%d accounts were read for one result", server.Count(5))
	}
}

// TestPaidAccountList_failures reports what fails, and gives the rest.
func TestPaidAccountList_failures(t *testing.T) {
	t.Parallel()
	t.Run("one account", func(t *testing.T) {
		t.Parallel()
		server, second := newListServer(t)
		server.Script(mockserver.Fault{Endpoint: 5, Do: mockserver.Body(http.StatusBadRequest, "application/json", `{"ErrorType":"INVALID_INPUT","Message":"not this one"}`)})
		listed := server.Protocol(t, nil).List(t.Context(), listName, nil, true, 0)
		if len(listed) != 2 || listed[1].DisplayName != second.Name || len(listed[1].Diagnostics) > 0 {
			t.Fatalf("listed %+v, want the second account after an error", listed)
		}
		text := strings.Join(acctest.Texts(acctest.Errors(listed[0].Diagnostics)), "")
		if !strings.Contains(text, "not this one") || !strings.Contains(text, server.Account.ID) {
			t.Errorf("the error is %q", text)
		}
	})
	t.Run("the list", func(t *testing.T) {
		t.Parallel()
		server, _ := newListServer(t)
		server.SetKey("another")
		listed := server.Protocol(t, nil).List(t.Context(), listName, nil, false, 0)
		if len(listed) != 1 || !strings.Contains(strings.Join(acctest.Texts(acctest.Errors(listed[0].Diagnostics)), ""), "Unable to list paid accounts") {
			t.Errorf("listed %+v, want an error", listed)
		}
	})
}

// TestAccPaidAccountList_query needs an engine that knows lists.
func TestAccPaidAccountList_query(t *testing.T) {
	t.Parallel()
	server, second := newListServer(t)
	exact := func(a mockserver.Account) map[string]knownvalue.Check {
		return map[string]knownvalue.Check{"location": knownvalue.StringExact(a.Location), "account_id": knownvalue.StringExact(a.ID)}
	}
	const all = "videoindexer_paid_account.all"
	acctest.Run(t, resource.TestCase{
		TerraformVersionChecks: []tfversion.TerraformVersionCheck{tfversion.SkipBelow(tfversion.Version1_14_0)},
		Steps: []resource.TestStep{{
			Query:  true,
			Config: server.Config(fmt.Sprintf("list %q \"all\" {\n  provider = videoindexer\n  include_resource = true\n}\n", listName)),
			QueryResultChecks: []querycheck.QueryResultCheck{
				querycheck.ExpectLength(all, 2),
				querycheck.ExpectIdentity(all, exact(server.Account)),
				querycheck.ExpectIdentity(all, exact(second)),
			},
		}},
	})
}
