package videoindexer

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// The reason for the pace: with limits that nobody has told it of, a run of a thousand requests loses hardly any to
// refusals and hardly any time, whatever kind of limit the service has.
func TestPaceFindsTheLimit(t *testing.T) {
	t.Parallel()
	sliding := func(most int, window time.Duration) limit { return &slidingWindow{most: most, window: window} }
	bucket := func(most int, window time.Duration) limit {
		return &tokenBucket{most: float64(most), window: window}
	}
	fixed := func(phase time.Duration) func(int, time.Duration) limit {
		return func(most int, window time.Duration) limit {
			return &fixedWindow{most: most, window: window, phase: phase}
		}
	}
	for name, kind := range map[string]func(int, time.Duration) limit{
		"sliding window":                sliding,
		"token bucket":                  bucket,
		"fixed window":                  fixed(0),
		"fixed window from 30 s":        fixed(30 * time.Second),
		"fixed window from 20.5 s":      fixed(20500 * time.Millisecond),
		"fixed window from 50 s before": fixed(50 * time.Second),
	} {
		for limits, build := range map[string]func() []limit{
			"10 a second and 120 a minute": func() []limit { return []limit{kind(10, time.Second), kind(120, time.Minute)} },
			"10 a second":                  func() []limit { return []limit{kind(10, time.Second)} },
			"120 a minute":                 func() []limit { return []limit{kind(120, time.Minute)} },
			"600 a minute":                 func() []limit { return []limit{kind(600, time.Minute)} },
		} {
			t.Run(name+"/"+limits, func(t *testing.T) {
				t.Parallel()
				got := simulation{limits: build, retryAfter: inWholeSeconds}.run(t)
				t.Logf("%d refused (%.2f %%), %.0f s of an ideal %.0f s", got.refused, got.share*100, got.took.Seconds(), got.ideal.Seconds())
				if got.refused == 0 {
					t.Error("the limit was never met: this shows nothing")
				}
				if got.share > 0.02 {
					t.Errorf("%d requests were refused: %.2f %%, more than 2 %%", got.refused, got.share*100)
				}
				if got.took > got.ideal*11/10 {
					t.Errorf("it took %s, more than 1.1 times the ideal %s", got.took, got.ideal)
				}
			})
		}
	}
}

// What makes it harder costs some time or some refusals, but never brings a run to its knees.
func TestPaceCopes(t *testing.T) {
	t.Parallel()
	usual := func() []limit {
		return []limit{
			&slidingWindow{most: 10, window: time.Second},
			&slidingWindow{most: 120, window: time.Minute},
		}
	}
	for name, c := range map[string]struct {
		simulation
		share float64
		took  time.Duration
	}{
		"another process has used most of the minute": {
			simulation{limits: usual, retryAfter: inWholeSeconds, usedBefore: 100}, 0.02, 600 * time.Second,
		},
		"Retry-After is rounded down": {
			simulation{limits: usual, retryAfter: func(w time.Duration) time.Duration { return w.Truncate(time.Second) }}, 0.03, 560 * time.Second,
		},
		"Retry-After is always a second": {
			simulation{limits: usual, retryAfter: func(time.Duration) time.Duration { return time.Second }}, 0.05, 620 * time.Second,
		},
		"Retry-After is missing": {
			simulation{limits: usual, retryAfter: func(time.Duration) time.Duration { return -1 }}, 0.05, 620 * time.Second,
		},
		// Each refusal closes the gate for a second, so that a tenth of a thousand costs 100 s by itself.
		"a tenth is refused for no reason": {
			simulation{limits: func() []limit { return nil }, retryAfter: inWholeSeconds, noise: 0.1}, 0.15, 300 * time.Second,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := c.run(t)
			t.Logf("%d refused (%.2f %%), %.0f s", got.refused, got.share*100, got.took.Seconds())
			if got.share > c.share {
				t.Errorf("%.2f %% of the requests were refused, more than %.0f %%", got.share*100, c.share*100)
			}
			if got.took > c.took {
				t.Errorf("it took %s, more than %s", got.took, c.took)
			}
		})
	}
}

// Where the service sets no limit, the pace costs a fraction of a second at the beginning, and nothing afterwards.
func TestPaceHoldsNothingBackWithoutRefusals(t *testing.T) {
	t.Parallel()
	got := simulation{limits: func() []limit { return nil }}.run(t)
	natural := simulatedRequests / simulatedWorkers * simulatedLatency
	if got.took > natural+500*time.Millisecond {
		t.Errorf("a thousand requests took %s; without a pace they take about %s", got.took, natural)
	}
	synctest.Test(t, func(t *testing.T) {
		p := newPace(0)
		for range 1000 {
			if err := p.wait(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		began := time.Now()
		for range 1000 {
			if err := p.wait(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if took := time.Since(began); took > 0 {
			t.Errorf("after the beginning, a thousand requests were held back for %s", took)
		}
	})
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
