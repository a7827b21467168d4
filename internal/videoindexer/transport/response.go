package transport

import (
	"bytes"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"
)

// Response is the response to a request, which was read to its end.
type Response struct {
	Status int
	Header http.Header
	// Body has no byte order mark.
	Body []byte
	// SentAt is the time at which the request was sent.
	SentAt time.Time
	// IsNotFromService means that the body is most likely not the service's.
	IsNotFromService bool
	RequestIDs

	// url is the address as errors show it.
	url string
	// isTooLarge means that the body is cut off at the limit.
	isTooLarge bool
	// streamErr says why a body that was read as it came cannot be used.
	streamErr error
}

// RequestIDs are the ids by which the service's support finds a request.
type RequestIDs struct {
	// RequestID is the id that the client gave the request.
	RequestID string
	// ServiceRequestID is the id that the service gave the response; "" for none.
	ServiceRequestID string
}

// receive sends a request and reads the response. It does not follow redirects, because a token
// belongs to one host.
func (r *Response) receive(c *Client, req *http.Request, request Request, timer *idleTimer) error {
	received, err := c.HTTP.RoundTrip(req)
	if err != nil {
		return err
	}
	defer func() { _ = received.Body.Close() }()
	timer.tick()
	limit := request.limit()
	body := &responseBody{source: io.LimitReader(received.Body, limit+1), timer: timer}
	var content []byte
	if request.Stream != nil && request.isSuccess(received.StatusCode) {
		r.streamErr = request.Stream(body)
		content = body.head
	} else {
		content, _ = io.ReadAll(body)
	}
	if body.err != nil {
		return body.err
	}
	r.isTooLarge = body.read > limit
	content = content[:min(int64(len(content)), limit)]
	r.Body = bytes.TrimPrefix(content, ByteOrderMark)
	r.Status = received.StatusCode
	r.Header = received.Header
	r.ServiceRequestID = c.secrets.serviceRequestID(received.Header)
	return nil
}

// responseBody is a body on its way to a reader. It keeps the timer going, and the connection's
// errors apart from the reader's.
type responseBody struct {
	source io.Reader
	timer  *idleTimer
	// read counts the bytes that were read.
	read int64
	// head is the beginning of the body, for the excerpt of an error.
	head []byte
	// err is the error of the connection.
	err error
}

func (b *responseBody) Read(p []byte) (int, error) {
	n, err := b.source.Read(p)
	if n > 0 {
		b.timer.tick()
	}
	b.read += int64(n)
	missing := excerptSource - len(b.head)
	if missing > 0 {
		b.head = append(b.head, p[:min(n, missing)]...)
	}
	if err != nil && err != io.EOF {
		b.err = err
	}
	// The error is not wrapped, because readers compare it with io.EOF.
	return n, err
}

// ByteOrderMark is the beginning of the bodies of some services. JSON does not allow it.
var ByteOrderMark = []byte("\xef\xbb\xbf")

const (
	clientRequestIDHeader = "x-ms-client-request-id"
	maxIDRunes            = 128
)

// serviceRequestID returns the id that the service gave a response. The contract does not name the
// header: x-ms-request-id comes first, then any name that ends in request-id, apart from an echo of
// the client's own id.
func (r *redactor) serviceRequestID(header http.Header) string {
	for _, name := range append([]string{"X-Ms-Request-Id"}, slices.Sorted(maps.Keys(header))...) {
		lower := strings.ToLower(name)
		if !strings.HasSuffix(lower, "request-id") || lower == clientRequestIDHeader {
			continue
		}
		id := r.line(header.Get(name), maxIDRunes)
		if id != "" {
			return id
		}
	}
	return ""
}
