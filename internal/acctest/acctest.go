// Package acctest is the base of acceptance tests. It starts a mock server for each test and the
// provider as Terraform starts it, and its checks read the server rather than the state.
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

// Server is a mock server for one test, with one account.
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

// NewServer starts a mock server that runs as long as the test. The test fails if a client violates
// the contract.
func NewServer(t testing.TB, opts ...mockserver.Option) *Server {
	t.Helper()
	server := &Server{
		Server: mockserver.New(opts...), Account: mockserver.DefaultAccount(), Key: mockserver.DefaultSubscriptionKey,
	}
	server.AddAccount(server.Account)
	server.Handler = server.Server
	t.Cleanup(func() {
		violations := server.Violations()
		if len(violations) > 0 {
			t.Errorf("want no breach of the contract, got %d: %v", len(violations), Messages(violations))
		}
	})
	_, isInBubble := bubbles.Load(t)
	if isInBubble {
		server.listenOnPipes(t)
		return server
	}
	listener := httptest.NewServer(server.currentHandler())
	server.URL = listener.URL
	t.Cleanup(func() {
		server.Close()
		listener.CloseClientConnections()
		listener.Close()
	})
	return server
}

// currentHandler calls the handler that the server has at the time of the request.
func (s *Server) currentHandler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.Handler.ServeHTTP(w, r) })
}

// Slow delays each request and each response by a random time. The seed and the content of the
// request determine both delays, so that they do not depend on the order of requests.
func (s *Server) Slow(seed uint64, upTo time.Duration) {
	inner := s.Handler
	times := map[uint64]uint64{}
	var mu sync.Mutex
	s.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body) // the handler meets what is missing
		r.Body = io.NopCloser(bytes.NewReader(body))
		asked := fnv.New64()
		query := r.URL.Query()
		query.Del("accessToken") // which is random
		_, _ = fmt.Fprint(asked, r.Method, r.URL.Path, query.Encode(), string(body))
		mu.Lock()
		times[asked.Sum64()]++
		random := rand.New(rand.NewPCG(seed, asked.Sum64()+times[asked.Sum64()]))
		mu.Unlock()
		requestDelay := time.Duration(random.Int64N(int64(upTo)))
		responseDelay := time.Duration(random.Int64N(int64(upTo)))
		<-time.After(requestDelay)
		inner.ServeHTTP(w, r)
		<-time.After(responseDelay)
	})
}

// Provider returns the provider under test for runs without an engine. Its requests reach the
// server in a bubble too. Each of its messages is checked, and passed on to the listeners.
func (s *Server) Provider(t testing.TB, to ...listener) *inprocess.Provider {
	t.Helper()
	_, isInBubble := bubbles.Load(t)
	return &inprocess.Provider{
		Start:   func() tfprotov6.ProviderServer { return provider.NewServerOver(s.dial, "test", nil) },
		Offered: Schema(t), OnDiagnostics: checkMessages(t, to...), IsVirtual: isInBubble,
	}
}

// Config returns a Terraform configuration: a provider block for the server, then the body.
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

// WantNoWrites expects that a step has not tried to change anything.
func (s *Server) WantNoWrites(t testing.TB, step string) {
	t.Helper()
	var writes Messages
	for _, request := range s.Requests() {
		if request.Method != "GET" {
			writes = append(writes, request.Method+" "+request.Path)
		}
	}
	if len(writes) > 0 {
		t.Errorf("%s sent %d requests that write, want none: %v", step, len(writes), writes)
	}
}

// InProcess returns the provider for servers that are reached over the network.
func InProcess(t testing.TB) *inprocess.Provider {
	t.Helper()
	return (&Server{}).Provider(t)
}

// Runner carries out the steps of a test in a working directory: inprocess.Directory without the
// processes of an engine, engine.Directory with an engine.
type Runner interface {
	Plan(ctx context.Context, config string, options inprocess.Options) (*inprocess.Plan, error)
	Apply(ctx context.Context, plan *inprocess.Plan) error
	Addresses() []string
	Values(address string) map[string]any
	Taint(address string)
	Move(from, to string)
}

