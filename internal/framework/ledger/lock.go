package ledger

import (
	"context"
	"slices"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// Lock waits until nobody else works on what some keys name, or until the context ends. All locks of an operation are taken at once, in one
// order for all, so that no two operations wait for each other; who holds them must wait for nothing but the service.
func (l *Ledger) Lock(ctx context.Context, keys ...Key) (unlock func(), err error) {
	ordered := make([]Key, len(keys))
	for i, key := range keys {
		ordered[i] = key.normal()
	}
	slices.SortFunc(ordered, compare)
	var held []chan struct{}
	unlock = func() {
		for _, lock := range held {
			<-lock
		}
	}
	for _, key := range slices.Compact(ordered) {
		e, done := l.at(key)
		done()
		select {
		case e.lock <- struct{}{}:
			held = append(held, e.lock)
		case <-ctx.Done():
			unlock()
			return func() {}, ctx.Err()
		}
	}
	return unlock, nil
}

// Planning is a plan that is under way: it may yet want objects of a kind.
type Planning struct {
	of    Key
	ended chan struct{}
}

// BeginPlan notes a plan that asks the service what it wants.
func (l *Ledger) BeginPlan(kind string, account videoindexer.AccountRef) *Planning {
	p := &Planning{of: Key{Kind: kind, Account: account}.normal(), ended: make(chan struct{})}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.underWay = append(l.underWay, p)
	l.noteClaim(p.of)
	return p
}

// EndPlan ends a plan.
func (l *Ledger) EndPlan(p *Planning) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.underWay = slices.DeleteFunc(l.underWay, func(other *Planning) bool { return other == p })
	l.noteClaim(p.of)
	close(p.ended)
}

// noteClaim notes when something was claimed.
func (l *Ledger) noteClaim(key Key) {
	if l.claimed == nil {
		l.claimed = make(map[Key]time.Time)
	}
	l.claimed[kindOf(key)] = time.Now()
}

// kindOf is the kind and the account of a key.
func kindOf(key Key) Key { return Key{Kind: key.Kind, Account: key.Account}.normal() }

// sinceClaim is how long nothing has been claimed. It begins with the first question.
func (l *Ledger) sinceClaim(of Key) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	_, isKnown := l.claimed[of]
	if !isKnown {
		l.noteClaim(of)
	}
	return time.Since(l.claimed[of])
}

// An engine visits several instances at a time, and does not say which ones follow: a release waits until nothing has been claimed for a moment.
const (
	quiet    = 100 * time.Millisecond
	longest  = 5 * time.Second
	isEnough = time.Millisecond // less than this is not worth a timer
)

// Await waits for the plans of a kind that are under way, and then until no instance claims anything for a moment. A plan waits for those plans
// alone that began before itself, so that no two wait for each other. It must not be called with a lock.
func (l *Ledger) Await(ctx context.Context, kind string, account videoindexer.AccountRef, own *Planning) {
	of := Key{Kind: kind, Account: account}.normal()
	l.mu.Lock()
	others := slices.Clone(l.underWay)
	l.mu.Unlock()
	for _, p := range others {
		if p == own {
			break
		}
		if p.of != of {
			continue
		}
		select {
		case <-p.ended:
		case <-ctx.Done():
			return
		}
	}
	l.awaitQuiet(ctx, of)
}

func (l *Ledger) awaitQuiet(ctx context.Context, of Key) {
	for end := time.Now().Add(longest); time.Now().Before(end); {
		remaining := quiet - l.sinceClaim(of)
		if remaining < isEnough {
			return
		}
		select {
		case <-time.After(remaining):
		case <-ctx.Done():
			return
		}
	}
}
