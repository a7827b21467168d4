package mockserver

import (
	"net/http"
	"time"
)

// Always is the value of Times for a [Fault] without a limit.
const Always = -1

// Fault makes some requests fail.
type Fault struct {
	Operation Operation                // empty for any, unknown routes included
	Match     func(*http.Request) bool // nil for any; must not read the body nor call the Server
	Skip      int                      // matching requests that pass unharmed first
	Times     int                      // matching requests that it hits after those; 0 means 1, see [Always]
	Do        Action
}

// Action is the way in which a request fails.
type Action struct {
	name string
	run  func(*faultyRequest)
}

// faultyRequest is a request during its failure.
type faultyRequest struct {
	server   *Server
	wire     *wire
	endpoint *endpoint
	handle   func() *response // carries out the request as the contract says
}

// afterHandling handles the request before the action replaces its response.
func (a Action) afterHandling() Action {
	return Action{a.name + " after handling", func(m *faultyRequest) {
		m.handle()
		a.run(m)
	}}
}

// respondInstead returns an action that answers instead of handling the request.
func respondInstead(name string, response func(*faultyRequest) *response) Action {
	return Action{name, func(m *faultyRequest) {
		drain(m.wire.request)
		m.wire.write(response(m))
	}}
}

// error returns the response of an error with the type that the contract has for the status. header
// alternates names and values.
func (m *faultyRequest) error(status int, header []string) *response {
	errorType := "GENERAL"
	switch status {
	case http.StatusBadRequest:
		errorType = "INVALID_INPUT"
	case http.StatusUnauthorized:
		errorType = "USER_NOT_ALLOWED"
	case http.StatusNotFound:
		errorType = "NOT_FOUND"
	case http.StatusGatewayTimeout:
		errorType = "SERVER_TIMEOUT"
	}
	message := "a scripted fault: " + http.StatusText(status)
	a := m.server.errorResponse(m.endpoint, status, errorType, message)
	if status == http.StatusTooManyRequests {
		a = foreignError(status, message)
	}
	for i := 0; i+1 < len(header); i += 2 {
		a.set(header[i], header[i+1])
	}
	return a
}

// Status answers a status with its error object instead of handling the request. Header has names
// and values alternately.
func Status(status int, header ...string) Action {
	return respondInstead(http.StatusText(status), func(m *faultyRequest) *response { return m.error(status, header) })
}

// StatusAfter handles the request, and then answers status, like a gateway that has timed out.
func StatusAfter(status int, header ...string) Action {
	return Status(status, header...).afterHandling()
}

// Refuse answers with an error object of a type instead of handling the request.
func Refuse(status int, errorType, message string) Action {
	return respondInstead(errorType, func(m *faultyRequest) *response {
		return m.server.errorResponse(m.endpoint, status, errorType, message)
	})
}

// Body answers with the given bytes instead of handling the request.
func Body(status int, contentType, body string) Action {
	return respondInstead("body", func(*faultyRequest) *response {
		a := &response{status: status}
		a.setBody(contentType, body)
		return a
	})
}

// BodyAfter handles the request, and then answers with the given bytes.
func BodyAfter(status int, contentType, body string) Action {
	return Body(status, contentType, body).afterHandling()
}

// GatewayHTML answers with the HTML page of a gateway, and without a request id of the service.
func GatewayHTML(status int) Action {
	return respondInstead("gateway page", func(m *faultyRequest) *response {
		m.wire.isGateway = true
		a := &response{status: status}
		a.setBody("text/html", gatewayPage(status))
		return a
	})
}

// Edit handles the request and answers with another body, like a service with a different form of
// answers.
func Edit(edit func(body []byte) []byte) Action {
	return Action{"edited response", func(m *faultyRequest) {
		a := m.handle()
		a.body = edit(a.body)
		m.wire.write(a)
	}}
}

// Respond passes the request to h instead of the service.
func Respond(h http.Handler) Action {
	return Action{"handler", func(m *faultyRequest) { h.ServeHTTP(m.wire.writer, m.wire.request) }}
}

// ResetBefore resets the connection before the request is handled.
func ResetBefore() Action {
	return Action{"reset before handling", func(m *faultyRequest) { m.wire.reset() }}
}

// ResetAfter handles the request, and then resets the connection instead of answering.
func ResetAfter() Action {
	return Action{"reset", func(m *faultyRequest) { m.wire.reset() }}.afterHandling()
}

// CutResponse handles the request, and closes the connection in the middle of the response.
func CutResponse() Action {
	return Action{"cut response", func(m *faultyRequest) { m.wire.cut(m.handle()) }}
}

// SlowResponse handles the request and waits before it answers.
func SlowResponse(d time.Duration) Action {
	return Action{"slow response", func(m *faultyRequest) {
		a := m.handle()
		if m.server.wait(m.wire.request.Context(), d) {
			m.wire.write(a)
		} else {
			m.wire.reset()
		}
	}}
}

// Hang reads the request, and does not answer until the client disconnects or the server closes.
func Hang() Action {
	return Action{"hang", func(m *faultyRequest) {
		drain(m.wire.request)
		select {
		case <-m.wire.request.Context().Done():
		case <-m.server.closed:
		}
		m.wire.reset()
	}}
}

// HangAfter handles the request, and does not answer until the client disconnects or the server
// closes.
func HangAfter() Action { return Hang().afterHandling() }

// Before calls f, which may call the Server, before the request is handled as usual.
func Before(f func(*http.Request)) Action {
	return Action{"before", func(m *faultyRequest) {
		f(m.wire.request)
		m.wire.write(m.handle())
	}}
}

// After handles the request as usual and calls f, which may call the Server, before the response goes
// out.
func After(f func(*http.Request)) Action {
	return Action{"after", func(m *faultyRequest) {
		a := m.handle()
		f(m.wire.request)
		m.wire.write(a)
	}}
}

type scriptedFault struct {
	Fault
	seen int
}

// Script adds faults. If several match a request, the first one with remaining times is used, and
// only this one is counted.
func (s *Server) Script(faults ...Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range faults {
		if f.Times == 0 {
			f.Times = 1
		}
		s.script = append(s.script, &scriptedFault{Fault: f})
	}
}

// ClearFaults removes all scripted faults and random ones.
func (s *Server) ClearFaults() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.script, s.chaos = nil, nil
}

// pickFault returns the fault for a request, or nil if there is none.
func (s *Server) pickFault(r *http.Request, target *endpoint) *Action {
	var operation Operation
	if target != nil {
		operation = target.operation
	}
	for _, fault := range s.script {
		isSpent := fault.Times != Always && fault.seen >= fault.Skip+fault.Times
		isOfOther := fault.Operation != "" && fault.Operation != operation
		if isSpent || isOfOther {
			continue
		}
		if fault.Match != nil && !fault.Match(r) {
			continue
		}
		fault.seen++
		if fault.seen > fault.Skip {
			return &fault.Do
		}
	}
	if s.chaos != nil {
		return s.chaos.pick(r, target)
	}
	return nil
}
