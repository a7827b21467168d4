package videoindexer

import (
	"context"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// Who is in a hurry takes the next slot at once, and the others keep the rate all the same.
func TestPaceLetsTheUrgentPass(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newPace(60)
		began := time.Now()
		for i, c := range []struct {
			leave func(context.Context) error
			want  time.Duration
		}{
			{p.wait, 0}, {p.hurry, 0}, {p.hurry, 0}, {p.wait, 3 * time.Second}, {p.wait, 4 * time.Second}, {p.hurry, 4 * time.Second},
		} {
			if err := c.leave(t.Context()); err != nil {
				t.Fatal(err)
			}
			if at := time.Since(began); at != c.want {
				t.Errorf("caller %d left after %s, not %s", i+1, at, c.want)
			}
		}
	})
}

func TestPaceGateHoldsTheUrgent(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newPace(0)
		sent := time.Now()
		pause(time.Millisecond)
		p.refused(sent, 30*time.Second)
		began := time.Now()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := p.hurry(ctx); err == nil || time.Since(began) != time.Second {
			t.Errorf("the wait ended with %v after %s, and its context after a second", err, time.Since(began))
		}
		if err := p.hurry(t.Context()); err != nil || time.Since(began) != 30*time.Second {
			t.Errorf("left after %s with %v, and the gate opens after 30s", time.Since(began), err)
		}
	})
}

// Ten callers share tokens that live for less than it takes until each of them had its turn. Nobody may be told that it
// lacks a right, and tokens are not asked for more often than they expire.
func TestTokensThatExpireInTheQueue(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const life = 1200 * time.Millisecond
		s := newIssuer()
		s.answer = func(http.ResponseWriter, *http.Request) {}
		c := serveInBubble(t, s.ServeHTTP, keyAlone, func(cfg *Config) { cfg.RequestsPerMinute = 300 })
		began := time.Now()
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			ticks := time.NewTicker(life)
			defer ticks.Stop()
			for {
				select {
				case <-ticks.C:
					s.revokeAll()
				case <-t.Context().Done():
					return
				}
			}
		}()
		t.Cleanup(func() { <-ended })
		var callers sync.WaitGroup
		for range 15 {
			callers.Go(func() {
				if _, err := c.do(t.Context(), reading()); err != nil {
					t.Error(err)
				}
			})
		}
		callers.Wait()
		lifetimes := int(time.Since(began)/life) + 1
		if n := len(s.asked()); n > 2*lifetimes {
			t.Errorf("%d requests for tokens in %d lifetimes, more than two in each", n, lifetimes)
		}
	})
}
