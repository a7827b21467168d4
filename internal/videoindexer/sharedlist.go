package videoindexer

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"
)

const (
	// maxListAge is how long reads use the same list after its arrival.
	maxListAge = 30 * time.Second
	// listTimeout limits a list request that continues after the caller who started it has given
	// up.
	listTimeout = 10 * time.Minute
)

// sharedLists hold lists of one kind of object, so that many reads of single objects cost one
// request: one list for each account or, of persons, for each person model, which is then their
// parent. A list serves until it is 30 seconds old, and whoever must see what this process has
// written gets one that was requested after the last write.
type sharedLists[T keyed] struct {
	// kind is what errors call an object.
	kind  string
	fetch func(ctx context.Context, account AccountRef, parent string) ([]T, error)

	mu sync.Mutex
	// lists has the lists by location, account and parent.
	lists map[string]*sharedList[T]
}

// event is a request for a list or a write to what it shows: the first is 1, and later ones are
// greater.
type event int

// never comes before all events.
const never event = 0

// sharedList is what is known of one list.
type sharedList[T keyed] struct {
	newest    *listRequest[T]
	lastEvent event
	lastWrite event
}

// nextEvent notes that another event happens now.
func (l *sharedList[T]) nextEvent() event {
	l.lastEvent++
	return l.lastEvent
}

// listRequest is one request for a list; its result may be read once done is closed.
type listRequest[T keyed] struct {
	done   chan struct{}
	event  event
	ended  time.Time
	err    error
	items  []T
	byID   map[string]int
	byName map[string][]int
}

func newSharedLists[T keyed](
	kind string, fetch func(context.Context, AccountRef, string) ([]T, error),
) *sharedLists[T] {
	return &sharedLists[T]{kind: kind, fetch: fetch, lists: map[string]*sharedList[T]{}}
}

// listOfAccount makes a function for sharedLists of a function that lists the objects of an
// account: they have no parent.
func listOfAccount[T any](
	list func(context.Context, AccountRef) ([]T, error),
) func(context.Context, AccountRef, string) ([]T, error) {
	return func(ctx context.Context, account AccountRef, _ string) ([]T, error) { return list(ctx, account) }
}

// get returns the object with an id; nil if the list does not show it.
func (l *listRequest[T]) get(id string) *T {
	index, isListed := l.byID[id]
	if isListed {
		return new(l.items[index])
	}
	return nil
}

// named returns the objects with a name, in the service's order.
func (l *listRequest[T]) named(name string) []T {
	var found []T
	for _, index := range l.byName[NormalText(name)] {
		found = append(found, l.items[index])
	}
	return found
}

func idsOf[T keyed](items []T) []string {
	ids := make([]string, len(items))
	for i, item := range items {
		ids[i], _ = item.idAndName()
	}
	return ids
}

// isFresh reports whether the request is in flight, or was answered less than 30 seconds ago. A
// failed request serves as well: otherwise each caller that waits for the list would repeat the
// slow failure.
func (l *listRequest[T]) isFresh() bool {
	select {
	case <-l.done:
		return time.Since(l.ended) < maxListAge
	default:
		return true
	}
}

// listed returns an object as the list shows it. It is nil if the list does not show the object, if
// the service does not return the list, or once this process has written: then the object is to be
// read by itself.
func (s *sharedLists[T]) listed(ctx context.Context, account AccountRef, parent, id string) (*T, error) {
	if s.lastWriteOf(account, parent) != never {
		return nil, nil
	}
	list, err := s.recent(ctx, account, parent)
	switch {
	case endsReads(ctx, err):
		return nil, err
	case err != nil:
		return nil, nil //nolint:nilerr // a failed list is no proof that the object is gone
	}
	return list.get(id), nil
}

// recent returns a list for a plan, which may lack what this process has written.
func (s *sharedLists[T]) recent(
	ctx context.Context, account AccountRef, parent string,
) (*listRequest[T], error) {
	return s.requestedAfter(ctx, account, parent, never)
}

