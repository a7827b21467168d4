package videoindexer

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
)

const neighborID = "aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee"

// issuer is a service that issues tokens, revokes them and refuses what it has not issued.
type issuer struct {
	mu       sync.Mutex
	issued   int
	valid    map[string]bool
	log      []string // method, path and query of what was asked for
	tokens   []string // of the requests that are not about tokens
	answer   http.HandlerFunc
	direct   http.HandlerFunc // what answers X22
	accounts []string
}

func (i *issuer) issue(kind string) string {
	i.issued++
	value := fmt.Sprintf("%s-%d", kind, i.issued)
	i.valid[value] = true
	return value
}

func (i *issuer) revokeAll() {
	i.mu.Lock()
	defer i.mu.Unlock()
	clear(i.valid)
}

func (i *issuer) asked() []string {
	i.mu.Lock()
	defer i.mu.Unlock()
	return slices.Clone(i.log)
}

func (i *issuer) carried() []string {
	i.mu.Lock()
	defer i.mu.Unlock()
	return slices.Clone(i.tokens)
}

func (i *issuer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	i.mu.Lock()
	defer i.mu.Unlock()
	value := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	path, isAuth := strings.CutPrefix(r.URL.Path, "/auth")
	isList := path == "/"+testLocation+"/Accounts"
	if isAuth || isList {
		i.log = append(i.log, r.Method+" "+r.RequestURI)
	} else {
		i.tokens = append(i.tokens, value)
	}
	switch {
	case isAuth && strings.HasPrefix(path, "/"+testLocation+"/Accounts/"):
		i.direct(w, r)
	case isAuth:
		_, _ = fmt.Fprintf(w, "%q", i.issue("user"))
	case !i.valid[value]:
		w.WriteHeader(http.StatusUnauthorized)
		_, _ = fmt.Fprintf(w, `{"ErrorType":"USER_NOT_ALLOWED","Message":"refused %d"}`, len(i.tokens))
	case isList:
		if r.URL.RawQuery == "" {
			_, _ = io.WriteString(w, "[]")
			return
		}
		var elements []string
		for _, id := range i.accounts {
			// The name has the wrong type, which must not matter to a caller that needs the token.
			elements = append(elements, fmt.Sprintf(`{"id":%q,"name":7,"accessToken":%q}`, id, i.issue("account")))
		}
		_, _ = io.WriteString(w, "["+strings.Join(elements, ",")+"]")
	case i.answer != nil:
		i.answer(w, r)
	}
}

func newIssuer() *issuer {
	return &issuer{valid: map[string]bool{}, accounts: []string{neighborID, strings.ToUpper(testAccountID)}}
}

func startIssuer(tb testing.TB, change ...func(*Config)) (*issuer, *Client) {
	tb.Helper()
	s := newIssuer()
	server := httptest.NewServer(s)
	tb.Cleanup(server.Close)
	return s, dial(tb, server.URL, append([]func(*Config){keyAlone}, change...)...)
}

const (
	askUser      = "GET /auth/" + testLocation + "/Users/me/AccessToken"
	askUserWrite = askUser + "?allowEdit=true"
	askList      = "GET /" + testLocation + "/Accounts?generateAccessTokens=true"
	askListWrite = "GET /" + testLocation + "/Accounts?allowEdit=true&generateAccessTokens=true"
)

func wantAsked(t *testing.T, i *issuer, want ...string) {
	t.Helper()
	check.Equal(t, want, i.asked(), "token requests")
}

// A list of accounts has tokens of all of them. None of these comes out of the client, whichever
// account was asked for.
func TestTokensOfNeighborsDoNotLeak(t *testing.T) {
	t.Parallel()
	s, c := startIssuer(t)
	s.answer = func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "user-1, account-2 and account-3", http.StatusBadRequest)
	}
	_, err := c.do(t.Context(), reading())
	check.ErrorSays(t, "400", err, "the refusal")
	wantNoSecrets(t, "the error", fmt.Sprint(err), "user-", "account-")
}

// The number of token requests stays within two for an account, a permission and a lifetime,
// however many ask.
func TestManyCallersCauseOneRefresh(t *testing.T) {
	t.Parallel()
	s, c := startIssuer(t, noRetries)
	for round := 1; round <= 3; round++ {
		var group sync.WaitGroup
		for range 64 {
			group.Go(func() {
				for range 3 {
					_, err := c.do(t.Context(), reading())
					check.ErrorSays(t, "", err, "one of many callers")
				}
			})
		}
		group.Wait()
		wantAsked(t, s, slices.Repeat([]string{askUser, askList}, round)...)
		s.revokeAll()
	}
}

