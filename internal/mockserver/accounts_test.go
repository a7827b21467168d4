package mockserver_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

func TestListAccounts(t *testing.T) {
	t.Parallel()
	b, everywhere := newBench(t), newBench(t, mockserver.ListsAllLocations())
	for _, b := range []*bench{b, everywhere} {
		b.AddFurtherAccounts(location, 2)
		b.AddAccount(mockserver.Account{ID: missing, Location: location, Unlisted: true})
	}
	const second, trial = mockserver.SecondAccountID, mockserver.TrialAccountID
	equal(t, "accounts", b.send("GET "+accountsPath).each("id"), []any{account, second})
	equal(t, "of another location", b.send("GET /"+mockserver.TrialLocation+"/Accounts").each("id"), []any{trial})
	equal(t, "of every location", everywhere.send("GET "+accountsPath).each("id"), []any{account, second, trial})
	equal(t, "members", b.send("GET " + accountsPath).body[:len(`[{"accountType":"Paid","id":`)], `[{"accountType":"Paid","id":`)
	equal(t, "tokens not asked for", b.send("GET "+accountsPath).each("accessToken"), []any{nil, nil})

	list := ask{method: "GET", path: accountsPath + "?generateAccessTokens=true", token: b.UserToken(location, false)}
	read, _ := b.do(list).is(200).each("accessToken")[0].(string)
	list.path += "&allowEdit=true"
	b.do(list).fails(401, "USER_NOT_ALLOWED")
	list.token = b.UserToken(location, true)
	write, _ := b.do(list).is(200).each("accessToken")[0].(string)
	for token, status := range map[string]int{read: 401, write: 200} {
		b.do(ask{method: "GET", path: "~", token: token}).is(200)
		b.do(ask{method: "PUT", path: settingsPath, body: settingsBody, token: token}).is(status)
	}
}

func TestGetAccount(t *testing.T) {
	t.Parallel()
	b := newBench(t, mockserver.AccountAnswer(mockserver.ShapeObject))
	got := b.send("GET ~").is(200).object()
	equal(t, "members", keys(got), "accountType cName contributors createTime description id invitedContributors invitedReaders isPaid location"+
		" mediaDirectoryConnectionApplicationId mediaResource name owners quotaUsage readers state")
	equal(t, "quota members", len(got["quotaUsage"].(map[string]any)), 6)
	b.AddFurtherAccounts(location, 2)
	trial := b.send("GET /" + mockserver.TrialLocation + "/Accounts/" + mockserver.TrialAccountID).is(200).object()
	equalText(t, "of a trial account", "<nil> <nil> <nil> false",
		trial["location"], trial["mediaResource"], trial["mediaDirectoryConnectionApplicationId"], trial["isPaid"])
	b.send("GET /eastus/Accounts/"+account).fails(400, "ACCOUNT_NOT_FOUND")
	b.do(ask{method: "GET", path: "/WestUS2/Accounts/" + strings.ToUpper(account)}).is(200)
}

func TestCreatePaidAccount(t *testing.T) {
	t.Parallel()
	clock := newClock()
	b := newBench(t, mockserver.WithClock(clock.Now))
	created := b.send("POST "+accountsPath, accountBody).is(201).object()
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
	again := b.send("POST "+accountsPath, but(accountBody, `Contract":null`, `Contract":{"kind":"customer"}`)).is(201).object()
	equal(t, "two accounts with one id", again["id"] == created["id"], false)
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

// TestConnections changes the media services (X24) and the image model (X25, X26) of an account.
func TestConnections(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.send("PATCH ~/MediaServices", mediaBody).is(204)
	b.send("PATCH ~/MediaServices", `{"resourceGroup":"h"}`).is(204)
	equal(t, "connections", b.MediaConnections(account), []mockserver.MediaConnection{
		{SubscriptionID: missing, ResourceGroup: "g", ApplicationID: missing, ApplicationKey: "secret"}, {ResourceGroup: "h"},
	})
	info, _ := b.Account(account)
	equal(t, "application", info.MediaDirectoryConnectionApplicationID, missing)

	b.send("PUT ~/ImageModel", imageModelBody).is(200)
	m, _ := b.ImageModel(account)
	equal(t, "keys", []string{m.TrainingKey, m.PredictionKey}, []string{"t", "p"})
	if shown := b.send("GET ~/ImageModel").is(200).object(); keys(shown) != "endpoint predictionResourceId" {
		t.Errorf("the image model shows %v", shown)
	}
	b.send("DELETE ~/ImageModel").is(204)
	_, connected := b.ImageModel(account)
	equal(t, "connected", connected, false)
}

// TestCharacters gives characters names (10), which are tags of the image model.
func TestCharacters(t *testing.T) {
	t.Parallel()
	b := newBench(t).furnish()
	for _, name := range []string{"Unknown 1", "UNKNOWN 1", "Ann"} {
		b.send("PUT "+renamePath, `{"name":"`+name+`"}`).is(204)
		equal(t, "name", b.video().Characters[0].Name, name)
	}
	b.AddVideo(account, mockserver.Video{ID: "v2", AnimationModelID: "m1", Characters: []mockserver.Character{{ID: 1, Name: "Cy"}}})
	b.AddVideo(account, mockserver.Video{ID: "v3", AnimationModelID: "m2", Characters: []mockserver.Character{{ID: 1, Name: "Al"}}})
	b.send("PUT "+renamePath, `{"name":"cy"}`).fails(400, "ALREADY_EXISTS")
	b.send("PUT "+renamePath, `{"name":"Al"}`).is(204)
}
