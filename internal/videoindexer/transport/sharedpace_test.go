package transport

import (
	"crypto/sha256"
	"net/http"
	"runtime"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/time/rate"
)

func TestClientsShareAPace(t *testing.T) {
	t.Parallel()
	client := func(endpoint, key string, perMinute int) *Client {
		return dial(t, endpoint, func(c *Config) { c.SubscriptionKey, c.RequestsPerMinute = key, perMinute })
	}
	first := client("http://shared.test", "key", 0)
	if first.pace.ceiling != float64(rate.Inf) {
		t.Errorf("without a ceiling it is %f", first.pace.ceiling)
	}
	for i, perMinute := range []int{120, 60, 0, 90} {
		if c := client("http://shared.test", "key", perMinute); c.pace != first.pace {
			t.Errorf("client %d has a pace of its own", i)
		}
	}
	if first.pace.ceiling != 1 {
		t.Errorf("the ceiling is %f a second, not the lowest of all", first.pace.ceiling)
	}
	for name, other := range map[string]*Client{
		"another key":        client("http://shared.test", "other", 0),
		"another endpoint":   client("http://other.test", "key", 0),
		"a token in its way": dial(t, "http://shared.test", func(c *Config) { c.SubscriptionKey, c.AccessToken = "", "token" }),
	} {
		if other.pace == first.pace {
			t.Errorf("%s shares the pace", name)
		}
	}
	runtime.KeepAlive(first)
}

// A pace ends with its last client, so that nothing is left of a run in a process that goes on.
func TestAPaceEndsWithItsClients(t *testing.T) {
	t.Parallel()
	func() { sharedPace("http://ended.test", "key", 1) }()
	isKnown := func() bool {
		paces.mu.Lock()
		defer paces.mu.Unlock()
		_, isKnown := paces.known[sha256.Sum256([]byte("http://ended.test\x00key"))]
		return isKnown
	}
	for range 1000 {
		if runtime.GC(); !isKnown() {
			return
		}
	}
	t.Error("a pace that nobody has any more is still there")
}

// The ceiling bounds all requests of a process: those for tokens, those that are repeated, and those of other clients.
func TestTheCeilingBoundsAllRequests(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const perMinute = 60
		var (
			mu      sync.Mutex
			arrived []time.Time
			s       = &issuer{valid: map[string]bool{}}
		)
		count := func(w http.ResponseWriter, r *http.Request) {
			mu.Lock()
			arrived = append(arrived, time.Now())
			n := len(arrived)
			mu.Unlock()
			switch {
			case n%100 == 0:
				s.revokeAll()
			case n%13 == 0:
				w.WriteHeader(http.StatusInternalServerError)
				return
			}
			s.ServeHTTP(w, r)
		}
		first := serveInBubble(t, count, keyAlone, attemptsUpTo(20), func(c *Config) { c.RequestsPerMinute = perMinute })
		second := dial(t, first.base.String(), keyAlone, attemptsUpTo(20))
		second.HTTP.DialContext = first.HTTP.DialContext
		var group sync.WaitGroup
		for _, c := range []*Client{first, second} {
			for range 10 {
				group.Go(func() {
					for range 20 {
						if _, err := c.Do(t.Context(), reading()); err != nil {
							t.Error(err)
						}
					}
				})
			}
		}
		group.Wait()
		// A request that waited for a token arrives a little after its turn, and token requests arrive before theirs.
		const aside = 6
		for i, at := range arrived[:len(arrived)-perMinute-aside] {
			if gap := arrived[i+perMinute+aside].Sub(at); gap < time.Minute {
				t.Fatalf("%d requests arrived within %s from the %d. on", perMinute+aside+1, gap, i+1)
			}
		}
	})
}
