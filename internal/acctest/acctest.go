// Package acctest is the base of acceptance tests: a mock server for each test, the provider as Terraform starts it,
// and checks that look at the server rather than at the state.
package acctest

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/provider"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// Server is a mock server of its own for a test, with one account.
type Server struct {
	*mockserver.Server
	// URL is the endpoint to configure the provider with.
	URL string
	// Account is the account that the provider defaults to.
	Account mockserver.Account
	// Key is the subscription key that the server accepts.
	Key string
	// Handler answers: the mock server, or what a test has put in front of it.
	Handler http.Handler

	dial videoindexer.DialFunc // nil for the network
}

// NewServer starts a mock server that runs as long as the test, which fails if a client did
// anything there that the contract does not allow.
func NewServer(t testing.TB, opts ...mockserver.Option) *Server {
	t.Helper()
	server := &Server{Server: mockserver.New(opts...), Account: mockserver.DefaultAccount(), Key: mockserver.DefaultSubscriptionKey}
	server.AddAccount(server.Account)
	server.Handler = server.Server
	t.Cleanup(func() {
		for _, violation := range server.Violations() {
			t.Errorf("against the contract: %s", violation)
		}
	})
	if _, isInBubble := bubbles.Load(t); isInBubble {
		server.listenOnPipes(t)
		return server
	}
	listener := httptest.NewServer(server.front())
	server.URL = listener.URL
	t.Cleanup(func() {
		server.Close()
		listener.CloseClientConnections()
		listener.Close()
	})
	return server
}

func (s *Server) front() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.Handler.ServeHTTP(w, r) })
}

// Provider is the provider under test for runs without an engine. Its requests reach the server in a bubble too, and each of its
// messages is checked, and passed on to those who listen.
func (s *Server) Provider(t testing.TB, to ...heard) *inprocess.Provider {
	t.Helper()
	return &inprocess.Provider{
		Start:   func() tfprotov6.ProviderServer { return provider.NewServerOver(s.dial, "test") },
		Offered: Schema(t), Heard: listen(t, to...),
	}
}

// Config is a Terraform configuration: a provider block for the server, then what the test declares.
// settings are further lines of the provider block.
func (s *Server) Config(body string, settings ...string) string {
	return fmt.Sprintf(`
provider "videoindexer" {
  endpoint         = %q
  location         = %q
  account_id       = %q
  subscription_key = %q
  %s
}
%s
`, s.URL, s.Account.Location, s.Account.ID, s.Key, strings.Join(settings, "\n  "), body)
}

// Writes counts the requests that changed, or tried to change, something: everything but GET.
func (s *Server) Writes() int {
	n := 0
	for _, request := range s.Requests() {
		if request.Method != "GET" {
			n++
		}
	}
	return n
}

// InProcess is the Provider of servers that are reached over the network.
func InProcess(t testing.TB) *inprocess.Provider {
	t.Helper()
	return (&Server{}).Provider(t)
}

// CarryOut plans and applies a configuration in a working directory without an engine's processes, and without an error.
func CarryOut(t testing.TB, dir *inprocess.Directory, config string, how inprocess.Options) {
	t.Helper()
	plan, err := dir.Plan(t.Context(), config, how)
	if err == nil {
		err = dir.Apply(t.Context(), plan)
	}
	if err != nil {
		t.Fatal(err)
	}
}
