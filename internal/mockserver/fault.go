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
	return Action{a.name + " after handling", func(f *faultyRequest) {
		f.handle()
		a.run(f)
	}}
}

// respondInstead returns an action that answers instead of handling the request.
func respondInstead(name string, response func(*faultyRequest) *response) Action {
	return Action{name, func(f *faultyRequest) {
		drain(f.wire.request)
		f.wire.write(response(f))
	}}
}

// error returns the response of an error with the type that the contract has for the status. header
// alternates names and values.
func (f *faultyRequest) error(status int, header []string) *response {
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
	r := f.server.errorResponse(f.endpoint, status, errorType, message)
	if status == http.StatusTooManyRequests {
		r = foreignError(status, message)
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.set(header[i], header[i+1])
	}
	return r
}

// Status answers a status with its error object instead of handling the request. Header has names
// and values alternately.
func Status(status int, header ...string) Action {
	return respondInstead(http.StatusText(status), func(f *faultyRequest) *response { return f.error(status, header) })
}

// StatusAfter handles the request, and then answers status, like a gateway that has timed out.
func StatusAfter(status int, header ...string) Action {
	return Status(status, header...).afterHandling()
}

// Refuse answers with an error object of a type instead of handling the request.
func Refuse(status int, errorType, message string) Action {
	return respondInstead(errorType, func(f *faultyRequest) *response {
		return f.server.errorResponse(f.endpoint, status, errorType, message)
	})
}

// Body answers with the given bytes instead of handling the request.
func Body(status int, contentType, body string) Action {
	return respondInstead("body", func(*faultyRequest) *response {
		r := &response{status: status}
		r.setBody(contentType, body)
		return r
	})
}

// BodyAfter handles the request, and then answers with the given bytes.
func BodyAfter(status int, contentType, body string) Action {
	return Body(status, contentType, body).afterHandling()
}

// GatewayHTML answers with the HTML page of a gateway, and without a request id of the service.
func GatewayHTML(status int) Action {
	return respondInstead("gateway page", func(f *faultyRequest) *response {
		f.wire.isGateway = true
		r := &response{status: status}
		r.setBody("text/html", gatewayPage(status))
		return r
	})
}

// Edit handles the request and answers with another body, like a service with a different form of
// responses.
func Edit(edit func(body []byte) []byte) Action {
	return Action{"edited response", func(f *faultyRequest) {
		r := f.handle()
		r.body = edit(r.body)
		f.wire.write(r)
	}}
}

// Respond passes the request to h instead of the service.
func Respond(h http.Handler) Action {
	return Action{"handler", func(f *faultyRequest) { h.ServeHTTP(f.wire.writer, f.wire.request) }}
}

// ResetBefore resets the connection before the request is handled.
func ResetBefore() Action {
	return Action{"reset before handling", func(f *faultyRequest) { f.wire.reset() }}
}

// ResetAfter handles the request, and then resets the connection instead of answering.
func ResetAfter() Action {
	return Action{"reset", func(f *faultyRequest) { f.wire.reset() }}.afterHandling()
}

// CutResponse handles the request, and closes the connection in the middle of the response.
func CutResponse() Action {
	return Action{"cut response", func(f *faultyRequest) { f.wire.cut(f.handle()) }}
}

// SlowResponse handles the request and waits before it answers.
func SlowResponse(d time.Duration) Action {
	return Action{"slow response", func(f *faultyRequest) {
		r := f.handle()
		if f.server.wait(f.wire.request.Context(), d) {
			f.wire.write(r)
		} else {
			f.wire.reset()
		}
	}}
}

// Hang reads the request, and does not answer until the client disconnects or the server closes.
func Hang() Action {
	return Action{"hang", func(f *faultyRequest) {
		drain(f.wire.request)
		select {
		case <-f.wire.request.Context().Done():
		case <-f.server.closed:
		}
		f.wire.reset()
	}}
}

// HangAfter handles the request, and does not answer until the client disconnects or the server
// closes.
func HangAfter() Action { return Hang().afterHandling() }

// Before calls act, which may call the Server, before the request is handled as usual.
func Before(act func(*http.Request)) Action {
	return Action{"before", func(f *faultyRequest) {
		act(f.wire.request)
		f.wire.write(f.handle())
	}}
}

// After handles the request as usual and calls act, which may call the Server, before the response
// goes out.
func After(act func(*http.Request)) Action {
	return Action{"after", func(f *faultyRequest) {
		r := f.handle()
		act(f.wire.request)
		f.wire.write(r)
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
	s.script = nil
	s.chaos = nil
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
