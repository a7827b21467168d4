package transport

import (
	"math"
	"time"

	"golang.org/x/time/rate"
)

const (
	minRate = 1 // refusals that do not depend on the rate would lower it without end
	// cut is the part of a refused rate that is left at first. It is back after minRecovery, or recoveryRequests at a low
	// rate; a guess doubles every doubling.
	cut              = 0.9
	minRecovery      = 10 * time.Second
	recoveryRequests = 40
	doubling         = 1500 * time.Millisecond
)

// estimator finds the rate that the service lets through, on the curve of CUBIC (RFC 9438).
type estimator struct {
	refused  float64       // requests a second that were refused last; 0 while no rate is known
	isGuess  bool          // that was not refused yet
	demand   time.Duration // how long callers waited for their slots since the last refusal
	since    time.Time     // the last refusal, or the first request
	accepted int           // since then
}

// rate is in requests a second: a guess grows exponentially, a rate that was refused follows a cubic.
func (e *estimator) rate() float64 {
	switch {
	case e.refused == 0:
		return float64(rate.Inf)
	case e.isGuess:
		return e.refused * math.Exp2(float64(e.demand)/float64(doubling))
	}
	x := float64(e.demand)/float64(e.recovery()) - 1
	return e.refused * (1 + (1-cut)*x*x*x)
}

// recovery is the time after which a refused rate is tried again.
func (e *estimator) recovery() time.Duration {
	return max(minRecovery, time.Duration(recoveryRequests/e.refused*float64(time.Second)))
}

// measured is the rate that was let through until now, in requests a second.
func (e *estimator) measured(now time.Time) float64 {
	return float64(max(1, e.accepted)) / max(time.Millisecond, now.Sub(e.since)).Seconds()
}

func (e *estimator) accept(sent time.Time) {
	if e.since.IsZero() {
		e.since = sent
	}
	e.accepted++
}

// refuse adapts the rate to a refusal, when a request is let through again after the gate was closed for a time. The first
// refusal makes a guess. A rate that did not last for the recovery is cut further.
func (e *estimator) refuse(now time.Time, closed time.Duration) {
	wasKnown, current := e.refused > 0, e.rate()
	switch {
	case !wasKnown:
		e.refused = e.measured(now)
	case e.isGuess || e.demand < e.recovery():
		e.refused = max(current/2, min(current*cut*cut, e.measured(now.Add(-closed))))
	default:
		e.refused = current
	}
	*e = estimator{refused: max(minRate, e.refused), isGuess: !wasKnown, since: now}
}
