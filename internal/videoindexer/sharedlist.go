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

// sharedLists hold a list of objects for each account, so that many reads of single objects cost one request. A list
// serves until it is 30 seconds old or this process writes to the account: reads never miss a write of their own run.
type sharedLists[L any] struct {
	mu       sync.Mutex
	accounts map[AccountRef]*sharedList[L]
}

// sharedList is what is known of one account.
type sharedList[L any] struct {
	newest    *listFetch[L]
	isWritten bool // by this process: from then on objects are read one by one
}

// listFetch is one request for a list; its result may be read once done is closed.
type listFetch[L any] struct {
	done  chan struct{}
	ended time.Time
	items L
	err   error
}

// serves reports whether the request is under way, or was answered less than 30 seconds ago. A failed request serves as
// well: otherwise each caller that waits for the list would repeat the slow failure.
func (f *listFetch[L]) serves() bool {
	if f == nil {
		return false
	}
	select {
	case <-f.done:
		return time.Since(f.ended) < maxListAge
	default:
		return true
	}
}

// current returns an account's list that is at most 30 seconds old, and fetches it if there is none. Concurrent callers
// share one request, which goes on when one of them is canceled. Once this process writes to the account, every list is
// stale: isCurrent is then false, and there is no list.
func (s *sharedLists[L]) current(ctx context.Context, a AccountRef, fetch fetchList[L]) (items L, isCurrent bool, err error) {
	return s.get(ctx, a, false, fetch)
}

// recent is current for callers who also accept a list that is stale.
func (s *sharedLists[L]) recent(ctx context.Context, a AccountRef, fetch fetchList[L]) (items L, isCurrent bool, err error) {
	return s.get(ctx, a, true, fetch)
}

// fetchList requests the list of an account.
type fetchList[L any] func(ctx context.Context, a AccountRef) (L, error)

func (s *sharedLists[L]) get(ctx context.Context, a AccountRef, acceptsStale bool, fetch fetchList[L]) (items L, isCurrent bool, err error) {
	f := s.fetching(a, acceptsStale, func(f *listFetch[L]) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), listTimeout)
		defer cancel()
		f.items, f.err = fetch(ctx, a)
		f.ended = time.Now()
		close(f.done)
	})
	if f == nil {
		return items, false, nil
	}
	select {
	case <-f.done:
	case <-ctx.Done():
		return items, false, ctx.Err()
	}
	return f.items, s.isCurrent(a), f.err // a write may have begun while the list was on its way
}

// fetching returns the request for a list that a caller waits for; if there is none, start begins one.
func (s *sharedLists[L]) fetching(a AccountRef, acceptsStale bool, start func(*listFetch[L])) *listFetch[L] {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := s.of(a)
	if list.isWritten && !acceptsStale {
		return nil
	}
	if !list.newest.serves() {
		list.newest = &listFetch[L]{done: make(chan struct{})}
		go start(list.newest)
	}
	return list.newest
}

func (s *sharedLists[L]) isCurrent(a AccountRef) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return !s.of(a).isWritten
}

// written marks an account's list as stale: this process is about to write to the account.
func (s *sharedLists[L]) written(a AccountRef) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.of(a).isWritten = true
}

// endsReads says whether a list could not be fetched for a reason that the request for a single object would meet as
// well. After any other failure, objects are read by themselves.
func endsReads(ctx context.Context, err error) bool {
	return err != nil && (ctx.Err() != nil || IsAccountWide(err) || isA[*TransportError](err))
}

// of is called with the lock held. The service ignores the letter case of ids and locations.
func (s *sharedLists[L]) of(a AccountRef) *sharedList[L] {
	if s.accounts == nil {
		s.accounts = map[AccountRef]*sharedList[L]{}
	}
	key := AccountRef{Location: strings.ToLower(a.Location), ID: strings.ToLower(a.ID)}
	if s.accounts[key] == nil {
		s.accounts[key] = &sharedList[L]{}
	}
	return s.accounts[key]
}
