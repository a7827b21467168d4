package videoindexer

import (
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/pipes"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer/transport"
)

// TestMain runs the tests, or one of their programs, which start this one with its name.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && programs[os.Args[1]] != nil {
		programs[os.Args[1]](os.Args[2:])
		return
	}
	goleak.VerifyTestMain(m)
}

// quick makes pauses between attempts short enough for tests.
var quick = transport.Backoff{Base: time.Millisecond, Limit: 4 * time.Millisecond}

// dial makes a client of a server at an address.
func dial(tb testing.TB, endpoint string, change ...func(*Config)) *Client {
	tb.Helper()
	config := Config{
		Endpoint: endpoint, SubscriptionKey: testKey, AccessToken: testToken,
		MaxRetries: 3, RequestTimeout: 20 * time.Second, UserAgent: "tests/1.0",
	}
	for _, apply := range change {
		apply(&config)
	}
	c, err := New(config)
	check.MustSucceed(tb, err, "a client of %s", endpoint)
	tb.Cleanup(c.transport.HTTP.CloseIdleConnections)
	c.transport.Backoff = quick
	return c
}

// serve starts a server and makes a client of it.
func serve(tb testing.TB, handle http.HandlerFunc, change ...func(*Config)) *Client {
	tb.Helper()
	server := httptest.NewServer(handle)
	tb.Cleanup(server.Close)
	return dial(tb, server.URL, change...)
}

// respondingWith makes a client of a server that gives each request the same response.
func respondingWith(tb testing.TB, body string, change ...func(*Config)) *Client {
	tb.Helper()
	return serve(tb, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(body)) }, change...)
}

// serveInBubble does the same within synctest, where time is virtual.
func serveInBubble(t *testing.T, handle http.HandlerFunc, change ...func(*Config)) *Client {
	t.Helper()
	endpoint, through := pipes.Serve(t, handle)
	return dial(t, endpoint, append(change, func(config *Config) { config.Dial = through })...)
}

// wantNoSecrets fails the test at the first line that contains one of the secrets.
func wantNoSecrets(tb testing.TB, what, text string, secrets ...string) {
	tb.Helper()
	for line := range strings.Lines(text) {
		for _, secret := range secrets {
			if strings.Contains(line, secret) {
				tb.Errorf("%s has %q, want no secret in it: %.200s", what, secret, line)
				return
			}
		}
	}
}

func extended(config *Config)          { config.ExtendedOperations = true }
func keyAlone(config *Config)          { config.AccessToken = "" }
func noRetries(config *Config)         { config.MaxRetries = 0 }
func onlyToken(config *Config)         { config.SubscriptionKey = "" }
func attemptsUpTo(n int) func(*Config) { return func(config *Config) { config.MaxRetries = n - 1 } }

// reading returns a request like those of the kinds of objects.
func reading() request {
	thing := Operation{Name: "get thing", Pattern: "GET things/{}"}
	return newRequest(thing, accountAuth(testAccount, PermissionRead), nil, "7")
}

// creating returns a request that must not be repeated.
func creating() request {
	r := reading()
	r.Operation = "create thing"
	r.Method = http.MethodPost
	r.Auth = accountAuth(testAccount, PermissionWrite)
	r.IsSentOnce = true
	r.Body = transport.BytesBody("application/json", []byte(`{"name":"a"}`))
	return r
}

// pause lets virtual time pass.
func pause(d time.Duration) { time.Sleep(d) }
