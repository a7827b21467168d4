package transport

import (
	"cmp"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

var (
	paceSeed  = flag.Uint64("pace-seed", 0, "the first of the limits that the pace is tested against")
	paceDraws = flag.Int("pace-draws", 100, "how many limits the pace is tested against")
)

// limit is a limit of a simulated service. A request that comes too early is refused, and does not
// count.
type limit interface {
	// wait is how long a request at a time comes too early; not positive where it does not.
	wait(at time.Time) time.Duration
	count(at time.Time)
	// shown is what headers say of it: the requests of a window, how many are left, and when there
	// will be more.
	shown(at time.Time) (most, left int, reset, window time.Duration)
}

type slidingWindow struct {
	most   int
	window time.Duration
	times  []time.Time
}

func (w *slidingWindow) wait(at time.Time) time.Duration {
	if len(w.times) < w.most {
		return 0
	}
	return w.times[len(w.times)-w.most].Add(w.window).Sub(at)
}

func (w *slidingWindow) count(at time.Time) { w.times = append(w.times, at) }

func (w *slidingWindow) shown(at time.Time) (most, left int, reset, window time.Duration) {
	first := len(w.times)
	for first > 0 && w.times[first-1].Add(w.window).After(at) {
		first--
	}
	if first < len(w.times) {
		reset = w.times[first].Add(w.window).Sub(at)
	}
	return w.most, w.most - (len(w.times) - first), reset, w.window
}

// fixedWindow began at some time before the run: phase is when the next one begins.
type fixedWindow struct {
	most   int
	window time.Duration
	phase  time.Duration
	start  time.Time
	used   int
}

func (w *fixedWindow) wait(at time.Time) time.Duration {
	start := at.Add(-w.phase).Truncate(w.window).Add(w.phase)
	if !start.Equal(w.start) {
		w.start = start
		w.used = 0
	}
	if w.used < w.most {
		return 0
	}
	return w.start.Add(w.window).Sub(at)
}

func (w *fixedWindow) count(time.Time) { w.used++ }

func (w *fixedWindow) shown(at time.Time) (most, left int, reset, window time.Duration) {
	_ = w.wait(at) // which begins a window
	return w.most, w.most - w.used, w.start.Add(w.window).Sub(at), w.window
}

type tokenBucket struct {
	perSecond, burst, level float64
	last                    time.Time
}

func (b *tokenBucket) wait(at time.Time) time.Duration {
	if b.last.IsZero() {
		b.last = at
		b.level = b.burst
	}
	b.level = min(b.burst, b.level+at.Sub(b.last).Seconds()*b.perSecond)
	b.last = at
	return time.Duration(math.Ceil((1 - b.level) / b.perSecond * float64(time.Second)))
}

func (b *tokenBucket) count(time.Time) { b.level-- }

func (b *tokenBucket) shown(at time.Time) (most, left int, reset, window time.Duration) {
	reset = max(0, b.wait(at)) // which fills the bucket
	return int(b.perSecond), int(b.level), reset, time.Second
}

// namedIn are forms in which a service may name its limits, with resets in whole seconds.
var namedIn = map[string]func(limits []limit, at time.Time) http.Header{
	"": func([]limit, time.Time) http.Header { return http.Header{} },
	"RateLimit": func(limits []limit, at time.Time) http.Header {
		header := http.Header{}
		for i, l := range limits {
			most, left, reset, window := l.shown(at)
			header.Add("RateLimit-Policy", fmt.Sprintf(`"%d";q=%d;w=%d`, i, most, int(math.Ceil(window.Seconds()))))
			header.Add("RateLimit", fmt.Sprintf(`"%d";r=%d;t=%d`, i, left, int(math.Ceil(reset.Seconds()))))
		}
		return header
	},
	"X-RateLimit": func(limits []limit, at time.Time) http.Header {
		header := http.Header{}
		least := math.MaxInt
		for _, l := range limits {
			most, left, reset, _ := l.shown(at)
			if left < least {
				least = left
				header.Set("X-RateLimit-Limit", strconv.Itoa(most))
				header.Set("X-RateLimit-Remaining", strconv.Itoa(left))
				header.Set("X-RateLimit-Reset", strconv.Itoa(int(math.Ceil(reset.Seconds()))))
			}
		}
		return header
	},
}

// ask returns how long a request at a time comes too early for a service with limits. Where it does
// not, it counts.
func ask(limits []limit, at time.Time) (wait time.Duration) {
	for _, l := range limits {
		wait = max(wait, l.wait(at))
	}
	if wait <= 0 {
		for _, l := range limits {
			l.count(at)
		}
	}
	return wait
}

// run is a number of requests to a service with limits, in virtual time.
type run struct {
	name              string
	limits            func() []limit
	retryAfter        func(wait time.Duration) time.Duration // 0 if the service names no wait
	latency           time.Duration
	requests, callers int
	refused           float64 // the share of requests that is refused for no reason
	named             string  // of namedIn
	perSecond         float64 // configured; 0 for none
	seed              uint64
}

type outcome struct {
	took, ideal time.Duration
	refused     int
}

// ratio returns the time taken, less an allowance, as a multiple of the ideal.
func (o outcome) ratio(allowance time.Duration) float64 {
	if o.took <= o.ideal { // which may be no time at all
		return 1
	}
	return (o.took - allowance).Seconds() / o.ideal.Seconds()
}

// ideal returns the shortest time in which callers that know the limits can finish: each request
// arrives at the first moment at which it is let through, and one caller has one in flight at a
// time.
func (r run) ideal() time.Duration {
	limits := r.limits()
	begin := time.Now()
	at := begin.Add(r.latency / 2)
	arrived := make([]time.Time, r.requests)
	for i := range arrived {
		if i >= r.callers {
			free := arrived[i-r.callers].Add(r.latency)
			if free.After(at) {
				at = free
			}
		}
		for wait := ask(limits, at); wait > 0; wait = ask(limits, at) {
			at = at.Add(wait)
		}
		arrived[i] = at
	}
	return at.Add(r.latency / 2).Sub(begin)
}

func (r run) do(t *testing.T) (o outcome) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		o.ideal = r.ideal()
		var (
			p      = configuredPace(r.perSecond)
			limits = r.limits()
			mu     sync.Mutex
			random = rand.New(rand.NewPCG(r.seed, 2))
			left   = make(chan struct{}, r.requests)
			group  sync.WaitGroup
		)
		for range r.requests {
			left <- struct{}{}
		}
		close(left)
		// send is a request: about half of its time is over when it is let through or refused.
		send := func() (wait time.Duration, isRefused bool) {
			mu.Lock()
			half := time.Duration(float64(r.latency) * (0.4 + 0.2*random.Float64()))
			isBadLuck := random.Float64() < r.refused
			mu.Unlock()
			pause(half)
			mu.Lock()
			wait = ask(limits, time.Now())
			isRefused = wait > 0 || isBadLuck
			if isRefused {
				o.refused++
			}
			header := namedIn[r.named](limits, time.Now())
			mu.Unlock()
			pause(half)
			if isRefused {
				wait = r.retryAfter(wait)
			}
			quotas := parseQuotas(header, time.Now())
			if quotas != nil {
				wait = cmp.Or(wait, p.noteQuotas(quotas, time.Now()))
			}
			return wait, isRefused
		}
		began := time.Now()
		for range r.callers {
			group.Go(func() {
				for range left {
					for isRefused := true; isRefused; {
						leave(t, p)
						var wait time.Duration
						sent := time.Now()
						wait, isRefused = send()
						if isRefused {
							p.noteRefused(sent, wait)
						} else {
							p.noteAccepted(sent)
						}
						p.end()
					}
				}
			})
		}
		group.Wait()
		o.took = time.Since(began)
	})
	return o
}

