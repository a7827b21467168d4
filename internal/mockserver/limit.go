package mockserver

import (
	"math"
	"net/http"
	"strconv"
	"time"
)

// limit is the highest number of requests in the last second or minute. Refused requests do not
// count.
type limit struct {
	n      int
	window time.Duration
	passed []time.Time
}

// SetLimits replaces the request limits from now on; 0 is none.
func (s *Server) SetLimits(perSecond, perMinute int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.limits = nil
	if perSecond > 0 {
		s.limits = append(s.limits, &limit{n: perSecond, window: time.Second})
	}
	if perMinute > 0 {
		s.limits = append(s.limits, &limit{n: perMinute, window: time.Minute})
	}
}

// admit counts a request. If it is over a limit, admit returns how long until there is room for it
// instead.
func (s *Server) admit(now time.Time) (wait time.Duration, isRefused bool) {
	for _, l := range s.limits {
		wait = max(wait, l.wait(now))
	}
	if wait > 0 {
		return wait, true
	}
	for _, l := range s.limits {
		l.passed = append(l.passed, now)
	}
	return 0, false
}

// wait returns how long until the window has room, 0 if it has room.
func (l *limit) wait(now time.Time) time.Duration {
	for len(l.passed) > 0 && !l.passed[0].After(now.Add(-l.window)) {
		l.passed = l.passed[1:]
	}
	if len(l.passed) < l.n {
		return 0
	}
	return l.passed[len(l.passed)-l.n].Add(l.window).Sub(now)
}

func wholeSeconds(d time.Duration) (seconds int) { return int(math.Ceil(d.Seconds())) }

// tooManyResponse returns the response of a gateway that asks the client to wait.
func tooManyResponse(wait time.Duration) *response {
	seconds := strconv.Itoa(wholeSeconds(wait))
	a := foreignError(http.StatusTooManyRequests, "Rate limit is exceeded. Try again in "+seconds+" seconds.")
	a.set("Retry-After", seconds)
	return a
}
