package videoindexer

import (
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
)

// recorder keeps what a service was asked for, and lets a test answer in its place.
type recorder struct {
	mu  sync.Mutex
	log []string // method, and the path below the service's objects
	// intercept may answer a request in place of the service: it returns whether it did.
	intercept func(w http.ResponseWriter, r *http.Request, do func(http.ResponseWriter)) bool
}

// change changes what the service holds.
func (s *recorder) change(change func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change()
}

func (s *recorder) requests() (log []string) {
	s.change(func() { log = slices.Clone(s.log) })
	return log
}

func (s *recorder) count(request string) int {
	return len(slices.DeleteFunc(s.requests(), func(seen string) bool { return seen != request }))
}

// logged is a request as the log has it, with its path below the objects.
func logged(r *http.Request, objects string) string {
	return strings.TrimSpace(r.Method + " " + below(r, objects))
}

func below(r *http.Request, objects string) string {
	_, path, _ := strings.Cut(r.URL.Path, "/"+objects)
	return strings.Trim(path, "/")
}

// serve records a request and answers it with a status and a value: nil is no body, and a string one that is sent as it is.
func (s *recorder) serve(w http.ResponseWriter, r *http.Request, request string, answer func() (int, any)) {
	var intercept func(http.ResponseWriter, *http.Request, func(http.ResponseWriter)) bool
	s.change(func() { s.log, intercept = append(s.log, request), s.intercept })
	do := func(w http.ResponseWriter) {
		s.change(func() {
			status, value := answer()
			text, isText := value.(string)
			if value != nil && !isText {
				text = asJSON(value)
			}
			w.WriteHeader(status)
			_, _ = io.WriteString(w, text)
		})
	}
	if intercept == nil || !intercept(w, r, do) {
		do(w)
	}
}
