package mockserver_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
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

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const (
	key      = mockserver.DefaultSubscriptionKey
	location = mockserver.DefaultLocation
	account  = mockserver.DefaultAccountID
	missing  = "ffffffff-0000-4000-8000-000000000000" // an id that no object has

	// The objects of [fixture.seed].
	modelID       = "0b7e7c1a-3a55-4f0e-8a44-1f6f6f0c9e01"
	fileID        = "0b7e7c1a-3a55-4f0e-8a44-1f6f6f0c9e02"
	personModelID = "5f0f4d3e-57d8-4f0e-9a2a-0c6a3a2b1c0d"
	personID      = "9d3e2c1b-0a4f-4e5d-8c7b-6a5f4e3d2c1b"
	videoID       = "a1b2c3d4e5"
	projectID     = "p9f8e7d6c5"

	brandPath    = "~/Customization/Brands/1001"
	brandsPath   = "~/Customization/Brands"
	settingsPath = "~/Customization/BrandsModelSettings"
	modelsPath   = "~/Customization/Language"
	modelPath    = modelsPath + "/" + modelID
	filePath     = modelPath + "/Files/" + fileID
	personsPath  = "~/Customization/PersonModels"
	peoplePath   = personsPath + "/" + personModelID + "/Persons"
	personPath   = peoplePath + "/" + personID
	videoPath    = "~/Videos/" + videoID
	projectPath  = "~/Projects/" + projectID
	accountsPath = "/" + location + "/Accounts"
)

// fixture is a server of a paid account with three brands, and an HTTP client that can violate the
// contract. By default, a violation fails the test.
type fixture struct {
	*mockserver.Server
	t        *testing.T
	url      string
	client   *http.Client
	violates bool
}

// newFixture starts a server with the extended operations.
func newFixture(t *testing.T, opts ...mockserver.Option) *fixture {
	t.Helper()
	return plainFixture(t, append(opts, mockserver.WithExtended())...)
}

func plainFixture(t *testing.T, opts ...mockserver.Option) *fixture {
	t.Helper()
	service := mockserver.New(opts...)
	service.AddDefaultAccount(3)
	server := httptest.NewServer(service)
	f := &fixture{Server: service, t: t, url: server.URL, client: server.Client()}
	f.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	t.Cleanup(func() {
		service.Close()
		server.Close()
		broken := f.Violations()
		if len(broken) > 0 && !f.violates {
			t.Errorf("want no violations, got %q", broken)
		}
	})
	return f
}

// seed adds one object of each kind: a model with a file, a person with a face, a video with a
// character and a project of it.
func (f *fixture) seed() *fixture {
	f.AddLanguageModel(account, mockserver.LanguageModel{ID: modelID, Name: "Terms", Files: []mockserver.LanguageFile{
		{ID: fileID, Name: "a.txt", Enabled: true, Content: []byte("words")}, {Name: "b.txt", Content: []byte("more")},
	}})
	f.AddPersonModel(account, mockserver.PersonModel{ID: personModelID, Name: "Presenters"})
	f.AddPerson(account, personModelID, mockserver.Person{ID: personID, Name: "Ada"})
	face := mockserver.Face{ID: "f1", SourceType: mockserver.UploadedVideo, SourceVideoID: "v1"}
	f.AddFaces(account, personModelID, personID, face)
	f.SetImageModel(account, &mockserver.ImageModel{
		Endpoint: "https://model.example/", PredictionResourceID: "/subscriptions/1",
	})
	f.AddVideo(account, mockserver.Video{
		ID: videoID, AnimationModelID: "m1", Characters: []mockserver.Character{{ID: 1, Name: "Unknown 1"}, {ID: 2, Name: "Unknown 2"}},
	})
	ranges := []mockserver.VideoRange{{VideoID: videoID, Start: "00:00:01", End: "00:01:00.5"}}
	f.AddProject(account, mockserver.Project{ID: projectID, Ranges: ranges})
	return f
}

// ask is a request. Paths that begin with "~" are below the account. Without a token it has one
// that can write; "-" leaves it out. Without a content type, it has the one of the body's kind.
type ask struct {
	method, path string
	token        string
	noKey        bool
	header       map[string]string
	body         string
}

// String returns the request in one line.
func (a ask) String() string {
	return strings.TrimSpace(fmt.Sprintf("%s %s %.100s", a.method, a.path, a.body))
}

func (f *fixture) request(a ask) *http.Request {
	f.t.Helper()
	path := a.path
	below, ok := strings.CutPrefix(path, "~")
	if ok {
		path = accountsPath + "/" + account + below
	}
	r, err := http.NewRequestWithContext(f.t.Context(), a.method, f.url+path, strings.NewReader(a.body))
	check.MustSucceed(f.t, err, "the request %s", a)
	if !a.noKey {
		r.Header.Set("Ocp-Apim-Subscription-Key", key)
	}
	token := cmp.Or(a.token, f.tokenFor(path))
	if token != "-" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	switch {
	case strings.HasSuffix(r.URL.Path, "/Index/Transcript"):
		r.Header.Set("Content-Type", "text/vtt")
	case a.body != "":
		r.Header.Set("Content-Type", "application/json")
	}
	for name, value := range a.header {
		r.Header.Set(name, value)
	}
	return r
}