// Each refused token costs one renewal and no attempt, even of a call that is sent only once.
func TestAnExpiredTokenIsRenewedOnce(t *testing.T) {
	t.Parallel()
	s, c := startIssuer(t, noRetries) // a renewal does not count as a retry
	for range 2 {
		_, err := c.do(t.Context(), creating())
		check.MustSucceed(t, err, "a request after the token has expired")
		s.revokeAll()
	}
	wantAsked(t, s, askUserWrite, askListWrite, askUserWrite, askListWrite)
	check.Equal(t, []string{"account-3", "account-3", "account-6"}, s.carried(), "tokens used")
}

// The failure of a token request is not a response about the object: a 404 there must not look like
// "it is gone".
func TestTokensThatCannotBeObtained(t *testing.T) {
	t.Parallel()
	type want struct {
		text   string
		status int
	}
	list := func(body string) func(w http.ResponseWriter, r *http.Request) {
		return func(w http.ResponseWriter, r *http.Request) {
			if strings.HasPrefix(r.URL.Path, "/auth/") {
				_, _ = io.WriteString(w, "user-token")
				return
			}
			_, _ = io.WriteString(w, body)
		}
	}
	for name, c := range map[string]struct {
		handle http.HandlerFunc
		want   want
	}{
		"key refused": {refuse, want{"get thing: no access token: get user access token: 401 USER_NOT_ALLOWED: no right", 401}},
		"not found": {func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusNotFound)
			_, _ = io.WriteString(w, `{"ErrorType":"ACCOUNT_NOT_FOUND","Message":"gone"}`)
		}, want{"get user access token: 404 ACCOUNT_NOT_FOUND", 404}},
		"empty":        {func(http.ResponseWriter, *http.Request) {}, want{"get user access token: unexpected response: the token is empty", 0}},
		"a page":       {func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "<html>secret-7</html>") }, want{"this is a web page (", 0}},
		"null":         {func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "null") }, want{"get user access token: unexpected response: this is not a token, but null", 0}},
		"a null list":  {list("null"), want{"get account access token: unexpected response: the list of accounts cannot be read: it is null", 0}},
		"no list":      {list(`{"accessToken":"secret-7"}`), want{"get account access token: unexpected response: the list of accounts cannot be read", 0}},
		"no token":     {list(`[{"id":"other","accessToken":"secret-7"},{"id":"` + testAccountID + `"}]`), want{"is listed without a usable access token", 0}},
		"a null token": {list(`[{"id":"` + testAccountID + `","accessToken":null}]`), want{"is listed without a usable access token", 0}},
		"two words":    {list(`[{"id":"` + testAccountID + `","accessToken":"secret-7 x"}]`), want{"is listed without a usable access token", 0}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := serve(t, c.handle, keyAlone).do(t.Context(), reading())
			check.ErrorSays(t, c.want.text, check.ErrorAs[*TokenError](t, err), "the token")
			wantNoSecrets(t, "the error", err.Error(), "secret-7")
			if IsNotFound(err) || IsConflict(err) {
				t.Errorf("the error is %T %v, want one about the token, not about the object", err, err)
			}
			if c.want.status == 0 {
				check.ErrorAs[*UnexpectedResponseError](t, err)
				return
			}
			apiErr := check.ErrorAs[*APIError](t, err)
			check.Equal(t, c.want.status, apiErr.Status, "the status of %v", err)
			check.Equal(t, "get user access token", apiErr.Operation, "the operation of %v", err)
		})
	}
}

// With a configured token alone, calls for tokens and accounts fail before a request, and name the
// key.
func TestCallsThatNeedTheKey(t *testing.T) {
	t.Parallel()
	printed := func(config *Config) {
		config.SubscriptionKey = ""
		config.AccessToken = ""
		config.AccessTokenCommand = []string{os.Args[0], "prints", "secret-7"}
	}
	arrived := func(_ http.ResponseWriter, r *http.Request) { t.Errorf("%s arrived, want none", r.RequestURI) }
	for kind, credential := range map[string]func(*Config){"a token": onlyToken, "a command": printed} {
		c := serve(t, arrived, credential, extended)
		for name, ask := range callsOf(t, "list accounts", "project token", "user token", "reach nothing but the key") {
			err := ask(t.Context(), c)
			isMissing := IsA[*MissingCredentialError](err) && !IsA[*TokenError](err)
			if !isMissing || !strings.Contains(err.Error(), "subscription_key or VIDEOINDEXER_SUBSCRIPTION_KEY") {
				t.Errorf("%s with %s: error %v, want that the subscription key is missing", name, kind, err)
			}
		}
		_, err := c.GetAccountAccessToken(t.Context(), testAccount, PermissionRead)
		check.Equal(t, true, IsA[*MissingCredentialError](err), "a credential is missing for the account token with %s: %v", kind, err)
	}
}

