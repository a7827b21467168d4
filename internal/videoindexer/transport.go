package videoindexer

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

// maxErrorBytes is as much as is read of a body that is not a success.
const maxErrorBytes = 256 << 10

// attempt is one request on the wire and what became of it.
type attempt struct {
	requestID string
	token     token
	began     time.Time

	// status is 0 where no whole answer came; then either err or stopped says why.
	status           int
	header           http.Header
	body             []byte
	tooLarge         bool
	serviceRequestID string
	// retryAfter is the wait after a 429, and what a 503 asks for.
	retryAfter time.Duration

	// err is a failure of the network, sent whether bytes of the request may have left before it.
	err  error
	sent bool
	// stopped is a failure of the request itself, such as a credential that is missing or a body that cannot be
	// read. It is ready for the caller, and no further attempt can change it.
	stopped error
}

// RoundTrip makes one attempt: it waits for its turn, takes a token and sends the request with an id of its own.
// The answer is read to its end here, so that a connection lost half way counts as a failed attempt.
func (k *call) RoundTrip(outer *http.Request) (*http.Response, error) {
	k.last = k.attempt(outer)
	last := &k.last
	if last.stopped != nil {
		return nil, last.stopped
	}
	k.logAttempt()
	if last.err != nil {
		return nil, last.err
	}
	return &http.Response{
		StatusCode: last.status, Header: last.header, Request: outer,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Body: io.NopCloser(bytes.NewReader(last.body)), ContentLength: int64(len(last.body)),
	}, nil
}

func (k *call) attempt(outer *http.Request) attempt {
	ctx, c := outer.Context(), k.client
	credential, err := k.takeTurn(ctx)
	if err != nil {
		return attempt{stopped: err}
	}
	this := attempt{requestID: uuid.NewString(), token: credential}
	k.attempts++
	clock := newClock(ctx, c.config.RequestTimeout)
	defer clock.stop()
	seen := &wire{}
	req := outer.Clone(httptrace.WithClientTrace(clock.ctx, &httptrace.ClientTrace{GotConn: seen.gotConn}))
	k.setHeaders(req, this)
	content, err := k.setBody(req, clock)
	if err != nil {
		c.pace.pass()
		this.stopped = fmt.Errorf("%s: open the request's body: %w", k.request.operation, err)
		return this
	}

	this.began = time.Now()
	err = this.read(c, req, k.request, clock)
	if err != nil {
		c.pace.lost()
	}
	if broken := content.failure(); err != nil && broken != nil {
		this.stopped = fmt.Errorf("%s: %w", k.request.operation, broken)
		return this
	}
	if err != nil {
		this.status, this.err, this.sent = 0, c.secrets.error(clock.explain(err)), seen.wrote()
		return this
	}
	k.observe(&this)
	return this
}

// takeTurn waits for the call's turn, and returns with the token that is current then. Getting a token takes turns of
// its own, so it comes before; and where the wait outlives the token, the turn goes to somebody else. A call that has
// lost its turn to a refused token does not queue again: its new token would grow old as well.
func (k *call) takeTurn(ctx context.Context) (token, error) {
	wait := k.client.pace.wait
	if k.request.urgent || k.refusals > 0 {
		wait = k.client.pace.hurry
	}
	for {
		if _, err := k.credential(ctx); err != nil {
			return token{}, err
		}
		if err := wait(ctx); err != nil {
			return token{}, fmt.Errorf("%s: %w", k.request.operation, err)
		}
		if t, isHeld, err := k.heldCredential(); isHeld || err != nil {
			return t, err
		}
		k.client.pace.pass()
	}
}

// read sends req and reads the answer.
func (a *attempt) read(c *Client, req *http.Request, r request, clock *clock) error {
	answer, err := c.http.RoundTrip(req)
	if err != nil {
		return err
	}
	defer func() { _ = answer.Body.Close() }()
	clock.answered()
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
	a.status, a.header, a.body = answer.StatusCode, answer.Header, content
	a.serviceRequestID = c.secrets.serviceRequestID(answer.Header)
	return nil
}

// observe tells the pace how the request fared.
func (k *call) observe(a *attempt) {
	asked, isAsked := parseRetryAfter(a.header, time.Now())
	switch a.status {
	case http.StatusTooManyRequests:
		if !isAsked {
			asked = k.client.backoff.after(k.spent)
		}
		a.retryAfter = max(asked, minRetryAfter)
		k.client.pace.refused(a.began, a.retryAfter)
		return
	case http.StatusServiceUnavailable:
		a.retryAfter = asked
	}
	k.client.pace.accepted(a.began)
}

func (r request) limit() int64 {
	if r.maxBytes > 0 {
		return r.maxBytes
	}
	return defaultMaxBytes
}

func (k *call) setHeaders(req *http.Request, this attempt) {
	config := &k.client.config
	req.Header.Set(clientRequestIDHeader, this.requestID)
	req.Header.Set("Accept", "application/json, */*;q=0.8")
	req.Header.Set("User-Agent", config.UserAgent)
	if config.SubscriptionKey != "" {
		req.Header.Set("Ocp-Apim-Subscription-Key", config.SubscriptionKey)
	}
	if this.token.value != "" {
		req.Header.Set("Authorization", "Bearer "+this.token.value)
	}
}

// setBody gives req the request's body, opened anew, or none. It never sets GetBody: net/http would use it to send
// the same request, with the same id, a second time.
func (k *call) setBody(req *http.Request, clock *clock) (*ownBody, error) {
	b := k.request.body
	if b == nil {
		// For the same reason a GET gets a body that is there and empty: when a kept-alive connection is lost,
		// net/http itself repeats what it can prove to be without one. On the wire the two are the same.
		if req.Method == http.MethodGet || req.Method == http.MethodHead {
			req.Body = io.NopCloser(&bytes.Reader{})
		}
		return nil, nil
	}
	source, err := b.open()
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", b.contentType)
	if b.length == 0 {
		req.Body = http.NoBody
		return nil, source.Close()
	}
	own := &ownBody{source: source, clock: clock}
	req.Body, req.ContentLength = own, b.length
	return own, nil
}

func (k *call) logAttempt() {
	if !k.client.log.Enabled(k.ctx, slog.LevelDebug) {
		return
	}
	k.client.log.LogAttrs(k.ctx, slog.LevelDebug, "request",
		slog.String("operation", k.request.operation),
		slog.String("method", k.request.method),
		slog.String("path", k.path()),
		slog.Int("status", k.last.status),
		slog.Int("attempt", k.attempts),
		slog.Duration("duration", time.Since(k.last.began)),
		slog.String("request_id", k.last.requestID),
		slog.String("service_request_id", k.last.serviceRequestID))
}
