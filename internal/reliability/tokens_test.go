//go:build unix

package reliability

import (
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// everyEighthWrite calls f, which makes tokens useless, each time that eight more brands were written. It waits until all
// that was refused has been repeated: the client gives up a request that is refused twice.
func (w *workspace) everyEighthWrite(f func()) {
	var mu sync.Mutex
	useless := 0 // how many requests had arrived when tokens became useless
	w.Script(mockserver.Fault{Endpoint: 17, Times: mockserver.Always, Do: mockserver.Before(func(*http.Request) {
		mu.Lock()
		defer mu.Unlock()
		requests := w.Requests()
		written, accepted := 0, map[string]bool{} // tokens that came after the useless ones
		for _, r := range requests[useless:] {
			if r.Status == http.StatusOK {
				accepted[r.Header.Get("Authorization")] = true
				if r.Endpoint == 17 {
					written++
				}
			}
		}
		refused := map[string]bool{} // what will come again, or may have to
		for _, r := range requests {
			switch {
			case r.Status == http.StatusUnauthorized, r.Status == 0 && !accepted[r.Header.Get("Authorization")]:
				refused[r.Method+r.Path] = true
			case r.Status != 0:
				delete(refused, r.Method+r.Path)
			}
		}
		if written >= 8 && len(refused) == 0 {
			useless = len(requests)
			f()
		}
	})})
}

// TestTokensAreRevoked makes all tokens useless, again and again in one apply. Nobody notices, and no more tokens are
// asked for than were lost.
func TestTokensAreRevoked(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t)
	e := estate{brands: 60, projects: 2, videos: 2}
	e.seed(w)
	e.configure(w, 1)
	if r := w.run("plan", "-out=plan.bin"); r.code != 0 {
		t.Fatalf("plan: %s", r)
	}
	w.ResetRequests()
	var revoked atomic.Int64
	w.everyEighthWrite(func() {
		revoked.Add(1)
		w.RevokeTokens()
	})
	if r := w.run("apply", "-json", "plan.bin"); r.code != 0 {
		t.Fatalf("apply: %s", r)
	}
	w.ClearFaults()
	w.mustHaveNothingTainted()
	e.check(w, 1, 1)
	revocations := int(revoked.Load())
	if revocations < 5 {
		t.Fatalf("the tokens were revoked %d times", revocations)
	}
	for permission, asked := range w.tokenRequests() {
		t.Logf("%d requests for tokens that %s, and %d revocations", asked, permission, revocations)
		if asked > 2*(revocations+1) {
			t.Errorf("%d requests for tokens that %s after %d revocations", asked, permission, revocations)
		}
	}
}

// TestKeyStopsWorking takes the key and all tokens away in the middle of an apply. The error names the setting, the
// state has what was done and no more, and the next apply with a good key does the rest.
func TestKeyStopsWorking(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t)
	e := estate{brands: 25}
	e.seed(w)
	e.configure(w, 1)
	w.everyEighthWrite(func() {
		w.RevokeKey(w.Key)
		w.RevokeTokens()
	})
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
	e.check(w, 1, 0)
}
