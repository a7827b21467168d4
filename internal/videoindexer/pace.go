package videoindexer

import (
	"context"
	"math"
	"slices"
	"sync"
	"time"
)

// pace decides when the next request may leave, and finds the rate that the service lets through: as the adaptive retry
// mode of the AWS SDKs, on the curve of CUBIC (RFC 9438), with a rate in place of a congestion window. It assumes no
// kind of limit: windows and buckets of any length are treated alike. See internal/decisions/pace.md.
type pace struct {
	turn  chan struct{} // held by the one caller who waits for the next slot; the others queue for it in order
	woken chan struct{} // that caller must look again

	mu       sync.Mutex
	ceiling  float64   // requests a second at most
	next     time.Time // nobody leaves before, unless with priority
	gate     time.Time // nobody leaves before
	last     time.Time // when the last request left
	inFlight int
	window   int // how many may be in flight while no rate is known

	refusal         time.Time     // when the first refusal came since a request was let through; zero where none did
	closed          time.Time     // when the gate was last closed
	probing         bool          // the one request that goes first after a refusal is under way
	waited          time.Duration // how long the gate was closed since the refusal
	passed          []time.Time   // what was let through in the last moment, the time of closed gates left out
	plateau         float64       // requests a second that were refused last; 0 if no rate is known
	isGuess         bool          // the plateau is a guess that was not refused yet
	demand          time.Duration // how long somebody waited for the next slot since the last lesson
	since, most     int           // requests let through since the last lesson, and most between two about this rate
	useless         int           // lessons that did not help, since one that did
	struck, besides int           // requests refused since the last lesson, and how many were in flight beside the first
	isLong          bool          // not all of these refusals were Retry-After: 0
	ignored         int           // refusals that teach nothing yet, while no rate is known
}

const (
	// cut is the part that is left of a rate that was refused. After recovery it is back; a guess doubles every doubling.
	cut      = 0.9
	recovery = 10 * time.Second
	doubling = 1500 * time.Millisecond
	// moment is the time over which a rate is counted, the first wait where the service names none, and the longest that
	// requests wait for the answer to another one.
	moment  = time.Second
	handful = 20 // requests that may be in flight at first; a rate that fits lets through at least as many
	lessons = 3  // so many that do not help make a rate be forgotten
)

func newPace(ceiling float64) *pace {
	return &pace{ceiling: ceiling, turn: make(chan struct{}, 1), woken: make(chan struct{}, 1), window: handful, ignored: lessons + 1}
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

// leave returns how long the caller must wait before it asks again; 0 means that it has taken its slot and may send.
func (p *pace) leave(now time.Time, priority bool) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	pause := p.gate.Sub(now)
	if !priority {
		pause = max(pause, p.next.Sub(now))
	}
	if isFull := p.refusal.IsZero() && p.plateau == 0 && p.inFlight >= p.window; !priority && (isFull || p.probing) {
		pause = max(pause, p.last.Add(moment).Sub(now))
	}
	if pause > 0 {
		return pause
	}
	interval := time.Duration(float64(time.Second) / min(p.rate(), p.ceiling))
	if now.Sub(p.next) < interval { // somebody was waiting for this slot
		p.demand += interval
		p.next = p.next.Add(interval)
	} else {
		p.next = now.Add(interval)
	}
	p.last, p.probing, p.inFlight = now, !p.refusal.IsZero(), p.inFlight+1
	return 0
}

// rate is the current rate, in requests a second: a guess grows exponentially, a rate that was refused follows a cubic.
func (p *pace) rate() float64 {
	switch {
	case p.plateau == 0:
		return math.Inf(1)
	case p.isGuess:
		return p.plateau * math.Exp2(float64(p.demand)/float64(doubling))
	}
	x := float64(p.demand)/float64(recovery) - 1
	return p.plateau * (1 + (1-cut)*x*x*x)
}

// ended records that a request is no longer in flight, whatever its outcome.
func (p *pace) ended() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.inFlight--
	select {
	case p.woken <- struct{}{}:
	default:
	}
}

// accepted records that the service let through a request that was sent at that time.
func (p *pace) accepted(sent time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.window, p.since, p.passed = p.window+1, p.since+1, append(p.passed, sent)
	if n := len(p.passed); p.refusal.IsZero() && sent.Sub(p.passed[n/2]) > moment {
		p.passed = append(p.passed[:0], p.passed[n/2:]...)
	} else if !p.refusal.IsZero() && sent.After(p.closed) {
		p.learn(time.Now())
		p.refusal, p.probing, p.waited = time.Time{}, false, 0
	}
}

// refused records a 429 for a request that was sent at that time, with a wait that the service named if isAsked. It returns
// how long all wait. What was sent before the gate closed is one refusal; that of the request that goes first doubles the wait.
func (p *pace) refused(sent time.Time, wait time.Duration, isAsked bool) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	p.struck, p.isLong = p.struck+1, p.isLong || !isAsked || wait > minRetryAfter
	if sent.After(p.closed) {
		if p.refusal.IsZero() {
			p.refusal, p.besides = now, p.inFlight-1
		}
		if !isAsked {
			wait = min(moment+p.waited, defaultBackoff.limit)
		}
		wait = max(wait, min(p.waited, defaultBackoff.limit))
		p.waited += wait
		p.closed, p.probing = now, false
	}
	p.gate = now.Add(max(wait, p.gate.Sub(now)))
	return p.gate.Sub(now)
}

// learn adapts the rate after a refusal, when a request is let through again. A rate that lasted until it was back at the
// plateau is good; one that did not is cut further. Where no more are let through for that, there is no limit to learn.
func (p *pace) learn(now time.Time) {
	stood := now.Sub(p.refusal) // the time in which nobody could leave
	for i := range p.passed {
		p.passed[i] = p.passed[i].Add(stood)
	}
	p.passed = slices.DeleteFunc(p.passed, func(sent time.Time) bool { return now.Sub(sent) >= moment })
	seen := max(1, float64(len(p.passed))/moment.Seconds())
	isLimit := p.since > 1 && p.struck >= lessons && 2*(p.struck-1) > p.besides // most of what was in flight was refused
	switch rate := min(p.rate(), seen); {
	case p.plateau == 0 && !isLimit && !p.isLong && p.struck < p.since: // a service with a limit asks for a wait
	case p.plateau == 0 && !isLimit && p.ignored > 0:
		p.ignored--
		if lessons*p.struck > p.besides { // too little was let through beside it to say that it was chance
			p.ignored--
		}
	case p.plateau == 0:
		p.plateau, p.isGuess, p.most, p.since = seen, true, 0, 0
	case p.isGuess || p.demand >= recovery && p.since >= handful:
		p.plateau, p.isGuess, p.useless = rate, false, 0
	default:
		p.plateau = rate
		if p.demand < recovery {
			p.plateau *= cut * cut
		}
		if p.since < p.most {
			p.useless++
		}
		if p.useless == lessons { // the refusals do not depend on the rate
			p.plateau, p.ignored = 0, lessons*handful
		}
	}
	p.most = max(p.most, p.since)
	p.demand, p.since, p.struck, p.isLong = 0, 0, 0, false
}
