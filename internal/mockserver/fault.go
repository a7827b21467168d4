package mockserver

import (
	"net/http"
	"time"
)

// Always is the Times of a [Fault] that sets no limit.
const Always = -1

// Fault makes some requests go wrong.
type Fault struct {
	Endpoint int                      // of the contract, or [X]; 0 for any, unknown routes included
	Match    func(*http.Request) bool // nil for any; must not read the body nor call the Server
	Skip     int                      // matching requests that pass unharmed first
	Times    int                      // matching requests that it hits after those; 0 means 1, see [Always]
	Do       Action
}

// Action is how a request goes wrong.
type Action struct {
	name string
	run  func(*mishap)
}

// mishap is a request while it goes wrong.
type mishap struct {
	s        *Server
	back     *wire
	endpoint *endpoint
	handle   func() *answer // carries the request out as the contract says
}

func (m *mishap) error(status int, header []string) {
	errorTypes := map[int]string{
		http.StatusBadRequest: "INVALID_INPUT", http.StatusUnauthorized: "USER_NOT_ALLOWED",
		http.StatusNotFound: m.s.opts.notFoundType, http.StatusGatewayTimeout: "SERVER_TIMEOUT",
	}
	errorType, ok := errorTypes[status]
	if !ok {
		errorType = "GENERAL"
	}
	form := m.s.opts.errorBody
	if status == http.StatusTooManyRequests {
		form = m.s.opts.tooManyBody
	}
	a := m.s.errorAnswer(m.endpoint, form, status, errorType, "a scripted fault: "+http.StatusText(status))
	for i := 0; i+1 < len(header); i += 2 {
		a.set(header[i], header[i+1])
	}
	m.back.write(a)
}

// Status answers status with its error object instead of handling the request. Header holds names and values in turn.
func Status(status int, header ...string) Action {
	return Action{http.StatusText(status), func(m *mishap) {
		drain(m.back.r)
		m.error(status, header)
	}}
}

// Refuse answers with an error object of this type instead of handling the request.
func Refuse(status int, errorType, message string) Action {
	return Action{errorType, func(m *mishap) {
		drain(m.back.r)
		m.back.write(m.s.errorAnswer(m.endpoint, BodyErrorObject, status, errorType, message))
	}}
}

// StatusAfter handles the request and then answers status all the same, as a gateway does that has timed out.
func StatusAfter(status int, header ...string) Action {
	return Action{http.StatusText(status) + " after handling", func(m *mishap) {
		m.handle()
		m.error(status, header)
	}}
}

// StatusBeforeBody answers status at once, while the client may still be sending its body, and closes the connection.
func StatusBeforeBody(status int, header ...string) Action {
	return Action{http.StatusText(status) + " before the body", func(m *mishap) {
		m.error(status, append([]string{"Connection", "close"}, header...))
	}}
}

// Body answers with these bytes instead of handling the request.
func Body(status int, contentType, body string) Action {
	return Action{"body", func(m *mishap) {
		drain(m.back.r)
		a := &answer{status: status, body: []byte(body)}
		a.set("Content-Type", contentType)
		m.back.write(a)
	}}
}

// BodyAfter handles the request and then answers with these bytes.
func BodyAfter(status int, contentType, body string) Action {
	return Action{"body after handling", func(m *mishap) {
		m.handle()
		a := &answer{status: status, body: []byte(body)}
		a.set("Content-Type", contentType)
		m.back.write(a)
	}}
}

// GatewayHTML answers with the HTML page of a gateway, and without a request id of the service.
func GatewayHTML(status int) Action {
	return Action{"gateway page", func(m *mishap) {
		drain(m.back.r)
		m.back.requestIDHeader = ""
		m.back.write(m.s.errorAnswer(m.endpoint, BodyHTML, status, "", ""))
	}}
}

// Edit handles the request and answers with another body, as a replica does that is behind the others.
func Edit(edit func(body []byte) []byte) Action {
	return Action{"edited answer", func(m *mishap) {
		a := m.handle()
		a.body = edit(a.body)
		m.back.write(a)
	}}
}

// Respond hands the request to h in place of the service.
func Respond(h http.Handler) Action {
	return Action{"handler", func(m *mishap) { h.ServeHTTP(m.back.w, m.back.r) }}
}

// ResetBefore resets the connection before the request is handled.
func ResetBefore() Action {
	return Action{"reset before handling", func(m *mishap) { m.back.reset() }}
}

// ResetAfter handles the request, then resets the connection in place of an answer.
func ResetAfter() Action {
	return Action{"reset after handling", func(m *mishap) {
		m.handle()
		m.back.reset()
	}}
}

// CutAnswer handles the request, and ends the connection in the middle of the answer.
func CutAnswer() Action {
	return Action{"cut answer", func(m *mishap) { m.back.cut(m.handle()) }}
}

// Slow waits before it handles the request.
func Slow(d time.Duration) Action {
	return Action{"slow", func(m *mishap) {
		if !m.s.wait(m.back.r.Context(), d) {
			m.back.reset()
			return
		}
		m.back.write(m.handle())
	}}
}

// SlowAnswer handles the request and waits before it answers.
func SlowAnswer(d time.Duration) Action {
	return Action{"slow answer", func(m *mishap) {
		a := m.handle()
		if !m.s.wait(m.back.r.Context(), d) {
			m.back.reset()
			return
		}
		m.back.write(a)
	}}
}

// Hang reads the request and does nothing until the client leaves or the server closes.
func Hang() Action {
	return Action{"hang", func(m *mishap) {
		drain(m.back.r)
		m.hang()
	}}
}

// HangAfter handles the request and does not answer until the client leaves or the server closes.
func HangAfter() Action {
	return Action{"hang after handling", func(m *mishap) {
		m.handle()
		m.hang()
	}}
}

func (m *mishap) hang() {
	select {
	case <-m.back.r.Context().Done():
	case <-m.s.closed:
	}
	m.back.reset()
}

// Before calls f, which may call the Server, before the request is handled as usual.
func Before(f func(*http.Request)) Action {
	return Action{"before", func(m *mishap) {
		f(m.back.r)
		m.back.write(m.handle())
	}}
}

// After handles the request as usual and calls f, which may call the Server, before the answer goes out.
func After(f func(*http.Request)) Action {
	return Action{"after", func(m *mishap) {
		a := m.handle()
		f(m.back.r)
		m.back.write(a)
	}}
}

type scriptedFault struct {
	Fault
	seen int
}

// Script adds faults. Where several match a request, the first that has times left hits it, and only it counts.
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

// ClearFaults removes every scripted fault and ends the chaos.
func (s *Server) ClearFaults() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.script, s.chaos = nil, nil
}

// pickFault returns the fault that hits a request, nil when none does.
func (s *Server) pickFault(r *http.Request, e *endpoint) *Action {
	number := 0
	if e != nil {
		number = e.number
	}
	for _, f := range s.script {
		spent := f.Times != Always && f.seen >= f.Skip+f.Times
		if spent || f.Endpoint != 0 && f.Endpoint != number || f.Match != nil && !f.Match(r) {
			continue
		}
		f.seen++
		if f.seen > f.Skip {
			return &f.Do
		}
	}
	if s.chaos != nil {
		return s.chaos.pick(r, e)
	}
	return nil
}
