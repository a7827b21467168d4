package videoindexer

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestErrorTexts(t *testing.T) {
	t.Parallel()
	for want, err := range map[string]error{
		"get brand: 404 NOT_FOUND: no such brand (request id a, service request id b)": &APIError{
			Operation: "get brand", Status: 404, Type: "NOT_FOUND", Message: "no such brand", RequestID: "a", ServiceRequestID: "b", Attempts: 1,
		},
		"get brand: 502 Bad Gateway: nginx (after 9 attempts, request id a)": &APIError{
			Operation: "get brand", Status: 502, Excerpt: "nginx", RequestID: "a", Attempts: 9,
		},
		"get brand: 403 Forbidden: no right": &APIError{Operation: "get brand", Status: 403, Message: "no right", Excerpt: `{"message":"no right"}`},
		"get brand: 599":                     &APIError{Operation: "get brand", Status: 599},
		"get brand: connection refused (after 3 attempts, request id a)": &TransportError{
			Operation: "get brand", Err: errors.New("connection refused"), Attempts: 3, RequestID: "a",
		},
		"create language model: the service may or may not have carried it out, and it was not sent again: EOF (request id a)": &AmbiguousError{
			Operation: "create language model", Err: io.EOF, RequestID: "a",
		},
		"create language model: the service may or may not have carried it out, and it was not sent again: 504 SERVER_TIMEOUT: late (request id a, service request id b)": &AmbiguousError{
			Operation: "create language model", RequestID: "a",
			Err: &APIError{Operation: "create language model", Status: 504, Type: ErrorTypeServerTimeout, Message: "late", RequestID: "a", ServiceRequestID: "b"},
		},
		"get brand: unexpected answer: no id: {} (request id a, service request id b)": &UnexpectedAnswerError{
			Operation: "get brand", Err: errors.New("no id"), Excerpt: "{}", RequestID: "a", ServiceRequestID: "b",
		},
		`account "x" is not among the accounts that this subscription key can use in location "trial"`: &AccountNotListedError{
			Account: AccountRef{Location: "trial", ID: "x"},
		},
	} {
		if got := err.Error(); got != want {
			t.Errorf("%s\nwant\n%s", got, want)
		}
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
		if got := IsNotFound(c.err); got != c.notFound {
			t.Errorf("%s: IsNotFound is %t", name, got)
		}
		if got := IsConflict(c.err); got != c.conflict {
			t.Errorf("%s: IsConflict is %t", name, got)
		}
	}
}

// A service, a gateway or a proxy may repeat in its answer what it was sent. No secret comes back out of the client.
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
	forms := []string{key, account, user, password, unknownJWT, string(quoted[1 : len(quoted)-1]), "tok%26en%2Fwith%2Bsigns%3D%3D"}
	echo := strings.Join(forms, " ") + " Bearer someone-elses accessToken=someone-elses \"accessToken\":\"someone-elses\""
	forms = append(forms, "someone-elses")
	for name, respond := range map[string]func(w http.ResponseWriter){
		"as a message": func(w http.ResponseWriter) {
			body, _ := json.Marshal(map[string]string{"ErrorType": "GENERAL " + user, "Message": echo})
			w.WriteHeader(http.StatusBadRequest)
			_, _ = w.Write(body)
		},
		"as text": func(w http.ResponseWriter) {
			w.WriteHeader(http.StatusInternalServerError)
			_, _ = io.WriteString(w, echo)
		},
		"as a page": func(w http.ResponseWriter) {
			w.WriteHeader(http.StatusBadGateway)
			_, _ = io.WriteString(w, "<html><body><b>"+echo+"</b>")
		},
		"at the cut": func(w http.ResponseWriter) {
			w.WriteHeader(http.StatusConflict)
			_, _ = io.WriteString(w, strings.Repeat("x", 300-5)+" "+echo)
		},
		"as a request id": func(w http.ResponseWriter) {
			w.Header().Set("X-Ms-Request-Id", echo)
			w.WriteHeader(http.StatusNotFound)
		},
		"as a success in another form": func(w http.ResponseWriter) {
			w.Header().Set("X-Ms-Request-Id", user)
			_, _ = io.WriteString(w, echo)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var log bytes.Buffer
			c := serve(t, func(w http.ResponseWriter, r *http.Request) {
				if strings.HasPrefix(r.URL.Path, "/auth/") {
					_, _ = io.WriteString(w, user)
					return
				}
				respond(w)
			}, func(config *Config) {
				config.SubscriptionKey, config.AccessToken = key, account
				config.Logger = slog.New(slog.NewJSONHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
			}, attemptsUpTo(2))
			c.Hide(password)
			var said []string
			_, err := c.GetUserAccessToken(t.Context(), testLocation, Read)
			if err != nil {
				t.Fatal(err)
			}
			for _, ask := range []func() error{
				func() error { _, err := c.GetBrand(t.Context(), testAccount, 7); return err },
				func() error { _, err := c.GetBrand(t.Context(), AccountRef{testLocation, key}, 7); return err },
				func() error { _, err := c.ListAccounts(t.Context(), testLocation); return err },
				func() error { _, err := c.Do(t.Context(), creating()); return err },
			} {
				if err := ask(); err != nil {
					whole, _ := json.Marshal(err)
					said = append(said, err.Error(), fmt.Sprintf("%+v", err), string(whole))
				}
			}
			if len(said) < 6 {
				t.Fatalf("hardly any of the calls failed: %v", said)
			}
			said = append(said, log.String())
			for _, text := range said {
				for _, secret := range forms {
					if strings.Contains(text, secret) {
						t.Errorf("%q shows in %s", secret, text)
					}
				}
			}
		})
	}
}

// The log has a line for each attempt and each wait, with the fields that are allowed and no others.
func TestLog(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	answers := []int{http.StatusInternalServerError, http.StatusOK}
	c := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("X-Ms-Request-Id", "theirs")
		w.WriteHeader(answers[0])
		answers = answers[1:]
	}, func(config *Config) {
		config.Logger = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug, ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if slices.Contains([]string{slog.TimeKey, "duration", "request_id", "wait"}, a.Key) {
				return slog.String(a.Key, "some")
			}
			return a
		}}))
	})
	r := writing()
	r.Query = map[string][]string{"callbackUrl": {"https://example.test/?code=secret"}}
	if _, err := c.Do(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	const about = `operation="put thing" method=PUT path=/things/7 `
	want := "time=some level=DEBUG msg=request " + about + "attempt=1 status=500 duration=some request_id=some service_request_id=theirs\n" +
		"time=some level=DEBUG msg=\"waiting before the next attempt\" " + about + "attempt=1 wait=some\n" +
		"time=some level=DEBUG msg=request " + about + "attempt=2 status=200 duration=some request_id=some service_request_id=theirs\n"
	if diff := cmp.Diff(want, log.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// What stops a call before it is sent, or cannot be read, says so.
func TestBodiesThatCannotBeEncoded(t *testing.T) {
	t.Parallel()
	r := onAccount("17", "put thing", http.MethodPut, testAccount)
	r.JSON = func() {}
	if _, err := answers(t, "").Do(t.Context(), r); err == nil || !strings.Contains(err.Error(), "encode the request") {
		t.Errorf("the error is %v", err)
	}
	if string(compactJSON([]byte("{ broken"))) != "{ broken" {
		t.Error("what is no JSON is not kept as it is")
	}
}
