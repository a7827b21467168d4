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
	buffered := bufio.NewReaderSize(body, 64<<10)
	if head, _ := buffered.Peek(len(transport.ByteOrderMark)); bytes.Equal(head, transport.ByteOrderMark) {
		_, _ = buffered.Discard(len(transport.ByteOrderMark))
	}
	bounded := &boundedReader{source: buffered}
	bounded.decoder = jsontext.NewDecoder(bounded, jsontext.AllowDuplicateNames(true))
	if err := json.UnmarshalDecode(bounded.decoder, into, leniently); err != nil {
		return inPlainWords(err)
	}
	if _, err := bounded.decoder.ReadToken(); !errors.Is(err, io.EOF) {
		return errors.New("something follows the JSON value")
	}
	return nil
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

// contentError is what is wrong with a value that JSON can say, in words for users.
type contentError struct{ error }

func (e *contentError) Unwrap() error { return e.error }
