package videoindexer

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"
)

// kindOfLimit is how a service counts.
type kindOfLimit struct {
	name  string
	build func(most int, window time.Duration) limit
}

func kindsOfLimit() []kindOfLimit {
	kinds := []kindOfLimit{
		{"sliding window", func(most int, window time.Duration) limit { return &slidingWindow{most: most, window: window} }},
		{"token bucket", func(most int, window time.Duration) limit { return &tokenBucket{most: float64(most), window: window} }},
	}
	// A fixed window began at some time before the run: phase is when the next one begins.
	for _, phase := range []time.Duration{0, 15 * time.Second, 20500 * time.Millisecond, 50 * time.Second} {
		kinds = append(kinds, kindOfLimit{
			fmt.Sprintf("fixed window from %s", phase),
			func(most int, window time.Duration) limit {
				return &fixedWindow{most: most, window: window, phase: phase}
			},
		})
	}
	return kinds
}

// The reason for the pace: with limits that nobody has told it of, a run loses hardly any requests to refusals and
// hardly any time, whatever kind of limit the service has. With -v it prints the table of the guide.
func TestPaceFindsTheLimit(t *testing.T) {
	t.Parallel()
	for _, kind := range kindsOfLimit() {
		both := func() []limit { return []limit{kind.build(10, time.Second), kind.build(120, time.Minute)} }
		for limits, build := range map[string]func() []limit{
			"10 a second and 120 a minute": both,
			"10 a second":                  func() []limit { return both()[:1] },
			"120 a minute":                 func() []limit { return both()[1:] },
		} {
			for _, latency := range []time.Duration{20 * time.Millisecond, 100 * time.Millisecond, 200 * time.Millisecond} {
				for _, requests := range []int{300, 600, 1000} {
					t.Run(fmt.Sprintf("%s/%s/%s/%d requests", kind.name, limits, latency, requests), func(t *testing.T) {
						t.Parallel()
						got := simulation{requests: requests, latency: latency, limits: build, retryAfter: inWholeSeconds}.run(t)
						share, took := required(kind.name, latency, requests)
						got.check(t, share, took)
					})
				}
			}
		}
	}
}

// required is the most that a run may lose: the share of its requests that is refused, and its time as a multiple of
// the ideal. A short run has found the limits when it is over, which takes some refusals whatever its length; and a
// bucket is full at first, and lets through more than it will later.
func required(kind string, latency time.Duration, requests int) (share, took float64) {
	const toFindIt = 18.0
	isSlowBucket := kind == "token bucket" && latency > 20*time.Millisecond
	switch {
	case requests < 600:
		return toFindIt / float64(requests), 1.2
	case requests < 1000:
		return toFindIt / float64(requests), 1.1
	case isSlowBucket:
		return 0.025, 1.1
	}
	return 0.02, 1.1
}

func (s simulated) check(t *testing.T, share, took float64) {
	t.Helper()
	ratio := s.took.Seconds() / s.ideal.Seconds()
	t.Logf("%d refused (%.2f %%), %.0f s of an ideal %.0f s (%.2f)", s.refused, s.share*100, s.took.Seconds(), s.ideal.Seconds(), ratio)
	if s.refused == 0 {
		t.Error("no limit was met: this shows nothing")
	}
	if s.share > share {
		t.Errorf("%.2f %% of the requests were refused, more than %.1f %%", s.share*100, share*100)
	}
	if ratio > took {
		t.Errorf("it took %.3f times the ideal, more than %.2f times", ratio, took)
	}
}

// A high limit by the minute is met late, by all that are under way.
func TestPaceFindsAHighLimit(t *testing.T) {
	t.Parallel()
	for _, kind := range kindsOfLimit() {
		t.Run(kind.name, func(t *testing.T) {
			t.Parallel()
			build := func() []limit { return []limit{kind.build(600, time.Minute)} }
			simulation{requests: 2000, limits: build, retryAfter: inWholeSeconds}.run(t).check(t, 0.02, 1.1)
		})
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
		share, took float64
	}{
		"another process has used most of the minute": {
			simulation{limits: usual, retryAfter: inWholeSeconds, usedBefore: 100}, 0.02, 1.1,
		},
		"Retry-After is rounded down": {
			simulation{limits: usual, retryAfter: func(w time.Duration) time.Duration { return w.Truncate(time.Second) }}, 0.03, 1.2,
		},
		"Retry-After is always a second": {
			simulation{limits: usual, retryAfter: func(time.Duration) time.Duration { return time.Second }}, 0.05, 1.3,
		},
		"Retry-After is zero": {
			simulation{limits: usual, retryAfter: func(time.Duration) time.Duration { return 0 }}, 0.05, 1.3,
		},
		"Retry-After is missing": {
			simulation{limits: usual, retryAfter: func(time.Duration) time.Duration { return -1 }}, 0.05, 1.3,
		},
		"a single caller": {
			simulation{limits: usual, retryAfter: inWholeSeconds, workers: 1}, 0.02, 1.1,
		},
		"thirty callers": {
			simulation{limits: usual, retryAfter: inWholeSeconds, workers: 30}, 0.02, 1.1,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.run(t).check(t, c.share, c.took)
		})
	}
}

// A minute that is nearly full says nothing about what a second may hold, however short the wait for the next one is.
func TestPaceBlamesTheMinuteThatIsFull(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const most = 50
		p := newPace(0)
		send := func(n int) {
			for range n {
				leave(t, p)
				sent := time.Now()
				pause(20 * time.Millisecond)
				p.accepted(sent)
			}
		}
		refuse := func(wait time.Duration) {
			leave(t, p)
			leave(t, p)
			sent := time.Now()
			pause(20 * time.Millisecond)
			p.refused(sent, wait)
			p.refused(sent, wait)
		}
		send(most)
		refuse(59 * time.Second)
		send(most - 4)
		if p.byMinute.most != most {
			t.Fatalf("%d a minute were learned, not %d", p.byMinute.most, most)
		}
		refuse(time.Second)
		send(1)
		if p.bySecond.lessons > 0 {
			t.Errorf("a limit of %.1f a second was learned", p.bySecond.rate())
		}
	})
}
