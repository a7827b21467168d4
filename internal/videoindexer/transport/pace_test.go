package transport

import (
	"context"
	"math"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
)

// leave waits for a turn, and says when it came. Any goroutine may call it.
func leave(t *testing.T, p *pace) time.Time {
	t.Helper()
	check.Equal(t, nil, p.wait(t.Context(), false), "the wait for a turn: error")
	return time.Now()
}

// refuse429 sends a request through the pace, and reports its refusal with 429.
func refuse429(t *testing.T, p *pace, wait time.Duration) time.Duration {
	t.Helper()
	sent := leave(t, p)
	pause(time.Millisecond)
	defer p.end()
	return p.noteRefused(sent, wait)
}

// pass sends a request through the pace, and reports its success.
func pass(t *testing.T, p *pace) (sent time.Time) {
	t.Helper()
	sent = leave(t, p)
	pause(time.Millisecond)
	p.noteAccepted(sent)
	p.end()
	return sent
}

// A request that is answered late or never holds the others back only for a moment.
func TestPaceDoesNotWaitForResponsesForLong(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newPace(0)
		began := time.Now()
		for i := range initialWindow + 3 {
			want := time.Duration(max(0, i-initialWindow+1)) * longestResponseWait
			check.Equal(t, want, leave(t, p).Sub(began), "request %d left after", i+1)
		}
		for range 4 {
			p.end()
		}
		check.Equal(t, 3*longestResponseWait, leave(t, p).Sub(began), "after the responses the next one left after")
	})
}

// A rate that is known is kept, whatever the service refuses. One that is configured is kept
// whatever the service names, too.
func TestPaceKeepsAKnownRate(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		ceiling float64
		named   quota
		want    time.Duration
	}{
		"configured": {2, quota{limit: 1, window: time.Minute}, time.Second / 2},
		"named":      {unlimited, quota{limit: 10, window: time.Second, left: 10}, time.Second * 100 / 950},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				p := newPace(0)
				p.ceiling = c.ceiling
				c.named.resetsAt = time.Now().Add(time.Minute)
				p.noteQuotas([]quota{c.named}, time.Now())
				for range 3 {
					refuse429(t, p, time.Second)
					before := pass(t, p)
					for range 100 {
						sent := pass(t, p)
						gap := sent.Sub(before)
						if (gap - c.want).Abs() > time.Millisecond {
							t.Fatalf("a request left %s after the one before, want %s", gap, c.want)
						}
						before = sent
					}
				}
			})
		})
	}
}

// A request that gets no response says nothing of the limit, and one that finds its slot free does
// not show that the rate is too low.
func TestPaceLearnsFromResponsesAndDemand(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newPace(0)
		for range 10 {
			pass(t, p)
		}
		refuse429(t, p, time.Second)
		leave(t, p)
		p.noteResponse(&Response{SentAt: time.Now()})
		if p.gate.waited == 0 {
			t.Error("a lost request opens the gate, want it closed")
		}
		p.end()
		pass(t, p)
		for range 10 {
			pause(time.Minute)
			pass(t, p)
		}
		check.Equal(t, 1, p.estimate.cuts, "cuts, where nobody waited")
		check.Equal(t, 0, p.estimate.demand, "the demand, where nobody waited")
	})
}

// Those with priority take the next slot at once, and the others keep the rate all the same.
func TestPaceLetsPriorityPass(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newPace(60)
		began := time.Now()
		for i, c := range []struct {
			priority bool
			want     time.Duration
		}{{false, 0}, {true, 0}, {true, 0}, {false, 3 * time.Second}, {false, 4 * time.Second}, {true, 4 * time.Second}} {
			err := p.wait(t.Context(), c.priority)
			at := time.Since(began)
			check.MustSucceed(t, err, "caller %d", i+1)
			check.Equal(t, c.want, at, "caller %d left after", i+1)
		}
	})
}

// After a 429 everyone waits, not only the one who was refused; then one goes first, and the rest
// when it got through.
func TestPaceGateHoldsEveryone(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const callers = 20
		p := newPace(0)
		began := time.Now()
		check.Equal(t, 30*time.Second, refuse429(t, p, 30*time.Second), "everyone waits for")
		var left atomic.Int32
		for range callers {
			go func() {
				if p.wait(t.Context(), false) == nil {
					left.Add(1)
				}
			}()
		}
		ctx, cancel := context.WithTimeout(t.Context(), 29*time.Second)
		defer cancel()
		err := p.wait(ctx, true)
		check.ErrorIs(t, context.DeadlineExceeded, err, "the wait with priority")
		synctest.Wait()
		check.Equal(t, 0, left.Load(), "those that left while the gate was closed")
		pause(time.Until(began.Add(30*time.Second + 10*time.Millisecond)))
		synctest.Wait()
		check.Equal(t, 1, left.Load(), "those that left when the gate opened")
		err = p.wait(t.Context(), true)
		if err != nil || time.Since(began) > 31*time.Second {
			t.Errorf("with priority, it left after %s (%v), want at most 31s", time.Since(began), err)
		}
		p.noteAccepted(time.Now())
		p.end()
		pause(time.Minute)
		synctest.Wait()
		check.Equal(t, callers, left.Load(), "those that left at last")
	})
}

