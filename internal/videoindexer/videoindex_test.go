package videoindexer

import (
	"context"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// TestVideoStateAttempts repeats an attempt whose connection is lost half way, and reports a missing video as what it is.
func TestVideoStateAttempts(t *testing.T) {
	t.Parallel()
	var asked atomic.Int32
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.Contains(r.URL.Path, "gone"):
			refusal(http.StatusNotFound, ErrorTypeNotFound).ServeHTTP(w, r)
		case asked.Add(1) == 1:
			w.Header().Set("Content-Length", "100")
			_, _ = io.WriteString(w, `{"state":"Failed",`)
		default:
			_, _ = io.WriteString(w, anIndex)
		}
	}, onlyToken, extended)
	if state, err := c.GetVideoState(t.Context(), testAccount, "v"); err != nil || state != "Processed" || asked.Load() != 2 {
		t.Errorf("%s after %d attempts, %v", state, asked.Load(), err)
	}
	if _, err := c.GetVideoState(t.Context(), testAccount, "gone"); !IsNotFound(err) {
		t.Errorf("state: %v", err)
	}
}

// Reading a video's index or its state ends when the caller gives up, even in the middle of an index that never ends.
func TestVideoIndexIsInterrupted(t *testing.T) {
	t.Parallel()
	for name, read := range callsOf(t, "state", "index") {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithCancel(t.Context())
			c := serve(t, func(w http.ResponseWriter, r *http.Request) {
				_, _ = io.WriteString(w, `{"name":"`)
				_ = http.NewResponseController(w).Flush()
				cancel()
				select {
				case <-r.Context().Done():
				case <-time.After(10 * time.Second): // so that the test fails in place of hanging
				}
			}, onlyToken, extended)
			if err := read(ctx, c); !IsA[*InterruptedError](err) {
				t.Errorf("%v", err)
			}
		})
	}
}
