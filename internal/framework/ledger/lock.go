package ledger

import (
	"context"
	"slices"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// Lock waits until nobody else works on the objects and names of some keys, or until the context
// ends. Everybody takes all locks at once, in an order that is the same for all, so that two never
// wait for each other. Who holds locks must wait only for the service.
func (l *Ledger) Lock(ctx context.Context, keys ...Key) (unlock func(), err error) {
	ordered := make([]Key, len(keys))
	for i, key := range keys {
		ordered[i] = key.Normal()
	}
	slices.SortFunc(ordered, lockOrder)
	var held []*semaphore.Weighted
	unlock = func() {
		for _, lock := range held {
			lock.Release(1)
		}
	}
	for _, key := range slices.Compact(ordered) {
		r, unlockLedger := l.lockedRecord(key)
		unlockLedger()
		err = r.lock.Acquire(ctx, 1)
		if err != nil {
			unlock()
			return func() {}, err
		}
		held = append(held, r.lock)
	}
	return unlock, nil
}

// AwaitLocks waits until those who hold locks of some keys have released them, or until the context
// ends.
func (l *Ledger) AwaitLocks(ctx context.Context, keys ...Key) error {
	unlock, err := l.Lock(ctx, keys...)
	unlock()
	return err
}

// Visit is a plan in progress, or a read before a plan. It may still need objects of a kind.
type Visit struct {
	kindKey Key
	ended   chan struct{}
}

// BeginVisit notes a read or a plan that reads objects from the service.
func (l *Ledger) BeginVisit(kind string, account videoindexer.AccountRef) *Visit {
	v := &Visit{kindKey: keyOfKind(kind, account), ended: make(chan struct{})}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.visits = append(l.visits, v)
	l.noteNeed(v.kindKey)
	return v
}

// EndVisit notes the end of a read or a plan.
func (l *Ledger) EndVisit(v *Visit) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.visits = slices.DeleteFunc(l.visits, func(other *Visit) bool { return other == v })
	l.noteNeed(v.kindKey)
	close(v.ended)
}

// noteNeed notes that an instance was just found to need an object.
func (l *Ledger) noteNeed(key Key) {
	if l.lastNeed == nil {
		l.lastNeed = make(map[Key]time.Time)
	}
	l.lastNeed[keyOfKind(key.Kind, key.Account)] = time.Now()
}

// keyOfKind names all objects of a kind in an account.
func keyOfKind(kind string, account videoindexer.AccountRef) Key {
	return Key{Kind: kind, Account: account}.Normal()
}

// beginQuietTime counts quiet time from now on, if no instance was found to need an object of a
// kind before.
func (l *Ledger) beginQuietTime(kindKey Key) {
	l.mu.Lock()
	defer l.mu.Unlock()
	_, isKnown := l.lastNeed[kindKey]
	if !isKnown {
		l.noteNeed(kindKey)
	}
}

// timeSinceNeed returns the time since an instance was last found to need an object of a kind.
func (l *Ledger) timeSinceNeed(kindKey Key) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	return time.Since(l.lastNeed[kindKey])
}

// An engine visits several instances at a time, and does not say which ones follow: a release waits
// until no instance was found to need an object for a moment. Without this wait, a few renamed
// instances that Terraform would leave are deleted (decisions/ledger.md has the measurement).
const (
	quietTime     = 100 * time.Millisecond
	longestWait   = 5 * time.Second
	shortestPause = time.Millisecond // less than this is not worth a timer
)

// AwaitVisits waits for the visits of a kind that are in progress. Then it waits until, for a
// moment, there is no visit and no instance needs an object. It must not be called while a lock is
// held.
func (l *Ledger) AwaitVisits(ctx context.Context, kind string, account videoindexer.AccountRef) {
	l.awaitVisitsBefore(ctx, nil, keyOfKind(kind, account))
}

// AwaitEarlierVisits waits only for visits that began before this one, so that two visits never
// wait for each other.
func (l *Ledger) AwaitEarlierVisits(ctx context.Context, own *Visit) {
	l.awaitVisitsBefore(ctx, own, own.kindKey)
}

func (l *Ledger) awaitVisitsBefore(ctx context.Context, own *Visit, kindKey Key) {
	for _, visit := range l.visitsBefore(own, kindKey) {
		waitForAny(ctx, visit.ended, nil)
	}
	l.beginQuietTime(kindKey)
	deadline := time.Now().Add(longestWait)
	for time.Now().Before(deadline) && ctx.Err() == nil {
		later := l.visitsBefore(own, kindKey)
		remaining := quietTime - l.timeSinceNeed(kindKey)
		switch {
		case len(later) > 0:
			waitForAny(ctx, later[0].ended, time.After(time.Until(deadline)))
		case remaining < shortestPause:
			return
		default:
			waitForAny(ctx, nil, time.After(remaining))
		}
	}
}

// visitsBefore returns the visits of a kind that are in progress and began before one (all of them
// for nil).
func (l *Ledger) visitsBefore(own *Visit, kindKey Key) (visits []*Visit) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, visit := range l.visits {
		if visit == own {
			break
		}
		if visit.kindKey == kindKey {
			visits = append(visits, visit)
		}
	}
	return visits
}

// waitForAny waits until done is closed, timeout has passed, or the context has ended. A nil
// channel is not waited for.
func waitForAny(ctx context.Context, done <-chan struct{}, timeout <-chan time.Time) {
	select {
	case <-done:
	case <-timeout:
	case <-ctx.Done():
	}
}