// beforeCreate reads two lists, and returns the objects that exist before another one is created:
// those of a list as recent returns it, if there is one, and those of another one, since one list
// may lack an object at any time.
func (s *sharedLists[T]) beforeCreate(
	ctx context.Context, account AccountRef, parent string, list func(context.Context) ([]T, error),
) ([]T, error) {
	recent, _ := s.recent(ctx, account, parent)
	listed, err := list(ctx)
	return slices.Concat(recent.items, listed), err
}

// current returns a list that was requested after the last write of this process, and after one
// that the caller has seen.
func (s *sharedLists[T]) current(
	ctx context.Context, account AccountRef, parent string, seen *listRequest[T],
) (*listRequest[T], error) {
	last := s.lastWriteOf(account, parent)
	if seen != nil {
		last = max(last, seen.event)
	}
	return s.requestedAfter(ctx, account, parent, last)
}

// find returns an object that the service shows only in lists. If the current list lacks it, search
// has another way to find it, or an error if it does not exist. If it exists and all further lists
// lack it as well, the error is a NotListedError.
func (s *sharedLists[T]) find(
	ctx context.Context, account AccountRef, parent, id string, search func() (*T, error),
) (*T, error) {
	list, err := s.current(ctx, account, parent, nil)
	found := list.get(strings.ToLower(id))
	if err == nil && found == nil {
		found, err = search()
	}
	if err != nil || found != nil {
		return found, err
	}
	for range pollsUntilShown(ctx) {
		list, err = s.current(ctx, account, parent, list)
		found = list.get(strings.ToLower(id))
		if err != nil || found != nil {
			return found, err
		}
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return nil, &NotListedError{Object: s.kind + " " + id}
}

// requestedAfter returns a list that was requested after an event and is fresh; if there is none,
// it requests one. All callers share that request, which belongs to none of them: one who gives up
// does not cancel it for others.
func (s *sharedLists[T]) requestedAfter(
	ctx context.Context, account AccountRef, parent string, last event,
) (*listRequest[T], error) {
	s.mu.Lock()
	shared := s.list(account, parent)
	isLater := shared.newest != nil && shared.newest.event > last
	if !isLater || !shared.newest.isFresh() {
		shared.newest = &listRequest[T]{done: make(chan struct{}), event: shared.nextEvent()}
		go s.fill(context.WithoutCancel(ctx), account, parent, shared.newest)
	}
	list := shared.newest
	s.mu.Unlock()
	select {
	case <-list.done:
		return list, list.err
	case <-ctx.Done():
		return &listRequest[T]{}, ctx.Err()
	}
}

func (s *sharedLists[T]) fill(ctx context.Context, account AccountRef, parent string, list *listRequest[T]) {
	ctx, cancel := context.WithTimeout(ctx, listTimeout)
	defer cancel()
	list.items, list.err = s.fetch(ctx, account, parent)
	list.byID = make(map[string]int, len(list.items))
	list.byName = make(map[string][]int, len(list.items))
	for i, item := range list.items {
		id, name := item.idAndName()
		list.byID[id] = i
		list.byName[name] = append(list.byName[name], i)
	}
	list.ended = time.Now()
	close(list.done)
}

// lastWriteOf returns the last event that was a write of this process, or never.
func (s *sharedLists[T]) lastWriteOf(account AccountRef, parent string) event {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.list(account, parent).lastWrite
}

// invalidate notes that this process has written to what a list shows.
func (s *sharedLists[T]) invalidate(account AccountRef, parent string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	shared := s.list(account, parent)
	shared.lastWrite = shared.nextEvent()
}

// list returns the list of an account and parent, and adds it if nothing is known of it. The caller
// holds the lock.
func (s *sharedLists[T]) list(account AccountRef, parent string) *sharedList[T] {
	key := keyOf([]string{account.Location, account.ID, parent})
	if s.lists[key] == nil {
		s.lists[key] = &sharedList[T]{}
	}
	return s.lists[key]
}

// endsReads reports whether a list could not be fetched for a reason that the request for a single
// object would meet as well. After any other failure, objects are read by themselves.
func endsReads(ctx context.Context, err error) bool {
	hasGivenUp := err != nil && ctx.Err() != nil
	return hasGivenUp || EndsAccess(err)
}
