package transport

import (
	"time"

	"golang.org/x/time/rate"
)

const (
	minRate = 1 // requests a second; the gate keeps lower limits
	// cut is the part of a refused rate that is left at first. All of it is back after firstRecovery for the first rate,
	// which is a guess; then after minRecovery, or recoveryRequests at a low rate.
	cut              = 0.5
	firstRecovery    = 3 * time.Second
	minRecovery      = 15 * time.Second
	recoveryRequests = 150
	// enoughCuts find nearly every limit. Each further cut halves the recovery, so that refusals which do not depend on
	// the rate do not lower it without end.
	enoughCuts = 5
)

// estimator finds the rate that the service lets through, on the curve of CUBIC (RFC 9438).
type estimator struct {
	limit    float64       // requests a second that were refused last; 0 while no rate is known
	cuts     int           // rates that did not last for their recovery, less those that did; 0 for the first guess
	demand   time.Duration // how long callers waited for their slots since the last refusal
	since    time.Time     // the last refusal, or the first request
	accepted int           // since then
}

// rate is in requests a second.
func (e *estimator) rate() float64 {
	if e.limit == 0 {
		return float64(rate.Inf)
	}
	x := float64(e.demand)/float64(e.recovery()) - 1
	return max(minRate, e.limit*(1+(1-cut)*x*x*x))
}

// recovery is the demand after which the rate is the limit again.
func (e *estimator) recovery() time.Duration {
	if e.cuts == 0 {
		return firstRecovery
	}
	full := max(minRecovery, time.Duration(recoveryRequests/e.limit*float64(time.Second)))
	return full >> max(0, e.cuts-enoughCuts)
}

func (e *estimator) accept(sent time.Time) {
	if e.accepted++; e.since.IsZero() {
		e.since = sent
	}
}

// refuse adapts the rate when requests are let through again that were refused until a time. A rate that lasted for its
// recovery is the limit; one that did not is cut to what was let through.
func (e *estimator) refuse(now, until time.Time) {
	measured := float64(e.accepted) / max(time.Millisecond, until.Sub(e.since)).Seconds()
	limit, cuts := e.rate(), e.cuts
	switch {
	case e.limit == 0:
		limit = measured
	case e.demand >= e.recovery():
		cuts = max(1, cuts-1)
	default:
		limit, cuts = max(e.limit/3, min(0.85*limit, measured)), cuts+1
	}
	*e = estimator{limit: max(minRate, limit), cuts: cuts, since: now}
}
