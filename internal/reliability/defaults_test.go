//go:build unix

package reliability

import (
	"net/http"
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
		rates    mockserver.Rates
		lifetime time.Duration // of tokens; 0: an hour
		uses     int           // of a token; 0: any number
		latency  time.Duration
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
			"tokens expire":           {lifetime: 20 * time.Second, latency: 3 * time.Second},
		}
	}
	for name, day := range days {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			seed := seedOf(t)
			options := []mockserver.Option{mockserver.Latency(day.latency)}
			if day.lifetime > 0 {
				options = append(options, mockserver.TokenLifetime(day.lifetime))
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
			if day.lifetime > 0 {
				w.mustAskForFewTokens(day.lifetime)
			}
			w.ClearFaults()
			w.mustBeClean()
		})
	}
}

// mustAskForFewTokens expects no more than two requests for tokens in each lifetime of a token, for each permission:
// one for the user's token, and one for the account's.
func (w *workspace) mustAskForFewTokens(lifetime time.Duration) {
	w.t.Helper()
	requests := w.Requests()
	span := requests[len(requests)-1].Time.Sub(requests[0].Time)
	lifetimes := int(span/lifetime) + 1
	for permission, asked := range w.tokenRequests() {
		w.t.Logf("%d requests for tokens that %s in %d lifetimes", asked, permission, lifetimes)
		if asked > 2*lifetimes {
			w.t.Errorf("%d requests for tokens that %s, more than two in each of %d lifetimes", asked, permission, lifetimes)
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

// TestKeyStopsWorking takes the key and all tokens away in the middle of an apply. The error names the setting, the
// state has what was done and no more, and the next apply with a good key does the rest.
func TestKeyStopsWorking(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t)
	e := workload{brands: 25}
	e.seed(w.Server)
	e.configure(w, 1)
	w.Script(mockserver.Fault{Endpoint: 17, Skip: 8, Do: mockserver.Before(func(*http.Request) {
		w.SetKey("another")
		w.RevokeTokens()
	})})
	r := w.apply()
	if r.code == 0 || !r.says("401", "subscription_key", "VIDEOINDEXER_SUBSCRIPTION_KEY") {
		t.Fatalf("apply: %s", r)
	}
	for _, failure := range r.errors() {
		if !strings.Contains(failure.Detail, "subscription_key") {
			t.Errorf("an error does not say what to do: %s", failure)
		}
	}
	done, left := 0, 0
	for _, b := range w.Brands(w.Account.ID) {
		if b.Description == "As found in the account" {
			left++
		} else {
			done++
		}
	}
	kept := 0
	for _, i := range w.state() {
		if i.Status == "" {
			kept++
		}
	}
	t.Logf("%d brands were written, %d not; %d are done in the state, of %d", done, left, kept, len(w.state()))
	if kept == 0 || left == 0 || kept != done {
		t.Errorf("%d brands were written, and %d are done in the state", done, kept)
	}
	w.mustAgreeOnBrands()
	w.ClearFaults()
	w.SetKey(w.Key)
	w.mustApply()
	w.mustHaveNothingTainted()
	w.mustBeClean()
	e.check(w, e.wanted(t)[0], 0)
}

// mustAgreeOnBrands expects every brand in the state to be as the service holds it.
func (w *workspace) mustAgreeOnBrands() {
	w.t.Helper()
	for _, i := range w.state() {
		id, _ := i.Attributes["brand_id"].(float64)
		held, exists := w.Brand(w.Account.ID, int32(id))
		if !exists || i.Attributes["name"] != held.Name || i.Attributes["description"] != held.Description {
			w.t.Errorf("%s: the state says %v, %v, and the service holds %q, %q", i.Address, i.Attributes["name"], i.Attributes["description"], held.Name, held.Description)
		}
	}
}
