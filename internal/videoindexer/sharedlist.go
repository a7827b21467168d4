package videoindexer

import (
	"context"
	"strings"
	"sync"
	"time"
)

const (
	// maxListAge is how long reads use the same list after its arrival.
	maxListAge = 30 * time.Second
	// listTimeout bounds a list request that goes on without the caller who started it.
	listTimeout = 10 * time.Minute
)

// sharedLists hold lists of one kind of object, so that many reads of single objects cost one request: one list for each
// account or, of persons, for each person model, which is then their place. A list serves until it is 30 seconds old or
// this process writes to what it lists: reads never miss a write of their own run.
type sharedLists[T any] struct {
	fetch func(ctx context.Context, a AccountRef, place string) ([]T, error)
	// keys are the id and the name of an object. The id is in lower case if the service ignores letter case.
	keys func(T) (id, name string)

	mu    sync.Mutex
	lists map[string]*sharedList[T] // by claimKey
}

// sharedList is what is known of one list.
type sharedList[T any] struct {
	newest    *listing[T]
	isWritten bool // by this process: from then on objects are read one by one
}

// listing is one request for a list; its result may be read once done is closed.
type listing[T any] struct {
	done   chan struct{}
	began  time.Time
	ended  time.Time
	err    error
	items  []T
	byID   map[string]int
	byName map[string][]int
}

func shareLists[T any](fetch func(context.Context, AccountRef, string) ([]T, error), keys func(T) (id, name string)) *sharedLists[T] {
	return &sharedLists[T]{fetch: fetch, keys: keys, lists: map[string]*sharedList[T]{}}
}

// wholeAccount makes a function that lists the objects of an account one of sharedLists.
func wholeAccount[T any](list func(context.Context, AccountRef) ([]T, error)) func(context.Context, AccountRef, string) ([]T, error) {
	return func(ctx context.Context, a AccountRef, _ string) ([]T, error) { return list(ctx, a) }
}

// get is the object with an id, nil where the list does not show it.
func (l *listing[T]) get(id string) *T {
	if i, isListed := l.byID[id]; isListed {
		return new(l.items[i])
	}
	return nil
}

// named are the objects with a name, in the service's order.
func (l *listing[T]) named(name string) []T {
	var found []T
	for _, i := range l.byName[name] {
		found = append(found, l.items[i])
	}
	return found
}

// serves reports whether the request is under way, or was answered less than 30 seconds ago. A failed request serves as
// well: otherwise each caller that waits for the list would repeat the slow failure.
func (l *listing[T]) serves() bool {
	select {
	case <-l.done:
		return time.Since(l.ended) < maxListAge
	default:
		return true
	}
}

// listed returns an object as a current list shows it. It is nil if there is no current list, if the service does not
// return one, or if the list does not show the object: then the object is to be read by itself.
func (s *sharedLists[T]) listed(ctx context.Context, a AccountRef, place, id string) (*T, error) {
	list, isCurrent, err := s.current(ctx, a, place, nil)
	switch {
	case endsReads(ctx, err):
		return nil, err
	case err != nil || !isCurrent:
		return nil, nil //nolint:nilnil,nilerr // as documented
	}
	return list.get(id), nil
}

// current returns a list that is at most 30 seconds old and that the caller has not seen, and fetches it if there is
// none. Concurrent callers share one request, which goes on when one of them is canceled. Once this process writes, every
// list is stale: isCurrent is then false, and the list may be empty.
func (s *sharedLists[T]) current(ctx context.Context, a AccountRef, place string, seen *listing[T]) (list *listing[T], isCurrent bool, err error) {
	if s.isWritten(a, place) {
		return &listing[T]{}, false, nil
	}
	list, err = s.recent(ctx, a, place, seen)
	return list, !s.isWritten(a, place), err // a write may have begun while the list was on its way
}

// recent is current for a caller who can use a stale list.
func (s *sharedLists[T]) recent(ctx context.Context, a AccountRef, place string, seen *listing[T]) (*listing[T], error) {
	s.mu.Lock()
	shared := s.of(a, place)
	if shared.newest == nil || shared.newest == seen || !shared.newest.serves() {
		shared.newest = s.begin(ctx, a, place)
	}
	list := shared.newest
	s.mu.Unlock()
	return list.wait(ctx)
}

// fresh is current for a caller who also needs what this process has written: then the list is not shared.
func (s *sharedLists[T]) fresh(ctx context.Context, a AccountRef, place string, seen *listing[T]) (*listing[T], error) {
	if list, isCurrent, err := s.current(ctx, a, place, seen); isCurrent || err != nil {
		return list, err
	}
	list := s.begin(ctx, a, place)
	return list.wait(ctx)
}

// begin requests a list. The request belongs to no caller, so that one who gives up does not cancel it for others.
func (s *sharedLists[T]) begin(ctx context.Context, a AccountRef, place string) *listing[T] {
	list := &listing[T]{done: make(chan struct{}), began: time.Now()}
	go func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), listTimeout)
		defer cancel()
		list.items, list.err = s.fetch(ctx, a, place)
		list.byID, list.byName = make(map[string]int, len(list.items)), make(map[string][]int, len(list.items))
		for i, item := range list.items {
			id, name := s.keys(item)
			list.byID[id] = i
			list.byName[name] = append(list.byName[name], i)
		}
		list.ended = time.Now()
		close(list.done)
	}()
	return list
}

func (l *listing[T]) wait(ctx context.Context) (*listing[T], error) {
	select {
	case <-l.done:
		return l, l.err
	case <-ctx.Done():
		return &listing[T]{}, ctx.Err()
	}
}

func (s *sharedLists[T]) isWritten(a AccountRef, place string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.of(a, place).isWritten
}

// written marks a list as stale: this process is about to write to what it shows.
func (s *sharedLists[T]) written(a AccountRef, place string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.of(a, place).isWritten = true
}

// of is called with the lock held.
func (s *sharedLists[T]) of(a AccountRef, place string) *sharedList[T] {
	key := claimKey(a, strings.ToLower(place))
	if s.lists[key] == nil {
		s.lists[key] = &sharedList[T]{}
	}
	return s.lists[key]
}

// endsReads says whether a list could not be fetched for a reason that the request for a single object would meet as
// well. After any other failure, objects are read by themselves.
func endsReads(ctx context.Context, err error) bool {
	return err != nil && (ctx.Err() != nil || IsAccountWide(err) || isA[*TransportError](err))
}
