package videoindexer

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

func namesOf(t *testing.T, c *Client) []string {
	t.Helper()
	var names []string
	for project, err := range c.Projects(t.Context(), testAccount) {
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, project.Name)
	}
	return names
}

// TestProjects sends each operation on projects, and reads its answer.
func TestProjects(t *testing.T) {
	t.Parallel()
	s := newProjects("A", "B", "A")
	s.longest = 2
	c := s.client(t)
	if got := namesOf(t, c); !slices.Equal(got, []string{"A", "B", "A"}) {
		t.Errorf("listed %q", got)
	}
	two := 2.5
	summary := ProjectSummary{
		ID: "p1", Name: "A", Created: "2024-05-06T07:08:09.5Z", LastModified: "2024-05-07T05:08:09Z", UserName: "Ann", DurationInSeconds: &two,
	}
	want := &Project{ProjectSummary: summary, VideoRanges: []VideoRange{{"v1", "0:00:05", "00:00:07.5000000"}}}
	for _, member := range []string{"videosRanges", "videoRanges"} {
		s.change(func() { s.rangesMember = member })
		got, err := c.GetProject(t.Context(), testAccount, "p1")
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", member, err, diff)
		}
	}
	id, err := c.CreateProject(t.Context(), testAccount, ProjectFields{Name: "C"})
	if id != "p4" || err != nil {
		t.Errorf("created %q, %v", id, err)
	}
	fields := ProjectFields{Name: "D", VideoRanges: []VideoRange{{"v2", "0:00:01", "00:00:02.250"}}}
	if err := c.ChangeProject(t.Context(), testAccount, id, fields); err != nil {
		t.Error(err)
	}
	if got, err := c.GetProject(t.Context(), testAccount, id); err != nil || !fields.Same(got) || got.VideoRanges[0] != (VideoRange{"v2", "00:00:01", "00:00:02.250"}) {
		t.Errorf("changed to %+v, %v", got, err)
	}
	if err := c.DeleteProject(t.Context(), testAccount, id); err != nil {
		t.Error(err)
	}
	if _, err := c.GetProject(t.Context(), testAccount, id); !IsNotFound(err) {
		t.Errorf("after the end: %v", err)
	}
	wantLog := []string{anX30, anX30, "GET p1/Index", "GET p1/Index", anX30, anX30, anX27, "PUT p4", "GET p4/Index", "DELETE p4", "GET p4/Index"}
	if diff := cmp.Diff(wantLog, s.requests()); diff != "" {
		t.Errorf("requests (-want +got):\n%s", diff)
	}
}

// TestProjectsAreStreamed has the first projects before the second page was asked for, and asks for no page that nobody wants.
func TestProjectsAreStreamed(t *testing.T) {
	t.Parallel()
	s := newProjects("A", "B", "C", "D", "E", "F")
	s.longest = 2
	taken := 0
	for _, err := range s.client(t).Projects(t.Context(), testAccount) {
		if err != nil {
			t.Fatal(err)
		}
		taken++
		if pages := s.count(anX30); pages != (taken+1)/2 {
			t.Errorf("project %d came after %d pages", taken, pages)
		}
		if taken == 4 {
			break
		}
	}
	if got := s.count(anX30); got != 2 {
		t.Errorf("%d pages, want 2", got)
	}
}

// TestProjectsUnreadable lists a project that has another form than expected beside others.
func TestProjectsUnreadable(t *testing.T) {
	t.Parallel()
	s := newProjects("A", "B", "C")
	s.projects[1]["durationInSeconds"] = "long"
	var got []string
	for project, err := range s.client(t).Projects(t.Context(), testAccount) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, project.ID+project.Name)
		if (project.Unreadable != nil) != (project.ID == "p2") {
			t.Errorf("%s: %v", project.ID, project.Unreadable)
		}
	}
	if !slices.Equal(got, []string{"p1A", "p2", "p3C"}) {
		t.Errorf("listed %q", got)
	}
}

