package mockserver

import (
	"math"
	"net/http"
	"strconv"
	"time"
)

// limit is a number of requests that a window of time lets through. Refused requests do not count.
type limit struct {
	n      int
	window time.Duration
	passed []time.Time
}

func (s *Server) setLimits(perSecond, perMinute int) {
	s.limits = nil
	if perSecond > 0 {
		s.limits = append(s.limits, &limit{n: perSecond, window: time.Second})
	}
	if perMinute > 0 {
		s.limits = append(s.limits, &limit{n: perMinute, window: time.Minute})
	}
}

// SetLimits replaces the request limits from now on; 0 is none.
func (s *Server) SetLimits(perSecond, perMinute int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.setLimits(perSecond, perMinute)
}

// overLimit counts a request, or returns how long until there is room for it.
func (s *Server) overLimit(now time.Time) (time.Duration, bool) {
	var longest time.Duration
	for _, l := range s.limits {
		longest = max(longest, l.wait(now, s.opts.limitWindow))
	}
	if longest > 0 {
		return longest, true
	}
	for _, l := range s.limits {
		l.passed = append(l.passed, now)
	}
	return 0, false
}

// wait returns how long until the window has room, 0 when it has.
func (l *limit) wait(now time.Time, window Window) time.Duration {
	begin := now.Add(-l.window)
	if window == FixedWindow {
		begin = now.Truncate(l.window).Add(-1)
	}
	for len(l.passed) > 0 && !l.passed[0].After(begin) {
		l.passed = l.passed[1:]
	}
	if len(l.passed) < l.n {
		return 0
	}
	if window == FixedWindow {
		return now.Truncate(l.window).Add(l.window).Sub(now)
	}
	return l.passed[len(l.passed)-l.n].Add(l.window).Sub(now)
}

// tooMany is the answer of a gateway that wants the client to wait.
func (s *Server) tooMany(e *endpoint, wait time.Duration) *answer {
	seconds := int(math.Ceil(wait.Seconds()))
	a := s.errorAnswer(e, s.opts.tooManyBody, http.StatusTooManyRequests, "GENERAL",
		"Rate limit is exceeded. Try again in "+strconv.Itoa(seconds)+" seconds.")
	switch s.opts.retryAfter {
	case RetryAfterMissing:
	case RetryAfterDate:
		// A date has whole seconds: one more, so that it never lies before the wait is over.
		a.set("Retry-After", s.now().Add(wait+time.Second).Format(http.TimeFormat))
	case RetryAfterZero:
		a.set("Retry-After", "0")
	case RetryAfterHuge:
		a.set("Retry-After", "2147483647")
	case RetryAfterGarbage:
		a.set("Retry-After", "soon")
	default:
		a.set("Retry-After", strconv.Itoa(seconds))
	}
	return a
}
