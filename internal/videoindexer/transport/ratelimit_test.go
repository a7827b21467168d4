package transport

import (
	"errors"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
)

// refusing answers 429 once, with a header, and lets everything else through.
func refusing(header map[string]string) http.HandlerFunc {
	var arrived atomic.Int32
	return func(w http.ResponseWriter, _ *http.Request) {
		if arrived.Add(1) > 1 {
			return
		}
		for name, value := range header {
			w.Header().Set(name, value)
		}
		w.WriteHeader(http.StatusTooManyRequests)
	}
}

// A wait that the service asks for is kept, up to five minutes. A longer one ends the call at once.
func TestRetryAfterIsWaitedFor(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		header map[string]string
		want   time.Duration
		says   string // of what is too long
	}{
		"the most": {map[string]string{"Retry-After": "300"}, 300 * time.Second, ""},
		"missing":  {nil, serviceClockTick, ""},
		"a date, by a clock that is wrong": {map[string]string{
			"Date": "Fri, 31 Dec 1999 23:59:50 GMT", "Retry-After": "Fri, 31 Dec 1999 23:59:59 GMT",
		}, 9 * time.Second, ""},
		"too long": {map[string]string{"Retry-After": "301"}, 0, "wait for 5m1s"},
		"used up":  {map[string]string{"RateLimit": `"a";r=0;t=301`}, 0, "wait for 5m1s"},
		"ages":     {map[string]string{"Retry-After": "Fri, 31 Dec 9999 23:59:59 GMT"}, 0, "wait for "},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				client := serveInBubble(t, refusing(c.header))
				began := time.Now()
				_, err := client.Do(t.Context(), creating())
				if c.says != "" {
					apiErr := check.ErrorAs[*APIError](t, err)
					check.ErrorSays(t, c.says, err, "the request")
					if apiErr.Status != 429 || apiErr.RetryAfter <= maxRetryAfter {
						t.Errorf("status %d, RetryAfter %s, want 429, above %s", apiErr.Status, apiErr.RetryAfter, maxRetryAfter)
					}
					_, err = client.Do(t.Context(), creating()) // nobody else waits either
				}
				took := time.Since(began)
				check.MustSucceed(t, err, "the request")
				check.Equal(t, c.want, took, "it took")
			})
		})
	}
}

// TestRetryAfterCountsForEachStatus has a service ask for a wait again and again: each status that
// is repeated is repeated after it, until the calls have waited ten minutes in all. Then, and where
// nothing may be repeated, the error says when to try again.
func TestRetryAfterCountsForEachStatus(t *testing.T) {
	t.Parallel()
	const forever = 1000
	for name, c := range map[string]struct {
		request     Request
		status      int
		asked, most int // the seconds of a wait, and how many responses ask for it
		waited      time.Duration
		attempts    int
		named       time.Duration
	}{
		"a read":                       {request: reading(), status: 503, asked: 90, most: 2, waited: 3 * time.Minute, attempts: 3},
		"a write":                      {request: writing(), status: 503, asked: 90, most: 2, waited: 3 * time.Minute, attempts: 3},
		"a failure":                    {request: writing(), status: 500, asked: 7, most: 1, waited: 7 * time.Second, attempts: 2},
		"the most at a time":           {request: writing(), status: 504, asked: 300, most: 2, waited: 10 * time.Minute, attempts: 3},
		"more than the most at a time": {request: writing(), status: 503, asked: 301, most: forever, attempts: 1, named: 301 * time.Second},
		"more than the most in all": {
			request: writing(), status: 503, asked: 90, most: forever, waited: 9 * time.Minute, attempts: 7,
			named: 90 * time.Second,
		},
		"more than the most in all, after refusals": {
			request: creating(), status: 429, asked: 250, most: forever, waited: 500 * time.Second, attempts: 3,
			named: 250 * time.Second,
		},
		"not carried out yet":         {request: creating(), status: 425, asked: 20, most: 1, waited: 20 * time.Second, attempts: 2},
		"perhaps carried out already": {request: creating(), status: 503, asked: 90, most: forever, attempts: 1, named: 90 * time.Second},
		"a status that is final":      {request: writing(), status: 403, asked: 90, most: forever, attempts: 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				arrived := 0
				client := serveInBubble(t, func(w http.ResponseWriter, _ *http.Request) {
					arrived++
					if arrived <= c.most {
						w.Header().Set("Retry-After", strconv.Itoa(c.asked))
						w.WriteHeader(c.status)
					}
				}, attemptsUpTo(100))
				began := time.Now()
				_, err := client.Do(t.Context(), c.request)
				took := time.Since(began)
				check.Equal(t, c.attempts, arrived, "attempts")
				check.Equal(t, c.waited, took, "they took")
				var named time.Duration
				apiErr, isAPIError := errors.AsType[*APIError](err)
				if isAPIError {
					named = apiErr.RetryAfter
				}
				isAnswered := c.most < forever
				check.Equal(t, c.named, named, "the error asks to wait for")
				check.Equal(t, isAnswered, err == nil, "it is answered, with the error %v", err)
			})
		})
	}
}

