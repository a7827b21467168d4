package videoindexer

import (
	"net/http"
	"testing"
	"testing/synctest"
	"time"
)

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
		s.intercept = func(w http.ResponseWriter, _ *http.Request, _ func(http.ResponseWriter)) bool {
			w.WriteHeader(status)
			return true
		}
		listed, err := s.client(t, noRetries).ListedProject(t.Context(), testAccount, "p1")
		if listed != nil || (err != nil) != isError {
			t.Errorf("%d: %+v, %v", status, listed, err)
		}
	}
}
