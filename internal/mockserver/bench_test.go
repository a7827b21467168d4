package mockserver_test

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const (
	key      = mockserver.DefaultSubscriptionKey
	location = mockserver.DefaultLocation
	missing  = "ffffffff-0000-4000-8000-000000000000" // the id of nothing
)

// bench is a server with a paid account of three brands, and an HTTP client that does not keep to the contract by
// itself.
type bench struct {
	*mockserver.Server
	t      *testing.T
	url    string
	client *http.Client
}

func newBench(t *testing.T, opts ...mockserver.Option) *bench {
	t.Helper()
	service := mockserver.New(opts...)
	service.AddDefaultAccount(3)
	server := httptest.NewServer(service)
	t.Cleanup(func() {
		service.Close()
		server.Close()
	})
	return &bench{Server: service, t: t, url: server.URL, client: server.Client()}
}

// ask is a request. Paths that begin with "~" are below the account.
type ask struct {
	method, path string
	token        string
	noKey        bool
	header       map[string]string
	body         string
}

func (b *bench) request(a ask) *http.Request {
	b.t.Helper()
	path := a.path
	if below, ok := strings.CutPrefix(path, "~"); ok {
		path = "/" + location + "/Accounts/" + account + below
	}
	r, err := http.NewRequestWithContext(b.t.Context(), a.method, b.url+path, strings.NewReader(a.body))
	if err != nil {
		b.t.Fatal(err)
	}
	if !a.noKey {
		r.Header.Set("Ocp-Apim-Subscription-Key", key)
	}
	if a.token != "" {
		r.Header.Set("Authorization", "Bearer "+a.token)
	}
	for name, value := range a.header {
		r.Header.Set(name, value)
	}
	return r
}

func (b *bench) do(a ask) answered {
	b.t.Helper()
	got, err := b.try(a)
	if err != nil {
		b.t.Fatalf("%s %s: %v", a.method, a.path, err)
	}
	return got
}

// try is do for requests that may get no answer.
func (b *bench) try(a ask) (answered, error) {
	b.t.Helper()
	response, err := b.client.Do(b.request(a))
	if err != nil {
		return answered{}, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	return answered{t: b.t, status: response.StatusCode, header: response.Header, body: string(body)}, err
}

// read and write return tokens for the account.
func (b *bench) read() string  { return b.AccountToken(location, account, false) }
func (b *bench) write() string { return b.AccountToken(location, account, true) }

// expectViolations fails the test unless there is one violation for each fragment, in order.
func (b *bench) expectViolations(fragments ...string) {
	b.t.Helper()
	got := b.Violations()
	if len(got) != len(fragments) {
		b.t.Fatalf("violations %q, want %d with %q", got, len(fragments), fragments)
	}
	for i, fragment := range fragments {
		if !strings.Contains(got[i], fragment) {
			b.t.Errorf("violation %q, want it to say %q", got[i], fragment)
		}
	}
}

type answered struct {
	t      *testing.T
	status int
	header http.Header
	body   string
}

// is fails the test unless the answer has the status, and stops it, since nothing else will be as expected.
func (a answered) is(status int) answered {
	a.t.Helper()
	if a.status != status {
		a.t.Fatalf("status %d, want %d: %s", a.status, status, a.body)
	}
	return a
}

// fails checks status and error object, with capitalised members.
func (a answered) fails(status int, errorType string) {
	a.t.Helper()
	a.is(status)
	object := a.object()
	if object["ErrorType"] != errorType || object["Message"] == "" || len(object) != 2 {
		a.t.Errorf("error body %s, want ErrorType %s and Message", a.body, errorType)
	}
}

// notFromService wants a message, and no error object of the service.
func (a answered) notFromService(says string) {
	a.t.Helper()
	object := a.object()
	if message, _ := object["message"].(string); object["ErrorType"] != nil || object["errorType"] != nil || !strings.Contains(message, says) {
		a.t.Errorf("error body %s, want a message that says %q, and no error type", a.body, says)
	}
}

func (a answered) into(v any) {
	a.t.Helper()
	if err := json.Unmarshal([]byte(a.body), v); err != nil {
		a.t.Fatalf("body %q: %v", a.body, err)
	}
}

func (a answered) object() map[string]any {
	a.t.Helper()
	var object map[string]any
	a.into(&object)
	return object
}

// keys returns the sorted names of an object's members.
func keys(object map[string]any) string {
	return strings.Join(slices.Sorted(maps.Keys(object)), " ")
}

func equal(t *testing.T, what string, got, want any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// file is a part of a form: content, or a URL.
type file struct{ name, content, url string }

// form returns a form's body and its content type.
func form(t *testing.T, files ...file) (string, map[string]string) {
	t.Helper()
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	for _, f := range files {
		var err error
		if f.url != "" {
			err = w.WriteField(f.name, f.url)
		} else {
			var part io.Writer
			if part, err = w.CreateFormFile(f.name, f.name); err == nil {
				_, err = io.WriteString(part, f.content)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return body.String(), map[string]string{"Content-Type": w.FormDataContentType()}
}

// clock is a clock that stands still until a test moves it.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func newClock() *clock { return &clock{now: time.Date(2025, time.May, 4, 3, 2, 1, 0, time.UTC)} }

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// await waits for what another goroutine brings about.
func await(t *testing.T, done func() bool) {
	t.Helper()
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for deadline := time.Now().Add(5 * time.Second); !done(); <-tick.C {
		if time.Now().After(deadline) {
			t.Fatal("it did not come about within five seconds")
		}
	}
}
