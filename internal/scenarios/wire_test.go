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

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// wire notes the bodies of what is sent to the service, which records the rest.
type wire struct {
	*mockserver.Server
	mu     sync.Mutex
	bodies map[string]string // as text, by the id of the request
}

// ServeHTTP notes the body of a request, and passes it on to the service.
func (w *wire) ServeHTTP(response http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(response, err.Error(), http.StatusBadRequest)
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	w.mu.Lock()
	w.bodies[r.Header.Get("X-Ms-Client-Request-Id")] = bodyText(r.Header.Get("Content-Type"), body)
	w.mu.Unlock()
	w.Server.ServeHTTP(response, r)
}

// shortened returns an address with A for the account of the provider.
func shortened(address string) string {
	below, isOfAccount := strings.CutPrefix(address, "/"+mockserver.DefaultLocation+"/Accounts/"+mockserver.DefaultAccountID+"/")
	if isOfAccount {
		return "A/" + below
	}
	return address
}

// isForToken reports whether a request only gets a token. Scenarios do not show these.
func isForToken(r mockserver.Request) bool {
	isOwn := r.Operation == mockserver.GetUserAccessToken || r.Operation == mockserver.GetAccountAccessToken
	return isOwn || strings.Contains(r.Query, "generateAccessTokens=true")
}

// take returns the requests since it was last called, a line each: in the order in which they were
// sent, and by their text where they were sent at the same moment or, without a write between them,
// only read. One that is sent several times in succession is one line.
func (w *wire) take() (lines []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	sent := slices.DeleteFunc(w.Requests(), isForToken)
	w.ResetRequests()
	byText := func(a, b mockserver.Request) int { return cmp.Compare(w.text(a), w.text(b)) }
	slices.SortStableFunc(sent, func(a, b mockserver.Request) int {
		return cmp.Or(a.Time.Compare(b.Time), byText(a, b))
	})
	for i := 0; i < len(sent); i++ {
		first := i
		for i < len(sent) && sent[i].Method == http.MethodGet {
			i++
		}
		slices.SortStableFunc(sent[first:i], byText)
	}
	for i := 0; i < len(sent); {
		line := w.line(sent[i])
		times := 1
		for i++; i < len(sent) && w.line(sent[i]) == line; i++ {
			times++
		}
		if times > 1 {
			line += fmt.Sprintf(" (%d times)", times)
		}
		lines = append(lines, line)
	}
	return lines
}

// text returns a request with its body.
func (w *wire) text(r mockserver.Request) string {
	address := r.Path
	if r.Query != "" {
		address += "?" + r.Query
	}
	return r.Method + " " + shortened(address) + w.bodies[r.RequestID]
}

func (w *wire) line(r mockserver.Request) string {
	switch {
	case r.Status == 0:
		return w.text(r) + " -> no response"
	case r.Status >= http.StatusBadRequest:
		return fmt.Sprintf("%s -> %d", w.text(r), r.Status)
	}
	return w.text(r)
}

// emptyMember matches a member that says nothing to a reader, after the first one.
var emptyMember = regexp.MustCompile(`,"\w+":(""|null|\[\])`)

// bodyText returns a body on one line; a form has a part for each of its fields.
func bodyText(contentType string, body []byte) string {
	if len(body) == 0 {
		return ""
	}
	kind, parameters, err := mime.ParseMediaType(contentType)
	if err != nil || !strings.HasPrefix(kind, "multipart/") {
		var compact bytes.Buffer
		if json.Compact(&compact, body) == nil {
			return " " + emptyMember.ReplaceAllString(compact.String(), "")
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
