package account_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const (
	paidAccount    = "videoindexer_paid_account"
	subscriptionID = "0f1e2d3c-4b5a-4697-8899-aabbccddee01"
	tenantID       = "0f1e2d3c-4b5a-4697-8899-aabbccddee02"
	applicationID  = "0f1e2d3c-4b5a-4697-8899-aabbccddee03"
	applicationKey = "key-of-the-application"
)

// paidArguments returns the arguments of a paid account under "abandon", changed by what differs
// from the usual.
func paidArguments(changed acctest.Values) acctest.Values {
	return acctest.Values{
		"subscription_id": subscriptionID, "resource_group": "media", "media_resource": "newmedia", "directory_tenant_id": tenantID,
		"directory_connection": connection(nil), "deletion_policy": "abandon",
	}.With(changed)
}

func connection(changed acctest.Values) acctest.Values {
	return acctest.Values{"application_id": applicationID, "application_key": applicationKey}.With(changed)
}

// writeOnly returns the changes of a connection for a write-only key.
func writeOnly(key string, version int) acctest.Values {
	return acctest.Values{"application_key": nil, "application_key_wo": key, "application_key_wo_version": version}
}

// withConnection returns the changes of a paid account for a changed connection.
func withConnection(changed acctest.Values) acctest.Values {
	return acctest.Values{"directory_connection": connection(changed)}
}

// createdAccounts returns the accounts beyond the one that every server has.
func createdAccounts(server *acctest.Server) []mockserver.Account {
	return slices.DeleteFunc(server.Accounts(), func(a mockserver.Account) bool { return a.ID == server.Account.ID })
}

// wantAccounts expects that so many accounts were made, and that the last is in the state.
func wantAccounts(t *testing.T, server *acctest.Server, instance *acctest.Instance, n int) {
	t.Helper()
	accounts := createdAccounts(server)
	check.Equal(t, n, len(accounts), "number of accounts that were made")
	if n > 0 && len(accounts) == n {
		check.Equal(t, accounts[n-1].ID, instance.Texts()["account_id"], "the account in the state")
	}
}

// TestPaidAccountChanges plans changes of an account. Without extended operations a change of what
// the account was created with would replace it: under "prevent" the plan fails, and names the
// argument. What only reads differently is recorded.
func TestPaidAccountChanges(t *testing.T) {
	t.Parallel()
	const inPlace = " With extended_operations, it does not replace the account."
	contract := func(text any) acctest.Values { return acctest.Values{"encryption_key_contract": text} }
	for name, test := range map[string]struct {
		before, after acctest.Values
		says          string // in the error; an update if it is empty
	}{
		"location":         {nil, acctest.Values{"location": "eastus"}, "Undo the change of location.\n"},
		"subscription":     {nil, acctest.Values{"subscription_id": tenantID}, "Undo the change of subscription_id." + inPlace},
		"media and group":  {nil, acctest.Values{"media_resource": "other", "resource_group": "other"}, "Undo the change of media_resource,resource_group"},
		"application":      {nil, withConnection(acctest.Values{"application_id": tenantID}), "Undo the change of directory_connection.application_id." + inPlace},
		"a contract":       {nil, contract(`{"vault":"v"}`), "Undo the change of encryption_key_contract"},
		"key's version":    {withConnection(writeOnly("w", 1)), withConnection(writeOnly("w", 2)), "Undo the change of directory_connection.application_key_wo_version." + inPlace},
		"reordered JSON":   {contract(`{"a":1,"b":2}`), contract(`{ "b": 2, "a": 1 }`), ""},
		"key leaves state": {nil, withConnection(writeOnly(applicationKey, 1)), ""},
		"key enters state": {withConnection(writeOnly(applicationKey, 1)), nil, ""},
		"policy alone":     {nil, acctest.Values{"deletion_policy": "abandon"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := acctest.NewServer(t)
			instance := server.Protocol(t, nil).Instance(paidAccount)
			protected := acctest.Values{"deletion_policy": "prevent"}
			instance.Run(paidArguments(protected.With(test.before)))
			plan := instance.Plan(t.Context(), paidArguments(protected.With(test.after)))
			if test.says == "" {
				acctest.MustSucceed(t, instance.Apply(t.Context(), plan))
				wantAccounts(t, server, instance, 1)
				return
			}
			acctest.MustSay(t, plan.Diagnostics, acctest.Failure, "Paid account must not be replaced", test.says)
			// The policy that was applied counts.
			plan = instance.Plan(t.Context(), paidArguments(test.after))
			acctest.MustSay(
				t, plan.Diagnostics, acctest.Failure, "Paid account must not be replaced",
				`set deletion_policy = "abandon", apply that alone, and then replace it`,
			)
			instance.Run(paidArguments(test.before))
			// The next policy counts, too.
			plan = instance.Plan(t.Context(), paidArguments(protected.With(test.after)))
			acctest.MustSay(t, plan.Diagnostics, acctest.Failure, "Paid account must not be replaced")
			plan = instance.Run(paidArguments(test.after))
			acctest.MustSay(
				t, plan.Diagnostics, acctest.Warning, "Paid account will be left unchanged",
				createdAccounts(server)[0].ID, "The replacement creates another account",
			)
			wantAccounts(t, server, instance, 2)
		})
	}
}