func configuredPace(perSecond float64) *pace {
	p := newPace(0)
	p.ceiling = cmp.Or(perSecond, p.ceiling)
	return p
}

func inWholeSeconds(wait time.Duration) time.Duration {
	return max(minRetryAfter, (wait + time.Second - 1).Truncate(time.Second))
}

// asDate returns what a client makes of two dates in whole seconds, Date and Retry-After.
func asDate(wait time.Duration) time.Duration {
	now := time.Now()
	return max(minRetryAfter, now.Add(wait+time.Second-1).Truncate(time.Second).Sub(now.Truncate(time.Second)))
}

func missing(time.Duration) time.Duration { return 0 }

func asking(wait time.Duration) func(time.Duration) time.Duration {
	return func(time.Duration) time.Duration { return wait }
}

func noLimits() []limit { return nil }

// drawRun draws a service and what is asked of it. What spans more than an order of magnitude is
// drawn evenly over its logarithm, so that low limits are not rare.
func drawRun(seed uint64) run {
	random := rand.New(rand.NewPCG(seed, 1))
	between := func(least, most float64) float64 { return least * math.Pow(most/least, random.Float64()) }
	r := run{
		seed: seed, latency: time.Duration(random.IntN(201)) * time.Millisecond,
		requests: int(between(200, 2000)), callers: int(math.Round(between(1, 64))),
	}
	perSecond := math.Ceil(between(1, 200))
	perMinute := int(between(30, 6000))
	phase := time.Duration(random.Int64N(int64(time.Minute)))
	burst := between(1, 50)
	window := func(most int, window time.Duration) limit { return &slidingWindow{most: most, window: window} }
	kind := "sliding"
	if random.IntN(2) == 0 {
		kind = "fixed"
		window = func(most int, window time.Duration) limit {
			return &fixedWindow{most: most, window: window, phase: phase}
		}
	}
	most := int(perSecond)
	switch random.IntN(4) {
	case 0:
		r.name = fmt.Sprintf("bucket of %g a second, %.1f at once", perSecond, burst)
		r.limits = func() []limit { return []limit{&tokenBucket{perSecond: perSecond, burst: burst}} }
	case 1:
		r.name = fmt.Sprintf("%s window, %d a second", kind, most)
		r.limits = func() []limit { return []limit{window(most, time.Second)} }
	case 2:
		r.name = fmt.Sprintf("%s window, %d a minute", kind, perMinute)
		r.limits = func() []limit { return []limit{window(perMinute, time.Minute)} }
	case 3:
		r.name = fmt.Sprintf("%s windows, %d a second and %d a minute", kind, most, perMinute)
		r.limits = func() []limit { return []limit{window(most, time.Second), window(perMinute, time.Minute)} }
	}
	forms := []string{"in seconds", "as a date", "missing"}
	form := random.IntN(len(forms))
	r.retryAfter = []func(time.Duration) time.Duration{inWholeSeconds, asDate, missing}[form]
	r.name += fmt.Sprintf(", Retry-After %s, %d requests from %d callers, %s",
		forms[form], r.requests, r.callers, r.latency)
	return r
}

