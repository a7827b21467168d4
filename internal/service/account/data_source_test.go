package account_test

import (
	"net/http"
	"strconv"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// newAccounts has a paid account, a trial account, and a paid one in another location, which the
// service lists as well.
func newAccounts(t *testing.T) (server *acctest.Server, trial, elsewhere mockserver.Account) {
	t.Helper()
	server = acctest.NewServer(t, mockserver.WithAccountsOfAllLocations())
	trial = mockserver.DefaultAccount()
	trial.ID = "7d9e6f10-1111-4222-8333-444455556666"
	trial.Name = "on trial"
	trial.AccountType = "Trial"
	trial.MediaResource = ""
	elsewhere = mockserver.DefaultAccount()
	elsewhere.ID = "7d9e6f10-1111-4222-8333-444455557777"
	elsewhere.Name = "second"
	elsewhere.Location = "eastus"
	server.AddAccount(trial)
	server.AddAccount(elsewhere)
	return server, trial, elsewhere
}

// TestAccountPeople shows who belongs to an account, and no trial's media.
func TestAccountPeople(t *testing.T) {
	t.Parallel()
	server, trial, _ := newAccounts(t)
	user := func(id string) []mockserver.AccountUser {
		return []mockserver.AccountUser{{ID: id, Name: "N" + id, Email: id + "@example.com"}}
	}
	a := trial
	a.Owners = user("1")
	a.Contributors = user("2")
	a.InvitedContributors = user("3")
	a.Readers = user("4")
	a.InvitedReaders = user("5")
	server.AddAccount(a)
	account, diags := server.Protocol(t, nil).Data(t.Context(), "videoindexer_account", acctest.Values{
		"account_id": trial.ID,
	})
	acctest.MustSucceed(t, diags)
	for name, id := range map[string]string{
		"owners": "1", "contributors": "2", "invited_contributors": "3", "readers": "4", "invited_readers": "5",
	} {
		want := []map[string]string{{"id": id, "name": "N" + id, "email": id + "@example.com"}}
		check.Equal(t, want, rows(t, account[name]), "%s of the account", name)
	}
	for name, want := range map[string]string{"is_paid": "false", "media_resource": "-", "statistics": "-"} {
		check.Equal(t, want, acctest.Text(account[name]), "%s", name)
	}
}

// TestAccounts lists accounts, all or those of a type.
func TestAccounts(t *testing.T) {
	t.Parallel()
	server, trial, elsewhere := newAccounts(t)
	protocol := server.Protocol(t, nil)
	for filter, want := range map[string][]mockserver.Account{
		"": {server.Account, trial, elsewhere}, "Paid": {server.Account, elsewhere}, "Trial": {trial},
	} {
		config := acctest.Values{}
		if filter != "" {
			config["account_type"] = filter
		}
		result, diags := protocol.Data(t.Context(), "videoindexer_accounts", config)
		acctest.MustSucceed(t, diags)
		var summaries []map[string]string
		for _, a := range want {
			summaries = append(summaries, map[string]string{
				"account_id": a.ID, "name": a.Name, "location": a.Location, "account_type": a.AccountType,
			})
		}
		check.Equal(t, summaries, rows(t, result["accounts"]), "accounts of type %q", filter)
	}
	acctest.MustSay(
		t, protocol.DataDiagnostics(t.Context(), "videoindexer_accounts", acctest.Values{"account_type": "Free"}),
		acctest.Failure, `account_type "Free" is not supported; use one of Trial, Paid.`,
	)
}

// TestPaidAccountList lists paid accounts, with or without what is in them, and reports one that
// cannot be read in its place.
func TestPaidAccountList(t *testing.T) {
	t.Parallel()
	server, _, elsewhere := newAccounts(t)
	elsewhere.Name = "" // then it shows as its id
	server.AddAccount(elsewhere)
	list := func(config acctest.Values, includeResource bool, limit int64) []acctest.Listed {
		return server.Protocol(t, nil).List(t.Context(), paidAccount, config, includeResource, limit)
	}
	identity := func(a mockserver.Account) map[string]string {
		return map[string]string{"location": a.Location, "account_id": a.ID}
	}
	want := []acctest.Listed{
		{DisplayName: server.Account.Name, Identity: identity(server.Account)},
		{DisplayName: elsewhere.ID, Identity: identity(elsewhere)},
	}
	check.Equal(t, want, list(nil, false, 0), "listed accounts")
	check.Equal(t, 0, server.Count(mockserver.GetAccount), "accounts that were read")
	listed := list(nil, true, 1)
	n := server.Count(mockserver.GetAccount)
	if len(listed) != 1 || n != 1 {
		t.Fatalf("with a limit: %d listed by %d reads, want 1 by 1: %v", len(listed), n, acctest.ListTexts(listed))
	}
	check.Equal(t, server.Account.CName, listed[0].Resource["cname"], "with a limit: the account is listed with the cname")
	acctest.MustFailOnce(t, diagnosticsOf(list(acctest.Values{"location": "a/b"}, false, 0)), "slash")
	server.Script(mockserver.Fault{
		Operation: mockserver.GetAccount,
		Do:        mockserver.Body(http.StatusBadRequest, "application/json", `{"ErrorType":"INVALID_INPUT","Message":"not this one"}`),
	})
	listed = list(nil, true, 0)
	if len(listed) != 2 || listed[1].Resource == nil {
		t.Fatalf("want an error, and %s in full, listed: %v", elsewhere.ID, acctest.ListTexts(listed))
	}
	check.Equal(t, elsewhere.ID, listed[1].String(), "the account after the error")
	acctest.MustSay(t, listed[0].Diagnostics, acctest.Failure, "Could not read the paid account", "not this one", server.Account.ID)
	server.SetKey("another")
	acctest.MustFailOnce(t, diagnosticsOf(list(nil, false, 0)), "Unable to list paid accounts")
}

// diagnosticsOf returns the messages of a list.
func diagnosticsOf(all []acctest.Listed) (diags []*tfprotov6.Diagnostic) {
	for _, listed := range all {
		diags = append(diags, listed.Diagnostics...)
	}
	return diags
}

const supportedOperations = "videoindexer_supported_operations"

// TestSupportedOperations asks what services have, without extended_operations: nothing is written.
// The client's tests show what it makes of each response.
func TestSupportedOperations(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		options       []mockserver.Option
		videos        string
		isRecommended bool
	}{
		"all":       {nil, "offered", true},
		"no videos": {[]mockserver.Option{mockserver.WithoutOperations(http.StatusMethodNotAllowed, mockserver.ListVideos)}, "missing", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := acctest.NewServer(t, append(test.options, mockserver.WithExtended())...)
			result, diags := server.Protocol(t, nil).Data(t.Context(), supportedOperations, nil)
			acctest.MustSucceed(t, diags)
			operations := acctest.Parts(t, result["operations"])
			for operation, want := range map[string]string{
				"account_token": "offered", "list_videos": test.videos, "get_video_index": "unknown", "create_brand": "unknown",
			} {
				check.Equal(t, want, acctest.Text(operations[operation]), "%s", operation)
			}
			got := acctest.Text(result["extended_operations_recommended"])
			check.Equal(t, strconv.FormatBool(test.isRecommended), got, "extended_operations_recommended")
			server.WantNoWrites(t, "the read")
		})
	}
}

// TestSupportedOperationsFails reports a service that fails, or an account that does not exist,
// instead of guessing.
func TestSupportedOperationsFails(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t, mockserver.WithExtended())
	server.Script(mockserver.Fault{
		Operation: mockserver.ListLanguageModels, Times: mockserver.Always,
		Do: mockserver.Status(http.StatusInternalServerError),
	})
	for says, settings := range map[string]acctest.Values{
		"500": {"max_retries": 0}, "account": {"account_id": "7d9e6f10-1111-4222-8333-444455556667"},
	} {
		acctest.MustSay(
			t, server.Protocol(t, settings).DataDiagnostics(t.Context(), supportedOperations, nil),
			acctest.Failure, "supported operations", says,
		)
	}
}

// rows returns the objects of a list, as texts.
func rows(t *testing.T, list tftypes.Value) (all []map[string]string) {
	t.Helper()
	for _, object := range acctest.Elements(t, list) {
		row := map[string]string{}
		for name, value := range acctest.Parts(t, object) {
			row[name] = acctest.Text(value)
		}
		all = append(all, row)
	}
	return all
}
