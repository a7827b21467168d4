package transport

import (
	"cmp"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const (
	// shortWindow is the longest window whose requests are spaced evenly. In a longer one, nobody
	// waits until it is used up.
	shortWindow = time.Second
	// unusedShareOfNamedRate is the share of a named rate that stays unused: requests that leave
	// evenly do not arrive evenly.
	unusedShareOfNamedRate = 0.05
)

// quota is a limit that the service names in its responses.
type quota struct {
	// limit is how many requests a window has; 0 if the response does not say.
	limit int
	// window is the length of the window. If the response does not say, it is the longest time to a
	// reset that was seen.
	window time.Duration
	// left is how many requests are left until the reset.
	left     int
	resetsAt time.Time
}

// rate returns requests a second; unlimited for a long window.
func (q *quota) rate() float64 {
	if q.limit == 0 || q.window > shortWindow {
		return unlimited
	}
	return (1 - unusedShareOfNamedRate) * float64(q.limit) / q.window.Seconds()
}

// isUsedUp reports whether nobody may leave until a long window begins again.
func (q *quota) isUsedUp() bool { return q.left <= 0 && q.rate() == unlimited }

// restart begins a long window again that was used up and is over: one request goes first, whose
// response says how many may follow.
func (q *quota) restart(now time.Time) {
	isOver := !q.resetsAt.After(now)
	if isOver && q.isUsedUp() {
		q.left = 1
		q.resetsAt = now.Add(serviceClockTick)
	}
}

// pause returns how long a request must wait until a long window begins again. A wait that is too
// long is left to the refusal, which says how long it is.
func (q *quota) pause(now time.Time) time.Duration {
	wait := q.resetsAt.Sub(now)
	if !q.isUsedUp() || wait > maxRetryAfter {
		return 0
	}
	return wait
}

// windows are those of limits that do not say how long they last, by the number of requests: the
// longest time to a reset that was seen. They outlast the response, because a response may name one
// of several limits, and the next response another.
type windows map[int]time.Duration

// noteLength returns the window of a limit, and notes the time to its reset if the limit does not
// say.
func (w windows) noteLength(q quota, now time.Time) time.Duration {
	if q.window > 0 {
		return q.window
	}
	// A reset in 0 seconds is within the current second.
	w[q.limit] = max(w[q.limit], serviceClockTick, q.resetsAt.Sub(now))
	return w[q.limit]
}

// parameters are what a response says of a limit, by the letters of the IETF's draft: the quota "q"
// of requests in a window "w", and how many requests "r" remain until a time "t".
type parameters map[string]string

// limits are the parameters of a response's limits by their names, or by "q" where they have none.
// What fields of former drafts say has no name at first.
type limits map[string]parameters

func (l limits) add(name, parameter, value string) {
	if l[name] == nil {
		l[name] = parameters{}
	}
	l[name][strings.TrimSpace(parameter)] = strings.Trim(value, `" `)
}

// read notes the elements of a field, such as "name";r=5;t=1, 100;w=60 or, in a former draft,
// limit=100.
func (l limits) read(values []string) {
	for element := range strings.SplitSeq(strings.Join(values, ","), ",") {
		name, rest, _ := strings.Cut(element, ";")
		key, value, isFormer := strings.Cut(name, "=")
		if isFormer {
			l.add("", key, value)
		}
		for parameter := range strings.SplitSeq(rest, ";") {
			key, value, hasValue := strings.Cut(parameter, "=")
			if hasValue {
				l.add(strings.Trim(name, `" `), key, value)
			}
		}
	}
}

// parseQuotas reads the limits that a response names: RateLimit and RateLimit-Policy of the IETF's
// draft, RateLimit-Limit, -Remaining and -Reset or one RateLimit with the same three of former
// drafts, or X-RateLimit-Limit and so on.
func parseQuotas(header http.Header, now time.Time) (quotas []quota) {
	found := limits{}
	for _, field := range []string{"RateLimit-Policy", "RateLimit", "RateLimit-Limit", "X-RateLimit-Limit"} {
		found.read(header.Values(field))
	}
	for _, field := range []string{"RateLimit-", "X-RateLimit-"} {
		for _, parameter := range []string{"limit", "remaining", "reset"} {
			value, _, _ := strings.Cut(header.Get(field+parameter), ",")
			if value != "" && found[""][parameter] == "" {
				found.add("", parameter, value)
			}
		}
	}
	former := found[""]
	if former != nil {
		found.add(former["limit"], "r", former["remaining"])
		found.add(former["limit"], "t", former["reset"])
	}
	for name, p := range found {
		q, isUsable := p.quota(name, header, now)
		if isUsable {
			quotas = append(quotas, q)
		}
	}
	return quotas
}

// quota returns what the parameters of a limit say. It is not usable if they name neither a rate
// nor how many requests remain until when.
func (p parameters) quota(name string, header http.Header, now time.Time) (q quota, isUsable bool) {
	limit := parseNumber(cmp.Or(p["q"], name))
	window := parseNumber(p["w"])
	remaining := parseNumber(p["r"])
	reset := parseNumber(p["t"])
	q = quota{
		limit: int(max(0, limit)), window: seconds(max(0, window)), left: int(remaining),
		resetsAt: now.Add(seconds(reset)),
	}
	isPointInTime := reset > earliestTime
	if isPointInTime {
		q.resetsAt = time.Unix(int64(reset), 0).Add(now.Sub(responseTime(header, now)))
	}
	namesRate := q.window > 0 && q.rate() < unlimited
	namesRest := remaining >= 0 && reset >= 0
	return q, namesRate || namesRest
}

// earliestTime is the least number that is a point in time, in seconds since 1970 (here in 2001),
// and not a time from now (here 31 years).
const earliestTime = 1e9

// parseNumber reads a number that is not negative; anything else is -1.
func parseNumber(text string) float64 {
	n, err := strconv.ParseFloat(text, 64)
	isCount := n >= 0 && n <= math.MaxInt32
	if err != nil || !isCount {
		return -1
	}
	return n
}

func seconds(n float64) time.Duration { return time.Duration(n * float64(time.Second)) }
