package videoindexer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// page is a list, or a part of one.
type page[T any] struct {
	items []T
	// total is the length of the whole list; 0 where the service does not say.
	total int
	// isLast means that the service says so.
	isLast bool
}

// getList sends a request for a list that comes as a whole; its other arguments are those of getPage.
func getList[T any](ctx context.Context, c *Client, r request, kind string, decode func(element []byte) (*T, error)) ([]T, error) {
	list, err := getPage(ctx, c, r, kind, decode)
	return list.items, err
}

// getPage sends a request for a page of a list and decodes its elements as they come, so that a small compressed answer
// cannot take much memory. decode must not keep the bytes of the element; kind is what errors call one.
func getPage[T any](ctx context.Context, c *Client, r request, kind string, decode func(element []byte) (*T, error)) (list page[T], err error) {
	err = c.doAndStream(ctx, r, func(body io.Reader) (err error) {
		list, err = readList(body, kind, decode)
		return err
	})
	if err != nil {
		return page[T]{}, err
	}
	return list, nil
}

// listWire is a list as answers hold it: an array, or an object that has one in its member results.
type listWire[T any] struct {
	Results    elements[T]
	TotalCount *float64
	NextPage   struct{ Done bool }
}

// UnmarshalJSONFrom reads a list.
func (w *listWire[T]) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if d.PeekKind() == jsontext.KindBeginArray {
		return w.Results.UnmarshalJSONFrom(d)
	}
	type object listWire[T]
	return json.UnmarshalDecode(d, (*object)(w))
}

type elements[T any] struct {
	kind   string
	decode func(element []byte) (*T, error)

	items  []T
	isList bool
}

// UnmarshalJSONFrom reads the elements one by one. A value that is not an array has none.
func (e *elements[T]) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	e.items, e.isList = nil, d.PeekKind() == jsontext.KindBeginArray
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
		return err
	}
	item, err := e.decode(raw)
	if err != nil {
		return &contentError{fmt.Errorf("%s %d of the list: %w", e.kind, len(e.items)+1, err)}
	}
	e.items = append(e.items, *item)
	return nil
}

// readList reads a list, or a page of one.
func readList[T any](body io.Reader, kind string, decode func(element []byte) (*T, error)) (page[T], error) {
	wire := listWire[T]{Results: elements[T]{kind: kind, decode: decode}}
	if err := decodeStream(body, &wire); err != nil {
		return page[T]{}, err
	}
	list := page[T]{items: wire.Results.items, isLast: wire.NextPage.Done}
	if wire.TotalCount != nil {
		list.total = int(max(0, min(*wire.TotalCount, math.MaxInt32)))
	}
	if list.items == nil {
		list.items = []T{}
	}
	if isEmpty := list.isLast || wire.TotalCount != nil && list.total == 0; !wire.Results.isList && !isEmpty {
		return page[T]{}, errNoList
	}
	return list, nil
}

// errNoList is the error of an answer without a list. As an empty list, it would make every object count as gone.
var errNoList = errors.New("the answer contains no list")
