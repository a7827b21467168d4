package transport

import (
	"context"
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
	for slot := p.nextSlot(); ctx.Err() == nil; {
		p.mu.Lock()
		pause := p.gate.enter(time.Now(), slot, priority, p.estimate.refused == 0)
		p.mu.Unlock()
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

// nextSlot takes the next slot at the current rate.
func (p *pace) nextSlot() time.Time {
	p.mu.Lock()
	defer p.mu.Unlock()
	now, perSecond := time.Now(), min(p.estimate.rate(), p.ceiling)
	p.spacing.SetLimitAt(now, rate.Limit(perSecond))
	delay := p.spacing.ReserveN(now, 1).DelayFrom(now)
	if delay > 0 {
		p.estimate.demand += time.Duration(float64(time.Second) / perSecond)
	}
	return now.Add(delay)
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
	if closed := p.gate.accept(sent); closed > 0 {
		p.estimate.refuse(time.Now(), closed)
	}
	p.estimate.accept(sent)
}

// refused records a 429 for a request that was sent at that time, with a wait that the service named if isAsked. It returns
// how long all wait.
func (p *pace) refused(sent time.Time, wait time.Duration, isAsked bool) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.gate.refuse(sent, wait, isAsked)
}
