package videoindexer

import (
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
)

const (
	testLocation  = "westus2"
	testAccountID = "7e1c4a6e-7e27-4c0b-9d3c-1a2b3c4d5e6f"
	testKey       = "test-subscription-key"
	testToken     = "test-account-token"
)

var (
	testAccount = AccountRef{Location: testLocation, ID: testAccountID}
	yes, no     = true, false
)

// reply is what a test server answers; status 0 stands for 200.
type reply struct {
	status      int
	contentType string
	location    string
	body        string
	// never is no response: the connection is closed when the request has come.
	never bool
}

// lost is no response.
var lost = reply{never: true}

func refusal(status int, kind ErrorType) reply {
	return reply{status: status, body: fmt.Sprintf(`{"ErrorType":%q,"Message":"no"}`, kind)}
}

// ServeHTTP gives every request the same response.
func (r reply) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	_, _ = io.Copy(io.Discard, request.Body)
	if r.never {
		hangUp(w)
		return
	}
	if r.contentType != "" {
		w.Header().Set("Content-Type", r.contentType)
	}
	if r.location != "" {
		w.Header().Set("Location", r.location)
	}
	if r.status != 0 {
		w.WriteHeader(r.status)
	}
	_, _ = io.WriteString(w, r.body)
}

// hangUp ends the connection of a request.
func hangUp(w http.ResponseWriter) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err == nil {
		_ = conn.Close()
	}
}

// script is a service that answers each request as its method and its path below the account say,
// and keeps what it was asked. A page of a list that is not its first one is empty, and what has no
// response does not exist.
type script struct {
	mu        sync.Mutex
	responses map[string][]reply // one for each time, and the last one for all further times
	log       []string
	latency   time.Duration
}

// set gives a request other responses from now on.
func (s *script) set(request string, responses ...reply) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.responses[request] = responses
}

func (s *script) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	pause(s.latency)
	_, path, _ := strings.Cut(r.URL.Path, "/Accounts/"+testAccountID+"/")
	request := r.Method + " " + strings.TrimPrefix(path, "Customization/")
	s.mu.Lock()
	s.log = append(s.log, request)
	responses, isKnown := s.responses[request]
	if len(responses) > 1 {
		s.responses[request] = responses[1:]
	}
	s.mu.Unlock()
	switch skip := r.URL.Query().Get("skip"); {
	case !isKnown:
		refusal(http.StatusNotFound, ErrorTypeNotFound).ServeHTTP(w, r)
	case skip != "" && skip != "0":
		reply{body: `{"results":[],"nextPage":{"done":true}}`}.ServeHTTP(w, r)
	default:
		responses[0].ServeHTTP(w, r)
	}
}

func (s *script) asked() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.log)
}

func (s *script) wantAsked(t *testing.T, want ...string) {
	t.Helper()
	check.Equal(t, want, s.asked(), "requests")
}

// scripted returns a script with bodies as its responses.
func scripted(responses map[string]string) *script {
	s := &script{responses: map[string][]reply{}}
	for request, body := range responses {
		s.set(request, reply{body: body})
	}
	return s
}

const anX1 = "GET Brands"

func aGet(id int) string { return fmt.Sprintf("GET Brands/%d", id) }

// brandsOf returns a service whose account has brands of these names; their ids are 1, 2 and so on.
func brandsOf(names ...string) *script {
	s := scripted(nil)
	var list []string
	for i, name := range names {
		brand := fmt.Sprintf(`{"id":%d,"name":%q,"enabled":true,"tags":[]}`, i+1, name)
		list = append(list, brand)
		s.set(aGet(i+1), reply{body: brand})
	}
	s.set(anX1, reply{body: "[" + strings.Join(list, ",") + "]"})
	return s
}

// readEach reads brands one after the other, and fails where one has another name.
func readEach(t *testing.T, c *Client, names ...string) {
	t.Helper()
	for i, name := range names {
		brand, err := c.GetCachedBrand(t.Context(), testAccount, int32(i+1))
		check.Equal(t, name, valueOf(brand).Name, "the name of brand %d, with the error %v", i+1, err)
	}
}
