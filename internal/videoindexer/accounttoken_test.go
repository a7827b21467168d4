package videoindexer

import (
	"errors"
	"net/http"
	"strings"
	"testing"
)

const (
	askDirect      = "GET /auth/" + testLocation + "/Accounts/" + testAccountID + "/AccessToken"
	askDirectWrite = askDirect + "?allowEdit=true"
)

// startDirect is an issuer with X22, which it answers in one way.
func startDirect(tb testing.TB, answer reply, change ...func(*Config)) (*issuer, *Client) {
	tb.Helper()
	s, c := startIssuer(tb, append([]func(*Config){extended, noRetries}, change...)...)
	s.direct = func(w http.ResponseWriter, r *http.Request) {
		if key := r.Header.Get("Ocp-Apim-Subscription-Key"); key != testKey || r.Header.Get("Authorization") != "" {
			tb.Errorf("key %q, and a token: %q", key, r.Header.Get("Authorization"))
		}
		answer.ServeHTTP(w, r)
	}
	return s, c
}

// TestAccountToken takes the two requests of the contract where the service lacks X22, which is asked once, or where X22 refuses: they
// show why, or obtain the token. A failure of the service is returned as it is, and nothing else is asked for, least of all after a 429.
func TestAccountToken(t *testing.T) {
	t.Parallel()
	const notAllowed = `{"ErrorType":"USER_NOT_ALLOWED","Message":"no"}`
	lacking := []string{askDirect, askUser, askList, askUserWrite, askListWrite}
	again := []string{askDirect, askUser, askList, askDirectWrite, askUserWrite, askListWrite} // it may allow the one and not the other
	for name, test := range map[string]struct {
		answer reply
		want   []string
		fails  bool
	}{
		"404 of a gateway": {reply{status: http.StatusNotFound, body: `{"statusCode":404,"message":"Resource not found"}`}, lacking, false},
		"405":              {reply{status: http.StatusMethodNotAllowed}, lacking, false},
		"501":              {reply{status: http.StatusNotImplemented}, lacking, false},
		"a page":           {reply{status: http.StatusOK, body: "<html><body>Welcome</body></html>"}, lacking, false},
		"nothing":          {reply{status: http.StatusOK}, lacking, false},
		"400":              {reply{status: http.StatusBadRequest, body: notAllowed}, again, false},
		"401":              {reply{status: http.StatusUnauthorized, body: notAllowed}, again, false},
		"403":              {reply{status: http.StatusForbidden, body: notAllowed}, again, false},
		"404":              {refusal(http.StatusNotFound, ErrorTypeAccountNotFound), again, false},
		"429":              {refusal(http.StatusTooManyRequests, ErrorTypeGeneral), []string{askDirect}, true},
		"500":              {refusal(http.StatusInternalServerError, ErrorTypeGeneral), []string{askDirect}, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, c := startDirect(t, test.answer)
			_, err := c.Do(t.Context(), reading())
			answer, isAnswer := errors.AsType[*APIError](err)
			if (err != nil) != test.fails || test.fails && (!isAnswer || answer.Status != test.answer.status || !IsA[*TokenError](err)) {
				t.Fatal(err)
			}
			if !test.fails {
				if _, err := c.Do(t.Context(), creating()); err != nil {
					t.Fatal(err)
				}
			}
			wantAsked(t, s, test.want...)
		})
	}
}

// TestAccountTokenWithoutAccount has an error say that the account is not among those of the key, or which token could not be obtained.
func TestAccountTokenWithoutAccount(t *testing.T) {
	t.Parallel()
	s, c := startDirect(t, refusal(http.StatusNotFound, ErrorTypeAccountNotFound))
	s.accounts = []string{neighborID}
	if _, err := c.Do(t.Context(), reading()); !IsA[*AccountNotListedError](err) {
		t.Errorf("error %v", err)
	}
	broken := serve(t, reply{status: http.StatusInternalServerError}.ServeHTTP, keyAlone, noRetries)
	if _, err := broken.SupportedOperations(t.Context(), testAccount); err == nil || !strings.Contains(err.Error(), "get account access token") {
		t.Errorf("what is supported: error %v", err)
	}
}
