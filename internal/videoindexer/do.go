package videoindexer

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"time"

	"github.com/google/uuid"
)

const (
	// maxUnreachable is how long attempts go on that never reach the service: most such failures are wrong settings.
	maxUnreachable = 10 * time.Second
	// maxErrorBytes is how much is read of a body that is not a success.
	maxErrorBytes = 256 << 10
)

// call is one request of the contract on its way: what was sent so far, how it went, and what that allows next.
type call struct {
	client  *Client
	request request
	address *url.URL

	attempts int // sent so far
	retries  int // further attempts that count against MaxRetries
	// unreachable is when the first of these attempts failed that never reached the service.
	unreachable time.Time
	last        attempt
	doubt       bool // an attempt before the last may have been carried out

	renewed   bool    // the attempt before the last was answered 401, and the last one carried a new token
	anonymous bool    // the last attempt carries no token
	refusal   attempt // the 401 before that
}

// attempt is one request on the wire and what became of it.
type attempt struct {
	method, address string // as errors show them
	clientRequestID string
	token           token
	began           time.Time

	// status is 0 where no whole answer came; then either err or stopped says why. The body is read to its end, or to the
	// limit where it is tooLarge.
	status           int
	header           http.Header
	body             []byte
	tooLarge         bool
	isForeign        bool   // the body is most likely not the service's
	unreadable       error  // why a streamed body could not be used
	serviceRequestID string // empty where the service gave none
	// retryAfter is the wait after a 429, and what a 503 asks for.
	retryAfter time.Duration

	// err is a failure of the network; sent says whether bytes of the request may have left before it.
	err  error
	sent bool
	// stopped is a failure of the request itself, such as a token that cannot be obtained or a body that cannot be read.
	// It is ready for the caller, and no further attempt can change it.
	stopped error
}

// do sends a request until it is answered or no further attempt is due, and returns the attempt that was a success.
// Every other end is one of this package's errors, or wraps that of ctx or of the request's own body.
func (c *Client) do(ctx context.Context, r request) (*attempt, error) {
	k, err := c.build(r)
	if err != nil {
		return nil, err
	}
	for {
		k.last = k.attempt(ctx)
		pause, isRepeated := k.judge(ctx)
		if !isRepeated || !sleep(ctx, pause) {
			return k.result(ctx)
		}
	}
}

// build checks what no attempt can change.
func (c *Client) build(r request) (*call, error) {
	for _, segment := range r.path {
		if segment == "" || segment == "." || segment == ".." {
			return nil, fmt.Errorf("%s: %q cannot be part of a request's path", r.operation, segment)
		}
	}
	if c.config.SubscriptionKey == "" && r.auth.scope != accountScope {
		return nil, &MissingCredentialError{Operation: r.operation}
	}
	if r.extended != "" && !r.isProbe && !c.config.ExtendedOperations {
		return nil, &NotExtendedError{Operation: r.operation, Extended: r.extended}
	}
	address := c.address(r.path)
	address.RawQuery = r.query.Encode()
	return &call{client: c, request: r, address: address}, nil
}

// attempt waits for its turn, takes the token that is current then, sends the request with an id of its own, and
// reports the outcome to the pace. A call whose token was refused does not queue a second time, since its new token
// could expire in the queue as well.
func (k *call) attempt(ctx context.Context) attempt {
	c := k.client
	if err := c.pace.wait(ctx, k.request.priority || k.renewed); err != nil {
		return attempt{stopped: err} // the end of ctx, which result puts into words
	}
	defer c.pace.ended()
	var credential token
	if !k.anonymous {
		var err error
		if credential, err = c.credential(ctx, k.request); err != nil {
			return attempt{stopped: err}
		}
	}
	k.attempts++
	this := k.send(ctx, credential)
	switch asked, isAsked := parseRetryAfter(this.header, time.Now()); {
	case this.status == 0:
	case this.status == http.StatusTooManyRequests && asked > maxRetryAfter:
		this.retryAfter = asked // this caller gives up; the others find out for themselves
	case this.status == http.StatusTooManyRequests:
		if isAsked {
			asked = max(asked, minRetryAfter)
		}
		this.retryAfter = c.pace.refused(this.began, asked, isAsked)
	default:
		c.pace.accepted(this.began)
		this.retryAfter = asked
	}
	if this.stopped == nil {
		k.logAttempt(ctx, &this)
	}
	return this
}

