package transport

import "time"

const (
	// minRate is in requests a second. The gate keeps lower limits.
	minRate = 1

	// firstShareOfLimit is the share of the limit at which the curve begins. A limit of nearly
	// twice what the service lets through is then not refused again at once.
	firstShareOfLimit = 0.5
	// A refused rate is back after minRecovery, or after the time of recoveryRequests if that is
	// longer.
	minRecovery      = 15 * time.Second
	recoveryRequests = 150
	// The first rate is a guess, and is back after firstRecovery.
	firstRecovery = 3 * time.Second

	// maxShareOfRefusedRate is the largest share of a refused rate that the next limit can be, if
	// the rate was refused before its recovery: it is then above what the service lets through.
	maxShareOfRefusedRate = 0.85
	// minShareOfLastLimit is the smallest share of the last limit that the next one can be: after
	// few requests, their number says little about the service.
	minShareOfLastLimit = 1.0 / 3
	// Each cut beyond enoughCuts halves the time of recovery: refusals that do not depend on the
	// rate must not keep lowering it.
	enoughCuts = 6
)

// estimator finds the rate that the service lets through, on the curve of CUBIC (RFC 9438).
type estimator struct {
	// limit is the rate that was refused last, in requests a second.
	limit float64
	// cuts counts the refused rates that did not last for their recovery, less those that did. The
	// first one was a guess.
	cuts int
	// demand is how long callers waited for their slots since the last refusal.
	demand time.Duration
	// since is the time of the last refusal or, before the first one, of the first request.
	since time.Time
	// accepted counts the requests that were accepted since then.
	accepted int
}

// rate returns requests a second.
func (e *estimator) rate() float64 {
	if e.cuts == 0 {
		return unlimited
	}
	// x is -1 after a refusal, and 0 when the rate is the limit again.
	x := float64(e.demand)/float64(e.recovery()) - 1
	cubic := 1 + (1-firstShareOfLimit)*x*x*x
	return max(minRate, e.limit*cubic)
}

// recovery returns the demand after which the rate is the limit again.
func (e *estimator) recovery() time.Duration {
	if e.cuts == 1 {
		return firstRecovery
	}
	requests := time.Duration(recoveryRequests / e.limit * float64(time.Second))
	halvings := max(0, e.cuts-enoughCuts)
	return max(minRecovery, requests) >> halvings
}

func (e *estimator) noteAccepted(sentAt time.Time) {
	e.accepted++
	if e.since.IsZero() {
		e.since = sentAt
	}
}

// noteRefused adapts the rate when requests are let through again that were refused until a time. A
// rate that lasted for its recovery is the limit; one that did not is cut to what was let through.
func (e *estimator) noteRefused(now, until time.Time) {
	measured := float64(e.accepted) / max(time.Millisecond, until.Sub(e.since)).Seconds()
	limit := max(minShareOfLastLimit*e.limit, min(maxShareOfRefusedRate*e.rate(), measured))
	cuts := e.cuts + 1
	if e.cuts > 0 && e.demand >= e.recovery() {
		limit = e.rate()
		cuts = max(2, e.cuts-1)
	}
	*e = estimator{limit: max(minRate, limit), cuts: cuts, since: now}
}
