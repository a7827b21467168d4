package videoindexer

import (
	"maps"
	"slices"
	"sync"
	"time"
)

// brandWrites are the brands of each account that this process has written, as answers have shown them: with them, a list
// from before the writes need not be read again.
type brandWrites struct {
	mu       sync.Mutex
	accounts map[string]*accountWrites // by claimKey
}

type accountWrites struct {
	brands map[int32]brandWrite
	// failed is when the last write ended of which it is open what it has done.
	failed time.Time
}

// brandWrite is the last write of a brand; nil stands for one that was deleted.
type brandWrite struct {
	ended time.Time
	brand *Brand
}

// note keeps what a write has made of a brand, which is nil after a deletion.
func (w *brandWrites) note(a AccountRef, id int32, brand *Brand, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	writes := w.of(a)
	if err != nil {
		writes.failed = time.Now()
		return
	}
	writes.brands[id] = brandWrite{time.Now(), brand}
}

// complete returns the brands of a list with the writes that have ended since it was requested. It reports whether what they have
// done is known of all.
func (w *brandWrites) complete(a AccountRef, list *listing[Brand]) (completed []Brand, isKnown bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	writes := w.of(a)
	if !writes.failed.Before(list.began) {
		return nil, false
	}
	since := maps.Clone(writes.brands)
	maps.DeleteFunc(since, func(_ int32, write brandWrite) bool { return write.ended.Before(list.began) })
	completed = slices.DeleteFunc(slices.Clone(list.items), func(b Brand) bool {
		_, isWritten := since[b.ID]
		return isWritten
	})
	for _, write := range since {
		if write.brand != nil {
			completed = append(completed, *write.brand)
		}
	}
	return completed, true
}

// of is called with the lock held.
func (w *brandWrites) of(a AccountRef) *accountWrites {
	if w.accounts == nil {
		w.accounts = make(map[string]*accountWrites)
	}
	key := claimKey(a, "")
	if w.accounts[key] == nil {
		w.accounts[key] = &accountWrites{brands: make(map[int32]brandWrite)}
	}
	return w.accounts[key]
}
