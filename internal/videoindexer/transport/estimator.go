package transport

import (
	"time"

	"golang.org/x/time/rate"
)

const (
	minRate = 1 // refusals that do not depend on the rate would lower it without end
	// cut is the part of a refused rate that is left at first. All of it is back after firstRecovery for the first rate,
	// which is a guess; then after minRecovery, or recoveryRequests at a low rate.
	cut              = 0.5
	firstRecovery    = 3 * time.Second
	minRecovery      = 15 * time.Second
	recoveryRequests = 150
)

// estimator finds the rate that the service lets through, on the curve of CUBIC (RFC 9438).
type estimator struct {
	limit    float64       // requests a second that were refused last; 0 while no rate is known
	recovery time.Duration // after so much demand the rate is the limit again
	demand   time.Duration // how long callers waited for their slots since the last refusal
	since    time.Time     // the last refusal, or the first request
	accepted int           // since then
}

// rate is in requests a second.
func (e *estimator) rate() float64 {
	if e.limit == 0 {
		return float64(rate.Inf)
	}
	x := float64(e.demand)/float64(e.recovery) - 1
	return max(minRate, e.limit*(1+(1-cut)*x*x*x))
}

func (e *estimator) accept(sent time.Time) {
	if e.accepted++; e.since.IsZero() {
		e.since = sent
	}
}

// refuse adapts the rate when requests are let through again that were refused until a time: to what was accepted until
// then, if the rate did not last for its recovery.
func (e *estimator) refuse(now, until time.Time) {
	limit, recovery := e.rate(), firstRecovery
	if e.demand < e.recovery || e.limit == 0 {
		measured := float64(e.accepted) / max(time.Millisecond, until.Sub(e.since)).Seconds()
		limit = max(e.limit/3, min(0.85*limit, measured))
	}
	limit = max(minRate, limit)
	if e.limit > 0 {
		recovery = max(minRecovery, time.Duration(recoveryRequests/limit*float64(time.Second)))
	}
	*e = estimator{limit: limit, recovery: recovery, since: now}
}
