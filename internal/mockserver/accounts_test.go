package mockserver_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

type summary struct{ ID, Name, Location, AccountType, AccessToken string }

func TestListAccounts(t *testing.T) {
	t.Parallel()
	setUp := func(opts ...mockserver.Option) *bench {
		b := newBench(t, opts...)
		b.AddAccount(mockserver.Account{ID: missing, Name: "try", Location: "trial", AccountType: "Trial"})
		hidden := mockserver.DefaultAccount()
		hidden.ID, hidden.Unlisted = "11111111-2222-4333-8444-555555555555", true
		b.AddAccount(hidden)
		return b
	}
	list := func(b *bench, query string) []summary {
		var got []summary
		b.do(ask{method: "GET", path: "/" + location + "/Accounts" + query, token: b.UserToken(location, true)}).is(200).into(&got)
		return got
	}
	mine := summary{ID: account, Name: "mock-account", Location: location, AccountType: "Paid"}

	b := setUp()
	equal(t, "accounts", list(b, ""), []summary{mine})
	equal(t, "without tokens", list(b, "?generateAccessTokens=false"), []summary{mine})
	equal(t, "everywhere", list(setUp(mockserver.ListsAllLocations()), ""),
		[]summary{mine, {ID: missing, Name: "try", Location: "trial", AccountType: "Trial"}})

	for query, status := range map[string]int{"?generateAccessTokens=true": 401, "?generateAccessTokens=true&allowEdit=true": 200} {
		token := list(b, query)[0].AccessToken
		b.do(ask{method: "GET", path: "~", token: token}).is(200)
		put := ask{method: "PUT", path: "~/Customization/BrandsModelSettings", token: token, body: `{"state":true,"useBuiltIn":true}`}
		b.do(put).is(status)
	}
	b.expectViolations()

	raw := func(opts ...mockserver.Option) string {
		b := setUp(opts...)
		return b.do(ask{method: "GET", path: "/" + location + "/Accounts", token: b.UserToken(location, false)}).body
	}
	if body := raw(); strings.Contains(body, "accessToken") {
		t.Errorf("a token that nobody asked for: %s", body)
	}
	if body := setUp().do(ask{method: "GET", path: "/eastus/Accounts", token: b.UserToken("eastus", false)}).body; strings.Contains(body, account) {
		t.Errorf("an account of another location: %s", body)
	}
}

func TestListAccountsWithWriteTokens(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	list := ask{method: "GET", path: "/" + location + "/Accounts?generateAccessTokens=true&allowEdit=true"}
	list.token = b.UserToken(location, false)
	b.do(list).fails(401, "USER_NOT_ALLOWED")
	list.token = b.UserToken(location, true)
	b.do(list).is(200)
	list.path = strings.Replace(list.path, "Tokens=true", "Tokens=1", 1)
	b.do(list).fails(400, "INVALID_INPUT")
	b.expectViolations("generateAccessTokens is not a boolean")
}

func TestGetAccount(t *testing.T) {
	t.Parallel()
	get := func(query string, opts ...mockserver.Option) map[string]any {
		b := newBench(t, opts...)
		var got []map[string]any
		b.do(ask{method: "GET", path: "~" + query, token: b.read()}).is(200).into(&got)
		if len(got) != 1 {
			t.Fatalf("%d accounts", len(got))
		}
		return got[0]
	}
	const documented = "accountType cName contributors createTime description id invitedContributors invitedReaders isPaid location" +
		" mediaDirectoryConnectionApplicationId mediaResource name owners quotaUsage readers state"
	got := get("")
	equal(t, "members", keys(got), documented)
	equal(t, "createTime", got["createTime"], any("2024-03-05T09:30:15.25"))
	equal(t, "isPaid", got["isPaid"], any(true))
	equal(t, "owner", got["owners"].([]any)[0].(map[string]any)["email"], any(mockserver.DefaultUserEmail))
	equal(t, "readers", got["readers"], any([]any{}))
	equal(t, "quota members", len(got["quotaUsage"].(map[string]any)), 6)

	for query, added := range map[string]string{"includeMediaInfo": "mediaInfo", "includeStatistics": "statistics"} {
		equal(t, query, get("?" + query + "=true")[added] != nil, true)
		equal(t, query, get("?" + query + "=false")[added] != nil, false)
	}
	for query, shown := range map[string]bool{"?includeUsage=true": true, "?includeUsage=false": false} {
		equal(t, "quota with "+query, get(query)["quotaUsage"] != nil, shown)
	}
	equal(t, "e-mails", get("", mockserver.PeopleAsEmails())["owners"], any([]any{mockserver.DefaultUserEmail}))
	equal(t, "time", get("", mockserver.Timestamps(mockserver.TimeForm{Zone: "+00:00", FractionDigits: 7}))["createTime"],
		any("2024-03-05T09:30:15.2500000+00:00"))
}

