package videoindexer

import (
	"cmp"
	"context"
	"fmt"
	"iter"
)

const (
	// maxPaged bounds a list that a broken service never ends.
	maxPaged = 1 << 20
	// maxRepeated is how many pages in a row may bring nothing new.
	maxRepeated = 3
)

// pager reads a list that comes in pages. A service may cap its pages below what was asked for. The list therefore
// ends only with an empty page, at the total or the limit, or if the service says so, and the next page begins where
// the last one really ended. An item that came before is left out.
type pager[T keyed] struct {
	operation string
	fetch     func(ctx context.Context, skip, size int) (page[T], error)
	// size is the page length to ask for. limit is how many items are wanted; 0 for all.
	size, limit int
}

// newPager pages through the list of a request. decode and noun are those of getPage.
func newPager[T keyed](c *Client, r request, size int, noun string, decode func(element []byte) (*T, error)) *pager[T] {
	return &pager[T]{
		operation: r.Operation, size: size,
		fetch: func(ctx context.Context, skip, size int) (page[T], error) {
			return getPage(ctx, c, ofPage(r, skip, size), false, noun, decode)
		},
	}
}

// all returns the whole list in the service's order, or its first items up to the limit.
func (p *pager[T]) all(ctx context.Context) ([]T, error) {
	items := []T{}
	for item, err := range p.each(ctx) {
		if err != nil {
			return nil, err
		}
		items = append(items, item)
	}
	return items, nil
}

// each yields the items as their pages come: a page is requested once the items before it are used. If a page cannot be
// read, its error follows the items before it.
func (p *pager[T]) each(ctx context.Context) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		seen := map[string]bool{}
		received, listed, total, repeated := 0, 0, 0, 0
		for isEnded := false; !isEnded; {
			size := p.size
			if p.limit > 0 {
				size = min(size, p.limit-listed)
			}
			fetched, err := p.fetch(ctx, received, size)
			if err != nil {
				yield(none, err)
				return
			}
			repeated++
			for _, item := range fetched.items {
				id, _ := item.keys()
				if seen[id] {
					continue
				}
				seen[id] = true
				repeated = 0
				if listed++; !yield(item, nil) || listed == p.limit {
					return
				}
			}
			received, total = received+len(fetched.items), cmp.Or(fetched.total, total)
			isEnded = len(fetched.items) == 0 || fetched.isLast || total > 0 && received >= total
			if err := p.broken(repeated, received); err != nil && !isEnded {
				yield(none, err)
				return
			}
		}
	}
}

// broken is the error of a list that does not end.
func (p *pager[T]) broken(repeated, received int) error {
	switch {
	case repeated >= maxRepeated:
		return &UnexpectedAnswerError{Operation: p.operation, Err: fmt.Errorf("%d pages of the list in a row brought nothing new, as if skip had no effect", repeated)}
	case received >= maxPaged:
		return &UnexpectedAnswerError{Operation: p.operation, Err: fmt.Errorf("the list did not end after %d items; a limit would end it", received)}
	}
	return nil
}
