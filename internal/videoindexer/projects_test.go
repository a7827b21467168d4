package videoindexer

import (
	"net/http"
	"slices"
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

// TestFindProjects looks for several names by one list, also after a write, until the list is old.
func TestFindProjects(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := scripted(map[string]string{
			anX30: `{"results":[{"id":"p1","name":"A"},{"id":"p2","name":"B"}],"nextPage":{"done":true}}`, "PUT Projects/p1": `{"id":"p1"}`,
		})
		c := serveInBubble(t, s.ServeHTTP, onlyToken, extended)
		find := func(name string, want ...string) {
			t.Helper()
			if ids, err := c.FindProjects(t.Context(), testAccount, name); err != nil || !slices.Equal(ids, want) {
				t.Errorf("named %s: %q, %v", name, ids, err)
			}
		}
		find("A", "p1")
		find("B", "p2")
		find("C")
		s.wantAsked(t, anX30)
		if err := c.ChangeProject(t.Context(), testAccount, "p1", ProjectFields{Name: "C"}); err != nil {
			t.Fatal(err)
		}
		find("B", "p2")
		s.wantAsked(t, anX30, "PUT Projects/p1")
		pause(maxListAge + time.Second)
		find("A", "p1")
		s.wantAsked(t, anX30, "PUT Projects/p1", anX30)
	})
}
