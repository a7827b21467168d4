package mockserver_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// operations are the endpoints that take a token, with the scopes of the contract's table.
var operations = []struct {
	number       int
	method, path string
	scopes       string
	write        bool
	public       bool
}{
	{3, "GET", "/" + location + "/Accounts", "user", false, false},
	{4, "POST", "/" + location + "/Accounts", "user", true, false},
	{5, "GET", "~", "account", false, false},
	{6, "GET", "~/ImageModel", "account", false, false},
	{7, "PUT", "~/Videos/v/ReIndex", "account video", true, false},
	{8, "GET", "~/Videos/v/Captions", "account video", false, true},
	{9, "PUT", "~/Videos/v/Index/Transcript", "account video", true, false},
	{10, "PUT", "~/Videos/v/Index/AnimationCharacters/1", "account", true, false},
	{11, "DELETE", "~/Videos/v", "account video", true, false},
	{12, "GET", "~/Videos/v/SourceFile/DownloadUrl", "account video", false, true},
	{13, "GET", "~/Videos/v/InsightsWidget", "video", false, true},
	{14, "POST", "~/Projects/p/render", "account", true, false},
	{15, "DELETE", "~/Projects/p", "account project", true, false},
	{16, "GET", "~/Customization/Brands/1001", "account", false, false},
	{17, "PUT", "~/Customization/Brands/1001", "account", true, false},
	{18, "PUT", "~/Customization/BrandsModelSettings", "account", true, false},
	{19, "POST", "~/Customization/Language", "account", true, false},
	{20, "PUT", "~/Customization/Language/" + missing, "account", true, false},
	{21, "DELETE", "~/Customization/Language/" + missing + "/Files/" + missing, "account", true, false},
	{22, "GET", "~/Customization/PersonModels/" + missing + "/Persons/" + missing + "/Faces", "account", false, false},
}

func TestScopes(t *testing.T) {
	t.Parallel()
	for _, op := range operations {
		t.Run(fmt.Sprint(op.number), func(t *testing.T) {
			t.Parallel()
			for _, scope := range []string{"user", "account", "video", "project"} {
				for _, write := range []bool{false, true} {
					b := newBench(t)
					b.AddVideo(account, mockserver.Video{ID: "v", Private: true})
					b.AddProject(account, mockserver.Project{ID: "p"})
					token := map[string]string{
						"user":    b.UserToken(location, write),
						"account": b.AccountToken(location, account, write),
						"video":   b.VideoToken(location, account, "v", write),
						"project": b.ProjectToken(location, account, "p", write),
					}[scope]
					got := b.do(ask{method: op.method, path: op.path, token: token})
					allowed := slices.Contains(strings.Fields(op.scopes), scope) && (write || !op.write)
					if allowed != (got.status != http.StatusUnauthorized) {
						t.Errorf("%s token, write %t: status %d, want it allowed: %t", scope, write, got.status, allowed)
					}
					if !allowed && !strings.Contains(got.body, `"USER_NOT_ALLOWED"`) {
						t.Errorf("%s token, write %t: body %s", scope, write, got.body)
					}
					if n := b.Requests()[0].Endpoint; n != op.number {
						t.Errorf("%s %s is endpoint %d, want %d", op.method, op.path, n, op.number)
					}
				}
			}
		})
	}
}

func TestTokensThatAreRefused(t *testing.T) {
	t.Parallel()
	const other = "00000000-1111-4222-8333-444444444444"
	for _, op := range operations {
		t.Run(fmt.Sprint(op.number), func(t *testing.T) {
			t.Parallel()
			clock := newClock()
			b := newBench(t, mockserver.WithClock(clock.Now), mockserver.TokenLifetime(time.Minute))
			b.AddVideo(account, mockserver.Video{ID: "v", Private: true})
			expired := b.AccountToken(location, account, true)
			if strings.HasPrefix(op.scopes, "user") {
				expired = b.UserToken(location, true)
			}
			clock.pass(time.Minute)
			for what, token := range map[string]string{
				"none":                 "",
				"unknown":              "eyJhbGciOiJIUzI1NiJ9.nonsense.nonsense",
				"expired":              expired,
				"of another account":   b.AccountToken(location, other, true),
				"of another video":     b.VideoToken(location, account, "w", true),
				"of another project":   b.ProjectToken(location, account, "q", true),
				"of another location":  b.AccountToken("eastus", account, true),
				"of a user, elsewhere": b.UserToken("eastus", true),
			} {
				got := b.do(ask{method: op.method, path: op.path, token: token})
				if got.status != http.StatusUnauthorized || !strings.Contains(got.body, `"USER_NOT_ALLOWED"`) {
					t.Errorf("token %s: %d %s", what, got.status, got.body)
				}
			}
		})
	}
}

