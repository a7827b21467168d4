package videoindexer

import (
	"context"
	"fmt"
	"strings"
	"sync"
)

// renames let objects exchange names where the service accepts a name only once. Terraform renames them one by one. A
// rename that is refused waits here for its name. The object that has this name gives it up: for its own new name, or, if
// that one is taken as well, for an interim name.
type renames struct {
	mu      sync.Mutex
	waiting map[string]waitingRename // by claimKey of the name
}

// waitingRename is a rename that was refused: the object and the name that it still has.
type waitingRename struct {
	from   string
	rename func(ctx context.Context) error
}

// exchange renames an object from one name to another, both unique in place, which is a part of the account or "" for all
// of it. Another object may get its name by this, for which a caller before was refused: that error was returned, and the
// next plan finds the name that was wanted.
func exchange[T any](ctx context.Context, r *renames, a AccountRef, place, from, to string, rename func(ctx context.Context, name string) (*T, error), isTaken func(error) bool) (*T, error) {
	key := func(name string) string { return claimKey(a, strings.ToLower(place+"/"+name)) }
	wait := waitingRename{from: from, rename: func(ctx context.Context) error {
		_, err := rename(ctx, to)
		return err
	}}
	renamed, err := rename(ctx, to)
	if err == nil || !isTaken(err) {
		if err == nil {
			r.giveUp(ctx, key, from)
		}
		return renamed, err
	}
	if !r.isWantedOrWait(key(from), key(to), wait) {
		return nil, err
	}
	wait.from = fmt.Sprintf("%s (renaming to %s)", from, to)
	if _, err := rename(ctx, wait.from); err != nil {
		return nil, err
	}
	r.giveUp(ctx, key, from)
	if renamed, err = rename(ctx, to); err != nil && isTaken(err) {
		r.wait(key(to), wait)
	}
	return renamed, err
}

// isWantedOrWait reports whether a rename waits for the name that an object has. If none does, the rename of that object
// waits for its own name.
func (r *renames) isWantedOrWait(has, wants string, wait waitingRename) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, isWanted := r.waiting[has]; isWanted {
		return true
	}
	r.add(wants, wait)
	return false
}

func (r *renames) wait(wants string, wait waitingRename) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.add(wants, wait)
}

// add is called with the lock held.
func (r *renames) add(wants string, wait waitingRename) {
	if r.waiting == nil {
		r.waiting = map[string]waitingRename{}
	}
	r.waiting[wants] = wait
}

// giveUp gives a name that is free now to the rename that waits for it, whose own name then becomes free.
func (r *renames) giveUp(ctx context.Context, key func(name string) string, name string) {
	for {
		r.mu.Lock()
		next, ok := r.waiting[key(name)]
		delete(r.waiting, key(name))
		r.mu.Unlock()
		if !ok || next.rename(ctx) != nil {
			return
		}
		name = next.from
	}
}
