package videoindexer

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync/atomic"
	"testing"
)

// TestMayHaveApplied has a call fail in some way first, and then be refused with 409: only what may have been carried out counts, not what never
// left.
func TestMayHaveApplied(t *testing.T) {
	t.Parallel()
	const hungUp = 0 // a connection that ends before the answer
	for name, c := range map[string]struct {
		failedDials int
		answers     []int // before the last one
		want        bool
	}{
		"nothing before the conflict": {0, nil, false},
		"refused connections":         {2, nil, false},
		"lost connection":             {0, []int{hungUp}, true},
		"refused, then lost":          {1, []int{hungUp}, true},
		"another refusal":             {0, []int{http.StatusTooManyRequests}, false},
		"a failure":                   {0, []int{http.StatusInternalServerError}, true},
		"a failure, then a refusal":   {0, []int{http.StatusGatewayTimeout, http.StatusTooManyRequests}, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var arrived atomic.Int32
			client := serve(t, func(w http.ResponseWriter, _ *http.Request) {
				status := append(c.answers, http.StatusConflict)[arrived.Add(1)-1]
				if status == hungUp {
					hangUp(w)
					return
				}
				w.Header().Set("Retry-After", "0")
				w.WriteHeader(status)
			})
			through, dialed := client.HTTP.DialContext, 0
			client.HTTP.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
				if dialed++; dialed <= c.failedDials {
					return nil, &net.OpError{Op: "dial", Err: errors.New("connection refused")}
				}
				return through(ctx, network, address)
			}
			_, err := client.Do(t.Context(), writing())
			answer, ok := errors.AsType[*APIError](err)
			if !ok || answer.Status != http.StatusConflict || answer.MayHaveApplied != c.want {
				t.Errorf("MayHaveApplied is not %t: %v", c.want, err)
			}
		})
	}
}

// TestInterrupted ends the caller's context at each point of a call, and asks whether the service may have done the work.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	for status, mayBeDone := range map[int]bool{0: true, http.StatusUnauthorized: false, http.StatusTooManyRequests: false, http.StatusServiceUnavailable: true} {
		t.Run(fmt.Sprint(status), func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			c := serve(t, func(w http.ResponseWriter, r *http.Request) {
				if status == 0 { // in flight
					cancel()
					<-r.Context().Done()
					return
				}
				w.Header().Set("Retry-After", "60")
				w.WriteHeader(status)
			}, onlyToken, func(config *Config) { config.Logger = slog.New(onOutcome{slog.DiscardHandler, cancel}) })
			_, err := c.Do(ctx, reading())
			if !IsA[*InterruptedError](err) || !errors.Is(err, context.Canceled) || MayBeDone(err) != mayBeDone {
				t.Errorf("error %v, may be done: %t", err, MayBeDone(err))
			}
		})
	}
	t.Run("before it was sent", func(t *testing.T) {
		t.Parallel()
		c := serve(t, func(_ http.ResponseWriter, r *http.Request) { t.Errorf("%s arrived", r.RequestURI) }, onlyToken)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := c.Do(ctx, writing()); !errors.Is(err, context.Canceled) || MayBeDone(err) {
			t.Errorf("error %v", err)
		}
	})
}

// onOutcome is a log that calls a function when an attempt has ended.
type onOutcome struct {
	slog.Handler
	call func()
}

func (onOutcome) Enabled(context.Context, slog.Level) bool { return true }

func (o onOutcome) Handle(_ context.Context, r slog.Record) error {
	if r.Message == "request" {
		o.call()
	}
	return nil
}
