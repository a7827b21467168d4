package videoindexer

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
)

// TestErrorTexts proves the text of each kind of error, with the ids that support asks for.
func TestErrorTexts(t *testing.T) {
	t.Parallel()
	ours := RequestIDs{RequestID: "a"}
	both := RequestIDs{RequestID: "a", ServiceRequestID: "b"}
	for want, err := range map[string]error{
		"get brand: 404 NOT_FOUND: no such brand (request id a, service request id b)": &APIError{
			Operation: "get brand", Status: 404, Type: "NOT_FOUND", Message: "no such brand", RequestIDs: both, Attempts: 1,
		},
		"get brand: 502 Bad Gateway: nginx (after 9 attempts, request id a)": &APIError{
			Operation: "get brand", Status: 502, Excerpt: "nginx", RequestIDs: ours, Attempts: 9,
		},
		"get brand: 403 Forbidden: no right": &APIError{Operation: "get brand", Status: 403, Message: "no right", Excerpt: `{"message":"no right"}`},
		"get brand: 599":                     &APIError{Operation: "get brand", Status: 599},
		"get brand: connection refused (after 3 attempts, request id a)": &NetworkError{
			Operation: "get brand", Err: errors.New("connection refused"), Attempts: 3, RequestIDs: ours,
		},
		"create language model: possibly carried out by the service, and not sent again: EOF (request id a)": &AmbiguousError{
			Operation: "create language model", Err: io.EOF, RequestIDs: ours,
		},
		"create language model: possibly carried out by the service, and not sent again: 504 SERVER_TIMEOUT: late (request id a, service request id b)": &AmbiguousError{
			Operation: "create language model", RequestIDs: both,
			Err: &APIError{
				Operation: "create language model", Status: 504, Type: ErrorTypeServerTimeout, Message: "late",
				RequestIDs: both,
			},
		},
		"get brand: unexpected response: no id: {} (request id a, service request id b)": &UnexpectedResponseError{
			Operation: "get brand", Err: errors.New("no id"), Excerpt: "{}", RequestIDs: both,
		},
		"the indexing has ended (request id a, service request id b)": &StateError{RequestIDs: both, Text: "the indexing has ended"},
		`account "x" is not among the accounts that this subscription key can use in location "trial"`: &AccountNotListedError{
			Account: AccountRef{Location: "trial", ID: "x"},
		},
	} {
		check.Equal(t, want, err.Error(), "the error")
	}
}

// Only the service's own "there is no such thing" may remove an object from a state.
func TestIsNotFoundAndIsConflict(t *testing.T) {
	t.Parallel()
	own := func(status int, kind ErrorType) *APIError {
		return &APIError{Status: status, Type: kind, HasErrorObject: kind != ""}
	}
	for name, c := range map[string]struct {
		err                error
		notFound, conflict bool
	}{
		"nothing":                   {nil, false, false},
		"404 with the error object": {own(404, ErrorTypeBreakdownNotFound), true, false},
		"wrapped":                   {fmt.Errorf("read: %w", own(404, "SOME_NEW_TYPE")), true, false},
		"404 of a gateway":          {own(404, ""), false, false},
		"400 for a missing account": {own(400, ErrorTypeAccountNotFound), true, false},
		"400 for a character":       {own(400, ErrorTypeNotFound), false, false},
		"401":                       {own(401, ErrorTypeAccountNotFound), false, false},
		"409":                       {own(409, ErrorTypeProjectRenderInProgress), false, true},
		"409 of a gateway":          {own(409, ""), false, true},
		"a token's 404":             {&TokenError{Err: own(404, ErrorTypeAccountNotFound)}, false, false},
		"a token's 409":             {&TokenError{Err: own(409, "")}, false, false},
		"an account not listed":     {&AccountNotListedError{}, false, false},
		"another error":             {io.EOF, false, false},
	} {
		check.Equal(t, c.notFound, IsNotFound(c.err), "%s: IsNotFound", name)
		check.Equal(t, c.conflict, IsConflict(c.err), "%s: IsConflict", name)
	}
}