// TestPaidAccountExtendedReplacement changes the connection together with an argument that no
// operation can change: the error does not offer what is on already.
func TestPaidAccountExtendedReplacement(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t, mockserver.WithExtended())
	instance := server.Extended(t).Instance(paidAccount)
	protected := acctest.Values{"deletion_policy": "prevent"}
	instance.Run(paidArguments(protected))
	changed := paidArguments(protected.With(acctest.Values{"resource_group": "other", "media_resource": "other"}))
	plan := instance.Plan(t.Context(), changed)
	acctest.MustSay(t, plan.Diagnostics, acctest.Failure, "Undo the change of media_resource.\n")
}

// TestPaidAccountReplacedOnDemand plans what -replace asks for. Under "prevent", the plan fails,
// before anything is destroyed. Under "abandon", it says that the account is kept, even without a
// refresh.
func TestPaidAccountReplacedOnDemand(t *testing.T) {
	t.Parallel()
	instance := acctest.NewServer(t).Protocol(t, nil).Instance(paidAccount)
	config := paidArguments(acctest.Values{"deletion_policy": "prevent"})
	instance.Run(config)
	acctest.MustSay(
		t, instance.PlanReplacement(t.Context(), config).Diagnostics, acctest.Failure,
		"Paid account must not be replaced", "Remove -replace or replace_triggered_by.",
	)
	config = paidArguments(nil)
	instance.Run(config)
	acctest.MustSay(
		t, instance.PlanReplacement(t.Context(), config).Diagnostics, acctest.Warning,
		"Paid account will be left unchanged", "The replacement creates another account. The service cannot delete an account.\n",
	)
}

// TestPaidAccountFailedCreate creates an account without a response that can be used. One that may
// be the new account is in the state, which a replacement of the tainted resource never leaves
// behind, whatever is configured.
func TestPaidAccountFailedCreate(t *testing.T) {
	t.Parallel()
	const unknown = "Paid account was probably created"
	for name, test := range map[string]struct {
		fault mockserver.Action
		made  int
		says  []string
	}{
		"the response is lost": {
			mockserver.StatusAfter(http.StatusGatewayTimeout), 1,
			[]string{unknown, "was not repeated", "has appeared since the request", "terraform untaint"},
		},
		"a page answers": {
			mockserver.BodyAfter(http.StatusOK, "text/html", "<html>welcome</html>"), 1,
			[]string{unknown, "has appeared since the request"},
		},
		"the account is not created": {
			mockserver.ResetBefore(), 0,
			[]string{"Unable to create paid account", "was not repeated", "The account may exist nevertheless", "import it before the next apply"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := acctest.NewServer(t)
			server.Script(mockserver.Fault{Operation: mockserver.CreatePaidAccount, Do: test.fault})
			instance := server.Protocol(t, nil).Instance(paidAccount)
			acctest.MustSay(t, instance.Apply(t.Context(), instance.MustPlan(paidArguments(nil))), acctest.Failure, test.says...)
			wantAccounts(t, server, instance, test.made)
			isMade := test.made > 0
			check.Equal(t, isMade, instance.Exists(), "the account is in the state")
			check.Equal(t, isMade, instance.Object.IsTainted, "the account is tainted")
			if test.made > 0 {
				// With create_before_destroy, the create comes first.
				plan := instance.PlanWithRefresh(paidArguments(nil))
				acctest.MustSay(
					t, plan.Diagnostics, acctest.Warning, "Another paid account will be created",
					`on media resource "newmedia"`, "run `terraform untaint '<address>'`",
				)
				diags := instance.Apply(t.Context(), plan)
				acctest.MustSay(t, diags, acctest.Failure, "Paid account must not be destroyed", "If the resource is tainted, first run `terraform untaint '<address>'`, which keeps the account.",
					`To stop managing it, set deletion_policy = "abandon", apply that, and then destroy`)
				wantAccounts(t, server, instance, 1)
				instance.Object.IsTainted = false // as the message says
				instance.Run(paidArguments(nil))
				instance.Run(nil)
				instance.WantAbsent()
				check.Equal(t, 1, len(createdAccounts(server)), "accounts after the destroy")
				// The state no longer has the account, as after a terraform state rm.
				instance.Run(paidArguments(nil))
				wantAccounts(t, server, instance, 2)
			}
		})
	}
}

