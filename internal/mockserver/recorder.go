package mockserver

import (
	"net/http"
	"slices"
	"time"
)

// Request is a recorded request. It contains keys and tokens, for tests only.
type Request struct {
	Seq       int // from 1, in the order of arrival
	Time      time.Time
	Duration  time.Duration // until the response began
	Operation Operation     // empty for an unknown route
	Method    string
	Path      string // escaped, as received
	Query     string // raw
	Header    http.Header
	Status    int    // 0 if no response was sent, or not yet
	RequestID string // x-ms-client-request-id
	BodySize  int64  // of what was read
	Fault     string // the fault or limit, "" for none
}

// Requests returns every request so far, in the order of arrival.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := make([]Request, len(s.requests))
	for i, r := range s.requests {
		all[i] = *r
	}
	return all
}

// Count returns how many requests an operation had, refused ones included.
func (s *Server) Count(operation Operation) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, r := range s.requests {
		if r.Operation == operation {
			n++
		}
	}
	return n
}

// ResetRequests forgets the requests so far, but not which request ids were used.
func (s *Server) ResetRequests() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = nil
}

// Violations returns all violations of the contract by clients, each with its operation and path.
func (s *Server) Violations() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.violations)
}

// record records the arrival of a request and checks its request id.
func (s *Server) record(r *http.Request, target *endpoint, now time.Time) *Request {
	entry := &Request{
		Seq:       len(s.requests) + 1,
		Time:      now,
		Method:    r.Method,
		Path:      r.URL.EscapedPath(),
		Query:     r.URL.RawQuery,
		Header:    r.Header.Clone(),
		RequestID: r.Header.Get("X-Ms-Client-Request-Id"),
	}
	if target != nil {
		entry.Operation = target.operation
	}
	s.requests = append(s.requests, entry)
	s.checkRequestID(r, target, entry.RequestID)
	return entry
}

// checkRequestID checks the contract's rule for request ids: a UUID, never used again, not even for
// the repetition of a lost request.
func (s *Server) checkRequestID(r *http.Request, target *endpoint, id string) {
	if id == "" {
		return
	}
	c := &call{server: s, request: r, endpoint: target}
	switch {
	case !isGUID(id):
		c.violate("x-ms-client-request-id is not a UUID")
	case s.requestIDs[id]:
		c.violate("x-ms-client-request-id %s was used before", id)
	}
	s.requestIDs[id] = true
	s.violations = append(s.violations, c.violations...)
}

// complete adds to the record of a request when its response begins or its connection breaks, and
// returns a copy. The client cannot notice either before, so that a test that has seen the response
// sees the whole record.
func (s *Server) complete(entry *Request, body *measuredBody, status int) Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	entry.Status = status
	entry.BodySize = body.size
	entry.Duration = s.now().Sub(entry.Time)
	return *entry
}
