//go:build unix

package reliability

import (
	"fmt"
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
		rates   mockserver.Rates
		life    time.Duration // of tokens; 0: an hour
		uses    int           // of a token; 0: any number
		latency time.Duration
	}
	e, days := estate{brands: 20}, map[string]day{
		"a tenth is 429, a twentieth 500 or 504": {rates: mockserver.Rates{TooMany: 0.10, InternalError: 0.025, GatewayTimeout: 0.0125, GatewayTimeoutAfter: 0.0125}},
		// By number and not by time, so that a busy machine expires no token before it is used.
		"tokens expire": {uses: 10},
	}
	if isFull() {
		e, days = estate{brands: 100}, map[string]day{
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
			e.seed(w)
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
			e.check(w, 1, 0)
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

// TestFailedUpdates has some of many updates refused: the state has exactly those that were done, and the next apply
// does exactly the others.
func TestFailedUpdates(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t)
	e := estate{brands: 12}
	e.seed(w)
	e.configure(w, 1)
	w.mustApply()
	e.configure(w, 2)
	w.Script(mockserver.Fault{
		Endpoint: 17, Times: mockserver.Always, Do: mockserver.Status(http.StatusBadRequest),
		Match: func(r *http.Request) bool {
			return strings.HasSuffix(r.URL.Path, "3") || strings.HasSuffix(r.URL.Path, "7")
		},
	})
	r := w.apply()
	if r.code == 0 || len(r.errors()) != 2 {
		t.Fatalf("apply: %s", r)
	}
	w.mustAgreeOnBrands()
	w.ClearFaults()
	w.ResetRequests()
	w.mustApply()
	if writes := w.Writes(); writes != 2 {
		t.Errorf("%d writes, want the two that were refused", writes)
	}
	e.check(w, 2, 0)
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

// TestDeletedOutside deletes everything behind Terraform's back: a plan names what is missing. Terraform begins a destroy
// with such a plan too, so that its error has to say how a destroy succeeds.
func TestDeletedOutside(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t)
	e := estate{brands: 3, models: 2, projects: 3, videos: 3, transcripts: 3}
	e.seed(w)
	e.configure(w, 1)
	w.mustApply()
	id := w.Account.ID
	for i := range 3 {
		w.RemoveBrand(id, int32(firstBrand+i))
		w.RemoveProject(id, fmt.Sprintf("project%d", i))
		w.RemoveVideo(id, fmt.Sprintf("video%d", i))
		w.RemoveVideo(id, fmt.Sprintf("spoken%d", i))
	}
	for command, r := range map[string]report{"plan": w.run("plan", "-json"), "destroy": w.destroy()} {
		if len(r.errors()) != 12 {
			t.Errorf("%s: want an error for each missing object: %s", command, r)
		}
		for _, d := range r.errors() {
			if text := d.String(); !strings.Contains(text, "does not exist") || !strings.Contains(text, "run `terraform destroy -refresh=false`") {
				t.Errorf("%s: %s", command, text)
			}
		}
	}
	if r := w.run("destroy", "-json", "-auto-approve", "-refresh=false"); r.code != 0 {
		t.Errorf("destroy: %s", r)
	}
	if left := w.state(); len(left) > 0 {
		t.Errorf("left in the state: %v", left)
	}
}
