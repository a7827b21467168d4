package videoindexer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// limits bound what is read of answers that can be long. Other answers have those of transport.
type limits struct {
	list     int64 // bytes of a list, or of a page of one
	elements int   // of a list
	texts    int64 // bytes of captions, of a language model with its files, and of a file with its text
	index    int64 // bytes of the index of a video, and of any answer that shows what a service supports
}

// defaultLimits have room for three times a hundred thousand brands with long descriptions, the captions of a day of speech, and the index of
// the longest video.
var defaultLimits = limits{list: 256 << 20, elements: 300_000, texts: 64 << 20, index: 1 << 30}

// page is a list, or a part of one.
type page[T any] struct {
	items []T
	// total is the length of the whole list; 0 where the service does not say.
	total int
	// isLast means that the service says so.
	isLast bool
	// isArray means that the answer is the list, rather than an object around it.
	isArray bool
}

// getList sends a request for a list that comes as a whole, which is an array; its other arguments are those of getPage.
func getList[T any](ctx context.Context, c *Client, r request, noun string, decode func(element []byte) (*T, error)) ([]T, error) {
	list, err := getListed(ctx, c, r, true, noun, decode)
	return list.items, err
}

// getPage sends a request for a page of a list and decodes its elements as they come, so that a small compressed answer
// cannot take much memory. decode must not keep the bytes of the element; noun is what errors call one.
func getPage[T any](ctx context.Context, c *Client, r request, noun string, decode func(element []byte) (*T, error)) (page[T], error) {
	return getListed(ctx, c, r, false, noun, decode)
}

func getListed[T any](ctx context.Context, c *Client, r request, isWhole bool, noun string, decode func(element []byte) (*T, error)) (list page[T], err error) {
	r.MaxBytes = c.limits.list
	err = c.doAndStream(ctx, r, func(body io.Reader) (err error) {
		list, err = readList(body, c.limits.elements, noun, decode)
		if err == nil && isWhole && !list.isArray {
			err = errNoList
		}
		return err
	})
	if err != nil {
		return page[T]{}, err
	}
	return list, nil
}

// readList reads an array, or an object that has one in its member results.
func readList[T any](body io.Reader, most int, noun string, decode func(element []byte) (*T, error)) (page[T], error) {
	var list page[T]
	walk := walkJSON(body)
	element := func() error {
		n := len(list.items) + 1
		if n > most {
			return fmt.Errorf("the list is longer than %d elements", most)
		}
		raw, err := walk.next()
		if err != nil {
			return err
		}
		item, err := decode(raw)
		if err != nil {
			return fmt.Errorf("%s %d of the list: %w", noun, n, err)
		}
		list.items = append(list.items, *item)
		return nil
	}
	var total *float64
	isList := false
	var err error
	if walk.peek() == jsontext.KindBeginArray {
		list.isArray = true
		isList, err = walk.array(element)
	} else {
		_, err = walk.object(func(name string) (err error) {
			switch strings.ToLower(name) {
			case "results":
				list.items = nil
				isList, err = walk.array(element)
				return err
			case "totalcount":
				err = walk.value(&total)
			case "nextpage":
				var next struct{ Done bool }
				err = walk.value(&next)
				list.isLast = next.Done
			default:
				err = walk.skip()
			}
			return err
		})
	}
	if err == nil {
		err = walk.end()
	}
	if err != nil {
		return page[T]{}, err
	}
	if total != nil {
		list.total = int(max(0, min(*total, math.MaxInt32)))
	}
	if isList && list.items == nil {
		list.items = []T{}
	}
	if isEmpty := list.isLast || total != nil && list.total == 0; !isList && !isEmpty {
		return page[T]{}, errNoList
	}
	return list, nil
}

// errNoList is the error of an answer without a list. As an empty list, it would make every object count as gone.
var errNoList = errors.New("the answer contains no list")
