package transport

import (
	"context"
	"errors"
	"math"
	"net/http"
	"strconv"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// leave waits for a turn, and says when it came.
func leave(t *testing.T, p *pace) time.Time {
	t.Helper()
	if err := p.wait(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	return time.Now()
}

// accept records that a request was let through.
func accept(p *pace, sent time.Time) { p.report(&Attempt{Began: sent, Status: http.StatusOK}) }

// refuse records a 429 with a Retry-After, which may be empty, and says how long all wait.
func refuse(p *pace, sent time.Time, retryAfter string) time.Duration {
	return p.report(&Attempt{Began: sent, Status: http.StatusTooManyRequests, Header: http.Header{"Retry-After": {retryAfter}}})
}

// fail has a request refused.
func fail(t *testing.T, p *pace, retryAfter string) time.Duration {
	t.Helper()
	sent := leave(t, p)
	pause(time.Millisecond)
	return refuse(p, sent, retryAfter)
}

// pass has a request let through.
func pass(t *testing.T, p *pace) (sent time.Time) {
	t.Helper()
	sent = leave(t, p)
	pause(time.Millisecond)
	accept(p, sent)
	return sent
}

// A request that is answered late or never holds the others back only for a moment.
func TestPaceDoesNotWaitForAnswersForLong(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newPace()
		began := time.Now()
		for i := range initialWindow + 3 {
			want := time.Duration(max(0, i-initialWindow+1)) * moment
			if at := leave(t, p).Sub(began); at != want {
				t.Errorf("request %d left after %s, not %s", i+1, at, want)
			}
		}
		for range 4 {
			p.report(&Attempt{})
		}
		if at := leave(t, p).Sub(began); at != 3*moment {
			t.Errorf("after the answers the next one left after %s, not %s", at, 3*moment)
		}
	})
}

// TestPaceFillsEachFreeSlot lets a waiting request go as soon as any other one has ended.
func TestPaceFillsEachFreeSlot(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newPace()
		for range initialWindow {
			leave(t, p)
		}
		began := time.Now()
		var left atomic.Bool
		go func() {
			left.Store(p.wait(t.Context(), false) == nil)
		}()
		if synctest.Wait(); left.Load() {
			t.Error("it did not wait")
		}
		p.report(&Attempt{})
		if synctest.Wait(); !left.Load() || !time.Now().Equal(began) {
			t.Error("it waits, although a request has ended")
		}
	})
}

func TestPaceKeepsTheConfiguredCeiling(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newPace()
		p.ceiling = 2
		before := pass(t, p)
		for range 240 {
			sent := pass(t, p)
			if gap := sent.Sub(before); gap < 499*time.Millisecond || gap > 501*time.Millisecond {
				t.Fatalf("a request left %s after the one before; 120 a minute are 500ms apart", gap)
			}
			before = sent
		}
	})
}

// Those with priority take the next slot at once, and the others keep the rate all the same.
func TestPaceLetsPriorityPass(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newPace()
		p.ceiling = 1
		began := time.Now()
		for i, c := range []struct {
			priority bool
			want     time.Duration
		}{{false, 0}, {true, 0}, {true, 0}, {false, 3 * time.Second}, {false, 4 * time.Second}, {true, 4 * time.Second}} {
			if err := p.wait(t.Context(), c.priority); err != nil {
				t.Fatal(err)
			}
			if at := time.Since(began); at != c.want {
				t.Errorf("caller %d left after %s, not %s", i+1, at, c.want)
			}
		}
	})
}

// After a 429 everyone waits, not only the one who was refused; then one goes first, and the rest when it got through.
func TestPaceGateHoldsEveryone(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const callers = 20
		p := newPace()
		began := time.Now()
		if wait := fail(t, p, "30"); wait != 30*time.Second {
			t.Errorf("everyone waits for %s, not for 30s", wait)
		}
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
		if err := p.wait(ctx, true); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("with priority the wait ended with %v", err)
		}
		synctest.Wait()
		if n := left.Load(); n > 0 {
			t.Fatalf("%d left while the gate was closed", n)
		}
		pause(time.Until(began.Add(30*time.Second + 10*time.Millisecond)))
		synctest.Wait()
		if n := left.Load(); n != 1 {
			t.Fatalf("%d left when the gate opened, not one", n)
		}
		if err := p.wait(t.Context(), true); err != nil || time.Since(began) > 31*time.Second {
			t.Errorf("with priority, after %s: %v", time.Since(began), err)
		}
		accept(p, time.Now())
		pause(time.Minute)
		synctest.Wait()
		if n := left.Load(); n != callers {
			t.Fatalf("%d of %d left at last", n, callers)
		}
	})
}

// The first one after the gate may be a long upload, or lost: the others do not wait for it for ever.
func TestPaceDoesNotDependOnTheFirst(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newPace()
		fail(t, p, "1")
		began := time.Now()
		for i, want := range []time.Duration{time.Second, 2 * time.Second, 3 * time.Second} {
			if at := leave(t, p).Sub(began); at != want {
				t.Errorf("request %d left after %s, not %s", i+1, at, want)
			}
		}
	})
}

