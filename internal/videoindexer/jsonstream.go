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

// decodeStream reads one JSON value as it comes, after a byte order mark if there is one. It holds what into keeps of it.
func decodeStream(body io.Reader, into any) error {
	d := newDecoder(body)
	if err := json.UnmarshalDecode(d, into, leniently); err != nil {
		return inPlainWords(err)
	}
	if _, err := d.ReadToken(); !errors.Is(err, io.EOF) {
		return errors.New("something follows the JSON value")
	}
	return nil
}

func newDecoder(body io.Reader) *jsontext.Decoder {
	buffered := bufio.NewReaderSize(body, 64<<10)
	if head, _ := buffered.Peek(len(transport.ByteOrderMark)); bytes.Equal(head, transport.ByteOrderMark) {
		_, _ = buffered.Discard(len(transport.ByteOrderMark))
	}
	bounded := &boundedReader{source: buffered}
	bounded.decoder = jsontext.NewDecoder(bounded, jsontext.AllowDuplicateNames(true))
	return bounded.decoder
}

// boundedReader fails if its decoder holds too much that it has not decoded.
type boundedReader struct {
	source  io.Reader
	read    int64
	decoder *jsontext.Decoder
}

func (r *boundedReader) Read(p []byte) (int, error) {
	if r.read-r.decoder.InputOffset() > maxValueBytes {
		return 0, fmt.Errorf("a value is longer than %d bytes", maxValueBytes)
	}
	n, err := r.source.Read(p)
	r.read += int64(n)
	return n, err //nolint:wrapcheck // io.EOF must stay itself
}

// eachElement calls element for each element of the next value; element reads it. A value that is not an array is skipped, and the
// result is false.
func eachElement(d *jsontext.Decoder, element func() error) (isArray bool, err error) {
	if d.PeekKind() != jsontext.KindBeginArray {
		return false, d.SkipValue()
	}
	_, err = d.ReadToken()
	for err == nil && d.PeekKind() != jsontext.KindEndArray {
		err = element()
	}
	if err == nil {
		_, err = d.ReadToken()
	}
	return true, err
}

// contentError is what is wrong with a value that JSON can say, in words for users.
type contentError struct{ error }

func (e *contentError) Unwrap() error { return e.error }
