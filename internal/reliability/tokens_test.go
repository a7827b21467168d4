//go:build unix

package reliability

import (
	"maps"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// everyEighthWrite calls f, which makes tokens useless, once at least eight more brands were written. It waits until what was
// sent with the last useless token has come again: the client gives up a request that is refused twice.
func (w *workspace) everyEighthWrite(f func()) {
	var mu sync.Mutex
	seen, useless := map[string]bool{}, map[string]bool{} // tokens
	written, awaited := map[string]bool{}, map[string]bool{}
	w.Script(mockserver.Fault{Endpoint: 17, Times: mockserver.Always, Do: mockserver.Before(func(r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		token := r.Header.Get("Authorization")
		seen[token], written[r.URL.Path] = true, true
		if useless[token] {
			awaited[r.URL.Path] = true
			return
		}
		delete(awaited, r.URL.Path)
		if len(written) >= 8 && len(awaited) == 0 {
			written = map[string]bool{}
			awaited[r.URL.Path] = true
			maps.Copy(useless, seen)
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