// TestListedProject reads several projects by one list, until something is written, the list is old, or the service fails.
func TestListedProject(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newProjects("A", "B")
		c := serveInBubble(t, s.ServeHTTP, onlyToken, extended)
		read := func(id, name string, lists int) {
			t.Helper()
			listed, err := c.ListedProject(t.Context(), testAccount, id)
			if err != nil || (listed == nil) != (name == "") || listed != nil && listed.Name != name {
				t.Errorf("%s: %+v, %v", id, listed, err)
			}
			if got := s.count(anX30); got != lists {
				t.Errorf("%s: %d lists, want %d", id, got, lists)
			}
		}
		read("p1", "A", 1)
		read("p2", "B", 1)
		read("p3", "", 1)
		pause(maxListAge + time.Second)
		read("p1", "A", 2)
		if err := c.ChangeProject(t.Context(), testAccount, "p1", ProjectFields{Name: "C"}); err != nil {
			t.Fatal(err)
		}
		read("p1", "", 2)
		if named, err := c.FindProjects(t.Context(), testAccount, "B"); err != nil || len(named) != 1 || named[0].ID != "p2" {
			t.Errorf("named B: %+v, %v", named, err)
		}
	})
	for status, isError := range map[int]bool{http.StatusNotFound: false, http.StatusBadRequest: false, http.StatusForbidden: true} {
		s := newProjects("A")
		s.before = func(w http.ResponseWriter, _ string, _ func(http.ResponseWriter)) bool {
			w.WriteHeader(status)
			return true
		}
		listed, err := s.client(t, noRetries).ListedProject(t.Context(), testAccount, "p1")
		if listed != nil || (err != nil) != isError {
			t.Errorf("%d: %+v, %v", status, listed, err)
		}
	}
}

// TestProjectAnswers reads answers that are none.
func TestProjectAnswers(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		`{"id":"p","name":"A"}`:          "does not say the ranges",
		`{"name":"A","videosRanges":[]}`: "the project has no id",
		`[]`:                             "it is an array, not an object",
		`{"id":"p","videosRanges":[{"range":{"start":{}}}]}`: "videosRanges/0/range/start is an object, not a string",
	} {
		c := serve(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(body)) }, onlyToken, extended)
		if _, err := c.GetProject(t.Context(), testAccount, "p"); !isA[*UnexpectedAnswerError](err) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", body, err)
		}
	}
	for body, want := range map[string]string{
		`{"results":[{"name":"A"}],"nextPage":{"done":true}}`: "project 1 of the list: the project has no id",
		`{}`: "contains no list",
	} {
		c := serve(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(body)) }, onlyToken, extended)
		for _, err := range c.Projects(t.Context(), testAccount) {
			if !isA[*UnexpectedAnswerError](err) || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v", body, err)
			}
		}
	}
}

// TestProjectOperationsFail has each operation fail in the ways that its caller tells apart.
func TestProjectOperationsFail(t *testing.T) {
	t.Parallel()
	operations := map[string]func(context.Context, *Client) error{
		"X28": func(ctx context.Context, c *Client) error {
			return c.ChangeProject(ctx, testAccount, "p", ProjectFields{})
		},
		"X29": func(ctx context.Context, c *Client) error { _, err := c.GetProject(ctx, testAccount, "p"); return err },
		"X30": func(ctx context.Context, c *Client) error {
			_, err := c.FindProjects(ctx, testAccount, "a")
			return err
		},
		"X31": func(ctx context.Context, c *Client) error { _, err := c.GetRender(ctx, testAccount, "p"); return err },
		"X32": func(ctx context.Context, c *Client) error {
			_, err := c.CancelRender(ctx, testAccount, "p")
			return err
		},
		"X33": func(ctx context.Context, c *Client) error {
			_, err := c.GetRenderedFileURL(ctx, testAccount, "p")
			return err
		},
		"X27": func(ctx context.Context, c *Client) error {
			_, err := c.CreateProject(ctx, testAccount, ProjectFields{Name: "a"})
			return err
		},
	}
	for name, call := range operations {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			answer := func(status int, body string) *Client {
				return answers(t, status, body, onlyToken, noRetries, extended)
			}
			for _, status := range []int{http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusNotImplemented} {
				if err := call(t.Context(), answer(status, "")); !IsUnsupported(err) || IsNotFound(err) || HasNoRender(err) {
					t.Errorf("a service without it: %v", err)
				}
			}
			err := call(t.Context(), answer(http.StatusConflict, `{"ErrorType":"PROJECT_RENDER_IN_PROGRESS","Message":"no"}`))
			if refused, ok := errors.AsType[*APIError](err); !ok || refused.Type != ErrorTypeProjectRenderInProgress || !IsConflict(err) {
				t.Errorf("refused: %v", err)
			}
			if err := call(t.Context(), answer(http.StatusNotFound, `{"ErrorType":"BREAKDOWN_NOT_FOUND"}`)); !IsNotFound(err) || HasNoRender(err) {
				t.Errorf("gone: %v", err)
			}
			err = call(t.Context(), serve(t, func(http.ResponseWriter, *http.Request) { t.Error("a request was sent") }, onlyToken))
			if refused, ok := errors.AsType[*NotExtendedError](err); !ok || refused.Extended != name && name != "X27" {
				t.Errorf("not extended: %v", err)
			}
		})
	}
}
