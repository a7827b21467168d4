package transport

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptrace"
	"time"

	"github.com/google/uuid"
)

// Attempt is one request on the wire, with its outcome.
type Attempt struct {
	Method, URL     string // as errors show them
	ClientRequestID string
	token           Token
	Began           time.Time

	// Status is 0 if no whole answer came; then either networkErr or permanentErr says why. Body has
	// no byte order mark, and is cut off if it is tooLarge.
	Status           int
	Header           http.Header
	Body             []byte
	tooLarge         bool
	NotFromService   bool   // the body is most likely not the service's
	streamErr        error  // why a streamed body could not be used
	ServiceRequestID string // empty where the service gave none
	// retryAfter is how long the service asks to wait, and gateWait is how long the gate holds
	// everyone after a 429.
	retryAfter, gateWait time.Duration

	// networkErr is a failure of the network; sent says whether bytes of the request may have left
	// before it.
	networkErr error
	sent       bool
	// permanentErr is a failure of the request itself, such as a token that cannot be obtained or a
	// body that cannot be read. It is ready for the caller, and no further attempt can change it.
	permanentErr error
}

// attempt waits for its turn, takes the token that is current then, sends the request with an id of
// its own, and reports the outcome to the pace. A call whose token was refused does not queue a
// second time, since its new token could expire in the queue as well.
func (c *call) attempt(ctx context.Context) Attempt {
	client := c.client
	hasPriority := c.request.HasPriority || c.token == renewedToken
	err := client.pace.wait(ctx, hasPriority)
	if err != nil {
		return Attempt{permanentErr: err} // ctx has ended, and result words the error
	}
	defer client.pace.ended()
	var token Token
	if c.token != withoutToken {
		token, err = client.TokenFor(ctx, c.request)
		if err != nil {
			return Attempt{permanentErr: err}
		}
	}
	c.attempts++
	attempt := c.send(ctx, token)
	if c.unreachable.IsZero() && attempt.isUnreached() {
		c.unreachable = time.Now()
	}
	if attempt.Status == http.StatusUnauthorized {
		c.dropToken(attempt.token)
	}
	attempt.retryAfter, attempt.gateWait = client.pace.report(&attempt)
	if attempt.permanentErr == nil {
		c.log(ctx, "request",
			slog.Int("status", attempt.Status),
			slog.Duration("duration", time.Since(attempt.Began)),
			slog.String("request_id", attempt.ClientRequestID),
			slog.String("service_request_id", attempt.ServiceRequestID))
	}
	return attempt
}

// isUnreached reports whether the attempt never reached the service.
func (a *Attempt) isUnreached() bool { return a.networkErr != nil && !a.sent }

// dropToken drops a refused token from the cache, which does not hold a configured one.
func (c *call) dropToken(refused Token) {
	if refused.Value != "" && refused.Source != CredentialToken {
		c.client.tokens.drop(c.request.Auth.key(), refused)
	}
}

// send puts a request on the wire and reads the answer to its end, so that a connection lost half
// way is a failed attempt.
func (c *call) send(ctx context.Context, token Token) Attempt {
	client := c.client
	seen := &sendWatch{}
	attempt := Attempt{Method: c.request.Method, URL: c.safeURL(), ClientRequestID: uuid.NewString(), token: token}
	timer := newIdleTimer(ctx, client.Config.RequestTimeout)
	defer timer.stop()
	traced := httptrace.WithClientTrace(timer.ctx, &httptrace.ClientTrace{GotConn: seen.gotConn})
	req, content, err := c.newRequest(traced, &attempt, timer)
	if err != nil {
		attempt.permanentErr = fmt.Errorf("%s: %w", c.request.Operation, err)
		return attempt
	}
	attempt.Began = time.Now()
	err = attempt.read(client, req, c.request, timer)
	if err == nil {
		return attempt
	}
	broken := content.failure()
	if broken != nil {
		attempt.permanentErr = fmt.Errorf("%s: %w", c.request.Operation, broken)
		return attempt
	}
	attempt.networkErr = client.secrets.error(timer.explain(err))
	attempt.sent = seen.wrote()
	return attempt
}

