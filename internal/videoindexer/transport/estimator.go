package transport

import "time"

const (
	minRate = 1 // requests a second; the gate keeps lower limits

	// afterRefusal is the part of the limit with which the curve begins, so low that a limit of nearly twice what the
	// service lets through is not refused again at once.
	afterRefusal = 0.5
	// A refused rate is back after minRecovery, or the time of recoveryRequests if that is longer. The first rate is a
	// guess, and is back after firstRecovery.
	minRecovery      = 15 * time.Second
	recoveryRequests = 150
	firstRecovery    = 3 * time.Second

	// belowRefused is the part of a rate, refused before its recovery, that the next limit has at most: a rate that is
	// refused so early is above what the service lets through.
	belowRefused = 0.85
	// leastKept is the part of the limit that the next one has at least: if hardly any request was sent since the last
	// refusal, their number says little about the service.
	leastKept = 1.0 / 3
	// Each cut beyond enoughCuts halves the time of recovery: refusals that do not depend on the rate must not keep
	// lowering it.
	enoughCuts = 6
)

// estimator finds the rate that the service lets through, on the curve of CUBIC (RFC 9438).
type estimator struct {
	limit    float64       // requests a second that were refused last
	cuts     int           // refused rates that did not last for their recovery, less those that did; 1 is the guess
	demand   time.Duration // how long callers waited for their slots since the last refusal
	since    time.Time     // the last refusal, or the first request
	accepted int           // since then
}

// rate returns requests a second.
func (e *estimator) rate() float64 {
	if e.cuts == 0 {
		return unlimited
	}
	// From -1, after a refusal, over 0, when the limit is back.
	x := float64(e.demand)/float64(e.recovery()) - 1
	cubic := 1 + (1-afterRefusal)*x*x*x
	return max(minRate, e.limit*cubic)
}

// recovery returns the demand after which the rate is the limit again.
func (e *estimator) recovery() time.Duration {
	if e.cuts == 1 {
		return firstRecovery
	}
	requests := time.Duration(recoveryRequests / e.limit * float64(time.Second))
	halvings := max(0, e.cuts-enoughCuts)
	// A shift by one is a half.
	return max(minRecovery, requests) >> halvings
}

func (e *estimator) accept(sent time.Time) {
	e.accepted++
	if e.since.IsZero() {
		e.since = sent
	}
}

// refuse adapts the rate when requests are let through again that were refused until a time. A rate
// that lasted for its recovery is the limit; one that did not is cut to what was let through.
func (e *estimator) refuse(now, until time.Time) {
	measured := float64(e.accepted) / max(time.Millisecond, until.Sub(e.since)).Seconds()
	limit := max(leastKept*e.limit, min(belowRefused*e.rate(), measured))
	cuts := e.cuts + 1
	if e.cuts > 0 && e.demand >= e.recovery() {
		limit = e.rate()
		cuts = max(2, e.cuts-1)
	}
	*e = estimator{limit: max(minRate, limit), cuts: cuts, since: now}
}
