package videoindexer

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"
)

// The tests of the nouns run against servers that answer with literal bodies, written from the
// contract. Calls of account scope carry the configured token; calls of user scope obtain one.
const (
	testLocation  = "westus2"
	testAccountID = "7e1c4a6e-7e27-4c0b-9d3c-1a2b3c4d5e6f"
	testKey       = "test-subscription-key"
	testToken     = "test-account-token"
	testUserToken = "test-user-token"
)

var (
	testAccount = AccountRef{Location: testLocation, ID: testAccountID}
	yes, no     = true, false
)

// sent is a request as it arrived.
type sent struct {
	Method      string
	Path        string
	Query       url.Values
	Token       string
	Key         string
	ContentType string
	Body        string
}

// reply is what a test server answers; status 0 stands for 200.
type reply struct {
	status      int
	contentType string
	location    string
	body        string
	// never is no answer: the client has given up.
	never bool
}

// service is a test server that remembers what arrived.
type service struct {
	*Client
	url  string
	mu   sync.Mutex
	seen []sent
}

func (s *service) requests() []sent {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]sent(nil), s.seen...)
}

// newService starts a server that answers every operation with what handle says.
func newService(tb testing.TB, handle func(sent) reply) *service {
	tb.Helper()
	s := &service{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/api/auth/"+testLocation+"/Users/me/AccessToken" {
			_, _ = io.WriteString(w, `"`+testUserToken+`"`)
			return
		}
		content, err := io.ReadAll(r.Body)
		if err != nil {
			tb.Errorf("%s %s: the body did not arrive whole: %v", r.Method, r.URL, err)
		}
		if len(r.TransferEncoding) > 0 {
			tb.Errorf("%s %s: the body is sent as %v, not with its length", r.Method, r.URL, r.TransferEncoding)
		}
		arrived := sent{
			Method:      r.Method,
			Path:        strings.TrimPrefix(r.URL.EscapedPath(), "/api"),
			Query:       r.URL.Query(),
			Token:       strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "),
			Key:         r.Header.Get("Ocp-Apim-Subscription-Key"),
			ContentType: r.Header.Get("Content-Type"),
			Body:        string(content),
		}
		s.mu.Lock()
		s.seen = append(s.seen, arrived)
		s.mu.Unlock()
		answer := handle(arrived)
		if answer.never {
			<-r.Context().Done()
			return
		}
		if answer.contentType != "" {
			w.Header().Set("Content-Type", answer.contentType)
		}
		if answer.location != "" {
			w.Header().Set("Location", answer.location)
		}
		w.Header().Set("X-Ms-Request-Id", "service-id")
		if answer.status != 0 {
			w.WriteHeader(answer.status)
		}
		_, _ = io.WriteString(w, answer.body)
	}))
	tb.Cleanup(server.Close)
	client, err := New(Config{
		Endpoint:        server.URL + "/api/",
		SubscriptionKey: testKey,
		AccessToken:     testToken,
		RequestTimeout:  20 * time.Second,
	})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(client.HTTP.CloseIdleConnections)
	s.Client, s.url = client, server.URL
	return s
}

// answering is a service that gives every request the same answer.
func answering(tb testing.TB, answer reply) *service {
	tb.Helper()
	return newService(tb, func(sent) reply { return answer })
}

const (
	brandBody = `{"referenceUrl":"https://example.test/a","id":7,"name":"Acme","accountId":"` + testAccountID + `",` +
		`"lastModifierUserName":"Ann","create":"2024-05-06T07:08:09.1234567","lastModified":"2024-05-07T00:00:00Z",` +
		`"enabled":true,"description":"Tools","tags":["b","a"]}`
	modelBody = `{"id":"m-1","name":"Terms","language":"En-US","state":"Processing",` +
		`"languageModelId":"00000000-0000-0000-0000-000000000000","files":[]}`
)
