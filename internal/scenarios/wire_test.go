package scenarios

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// wire connects the provider with the service in memory, and records what is sent.
type wire struct {
	conns  chan net.Conn
	closed chan struct{}
	once   sync.Once

	service http.Handler
	mu      sync.Mutex
	sent    []*sent
	heads   []string // method and address of each request, in the order in which they came
}

// sent is a request.
type sent struct {
	at     time.Time
	text   string
	status int // 0 where no answer came
}

func newWire(service http.Handler) *wire {
	return &wire{conns: make(chan net.Conn), closed: make(chan struct{}), service: service}
}

func (w *wire) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	near, far := net.Pipe()
	select {
	case w.conns <- far:
		return near, nil
	case <-w.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Accept returns the far end of the next connection.
func (w *wire) Accept() (net.Conn, error) {
	select {
	case conn := <-w.conns:
		return conn, nil
	case <-w.closed:
		return nil, net.ErrClosed
	}
}

// Close ends all dials.
func (w *wire) Close() error {
	w.once.Do(func() { close(w.closed) })
	return nil
}

// Addr is no address of a network.
func (w *wire) Addr() net.Addr { return &net.UnixAddr{Name: "scenario"} }

// ServeHTTP notes a request, and passes it on to the service.
func (w *wire) ServeHTTP(answer http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(answer, err.Error(), http.StatusBadRequest)
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	note := &sent{at: time.Now(), text: r.Method + " " + shortened(r.URL.RequestURI()) + bodyText(r.Header.Get("Content-Type"), body)}
	if !isForToken(r) {
		w.mu.Lock()
		w.sent = append(w.sent, note)
		w.heads = append(w.heads, r.Method+" "+shortened(r.URL.RequestURI()))
		w.mu.Unlock()
	}
	w.service.ServeHTTP(&statusWriter{ResponseWriter: answer, wire: w, note: note}, r)
}

var tokenPath = regexp.MustCompile(`^/auth/[^/]+/(Users/me|Accounts/[^/]+)/AccessToken$`)

// shortened is an address with A for the account of the provider.
func shortened(address string) string {
	if below, ok := strings.CutPrefix(address, "/"+mockserver.DefaultLocation+"/Accounts/"+mockserver.DefaultAccountID+"/"); ok {
		return "A/" + below
	}
	return address
}

// isForToken reports whether a request only gets a token. Stories do not show these.
func isForToken(r *http.Request) bool {
	return tokenPath.MatchString(r.URL.Path) || r.URL.Query().Get("generateAccessTokens") == "true"
}

// statusWriter notes the status of an answer.
type statusWriter struct {
	http.ResponseWriter
	wire *wire
	note *sent
}

func (s *statusWriter) WriteHeader(status int) {
	s.wire.mu.Lock()
	s.note.status = cmp.Or(s.note.status, status)
	s.wire.mu.Unlock()
	s.ResponseWriter.WriteHeader(status)
}

// Unwrap lets http.ResponseController reach the connection.
func (s *statusWriter) Unwrap() http.ResponseWriter { return s.ResponseWriter }

// take returns the requests since it was last called, a line each: in the order in which they were sent, and by their text
// where they were sent at the same moment or, without a write between them, only read. One that is sent several times in
// succession is one line.
func (w *wire) take() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	byText := func(a, b *sent) int { return cmp.Compare(a.text, b.text) }
	slices.SortStableFunc(w.sent, func(a, b *sent) int { return cmp.Or(a.at.Compare(b.at), byText(a, b)) })
	for i := 0; i < len(w.sent); i++ {
		first := i
		for i < len(w.sent) && strings.HasPrefix(w.sent[i].text, http.MethodGet) {
			i++
		}
		slices.SortStableFunc(w.sent[first:i], byText)
	}
	var lines []string
	for i := 0; i < len(w.sent); {
		line, times := w.sent[i].line(), 1
		for i++; i < len(w.sent) && w.sent[i].line() == line; i++ {
			times++
		}
		if times > 1 {
			line += fmt.Sprintf(" (%d times)", times)
		}
		lines = append(lines, line)
	}
	w.sent = nil
	return lines
}

// all returns the requests since it was last called, without their bodies, in the order in which they came.
func (w *wire) all() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	heads := w.heads
	w.heads = nil
	return heads
}

func (s *sent) line() string {
	switch {
	case s.status == 0:
		return s.text + " -> no answer"
	case s.status >= http.StatusBadRequest:
		return fmt.Sprintf("%s -> %d", s.text, s.status)
	}
	return s.text
}

// bodyText is a body on one line; a form has a part for each of its fields.
func bodyText(contentType string, body []byte) string {
	if len(body) == 0 {
		return ""
	}
	kind, parameters, err := mime.ParseMediaType(contentType)
	if err != nil || !strings.HasPrefix(kind, "multipart/") {
		var compact bytes.Buffer
		if json.Compact(&compact, body) == nil {
			return " " + compact.String()
		}
		return fmt.Sprintf(" %q", body)
	}
	var text strings.Builder
	for form := multipart.NewReader(bytes.NewReader(body), parameters["boundary"]); ; {
		part, err := form.NextPart()
		if err != nil {
			return text.String()
		}
		content, _ := io.ReadAll(part)
		fmt.Fprintf(&text, " %s(%s)=%q", part.FormName(), part.FileName(), content)
	}
}
