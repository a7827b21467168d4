package videoindexer

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

const (
	askDirect      = "GET /auth/" + testLocation + "/Accounts/" + testAccountID + "/AccessToken"
	askDirectWrite = askDirect + "?allowEdit=true"
)

// startDirect is an issuer with X22, which answers it with a status and body; status 0 stands for a token, bare where
// there is a body.
func startDirect(tb testing.TB, status int, body string, change ...func(*Config)) (*issuer, *Client) {
	tb.Helper()
	s := newIssuer()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasPrefix(r.URL.Path, "/auth/"+testLocation+"/Accounts/") {
			s.ServeHTTP(w, r)
			return
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		s.log = append(s.log, r.Method+" "+r.RequestURI)
		if key := r.Header.Get("Ocp-Apim-Subscription-Key"); key != testKey || r.Header.Get("Authorization") != "" {
			tb.Errorf("key %q, and a token: %q", key, r.Header.Get("Authorization"))
		}
		if status != 0 {
			w.WriteHeader(status)
			_, _ = io.WriteString(w, body)
			return
		}
		value := s.issue("direct")
		if body == "" {
			value = fmt.Sprintf("%q", value)
		}
		_, _ = io.WriteString(w, value)
	}))
	tb.Cleanup(server.Close)
	return s, dial(tb, server.URL, append([]func(*Config){keyAlone, extended, noRetries}, change...)...)
}

// TestAccountTokenOfTheContract takes the two requests of the contract where the service lacks X22, which is asked once.
func TestAccountTokenOfTheContract(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]reply{
		"404 of a gateway": {status: http.StatusNotFound, body: `{"statusCode":404,"message":"Resource not found"}`},
		"405":              {status: http.StatusMethodNotAllowed},
		"501":              {status: http.StatusNotImplemented},
		"a page":           {status: http.StatusOK, body: "<html><body>Welcome</body></html>"},
		"nothing":          {status: http.StatusOK},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, c := startDirect(t, answer.status, answer.body)
			for _, r := range []request{reading(), writing()} {
				if _, err := c.Do(t.Context(), r); err != nil {
					t.Fatal(err)
				}
			}
			wantAsked(t, s, askDirect, askUser, askList, askUserWrite, askListWrite)
		})
	}
}

// TestAccountTokenRefused has X22 refuse: the requests of the contract show why, or obtain the token.
func TestAccountTokenRefused(t *testing.T) {
	t.Parallel()
	for _, status := range []int{http.StatusBadRequest, http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound} {
		t.Run(fmt.Sprint(status), func(t *testing.T) {
			t.Parallel()
			s, c := startDirect(t, status, `{"ErrorType":"USER_NOT_ALLOWED","Message":"no"}`)
			for _, r := range []request{reading(), writing()} { // it is asked again: it may allow the one and not the other
				if _, err := c.Do(t.Context(), r); err != nil {
					t.Fatal(err)
				}
			}
			wantAsked(t, s, askDirect, askUser, askList, askDirectWrite, askUserWrite, askListWrite)

			s, c = startDirect(t, status, `{"ErrorType":"ACCOUNT_NOT_FOUND","Message":"no"}`)
			s.accounts = []string{neighborID}
			_, err := c.Do(t.Context(), reading())
			if !IsA[*AccountNotListedError](err) {
				t.Errorf("error %v", err)
			}
		})
	}
}

// TestAccountTokenFails returns a failure of the service as it is, and asks for nothing else, least of all after a
// 429.
func TestAccountTokenFails(t *testing.T) {
	t.Parallel()
	for _, status := range []int{http.StatusTooManyRequests, http.StatusInternalServerError} {
		s, c := startDirect(t, status, `{"ErrorType":"GENERAL","Message":"x"}`)
		_, err := c.Do(t.Context(), reading())
		if answer, ok := errors.AsType[*APIError](err); !ok || answer.Status != status || !IsA[*TokenError](err) {
			t.Errorf("%d: error %v", status, err)
		}
		wantAsked(t, s, askDirect)
	}
	_, c := startDirect(t, 0, "", onlyToken, func(config *Config) { config.AccessToken = testToken })
	if _, err := c.GetAccountAccessToken(t.Context(), testAccount, Read); !IsA[*MissingCredentialError](err) {
		t.Errorf("error %v", err)
	}
	broken := serve(t, reply{status: http.StatusInternalServerError}.ServeHTTP, keyAlone, noRetries)
	if _, err := broken.SupportedOperations(t.Context(), testAccount); err == nil || !strings.Contains(err.Error(), "get account access token") {
		t.Errorf("what is supported: error %v", err)
	}
}
