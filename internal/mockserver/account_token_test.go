package mockserver_test

import (
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const accountTokenPath = "/auth/" + location + "/Accounts/" + account + "/AccessToken"

func TestAccountToken(t *testing.T) {
	t.Parallel()
	st := newExtended(t)
	var read, write string
	st.do(ask{method: "GET", path: accountTokenPath}).is(200).into(&read)
	st.do(ask{method: "GET", path: accountTokenPath + "?allowEdit=true"}).is(200).into(&write)
	st.token = read
	st.send("GET", brandsPath, "").is(200)
	st.createBrand("Aster").is(401)
	st.token = write
	st.createBrand("Aster").is(201)

	st = newExtended(t, mockserver.TokenBody(mockserver.TokenBare))
	same(t, st.do(ask{method: "GET", path: accountTokenPath}).is(200).body, st.IssuedTokens()[1])
}

func TestAccountTokenRefusals(t *testing.T) {
	t.Parallel()
	const hidden = "11111111-2222-4333-8444-555555555555"
	st := newExtended(t)
	st.refuses = true
	st.AddAccount(mockserver.Account{ID: hidden, Location: location, Unlisted: true})
	for _, path := range []string{
		"/auth/" + location + "/Accounts/" + missing + "/AccessToken",
		"/auth/" + location + "/Accounts/" + hidden + "/AccessToken",
		"/auth/eastus/Accounts/" + account + "/AccessToken",
	} {
		st.do(ask{method: "GET", path: path}).fails(401, "USER_NOT_ALLOWED")
	}
	st.do(ask{method: "GET", path: accountTokenPath, noKey: true}).fails(401, "USER_NOT_ALLOWED")
	st.do(ask{method: "GET", path: accountTokenPath + "?allowEdit=1"}).fails(400, "INVALID_INPUT")
	st.do(ask{method: "GET", path: "/auth/" + location + "/Accounts/mine/AccessToken"}).fails(400, "INVALID_INPUT")
	st.expectViolations("the subscription key is missing", "allowEdit is not a boolean", "accountId is not a GUID")
}
