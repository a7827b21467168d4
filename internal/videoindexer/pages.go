package videoindexer

import (
	"context"
	"fmt"
	"iter"

	"golang.org/x/sync/errgroup"
)

const (
	// pagesAhead is how many pages are requested at once if the total is known.
	pagesAhead = 4
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
		r := listReading[T]{pager: p, use: use, stride: p.size, seen: map[string]bool{}}
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
	// received counts the items that came, repeated ones included: the next page begins there.
	received int
	total    int
	// stride is the length of the last page, and the expected length of the next one.
	stride int
	// seen are the keys of the items so far, and repeated is how many pages in a row brought no new key.
	seen     map[string]bool
	repeated int
	// hasMoved says that a page repeated an item, or gave another total than the one before.
	hasMoved        bool
	ended, isCutOff bool
}

// isShifted says whether items may be missing, because the list changed between two pages.
func (r *listReading[T]) isShifted() bool {
	return !r.isCutOff && (r.hasMoved || len(r.items) < r.total)
}

// run reads page after page. As long as the total is known and pages come at the expected length, the ones that follow
// are fetched a few at a time.
func (r *listReading[T]) run(ctx context.Context) error {
	for ahead := 1; !r.ended; {
		window, err := r.fetchWindow(ctx, ahead)
		if err != nil {
			return err
		}
		ahead = 1
		for _, fetched := range window {
			asExpected := len(fetched.items) == min(r.stride, r.remaining())
			if err := r.add(fetched); err != nil {
				return err
			}
			if !asExpected || r.ended {
				ahead = 1
				break
			}
			if r.total > 0 {
				ahead = pagesAhead
			}
		}
	}
	return nil
}

// fetchWindow fetches up to ahead pages at once, but none beyond the total.
func (r *listReading[T]) fetchWindow(ctx context.Context, ahead int) ([]page[T], error) {
	remaining := r.remaining()
	window := make([]page[T], min(ahead, (remaining+r.stride-1)/r.stride))
	group, ctx := errgroup.WithContext(ctx)
	for i := range window {
		before := i * r.stride
		group.Go(func() (err error) {
			window[i], err = r.fetch(ctx, r.received+before, min(r.size, remaining-before))
			return err
		})
	}
	return window, group.Wait()
}

// remaining is how many more items may be wanted.
func (r *listReading[T]) remaining() int {
	remaining := maxPaged - r.received
	if r.total > 0 {
		remaining = min(remaining, r.total-r.received)
	}
	if r.limit > 0 {
		remaining = min(remaining, r.limit-len(r.items))
	}
	return remaining
}

// add appends a page and records whether it was the last one.
func (r *listReading[T]) add(fetched page[T]) error {
	r.hasMoved = r.hasMoved || r.total > 0 && fetched.total > 0 && fetched.total != r.total
	if fetched.total > 0 {
		r.total = fetched.total
	}
	if len(fetched.items) == 0 {
		r.ended = true
		return nil
	}
	before := len(r.items)
	r.received += len(fetched.items)
	r.stride = len(fetched.items)
	for _, item := range fetched.items {
		if r.seen[r.key(item)] {
			r.hasMoved = true
			continue
		}
		r.items = append(r.items, item)
	}
	for _, item := range r.items[before:] {
		if key := r.key(item); key != "" {
			r.seen[key] = true
		}
	}
	if r.repeated++; len(r.items) > before {
		r.repeated = 0
	}
	switch {
	case r.limit > 0 && len(r.items) >= r.limit:
		r.items = r.items[:r.limit]
		r.ended, r.isCutOff = true, true
	case r.total > 0 && r.received >= r.total, fetched.isLast:
		r.ended = true
	case r.repeated >= maxRepeated:
		return r.broken(fmt.Errorf("%d pages of the list in a row brought nothing new, as if skip had no effect", r.repeated))
	case r.received >= maxPaged:
		return r.broken(fmt.Errorf("the list did not end after %d items; a limit would end it", r.received))
	}
	if !r.use(r.items[before:]) {
		r.ended, r.isCutOff = true, true
	}
	return nil
}

func (p *pager[T]) broken(err error) error {
	return &UnexpectedAnswerError{Operation: p.operation, Err: err}
}
