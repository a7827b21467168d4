//go:build unix

package reliability

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
)

// TestWalk goes at random through configurations, changes of them, mistakes and changes made by others, on servers drawn
// at random, and holds every plan, every apply and the service to rules that must hold whatever was drawn. A seed that
// fails prints its steps; RELIABILITY_SEED=<seed> takes that walk first.
func TestWalk(t *testing.T) {
	t.Parallel()
	first, walks := seedOf(t), uint64(7)
	if isFull() {
		walks = 2000
	}
	var failures atomic.Int32
	for seed := first; seed < first+walks; seed++ {
		t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) {
			t.Parallel()
			if failures.Load() > 2 {
				t.Skip("three walks have failed")
			}
			if failed := takeWalk(t, seed, nil); failed != nil {
				failures.Add(1)
				t.Errorf("repeat with RELIABILITY_SEED=%d -run TestWalk\n%s", seed, shortest(t, seed, failed).report())
			}
		})
	}
}

// walkSteps is how many steps a walk has at most.
const walkSteps = 14

// failedWalk is a walk that broke a rule.
type failedWalk struct {
	step    int // that broke it
	skipped map[int]bool
	log     []string
	broken  []string
}

func (f *failedWalk) report() string {
	return strings.Join(f.log, "\n") + "\n\nBROKEN:\n" + strings.Join(f.broken, "\n")
}

// rule is the first line of what was broken, without its numbers.
func (f *failedWalk) rule() string {
	line, _, _ := strings.Cut(f.broken[0], "\n")
	rule, _, _ := strings.Cut(line, ":")
	return rule
}

// shortest leaves out every step without which the walk breaks the same rule.
func shortest(t *testing.T, seed uint64, failed *failedWalk) *failedWalk {
	t.Helper()
	skipped := map[int]bool{}
	for i := failed.step - 1; i >= 0; i-- {
		skipped[i] = true
		if shorter := takeWalk(t, seed, skipped); shorter != nil && shorter.rule() == failed.rule() {
			failed = shorter
		} else {
			delete(skipped, i)
		}
	}
	return failed
}

// attempt is the test of one walk, whose failures are not those of the whole test.
type attempt struct {
	testing.TB
	broken   []string
	cleanups []func()
}

func (a *attempt) Errorf(format string, args ...any) {
	a.broken = append(a.broken, fmt.Sprintf(format, args...))
}
func (a *attempt) Error(args ...any) { a.broken = append(a.broken, fmt.Sprint(args...)) }
func (a *attempt) Cleanup(f func())  { a.cleanups = append(a.cleanups, f) }
func (a *attempt) Fatal(args ...any) {
	a.Error(args...)
	runtime.Goexit()
}

func (a *attempt) Fatalf(format string, args ...any) {
	a.Errorf(format, args...)
	runtime.Goexit()
}

func (a *attempt) end() {
	for len(a.cleanups) > 0 {
		last := len(a.cleanups) - 1
		f := a.cleanups[last]
		a.cleanups = a.cleanups[:last]
		f()
	}
}

// takeWalk takes a walk, and returns what it broke; nil if it broke nothing.
func takeWalk(t *testing.T, seed uint64, skipped map[int]bool) (failed *failedWalk) {
	t.Helper()
	a := &attempt{TB: t}
	source := rand.NewPCG(seed, 0)
	w := &walk{TB: a, source: source, Rand: rand.New(source), skipped: skipped}
	over := make(chan struct{})
	go func() { // which ends where a rule is broken
		defer close(over)
		defer a.end()
		w.take(seed)
	}()
	<-over
	if len(a.broken) == 0 {
		return nil
	}
	return &failedWalk{step: w.at, skipped: skipped, log: w.log, broken: a.broken}
}
