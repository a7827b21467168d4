package transport

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/pipes"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// quick makes pauses between attempts short enough for tests.
var quick = Backoff{Base: time.Millisecond, Limit: 4 * time.Millisecond}

// dial makes a client of a server at an address.
func dial(tb testing.TB, endpoint string, change ...func(*Config)) *Client {
	tb.Helper()
	config := Config{
		Endpoint: endpoint, SubscriptionKey: "test-key-0123", AccessToken: "test-token-4567",
		MaxRetries: 3, RequestTimeout: 20 * time.Second, UserAgent: "tests/1.0",
	}
	for _, apply := range change {
		apply(&config)
	}
	var c *Client
	c, err := New(config, obtainFrom(&c))
	check.MustSucceed(tb, err, "a client of %s", endpoint)
	tb.Cleanup(c.HTTP.CloseIdleConnections)
	c.Backoff = quick
	return c
}

// obtainFrom asks the issuer for a token.
func obtainFrom(c **Client) func(context.Context, Auth) (Token, error) {
	return func(ctx context.Context, _ Auth) (Token, error) {
		response, err := (*c).Do(ctx, Request{
			Operation: "get token", Method: http.MethodGet, Path: []string{"token"}, HasPriority: true,
		})
		if err != nil {
			return Token{}, err
		}
		return Token{Value: string(response.Body), RequestedAt: response.SentAt}, nil
	}
}

// serve starts a server and makes a client of it.
func serve(tb testing.TB, handle http.HandlerFunc, change ...func(*Config)) *Client {
	tb.Helper()
	server := httptest.NewServer(handle)
	tb.Cleanup(server.Close)
	return dial(tb, server.URL, change...)
}

// serveInBubble does the same within synctest, where time is virtual.
func serveInBubble(t *testing.T, handle http.HandlerFunc, change ...func(*Config)) *Client {
	t.Helper()
	endpoint, through := pipes.Serve(t, handle)
	return dial(t, endpoint, append(change, func(config *Config) { config.Dial = through })...)
}

// succeeds fails the test if the request does, and returns the response. Any goroutine may call it.
func succeeds(tb testing.TB, c *Client, r Request) (body string) {
	tb.Helper()
	response, err := c.Do(tb.Context(), r)
	if err != nil {
		tb.Errorf("%s %s: error %v, want a response", r.Method, strings.Join(r.Path, "/"), err)
		return ""
	}
	return string(response.Body)
}

func keyAlone(config *Config)          { config.AccessToken = "" }
func noRetries(config *Config)         { config.MaxRetries = 0 }
func attemptsUpTo(n int) func(*Config) { return func(config *Config) { config.MaxRetries = n - 1 } }

// reading returns a request like those of the kinds of objects.
func reading() Request {
	return Request{Operation: "get thing", Method: http.MethodGet, Path: []string{"things", "7"}, Auth: onAccount(PermissionRead)}
}

func writing() Request {
	r := reading()
	r.Operation = "put thing"
	r.Method = http.MethodPut
	r.Auth = onAccount(PermissionWrite)
	r.Body = BytesBody("application/json", []byte(`{"name":"a"}`))
	return r
}

// creating returns a request that must not be repeated.
func creating() Request {
	r := writing()
	r.Operation = "create thing"
	r.Method = http.MethodPost
	r.IsSentOnce = true
	return r
}

// pause lets virtual time pass.
func pause(d time.Duration) { time.Sleep(d) }

// onAccount returns the credential of a call about something in an account.
func onAccount(p Permission) Auth {
	return Auth{Scope: AccountScope, Location: "trial", AccountID: "account", Permission: p}
}

// issuer is a service that issues tokens, and refuses those that it has not issued or has revoked.
type issuer struct {
	mu     sync.Mutex
	issued int
	valid  map[string]bool
}

func (i *issuer) revokeAll() {
	i.mu.Lock()
	defer i.mu.Unlock()
	clear(i.valid)
}

func (i *issuer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	i.mu.Lock()
	defer i.mu.Unlock()
	switch {
	case r.URL.Path == "/token":
		i.issued++
		token := fmt.Sprintf("token-%d", i.issued)
		i.valid[token] = true
		_, _ = w.Write([]byte(token))
	case !i.valid[strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")]:
		w.WriteHeader(http.StatusUnauthorized)
	}
}

// record is a server that keeps the headers of its requests.
type record struct {
	endpoint string
	mu       sync.Mutex
	headers  []http.Header
}

// recorded gives each request, counted from 1, to handle.
func recorded(tb testing.TB, handle func(n int, w http.ResponseWriter)) *record {
	tb.Helper()
	seen := &record{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		header := r.Header.Clone()
		header["Transfer-Encoding"] = r.TransferEncoding
		seen.mu.Lock()
		seen.headers = append(seen.headers, header)
		n := len(seen.headers)
		seen.mu.Unlock()
		handle(n, w)
	}))
	tb.Cleanup(server.Close)
	seen.endpoint = server.URL
	return seen
}

// header returns the values of a header over all requests, empty where a request has none.
func (r *record) header(name string) (values []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, header := range r.headers {
		values = append(values, header.Get(name))
	}
	return values
}

// breakOff ends the connection of a request, perhaps with a part of a response.
func breakOff(w http.ResponseWriter, response string) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err == nil {
		_, _ = io.WriteString(conn, response)
		_ = conn.Close()
	}
}