// newRequest makes the request of an attempt, with its headers, and opens its body again. It never
// sets GetBody: net/http would use it to send the same request, with the same id, a second time.
func (c *call) newRequest(
	ctx context.Context, attempt *Attempt, timer *idleTimer,
) (*http.Request, *requestBody, error) {
	config := &c.client.Config
	req, err := http.NewRequestWithContext(ctx, c.request.Method, c.address.String(), http.NoBody)
	if err != nil {
		return nil, nil, c.client.secrets.error(err)
	}
	req.Header.Set(clientRequestIDHeader, attempt.ClientRequestID)
	req.Header.Set("Accept", "application/json, */*;q=0.8")
	req.Header.Set("User-Agent", config.UserAgent)
	if config.SubscriptionKey != "" {
		req.Header.Set("Ocp-Apim-Subscription-Key", config.SubscriptionKey)
	}
	if attempt.token.Value != "" {
		req.Header.Set("Authorization", "Bearer "+attempt.token.Value)
	}
	body := c.request.Body
	if body == nil {
		// For the same reason a GET gets a body that is empty instead of none: when a kept-alive
		// connection is lost, net/http itself repeats a request that it knows to have no body. On
		// the wire the two are the same.
		if req.Method == http.MethodGet || req.Method == http.MethodHead {
			req.Body = io.NopCloser(&bytes.Reader{})
		}
		return req, &requestBody{}, nil
	}
	req.Header.Set("Content-Type", body.ContentType)
	if body.Length == 0 {
		return req, &requestBody{}, nil
	}
	source, err := body.Open()
	if err != nil {
		return nil, nil, fmt.Errorf("open the request's body: %w", err)
	}
	own := &requestBody{source: source, timer: timer}
	req.Body = own
	req.ContentLength = body.Length
	return req, own, nil
}

// read sends req and reads the answer.
func (a *Attempt) read(c *Client, req *http.Request, r Request, timer *idleTimer) error {
	answer, err := c.HTTP.RoundTrip(req) // it does not follow redirects: a token belongs to one host
	if err != nil {
		return err
	}
	defer func() { _ = answer.Body.Close() }()
	timer.tick()
	if r.Stream != nil && r.isSuccess(answer.StatusCode) {
		err = a.readStream(answer, r, timer)
	} else {
		err = a.readWhole(answer, r, timer)
	}
	if err != nil {
		return err
	}
	a.Status = answer.StatusCode
	a.Header = answer.Header
	a.ServiceRequestID = c.secrets.serviceRequestID(answer.Header)
	return nil
}

// maxErrorBytes is how much is read of a body that is not a success.
const maxErrorBytes = 256 << 10

// readStream hands the body of a success to the request's reader. A failure of the connection is
// returned; what the reader makes of the answer is kept with the attempt.
func (a *Attempt) readStream(answer *http.Response, r Request, timer *idleTimer) error {
	body := &streamedBody{source: io.LimitReader(&activityReader{answer.Body, timer}, r.limit()+1)}
	err := r.Stream(body)
	if body.err != nil {
		return body.err
	}
	a.Body = bytes.TrimPrefix(body.head, ByteOrderMark)
	a.streamErr = err
	a.tooLarge = body.read > r.limit()
	return nil
}

// readWhole reads the body of an answer, up to its limit.
func (a *Attempt) readWhole(answer *http.Response, r Request, timer *idleTimer) error {
	limit := r.limit()
	if !r.isSuccess(answer.StatusCode) {
		limit = min(limit, maxErrorBytes)
	}
	content, err := io.ReadAll(io.LimitReader(&activityReader{answer.Body, timer}, limit+1))
	if err != nil {
		return err
	}
	if int64(len(content)) > limit {
		content = content[:limit]
		a.tooLarge = true
	}
	a.Body = bytes.TrimPrefix(content, ByteOrderMark)
	return nil
}

// streamedBody is a body on its way to a reader. It keeps the connection's errors apart from the
// reader's, and the beginning of the body for the excerpt of an error.
type streamedBody struct {
	source io.Reader
	read   int64
	head   []byte
	err    error
}

func (b *streamedBody) Read(p []byte) (int, error) {
	n, err := b.source.Read(p)
	b.read += int64(n)
	missing := excerptSource - len(b.head)
	if missing > 0 {
		b.head = append(b.head, p[:min(n, missing)]...)
	}
	if err != nil && err != io.EOF {
		b.err = err
	}
	return n, err // io.EOF must stay itself
}