// send puts a request on the wire and reads the answer to its end, so that a connection lost half way is a failed
// attempt.
func (k *call) send(ctx context.Context, credential token) attempt {
	c, seen := k.client, &sendWatch{}
	this := attempt{method: k.request.method, address: k.shown(), clientRequestID: uuid.NewString(), token: credential}
	clock := newClock(ctx, c.config.RequestTimeout)
	defer clock.stop()
	traced := httptrace.WithClientTrace(clock.ctx, &httptrace.ClientTrace{GotConn: seen.gotConn})
	req, content, err := k.newRequest(traced, &this, clock)
	if err != nil {
		this.stopped = fmt.Errorf("%s: %w", k.request.operation, err)
		return this
	}
	this.began = time.Now()
	err = this.read(c, req, k.request, clock)
	switch broken := content.failure(); {
	case err == nil:
	case broken != nil:
		this.stopped = fmt.Errorf("%s: %w", k.request.operation, broken)
	default:
		this.err, this.sent = c.secrets.error(clock.explain(err)), seen.wrote()
	}
	return this
}

// newRequest is the request of an attempt, with its headers, and with its body opened again. It never sets GetBody:
// net/http would use it to send the same request, with the same id, a second time.
func (k *call) newRequest(ctx context.Context, this *attempt, clock *clock) (*http.Request, *ownBody, error) {
	config := &k.client.config
	req, err := http.NewRequestWithContext(ctx, k.request.method, k.address.String(), http.NoBody)
	if err != nil {
		return nil, nil, k.client.secrets.error(err)
	}
	req.Header.Set(clientRequestIDHeader, this.clientRequestID)
	req.Header.Set("Accept", "application/json, */*;q=0.8")
	req.Header.Set("User-Agent", config.UserAgent)
	if config.SubscriptionKey != "" {
		req.Header.Set("Ocp-Apim-Subscription-Key", config.SubscriptionKey)
	}
	if this.token.value != "" {
		req.Header.Set("Authorization", "Bearer "+this.token.value)
	}
	b := k.request.body
	if b == nil {
		// For the same reason a GET gets a body that is empty instead of none: when a kept-alive connection is lost,
		// net/http itself repeats a request that it knows to have no body. On the wire the two are the same.
		if req.Method == http.MethodGet || req.Method == http.MethodHead {
			req.Body = io.NopCloser(&bytes.Reader{})
		}
		return req, nil, nil
	}
	source, err := b.open()
	if err != nil {
		return nil, nil, fmt.Errorf("open the request's body: %w", err)
	}
	req.Header.Set("Content-Type", b.contentType)
	if b.length == 0 {
		return req, nil, source.Close()
	}
	own := &ownBody{source: source, clock: clock}
	req.Body, req.ContentLength = own, b.length
	return req, own, nil
}

// read sends req and reads the answer.
func (a *attempt) read(c *Client, req *http.Request, r request, clock *clock) error {
	answer, err := c.http.RoundTrip(req) // which follows no redirect: a token belongs to one host
	if err != nil {
		return err
	}
	defer func() { _ = answer.Body.Close() }()
	clock.answered()
	if r.stream != nil && r.isSuccess(answer.StatusCode) {
		err = a.streamed(answer, r, clock)
	} else {
		err = a.whole(answer, r, clock)
	}
	if err != nil {
		return err
	}
	a.status, a.header = answer.StatusCode, answer.Header
	a.serviceRequestID = c.secrets.serviceRequestID(answer.Header)
	return nil
}

