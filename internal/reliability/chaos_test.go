//go:build unix

package reliability

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// seedOf is the seed of a random test: the one that RELIABILITY_SEED gives, or a new one with RELIABILITY=full. Otherwise
// it is always the same, so that a change is not blamed for bad luck.
func seedOf(t *testing.T) uint64 {
	t.Helper()
	seed := uint64(1)
	if isFull() {
		seed = rand.Uint64N(1_000_000)
	}
	if given := os.Getenv("RELIABILITY_SEED"); given != "" {
		var err error
		if seed, err = strconv.ParseUint(given, 10, 64); err != nil {
			t.Fatalf("RELIABILITY_SEED: %v", err)
		}
	}
	t.Logf("seed %d: repeat with RELIABILITY_SEED=%d", seed, seed)
	return seed
}

// badDay are the failures of the chaos test, by the share of requests.
var badDay = mockserver.Rates{TooMany: 0.10, InternalError: 0.03, GatewayTimeout: 0.03, ResetBefore: 0.02, ResetAfter: 0.01}

// TestChaos applies an estate of every kind of object, changes all of it and destroys it, while a good part of the
// requests goes wrong and tokens expire all the time. One apply does it all, except for a create whose answer was
// lost: its error says so, and the test does what the message asks for.
func TestChaos(t *testing.T) {
	t.Parallel()
	seed := seedOf(t)
	e, rates, render, indexing := estate{brands: 12, models: 2, projects: 1, videos: 1, transcripts: 1}, badDay, time.Second, 2*time.Second
	if isFull() {
		e = estate{brands: 300, models: 10, projects: 20, videos: 20, transcripts: 20, named: 60, entries: 60}
		rates.RetryAfter, render, indexing = time.Second, 2*time.Second, 5*time.Second
	}
	// By number where the machine may be busy: it then expires no token before it is used. By time no token may be so
	// short-lived that a busy machine finds two in a row expired.
	expiry := mockserver.TokenUses(40)
	if isFull() {
		expiry = mockserver.TokenLifetime(6 * time.Second)
	}
	options := []mockserver.Option{
		mockserver.Seed(seed), expiry,
		mockserver.RenderPace(mockserver.AfterTime(render)), mockserver.IndexingPace(mockserver.AfterTime(indexing)),
	}
	if e.isExtended() {
		options = append(options, mockserver.Extended(), mockserver.CreatedBrandsListed(mockserver.AfterRequests(1)))
	}
	w := newWorkspace(t, options...)
	e.seed(w)

	e.configure(w, 1)
	w.Chaos(seed, rates)
	w.Script(mockserver.Fault{Endpoint: 19, Skip: 1, Do: mockserver.ResetAfter()}) // one is ambiguous in every run
	w.faultsOfNames()
	first := w.apply()
	// With extended operations, the provider finds the model in the list.
	if !e.isExtended() && !first.says("Language model may have been created", "import") {
		t.Errorf("no create was ambiguous: %s", first)
	}
	w.settle(first)
	t.Logf("create %d objects: %s", e.objects(), faultCounts(w))
	w.converge(5) // finds nothing to do but what was ambiguous
	w.mustHaveNothingTainted()
	w.mustBeClean()
	e.check(w, 1, 1)

	w.ResetRequests()
	w.faultsOfNames()
	e.configure(w, 2)
	w.converge(5)
	t.Logf("change all of them: %s", faultCounts(w))
	w.mustBeClean()
	e.check(w, 2, 2)

	w.ResetRequests()
	w.faultsOfNames()
	if r := w.destroy(); r.code != 0 {
		t.Errorf("destroy: %s", r)
	}
	t.Logf("destroy all of them: %s", faultCounts(w))
	e.checkDestroyed(w)
}

// settle does what the message of an ambiguous create asks for: it looks for the model in the service, and imports it
// where it is there. A brand that was not created is created by the next apply. No other error is taken.
func (w *workspace) settle(r report) {
	w.t.Helper()
	for _, failure := range r.errors() {
		if isUnborn(failure) {
			w.t.Logf("not created: %s: %s", failure.Address, failure.Summary)
			continue
		}
		if failure.Summary != "Language model may have been created" {
			w.t.Errorf("an apply failed, and not for an ambiguous create: %s", failure)
			continue
		}
		var index int
		if _, err := fmt.Sscanf(failure.Address, "videoindexer_language_model.all[%d]", &index); err != nil {
			w.t.Fatalf("%s: %v", failure.Address, err)
		}
		found := ""
		for _, m := range w.LanguageModels(w.Account.ID) {
			if m.Name == fmt.Sprintf("Model %d", index) {
				found = m.ID
			}
		}
		w.t.Logf("ambiguous: %s; in the service: %q", failure.Address, found)
		if found != "" {
			if imported := w.run("import", failure.Address, found); imported.code != 0 {
				w.t.Fatalf("import: %s", imported)
			}
		}
	}
}

// converge applies until it succeeds, a few times at most: an upload whose answer was lost says so, and the next apply
// looks at what became of it. No other error is taken.
func (w *workspace) converge(times int) {
	w.t.Helper()
	for range times {
		r := w.apply()
		if r.code == 0 {
			return
		}
		for _, failure := range r.errors() {
			if !strings.Contains(failure.Detail, "was not repeated") && !isUnborn(failure) {
				w.t.Errorf("an apply failed, and not for an answer that was lost: %s", failure)
			}
			w.t.Logf("ambiguous: %s: %s", failure.Address, failure.Summary)
		}
	}
	w.t.Fatalf("%d applies did not converge", times)
}

// checkDestroyed expects brands as they were found, models empty, projects deleted, and videos as they are.
func (e estate) checkDestroyed(w *workspace) {
	w.t.Helper()
	e.checkNamed(w, 0)
	for _, b := range w.Brands(w.Account.ID) {
		if !e.isByID(b) {
			continue
		}
		if b.Description != "As found in the account" || !b.Enabled || len(b.Tags) != 1 {
			w.t.Errorf("brand %d was not restored: %+v", b.ID, b)
		}
	}
	for _, line := range modelLines(w) {
		w.t.Log(line)
	}
	want := e.models // emptied; with extended operations they are deleted
	if e.isExtended() {
		want = 0
	}
	if got := len(w.LanguageModels(w.Account.ID)); got != want {
		w.t.Errorf("%d language models, want %d", got, want)
	}
	for i := range e.projects {
		if _, ok := w.Project(w.Account.ID, fmt.Sprintf("project%d", i)); ok {
			w.t.Errorf("project%d was not deleted", i)
		}
	}
	for i := range e.videos {
		if _, ok := w.Video(w.Account.ID, fmt.Sprintf("video%d", i)); !ok {
			w.t.Errorf("video%d is gone", i)
		}
	}
	if left := w.state(); len(left) > 0 {
		w.t.Errorf("%d instances are left in the state", len(left))
	}
}
