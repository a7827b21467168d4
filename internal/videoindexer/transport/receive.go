package transport

import (
	"io"
	"net/http"
)

// maxErrorBytes is how much is read of a body that is not a success.
const maxErrorBytes = 256 << 10

// streamed hands the body of a success to the request's reader. A failure of the connection is returned; what the reader
// makes of the answer is kept with the attempt.
func (a *Attempt) streamed(answer *http.Response, r Request, clock *clock) error {
	body := &streamedBody{source: io.LimitReader(&ticking{answer.Body, clock}, r.limit()+1)}
	err := r.Stream(body)
	if body.err != nil {
		return body.err
	}
	a.Body, a.unreadable, a.tooLarge = body.head, err, body.read > r.limit()
	return nil
}

// whole keeps the body of an answer, up to its limit.
func (a *Attempt) whole(answer *http.Response, r Request, clock *clock) error {
	limit := r.limit()
	if !r.isSuccess(answer.StatusCode) {
		limit = min(limit, maxErrorBytes)
	}
	content, err := io.ReadAll(io.LimitReader(&ticking{answer.Body, clock}, limit+1))
	if err != nil {
		return err
	}
	if int64(len(content)) > limit {
		content, a.tooLarge = content[:limit], true
	}
	a.Body = content
	return nil
}

// streamedBody is a body on its way to a reader. It keeps the connection's errors apart from the reader's, and the beginning
// of the body for the excerpt of an error.
type streamedBody struct {
	source io.Reader
	read   int64
	head   []byte
	err    error
}

func (b *streamedBody) Read(p []byte) (int, error) {
	n, err := b.source.Read(p)
	b.read += int64(n)
	if missing := excerptSource - len(b.head); missing > 0 {
		b.head = append(b.head, p[:min(n, missing)]...)
	}
	if err != nil && err != io.EOF {
		b.err = err
	}
	return n, err //nolint:wrapcheck // io.EOF must stay itself
}