// judge decides whether another attempt follows the last one, and after which pause. A 429 needs no pause of its own: the
// gate of the pace holds every caller.
func (k *call) judge(ctx context.Context) (pause time.Duration, isRepeated bool) {
	last, longest := &k.last, defaultBackoff.limit
	wasRenewed := k.renewed
	k.renewed = false
	switch {
	case ctx.Err() != nil || last.stopped != nil:
		return 0, false
	case last.err != nil:
		longest, isRepeated = k.mayRepeatFailed()
		isRepeated = isRepeated && k.retry()
		k.doubt = k.doubt || isRepeated && last.sent
	case last.status == http.StatusUnauthorized:
		return 0, k.renew(wasRenewed)
	case last.status == http.StatusTooManyRequests:
		if isRepeated = last.retryAfter <= maxRetryAfter && k.retry(); isRepeated {
			k.logWait(ctx, last.retryAfter)
		}
		return 0, isRepeated
	case isPassing(last.status):
		isRepeated = !k.request.onlyOnce && k.retry()
		k.doubt = k.doubt || isRepeated
	}
	if !isRepeated {
		return 0, false
	}
	pause = min(k.client.backoff.after(k.retries-1), longest)
	if last.retryAfter > 0 && last.retryAfter <= maxRetryAfter {
		pause = last.retryAfter
	}
	k.logWait(ctx, pause)
	return pause, true
}

func (k *call) retry() bool {
	if k.retries >= k.client.config.MaxRetries {
		return false
	}
	k.retries++
	return true
}

// mayRepeatFailed decides whether an attempt without an answer may be repeated, and how long the pause may be at most.
func (k *call) mayRepeatFailed() (longest time.Duration, may bool) {
	last := &k.last
	switch {
	case k.request.onlyOnce && last.sent, isUntrusted(last.err):
		return 0, false
	case last.sent:
		return defaultBackoff.limit, true
	}
	if k.unreachable.IsZero() {
		k.unreachable = time.Now()
	}
	longest = maxUnreachable - time.Since(k.unreachable)
	return longest, longest > 0
}

// renew decides what follows a 401, which the service sends for an expired token and for a token without the right
// alike. The token is dropped, and one new token is tried. If that is refused as well, a public video is still read
// without any.
func (k *call) renew(wasRenewed bool) bool {
	last, a := &k.last, k.request.auth
	if a.scope == keyOnly || k.anonymous {
		return false
	}
	if !last.token.fixed {
		k.client.tokens.drop(a.key(), last.token)
		if !wasRenewed {
			k.renewed = true
			return true
		}
	}
	if a.optional {
		k.anonymous, k.refusal = true, *last
	}
	return k.anonymous
}

// isPassing says whether a status is a failure that may be over a moment later.
func isPassing(status int) bool {
	switch status {
	case http.StatusInternalServerError, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return false
}

// isFinal says whether a status would have ended the call in any case; 0 is no answer, which has a cause of its own.
func isFinal(status int) bool {
	return status != http.StatusUnauthorized && status != http.StatusTooManyRequests && !isPassing(status)
}

// sleep waits for the pause, and reports whether ctx is still valid after it.
func sleep(ctx context.Context, pause time.Duration) bool {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
	return ctx.Err() == nil
}

// result is the outcome of the call, once no further attempt follows.
func (k *call) result(ctx context.Context) (*attempt, error) {
	last, ended, operation := &k.last, ctx.Err(), k.request.operation
	switch {
	case k.request.isSuccess(last.status):
		return k.success()
	case k.request.extended != "" && k.client.isLacking(last):
		return nil, &LackingOperationError{Extended: k.request.extended, Err: k.apiError(last)}
	case k.request.onlyOnce && (last.err != nil && last.sent || last.status >= http.StatusInternalServerError):
		cause := k.failure()
		if last.err != nil {
			cause = cmp.Or(ended, last.err)
		}
		return nil, &AmbiguousError{Operation: operation, Method: k.request.method, Address: k.shown(), RequestID: last.clientRequestID, Err: cause}
	case ended != nil && !isFinal(last.status):
		return nil, k.interrupted(ended)
	case ended != nil && last.status == 0 && (last.stopped == nil || errors.Is(last.stopped, ended)):
		return nil, k.interrupted(ended)
	case k.anonymous:
		// The attempt without a token failed as well. Its 404 would not prove that nothing is there, so the refusal is
		// returned.
		return nil, k.apiError(&k.refusal)
	}
	return nil, k.failure()
}

func (k *call) success() (*attempt, error) {
	if k.last.tooLarge {
		k.last.body = nil
		return nil, k.client.unexpected(k.request.operation, &k.last, fmt.Errorf("the body is larger than %d bytes", k.request.limit()))
	}
	if k.last.unreadable != nil {
		return nil, k.client.unexpected(k.request.operation, &k.last, k.last.unreadable)
	}
	return &k.last, nil
}
