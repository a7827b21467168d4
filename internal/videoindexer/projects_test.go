package videoindexer

import (
	"net/http"
	"testing"
)

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
