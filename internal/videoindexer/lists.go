package videoindexer

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"net/http"
	"slices"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer/transport"
)

// page is a list, or a part of one.
type page[T any] struct {
	items []T
	// total is the length of the whole list; 0 if the service does not return it.
	total int
	// isLast means that the service has marked the page as the last one.
	isLast bool
	// RequestIDs are those of the response.
	RequestIDs
}

// getList sends a request for a list that comes as a whole; its other arguments are those of
// getPage.
func getList[T keyed](
	ctx context.Context, c *Client, r request, kind string, decode func(element []byte) (*T, error),
) ([]T, error) {
	list, err := getPage(ctx, c, r, kind, decode)
	// The list may still show objects that this process has just deleted.
	isDeleted := c.recentWrites.deletedFrom(r.Path)
	items := slices.DeleteFunc(list.items, func(item T) bool { return isDeleted[lowerID(&item)] })
	return items, err
}

// getPage sends a request for a page of a list and decodes its elements as they come, so that a
// small compressed response cannot take much memory. decode must not keep the bytes of the element;
// kind is what errors call one.
func getPage[T any](
	ctx context.Context, c *Client, r request, kind string, decode func(element []byte) (*T, error),
) (list page[T], err error) {
	response, err := c.doAndStream(ctx, r, func(body io.Reader) (err error) {
		list, err = readList(body, kind, decode)
		return err
	})
	if err != nil {
		return page[T]{}, err
	}
	list.RequestIDs = response.RequestIDs
	return list, nil
}

// listWire is a list as responses hold it: an array, or an object that has one in its member
// results.
type listWire[T any] struct {
	Results    elements[T]
	TotalCount *float64
	NextPage   struct{ Done bool }
}

func (w *listWire[T]) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if d.PeekKind() == jsontext.KindBeginArray {
		return w.Results.UnmarshalJSONFrom(d)
	}
	type object listWire[T]
	return jsonv2.UnmarshalDecode(d, (*object)(w))
}

type elements[T any] struct {
	kind   string
	decode func(element []byte) (*T, error)

	items  []T
	isList bool
	// size is the decodedSize of all elements.
	size int
}

// UnmarshalJSONFrom reads the elements one by one. A value that is not an array has none.
func (e *elements[T]) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	e.items = []T{}
	e.isList = d.PeekKind() == jsontext.KindBeginArray
	if !e.isList {
		return d.SkipValue()
	}
	_, err := d.ReadToken()
	for err == nil && d.PeekKind() != jsontext.KindEndArray {
		err = e.readElement(d)
	}
	if err == nil {
		_, err = d.ReadToken()
	}
	return err
}

func (e *elements[T]) readElement(d *jsontext.Decoder) error {
	raw, err := d.ReadValue()
	if err != nil {
		return e.elementError(bytes.TrimLeft(d.UnreadBuffer(), ", \t\r\n"), plainError(err))
	}
	e.size += decodedSize(raw)
	if e.size > maxDecodedSize {
		return e.elementError(raw, errTooLarge)
	}
	item, err := e.decode(raw)
	if err != nil {
		return e.elementError(raw, err)
	}
	e.items = append(e.items, *item)
	return nil
}

// elementError returns the error of the next element, with the beginning of the element.
func (e *elements[T]) elementError(raw []byte, err error) error {
	const maxPart = 1 << 10
	return &transport.PartError{
		Part: bytes.Clone(raw[:min(len(raw), maxPart)]),
		Err:  fmt.Errorf("%s %d of the list: %w", e.kind, len(e.items)+1, err),
	}
}

// readList reads a list, or a page of one.
func readList[T any](body io.Reader, kind string, decode func(element []byte) (*T, error)) (page[T], error) {
	wire := listWire[T]{Results: elements[T]{kind: kind, decode: decode, items: []T{}}}
	err := decodeStream(body, &wire)
	if err != nil {
		return page[T]{}, err
	}
	list := page[T]{items: wire.Results.items, isLast: wire.NextPage.Done}
	if wire.TotalCount != nil {
		list.total = int(max(0, min(*wire.TotalCount, math.MaxInt32)))
	}
	isOfNone := wire.TotalCount != nil && list.total == 0
	isEmpty := list.isLast || isOfNone
	if !wire.Results.isList && !isEmpty {
		return page[T]{}, errNoList
	}
	return list, nil
}