// However a call ends, it is not in flight any more: the calls after it have the pace to
// themselves.
func TestEveryEndedCallGivesItsPlaceBack(t *testing.T) {
	t.Parallel()
	for name, handle := range map[string]http.HandlerFunc{
		"answered": func(http.ResponseWriter, *http.Request) {},
		"failed":   func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadRequest) },
		"lost":     func(w http.ResponseWriter, _ *http.Request) { breakOff(w, "") },
		"asked to wait for too long": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "3600")
			w.WriteHeader(http.StatusTooManyRequests)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				c := serveInBubble(t, handle, noRetries)
				began := time.Now()
				for range 10 * initialWindow {
					_, _ = c.Do(t.Context(), writing())
				}
				took := time.Since(began)
				if took > 0 {
					t.Errorf("%d calls, one after the other, were held back for %s, want not at all", 10*initialWindow, took)
				}
			})
		})
	}
}

// The whole client against a service with limits, its own requests for tokens included.
func TestALargeRunWithinTheLimits(t *testing.T) {
	t.Parallel()
	// The % of requests that are refused. X-RateLimit names one limit at a time, the one with the
	// least left. In each of the nine minutes, one request is refused when the unnamed limit of a
	// minute is used up, and at most two when its requests of the minute before count no more: 27
	// of 1,040.
	for named, most := range map[string]int{"": 4, "RateLimit": 1, "X-RateLimit": 3} {
		t.Run(named, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) { runWithinTheLimits(t, named, most) })
		})
	}
}

func runWithinTheLimits(t *testing.T, named string, most int) {
	var (
		mu              sync.Mutex
		served, refused int
	)
	build := func() []limit {
		return []limit{&slidingWindow{most: 10, window: time.Second}, &slidingWindow{most: 120, window: time.Minute}}
	}
	limits := build()
	tokens := &issuer{valid: map[string]bool{}}
	began := time.Now()
	c := serveInBubble(t, func(w http.ResponseWriter, r *http.Request) {
		pause(10 * time.Millisecond)
		mu.Lock()
		defer mu.Unlock()
		wait := ask(limits, time.Now())
		maps.Copy(w.Header(), namedIn[named](limits, time.Now()))
		if wait > 0 {
			refused++
			asked := inWholeSeconds(wait)
			w.Header().Set("Retry-After", strconv.Itoa(int(asked.Seconds())))
			w.WriteHeader(http.StatusTooManyRequests)
			return
		}
		served++
		if served%300 == 0 {
			clear(tokens.valid)
		}
		tokens.ServeHTTP(w, r)
	}, keyAlone)
	c.Backoff = defaultBackoff
	var group sync.WaitGroup
	for worker := range 10 {
		group.Go(func() {
			for i := range 100 {
				r := reading()
				if (worker+i)%3 == 0 {
					r = creating()
				}
				succeeds(t, c, r)
			}
		})
	}
	group.Wait()
	took := time.Since(began)
	ideal := run{limits: build, requests: served, callers: served}.ideal()
	t.Logf("%d served and %d refused in %s of an ideal %s", served, refused, took, ideal)
	if refused == 0 || refused*100 > most*(served+refused) {
		t.Errorf("%d of %d requests were refused, want some and at most %d %%", refused, served+refused, most)
	}
	if took > ideal*12/10 {
		t.Errorf("it took %s, want at most 1.2 times the ideal %s", took, ideal)
	}
}