// A refresh belongs to nobody: a caller that gives up does not end it for the others.
func TestACallerWhoGivesUpLeavesTheRefresh(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := serveInBubble(t, func(w http.ResponseWriter, r *http.Request) {
			pause(10 * time.Second)
			if r.Context().Err() != nil {
				t.Error("the token request was given up, want that it goes on for the other one")
			}
			_, _ = io.WriteString(w, "user-token")
		}, noRetries)
		brief, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		r := reading()
		r.Auth = userAuth(testLocation, PermissionRead)
		var first error
		var group sync.WaitGroup
		group.Go(func() { _, first = c.do(brief, r) })
		pause(time.Millisecond)
		_, err := c.do(t.Context(), r)
		check.MustSucceed(t, err, "the caller who waits")
		group.Wait()
		check.ErrorIs(t, context.DeadlineExceeded, first, "the caller who gives up")
	})
}

// TestTokenAgesFromItsRequest has tokens that take ten seconds to come: they grow old from when
// they were asked for.
func TestTokenAgesFromItsRequest(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var asked atomic.Int32
		c := serveInBubble(t, func(w http.ResponseWriter, r *http.Request) {
			if strings.HasPrefix(r.URL.Path, "/auth/") {
				asked.Add(1)
				pause(10 * time.Second)
			}
			_, _ = w.Write([]byte(`"a-token"`))
		}, keyAlone, extended)
		for _, step := range []struct {
			wait time.Duration
			want int32
		}{{0, 1}, {50*time.Minute - 15*time.Second, 1}, {10 * time.Second, 2}} {
			pause(step.wait)
			_, err := c.do(t.Context(), reading())
			check.MustSucceed(t, err, "a request after %s", step.wait)
			n := asked.Load()
			check.Equal(t, step.want, n, "requests for tokens after %v", step.wait)
		}
	})
}

const (
	askDirect      = "GET /auth/" + testLocation + "/Accounts/" + testAccountID + "/AccessToken"
	askDirectWrite = askDirect + "?allowEdit=true"
)

// startDirect returns an issuer with X22, which it answers in one way.
func startDirect(tb testing.TB, response reply, change ...func(*Config)) (*issuer, *Client) {
	tb.Helper()
	s, c := startIssuer(tb, append([]func(*Config){extended, noRetries}, change...)...)
	s.direct = func(w http.ResponseWriter, r *http.Request) {
		check.Equal(tb, testKey, r.Header.Get("Ocp-Apim-Subscription-Key"), "the key")
		check.Equal(tb, "", r.Header.Get("Authorization"), "the token")
		response.ServeHTTP(w, r)
	}
	return s, c
}

// TestAccountToken takes the two requests of the base API where the service lacks X22, which is
// asked once, or where X22 refuses: they show why, or obtain the token. A failure of the service is
// returned as it is, and nothing else is asked for, least of all after a 429.
func TestAccountToken(t *testing.T) {
	t.Parallel()
	const notAllowed = `{"ErrorType":"USER_NOT_ALLOWED","Message":"no"}`
	lacking := []string{askDirect, askUser, askList, askUserWrite, askListWrite}
	// It may allow the one and not the other.
	again := []string{askDirect, askUser, askList, askDirectWrite, askUserWrite, askListWrite}
	for name, test := range map[string]struct {
		response reply
		want     []string
		fails    bool
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
			s, c := startDirect(t, test.response)
			_, err := c.do(t.Context(), reading())
			if test.fails {
				apiErr := check.ErrorAs[*APIError](t, check.ErrorAs[*TokenError](t, err))
				check.Equal(t, test.response.status, apiErr.Status, "the status of %v", err)
			} else {
				check.MustSucceed(t, err, "a read")
				_, err := c.do(t.Context(), creating())
				check.MustSucceed(t, err, "a write")
			}
			wantAsked(t, s, test.want...)
		})
	}
}

// TestAccountTokenWithoutAccount has an error say that the account is not among those of the key,
// or which token could not be obtained.
func TestAccountTokenWithoutAccount(t *testing.T) {
	t.Parallel()
	direct, extendedClient := startDirect(t, refusal(http.StatusNotFound, ErrorTypeAccountNotFound))
	indirect, client := startIssuer(t)
	for s, c := range map[*issuer]*Client{direct: extendedClient, indirect: client} {
		s.accounts = []string{neighborID}
		_, err := c.do(t.Context(), reading())
		says := "get thing: no access token: account \"" + testAccountID + "\" is not among the accounts"
		check.ErrorSays(t, says, err, "a read")
		check.ErrorAs[*AccountNotListedError](t, err)
	}
	broken := serve(t, reply{status: http.StatusInternalServerError}.ServeHTTP, keyAlone, noRetries)
	_, err := broken.OperationSupport(t.Context(), testAccount)
	check.ErrorSays(t, "get account access token", err, "what is supported")
}
