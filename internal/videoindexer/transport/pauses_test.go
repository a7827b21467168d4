package transport

import (
	"net/http"
	"testing"
	"testing/synctest"
	"time"
)

// TestPausesBetweenAttempts measures the pauses after failures in virtual time: half a second at most after the first, and
// twice as long each time.
func TestPausesBetweenAttempts(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var arrived []time.Time
		client := serveInBubble(t, func(w http.ResponseWriter, _ *http.Request) {
			arrived = append(arrived, time.Now())
			w.WriteHeader(http.StatusInternalServerError)
		}, attemptsUpTo(5))
		client.Backoff = defaultBackoff
		if _, err := client.Do(t.Context(), reading()); err == nil {
			t.Fatal("no error")
		}
		if len(arrived) != 5 {
			t.Fatalf("%d attempts", len(arrived))
		}
		for i, longest := 1, 500*time.Millisecond; i < len(arrived); i, longest = i+1, 2*longest {
			if pause := arrived[i].Sub(arrived[i-1]); pause < longest/2 || pause > longest+time.Nanosecond {
				t.Errorf("attempt %d came after %s, not between %s and %s", i+1, pause, longest/2, longest)
			}
		}
	})
}
