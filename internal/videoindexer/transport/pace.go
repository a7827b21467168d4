package transport

import (
	"context"
	"math"
	"net/http"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"
	"golang.org/x/time/rate"
)

// pace decides when the next request may leave: the gate holds everyone after a refusal, the limiter spaces requests, and
// the estimator finds the rate that the service lets through. See decisions/pace.md.
type pace struct {
	turn  *semaphore.Weighted // held by the one caller who waits to leave; the others queue for it in order
	woken chan struct{}       // that caller must look again

	mu       sync.Mutex
	gate     gate
	spacing  *rate.Limiter
	estimate estimator
	ceiling  float64 // requests a second at most
}

func newPace() *pace {
	return &pace{
		turn: semaphore.NewWeighted(1), woken: make(chan struct{}, 1), spacing: rate.NewLimiter(rate.Inf, 1),
		gate: gate{last: time.Now()}, estimate: estimator{limit: math.Inf(1), since: time.Now()}, ceiling: float64(rate.Inf),
	}
}

// wait returns when the caller may send, or with the error of ctx. A caller that may send calls ended afterwards. Callers
// with priority, for whom others wait, skip the queue and take the next slot before its time; only the gate holds them.
func (p *pace) wait(ctx context.Context, priority bool) error {
	if !priority {
		if err := p.turn.Acquire(ctx, 1); err != nil {
			return err //nolint:wrapcheck // the error of ctx
		}
		defer p.turn.Release(1)
	}
	for ctx.Err() == nil {
		pause := p.leave(time.Now(), priority)
		if pause <= 0 {
			return nil
		}
		select {
		case <-time.After(pause):
		case <-p.woken:
		case <-ctx.Done():
		}
	}
	return ctx.Err()
}

// leave takes a slot at the current rate, or returns how long the caller must still wait.
func (p *pace) leave(now time.Time, priority bool) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	pause := p.gate.pause(now, p.estimate.accepted, priority)
	if pause > 0 {
		return pause
	}
	p.estimate.idle(now.Sub(p.gate.last))
	p.spacing.SetLimitAt(now, rate.Limit(min(p.estimate.rate(now), p.ceiling)))
	slot := p.spacing.ReserveN(now, 1)
	if pause = slot.DelayFrom(now); pause > 0 && !priority {
		slot.CancelAt(now)
		return pause
	}
	p.gate.last, p.gate.inFlight = now, p.gate.inFlight+1
	return 0
}

// report records the outcome of an attempt that had waited, and returns how long the service asks to wait; after a refusal,
// how long all wait. What was sent before the gate closed says nothing new.
func (p *pace) report(a *Attempt) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.gate.inFlight--
	select {
	case p.woken <- struct{}{}:
	default:
	}
	now, isNew := time.Now(), a.Began.After(p.gate.closed)
	asked, isAsked := parseRetryAfter(a.Header, now)
	if a.Status != http.StatusTooManyRequests {
		if a.Status != 0 && isNew {
			p.estimate.accept(now)
		}
		return asked
	}
	if asked > maxRetryAfter {
		return asked // this caller gives up; the others find out for themselves
	}
	if isAsked {
		asked = max(asked, minRetryAfter)
	}
	if isNew {
		asked = p.gate.refuse(now, asked, p.estimate.accepted > 0)
		p.estimate.refuse(now)
	}
	p.gate.opens = now.Add(max(asked, p.gate.opens.Sub(now)))
	return p.gate.opens.Sub(now)
}

const (
	// moment is the first wait where the service names none, and the longest that requests wait for the answer to another one.
	moment = time.Second
	// initialWindow is how many requests may be in flight at first; one more for each windowGrowth that are let through.
	initialWindow, windowGrowth = 4, 2
)

// gate holds everyone after a refusal. Then one request goes first, and the others follow when it was let through.
type gate struct {
	opens    time.Time     // nobody leaves before
	closed   time.Time     // when it was last closed
	waited   time.Duration // how long it was closed, from the first of the refusals in a row
	last     time.Time     // when the last request left
	inFlight int
}

// pause is how long a request must still wait. Those in flight fill a window that grows with what was accepted since the
// last refusal; until then it holds one. Those with priority do not wait for answers.
func (g *gate) pause(now time.Time, accepted int, priority bool) time.Duration {
	window := initialWindow + accepted/windowGrowth
	if accepted == 0 && !g.closed.IsZero() {
		window = 1
	}
	pause := g.opens.Sub(now)
	if g.inFlight >= window && !priority {
		pause = max(pause, g.last.Add(moment).Sub(now))
	}
	return pause
}

// refuse closes the gate, and returns for how long: what the service asks for, or else half of the last closure. Each further
// refusal in a row doubles the wait.
func (g *gate) refuse(now time.Time, asked time.Duration, isFirst bool) time.Duration {
	if asked == 0 {
		asked = moment
		if isFirst {
			asked = max(asked, min(g.waited/2, defaultBackoff.Limit))
		}
	}
	if isFirst {
		g.waited = 0
	}
	wait := max(asked, min(asked+g.waited, defaultBackoff.Limit))
	g.closed, g.waited = now, g.waited+wait
	return wait
}

const (
	minRate = 1 // requests a second; the gate keeps lower limits
	// Half of a limit is left at first. All of it is back after minRecovery seconds, or after recoveryRequests at a low rate.
	minRecovery, recoveryRequests = 15, 150
	// enoughCuts find every limit. Each further one halves the recovery, so that refusals at any rate do not lower it for ever.
	enoughCuts = 10
	// maxUnused is how far above what was let through a limit may be: the callers need not have used the whole rate.
	maxUnused = 1.5
)

// estimator finds the rate that the service lets through, on the curve of CUBIC (RFC 9438).
type estimator struct {
	limit    float64   // requests a second; infinite until the first refusal
	cuts     int       // rates that did not last for their recovery, less those that did
	since    time.Time // when a request was first let through at this limit; later by all the time in which nobody sent
	accepted int       // requests that were let through since then
}

// rate is in requests a second: less than the limit at first, and more than that in the end.
func (e *estimator) rate(now time.Time) float64 {
	x := now.Sub(e.since).Seconds()/e.recovery() - 1
	return max(minRate, e.limit*(1+x*x*x/2))
}

// recovery is the number of seconds after which the rate is the limit again.
func (e *estimator) recovery() float64 {
	return math.Ldexp(max(minRecovery, recoveryRequests/e.limit), min(0, enoughCuts-e.cuts))
}

// idle leaves out time in which nobody sent.
func (e *estimator) idle(pause time.Duration) { e.since = e.since.Add(max(0, pause-moment)) }

func (e *estimator) accept(now time.Time) {
	if e.accepted++; e.accepted == 1 {
		e.since = now
	}
}

// refuse cuts the limit to what was let through. A rate that lasted for its recovery is the limit itself.
func (e *estimator) refuse(now time.Time) {
	if e.accepted == 0 {
		return // this refusal is about the gate
	}
	lasted := max(time.Millisecond, now.Sub(e.since)).Seconds()
	limit, cuts := float64(e.accepted)/lasted, e.cuts+1
	if lasted >= e.recovery() {
		limit, cuts = limit*maxUnused, max(0, e.cuts-1)
	}
	*e = estimator{limit: max(minRate, min(limit, e.rate(now))), cuts: cuts, since: now}
}
