//go:build unix

package reliability

import (
	"strings"
	"testing"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestDefaults applies a hundred brands (20 without RELIABILITY=full, with all failures on one day) on a bad day without
// touching a setting: each apply exits 0, and nothing is tainted.
func TestDefaults(t *testing.T) {
	t.Parallel()
	type day struct {
		rates   mockserver.Rates
		life    time.Duration // of tokens; 0: an hour
		uses    int           // of a token; 0: any number
		latency time.Duration
	}
	e, days := workload{brands: 20}, map[string]day{
		"a tenth is 429, a twentieth 500 or 504": {rates: mockserver.Rates{TooMany: 0.10, InternalError: 0.025, GatewayTimeout: 0.0125, GatewayTimeoutAfter: 0.0125}},
		// By number and not by time, so that a busy machine expires no token before it is used.
		"tokens expire": {uses: 10},
	}
	if isFull() {
		e, days = workload{brands: 100}, map[string]day{
			"a tenth is 429":          {rates: mockserver.Rates{TooMany: 0.10, RetryAfter: time.Second}},
			"a twentieth is 500, 504": {rates: mockserver.Rates{InternalError: 0.025, GatewayTimeout: 0.0125, GatewayTimeoutAfter: 0.0125}},
			"tokens expire":           {life: 20 * time.Second, latency: 3 * time.Second},
		}
	}
	for name, day := range days {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			seed := seedOf(t)
			options := []mockserver.Option{mockserver.Latency(day.latency)}
			if day.life > 0 {
				options = append(options, mockserver.TokenLifetime(day.life))
			}
			if day.uses > 0 {
				options = append(options, mockserver.TokenUses(day.uses))
			}
			w := newWorkspace(t, options...)
			e.seed(w.Server)
			e.configure(w, 1)
			w.Chaos(seed, day.rates)
			if r := w.run("plan", "-out=plan.bin"); r.code != 0 {
				t.Fatalf("plan: %s", r)
			}
			w.ResetRequests()
			r := w.run("apply", "-json", "plan.bin") // one process of the provider
			if r.code != 0 {
				t.Fatalf("apply: %s", r)
			}
			t.Logf("%d brands in %s: %s", e.brands, r.took.Round(100*time.Millisecond), faultCounts(w))
			w.mustHaveNothingTainted()
			e.check(w, e.wanted(t)[0], 0)
			if day.life > 0 {
				w.mustAskForFewTokens(day.life)
			}
			w.ClearFaults()
			w.mustBeClean()
		})
	}
}

// mustAskForFewTokens expects no more than two requests for tokens in each lifetime of a token, for each permission:
// one for the user's token, and one for the account's.
func (w *workspace) mustAskForFewTokens(life time.Duration) {
	w.t.Helper()
	requests := w.Requests()
	span := requests[len(requests)-1].Time.Sub(requests[0].Time)
	lives := int(span/life) + 1
	for permission, asked := range w.tokenRequests() {
		w.t.Logf("%d requests for tokens that %s in %d lifetimes", asked, permission, lives)
		if asked > 2*lives {
			w.t.Errorf("%d requests for tokens that %s, more than two in each of %d lifetimes", asked, permission, lives)
		}
	}
}

// tokenRequests counts the requests for tokens by permission.
func (w *workspace) tokenRequests() map[string]int {
	asked := map[string]int{}
	for _, r := range w.Requests() {
		if r.Endpoint == 2 || r.Endpoint == 3 {
			permission := "read"
			if strings.Contains(r.Query, "allowEdit=true") {
				permission = "write"
			}
			asked[permission]++
		}
	}
	return asked
}