// TestPaidAccountNotReadBack creates an account that cannot be read at first: a warning, and the
// next refresh reads it.
func TestPaidAccountNotReadBack(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t)
	instance := server.Protocol(t, nil).Instance(paidAccount)
	plan := instance.MustPlan(paidArguments(nil))
	server.Script(mockserver.Fault{Operation: mockserver.GetAccount, Do: mockserver.Status(http.StatusBadRequest)})
	diags := instance.Apply(t.Context(), plan)
	acctest.MustSucceed(t, diags)
	acctest.MustSay(t, diags, acctest.Warning, "Unable to read paid account", "The account was created, and is in the state.")
	wantAccounts(t, server, instance, 1)
	instance.WantUnchanged(paidArguments(nil))
	check.Equal(t, "Active", instance.Texts()["state"], "the next refresh shows the state")
}

// TestPaidAccountIsShownLate creates an account that the service shows after half a minute: the
// create waits for it.
func TestPaidAccountIsShownLate(t *testing.T) {
	t.Parallel()
	acctest.InBubble(t, func(t *testing.T) {
		server := acctest.NewServer(t)
		instance := server.Protocol(t, nil).Instance(paidAccount)
		plan := instance.MustPlan(paidArguments(nil))
		isShown := time.Now().Add(30 * time.Second)
		server.Script(mockserver.Fault{
			Operation: mockserver.GetAccount, Times: mockserver.Always,
			Match: func(*http.Request) bool { return time.Now().Before(isShown) },
			Do:    mockserver.Refuse(http.StatusBadRequest, "ACCOUNT_NOT_FOUND", "no"),
		})
		acctest.MustSayNothing(t, instance.Apply(t.Context(), plan))
		check.Equal(t, "Active", instance.Texts()["state"], "the create shows the state")
	})
}

// TestPaidAccountUnknownMedia plans an account whose media resource is not known yet, next to an
// imported one, whose media resource the state does not have: nothing says that they are the same.
func TestPaidAccountUnknownMedia(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t)
	protocol := server.Protocol(t, nil)
	imported := protocol.Instance(paidAccount)
	acctest.MustSucceed(t, imported.Import(t.Context(), server.Account.ID))
	unknown := tftypes.NewValue(tftypes.String, tftypes.UnknownValue)
	plan := protocol.Instance(paidAccount).MustPlan(paidArguments(acctest.Values{"media_resource": unknown}))
	acctest.MustSayNothing(t, plan.Diagnostics)
}

// TestPaidAccountWithWhatIsInIt creates an account and, in the same apply, writes what it has: its
// id is unknown until then, and its token is in no list that was read before.
func TestPaidAccountWithWhatIsInIt(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t)
	server.Script(mockserver.Fault{Operation: mockserver.CreatePaidAccount, Do: mockserver.After(func(*http.Request) {
		server.AddBrand(createdAccounts(server)[0].ID, mockserver.Brand{ID: 7, Name: "As found"})
	})})
	dir := inprocess.Open(server.Provider(t), nil)
	acctest.PlanAndApply(t, dir, server.Config(fmt.Sprintf(`
resource "videoindexer_paid_account" "new" {
  subscription_id      = %q
  resource_group       = "media"
  media_resource       = "newmedia"
  directory_tenant_id  = %q
  directory_connection = { application_id = %q, application_key = "k" }
  deletion_policy      = "abandon"
}
resource "videoindexer_brand" "there" {
  account_id = videoindexer_paid_account.new.account_id
  brand_id   = 7
  name       = "As configured"
}
`, subscriptionID, tenantID, applicationID)), inprocess.Options{})
	brand, _ := server.Brand(createdAccounts(server)[0].ID, 7)
	check.Equal(t, "As configured", brand.Name, "name of the brand of the new account")
}

