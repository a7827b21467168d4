package videoindexer

import (
	"cmp"
	"context"
	"errors"
	"iter"
)

// errSkipIgnored is the error of a list that does not end, since its pages repeat themselves.
var errSkipIgnored = errors.New("a page of the list brought nothing new, as if skip had no effect")

// pager reads a list that comes in pages. A service may cap its pages below what was asked for. The list therefore
// ends only with an empty page, at the total or the limit, or if the service says so, and the next page begins where
// the last one really ended. An item that came before is left out.
type pager[T keyed] struct {
	operation string
	fetch     func(ctx context.Context, skip, size int) (page[T], error)
	// size is the page length to ask for. limit is how many items are wanted; 0 for all.
	size, limit int
}

// newPager pages through the list of a request. form, noun and decode are those of getPage.
func newPager[T keyed](c *Client, r request, size int, form listForm, noun string, decode func(element []byte) (*T, error)) *pager[T] {
	return &pager[T]{
		operation: r.Operation, size: size,
		fetch: func(ctx context.Context, skip, size int) (page[T], error) {
			return getPage(ctx, c, ofPage(r, skip, size), form, noun, decode)
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
		received, listed, total := 0, 0, 0
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
			before := listed
			for _, item := range fetched.items {
				id, _ := item.keys()
				if seen[id] {
					continue
				}
				seen[id] = true
				if listed++; !yield(item, nil) || listed == p.limit {
					return
				}
			}
			received, total = received+len(fetched.items), cmp.Or(fetched.total, total)
			isEnded = len(fetched.items) == 0 || fetched.isLast || total > 0 && received >= total
			if listed == before && !isEnded {
				yield(none, &UnexpectedAnswerError{Operation: p.operation, Err: errSkipIgnored})
				return
			}
		}
	}
}
