// Package acctest is the base of acceptance tests: a mock server for each test, the provider as
// Terraform starts it, and checks that look at the server rather than at the state.
package acctest

import (
	"bytes"
	"context"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/engine"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/pipes"
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
	server := &Server{
		Server: mockserver.New(opts...), Account: mockserver.DefaultAccount(), Key: mockserver.DefaultSubscriptionKey,
	}
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

// Slow has each request take up to a time on its way, and its answer on its way back. A seed draws
// both for each request by what is asked for how often, so that they are the same in whatever order
// requests come.
func (s *Server) Slow(seed uint64, upTo time.Duration) {
	inner, times := s.Handler, map[uint64]uint64{}
	var mu sync.Mutex
	s.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body) // the handler meets what is missing
		r.Body = io.NopCloser(bytes.NewReader(body))
		asked, query := fnv.New64(), r.URL.Query()
		query.Del("accessToken") // which is random
		_, _ = fmt.Fprint(asked, r.Method, r.URL.Path, query.Encode(), string(body))
		mu.Lock()
		times[asked.Sum64()]++
		random := rand.New(rand.NewPCG(seed, asked.Sum64()+times[asked.Sum64()]))
		mu.Unlock()
		there, back := time.Duration(random.Int64N(int64(upTo))), time.Duration(random.Int64N(int64(upTo)))
		<-time.After(there)
		inner.ServeHTTP(w, r)
		<-time.After(back)
	})
}

// Provider returns the provider under test for runs without an engine. Its requests reach the server in
// a bubble too, and each of its messages is checked, and passed on to those who listen.
func (s *Server) Provider(t testing.TB, to ...heard) *inprocess.Provider {
	t.Helper()
	_, isInBubble := bubbles.Load(t)
	return &inprocess.Provider{
		Start:   func() tfprotov6.ProviderServer { return provider.NewServerOver(s.dial, "test", nil) },
		Offered: Schema(t), Heard: listen(t, to...), IsVirtual: isInBubble,
	}
}

// Config returns a Terraform configuration: a provider block for the server, then what the test
// declares. settings are further lines of the provider block.
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

// InProcess returns the Provider of servers that are reached over the network.
func InProcess(t testing.TB) *inprocess.Provider {
	t.Helper()
	return (&Server{}).Provider(t)
}

// Runner carries out the steps of a test in a working directory: inprocess.Directory without an
// engine's processes, and engine.Directory with an engine.
type Runner interface {
	Plan(ctx context.Context, config string, how inprocess.Options) (*inprocess.Plan, error)
	Apply(ctx context.Context, plan *inprocess.Plan) error
	Addresses() []string
	Values(address string) map[string]any
	Taint(address string)
	Move(from, to string)
}

var _, _ Runner = (*inprocess.Directory)(nil), (*engine.Directory)(nil)

// throughEngine reports whether an engine carries out the steps of a test: with ACCTEST_ENGINE in the
// environment, but not in virtual time.
func throughEngine(t testing.TB) bool {
	t.Helper()
	_, isInBubble := bubbles.Load(t)
	return os.Getenv("ACCTEST_ENGINE") != "" && !isInBubble
}

// Open makes an empty working directory for the server. In process, instances are visited in the
// order of the text, or as engines do, at a time and in an order that is drawn at random.
func (s *Server) Open(t testing.TB, random *rand.Rand) Runner {
	t.Helper()
	if throughEngine(t) {
		return engine.Open(t, s.Provider(t).Start)
	}
	return inprocess.Open(s.Provider(t), random)
}

// CarryOut plans and applies a configuration without an error.
func CarryOut(t testing.TB, in Runner, config string, how inprocess.Options) {
	t.Helper()
	plan, err := in.Plan(t.Context(), config, how)
	if err == nil {
		err = in.Apply(t.Context(), plan)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// PlansNothing expects the plan of a configuration to be empty.
func PlansNothing(t testing.TB, in Runner, config string) {
	t.Helper()
	plan, err := in.Plan(t.Context(), config, inprocess.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !plan.IsEmpty() {
		t.Fatalf("the next plan is not empty:\n%s", plan)
	}
}

// IsFull reports whether there is time for every case and for sizes as they occur: RELIABILITY=full (make
// chaos).
func IsFull() bool { return os.Getenv("RELIABILITY") == "full" }

// IsSampled picks one in so many cases of a test, always the same by their names. With
// RELIABILITY=full it picks all.
func IsSampled(oneIn uint32, of ...any) bool {
	name := fnv.New32a()
	_, _ = fmt.Fprintln(name, of...)
	return IsFull() || name.Sum32()%oneIn == 0
}

// bubbles are the tests that InBubble runs.
var bubbles sync.Map

// Pick returns one of the choices, drawn at random.
func Pick[T any](r *rand.Rand, choices ...T) T { return choices[r.IntN(len(choices))] }

// InBubble runs a test in virtual time (testing/synctest): what waits takes none. The connections
// to its servers are pipes.
func InBubble(t *testing.T, test func(t *testing.T)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		t.Helper()
		bubbles.Store(t, true)
		defer bubbles.Delete(t)
		test(t)
	})
}

// listenOnPipes serves a mock server to those who dial in its bubble.
func (s *Server) listenOnPipes(t testing.TB) {
	t.Helper()
	s.URL, s.dial = pipes.Serve(t, s.front())
	t.Cleanup(s.Close)
}
