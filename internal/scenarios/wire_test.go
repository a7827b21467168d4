package scenarios

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// wire records what is sent to the service.
type wire struct {
	service http.Handler
	mu      sync.Mutex
	sent    []*sent
}

// sent is a request.
type sent struct {
	at     time.Time
	text   string
	status int // 0 where no answer came
}

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

// isForToken reports whether a request only gets a token. Scenarios do not show these.
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