// errNoList is the error of a response without a list. As an empty list, it would make every object
// count as gone.
var errNoList = errors.New("the response does not contain a list")

// errSkipIgnored is the error of a list that does not end, since its pages repeat themselves.
var errSkipIgnored = errors.New("all pages of the list are identical, as if skip had no effect")

// pager reads a list that comes in pages. A service may cap its pages below what was asked for. The
// list therefore ends only with an empty page, at the total or the limit, or if the service says
// so, and the next page begins where the last one really ended. An item that came before is left
// out: a list that shows the newest items first moves on while it is read, and a page of it may
// bring nothing new.
type pager[T keyed] struct {
	operation string
	fetch     func(ctx context.Context, skip, size int) (page[T], error)
	// size is how many items of a page are requested.
	size int
	// limit is how many items are wanted; 0 for all.
	limit int
}

// pageSize is how many elements of a list are usually asked for at a time.
const pageSize = 1000

// newPager pages through the list of a request. kind and decode are those of getPage.
func newPager[T keyed](c *Client, r request, kind string, decode func(element []byte) (*T, error)) *pager[T] {
	return &pager[T]{
		operation: r.Operation, size: pageSize,
		fetch: func(ctx context.Context, skip, size int) (page[T], error) {
			return getPage(ctx, c, pageRequest(r, skip, size), kind, decode)
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

// progress is how far a list is read.
type progress struct {
	// ids are the ids of the items that were yielded.
	ids map[string]bool
	// received counts the items of all pages, including repeated ones. The next page begins there.
	received int
	// total is the length of the list, according to the last page that had a total.
	total int
	// lastPage has the ids of the last page, sorted.
	lastPage []string
	isEnded  bool
}

// each yields the items as their pages come: a page is requested once the items before it are used.
// If a page cannot be read, its error follows the items before it.
func (p *pager[T]) each(ctx context.Context) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		done := progress{ids: map[string]bool{}}
		for !done.isEnded {
			next, err := p.next(ctx, done)
			if err != nil {
				var none T
				yield(none, err)
				return
			}
			for _, item := range next.items {
				id, _ := item.idAndName()
				if done.ids[id] {
					continue
				}
				done.ids[id] = true
				goesOn := yield(item, nil)
				if !goesOn || len(done.ids) == p.limit {
					return
				}
			}
			p.advance(&done, next)
		}
	}
}

// next reads the next page. If it has the same items as the last one, in any order, either the list
// has grown by a page at its beginning, or the service ignores skip. In the second case, all pages
// are the first one, and the list would never end.
func (p *pager[T]) next(ctx context.Context, done progress) (page[T], error) {
	size := p.size
	if p.limit > 0 {
		size = min(size, p.limit-len(done.ids))
	}
	next, err := p.fetch(ctx, done.received, size)
	ids := sortedIDs(next.items)
	isRepeated := len(ids) > 0 && slices.Equal(ids, done.lastPage)
	if err != nil || !isRepeated {
		return next, err
	}
	first, err := p.fetch(ctx, 0, size)
	if err == nil && slices.Equal(ids, sortedIDs(first.items)) {
		err = &UnexpectedResponseError{
			Operation: p.operation, Method: http.MethodGet, RequestIDs: first.RequestIDs, Err: errSkipIgnored,
		}
	}
	return next, err
}

// advance moves on past a page.
func (p *pager[T]) advance(done *progress, past page[T]) {
	done.received += len(past.items)
	done.total = cmp.Or(past.total, done.total)
	done.lastPage = sortedIDs(past.items)
	isAtTotal := done.total > 0 && done.received >= done.total
	isLast := past.isLast || len(past.items) == 0
	done.isEnded = isLast || isAtTotal
}

func sortedIDs[T keyed](items []T) []string { return slices.Sorted(slices.Values(idsOf(items))) }
