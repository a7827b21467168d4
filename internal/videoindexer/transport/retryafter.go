package transport

import (
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const (
	// maxRetryAfter is the longest wait that the service can ask for.
	maxRetryAfter = 5 * time.Minute
	// minRetryAfter is waited where the service asks for no time at all.
	minRetryAfter = 100 * time.Millisecond
)

// Backoff doubles its pause from Base to Limit. Half of each pause is random, so that callers who failed together do
// not retry together.
type Backoff struct{ Base, Limit time.Duration }

var defaultBackoff = Backoff{Base: 500 * time.Millisecond, Limit: 30 * time.Second}

// After is the pause after a number of failures in a row.
func (b Backoff) After(failures int) time.Duration {
	pause := b.Limit
	if failures < 32 {
		pause = min(b.Limit, b.Base<<max(failures, 0))
	}
	return pause/2 + rand.N(pause/2+1)
}

// parseRetryAfter reads how long the service asks to wait: seconds, or a date. A date is compared with the answer's own
// Date, if it has one, so that a wrong local clock does no harm. A missing or unreadable value counts as none.
func parseRetryAfter(header http.Header, now time.Time) (time.Duration, bool) {
	value := strings.TrimSpace(header.Get("Retry-After"))
	if seconds, err := strconv.ParseUint(value, 10, 32); err == nil {
		return time.Duration(seconds) * time.Second, true
	}
	date, err := http.ParseTime(value)
	if err != nil {
		return 0, false
	}
	if from, err := http.ParseTime(header.Get("Date")); err == nil {
		now = from
	}
	return max(date.Sub(now), 0), true
}
