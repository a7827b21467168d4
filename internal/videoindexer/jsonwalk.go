package videoindexer

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer/transport"
)

// maxValueBytes bounds a value that is decoded as a whole, such as an element of a list, and each token of what is skipped.
const maxValueBytes = 8 << 20

// jsonWalk reads a JSON value as a stream, and holds only the part that is being decoded.
type jsonWalk struct {
	decoder *jsontext.Decoder
	body    *boundedReader
}

// boundedReader fails once more than left bytes are wanted of it.
type boundedReader struct {
	io.Reader
	left int
}

func (r *boundedReader) Read(p []byte) (int, error) {
	if r.left <= 0 {
		return 0, fmt.Errorf("a value is longer than %d bytes", maxValueBytes)
	}
	n, err := r.Reader.Read(p)
	r.left -= n
	return n, err //nolint:wrapcheck // io.EOF must stay itself
}

// walkJSON begins to read a body, after a byte order mark if there is one.
func walkJSON(body io.Reader) *jsonWalk {
	buffered := bufio.NewReaderSize(body, 64<<10)
	if head, _ := buffered.Peek(len(transport.ByteOrderMark)); bytes.Equal(head, transport.ByteOrderMark) {
		_, _ = buffered.Discard(len(transport.ByteOrderMark))
	}
	bounded := &boundedReader{Reader: buffered, left: maxValueBytes}
	return &jsonWalk{decoder: jsontext.NewDecoder(bounded, jsontext.AllowDuplicateNames(true)), body: bounded}
}

// object calls member for each member of the next value; member reads the member's value. If the next value is not an
// object, it is skipped, and the result is false.
func (w *jsonWalk) object(member func(name string) error) (bool, error) {
	return w.inside(jsontext.KindBeginObject, jsontext.KindEndObject, func() error {
		name, err := w.token()
		if err != nil {
			return err
		}
		return member(name.String())
	})
}

// array calls element for each element of the next value; element reads it. If the next value is not an array, it is
// skipped, and the result is false.
func (w *jsonWalk) array(element func() error) (bool, error) {
	return w.inside(jsontext.KindBeginArray, jsontext.KindEndArray, element)
}

func (w *jsonWalk) inside(opening, closing jsontext.Kind, each func() error) (bool, error) {
	if w.peek() != opening {
		return false, w.skip()
	}
	_, err := w.token()
	for err == nil && w.peek() != closing {
		err = each()
	}
	if err == nil {
		_, err = w.token()
	}
	return true, err
}

// skip skips the next value.
func (w *jsonWalk) skip() error {
	for depth := w.decoder.StackDepth(); ; {
		if _, err := w.token(); err != nil || w.decoder.StackDepth() <= depth {
			return err
		}
	}
}

// value decodes the next value.
func (w *jsonWalk) value(into any) error {
	w.body.left = maxValueBytes
	return inPlainWords(json.UnmarshalDecode(w.decoder, into, leniently))
}

// next is the next value as it is written, until the walk goes on.
func (w *jsonWalk) next() ([]byte, error) {
	w.body.left = maxValueBytes
	raw, err := w.decoder.ReadValue()
	return raw, inPlainWords(err)
}

// end returns an error if anything but white space follows.
func (w *jsonWalk) end() error {
	if _, err := w.token(); !errors.Is(err, errEndsEarly) {
		return errors.New("something follows the JSON value")
	}
	return nil
}

// peek returns the kind of the next token without reading it; it is invalid if there is none.
func (w *jsonWalk) peek() jsontext.Kind {
	w.body.left = maxValueBytes
	return w.decoder.PeekKind()
}

func (w *jsonWalk) token() (jsontext.Token, error) {
	w.body.left = maxValueBytes
	token, err := w.decoder.ReadToken()
	return token, inPlainWords(err)
}
