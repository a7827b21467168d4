package mockserver

import (
	"fmt"
	"math"
	"net/http"
	"strconv"
	"time"
)

// limit is a number of requests that the last second or minute lets through. Refused requests do not count.
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

// overLimit counts a request, or returns how long until there is room for it.
func (s *Server) overLimit(now time.Time) (time.Duration, bool) {
	var longest time.Duration
	for _, l := range s.limits {
		longest = max(longest, l.wait(now))
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
func (l *limit) wait(now time.Time) time.Duration {
	for len(l.passed) > 0 && !l.passed[0].After(now.Add(-l.window)) {
		l.passed = l.passed[1:]
	}
	if len(l.passed) < l.n {
		return 0
	}
	return l.passed[len(l.passed)-l.n].Add(l.window).Sub(now)
}

// limitFields names the limits in the header of an answer, in the form that the service uses. Times are in whole seconds.
func (s *Server) limitFields(now time.Time) http.Header {
	header := http.Header{}
	tightest := math.MaxInt
	for _, l := range s.limits {
		_ = l.wait(now) // which forgets what has left the window
		left, reset := l.n-len(l.passed), 0
		if len(l.passed) > 0 {
			reset = inWhole(l.passed[0].Add(l.window).Sub(now))
		}
		if s.opts.rateLimitFields {
			name := l.window.String()
			header.Add("RateLimit-Policy", fmt.Sprintf(`%q;q=%d;w=%d`, name, l.n, inWhole(l.window)))
			header.Add("RateLimit", fmt.Sprintf(`%q;r=%d;t=%d`, name, left, reset))
		}
		if s.opts.xRateLimitFields && left < tightest {
			tightest = left
			header.Set("X-RateLimit-Limit", strconv.Itoa(l.n))
			header.Set("X-RateLimit-Remaining", strconv.Itoa(left))
			header.Set("X-RateLimit-Reset", strconv.Itoa(reset))
		}
	}
	return header
}

func inWhole(d time.Duration) (seconds int) { return int(math.Ceil(d.Seconds())) }

// tooMany is the answer of a gateway that wants the client to wait.
func tooMany(wait time.Duration) *answer {
	seconds := strconv.Itoa(inWhole(wait))
	a := foreignError(http.StatusTooManyRequests, "Rate limit is exceeded. Try again in "+seconds+" seconds.")
	a.set("Retry-After", seconds)
	return a
}