// Where the service does not say for how long, or means more than it says, the waits double.
func TestPaceWaitsLongerEachTime(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		asked time.Duration
		want  []int         // seconds
		next  time.Duration // after one was let through: half of the time before, where the service does not say
	}{
		"missing":            {0, []int{1, 2, 4, 8, 16, 30, 30}, 30 * time.Second},
		"missing, and short": {0, []int{1, 2, 4}, 3500 * time.Millisecond},
		"a second":           {time.Second, []int{1, 2, 4, 8, 16, 30, 30}, time.Second},
		"a minute":           {time.Minute, []int{60, 60, 60}, time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				p := newPace(0)
				for i, want := range c.want {
					got := refuse429(t, p, c.asked)
					check.Equal(t, time.Duration(want)*time.Second, got, "wait %d", i+1)
				}
				pass(t, p)
				check.Equal(t, c.next, refuse429(t, p, c.asked), "after one was let through, the wait")
			})
		})
	}
}

// All requests that were sent before the gate closed count as one refusal: each can keep the gate
// closed for longer, and none of them lowers the rate again.
func TestPaceCountsABurstOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newPace(0)
		var sent []time.Time
		for range initialWindow {
			sent = append(sent, leave(t, p))
		}
		pause(10 * time.Millisecond)
		for i, at := range sent {
			want := time.Duration(i+1) * time.Second
			check.Equal(t, want, p.noteRefused(at, want), "refusal %d holds the gate for", i+1)
			p.end()
		}
		check.Equal(t, initialWindow*time.Second, p.noteRefused(sent[0], 0), "a refusal that asks for nothing makes it")
	})
}

// The rate over time: a rate that was refused is cut, recovers, and then exceeds what it was.
func TestPaceRate(t *testing.T) {
	t.Parallel()
	const k = minRecovery
	for name, c := range map[string]struct {
		estimate *estimator
		want     float64
	}{
		"nothing known":                   {&estimator{}, unlimited},
		"at first":                        {&estimator{limit: 10, cuts: 2}, 5},
		"after half a recovery":           {&estimator{limit: 10, cuts: 2, demand: k / 2}, 10 - 5.0/8},
		"after a recovery":                {&estimator{limit: 10, cuts: 2, demand: k}, 10},
		"after two recoveries":            {&estimator{limit: 10, cuts: 2, demand: 2 * k}, 15},
		"after five recoveries":           {&estimator{limit: 10, cuts: 2, demand: 5 * k}, 330},
		"never below the least rate":      {&estimator{limit: minRate, cuts: 2}, minRate},
		"a guess":                         {&estimator{limit: 10, cuts: 1, demand: firstRecovery}, 10},
		"low":                             {&estimator{limit: 2, cuts: 2, demand: 75 * time.Second}, 2},
		"after enough cuts":               {&estimator{limit: 10, cuts: enoughCuts, demand: k}, 10},
		"after two cuts more than enough": {&estimator{limit: 10, cuts: enoughCuts + 2, demand: k / 4}, 10},
	} {
		got := c.estimate.rate()
		if math.Abs(got-c.want) > 1e-9 && got != c.want {
			t.Errorf("%s: the rate is %f, want %f", name, got, c.want)
		}
	}
}

// The rate after a refusal: what was let through makes a guess; a rate that lasted is the limit,
// one that did not is cut.
func TestPaceLearns(t *testing.T) {
	t.Parallel()
	const k = minRecovery
	now := time.Now()
	ago := func(seconds int) time.Time { return now.Add(-time.Duration(seconds) * time.Second) }
	for name, c := range map[string]struct {
		before estimator
		limit  float64
		cuts   int
	}{
		"the first":                {before: estimator{demand: k, since: ago(2), accepted: 30}, limit: 15, cuts: 1},
		"the first, none accepted": {before: estimator{}, limit: minRate, cuts: 1},
		"a guess that lasted": {
			before: estimator{limit: 10, cuts: 1, demand: firstRecovery, since: ago(5), accepted: 30}, limit: 10,
			cuts: 2,
		},
		"a guess that did not last": {before: estimator{limit: 100, cuts: 1, since: ago(1), accepted: 90}, limit: 50 * 0.85, cuts: 2},
		"a limit that lasted":       {before: estimator{limit: 10, cuts: 2, demand: k, since: ago(60), accepted: 300}, limit: 10, cuts: 2},
		"a limit that lasted longer": {
			before: estimator{limit: 10, cuts: 4, demand: 2 * k, since: ago(60), accepted: 300}, limit: 15, cuts: 3,
		},
		"a limit that did not last":           {before: estimator{limit: 100, cuts: 2, since: ago(1), accepted: 90}, limit: 50 * 0.85, cuts: 3},
		"a limit closed for most of its time": {before: estimator{limit: 100, cuts: 2, since: ago(60), accepted: 2400}, limit: 40, cuts: 3},
		"a limit far too high":                {before: estimator{limit: 90, cuts: 2, since: ago(1), accepted: 1}, limit: 30, cuts: 3},
		"low":                                 {before: estimator{limit: 2, cuts: 2, demand: 75 * time.Second}, limit: 2, cuts: 2},
		"lowest":                              {before: estimator{limit: 1.1, cuts: 2, since: ago(60), accepted: 1}, limit: minRate, cuts: 3},
		"after two cuts too many":             {before: estimator{limit: 10, cuts: enoughCuts + 2, demand: k / 4}, limit: 10, cuts: enoughCuts + 1},
		"after two cuts too many, which lasted less": {
			before: estimator{limit: 10, cuts: enoughCuts + 2, demand: k / 8, since: ago(1), accepted: 7}, limit: 7,
			cuts: enoughCuts + 3,
		},
	} {
		e := c.before
		e.noteRefused(now, now)
		want := (estimator{limit: e.limit, cuts: c.cuts, since: now})
		if e != want || math.Abs(e.limit-c.limit) > 1e-9 {
			t.Errorf("%s: %+v, want the limit %g, %d cuts, and nothing counted since", name, e, c.limit, c.cuts)
		}
	}
}
