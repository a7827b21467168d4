//go:build unix

package reliability

import (
	"net/http"
	"testing"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestLimits applies a large configuration to a service that lets 10 requests through in a second and 120 in a minute,
// limits that the provider does not know. Hardly any request is refused: 2 % in a run that is long enough to find both
// limits. Without RELIABILITY=full it is long enough only for the first. The second would be a minute's wait, which
// tests of the client spend in virtual time.
func TestLimits(t *testing.T) {
	t.Parallel()
	const perSecond, perMinute = 10, 120
	// Ten at once, which is what an engine does, until the first rate is found; and some while that is corrected. Without a
	// pace every second request is refused: 35. On a machine with much else to do, more are than on an idle one (11).
	e, most := workload{brands: 25}, 22
	if isFull() {
		e.brands = 300
		most = 2 * 2 * e.brands / 100 // each is read and written
	}
	w := newWorkspace(t, mockserver.RequestLimits(perSecond, perMinute), mockserver.Latency(20*time.Millisecond))
	e.seed(w.Server)
	e.configure(w, 1)
	if r := w.run("plan", "-out=plan.bin"); r.code != 0 {
		t.Fatalf("plan: %s", r)
	}
	w.ResetRequests()
	r := w.run("apply", "-json", "plan.bin") // one process of the provider
	if r.code != 0 {
		t.Fatalf("apply: %s", r)
	}
	passed, refused := 0, 0
	for _, request := range w.Requests() {
		if request.Status == http.StatusTooManyRequests {
			refused++
		} else {
			passed++
		}
	}
	// The first 120 come at 10 a second, and then the next 120 when a minute is over.
	ideal := time.Duration(passed-1) * time.Second / perSecond
	if later := passed - perMinute; later > 0 {
		ideal = time.Duration((later-1)/perMinute+1)*time.Minute + time.Duration((later-1)%perMinute)*time.Second/perSecond
	}
	t.Logf("%d requests in %s, %d of them refused; the limits allow them in %s", passed+refused, r.took.Round(time.Second), refused, ideal)
	if refused > most {
		t.Errorf("%d requests were refused, more than %d", refused, most)
	}
	e.check(w, e.wanted(t)[0], 0)
}