// TestPaidAccountBadInput proves that a plan refuses each invalid argument by its name.
func TestPaidAccountBadInput(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		changed acctest.Values
		says    []string
	}{
		"subscription_id": {acctest.Values{"subscription_id": "mine"}, []string{`subscription_id "mine" is not a GUID`}},
		"application_id":  {withConnection(acctest.Values{"application_id": "mine"}), []string{`directory_connection.application_id "mine" is not a GUID`}},
		"empty group":     {acctest.Values{"resource_group": ""}, []string{"resource_group"}},
		"empty media":     {acctest.Values{"media_resource": ""}, []string{"media_resource"}},
		"empty tenant":    {acctest.Values{"directory_tenant_id": ""}, []string{"directory_tenant_id"}},
		"empty key":       {withConnection(acctest.Values{"application_key": ""}), []string{"application_key"}},
		"no key": {
			withConnection(acctest.Values{"application_key": nil}),
			[]string{"Set either application_key_wo (Terraform 1.11 or later) or application_key."},
		},
		"two keys": {
			withConnection(writeOnly("w", 1).With(acctest.Values{"application_key": "k"})),
			[]string{"Set either application_key_wo (Terraform 1.11 or later) or application_key."},
		},
		"key without version": {
			withConnection(acctest.Values{"application_key": nil, "application_key_wo": "w"}),
			[]string{"Set application_key_wo together with application_key_wo_version"},
		},
		"version without key":   {withConnection(acctest.Values{"application_key_wo_version": 1}), []string{"application_key_wo_version"}},
		"contract of no JSON":   {acctest.Values{"encryption_key_contract": "{"}, []string{"Invalid JSON String Value"}},
		"contract of no object": {acctest.Values{"encryption_key_contract": "[]"}, []string{"encryption_key_contract is not a JSON object"}},
		"contract of null":      {acctest.Values{"encryption_key_contract": "null"}, []string{"encryption_key_contract is not a JSON object"}},
		"location":              {acctest.Values{"location": "a/b"}, []string{"location", "slash"}},
		"deletion_policy": {
			acctest.Values{"deletion_policy": "delete"},
			[]string{`deletion_policy "delete" is not supported; use one of prevent, abandon.`},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			instance := acctest.NewServer(t).Protocol(t, nil).Instance(paidAccount)
			acctest.MustSay(t, instance.Validate(t.Context(), paidArguments(test.changed)), acctest.Failure, test.says...)
		})
	}
}

// TestPaidAccountReconnects moves a connection to another application, and its key into the state
// and out of it. Only what has changed is sent.
func TestPaidAccountReconnects(t *testing.T) {
	t.Parallel()
	const other = tenantID
	server := acctest.NewServer(t, mockserver.WithExtended())
	instance := server.Extended(t).Instance(paidAccount)
	instance.Run(paidArguments(withConnection(writeOnly("first", 1))))
	var sent []mockserver.MediaConnection
	for _, step := range []struct {
		name       string
		connection acctest.Values
		id, key    string // that are sent
	}{
		{"a key of the same version", writeOnly("second", 1), "", ""},
		{"another application", writeOnly("second", 2).With(acctest.Values{"application_id": other}), other, "second"},
		{"the key moves into the state", acctest.Values{"application_id": other}, other, applicationKey},
		{"the key moves out of the state", writeOnly("third", 1).With(acctest.Values{"application_id": other}), other, "third"},
	} {
		config := paidArguments(withConnection(step.connection))
		plan := instance.Run(config)
		if plan.IsReplacement || plan.IsUpdate != (step.id != "") {
			t.Fatalf("%s: replacement %t, update %t, want false and %t",
				step.name, plan.IsReplacement, plan.IsUpdate, step.id != "")
		}
		if step.id != "" {
			sent = append(sent, mockserver.MediaConnection{ApplicationID: step.id, ApplicationKey: step.key})
		}
		check.Equal(t, sent, server.MediaConnections(createdAccounts(server)[0].ID), "%s", step.name)
		instance.WantUnchanged(config)
	}
	imported := server.Extended(t).Instance(paidAccount)
	acctest.MustSucceed(t, imported.Import(t.Context(), createdAccounts(server)[0].ID))
	imported.Run(paidArguments(nil))
	check.Equal(t, sent, server.MediaConnections(createdAccounts(server)[0].ID), "after an import")
}
