package transport

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"
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
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(c.HTTP.CloseIdleConnections)
	c.Backoff = quick
	return c
}

// obtainFrom asks the issuer for a token.
func obtainFrom(c **Client) func(context.Context, Auth) (Token, error) {
	return func(ctx context.Context, a Auth) (Token, error) {
		answer, err := (*c).Do(ctx, Request{Operation: "get token", Method: http.MethodGet, Path: []string{"token"}, Priority: true})
		if err != nil {
			return Token{}, err
		}
		t := Token{Value: string(answer.Body), Asked: answer.Began}
		(*c).Store(a, t)
		return t, nil
	}
}

// serve starts a server and makes a client of it.
func serve(tb testing.TB, handle http.HandlerFunc, change ...func(*Config)) *Client {
	tb.Helper()
	server := httptest.NewServer(handle)
	tb.Cleanup(server.Close)
	return dial(tb, server.URL, change...)
}

var bubbles atomic.Int32

// serveInBubble does the same within synctest, where time is virtual: the connections are pipes.
func serveInBubble(t *testing.T, handle http.HandlerFunc, change ...func(*Config)) *Client {
	t.Helper()
	pipes := &pipeListener{conns: make(chan net.Conn), closed: make(chan struct{})}
	server := &http.Server{Handler: handle}
	go func() { _ = server.Serve(pipes) }()
	t.Cleanup(func() {
		_ = server.Close()
		pause(time.Second) // net/http lingers a moment over a connection that it has not read to its end
	})
	overPipes := func(config *Config) {
		config.Dial = func(ctx context.Context, _, _ string) (net.Conn, error) {
			near, far := net.Pipe()
			select {
			case pipes.conns <- far:
				return near, nil
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		}
	}
	// Clients of one endpoint share a pace, and a pace must stay in its bubble.
	return dial(t, fmt.Sprintf("http://bubble-%d.test", bubbles.Add(1)), append(change, overPipes)...)
}

// pipeListener accepts the far ends of pipes.
type pipeListener struct {
	conns  chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func (l *pipeListener) Accept() (net.Conn, error) {
	select {
	case conn := <-l.conns:
		return conn, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *pipeListener) Close() error {
	l.once.Do(func() { close(l.closed) })
	return nil
}

func (l *pipeListener) Addr() net.Addr { return &net.UnixAddr{Name: "bubble"} }

func keyAlone(config *Config)          { config.AccessToken = "" }
func noRetries(config *Config)         { config.MaxRetries = 0 }
func attemptsUpTo(n int) func(*Config) { return func(config *Config) { config.MaxRetries = n - 1 } }

// reading is a request like those of the kinds of objects.
func reading() Request {
	return Request{Operation: "get thing", Method: http.MethodGet, Path: []string{"things", "7"}, Auth: onAccount(Read)}
}

func writing() Request {
	r := reading()
	r.Operation, r.Method, r.Auth = "put thing", http.MethodPut, onAccount(Write)
	r.Body = BytesBody("application/json", []byte(`{"name":"a"}`))
	return r
}

// creating is a request that must not be repeated.
func creating() Request {
	r := writing()
	r.Operation, r.Method, r.OnlyOnce = "create thing", http.MethodPost, true
	return r
}

// pause lets virtual time pass.
func pause(d time.Duration) { time.Sleep(d) }

// onAccount is the credential of a call about something in an account.
func onAccount(p Permission) Auth {
	return Auth{Scope: AccountScope, Location: "trial", AccountID: "account", Permission: p}
}

// issuer is a service that issues tokens, and refuses those that it has not issued or has revoked.
type issuer struct {
	mu     sync.Mutex
	issued int
	valid  map[string]bool
}

func (s *issuer) revokeAll() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.valid)
}

func (s *issuer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case r.URL.Path == "/token":
		s.issued++
		token := fmt.Sprintf("token-%d", s.issued)
		s.valid[token] = true
		_, _ = w.Write([]byte(token))
	case !s.valid[strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")]:
		w.WriteHeader(http.StatusUnauthorized)
	}
}
