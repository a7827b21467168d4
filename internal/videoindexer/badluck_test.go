package videoindexer

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
	"testing"
	"time"
)

// pacer is what a run asks for its turns.
type pacer interface {
	wait(ctx context.Context, priority bool) error
	ended()
	accepted(sent time.Time)
	refused(sent time.Time, wait time.Duration, isAsked bool) time.Duration
}

// gateAlone waits as the service asks and does nothing else: everyone waits while the gate is closed, and then
// everyone leaves at once. Its waits double as those of the pace do, while nothing is let through. Where the service
// refuses the first requests, whoever sends them, sending more at once would cost fewer waits: so one goes first there
// as well.
type gateAlone struct {
	mu           sync.Mutex
	gate, closed time.Time
	waited       time.Duration
	isOneFirst   bool
	isUnderWay   bool
}

func (g *gateAlone) wait(context.Context, bool) error {
	for {
		g.mu.Lock()
		wait := time.Until(g.gate)
		if wait <= 0 && g.isOneFirst && g.waited > 0 {
			if g.isUnderWay {
				wait = time.Millisecond
			}
			g.isUnderWay = true
		}
		g.mu.Unlock()
		if wait <= 0 {
			return nil
		}
		pause(wait)
	}
}

func (g *gateAlone) ended() {}

func (g *gateAlone) accepted(sent time.Time) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if sent.After(g.closed) {
		g.waited, g.isUnderWay = 0, false
	}
}

func (g *gateAlone) refused(sent time.Time, wait time.Duration, isAsked bool) time.Duration {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := time.Now()
	if sent.After(g.closed) {
		if !isAsked {
			wait = min(moment+g.waited, defaultBackoff.limit)
		}
		wait = max(wait, min(g.waited, defaultBackoff.limit))
		g.waited += wait
		g.closed, g.isUnderWay = now, false
	}
	if until := now.Add(wait); until.After(g.gate) {
		g.gate = until
	}
	return g.gate.Sub(now)
}

// drawBadLuck draws a service without a limit that refuses a tenth of the requests, or the first ones.
func drawBadLuck(seed uint64) run {
	random := rand.New(rand.NewPCG(seed, 3))
	between := func(least, most float64) float64 { return least * math.Pow(most/least, random.Float64()) }
	r := run{
		seed: seed, limits: noLimits, latency: time.Duration(random.IntN(201)) * time.Millisecond,
		requests: int(between(5, 2000)), callers: int(math.Round(between(1, 64))),
	}
	if random.IntN(2) == 0 {
		r.refused, r.name = 0.1, "a tenth"
	} else {
		r.refusedFirst = 1 + random.IntN(5)
		r.name = fmt.Sprintf("the first %d", r.refusedFirst)
	}
	forms := []string{"0", "1", "missing"}
	form := random.IntN(len(forms))
	r.retryAfter = []func(time.Duration) (time.Duration, bool){asking(0), asking(time.Second), missing}[form]
	r.name += fmt.Sprintf(" refused, Retry-After %s, %d requests from %d callers, %s", forms[form], r.requests, r.callers, r.latency)
	return r
}

// Random refusals come from no limit, and cost a run little more than the waits that the service asks for. With -v it
// prints the distribution. What is left is mostly the one request that goes first after each wait, and alone.
func TestPaceSurvivesBadLuck(t *testing.T) {
	t.Parallel()
	ratios := make([]float64, *paceDraws)
	slow, slowest := 0, 0
	for i := range ratios {
		r := drawBadLuck(*paceSeed + uint64(i))
		waits, o := r.with(t, func() pacer { return &gateAlone{isOneFirst: r.refusedFirst > 0} }), r.do(t)
		o.ideal = waits.took
		ratios[i] = o.ratio(0)
		switch {
		case o.took > o.ideal*2+6*time.Second:
			t.Logf("more than twice the time with the waits alone and 6 s: %.1f s, and %.1f s with the waits alone, %d and %d refused: %d, %s",
				o.took.Seconds(), o.ideal.Seconds(), o.refused, waits.refused, r.seed, r.name)
			slowest++
			fallthrough
		case o.took > o.ideal*13/10+2*time.Second:
			slow++
		}
	}
	t.Logf("time as a multiple of that with the waits alone: %s", distribution(ratios)) // which sorts them
	t.Logf("%d took more than 1.3 times the time with the waits alone and 2 s, %d more than twice and 6 s", slow, slowest)
	if median := ratios[len(ratios)/2]; median > 1.05 {
		t.Errorf("half of the runs took up to %.2f times the time with the waits alone, more than 1.05", median)
	}
	if n := len(ratios); slow*100 > 8*n || slowest*100 > 2*n {
		t.Error("at most 8 % and 2 % of the runs may")
	}
}
