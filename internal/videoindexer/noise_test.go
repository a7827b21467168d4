package videoindexer

import (
	"math/rand/v2"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// A service that refuses a tenth of its requests for no reason costs time, since each refusal asks for a second; but no
// sequence of bad luck is taken for a limit that stops a run.
func TestPaceSurvivesBadLuck(t *testing.T) {
	t.Parallel()
	const (
		requests, workers = 300, 10
		most              = 8 * time.Minute // two to three times what is usual
	)
	for seed := range uint64(40) {
		synctest.Test(t, func(t *testing.T) {
			var (
				p      = newPace(0)
				mu     sync.Mutex
				random = rand.New(rand.NewPCG(seed, 1))
				jobs   = make(chan struct{}, requests)
				group  sync.WaitGroup
			)
			for range requests {
				jobs <- struct{}{}
			}
			close(jobs)
			isRefused := func() bool {
				mu.Lock()
				defer mu.Unlock()
				return random.IntN(10) == 0
			}
			began := time.Now()
			for range workers {
				group.Go(func() {
					for range jobs {
						for {
							if err := p.wait(t.Context()); err != nil {
								t.Error(err)
								return
							}
							sent := time.Now()
							pause(20 * time.Millisecond)
							if !isRefused() {
								p.accepted(sent)
								break
							}
							p.refused(sent, time.Second)
						}
					}
				})
			}
			group.Wait()
			if took := time.Since(began); took > most {
				t.Errorf("seed %d: %d requests took %s", seed, requests, took)
			}
		})
	}
}
