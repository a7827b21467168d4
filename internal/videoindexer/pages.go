package videoindexer

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"slices"
)

// errSkipIgnored is the error of a list that does not end, since its pages repeat themselves.
var errSkipIgnored = errors.New("the pages of the list are all the same, as if skip had no effect")

// pager reads a list that comes in pages. A service may cap its pages below what was asked for. The list therefore
// ends only with an empty page, at the total or the limit, or if the service says so, and the next page begins where
// the last one really ended. An item that came before is left out: a list that shows the newest items first moves on
// while it is read, and a page of it may bring nothing new.
type pager[T keyed] struct {
	operation string
	fetch     func(ctx context.Context, skip, size int) (page[T], error)
	// size is the page length to ask for. limit is how many items are wanted; 0 for all.
	size, limit int
}

// pageSize is how many elements of a list are usually asked for at a time.
const pageSize = 1000

// newPager pages through the list of a request. kind and decode are those of getPage.
func newPager[T keyed](c *Client, r request, kind string, decode func(element []byte) (*T, error)) *pager[T] {
	return &pager[T]{
		operation: r.Operation, size: pageSize,
		fetch: func(ctx context.Context, skip, size int) (page[T], error) {
			return getPage(ctx, c, ofPage(r, skip, size), kind, decode)
		},
	}
}

// collect returns the items of a list, or its error.
func collect[T any](list iter.Seq2[T, error]) ([]T, error) {
	items := []T{}
	for item, err := range list {
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
		var before []string // the ids of the page before
		seen := map[string]bool{}
		received, total, repeats := 0, 0, 0
		for isEnded := false; !isEnded; {
			size := p.sizeAfter(len(seen))
			fetched, err := p.fetch(ctx, received, size)
			if err != nil {
				yield(none, err)
				return
			}
			for _, item := range fetched.items {
				id, _ := item.keys()
				if seen[id] {
					continue
				}
				seen[id] = true
				if !yield(item, nil) || len(seen) == p.limit {
					return
				}
			}
			if repeats++; !slices.Equal(before, idsOf(fetched.items)) {
				before, repeats = idsOf(fetched.items), 0
			}
			received, total = received+len(fetched.items), cmp.Or(fetched.total, total)
			isEnded = fetched.ends(received, total)
			if repeats == 2 || repeats == 1 && isEnded && len(fetched.items) > 0 {
				if err := p.heedsSkip(ctx, size, before); err != nil {
					yield(none, err)
					return
				}
				repeats = 0
			}
		}
	}
}

func (p *pager[T]) sizeAfter(listed int) int {
	if p.limit == 0 {
		return p.size
	}
	return min(p.size, p.limit-listed)
}

// ends says whether a list of a total ends with a page, after which so many items were received.
func (l page[T]) ends(received, total int) bool {
	return len(l.items) == 0 || l.isLast || total > 0 && received >= total
}

// heedsSkip returns an error if the first page of the list is the same as one that was asked for with another skip.
func (p *pager[T]) heedsSkip(ctx context.Context, size int, ids []string) error {
	first, err := p.fetch(ctx, 0, size)
	if err == nil && slices.Equal(idsOf(first.items), ids) {
		return &UnexpectedAnswerError{Operation: p.operation, Err: errSkipIgnored}
	}
	return err
}
