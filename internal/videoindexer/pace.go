package videoindexer

import (
	"context"
	"math"
	"sync"
	"time"
)

// pace decides when the next request may leave. It knows no limit at first, and finds those that the service has:
//
//   - Few requests are under way at once in the beginning, since a limit refuses all that are when it is met. Their
//     number grows with what is let through, until there is no bound.
//   - After a refusal, a gate holds every caller until the time is over that the service asked for. One request goes
//     first, and the others follow when it is let through.
//   - A limit by the second becomes an even flow just below it. One by the minute becomes a number of requests that a
//     minute may hold, which are spread over it more and more. Both are put to the test from time to time, while there
//     is demand for more.
//   - Refusals that fall at random, or that a lower rate does not prevent, have no limit behind them. Nothing is learned
//     from these, and nothing but the gate holds requests back.
//
// This suits sliding windows, fixed windows and token buckets, so that the kind of limit need not be known.
type pace struct {
	configured float64 // requests a second; 0 for no ceiling
	began      time.Time
	// turn is held by the one caller who waits for the next slot; the others queue for it in order.
	turn  chan struct{}
	woken chan struct{} // what that caller waits for may have changed

	mu         sync.Mutex
	gate       time.Time // nobody leaves before
	closed     time.Time // when the gate was last closed
	left       time.Time // when the last caller left
	unanswered int       // requests under way
	history    history
	// refusal is what closed the gate, until a request is let through again.
	refusal *refusal
	// latest is when the refusal before was sent, and seen how many had been let through then.
	latest time.Time
	seen   int
	// suspicion is how much points to a limit: below zero, refusals are bad luck.
	suspicion int
	bySecond  ceiling
	byMinute  budget
}

// refusal is a 429, or a burst of them, or a run of them with nothing let through in between.
type refusal struct {
	sent    time.Time
	wait    time.Duration
	answers int // in all
	repeats int // those to the one request that goes first after the wait
}

const (
	// shortWait is the longest wait that is taken for one of a limit counted by the second. Such a limit asks for a second
	// or two; but where requests are refused at random, the one that goes first after the wait is refused now and then,
	// and a few seconds must not be taken for a limit counted by the minute.
	shortWait = 10 * time.Second
	// probeTime is how long the answer to the one request that goes first is waited for, before another one leaves, and
	// startTime how long the answers are of those that a process begins with: a service that takes longer for an answer
	// is not asked fast enough to be overrun.
	probeTime, startTime = time.Second, 250 * time.Millisecond
	// freeStart is how many requests may be under way when a process begins. Then it is firstBound until firstBoundUntil
	// are let through, in which a limit of some requests a second shows, and secondBound until secondBoundUntil are, in
	// which one of a hundred a minute does. From there on there is no bound: it would cost more than a few refusals.
	freeStart, firstBound, firstBoundUntil, secondBound, secondBoundUntil = 8, 2, 20, 6, 140
	// limitedBound is how many may be under way where a limit by the second was found, until limitedBoundUntil are let
	// through: one by the minute is then met by no more than these.
	limitedBound, limitedBoundUntil = 3, 320
	// doubtBound is how many may be under way when what was learned has proved wrong: enough to see what becomes of them.
	doubtBound = 4
	unbound    = math.MaxInt
	// certain suspicion makes a limit, doubt is what is left of it when a lesson has proved wrong, and from badLuck on
	// there is none.
	certain, doubt, badLuck, leastSuspicion = 3, -2, -3, -6
)

func newPace(perMinute int) *pace {
	return &pace{
		configured: float64(perMinute) / 60,
		began:      time.Now(),
		turn:       make(chan struct{}, 1),
		woken:      make(chan struct{}, 1),
	}
}

