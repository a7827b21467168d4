//go:build unix

package reliability

import (
	"net/http"
	"slices"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// interruptedLives are those that are interrupted at every request: what is created by name can be found again.
var interruptedLives = []string{"brand by name", "brand, replaced", "brand_dictionary", "project by name"}

// TestInterrupt presses Ctrl-C at every request of an apply in the lives of what is created by name: before the
// request is carried out, and between that and its answer. Unlike a kill this leaves nothing that the state does not
// know: the next run converges by itself. The plan is made before: an engine does not tell a provider of Ctrl-C while
// an apply still plans.
func TestInterrupt(t *testing.T) {
	t.Parallel()
	if !isFull() {
		t.Skip("RELIABILITY=full is not set")
	}
	for name, life := range lives() {
		if !slices.Contains(interruptedLives, name) {
			continue
		}
		for _, part := range life.phases() {
			t.Run(name+", "+string(part), func(t *testing.T) {
				t.Parallel()
				for i, point := range life.rehearse(t, part, (*workspace).livePlanned) {
					for moment, action := range map[string]mockserver.Action{"before": mockserver.Hang(), "after": mockserver.HangAfter()} {
						t.Run(whatAt(moment, i, point), func(t *testing.T) {
							t.Parallel()
							life.interruptAt(t, part, i, action)
						})
					}
				}
			})
		}
	}
}

func (l life) interruptAt(t *testing.T, part phase, skip int, action mockserver.Action) {
	t.Helper()
	w := l.prepare(t, part)
	w.plan(part)
	var requests atomic.Int64
	var pressed atomic.Pointer[time.Time]
	w.Script(mockserver.Fault{Skip: skip, Do: action, Match: func(*http.Request) bool {
		if requests.Add(1) == int64(skip+1) {
			now := time.Now()
			pressed.Store(&now)
			if err := syscall.Kill(-w.group, syscall.SIGINT); err != nil {
				t.Error(err)
			}
		}
		return true
	}})
	interrupted := w.applyPlanned()
	if pressed.Load() == nil {
		t.Fatalf("request %d was not sent: %s", skip+1, interrupted)
	}
	if took := time.Since(*pressed.Load()); took > busyCancelLimit {
		t.Errorf("the engine ended %s after Ctrl-C: %s", took, interrupted)
	}
	w.ClearFaults()
	if r := w.live(part); r.code != 0 {
		t.Fatalf("the next run does not converge: %s\nthe interrupted one: %s", r, interrupted)
	}
	if part != destroy {
		w.mustBeClean()
	}
	l.verify(w, part)
}

// plan plans a part of the life; the requests of the plan are not counted.
func (w *workspace) plan(part phase) {
	w.t.Helper()
	arguments := []string{"-out=plan.bin"}
	if part == destroy {
		arguments = append(arguments, "-destroy")
	}
	if r := w.run("plan", arguments...); r.code != 0 {
		w.t.Fatalf("plan: %s", r)
	}
	w.ResetRequests()
}

func (w *workspace) applyPlanned() report {
	w.t.Helper()
	return w.run("apply", "-json", "plan.bin")
}

func (w *workspace) livePlanned(part phase) report {
	w.t.Helper()
	w.plan(part)
	return w.applyPlanned()
}
