package transport

import (
	"cmp"
	"context"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"
	"golang.org/x/time/rate"
)

const (
	// maxRetryAfter is the longest wait that the service can ask for, and maxTotalRetryAfter the
	// longest that one call waits in all.
	maxRetryAfter      = 5 * time.Minute
	maxTotalRetryAfter = 10 * time.Minute
	// minRetryAfter is waited where the service asks for no time at all.
	minRetryAfter = 100 * time.Millisecond
)

// unlimited is a rate of as many requests as there are.
const unlimited = float64(rate.Inf)

// pace decides when the next request may leave: the gate holds everyone after a refusal, and the
// limiter spaces requests. The rate is the configured one, or that of the limits that responses
// name; only without either, the estimator finds the one that the service lets through. See
// decisions/pace.md.
type pace struct {
	// queue is held by the caller who leaves next. The others wait for it in order.
	queue *semaphore.Weighted
	// woken tells that caller to look again.
	woken chan struct{}

	mu       sync.Mutex
	gate     gate
	spacing  *rate.Limiter
	estimate estimator
	// ceiling is the configured rate, in requests a second.
	ceiling float64
	// quotas are those of the last response that named some.
	quotas  []quota
	windows windows
}

// newPace returns a pace with a ceiling in requests a minute; 0 is none.
func newPace(perMinute int) *pace {
	ceiling := unlimited
	if perMinute > 0 {
		ceiling = float64(perMinute) / 60
	}
	return &pace{
		queue: semaphore.NewWeighted(1), woken: make(chan struct{}, 1), spacing: rate.NewLimiter(rate.Inf, 1),
		ceiling: ceiling, windows: windows{},
	}
}

// caller is a caller who waits until it may send.
type caller struct {
	// hasPriority means that others wait for this caller.
	hasPriority bool
	// wasDelayed means that no slot was free at once.
	wasDelayed bool
}

// wait returns when the caller may send, or with the error of ctx. A caller that may send calls end
// afterwards. Callers with priority skip the queue and take the next slot before its time: only the
// gate holds them.
func (p *pace) wait(ctx context.Context, hasPriority bool) error {
	if !hasPriority {
		err := p.queue.Acquire(ctx, 1)
		if err != nil {
			return err
		}
		defer p.queue.Release(1)
	}
	waiting := caller{hasPriority: hasPriority}
	for ctx.Err() == nil {
		pause := p.takeSlot(&waiting)
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

// takeSlot takes a slot at the current rate, or returns how long the caller must still wait. Time
// counts as demand only if somebody waited for the slot.
func (p *pace) takeSlot(waiting *caller) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	pause := p.gate.pause(now, p.estimate.accepted, waiting.hasPriority)
	for i := range p.quotas {
		p.quotas[i].restart(now)
		pause = max(pause, p.quotas[i].pause(now))
	}
	if pause > 0 {
		return pause
	}
	perSecond := p.givenRate()
	if perSecond == unlimited {
		perSecond = p.estimate.rate()
	}
	p.spacing.SetLimitAt(now, rate.Limit(perSecond))
	slot := p.spacing.ReserveN(now, 1)
	untilSlot := slot.DelayFrom(now)
	if untilSlot > 0 && !waiting.hasPriority {
		slot.CancelAt(now)
		waiting.wasDelayed = true
		return untilSlot
	}
	if waiting.wasDelayed {
		p.estimate.demand += time.Duration(float64(time.Second) / perSecond)
	}
	p.gate.lastSentAt = now
	p.gate.inFlight++
	for i := range p.quotas {
		p.quotas[i].left--
	}
	return 0
}

// givenRate returns the rate that is configured, or that responses name. Where there is one,
// refusals teach nothing.
func (p *pace) givenRate() float64 {
	perSecond := p.ceiling
	for i := range p.quotas {
		perSecond = min(perSecond, p.quotas[i].rate())
	}
	return perSecond
}

// end records that a request is no longer in flight, whatever its outcome.
func (p *pace) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.gate.inFlight--
	select {
	case p.woken <- struct{}{}:
	default:
	}
}

// noteAccepted records that the service let through a request that was sent at that time.
func (p *pace) noteAccepted(sentAt time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	opensGate := p.gate.noteAccepted(sentAt)
	if opensGate && p.givenRate() == unlimited {
		// The service names waits in whole seconds, so that it may have let requests through a
		// second earlier.
		p.estimate.noteRefused(time.Now(), p.gate.opensAt.Add(-serviceClockTick))
	}
	p.estimate.noteAccepted(sentAt)
}

// noteRefused records a 429 for a request that was sent at that time, with the wait that the
// service named; 0 for none. It returns how long all wait.
func (p *pace) noteRefused(sentAt time.Time, wait time.Duration) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.gate.noteRefused(time.Now(), sentAt, wait)
}

// noteResponse records the response to an attempt. It returns how long the service asks to wait,
// and how long the gate holds all requests after a 429.
func (p *pace) noteResponse(response *Response) (retryAfter, gateWait time.Duration) {
	now := time.Now()
	retryAfter = parseRetryAfter(response.Header, now)
	var usedUp time.Duration
	quotas := parseQuotas(response.Header, now)
	if quotas != nil {
		usedUp = p.noteQuotas(quotas, now)
	}
	switch {
	case response.Status == 0:
		return 0, 0
	case response.Status != http.StatusTooManyRequests:
		p.noteAccepted(response.SentAt)
		return retryAfter, 0
	}
	retryAfter = cmp.Or(retryAfter, usedUp)
	if retryAfter > maxRetryAfter {
		// This caller gives up. The gate stays open, so that the others find out for themselves.
		return retryAfter, 0
	}
	return retryAfter, p.noteRefused(response.SentAt, retryAfter)
}

// noteQuotas keeps to the quotas of a response, and returns how long the first of them that is used
// up stays so.
func (p *pace) noteQuotas(quotas []quota, now time.Time) (wait time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i, q := range quotas {
		if q.left == 0 {
			wait = max(wait, q.resetsAt.Sub(now))
		}
		quotas[i].window = p.windows.noteLength(q, now)
		// The response has counted its own request, but none that is still on its way.
		quotas[i].left -= p.gate.inFlight - 1
	}
	if p.ceiling == unlimited {
		p.quotas = quotas
	}
	return wait
}

// parseRetryAfter reads how long the service asks to wait: seconds, or a date. A date is compared
// with the response's own Date, if it has one, so that a wrong local clock does no harm. The result
// is 0 if the value is missing or unreadable.
func parseRetryAfter(header http.Header, now time.Time) time.Duration {
	value := strings.TrimSpace(header.Get("Retry-After"))
	seconds, err := strconv.ParseUint(value, 10, 32)
	if err == nil {
		return max(minRetryAfter, time.Duration(seconds)*time.Second)
	}
	date, err := http.ParseTime(value)
	if err != nil {
		return 0
	}
	return max(minRetryAfter, date.Sub(responseTime(header, now)))
}

// responseTime returns when a response was made by the service's clock, and now where it does not
// say.
func responseTime(header http.Header, now time.Time) time.Time {
	date, err := http.ParseTime(header.Get("Date"))
	if err == nil {
		return date
	}
	return now
}
