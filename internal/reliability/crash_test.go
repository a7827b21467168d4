//go:build unix

package reliability

import (
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/engine"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/fixtures"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestCrash kills the provider at every point of every resource's lifecycle: before a request is
// carried out, and between that and its response. The next run must converge, and the service must
// hold nothing that the state does not know, except what a create made before it was killed.
// Without RELIABILITY=full only one lifecycle is tried, at the points right after a write: at the
// others the service is as it was.
func TestCrash(t *testing.T) {
	t.Parallel()
	hitEverywhere(t, syscall.SIGKILL, slices.Collect(maps.Keys(lifecycles())),
		"videoindexer_language_model", create, update, destroy)
}

// TestInterrupt presses Ctrl-C at the same points of the lifecycles of what is created by name,
// which can be found again. Unlike a kill this leaves nothing that the state does not know: the
// next run converges by itself. The plan is made before: an engine does not tell a provider of
// Ctrl-C while an apply still plans.
func TestInterrupt(t *testing.T) {
	t.Parallel()
	hitEverywhere(t, syscall.SIGINT, []string{
		"videoindexer_brand, extended", "videoindexer_brand, replaced",
		"videoindexer_brands, extended", "videoindexer_project, extended",
	}, "videoindexer_brand, replaced", update)
}

// hitEverywhere hits the provider at every point of some lifecycles. Without RELIABILITY=full, it
// does so in some parts of one of them.
func hitEverywhere(t *testing.T, signal syscall.Signal, names []string, short string, parts ...phase) {
	t.Helper()
	if acctest.IsFull() {
		parts = []phase{create, update, destroy}
	} else {
		names = []string{short}
	}
	for _, name := range names {
		lifecycle := lifecycles()[name]
		for _, part := range parts {
			t.Run(name+", "+string(part), func(t *testing.T) {
				t.Parallel()
				points, want := lifecycle.rehearse(t, part, signal)
				for i, point := range points {
					for _, moment := range []string{"before", "after"} {
						isShort := point.Method != http.MethodGet && moment == "after"
						if !isShort && !acctest.IsFull() {
							continue
						}
						t.Run(fmt.Sprintf("%s request %d, %s %s", moment, i+1, point.Method, lastSegments(point.Path)), func(t *testing.T) {
							t.Parallel()
							lifecycle.hitAt(t, part, signal, moment, points[:i+1], want)
						})
					}
				}
			})
		}
	}
}

// hitAt hits the provider at the last of some requests, and goes on. In the end the service holds
// what is wanted.
func (l lifecycle) hitAt(t *testing.T, part phase, signal syscall.Signal, moment string, points []mockserver.Request, want []string) {
	w := l.prepare(t, part)
	isKill := signal == syscall.SIGKILL
	if !isKill {
		w.plan(part)
		w.setenv("VIDEOINDEXER_REQUEST_TIMEOUT", "24h") // What does not heed Ctrl-C would wait as long.
	}
	w.Script(mockserver.Fault{Skip: len(points) - 1, Do: w.strike(signal, moment)})
	hit := w.live(part, signal)
	switch {
	case !slices.ContainsFunc(w.Requests(), func(r mockserver.Request) bool { return r.Fault != "" }):
		t.Fatalf("request %d was not sent, want it sent and interrupted: %s", len(points), hit)
	case isKill && hit.Code == 0:
		t.Fatal("the engine reports success, want an error: the provider was killed")
	}
	w.ClearFaults()
	r := w.live(part, syscall.SIGKILL)
	for stops, remedy := range remedies {
		if isKill && r.Says(stops) {
			t.Logf("left: %s", stops)
			remedy(w, r)
			r = w.live(part, signal)
		}
	}
	mayBeReleased := isKill && part == destroy
	if mayBeReleased && r.Says("does not exist", "run `terraform destroy -refresh=false`") {
		check.Equal(t, "after", moment, "the moment after which an object is gone")
		r = w.run("destroy", "-json", "-auto-approve", "-refresh=false")
	}
	if r.Code != 0 {
		t.Fatalf("want the next run to succeed: %s\nthe one before: %s", r, hit)
	}
	if part != destroy {
		w.mustBeClean()
	}
	w.mustHaveNothingTainted()
	lost := w.mustHold(want)
	if len(lost) > 0 {
		t.Logf("left: %q", lost)
		isPosted := slices.ContainsFunc(points, func(p mockserver.Request) bool { return p.Method == http.MethodPost })
		isKilledCreate := isKill && part == create
		mayLoseOne := isKilledCreate && isPosted
		if !mayLoseOne || len(lost) > 1 {
			t.Errorf("in the service, want these in the state as well: %v", acctest.Messages(lost))
		}
	}
}

// rehearse runs a part without any fault. It returns its requests, which are the points at which it
// can be hit, and what the service then holds.
func (l lifecycle) rehearse(t *testing.T, part phase, signal syscall.Signal) (points []mockserver.Request, held []string) {
	w := l.prepare(t, part)
	if signal == syscall.SIGINT {
		w.plan(part)
	}
	r := w.live(part, signal)
	if r.Code != 0 {
		t.Fatalf("want success without a fault: %s", r)
	}
	w.mustHaveNothingTainted()
	return w.Requests(), heldBy(w.Server.Server)
}

// plan plans a part of the lifecycle; the requests of the plan are not counted.
func (w *workspace) plan(part phase) {
	w.t.Helper()
	r := w.run("plan", "-out=plan.bin", fmt.Sprintf("-destroy=%t", part == destroy))
	if r.Code != 0 {
		w.t.Fatalf("want the plan to succeed: %s", r)
	}
	w.ResetRequests()
}

// live runs a part of the lifecycle: where it is to be interrupted, what was planned.
func (w *workspace) live(part phase, signal syscall.Signal) engine.Result {
	w.t.Helper()
	switch {
	case signal == syscall.SIGINT:
		return w.run("apply", "-json", "plan.bin")
	case part == destroy:
		return w.destroy()
	}
	return w.apply()
}

// prepare makes a workspace that is about to live a part.
func (l lifecycle) prepare(t *testing.T, part phase) *workspace {
	t.Helper()
	w := newWorkspace(t, l.options()...)
	if strings.Contains(l.config(t, l.created), "_wo") {
		engine.Need(t, engine.WriteOnly)
	}
	if l.isExtended {
		allowExtended(w)
	}
	fixtures.Seed(w.Server)
	w.configure(l.config(t, l.created))
	if part != create {
		w.mustApply()
	}
	if part == update {
		w.configure(l.config(t, l.changed))
	}
	w.ResetRequests()
	return w
}

// allowExtended lets the provider use extended operations.
func allowExtended(w *workspace) { w.setenv("VIDEOINDEXER_EXTENDED_OPERATIONS", "true") }

// strike hits before a request is carried out, or after it was and before its response: it kills
// the provider, or presses Ctrl-C and answers nothing.
func (w *workspace) strike(signal syscall.Signal, moment string) mockserver.Action {
	hit := func(r *http.Request) {
		if signal == syscall.SIGKILL {
			w.killProvider(signal)
			return
		}
		err := syscall.Kill(-w.command.Process.Pid, signal)
		check.ErrorSays(w.t, "", err, "%s to the engine", signal)
		<-r.Context().Done()
	}
	if moment == "after" {
		return mockserver.After(hit)
	}
	return mockserver.Respond(http.HandlerFunc(func(response http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // whose end is what tells the server that the client has left
		hit(r)
		connection, _, err := http.NewResponseController(response).Hijack()
		if err == nil {
			_ = connection.Close()
		}
	}))
}

func lastSegments(path string) string {
	segments := strings.Split(path, "/")
	return strings.Join(segments[max(0, len(segments)-2):], " ")
}
