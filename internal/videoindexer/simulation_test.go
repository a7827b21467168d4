package videoindexer

import (
	"cmp"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// limit is a limit of a simulated service. A request that comes too early is refused, and does not count.
type limit interface {
	// wait is how long a request at a time comes too early; not positive where it does not.
	wait(at time.Time) time.Duration
	count(at time.Time)
}

type slidingWindow struct {
	most   int
	window time.Duration
	times  []time.Time
}

func (l *slidingWindow) wait(at time.Time) time.Duration {
	if len(l.times) < l.most {
		return 0
	}
	return l.times[len(l.times)-l.most].Add(l.window).Sub(at)
}

func (l *slidingWindow) count(at time.Time) { l.times = append(l.times, at) }

type fixedWindow struct {
	most   int
	window time.Duration
	phase  time.Duration
	start  time.Time
	used   int
}

func (l *fixedWindow) wait(at time.Time) time.Duration {
	if start := at.Add(-l.phase).Truncate(l.window).Add(l.phase); !start.Equal(l.start) {
		l.start, l.used = start, 0
	}
	if l.used < l.most {
		return 0
	}
	return l.start.Add(l.window).Sub(at)
}

func (l *fixedWindow) count(time.Time) { l.used++ }

type tokenBucket struct {
	most   float64
	window time.Duration
	spent  float64
	last   time.Time
}

func (l *tokenBucket) wait(at time.Time) time.Duration {
	perSecond := l.most / l.window.Seconds()
	if !l.last.IsZero() {
		l.spent = max(0, l.spent-at.Sub(l.last).Seconds()*perSecond)
	}
	l.last = at
	return time.Duration((l.spent + 1 - l.most) / perSecond * float64(time.Second))
}

func (l *tokenBucket) count(time.Time) { l.spent++ }

// simulation is a run of requests against a service with limits, in virtual time.
type simulation struct {
	requests, workers int           // 1000 and 10 where they are 0
	latency           time.Duration // 20 ms where it is 0
	limits            func() []limit
	retryAfter        func(wait time.Duration) time.Duration // negative for none
	noise             float64                                // the share of requests that are refused for no reason
	usedBefore        int                                    // what somebody else has just used of the limits
	seed              uint64
}

type simulated struct {
	took, ideal time.Duration
	refused     int
	share       float64
	asked       time.Duration // the sum of the waits that were asked for
}

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

// ideally is how long requests take where each is sent at the first moment at which it is let through.
func ideally(limits []limit, requests int) time.Duration {
	begin := time.Now()
	at := begin
	for range requests {
		for wait := ask(limits, at); wait > 0; wait = ask(limits, at) {
			at = at.Add(wait)
		}
	}
	return at.Sub(begin)
}

func (s simulation) run(t *testing.T) (outcome simulated) {
	t.Helper()
	s.requests, s.workers, s.latency = cmp.Or(s.requests, 1000), cmp.Or(s.workers, 10), cmp.Or(s.latency, 20*time.Millisecond)
	synctest.Test(t, func(t *testing.T) {
		outcome.ideal = ideally(s.limits(), s.usedBefore+s.requests) + s.latency
		limits := s.limits()
		for range s.usedBefore {
			ask(limits, time.Now())
		}
		var (
			p      = newPace(0)
			mu     sync.Mutex
			random = rand.New(rand.NewPCG(s.seed, 2))
			jobs   = make(chan struct{}, s.requests)
			group  sync.WaitGroup
		)
		for range s.requests {
			jobs <- struct{}{}
		}
		close(jobs)
		// serve is a request: half of its time is over when it is let through or refused.
		serve := func() (wait time.Duration) {
			mu.Lock()
			half := time.Duration(float64(s.latency) * (0.4 + 0.2*random.Float64()))
			isBadLuck := random.Float64() < s.noise
			mu.Unlock()
			pause(half)
			mu.Lock()
			defer pause(half)
			defer mu.Unlock()
			if wait = ask(limits, time.Now()); wait <= 0 && isBadLuck {
				wait = time.Millisecond
			}
			if wait > 0 {
				outcome.refused++
			}
			return wait
		}
		began := time.Now()
		for range s.workers {
			group.Go(func() {
				for range jobs {
					for failures := 0; ; failures++ {
						if err := p.wait(t.Context()); err != nil {
							t.Error(err)
							return
						}
						sent := time.Now()
						wait := serve()
						if wait <= 0 {
							p.accepted(sent)
							break
						}
						asked := s.retryAfter(wait)
						if asked < 0 {
							asked = 3 * defaultBackoff.base / 4 << failures // what the client waits on average
						}
						asked = max(asked, minRetryAfter)
						mu.Lock()
						outcome.asked += asked
						mu.Unlock()
						p.refused(sent, asked)
					}
				}
			})
		}
		group.Wait()
		outcome.took = time.Since(began)
		outcome.share = float64(outcome.refused) / float64(s.requests+outcome.refused)
	})
	return outcome
}

// pause lets virtual time pass.
func pause(d time.Duration) { <-time.After(d) }

func inWholeSeconds(wait time.Duration) time.Duration {
	return (wait + time.Second - 1).Truncate(time.Second)
}
