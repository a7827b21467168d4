package transport

import (
	"context"
	"math/rand/v2"
	"time"
)

// Sleep waits for the pause, and reports whether ctx is still valid afterwards.
func Sleep(ctx context.Context, pause time.Duration) bool {
	select {
	case <-time.After(pause):
	case <-ctx.Done():
	}
	return ctx.Err() == nil
}

// Backoff doubles its pause from Base to Limit. Half of each pause is random, so that callers who
// failed together do not retry together.
type Backoff struct{ Base, Limit time.Duration }

var defaultBackoff = Backoff{Base: 500 * time.Millisecond, Limit: 30 * time.Second}

// After returns the pause after a number of consecutive failures.
func (b Backoff) After(failures int) time.Duration {
	pause := min(b.Limit, b.Base<<min(failures, 30))
	return pause/2 + rand.N(pause/2+1)
}
