package videoindexer

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"testing"
)

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