// A service, a gateway or a proxy may repeat in its response what it was sent. No secret comes back
// out of the client.
func TestSecretsDoNotLeak(t *testing.T) {
	t.Parallel()
	const (
		key        = "0123456789abcdef0123456789abcdef"
		account    = "tok&en/with+signs=="
		user       = "user-token-value"
		password   = "application-key-value"
		unknownJWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc-_123"
	)
	quoted, _ := json.Marshal(account)
	forms := []string{
		key, account, user, password, unknownJWT, string(quoted[1 : len(quoted)-1]), "tok%26en%2Fwith%2Bsigns%3D%3D",
	}
	echo := strings.Join(forms, " ") +
		" Bearer someone-elses accessToken=someone-elses \"accessToken\":\"someone-elses\""
	forms = append(forms, "someone-elses")
	message, _ := json.Marshal(map[string]string{"ErrorType": "GENERAL " + user, "Message": echo})
	for name, response := range map[string]struct {
		status   int
		id, body string
	}{
		"as a message":                 {status: http.StatusBadRequest, body: string(message)},
		"as text":                      {status: http.StatusInternalServerError, body: echo},
		"as a page":                    {status: http.StatusBadGateway, body: "<html><body><b>" + echo + "</b>"},
		"at the cut":                   {status: http.StatusConflict, body: strings.Repeat("x", 300-5) + " " + echo},
		"as a request id":              {status: http.StatusNotFound, id: echo},
		"as a success in another form": {status: http.StatusOK, id: user, body: echo},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var log bytes.Buffer
			c := serve(t, func(w http.ResponseWriter, r *http.Request) {
				if strings.HasPrefix(r.URL.Path, "/auth/") {
					_, _ = io.WriteString(w, user)
					return
				}
				w.Header().Set("X-Ms-Request-Id", response.id)
				w.WriteHeader(response.status)
				_, _ = io.WriteString(w, response.body)
			}, func(config *Config) {
				config.SubscriptionKey = key
				config.AccessToken = account
				config.Logger = slog.New(slog.NewJSONHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
			}, attemptsUpTo(2))
			c.transport.AddSecret(password)
			_, err := c.GetUserAccessToken(t.Context(), testLocation, PermissionRead)
			check.MustSucceed(t, err, "the user token")
			_, elsewhere := c.GetBrand(t.Context(), AccountRef{testLocation, key}, 7)
			_, created := c.do(t.Context(), creating())
			failed := map[string]error{"get brand elsewhere": elsewhere, "create thing": created}
			for name, call := range callsOf(t, "get brand", "list accounts") {
				failed[name] = call(t.Context(), c)
			}
			for name, err := range failed {
				if err == nil && response.status != http.StatusOK {
					t.Errorf("%s is answered %d: no error, want one", name, response.status)
				}
				if err != nil {
					whole, _ := json.Marshal(err)
					wantNoSecrets(t, "the error of "+name, fmt.Sprintf("%v\n%+v\n%s", err, err, whole), forms...)
				}
			}
			wantNoSecrets(t, "the log", log.String(), forms...)
		})
	}
}

// What stops a call before it is sent, or cannot be read, says so.
func TestBodiesThatCannotBeEncoded(t *testing.T) {
	t.Parallel()
	r := accountRequest(OperationUpdateBrand, testAccount, "7")
	r.JSON = func() {}
	_, err := respondingWith(t, "").do(t.Context(), r)
	check.ErrorSays(t, "encode the request", err, "the request")
	got := compactJSON([]byte("{ broken"))
	check.Equal(t, "{ broken", string(got), "what is not JSON, compacted")
}

// TestNotExtended sends none of the extended operations without being allowed to, and reads by the
// base API.
func TestNotExtended(t *testing.T) {
	t.Parallel()
	for name, number := range map[string]string{
		"list brands": "X1", "create brand": "X2", "delete brand": "X3", "get settings": "X4", "list": "X34", "list again": "X34", "index": "X35",
	} {
		c := serve(t, func(_ http.ResponseWriter, r *http.Request) { t.Errorf("%s arrived, want none", r.RequestURI) })
		err := callsOf(t, name)[name](t.Context(), c)
		check.Equal(t, number, check.ErrorAs[*ExtendedDisabledError](t, err).Number, "%s: the number of %v", name, err)
		check.ErrorSays(t, "needs extended_operations", err, "%s", name)
		check.Equal(t, false, IsUnsupported(err), "%s: IsUnsupported", name)
	}
	t.Run("reads", func(t *testing.T) {
		t.Parallel()
		s := brandsOf("a")
		c := serve(t, s.ServeHTTP, onlyToken)
		readEach(t, c, "a")
		readEach(t, c, "a")
		s.wantAsked(t, aGet(1), aGet(1))
		if c.AllowsExtended() {
			t.Error("the client is extended after the calls, want it as configured")
		}
	})
}
