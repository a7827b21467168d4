package videoindexer

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// Where the service sets no limit, the pace costs a fraction of a second at the beginning, and nothing afterwards.
func TestPaceHoldsNothingBackWithoutRefusals(t *testing.T) {
	t.Parallel()
	got := simulation{limits: func() []limit { return nil }}.run(t)
	const natural = 1000 / 10 * 20 * time.Millisecond
	if got.took > natural+500*time.Millisecond {
		t.Errorf("a thousand requests took %s; without a pace they take about %s", got.took, natural)
	}
	slow := simulation{requests: 100, latency: time.Second, limits: func() []limit { return nil }}.run(t)
	if longest := 12 * time.Second; slow.took > longest {
		t.Errorf("a hundred requests that take a second each, ten at a time, took %s, more than %s", slow.took, longest)
	}
	synctest.Test(t, func(t *testing.T) {
		p := newPace(0)
		for range secondBoundUntil {
			leave(t, p)
			p.accepted(time.Now())
		}
		began := time.Now()
		for range 1000 {
			leave(t, p)
		}
		if took := time.Since(began); took > 0 {
			t.Errorf("after the beginning, a thousand requests were held back for %s", took)
		}
	})
}

// The first few do not wait for each other, so that a process with little to do loses no time.
func TestPaceBeginsWithAFreeStart(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newPace(0)
		began := time.Now()
		for range freeStart {
			leave(t, p)
		}
		if took := time.Since(began); took > 0 {
			t.Errorf("the first %d were held back for %s", freeStart, took)
		}
		ctx, cancel := context.WithTimeout(t.Context(), startTime/2)
		defer cancel()
		if err := p.wait(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("one more left while none was answered: %v", err)
		}
		for range freeStart {
			p.accepted(began)
		}
		began = time.Now()
		leave(t, p)
		if took := time.Since(began); took > 0 {
			t.Errorf("after the answers, the next was held back for %s", took)
		}
	})
}

// A request that is never answered, or for long, holds the others back for a moment only.
func TestPaceDoesNotWaitForAnswersForLong(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newPace(0)
		began := time.Now()
		for range 3 * freeStart {
			leave(t, p)
		}
		if took := time.Since(began); took > 10*startTime {
			t.Errorf("%d without any answer took %s", 3*freeStart, took)
		}
	})
}

func leave(t *testing.T, p *pace) {
	t.Helper()
	if err := p.wait(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func TestPaceKeepsTheConfiguredCeiling(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newPace(120)
		var left []time.Time
		for range 241 {
			if err := p.wait(t.Context()); err != nil {
				t.Fatal(err)
			}
			left = append(left, time.Now())
			p.accepted(time.Now())
		}
		for i := 1; i < len(left); i++ {
			if gap := left[i].Sub(left[i-1]); gap < 499*time.Millisecond || gap > 501*time.Millisecond {
				t.Fatalf("request %d left %s after the one before; 120 a minute are 500ms apart", i, gap)
			}
		}
	})
}

// A slot in which nothing was sent is not lost.
func TestPacePassesASlotOn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newPace(60)
		began := time.Now()
		for i, want := range []time.Duration{0, time.Second, time.Second, 2 * time.Second} {
			if err := p.wait(t.Context()); err != nil {
				t.Fatal(err)
			}
			if at := time.Since(began); at != want {
				t.Errorf("caller %d left after %s, not %s", i+1, at, want)
			}
			if i == 1 {
				p.pass()
			}
		}
	})
}

// After a 429 everyone waits, not only the one who was refused; then one goes first, and the rest when it got through.
func TestPaceGateHoldsEveryone(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newPace(0)
		refused := time.Now()
		pause(time.Millisecond)
		p.refused(refused, 30*time.Second)
		left := make(chan time.Time, 20)
		for range cap(left) {
			go func() {
				if p.wait(t.Context()) == nil {
					left <- time.Now()
				}
			}()
		}
		pause(30*time.Second - time.Millisecond)
		synctest.Wait()
		if n := len(left); n > 0 {
			t.Fatalf("%d left while the gate was closed", n)
		}
		pause(10 * time.Millisecond)
		synctest.Wait()
		if n := len(left); n != 1 {
			t.Fatalf("%d left when the gate opened, not one", n)
		}
		p.accepted(time.Now().Add(-time.Millisecond))
		pause(time.Minute)
		synctest.Wait()
		if n := len(left); n != cap(left) {
			t.Fatalf("%d of %d left at last", n, cap(left))
		}
	})
}

// The first one after the gate may be a long upload, or lost: the others do not wait for it for ever.
func TestPaceDoesNotDependOnTheFirst(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newPace(0)
		refused := time.Now()
		pause(time.Millisecond)
		p.refused(refused, time.Second)
		began := time.Now()
		for range 3 {
			if err := p.wait(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if took := time.Since(began); took > time.Second+2*probeTime {
			t.Errorf("three left after %s", took)
		}
	})
}

func TestPaceWaitEndsWithItsContext(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newPace(0)
		refused := time.Now()
		pause(time.Millisecond)
		p.refused(refused, time.Minute)
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 10)
		for range cap(ended) {
			go func() { ended <- p.wait(ctx) }()
		}
		synctest.Wait()
		began := time.Now()
		cancel()
		synctest.Wait()
		if n := len(ended); n != cap(ended) {
			t.Fatalf("%d of %d waits ended", n, cap(ended))
		}
		for range cap(ended) {
			if err := <-ended; !errors.Is(err, context.Canceled) {
				t.Errorf("the wait ended with %v", err)
			}
		}
		if took := time.Since(began); took > 0 {
			t.Errorf("the waits went on for %s", took)
		}
	})
}