// misses are the shares of draws, in percent, that take more than 1.4 times the ideal and 2 s, have
// more than 5 % of their requests refused, do one of both, or take more than twice as long.
type misses struct{ slow, refusing, either, far int }

// The reason for the pace: at a service with limits that it does not know, a run loses few requests
// to refusals and little time, whatever the kind of limit, and still less where the service names
// them. With -v it prints what misses the goal, and the distribution.
func TestPaceFindsTheLimit(t *testing.T) {
	t.Parallel()
	for named, most := range map[string]misses{
		// The goal is missed where a bucket holds one or two requests, and, without a name, in
		// short runs, where what is in flight at the first refusal is more than 5 %. Other seeds
		// draw buckets that take up to 4.6 times without a name, and nine times with one.
		"": {slow: 4, refusing: 13, either: 15, far: 1}, "RateLimit": {slow: 2, refusing: 1, either: 2, far: 1}, "X-RateLimit": {slow: 2, refusing: 2, either: 3, far: 1},
	} {
		t.Run(cmp.Or(named, "not named"), func(t *testing.T) {
			t.Parallel()
			findTheLimit(t, named, most)
		})
	}
}

func findTheLimit(t *testing.T, named string, most misses) {
	var times, shares []float64
	slow := 0
	refusing := 0
	missed := 0
	far := 0
	for i := range *paceDraws {
		r := drawRun(*paceSeed + uint64(i))
		r.named = named
		o := r.do(t)
		ratio := o.took.Seconds() / (o.ideal + 2*time.Second).Seconds()
		share := float64(o.refused) / float64(r.requests+o.refused)
		times = append(times, ratio)
		shares = append(shares, 100*share)
		isSlow := ratio > 1.4
		isRefusing := share > 0.05
		if isSlow {
			slow++
		}
		if isRefusing {
			refusing++
		}
		if isSlow || isRefusing {
			missed++
			t.Logf("%.2f times (%.1f s, ideal %.1f s), %.1f %% refused: %d, %s",
				ratio, o.took.Seconds(), o.ideal.Seconds(), 100*share, r.seed, r.name)
		}
		if ratio > 2 {
			far++
		}
	}
	t.Logf("time as a multiple of the ideal and 2 s: %s", distribution(times))
	t.Logf("%% of requests refused: %s", distribution(shares))
	t.Logf("of %d draws, %d took more than 1.4 times, %d had more than 5 %% refused, %d either, %d took more than twice",
		*paceDraws, slow, refusing, missed, far)
	n := *paceDraws
	for kind, of := range map[string]struct{ n, most int }{
		"slow": {slow, most.slow}, "refusing": {refusing, most.refusing}, "either": {missed, most.either}, "far": {far, most.far},
	} {
		if of.n*100 > of.most*n {
			t.Errorf("of %d draws, %d are %s, want at most %d %%", n, of.n, kind, of.most)
		}
	}
}

