// Package mockserver simulates the service of the contract. Its http.Handler keeps accounts, brands,
// language models, persons, videos and projects in memory, checks every request against the
// contract, and can simulate failures.
//
// It shares no code with the API client, so that tests reveal where one of the two reads the
// contract wrongly. Where the contract is silent, an [Option] switches between the plausible
// readings.
package mockserver

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"
)

// The defaults of a server without options.
const (
	DefaultSubscriptionKey = "5f3c0e1d9a7b4826b1c4d5e6f7081922"
	DefaultAccountID       = "7c2f9d54-6f0e-4f39-9d3c-2a1b5e8f4c10"
	DefaultLocation        = "westus2"
	DefaultUserName        = "Mock User"
	DefaultUserEmail       = "user@videoindexer.example"
)

// Server is the simulated service. All of its methods may be called at any time, also while it
// handles requests.
type Server struct {
	opts      options
	endpoints []*endpoint
	closed    chan struct{}
	closeOnce sync.Once

	// mu guards all below. It is never held while the server waits, or while a body is read or
	// written.
	mu         sync.Mutex
	keys       map[string]bool
	tokens     map[string]*token
	issued     []string
	accounts   []*account
	ids        map[string]int
	requests   []*Request
	requestIDs map[string]bool
	violations []string
	script     []*scriptedFault
	chaos      *chaos
	limits     []*limit
	// signedURLs are those of source files and renders.
	signedURLs []string
}

// New returns a service without accounts: see [Server.AddAccount] and [DefaultAccount].
func New(opts ...Option) *Server {
	chosen := defaultOptions()
	for _, opt := range opts {
		opt(&chosen)
	}
	s := &Server{
		opts:       chosen,
		endpoints:  endpoints(chosen.extended),
		closed:     make(chan struct{}),
		keys:       map[string]bool{DefaultSubscriptionKey: true},
		tokens:     map[string]*token{},
		ids:        map[string]int{},
		requestIDs: map[string]bool{},
	}
	return s
}

// Close ends every request that a fault keeps waiting, so that the HTTP server around s can shut
// down.
func (s *Server) Close() { s.closeOnce.Do(func() { close(s.closed) }) }

func (s *Server) now() time.Time { return s.opts.clock().UTC() }

// later returns the time of a change to an object that was last changed before. It is now, or later
// by the smallest difference that responses show. A client can thus see every change by its time,
// even if the clock stands still.
func (s *Server) later(before time.Time) time.Time {
	next := before.Truncate(time.Millisecond).Add(time.Millisecond)
	now := s.now()
	if now.After(next) {
		return now
	}
	return next
}

// ServeHTTP records the request, applies a limit or a fault, and otherwise answers as the contract
// says.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	target, pathValues := s.route(r)
	body := &measuredBody{ReadCloser: r.Body}
	r.Body = body
	entry, decision := s.intercept(r, target)
	connection := newWire(w, r)
	connection.writer.settle = func() { s.complete(entry, body, connection.writer.status) }
	// Deferred, because a fault may end the connection by a panic.
	defer func() {
		done := s.complete(entry, body, connection.writer.status)
		if s.opts.onRequest != nil {
			s.opts.onRequest(done)
		}
	}()
	s.serve(connection, decision, target, pathValues)
}

// interception is what happens to a request instead of, or during, its handling.
type interception struct {
	// refusal is that of a request limit.
	refusal *response
	fault   *Action
}

// intercept records the arrival of r and decides whether a limit or a fault will interfere.
func (s *Server) intercept(r *http.Request, target *endpoint) (*Request, interception) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.now()
	entry := s.record(r, target, now)
	var decision interception
	wait, isRefused := s.admit(now)
	if isRefused {
		decision.refusal = tooManyResponse(wait)
		entry.Fault = "request limit"
		return entry, decision
	}
	decision.fault = s.pickFault(r, target)
	if decision.fault != nil {
		entry.Fault = decision.fault.name
	}
	return entry, decision
}

func (s *Server) serve(back *wire, decision interception, target *endpoint, path map[string]string) {
	if decision.refusal != nil {
		drain(back.request)
		back.write(decision.refusal)
		return
	}
	if !s.wait(back.request.Context(), s.opts.latency) {
		back.reset()
		return
	}
	handle := func() *response { return s.respond(back.request, target, path) }
	if decision.fault != nil {
		decision.fault.run(&faultyRequest{server: s, wire: back, endpoint: target, handle: handle})
		return
	}
	back.write(handle())
}

// respond carries out one request, and returns its response. It reads the body before it locks the
// store.
func (s *Server) respond(r *http.Request, target *endpoint, path map[string]string) *response {
	c := &call{server: s, request: r, opts: &s.opts, endpoint: target, pathValues: path}
	c.carryOut()
	if target != nil && c.out.status < http.StatusMultipleChoices {
		for _, edit := range s.opts.edits[target.operation] {
			edit(&c.out)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.violations = append(s.violations, c.violations...)
	return &c.out
}

// newID returns the id of the n-th object of a kind and name. It depends only on these and the
// seed, so that a run can be repeated however its requests interleave.
func (s *Server) newID(kind string, name ...string) string {
	key := kind + "\x00" + strings.Join(name, "\x00")
	s.ids[key]++
	return uuid.NewSHA1(uuid.NameSpaceOID, fmt.Appendf(nil, "%d\x00%s\x00%d", s.opts.seed, key, s.ids[key])).String()
}

// wait waits for d, unless the client leaves or the server closes first.
func (s *Server) wait(ctx context.Context, duration time.Duration) bool {
	if duration <= 0 {
		return true
	}
	timer := time.NewTimer(duration)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
	case <-s.closed:
	}
	return false
}

// drain reads the remaining body, so that a refusal reaches clients that are still sending.
func drain(r *http.Request) { _, _ = io.Copy(io.Discard, r.Body) }