// Where the service does not say for how long, or means more than it says, the waits double.
func TestPaceWaitsLongerEachTime(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		retryAfter string
		want       []int         // seconds
		next       time.Duration // after one was let through: half of the time before, where the service does not say
	}{
		"missing":            {"", []int{1, 2, 4, 8, 16, 30, 30}, 30 * time.Second},
		"missing, and short": {"", []int{1, 2, 4}, 3500 * time.Millisecond},
		"a second":           {"1", []int{1, 2, 4, 8, 16, 30, 30}, time.Second},
		"a minute":           {"60", []int{60, 60, 60}, time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				p := newPace()
				for i, want := range c.want {
					if got := fail(t, p, c.retryAfter); got != time.Duration(want)*time.Second {
						t.Errorf("wait %d is %s, not %ds", i+1, got, want)
					}
				}
				pass(t, p)
				if got, want := fail(t, p, c.retryAfter), c.next; got != want {
					t.Errorf("after one was let through, the wait is %s, not %s", got, want)
				}
			})
		})
	}
}

// All requests that were sent before the gate closed count as one refusal: each can keep the gate closed for longer,
// and none of them lowers the rate again.
func TestPaceCountsABurstOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newPace()
		var sent []time.Time
		for range initialWindow {
			sent = append(sent, leave(t, p))
		}
		pause(10 * time.Millisecond)
		for i, at := range sent {
			if got, want := refuse(p, at, strconv.Itoa(i+1)), time.Duration(i+1)*time.Second; got != want {
				t.Errorf("refusal %d holds the gate for %s, not %s", i+1, got, want)
			}
		}
		if got := refuse(p, sent[0], ""); got != initialWindow*time.Second {
			t.Errorf("one that asks for nothing makes it %s", got)
		}
	})
}

// After a closure the others follow at the rate: none has saved a slot while the gate was closed.
func TestPaceKeepsTheRateBehindTheFirst(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newPace()
		p.ceiling = 2
		fail(t, p, "60")
		first := pass(t, p)
		if gap := pass(t, p).Sub(first); gap != 500*time.Millisecond {
			t.Errorf("the second request left %s after the first", gap)
		}
	})
}

// The rate over time: a rate that was refused is cut, recovers, and then exceeds what it was.
func TestPaceRate(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		limit   float64
		cuts    int
		seconds float64
		want    float64
	}{
		"nothing known":              {math.Inf(1), 0, 0, math.Inf(1)},
		"at first":                   {10, 1, 0, 5},
		"after half of the recovery": {10, 1, 7.5, 10 - 5.0/8},
		"after the recovery":         {10, 1, 15, 10},
		"after two of them":          {10, 1, 30, 15},
		"after five":                 {10, 1, 75, 330},
		"never below":                {minRate, 1, 0, minRate},
		"a low one":                  {2, 1, 75, 2},
		"after enough cuts":          {10, enoughCuts, 15, 10},
		"after two more":             {10, enoughCuts + 2, 15.0 / 4, 10},
	} {
		now := time.Now()
		e := estimator{limit: c.limit, cuts: c.cuts, since: now.Add(-time.Duration(c.seconds * float64(time.Second)))}
		if got := e.rate(now); got != c.want && math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s: %f, not %f", name, got, c.want)
		}
	}
}

// The limit after a refusal: what was let through, or the rate if that lasted.
func TestPaceLearns(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		limit         float64
		cuts          int
		seconds       int
		accepted      int
		want          float64
		cutsAfterward int
	}{
		"the first":                     {math.Inf(1), 0, 2, 30, 15, 1},
		"the first, none accepted":      {math.Inf(1), 0, 0, 0, math.Inf(1), 0},
		"one that lasted":               {10, 2, 15, 120, 10, 1},
		"one that lasted longer":        {10, 0, 30, 300, 15, 0},
		"one that did not":              {100, 0, 1, 40, 40, 1},
		"one at once":                   {10, 0, 0, 1, 5, 1},
		"one that was not used":         {10, 3, 600, 600, maxUnused, 2},
		"the lowest":                    {1.1, 3, 60, 1, minRate, 4},
		"refused again at the gate":     {10, 3, 60, 0, 10, 3},
		"after cuts that help no more":  {10, enoughCuts + 1, 8, 64, 10, enoughCuts},
		"they did not last long enough": {10, enoughCuts + 1, 7, 49, 7, enoughCuts + 2},
	} {
		now := time.Now()
		e := estimator{limit: c.limit, cuts: c.cuts, since: now.Add(-time.Duration(c.seconds) * time.Second), accepted: c.accepted}
		if e.refuse(now); math.Abs(e.limit-c.want) > 0.05 || e.cuts != c.cutsAfterward || e.accepted != 0 {
			t.Errorf("%s: %+v, want %g and %d", name, e, c.want, c.cutsAfterward)
		}
	}
}

// A run that pauses, for example for an indexing, learns nothing from that time.
func TestPaceLeavesOutIdleTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var limits []float64
		for _, idle := range []time.Duration{0, time.Hour} {
			p := newPace()
			p.ceiling = 10
			for i := range 200 {
				if i == 100 {
					pause(idle)
				}
				pass(t, p)
			}
			fail(t, p, "1")
			limits = append(limits, p.estimate.limit)
		}
		if limits[0] < 10 || limits[1] < 9 {
			t.Errorf("ten a second are taken for %.1f a second, and with a pause for %.1f", limits[0], limits[1])
		}
	})
}

func TestPaceWaitEndsWithItsContext(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newPace()
		fail(t, p, "60")
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 10)
		for i := range cap(ended) {
			go func() { ended <- p.wait(ctx, i == 0) }()
		}
		synctest.Wait()
		began := time.Now()
		cancel()
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
