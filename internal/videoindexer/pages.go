package videoindexer

import (
	"context"
	"fmt"
	"iter"
)

const (
	// maxPaged bounds a list that a broken service never ends.
	maxPaged = 1 << 20
	// maxRepeated is how many pages in a row may bring nothing new.
	maxRepeated = 3
	// maxReadings is how often a list is read that changes while it is paged.
	maxReadings = 3
)

// pager reads a list that comes in pages. A service may cap its pages below what was asked for. The list therefore
// ends only with an empty page, at the total or the limit, or if the service says so, and the next page begins where
// the last one really ended. If the list shifts meanwhile, it is read again, up to maxReadings times.
type pager[T any] struct {
	operation string
	fetch     func(ctx context.Context, skip, size int) (page[T], error)
	// key identifies an item: one that an earlier page had is left out. An item without a key is always taken.
	key func(T) string
	// size is the page length to ask for. limit is how many items are wanted; 0 for all.
	size, limit int
}

// newPager pages through the list of a request. decode and noun are those of getPage.
func newPager[T any](c *Client, r request, size int, noun string, decode func(element []byte) (*T, error), key func(T) string) *pager[T] {
	return &pager[T]{
		operation: r.Operation, size: size, key: key,
		fetch: func(ctx context.Context, skip, size int) (page[T], error) {
			return getPage(ctx, c, ofPage(r, skip, size), noun, decode)
		},
	}
}

// all returns the whole list in the service's order, or its first items up to the limit.
func (p *pager[T]) all(ctx context.Context) ([]T, error) {
	return p.read(ctx, func([]T) bool { return true })
}

// each yields the items as their pages come: a page is requested once the items before it are used. If a page cannot be
// read, its error follows the items before it.
func (p *pager[T]) each(ctx context.Context) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		yielded, n := map[string]bool{}, 0
		_, err := p.read(ctx, func(items []T) bool {
			for _, item := range items {
				key := p.key(item)
				if yielded[key] {
					continue // in an earlier reading
				}
				if n++; !yield(item, nil) || n == p.limit {
					return false
				}
				if key != "" {
					yielded[key] = true
				}
			}
			return true
		})
		if err != nil {
			var none T
			yield(none, err)
		}
	}
}

// read reads the list until it does not shift, and returns what the last reading shows. use gets the new items of each
// page as it comes, and ends the list when it returns false.
func (p *pager[T]) read(ctx context.Context, use func([]T) bool) ([]T, error) {
	for readings := 1; ; readings++ {
		r := listReading[T]{pager: p, use: use, seen: map[string]bool{}}
		if err := r.run(ctx); err != nil {
			return nil, err
		}
		if !r.isShifted() || readings == maxReadings {
			return r.items, nil
		}
	}
}

// listReading is one way through the pages of a list.
type listReading[T any] struct {
	*pager[T]

	use   func([]T) bool
	items []T
	seen  map[string]bool // the keys of the items
	// received counts the items that came, repeated ones included: the next page begins there.
	received int
	total    int
	// repeated is how many pages in a row brought nothing new.
	repeated int
	// hasMoved says that a page repeated an item, or gave another total than the one before.
	hasMoved        bool
	ended, isCutOff bool
}

// isShifted says whether items may be missing, because the list changed between two pages.
func (r *listReading[T]) isShifted() bool {
	return !r.isCutOff && (r.hasMoved || len(r.items) < r.total)
}

// run reads page after page.
func (r *listReading[T]) run(ctx context.Context) error {
	for !r.ended {
		size := r.size
		if r.limit > 0 {
			size = min(size, r.limit-len(r.items))
		}
		fetched, err := r.fetch(ctx, r.received, size)
		if err != nil {
			return err
		}
		if err := r.add(fetched); err != nil {
			return err
		}
	}
	return nil
}

// add appends a page and records whether it was the last one.
func (r *listReading[T]) add(fetched page[T]) error {
	if fetched.total > 0 {
		r.hasMoved = r.hasMoved || r.total > 0 && fetched.total != r.total
		r.total = fetched.total
	}
	before := len(r.items)
	for _, item := range fetched.items {
		key := r.key(item)
		if r.seen[key] {
			r.hasMoved = true
			continue
		}
		r.seen[key] = key != ""
		r.items = append(r.items, item)
	}
	r.received += len(fetched.items)
	if r.repeated++; len(r.items) > before {
		r.repeated = 0
	}
	switch {
	case len(fetched.items) == 0, fetched.isLast, r.total > 0 && r.received >= r.total:
		r.ended = true
	case r.limit > 0 && len(r.items) >= r.limit:
		r.isCutOff = true
	case r.repeated >= maxRepeated:
		return r.broken(fmt.Errorf("%d pages of the list in a row brought nothing new, as if skip had no effect", r.repeated))
	case r.received >= maxPaged:
		return r.broken(fmt.Errorf("the list did not end after %d items; a limit would end it", r.received))
	}
	if r.limit > 0 && len(r.items) > r.limit {
		r.items, r.isCutOff = r.items[:r.limit], true
	}
	r.isCutOff = !r.use(r.items[before:]) || r.isCutOff
	r.ended = r.ended || r.isCutOff
	return nil
}

func (p *pager[T]) broken(err error) error {
	return &UnexpectedAnswerError{Operation: p.operation, Err: err}
}