// TestParseQuotas reads the limits of each draft of the header fields, and ignores what makes no
// sense.
func TestParseQuotas(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	in := func(seconds int) time.Time { return now.Add(time.Duration(seconds) * time.Second) }
	for name, c := range map[string]struct {
		header map[string]string
		want   []quota
	}{
		"none": {},
		"the draft": {
			header: map[string]string{"RateLimit": `"default";r=50;t=30`, "RateLimit-Policy": `"default";q=100;w=60`},
			want:   []quota{{100, time.Minute, 50, in(30)}},
		},
		"two limits": {
			header: map[string]string{"RateLimit": `"second";r=9;t=1, "minute";r=0;t=12`, "RateLimit-Policy": `"minute";w=60;q=120,"second";q=10;w=1;pk=:abc:`},
			want:   []quota{{10, time.Second, 9, in(1)}, {120, time.Minute, 0, in(12)}},
		},
		"no policy":            {header: map[string]string{"RateLimit": `"default"; r=50; t=30`}, want: []quota{{0, 0, 50, in(30)}}},
		"a policy of a second": {header: map[string]string{"RateLimit-Policy": "10;w=1"}, want: []quota{{10, time.Second, -1, in(-1)}}},
		"a policy of a day":    {header: map[string]string{"RateLimit-Policy": `"daily";q=10000;w=86400`}},
		"the seventh draft": {
			header: map[string]string{"RateLimit": "limit=100, remaining=50, reset=30", "RateLimit-Policy": "100;w=60"},
			want:   []quota{{100, time.Minute, 50, in(30)}},
		},
		"the third draft": {
			header: map[string]string{"RateLimit-Limit": "100, 100;w=60", "RateLimit-Remaining": "50", "RateLimit-Reset": "30"},
			want:   []quota{{100, time.Minute, 50, in(30)}},
		},
		"fields of their own": {
			header: map[string]string{"X-RateLimit-Limit": "100", "X-RateLimit-Remaining": "50", "X-RateLimit-Reset": "30"},
			want:   []quota{{100, 0, 50, in(30)}},
		},
		"until a time": {
			header: map[string]string{"X-RateLimit-Limit": "5000", "X-RateLimit-Remaining": "4999", "X-RateLimit-Reset": strconv.FormatInt(now.Unix()+90, 10)},
			want:   []quota{{5000, 0, 4999, in(90)}},
		},
		"by a clock that is wrong": {
			header: map[string]string{"X-RateLimit-Limit": "5", "X-RateLimit-Remaining": "4", "X-RateLimit-Reset": "1735689610", "Date": "Wed, 01 Jan 2025 00:00:00 GMT"},
			want:   []quota{{5, 0, 4, in(10)}},
		},
		"both": {
			header: map[string]string{"RateLimit-Limit": "10", "RateLimit-Remaining": "1", "RateLimit-Reset": "2", "X-RateLimit-Limit": "20", "X-RateLimit-Remaining": "3", "X-RateLimit-Reset": "4"},
			want:   []quota{{10, 0, 1, in(2)}},
		},
		"no more than a limit":      {header: map[string]string{"X-RateLimit-Limit": "100"}},
		"never again":               {header: map[string]string{"X-RateLimit-Limit": "100", "X-RateLimit-Remaining": "0"}},
		"nonsense":                  {header: map[string]string{"RateLimit": `;;=,";r=x;t=`, "RateLimit-Policy": "a=b;c", "X-RateLimit-Limit": "-1", "X-RateLimit-Remaining": "NaN", "X-RateLimit-Reset": "1e99"}},
		"a text in place of fields": {header: map[string]string{"RateLimit": "unlimited"}},
	} {
		header := http.Header{}
		for field, value := range c.header {
			header.Set(field, value)
		}
		got := parseQuotas(header, now)
		slices.SortFunc(got, func(a, b quota) int { return a.limit - b.limit })
		check.Equal(t, c.want, got, "%s", name)
	}
}

