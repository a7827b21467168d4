package videoindexer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"

	"golang.org/x/sync/errgroup"
)

const (
	// pagesAhead is how many pages are under way at once where it is known which to ask for.
	pagesAhead = 4
	// maxListed bounds a list that a broken service never ends.
	maxListed = 1 << 20
	// maxRepeated is how many pages in a row may bring nothing new, as they do where a list grows at its beginning.
	maxRepeated = 3
)

// page is a part of a list.
type page[T any] struct {
	items []T
	// total is the length of the whole list; 0 where the service does not say.
	total int
	// isLast means that the service says so.
	isLast bool
}

// pager collects a list that comes in pages. A service may cap its pages below what was asked for. The list therefore
// ends only with an empty page, at the total or the limit, or if the service says so, and the next page begins where
// the last one really ended.
type pager[T any] struct {
	operation string
	fetch     func(ctx context.Context, skip, size int) (page[T], error)
	// key identifies an item: one that an earlier page had is left out. An item without a key is always taken.
	key func(T) string
	// size is the length of page to ask for; limit ends the list early, 0 stands for none.
	size  int
	limit int
	// endsShort means that a page shorter than asked for is the last one.
	endsShort bool
	// use receives the new items of each page as it comes, until it returns false; nil for none.
	use func([]T) bool

	items []T
	// received counts the items that came, repeated ones included: the next page begins there.
	received int
	total    int
	// stride is the length of the last page, and the expected length of the next one.
	stride int
	// seen are the keys of the items so far, and repeated is how many pages in a row brought no new key.
	seen     map[string]bool
	repeated int
	ended    bool
}

// all returns the whole list in the service's order, or its first items up to the limit. As long as
// the total is known and pages come at the expected length, the ones that follow are fetched a few at
// a time; after a page of another length the list goes on one by one from where that page ended.
func (p *pager[T]) all(ctx context.Context) ([]T, error) {
	p.seen = map[string]bool{}
	p.stride = p.size
	for ahead := 1; !p.ended; {
		window, err := p.fetchWindow(ctx, ahead)
		if err != nil {
			return nil, err
		}
		ahead = 1
		for _, fetched := range window {
			asExpected := len(fetched.items) == min(p.stride, p.remaining())
			isShort := len(fetched.items) < min(p.size, p.remaining())
			if err := p.add(fetched); err != nil {
				return nil, err
			}
			p.ended = p.ended || p.endsShort && isShort && p.total == 0
			if !asExpected || p.ended {
				ahead = 1
				break
			}
			if p.total > 0 {
				ahead = pagesAhead
			}
		}
	}
	return p.items, nil
}

// fetchWindow fetches the next pages at once: as many as asked for, as far as the list is known to go.
func (p *pager[T]) fetchWindow(ctx context.Context, ahead int) ([]page[T], error) {
	remaining := p.remaining()
	window := make([]page[T], min(ahead, (remaining+p.stride-1)/p.stride))
	group, ctx := errgroup.WithContext(ctx)
	for i := range window {
		before := i * p.stride
		group.Go(func() (err error) {
			window[i], err = p.fetch(ctx, p.received+before, min(p.size, remaining-before))
			return err
		})
	}
	return window, group.Wait()
}

// remaining is how many items are wanted at most beyond those that were received.
func (p *pager[T]) remaining() int {
	remaining := maxListed - p.received
	if p.total > 0 {
		remaining = min(remaining, p.total-p.received)
	}
	if p.limit > 0 {
		remaining = min(remaining, p.limit-len(p.items))
	}
	return remaining
}

// add appends a page and notes whether it was the last one.
func (p *pager[T]) add(fetched page[T]) error {
	if len(fetched.items) == 0 {
		p.ended = true
		return nil
	}
	before := len(p.items)
	p.received += len(fetched.items)
	for _, item := range fetched.items {
		if !p.seen[p.key(item)] {
			p.items = append(p.items, item)
		}
	}
	for _, item := range p.items[before:] {
		if key := p.key(item); key != "" {
			p.seen[key] = true
		}
	}
	if p.repeated++; len(p.items) > before {
		p.repeated = 0
	}
	p.stride = len(fetched.items)
	if fetched.total > 0 {
		p.total = fetched.total
	}
	switch {
	case p.limit > 0 && len(p.items) >= p.limit:
		p.items = p.items[:p.limit]
		p.ended = true
	case p.total > 0 && p.received >= p.total:
		p.ended = true
	case fetched.isLast:
		p.ended = true
	case p.repeated >= maxRepeated:
		return p.broken(fmt.Errorf("%d pages of the list in a row brought nothing new, as if skip had no effect", p.repeated))
	case p.received >= maxListed:
		return p.broken(fmt.Errorf("the list did not end after %d items; a limit would end it", p.received))
	}
	if p.use != nil && !p.use(p.items[before:]) {
		p.ended = true
	}
	return nil
}

// each yields the items as their pages come: a page is requested once the items before it are used. If a page cannot be
// read, its error follows the items before it.
func (p *pager[T]) each(ctx context.Context) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		pages := *p
		pages.use = func(items []T) bool {
			for _, item := range items {
				if !yield(item, nil) {
					return false
				}
			}
			return true
		}
		if _, err := pages.all(ctx); err != nil {
			var none T
			yield(none, err)
		}
	}
}

// decodeListed reads an element of a list into a wire type, or, if its form is unexpected, only its id: the others of
// the list are still valid. The error gives the reason.
func decodeListed[W any](element json.RawMessage, into *W, id *looseString) error {
	err := json.Unmarshal(element, into)
	if err == nil {
		return nil
	}
	var nothing W
	*into = nothing
	var known struct {
		ID looseString `json:"id"`
	}
	if json.Unmarshal(element, &known) == nil {
		*id = known.ID
	}
	return inPlainWords(err)
}

// decodePage reads a page of a list that says whether it is the last one (X30, X34). Each element is read by decode; noun
// is what an element is called.
func decodePage[T any](data []byte, noun string, decode func(json.RawMessage) (T, error)) (page[T], error) {
	var wire struct {
		Results  []json.RawMessage `json:"results"`
		NextPage struct {
			Done bool `json:"done"`
		} `json:"nextPage"`
	}
	if err := decodeJSON(data, &wire); err != nil {
		return page[T]{}, err
	}
	if wire.Results == nil && !wire.NextPage.Done {
		return page[T]{}, errors.New("the answer has no results")
	}
	fetched := page[T]{items: make([]T, len(wire.Results)), isLast: wire.NextPage.Done}
	for i, element := range wire.Results {
		var err error
		if fetched.items[i], err = decode(element); err != nil {
			return page[T]{}, fmt.Errorf("%s %d of the page: %w", noun, i+1, err)
		}
	}
	return fetched, nil
}

func (p *pager[T]) broken(err error) error {
	return &UnexpectedAnswerError{Operation: p.operation, Err: err}
}