var (
	_ Runner = (*inprocess.Directory)(nil)
	_ Runner = (*engine.Directory)(nil)
)

// throughEngine reports whether an engine carries out the steps of a test. It does if
// ACCTEST_ENGINE is set in the environment, except in virtual time.
func throughEngine(t testing.TB) bool {
	t.Helper()
	_, isInBubble := bubbles.Load(t)
	return os.Getenv("ACCTEST_ENGINE") != "" && !isInBubble
}

// Open makes an empty working directory for the server. In process, instances are visited one by
// one in the order of the text. With a random source, several are visited at a time in a random
// order, as engines do.
func (s *Server) Open(t testing.TB, random *rand.Rand) Runner {
	t.Helper()
	if throughEngine(t) {
		return engine.Open(t, s.Provider(t).Start)
	}
	return inprocess.Open(s.Provider(t), random)
}

// PlanAndApply plans and applies a configuration without an error.
func PlanAndApply(t testing.TB, runner Runner, config string, options inprocess.Options) {
	t.Helper()
	plan, err := runner.Plan(t.Context(), config, options)
	if err == nil {
		err = runner.Apply(t.Context(), plan)
	}
	if err != nil {
		t.Fatalf("want no error of the plan and the apply. Got: %v", inprocess.Excerpt(err))
	}
}

// WantSmallPrivateState plans and applies a configuration, and expects at most some bytes of
// private state for each instance that changes.
func WantSmallPrivateState(t testing.TB, runner Runner, config string, most int) {
	t.Helper()
	plan, err := runner.Plan(t.Context(), config, inprocess.Options{})
	if err != nil {
		t.Fatalf("want no error of the plan. Got: %v", inprocess.Excerpt(err))
	}
	for _, change := range plan.Changes {
		size := len(plan.Of(change.Address).Private)
		if size > most {
			t.Fatalf("%s: %s has %d bytes of private state, want at most %d", change.Address, change.Action, size, most)
		}
	}
	err = runner.Apply(t.Context(), plan)
	if err != nil {
		t.Fatalf("want no error of the apply. Got: %v", inprocess.Excerpt(err))
	}
}

// MustPlanNothing expects an empty plan of a configuration.
func MustPlanNothing(t testing.TB, runner Runner, config string) {
	t.Helper()
	plan, err := runner.Plan(t.Context(), config, inprocess.Options{})
	if err != nil {
		t.Fatalf("want no error of the next plan. Got: %v", inprocess.Excerpt(err))
	}
	if !plan.IsEmpty() {
		t.Fatalf("want an empty next plan, got: %v", inprocess.Excerpt(plan))
	}
}

// IsFull reports whether a test may run every case at full size: RELIABILITY=full (make chaos).
func IsFull() bool { return os.Getenv("RELIABILITY") == "full" }

// IsSampled picks one of so many cases of a test by their names, so that the choice is always the
// same. With RELIABILITY=full it picks all cases.
func IsSampled(oneIn uint32, of ...any) bool {
	name := fnv.New32a()
	_, _ = fmt.Fprintln(name, of...)
	return IsFull() || name.Sum32()%oneIn == 0
}

// bubbles are the tests that InBubble runs.
var bubbles sync.Map

// Pick returns one of the choices, drawn at random.
func Pick[T any](r *rand.Rand, choices ...T) T { return choices[r.IntN(len(choices))] }

// InBubble runs a test in virtual time (testing/synctest), in which waits take no time. The
// connections to its servers are pipes.
func InBubble(t *testing.T, test func(t *testing.T)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		t.Helper()
		bubbles.Store(t, true)
		defer bubbles.Delete(t)
		test(t)
	})
}

// listenOnPipes serves a mock server to clients that dial in its bubble.
func (s *Server) listenOnPipes(t testing.TB) {
	t.Helper()
	s.URL, s.dial = pipes.Serve(t, s.currentHandler())
	t.Cleanup(s.Close)
}
