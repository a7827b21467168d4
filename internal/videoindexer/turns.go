package videoindexer

import (
	"context"
	"sync"
)

// turns make callers that work on the same name wait for each other.
type turns struct {
	mu    sync.Mutex
	taken map[string]chan struct{} // holds a value while somebody has the turn
}

// take waits until nobody else has the turn of a name. It returns the function that ends the turn, or the error of ctx.
func (t *turns) take(ctx context.Context, name string) (end func(), err error) {
	t.mu.Lock()
	turn := t.taken[name]
	if turn == nil {
		if t.taken == nil {
			t.taken = map[string]chan struct{}{}
		}
		turn = make(chan struct{}, 1)
		t.taken[name] = turn
	}
	t.mu.Unlock()
	select {
	case turn <- struct{}{}:
		return func() { <-turn }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
