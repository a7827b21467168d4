package transport

import (
	"bytes"
	"cmp"
	"io"
	"net/url"
	"slices"
	"strings"
)

// Request describes one call of the contract, before it has a token, a request id or an attempt.
// Client.Do sends it.
type Request struct {
	// Number is that of the operation in the descriptions of the service: "16", and "X1" for one
	// beyond the contract.
	Number string
	// Operation says what is being done, for errors and logs: "get brand", "create language model".
	Operation string
	Method    string
	// Path holds the segments below the endpoint, unescaped; Do escapes each of them, so that an
	// identifier can never add a segment or a query.
	Path  []string
	Query url.Values
	// Auth says which credential the call carries.
	Auth Auth
	Body *Body
	// JSON is a body of one JSON value.
	JSON any
	// IsProbe marks a request that asks whether the service has an operation beyond the contract:
	// it is sent even if the configuration does not allow these.
	IsProbe bool
	// OnlyOnce marks a call that must not be sent again once it may have reached the service, such
	// as one that creates something: instead of a repetition there is an AmbiguousError.
	OnlyOnce bool
	// SkipsQueue marks a call that others wait for: it does not queue for its turn.
	SkipsQueue bool
	// MaxBytes bounds the response body that is read; 0 stands for DefaultMaxBytes.
	MaxBytes int64
	// AnswerKind says how a success is told from a web page.
	AnswerKind AnswerKind
	// IsSecret keeps the body of a success out of errors.
	IsSecret bool
	// SuccessStatuses lists the statuses that count as success, apart from every 2xx.
	SuccessStatuses []int
	// Stream reads the body of a success as it comes. If it is nil, Attempt.Body holds the body.
	Stream func(body io.Reader) error
}

// AnswerKind is what an answer is made of. A gateway or a portal may send a web page in its place.
type AnswerKind int

const (
	// DataAnswer never looks like a web page.
	DataAnswer AnswerKind = iota
	// TextAnswer may look like one: only its Content-Type tells them apart.
	TextAnswer
	// PageAnswer is one.
	PageAnswer
)

// Body is what a request carries. Open is called for each attempt, so that a repeated attempt
// starts at the first byte; the reader it returns is closed by the transport.
type Body struct {
	ContentType string
	// Length is the exact number of bytes, sent as Content-Length.
	Length int64
	Open   func() (io.ReadCloser, error)
}

// Auth is the credential of a call: a subscription key alone, or a token of a scope as well.
type Auth struct {
	Scope      Scope
	Location   string
	AccountID  string
	Permission Permission
	// Optional marks endpoints that answer without a token about what is public: if the token is
	// refused twice, one last attempt goes out without any.
	Optional bool
}

// Scope is the kind of token that a call needs.
type Scope int

const (
	// KeyOnly calls carry the subscription key and no token.
	KeyOnly Scope = iota
	UserScope
	AccountScope
)

// isExtended says whether the operation is one beyond the contract.
func (r Request) isExtended() bool { return strings.HasPrefix(r.Number, "X") }

// isSuccess says whether a status is what the request hoped for.
func (r Request) isSuccess(status int) bool {
	return status/100 == 2 || slices.Contains(r.SuccessStatuses, status)
}

// limit is how much is read of a success.
func (r Request) limit() int64 { return cmp.Or(r.MaxBytes, DefaultMaxBytes) }

// Permission is what a token allows. It is part of every token's cache key, so that a plan never
// holds a token that can write.
type Permission bool

const (
	// Read is asked for by leaving allowEdit false.
	Read Permission = false
	// Write is asked for with allowEdit=true.
	Write Permission = true
)

// BytesBody is a body that is in memory.
func BytesBody(contentType string, content []byte) *Body {
	return &Body{
		ContentType: contentType,
		Length:      int64(len(content)),
		Open:        func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(content)), nil },
	}
}