// wait returns when the caller may send, or with the error of ctx.
func (p *pace) wait(ctx context.Context) error {
	select {
	case p.turn <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-p.turn }()
	for ctx.Err() == nil {
		pause := p.next(time.Now())
		if pause <= 0 {
			return nil
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
// that had expired. They pass by the queue and take a slot before its time; only the gate holds them, and a minute that
// is full. However slow the pace is, a token then reaches the service while it is fresh.
func (p *pace) hurry(ctx context.Context) error {
	for ctx.Err() == nil {
		pause := p.borrow(time.Now())
		if pause <= 0 {
			return nil
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

// borrow is the time until a request may leave that is in a hurry. Where it may, the next slot is taken: who comes after
// waits for the one behind it, so that the rate is kept.
func (p *pace) borrow(now time.Time) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	room, _ := p.byMinute.room(&p.history, p.unanswered, now)
	if pause := max(room, p.gate.Sub(now)); pause > 0 {
		return pause
	}
	slot := p.left.Add(p.interval(now))
	if slot.Before(now) {
		slot = now
	}
	p.left = slot
	p.unanswered++
	return 0
}

// next is the time until the next slot. Where it is not positive, the slot is taken.
func (p *pace) next(now time.Time) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	interval := p.interval(now)
	early := p.left.Add(interval).Sub(now)
	if pause := max(early, p.gate.Sub(now)); pause > 0 {
		return pause
	}
	bound := p.bound()
	if room, isTest := p.byMinute.room(&p.history, p.unanswered, now); isTest {
		bound = 1
	} else if room > 0 {
		return room
	}
	if p.unanswered >= bound {
		patience := startTime
		if bound == 1 {
			patience = probeTime
		}
		if pause := p.left.Add(patience).Sub(now); pause > 0 {
			return pause
		}
		p.unanswered = 0
	}
	// A caller who comes late shows that the rate held nobody back: no reason to raise it.
	if isLate := -early >= interval; !isLate && interval == p.bySecond.interval() {
		p.bySecond.grow(interval)
	}
	p.left = now
	p.unanswered++
	return 0
}

// bound is how many requests may be under way.
func (p *pace) bound() int {
	passed := p.history.total
	switch {
	case p.suspicion <= badLuck:
		return unbound
	case p.suspicion < 0:
		return doubtBound
	case p.refusal != nil:
		return 1
	case passed+p.unanswered < freeStart:
		return freeStart
	case p.bySecond.lessons > 0 && passed < limitedBoundUntil:
		return limitedBound
	case passed < firstBoundUntil:
		return firstBound
	case passed < secondBoundUntil:
		return secondBound
	}
	return unbound
}

// interval is the time from one request to the next; 0 where nothing asks for any.
func (p *pace) interval(now time.Time) time.Duration {
	interval := max(p.bySecond.interval(), p.byMinute.interval(now.Sub(p.began)))
	if p.configured > 0 {
		interval = max(interval, time.Duration(float64(time.Second)/p.configured))
	}
	return interval
}

// pass gives a slot that was taken to the next caller: nothing was sent in it.
func (p *pace) pass() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.left = time.Time{}
	p.answered()
}

// lost says that a request was sent and no answer to it will come.
func (p *pace) lost() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.answered()
}

// accepted says that the service let a request through that was sent then.
func (p *pace) accepted(sent time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.answered()
	if p.refusal != nil && sent.After(p.closed) {
		p.judge(p.refusal)
		p.refusal = nil
	}
	p.history.add(sent)
	p.byMinute.accepted(&p.history, sent)
}

// refused says that the service answered 429 to a request that was sent then, and asks to wait. Every such answer can
// hold the gate; all that was sent before it closed is one event.
func (p *pace) refused(sent time.Time, wait time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.answered()
	if wait > maxRetryAfter {
		return // this caller gives up; the others find out for themselves
	}
	now := time.Now()
	switch {
	case !sent.After(p.closed):
	case p.refusal == nil:
		p.refusal = &refusal{sent: sent, wait: wait}
		p.closed = now
	default:
		// The service meant more than it said. Ever longer waits find out how much.
		p.refusal.repeats++
		p.refusal.wait = now.Sub(p.refusal.sent) + wait
		if n := p.refusal.repeats - 2; n >= 0 {
			wait = max(wait, min(500*time.Millisecond<<min(n, 8), 30*time.Second))
		}
		p.closed = now
	}
	if p.refusal != nil {
		p.refusal.answers++
	}
	if until := now.Add(wait); until.After(p.gate) {
		p.gate = until
	}
}

func (p *pace) answered() {
	p.unanswered = max(0, p.unanswered-1)
	select {
	case p.woken <- struct{}{}:
	default:
	}
}

// judge learns from a refusal once it is over: the answers to all that was sent before have come by then.
func (p *pace) judge(r *refusal) {
	isSoon := p.history.total-p.seen < soon
	byMinute := r.wait > shortWait || p.byMinute.isFull(&p.history, r.sent)
	p.weigh(r, isSoon, byMinute)
	isLimit := p.suspicion == certain
	switch {
	case p.suspicion < 0:
		p.bySecond, p.byMinute = ceiling{}, budget{}
	case byMinute && (isLimit || !isSoon):
		p.byMinute.learn(&p.history, r, time.Now())
	case !byMinute && (isLimit && p.history.total > freeStart || p.bySecond.lessons > 0):
		lastSecond := p.history.perSecond(r.sent.Add(-time.Second), r.sent, jitter)
		p.bySecond.learn(lastSecond, p.history.perSecond(p.latest, r.sent, 0), isSoon)
	}
	p.latest, p.seen = r.sent, p.history.total
}

// weigh tells a limit from bad luck: a limit refuses nearly all that is sent behind a refused request as well, and it
// does not refuse what comes at a rate that it has let through for long.
func (p *pace) weigh(r *refusal, isSoon, byMinute bool) {
	passed, refused := len(p.history.since(r.sent)), r.answers-r.repeats
	evidence := 2*refused - 1
	switch isKnown := p.bySecond.lessons > 0 && !byMinute && !p.bySecond.isTested(); {
	case passed >= max(3, 2*refused):
		p.suspicion -= passed
	case isKnown && isSoon && p.bySecond.lessons >= sureLessons:
		p.suspicion = doubt
	case isKnown && isSoon:
		p.suspicion += evidence - 1
	case isKnown:
		p.suspicion += evidence - 2
	case isSoon || p.bySecond.lessons > 0:
		p.suspicion += evidence
	default:
		p.suspicion = min(p.suspicion, 0) + evidence // what was before has nothing to do with it
	}
	p.suspicion = max(leastSuspicion, min(p.suspicion, certain))
}
