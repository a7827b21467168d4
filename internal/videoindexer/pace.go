package videoindexer

import (
	"context"
	"sync"
	"time"
)

// pace decides when the next request may leave. Nothing is held back until the service refuses a request with 429,
// but for the first moments, in which a burst could be refused as a whole. From then on
//
//   - a gate holds every caller until the time is over that the service asked for;
//   - one request goes first, and the others follow when it is let through: evenly spaced, at a rate that is learned
//     from how many were let through before;
//   - the rate creeps upwards again, and falls back at the next refusal. It grows only while there is demand for it.
//
// An even flow just below the limit suits sliding windows, fixed windows and token buckets alike, so that the kind of
// limit need not be known.
type pace struct {
	configured float64 // requests a second; 0 for no ceiling
	// turn is held by the one caller who waits for the next slot; the others queue for it in order.
	turn  chan struct{}
	woken chan struct{} // what that caller waits for may have changed

	mu     sync.Mutex
	gate   time.Time // nobody leaves before
	closed time.Time // when the gate was last closed
	left   time.Time // when the last caller left
	// refusal is what closed the gate, until a request is let through again.
	refusal *refusal
	history history
	// Limits are counted by the second and by the minute, and are learned apart.
	bySecond, byMinute ceiling
}

// refusal is a 429, or a burst of them, or a run of them with nothing let through in between.
type refusal struct {
	sent    time.Time
	wait    time.Duration
	repeats int
}

const (
	// shortWait is the longest wait that is taken for one of a limit counted by the second. Such a limit asks for a second
	// or two; but where requests are refused at random, the one that goes first after the wait is refused now and then,
	// and a few seconds must not be taken for a limit counted by the minute.
	shortWait = 10 * time.Second
	// probeTime is how long the first request after a refusal is waited for, before another one is sent.
	probeTime = time.Second
)

func newPace(perMinute int) *pace {
	return &pace{
		configured: float64(perMinute) / 60,
		turn:       make(chan struct{}, 1),
		woken:      make(chan struct{}, 1),
		bySecond:   ceiling{plateau: firstRate},
	}
}

// wait returns when the caller may send, or with the error of ctx.
func (p *pace) wait(ctx context.Context) error {
	if p.isOpen() {
		return ctx.Err()
	}
	select {
	case p.turn <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-p.turn }()
	for ctx.Err() == nil {
		pause := p.next(time.Now())
		if pause <= 0 {
			break
		}
		timer := time.NewTimer(pause)
		select {
		case <-timer.C:
		case <-p.woken:
			timer.Stop()
		case <-ctx.Done():
			timer.Stop()
		}
	}
	return ctx.Err()
}

// hurry is wait for the few requests that others wait for: those for tokens, and those whose turn was lost to a token
// that had expired. They pass by the queue and take a slot before its time; only the gate holds them. However slow the
// pace is, a token then reaches the service while it is fresh.
func (p *pace) hurry(ctx context.Context) error {
	for ctx.Err() == nil {
		pause := p.borrow(time.Now())
		if pause <= 0 {
			break
		}
		timer := time.NewTimer(pause)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
		}
	}
	return ctx.Err()
}

// borrow is the time until the gate opens. Where it is open, the next slot is taken: who comes after waits for the one
// behind it, so that the rate is kept.
func (p *pace) borrow(now time.Time) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	if now.Before(p.gate) {
		return p.gate.Sub(now)
	}
	slot := now
	if rate := p.rate(); rate > 0 {
		slot = p.left.Add(time.Duration(float64(time.Second) / rate))
	}
	if slot.Before(now) {
		slot = now
	}
	p.left = slot
	return 0
}

// isOpen says that nothing holds requests back.
func (p *pace) isOpen() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.refusal == nil && p.rate() == 0
}

// next is the time until the next slot. Where it is not positive, the slot is taken.
func (p *pace) next(now time.Time) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	if now.Before(p.gate) {
		return p.gate.Sub(now)
	}
	if p.refusal != nil {
		if isProbed := p.left.After(p.closed); isProbed && now.Sub(p.left) < probeTime {
			return probeTime - now.Sub(p.left)
		}
		p.left = now
		return 0
	}
	rate := p.rate()
	if rate == 0 {
		return 0
	}
	interval := time.Duration(float64(time.Second) / rate)
	early := p.left.Add(interval).Sub(now)
	if early > 0 {
		return early
	}
	// A caller who comes late shows that the rate held nobody back, and so does a lower ceiling: no reason to raise it.
	for _, learned := range []*ceiling{&p.bySecond, &p.byMinute} {
		if isLate := -early >= interval; !isLate && learned.rate() <= rate {
			learned.grow(interval)
		}
	}
	p.left = now
	return 0
}

// pass gives a slot that was taken to the next caller: nothing was sent in it.
func (p *pace) pass() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.left = time.Time{}
	p.wake()
}

// rate is the lowest of the ceilings; 0 where there is none.
func (p *pace) rate() float64 {
	rate := p.configured
	for _, learned := range []float64{p.bySecond.rate(), p.byMinute.rate()} {
		if learned > 0 && (rate == 0 || learned < rate) {
			rate = learned
		}
	}
	return rate
}

// accepted says that the service let a request through that was sent then.
func (p *pace) accepted(sent time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.refusal != nil && sent.After(p.closed) {
		p.judge(*p.refusal)
		p.refusal = nil
		p.wake()
	}
	p.history.add(sent)
}

// refused says that the service answered 429 to a request that was sent then, and asks to wait. Every such answer can
// hold the gate; all that was sent before it closed is one event.
func (p *pace) refused(sent time.Time, wait time.Duration) {
	if wait > maxRetryAfter {
		return // this caller gives up; the others find out for themselves
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	p.history.refusals++
	if sent.After(p.closed) {
		if p.refusal == nil {
			p.refusal = &refusal{sent: sent, wait: wait}
		} else {
			// The service meant more than it said. Ever longer waits find out how much.
			p.refusal.repeats++
			p.refusal.wait = now.Sub(p.refusal.sent) + wait
			wait = max(wait, min(500*time.Millisecond<<min(p.refusal.repeats-1, 8), 30*time.Second))
		}
		p.closed = now
	}
	if until := now.Add(wait); until.After(p.gate) {
		p.gate = until
	}
	p.wake()
}

func (p *pace) wake() {
	select {
	case p.woken <- struct{}{}:
	default:
	}
}

// judge learns from a refusal once it is over: the answers to all that was sent before have come by then.
func (p *pace) judge(r refusal) {
	span, isNoise := p.history.refused(r.sent)
	if isNoise {
		p.bySecond.loosen()
		p.byMinute.loosen()
		return
	}
	lastSecond := perSecond(p.history.since(r.sent.Add(-time.Second)), time.Second)
	if r.wait > shortWait || p.byMinute.binds(p.bySecond) {
		p.byMinute.learnByMinute(perSecond(p.history.since(r.sent.Add(-time.Minute)), time.Minute))
		if p.bySecond.lessons == 0 {
			p.bySecond.learnBySecond(lastSecond, lastSecond, span)
		}
		return
	}
	p.bySecond.learnBySecond(lastSecond, perSecond(p.history.since(r.sent.Add(-span)), span), span)
}

// perSecond is the rate at which no window of that length holds more than n, with some room for a network that
// delivers unevenly.
func perSecond(n int, window time.Duration) float64 {
	return float64(max(n, 1)) / (window + min(window/30, 250*time.Millisecond)).Seconds()
}
