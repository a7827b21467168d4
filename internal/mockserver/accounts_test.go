package mockserver_test

import (
	"strings"
	"testing"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

func TestListAccounts(t *testing.T) {
	t.Parallel()
	b, everywhere := newFixture(t), newFixture(t, mockserver.ListsAllLocations())
	for _, b := range []*fixture{b, everywhere} {
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

func TestAddAccountKeepsWhatAnAccountHolds(t *testing.T) {
	t.Parallel()
	b := newFixture(t)
	renamed := mockserver.DefaultAccount()
	renamed.Name, renamed.CreateTime = "renamed", time.Time{}
	b.AddAccount(renamed)
	got, _ := b.Account(strings.ToUpper(account))
	equal(t, "name", got.Name, "renamed")
	equal(t, "brands", len(b.Brands(account)), 3)
}

// TestCharacters gives characters names (10), which are tags of the image model.
func TestCharacters(t *testing.T) {
	t.Parallel()
	b := newFixture(t).furnish()
	for _, name := range []string{"Unknown 1", "UNKNOWN 1", "Ann"} {
		b.send("PUT "+renamePath, `{"name":"`+name+`"}`).is(204)
		equal(t, "name", b.video().Characters[0].Name, name)
	}
	b.AddVideo(account, mockserver.Video{ID: "v2", AnimationModelID: "m1", Characters: []mockserver.Character{{ID: 1, Name: "Cy"}}})
	b.AddVideo(account, mockserver.Video{ID: "v3", AnimationModelID: "m2", Characters: []mockserver.Character{{ID: 1, Name: "Al"}}})
	b.send("PUT "+renamePath, `{"name":"cy"}`).fails(400, "ALREADY_EXISTS")
	b.send("PUT "+renamePath, `{"name":"Al"}`).is(204)
}
