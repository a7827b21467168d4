// Package breaker is a circuit breaker for many calls about objects of one account. It opens when
// it is clear that the remaining calls would fail as well. Without it, each call would be retried
// for minutes.
package breaker

import (
	"sync"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// Breaker counts failures. The zero value is closed.
type Breaker struct {
	mu sync.Mutex
	// openedBy is the failure that has opened the breaker; nil while it is closed.
	openedBy error
	// streak counts the failures since the last response that was about an object.
	streak int
}

// longestStreak is how many calls in a row may fail for reasons of the service or the network.
const longestStreak = 10

// Allow returns nil while calls may be made: the breaker is closed. Otherwise it returns the
// failure that has opened it.
func (b *Breaker) Allow() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.openedBy
}

// Record records the outcome of a call: nil for success.
func (b *Breaker) Record(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.openedBy != nil {
		return
	}
	if err == nil || videoindexer.IsAboutObject(err) {
		b.streak = 0
		return
	}
	b.streak++
	if b.streak >= longestStreak || videoindexer.ConcernsAll(err) {
		b.openedBy = err
	}
}