// TestPaceSurvivesBadLuck has requests refused at random: without a known rate the pace takes that
// for a limit at first, but goes on faster than its lowest rate. Without the gate's waits of a
// second, a tenth would let nine requests through in a second. A rate that is configured or named
// is not lowered.
func TestPaceSurvivesBadLuck(t *testing.T) {
	t.Parallel()
	hundred := func() []limit { return []limit{&slidingWindow{most: 100, window: time.Second}} }
	for name, c := range map[string]struct {
		run
		least map[float64]float64 // requests a second, by the share that is refused
	}{
		"found":      {run{limits: noLimits}, map[float64]float64{0.01: 4.5, 0.03: 2.5, 0.1: 2.5, 0.2: 1.5}},
		"configured": {run{limits: noLimits, perSecond: 100}, map[float64]float64{0.01: 14, 0.03: 10, 0.1: 5, 0.2: 2.5}},
		"named":      {run{limits: hundred, named: "RateLimit"}, map[float64]float64{0.01: 14, 0.03: 10, 0.1: 4, 0.2: 2.3}},
	} {
		for refused, least := range c.least {
			for _, callers := range []int{1, 10} {
				requests := 0
				took := time.Duration(0)
				for seed := range uint64(5) {
					r := c.run
					r.retryAfter = asking(time.Second)
					r.latency = 50 * time.Millisecond
					r.requests = 1500
					r.callers = callers
					r.refused = refused
					r.seed = seed
					requests += r.requests
					took += r.do(t).took
				}
				perSecond := float64(requests) / took.Seconds()
				t.Logf("%g %% refused, %d callers, rate %s: %.1f requests a second", 100*refused, callers, name, perSecond)
				if perSecond < least {
					t.Errorf("%g %% refused, %d callers, rate %s: %.2f requests a second, want %g or more",
						100*refused, callers, name, perSecond, least)
				}
			}
		}
	}
}

func distribution(values []float64) string {
	slices.Sort(values)
	sum := 0.0
	for _, value := range values {
		sum += value
	}
	at := func(percent int) float64 { return values[(len(values)-1)*percent/100] }
	return fmt.Sprintf("half up to %.2f, 90 %% up to %.2f, 95 %% up to %.2f, 99 %% up to %.2f, all up to %.2f; "+
		"%.2f on average", at(50), at(90), at(95), at(99), at(100), sum/float64(len(values)))
}

// Where the service sets no limit, the pace costs nothing.
func TestPaceHoldsNothingBackWithoutRefusals(t *testing.T) {
	t.Parallel()
	for _, callers := range []int{1, 10, initialWindow, 64} {
		for _, latency := range []time.Duration{20 * time.Millisecond, time.Second} {
			t.Run(fmt.Sprintf("%d callers, %s", callers, latency), func(t *testing.T) {
				t.Parallel()
				o := run{limits: noLimits, latency: latency, requests: 2000, callers: callers}.do(t)
				// More than an initial window are let go together after the first answers.
				if o.ratio(2*latency) > 1.1 {
					t.Errorf("it took %s, want at most 1.1 times the ideal %s", o.took, o.ideal)
				}
			})
		}
	}
}
