package videoindexer

import (
	"net/http"
	"testing"
	"testing/synctest"
	"time"
)

const anX30 = "GET Projects"

// TestProjectsAreStreamed has the first projects before the second page was asked for, and asks for no page that nobody wants.
func TestProjectsAreStreamed(t *testing.T) {
	t.Parallel()
	pages := 0
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		pages++
		skip := r.URL.Query().Get("skip")
		_, _ = w.Write([]byte(`{"results":[{"id":"a` + skip + `"},{"id":"b` + skip + `"}]}`))
	}, onlyToken, extended)
	taken := 0
	for _, err := range c.Projects(t.Context(), testAccount) {
		if taken++; err != nil || pages != (taken+1)/2 {
			t.Errorf("project %d came after %d pages, %v", taken, pages, err)
		}
		if taken == 4 {
			break
		}
	}
	if pages != 2 {
		t.Errorf("%d pages, want 2", pages)
	}
}

// TestListedProject reads several projects by one list, until something is written, the list is old, or the service fails.
func TestListedProject(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := scripted(map[string]string{
			anX30: `{"results":[{"id":"p1","name":"A"},{"id":"p2","name":"B"}],"nextPage":{"done":true}}`, "PUT Projects/p1": `{"id":"p1"}`,
		})
		c := serveInBubble(t, s.ServeHTTP, onlyToken, extended)
		read := func(id, want string) {
			t.Helper()
			if listed, err := c.ListedProject(t.Context(), testAccount, id); err != nil || valueOf(listed).Name != want {
				t.Errorf("%s: %+v, %v", id, listed, err)
			}
		}
		read("p1", "A")
		read("p2", "B")
		read("p3", "")
		s.wantAsked(t, anX30)
		pause(maxListAge + time.Second)
		read("p1", "A")
		if err := c.ChangeProject(t.Context(), testAccount, "p1", ProjectFields{Name: "C"}); err != nil {
			t.Fatal(err)
		}
		read("p1", "")
		if named, err := c.FindProjects(t.Context(), testAccount, "B"); err != nil || len(named) != 1 || named[0] != "p2" {
			t.Errorf("named B: %+v, %v", named, err)
		}
		s.wantAsked(t, anX30, anX30, "PUT Projects/p1")
	})
}
