package transport

import (
	"bytes"
	"cmp"
	"io"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
)

// Request describes a request, without token, request id and attempts. Client.Do sends it.
type Request struct {
	// Number is the number of the operation in calls.md, such as "16", or "X1" for an extended
	// operation.
	Number string
	// Operation is the name of the operation in errors and logs, such as "get brand" or "create
	// language model".
	Operation string
	Method    string
	// Path has the segments below the endpoint, unescaped. Do escapes each of them, so that an
	// identifier can never add a segment or a query.
	Path  []string
	Query url.Values
	// Auth is the authorization of the call.
	Auth Auth
	Body *Body
	// JSON is a body of one JSON value.
	JSON any
	// IsProbe marks a request that tests whether the service has an extended operation. It is sent
	// even if the configuration does not allow extended operations.
	IsProbe bool
	// IsSentOnce marks a call that must not be repeated once it may have reached the service, such
	// as a create. Instead, the error is an AmbiguousError.
	IsSentOnce bool
	// HasPriority marks a call that other calls wait for. It skips the queue.
	HasPriority bool
	// MaxBytes is the maximum size of the response's body; 0 means defaultMaxBytes.
	MaxBytes int64
	// ResponseKind is how a successful response is distinguished from a web page.
	ResponseKind ResponseKind
	// IsSecret hides the body of a successful response in errors.
	IsSecret bool
	// SuccessStatuses are the statuses that count as success besides 2xx.
	SuccessStatuses []int
	// Stream reads the body of a successful response while it arrives. If it is nil, Response.Body
	// has the body.
	Stream func(body io.Reader) error
}

// ResponseKind is the content of a response. A gateway or a portal may send a web page instead.
type ResponseKind int

const (
	// DataResponse never looks like a web page.
	DataResponse ResponseKind = iota
	// TextResponse may look like a web page. Only its Content-Type distinguishes them.
	TextResponse
	// PageResponse is a web page.
	PageResponse
)

// Body is the body of a request. Open is called for each attempt, so that each attempt starts at
// the first byte. The transport closes the reader.
type Body struct {
	ContentType string
	// Length is the exact number of bytes, sent as Content-Length.
	Length int64
	Open   func() (io.ReadCloser, error)
}

// Auth is the authorization of a call: the subscription key and, unless the scope is KeyOnly, a
// token of the scope.
type Auth struct {
	Scope      Scope
	Location   string
	AccountID  string
	VideoID    string
	Permission Permission
	// IsOptional marks operations that return public objects without a token: if the token is
	// refused twice, one last attempt is sent without a token.
	IsOptional bool
}

// Scope is the kind of token that a call needs.
type Scope int

const (
	// KeyOnly calls have the subscription key, but no token.
	KeyOnly Scope = iota
	UserScope
	AccountScope
	VideoScope
)

// isExtended reports whether the operation is an extended one.
func (r Request) isExtended() bool { return strings.HasPrefix(r.Number, "X") }

// isSuccess reports whether a status is what the request hoped for.
func (r Request) isSuccess(status int) bool {
	return status/100 == 2 || slices.Contains(r.SuccessStatuses, status)
}

// limit returns how much is read of a response.
func (r Request) limit() int64 { return cmp.Or(r.MaxBytes, defaultMaxBytes) }

// Permission is what a token allows. It is part of the cache key of a token, so that a plan never
// uses a token with write permission.
type Permission bool

const (
	// PermissionRead omits allowEdit in the request for the token.
	PermissionRead Permission = false
	// PermissionWrite sets allowEdit=true in the request for the token.
	PermissionWrite Permission = true
)

// BytesBody returns a body that is in memory.
func BytesBody(contentType string, content []byte) *Body {
	return &Body{
		ContentType: contentType,
		Length:      int64(len(content)),
		Open:        func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(content)), nil },
	}
}

// requestBody is a request's body on its way out. It keeps the error of its source apart from those
// of the network.
type requestBody struct {
	source    io.ReadCloser
	timer     *idleTimer
	sourceErr atomic.Pointer[error]
	isClosed  atomic.Bool
}

func (b *requestBody) Read(p []byte) (int, error) {
	n, err := b.source.Read(p)
	if n > 0 {
		b.timer.tick()
	}
	isFailed := err != nil && err != io.EOF
	// After the connection is lost, the transport may still read a body that it has closed: an
	// error of the source is then not the cause.
	if isFailed && !b.isClosed.Load() {
		b.sourceErr.CompareAndSwap(nil, &err)
	}
	return n, err
}

func (b *requestBody) Close() error {
	b.isClosed.Store(true)
	return b.source.Close()
}

// readError returns the error of the source, or nil. A body that is not sent has none.
func (b *requestBody) readError() error {
	sourceErr := b.sourceErr.Load()
	if sourceErr != nil {
		return *sourceErr
	}
	return nil
}