// tokenFor returns a token that may do everything on a path.
func (f *fixture) tokenFor(path string) string {
	where, below, _ := strings.Cut(path, "/Accounts")
	where = strings.Trim(where, "/")
	id, isAccount := strings.CutPrefix(below, "/")
	if !isAccount {
		return f.UserToken(where, mockserver.Write)
	}
	end := strings.IndexAny(id, "/?")
	if end >= 0 {
		id = id[:end]
	}
	return f.AccountToken(where, id, mockserver.Write)
}

func (f *fixture) do(a ask) answered {
	f.t.Helper()
	response, err := f.client.Do(f.request(a))
	check.MustSucceed(f.t, err, "%s: the response", a)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	check.MustSucceed(f.t, err, "%s: the whole response", a)
	return answered{t: f.t, ask: a, status: response.StatusCode, header: response.Header, body: string(body)}
}

// send makes a request: a method and a path, and an optional body.
func (f *fixture) send(request string, body ...string) answered {
	f.t.Helper()
	method, path, _ := strings.Cut(request, " ")
	return f.do(ask{method: method, path: path, body: strings.Join(body, "")})
}

// sendForm makes a request with a form of files.
func (f *fixture) sendForm(request string, files ...file) answered {
	f.t.Helper()
	method, path, _ := strings.Cut(request, " ")
	body, header := form(f.t, files...)
	return f.do(ask{method: method, path: path, body: body, header: header})
}

// wantViolations fails the test unless there is one violation for each fragment, in order.
func (f *fixture) wantViolations(fragments ...string) {
	f.t.Helper()
	f.violates = true
	got := f.Violations()
	if len(got) != len(fragments) {
		f.t.Fatalf("violations %q, want %d with %q", got, len(fragments), fragments)
	}
	for i, fragment := range fragments {
		check.Contains(f.t, fragment, got[i], "violation %d", i+1)
	}
}

type answered struct {
	t      *testing.T
	ask    ask
	status int
	header http.Header
	body   string
}

// is stops the test if the response does not have the status, because later checks would fail too.
func (a answered) is(status int) answered {
	a.t.Helper()
	if a.status != status {
		a.t.Fatalf("%s: status %d, want %d: %.300s", a.ask, a.status, status, a.body)
	}
	return a
}

// fails checks status and error object.
func (a answered) fails(status int, errorType string) {
	a.t.Helper()
	object := a.is(status).object()
	message := cmp.Or(object["Message"], object["message"])
	check.Equal(a.t, any(errorType), a.errorType(), "%s: the type of the error %.300s", a.ask, a.body)
	if message == any("") || len(object) != 2 {
		a.t.Errorf("%s: the error is %.300s, want its type and a message", a.ask, a.body)
	}
}

// errorType returns the type of an error, in either spelling of its member.
func (a answered) errorType() any {
	a.t.Helper()
	object := a.object()
	return cmp.Or(object["ErrorType"], object["errorType"])
}

func (a answered) into(v any) {
	a.t.Helper()
	err := json.Unmarshal([]byte(a.body), v)
	check.MustSucceed(a.t, err, "%s: the response %.300q as JSON", a.ask, a.body)
}

func (a answered) object() map[string]any {
	a.t.Helper()
	var object map[string]any
	a.into(&object)
	return object
}

// each returns a member of every element of an array, or of the results on a page.
func (a answered) each(member string) []any {
	a.t.Helper()
	var list []map[string]any
	if strings.HasPrefix(a.body, "{") {
		var page struct{ Results []map[string]any }
		a.into(&page)
		list = page.Results
	} else {
		a.into(&list)
	}
	values := []any{}
	for _, element := range list {
		values = append(values, element[member])
	}
	return values
}

// keys returns the sorted names of an object's members.
func keys(object map[string]any) string {
	return strings.Join(slices.Sorted(maps.Keys(object)), " ")
}

// file is a part of a form: content or a URL.
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
			part, err = w.CreateFormFile(f.name, f.name)
			if err == nil {
				_, err = io.WriteString(part, f.content)
			}
		}
		check.MustSucceed(t, err, "the part %s of the form", f.name)
	}
	err := w.Close()
	check.MustSucceed(t, err, "the end of the form")
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

// await waits until another goroutine has done something, which what names.
func await(t *testing.T, what string, done func() bool) {
	t.Helper()
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for deadline := time.Now().Add(5 * time.Second); !done(); <-tick.C {
		if time.Now().After(deadline) {
			t.Fatalf("not within five seconds: %s, want it", what)
		}
	}
}
