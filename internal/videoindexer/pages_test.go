package videoindexer

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
)

// TestRepeatedPage gives up on a service that sends one page over and over.
func TestRepeatedPage(t *testing.T) {
	t.Parallel()
	requests := 0
	c := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		if requests++; requests == 10 {
			t.Error("the list goes on and on")
		}
		_, _ = w.Write([]byte(`{"results":[{"id":"p1","name":"A"}],"nextPage":{"done":` + strconv.FormatBool(requests >= 10) + `}}`))
	}, onlyToken, extended)
	listed := 0
	for _, err := range c.Projects(t.Context(), testAccount) {
		if listed++; err != nil && (listed != 2 || !strings.Contains(err.Error(), "as if skip had no effect")) {
			t.Errorf("after %d: %v", listed, err)
		}
	}
	if requests != 2 {
		t.Errorf("%d pages were read", requests)
	}
}