func TestGetAccountShapes(t *testing.T) {
	t.Parallel()
	b := newBench(t, mockserver.AccountAnswer(mockserver.ShapeObject))
	equal(t, "id", b.do(ask{method: "GET", path: "~", token: b.read()}).is(200).object()["id"], any(account))

	b.AddAccount(mockserver.Account{ID: missing, Location: "trial", AccountType: "Trial"})
	trial := b.do(ask{method: "GET", path: "/trial/Accounts/" + missing, token: b.AccountToken("trial", missing, false)}).is(200).object()
	for _, member := range []string{"location", "mediaResource", "mediaDirectoryConnectionApplicationId"} {
		equal(t, member, trial[member], nil)
	}
	equal(t, "isPaid", trial["isPaid"], any(false))

	elsewhere := ask{method: "GET", path: "/eastus/Accounts/" + account, token: b.AccountToken("eastus", account, false)}
	b.do(elsewhere).fails(400, "ACCOUNT_NOT_FOUND")
	upper := ask{method: "GET", path: "/WestUS2/Accounts/" + strings.ToUpper(account), token: b.read()}
	b.do(upper).is(200)
}

const newAccount = `{"subscriptionId":"7a1de4f4-5bd5-4c3c-9ad8-a64ae4e6a5d1","resourceGroup":"group","resource":"media1",
	"directoryTenantId":"tenant.example","directoryConnection":{"applicationId":"93bd6b47-5a2e-4b2c-8b5e-5c4d3e2f1a0b",
	"applicationKey":"hush"},"accountEncryptionKeyContract":null,"autoScale":true}`

func (b *bench) create(body string) answered {
	b.t.Helper()
	return b.do(ask{
		method: "POST", path: "/" + location + "/Accounts", body: body, token: b.UserToken(location, true),
		header: map[string]string{"Content-Type": "application/json"},
	})
}

func TestCreatePaidAccount(t *testing.T) {
	t.Parallel()
	clock := newClock()
	b := newBench(t, mockserver.WithClock(clock.Now))
	created := b.create(newAccount).is(201).object()
	all := b.Accounts()
	if len(all) != 2 || created["id"] != all[1].ID {
		t.Fatalf("%d accounts, created %v", len(all), created)
	}
	got := all[1]
	equal(t, "account", []any{got.Location, got.AccountType, got.State, got.MediaResource, got.MediaDirectoryConnectionApplicationID, got.CreateTime},
		[]any{location, "Paid", "Active", "media1", "93bd6b47-5a2e-4b2c-8b5e-5c4d3e2f1a0b", clock.Now()})
	if state, _ := json.Marshal(got); strings.Contains(string(state), "hush") {
		t.Error("the service keeps the application key")
	}
	again := b.create(newAccount).is(201).object()
	if again["id"] == created["id"] {
		t.Error("two accounts with one id")
	}
	b.create(strings.Replace(newAccount, `"accountEncryptionKeyContract":null`, `"accountEncryptionKeyContract":{"kind":"customer"}`, 1)).is(201)
	b.expectViolations()

	equal(t, "array", strings.HasPrefix(newBench(t, mockserver.CreatedAccountAnswer(mockserver.ShapeArray)).create(newAccount).is(201).body, "[{"), true)
	equal(t, "nothing", newBench(t, mockserver.CreatedAccountAnswer(mockserver.ShapeNothing)).create(newAccount).is(201).body, "")
}

func TestCreatePaidAccountErrors(t *testing.T) {
	t.Parallel()
	trial := newBench(t)
	trial.do(ask{
		method: "POST", path: "/" + mockserver.TrialLocation + "/Accounts", body: newAccount, token: trial.UserToken(mockserver.TrialLocation, true),
		header: map[string]string{"Content-Type": "application/json"},
	}).fails(403, "OPERATION_NOT_SUPPORTED_ON_TRIAL")
	for i, body := range []string{
		strings.Replace(newAccount, `"autoScale"`, `"autoscale"`, 1),
		strings.Replace(newAccount, `"resource":"media1",`, ``, 1),
		strings.Replace(newAccount, `"media1"`, `""`, 1),
		strings.Replace(newAccount, `7a1de4f4-`, ``, 1),
		strings.Replace(newAccount, `93bd6b47-`, ``, 1),
		strings.Replace(newAccount, `"hush"`, `null`, 1),
		strings.Replace(newAccount, `"autoScale":true`, `"autoScale":"true"`, 1),
		strings.Replace(newAccount, `"accountEncryptionKeyContract":null`, `"accountEncryptionKeyContract":"x"`, 1),
	} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			b.create(body).fails(400, "INVALID_INPUT")
			equal(t, "accounts", len(b.Accounts()), 1)
			equal(t, "violations", len(b.Violations()), 1)
		})
	}
}

func TestAddAccountKeepsWhatAnAccountHolds(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	renamed := mockserver.DefaultAccount()
	renamed.Name, renamed.CreateTime = "renamed", time.Time{}
	b.AddAccount(renamed)
	got, _ := b.Account(strings.ToUpper(account))
	equal(t, "name", got.Name, "renamed")
	equal(t, "brands", len(b.Brands(account)), 3)
}