// TestParseRetryAfter reads seconds and dates, and trusts the clock of the response more than its
// own.
func TestParseRetryAfter(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for name, c := range map[string]struct {
		value, date string
		want        time.Duration
	}{
		"seconds":                 {"17", "", 17 * time.Second},
		"zero":                    {"0", "", minRetryAfter},
		"white space":             {" 3 ", "", 3 * time.Second},
		"negative":                {"-1", "", 0},
		"missing":                 {"", "", 0},
		"garbage":                 {"soon", "", 0},
		"beyond any clock":        {"1" + strings.Repeat("0", 400), "", 0},
		"a date":                  {"Fri, 02 Jan 2026 03:04:35 GMT", "", 30 * time.Second},
		"a date that is over":     {"Fri, 02 Jan 2026 03:04:00 GMT", "", minRetryAfter},
		"a date in old form":      {"Friday, 02-Jan-26 03:04:35 GMT", "", 30 * time.Second},
		"by the response's clock": {"Fri, 02 Jan 2026 05:00:10 GMT", "Fri, 02 Jan 2026 05:00:00 GMT", 10 * time.Second},
		"a broken clock":          {"Fri, 02 Jan 2026 03:04:35 GMT", "yesterday", 30 * time.Second},
	} {
		header := http.Header{"Retry-After": {c.value}, "Date": {c.date}}
		check.Equal(t, c.want, parseRetryAfter(header, now), "%s: the wait", name)
	}
}

// The ceiling bounds all requests of a client: those for tokens, and those that are repeated.
func TestTheCeilingBoundsAllRequests(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const perMinute = 60
		var (
			mu      sync.Mutex
			arrived []time.Time
			s       = &issuer{valid: map[string]bool{}}
		)
		count := func(w http.ResponseWriter, r *http.Request) {
			mu.Lock()
			arrived = append(arrived, time.Now())
			n := len(arrived)
			mu.Unlock()
			switch {
			case n%100 == 0:
				s.revokeAll()
			case n%13 == 0:
				w.WriteHeader(http.StatusInternalServerError)
				return
			}
			s.ServeHTTP(w, r)
		}
		c := serveInBubble(t, count, keyAlone, attemptsUpTo(20), func(c *Config) { c.RequestsPerMinute = perMinute })
		var group sync.WaitGroup
		for range 20 {
			group.Go(func() {
				for range 20 {
					succeeds(t, c, reading())
				}
			})
		}
		group.Wait()
		// A request that waited for a token arrives a little after its turn, and token requests
		// arrive before theirs.
		const aside = 6
		for i, at := range arrived[:len(arrived)-perMinute-aside] {
			gap := arrived[i+perMinute+aside].Sub(at)
			if gap < time.Minute {
				t.Fatalf("%d requests arrived within %s from number %d on, want a minute or more",
					perMinute+aside+1, gap, i+1)
			}
		}
	})
}

// A renewed token goes out at once: its call does not queue again behind others.
func TestARenewedTokenDoesNotQueue(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		tokens := &issuer{valid: map[string]bool{}}
		c := serveInBubble(t, func(w http.ResponseWriter, r *http.Request) {
			pause(100 * time.Millisecond)
			tokens.ServeHTTP(w, r)
		}, keyAlone, func(cfg *Config) { cfg.RequestsPerMinute = 60 })
		c.StoreToken(reading().Auth, Token{Value: "old", RequestedAt: time.Now()})
		began := time.Now()
		var finished time.Duration
		var callers sync.WaitGroup
		for i := range 30 {
			callers.Go(func() {
				pause(time.Duration(i) * time.Millisecond) // the first one leaves at once, the others queue
				succeeds(t, c, reading())
				if i == 0 {
					finished = time.Since(began)
				}
			})
		}
		callers.Wait()
		if finished > 10*time.Second {
			t.Errorf("the first call was answered after %s, want at most 10s", finished)
		}
	})
}