func TestUserToken(t *testing.T) {
	t.Parallel()
	const path = "/auth/" + location + "/Users/me/AccessToken"
	b := newBench(t)
	var read, write string
	b.do(ask{method: "GET", path: path}).is(200).into(&read)
	b.do(ask{method: "GET", path: path + "?allowEdit=true"}).is(200).into(&write)
	equal(t, "issued", b.IssuedTokens(), []string{read, write})
	create := ask{method: "POST", path: "/" + location + "/Accounts", body: "{}"}
	create.token = read
	b.do(create).is(401)
	create.token = write
	b.do(create).is(400)
	b.expectViolations("lacks the member")

	b.do(ask{method: "GET", path: path, noKey: true}).fails(401, "USER_NOT_ALLOWED")
	b.do(ask{method: "GET", path: path, header: map[string]string{"Ocp-Apim-Subscription-Key": "other"}}).fails(401, "USER_NOT_ALLOWED")
	b.do(ask{method: "GET", path: path + "?allowEdit=1"}).fails(400, "INVALID_INPUT")
	b.do(ask{method: "GET", path: path + "?accessToken=x"}).fails(400, "INVALID_INPUT")
	b.expectViolations("lacks the member", "key is missing", "allowEdit is not a boolean", "unknown query parameter")
}

func TestTokenBodies(t *testing.T) {
	t.Parallel()
	for form, want := range map[mockserver.TokenBodyForm]string{
		mockserver.TokenQuoted:       `"%s"`,
		mockserver.TokenBare:         `%s`,
		mockserver.TokenQuotedSpaced: "\r\n\t \"%s\" \r\n",
		mockserver.TokenBareSpaced:   "\r\n\t %s \r\n",
	} {
		b := newBench(t, mockserver.TokenBody(form))
		got := b.do(ask{method: "GET", path: "/auth/" + location + "/Users/me/AccessToken"}).is(200)
		equal(t, "body", got.body, fmt.Sprintf(want, b.IssuedTokens()[0]))
	}
}

func TestProjectTokenOfAccountsThatAreNotTheUsers(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	hidden := mockserver.DefaultAccount()
	hidden.ID, hidden.Unlisted = missing, true
	b.AddAccount(hidden)
	b.AddProject(missing, mockserver.Project{ID: "p"})
	for _, path := range []string{
		location + "/Accounts/" + missing,
		location + "/Accounts/00000000-1111-4222-8333-444444444444",
		"eastus/Accounts/" + account,
	} {
		got := b.do(ask{method: "GET", path: "/auth/" + path + "/Projects/p/AccessToken"}).is(401)
		equal(t, "type", got.object()["errorType"], any("USER_NOT_ALLOWED"))
	}
}

func TestRevocation(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	brand := ask{method: "GET", path: "~/Customization/Brands/1001", token: b.read()}
	b.do(brand).is(200)
	b.RevokeTokens()
	b.do(brand).is(401)
	brand.token = b.read()
	b.do(brand).is(200)
	b.RevokeKey(key)
	b.do(brand).is(401)
	brand.noKey = true
	b.do(brand).is(200)
	b.SetKey("next")
	brand.header = map[string]string{"Ocp-Apim-Subscription-Key": "next"}
	b.do(brand).is(200)
}

func TestKeyOnOperations(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		rule       mockserver.KeyRule
		status     int
		violations []string
	}{
		{mockserver.KeyWhereListed, 200, []string{"endpoint 5: GET /westus2/Accounts/" + account + ": the subscription key is missing"}},
		{mockserver.KeyOptional, 200, nil},
		{mockserver.KeyRequired, 401, nil},
	} {
		b := newBench(t, mockserver.KeyOnOperations(tc.rule))
		b.do(ask{method: "GET", path: "~", token: b.read(), noKey: true}).is(tc.status)
		b.do(ask{method: "GET", path: "~/Customization/Brands/1001", token: b.read(), noKey: true}).is(tc.status)
		b.expectViolations(tc.violations...)
		b.do(ask{method: "GET", path: "~", token: b.read()}).is(200)
	}
}

func TestWhereTheTokenGoes(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.do(ask{method: "GET", path: "~/Customization/Brands/1001?accessToken=" + b.read()}).is(200)
	b.expectViolations("token in query")
	for _, token := range b.IssuedTokens() {
		if strings.Contains(strings.Join(b.Violations(), ""), token) {
			t.Error("a violation holds a token")
		}
	}
	b.do(ask{method: "GET", path: "~/Customization/Brands/1001", header: map[string]string{"Authorization": "Basic " + b.read()}}).is(401)
	b.expectViolations("token in query", "not a bearer token")
}

func TestTokenUses(t *testing.T) {
	t.Parallel()
	b := newBench(t, mockserver.TokenUses(2))
	token := b.UserToken(location, false)
	for call, want := range []int{http.StatusOK, http.StatusOK, http.StatusUnauthorized} {
		if got := b.do(ask{method: http.MethodGet, path: "/" + location + "/Accounts", token: token}); got.status != want {
			t.Errorf("call %d: %d, want %d", call+1, got.status, want)
		}
	}
}
