package transport

import (
	"context"
	"net/http"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// pace decides when the next request may leave: the gate holds everyone after a refusal, the limiter spaces requests, and
// the estimator finds the rate that the service lets through. See decisions/pace.md.
type pace struct {
	turn  chan struct{} // held by the one caller who waits to leave; the others queue for it in order
	woken chan struct{} // that caller must look again

	mu       sync.Mutex
	gate     gate
	spacing  *rate.Limiter
	estimate estimator
	ceiling  float64 // requests a second at most
}

func newPace() *pace {
	return &pace{turn: make(chan struct{}, 1), woken: make(chan struct{}, 1), spacing: rate.NewLimiter(rate.Inf, 1), ceiling: float64(rate.Inf)}
}

// wait returns when the caller may send, or with the error of ctx. A caller that may send calls ended afterwards. Callers
// with priority, for whom others wait, skip the queue and take the next slot before its time; only the gate holds them.
func (p *pace) wait(ctx context.Context, priority bool) error {
	if !priority {
		select {
		case p.turn <- struct{}{}:
			defer func() { <-p.turn }()
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	for isDelayed := false; ctx.Err() == nil; {
		pause := p.leave(priority, &isDelayed)
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

// leave takes a slot at the current rate, or returns how long the caller must still wait. Time counts as demand only if
// somebody waited for the slot.
func (p *pace) leave(priority bool, isDelayed *bool) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	now, perSecond := time.Now(), min(p.estimate.rate(), p.ceiling)
	if pause := p.gate.pause(now, p.estimate.accepted, priority); pause > 0 {
		return pause
	}
	p.spacing.SetLimitAt(now, rate.Limit(perSecond))
	slot := p.spacing.ReserveN(now, 1)
	if pause := slot.DelayFrom(now); pause > 0 && !priority {
		slot.CancelAt(now)
		*isDelayed = true
		return pause
	}
	if *isDelayed {
		p.estimate.demand += time.Duration(float64(time.Second) / perSecond)
	}
	p.gate.last, p.gate.inFlight = now, p.gate.inFlight+1
	return 0
}

// ended records that a request is no longer in flight, whatever its outcome.
func (p *pace) ended() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.gate.inFlight--
	select {
	case p.woken <- struct{}{}:
	default:
	}
}

// accepted records that the service let through a request that was sent at that time.
func (p *pace) accepted(sent time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.gate.accept(sent) {
		p.estimate.refuse(time.Now(), p.gate.opens.Add(-moment)) // waits are in whole seconds
	}
	p.estimate.accept(sent)
}

// refused records a 429 for a request that was sent at that time, with a wait that the service named if isAsked. It returns
// how long all wait.
func (p *pace) refused(sent time.Time, wait time.Duration, isAsked bool) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.gate.refuse(time.Now(), sent, wait, isAsked)
}

// report records the outcome of an attempt, and returns how long all wait after a refusal; what is longer than
// maxRetryAfter, the service has asked for.
func (p *pace) report(a *Attempt) time.Duration {
	asked, isAsked := parseRetryAfter(a.Header, time.Now())
	switch {
	case a.Status == 0:
		return 0
	case a.Status != http.StatusTooManyRequests:
		p.accepted(a.Began)
		return 0
	case asked > maxRetryAfter:
		return asked // this caller gives up; the others find out for themselves
	case isAsked:
		asked = max(asked, minRetryAfter)
	}
	return p.refused(a.Began, asked, isAsked)
}
