package videoindexer

import (
	"fmt"
	"testing"
	"time"
)

// A service that refuses some requests for no reason asks to wait each time. A run takes hardly longer than all these
// waits and the requests themselves, and mostly less, since waits overlap. Where few are refused, such a wait is short
// beside the time that a limit costs that is not there.
func TestPaceSurvivesBadLuck(t *testing.T) {
	t.Parallel()
	const seeds = 20
	for _, c := range []struct {
		noise       float64
		retryAfter  time.Duration
		mean, worst float64 // most
	}{
		{0.1, -1, 1.3, 2},
		{0.1, 0, 1.3, 2},
		{0.1, time.Second, 1.3, 2},
		{0.02, time.Second, 1.6, 5},
	} {
		for _, latency := range []time.Duration{20 * time.Millisecond, 100 * time.Millisecond} {
			t.Run(fmt.Sprintf("%.0f %%, Retry-After %s, latency %s", c.noise*100, c.retryAfter, latency), func(t *testing.T) {
				t.Parallel()
				mean, worst := 0.0, 0.0
				for seed := range uint64(seeds) {
					got := simulation{
						limits:     func() []limit { return nil },
						retryAfter: func(time.Duration) time.Duration { return c.retryAfter },
						noise:      c.noise, latency: latency, seed: seed,
					}.run(t)
					ratio := got.took.Seconds() / (got.asked + 100*latency).Seconds()
					mean, worst = mean+ratio/seeds, max(worst, ratio)
				}
				t.Logf("%.2f times the waits and the requests, at worst %.2f times", mean, worst)
				if mean > c.mean || worst > c.worst {
					t.Errorf("the runs took longer than %.1f times the waits and the requests, or one of them longer than %.1f times", c.mean, c.worst)
				}
			})
		}
	}
}
