package transport

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
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
	request Request
	address *url.URL

	attempts int // sent so far
	retries  int // further attempts that count against MaxRetries
	// unreachable is when the first of these attempts failed that never reached the service.
	unreachable    time.Time
	last           Attempt
	mayHaveApplied bool // an attempt before the last may have been carried out

	renewed   bool    // the attempt before the last was answered 401, and the last one carried a new token
	anonymous bool    // the last attempt carries no token
	refusal   Attempt // the 401 before that
}

// Attempt is one request on the wire and what became of it.
type Attempt struct {
	Method, Address string // as errors show them
	ClientRequestID string
	token           Token
	Began           time.Time

	// status is 0 where no whole answer came; then either err or stopped says why. The body is read to its end, or to the
	// limit where it is tooLarge.
	Status           int
	Header           http.Header
	Body             []byte
	tooLarge         bool
	NotFromService   bool   // the body is most likely not the service's
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

// Do sends a request until it is answered or no further attempt is due, and returns the attempt that was a success.
// Every other end is one of this package's errors, or wraps that of ctx or of the request's own body.
func (c *Client) Do(ctx context.Context, r Request) (*Attempt, error) {
	k, err := c.build(r)
	if err != nil {
		return nil, err
	}
	for {
		k.last = k.attempt(ctx)
		pause, isRepeated := k.judge(ctx)
		if !isRepeated || !Sleep(ctx, pause) {
			return k.result(ctx)
		}
	}
}

// build checks what no attempt can change.
func (c *Client) build(r Request) (*call, error) {
	for _, segment := range r.Path {
		if segment == "" || segment == "." || segment == ".." {
			return nil, fmt.Errorf("%s: %q cannot be part of a request's path", r.Operation, segment)
		}
	}
	if c.Config.SubscriptionKey == "" && r.Auth.Scope != AccountScope {
		return nil, &MissingCredentialError{Operation: r.Operation}
	}
	if r.Extended != "" && !r.IsProbe && !c.Config.ExtendedOperations {
		return nil, &NotExtendedError{Operation: r.Operation, Extended: r.Extended}
	}
	if r.JSON != nil {
		content, err := json.Marshal(r.JSON)
		if err != nil {
			return nil, fmt.Errorf("%s: encode the request: %w", r.Operation, err)
		}
		r.Body = BytesBody("application/json", content)
	}
	address := c.Address(r.Path)
	address.RawQuery = r.Query.Encode()
	return &call{client: c, request: r, address: address}, nil
}

// attempt waits for its turn, takes the token that is current then, sends the request with an id of its own, and
// reports the outcome to the pace. A call whose token was refused does not queue a second time, since its new token
// could expire in the queue as well.
func (k *call) attempt(ctx context.Context) Attempt {
	c := k.client
	if err := c.pace.wait(ctx, k.request.Priority || k.renewed); err != nil {
		return Attempt{stopped: err} // the end of ctx, which result puts into words
	}
	defer c.pace.ended()
	var credential Token
	if !k.anonymous {
		var err error
		if credential, err = c.Credential(ctx, k.request); err != nil {
			return Attempt{stopped: err}
		}
	}
	k.attempts++
	this := k.send(ctx, credential)
	switch asked, isAsked := parseRetryAfter(this.Header, time.Now()); {
	case this.Status == 0:
	case this.Status == http.StatusTooManyRequests && asked > maxRetryAfter:
		this.retryAfter = asked // this caller gives up; the others find out for themselves
	case this.Status == http.StatusTooManyRequests:
		if isAsked {
			asked = max(asked, minRetryAfter)
		}
		this.retryAfter = c.pace.refused(this.Began, asked, isAsked)
	default:
		c.pace.accepted(this.Began)
		this.retryAfter = asked
	}
	if this.stopped == nil {
		k.logAttempt(ctx, &this)
	}
	return this
}

// send puts a request on the wire and reads the answer to its end, so that a connection lost half way is a failed
// attempt.
func (k *call) send(ctx context.Context, credential Token) Attempt {
	c, seen := k.client, &sendWatch{}
	this := Attempt{Method: k.request.Method, Address: k.shown(), ClientRequestID: uuid.NewString(), token: credential}
	clock := newClock(ctx, c.Config.RequestTimeout)
	defer clock.stop()
	traced := httptrace.WithClientTrace(clock.ctx, &httptrace.ClientTrace{GotConn: seen.gotConn})
	req, content, err := k.newRequest(traced, &this, clock)
	if err != nil {
		this.stopped = fmt.Errorf("%s: %w", k.request.Operation, err)
		return this
	}
	this.Began = time.Now()
	err = this.read(c, req, k.request, clock)
	switch broken := content.failure(); {
	case err == nil:
	case broken != nil:
		this.stopped = fmt.Errorf("%s: %w", k.request.Operation, broken)
	default:
		this.err, this.sent = c.secrets.error(clock.explain(err)), seen.wrote()
	}
	return this
}

// newRequest is the request of an attempt, with its headers, and with its body opened again. It never sets GetBody:
// net/http would use it to send the same request, with the same id, a second time.
func (k *call) newRequest(ctx context.Context, this *Attempt, clock *clock) (*http.Request, *ownBody, error) {
	config := &k.client.Config
	req, err := http.NewRequestWithContext(ctx, k.request.Method, k.address.String(), http.NoBody)
	if err != nil {
		return nil, nil, k.client.secrets.error(err)
	}
	req.Header.Set(clientRequestIDHeader, this.ClientRequestID)
	req.Header.Set("Accept", "application/json, */*;q=0.8")
	req.Header.Set("User-Agent", config.UserAgent)
	if config.SubscriptionKey != "" {
		req.Header.Set("Ocp-Apim-Subscription-Key", config.SubscriptionKey)
	}
	if this.token.Value != "" {
		req.Header.Set("Authorization", "Bearer "+this.token.Value)
	}
	b := k.request.Body
	if b == nil {
		// For the same reason a GET gets a body that is empty instead of none: when a kept-alive connection is lost,
		// net/http itself repeats a request that it knows to have no body. On the wire the two are the same.
		if req.Method == http.MethodGet || req.Method == http.MethodHead {
			req.Body = io.NopCloser(&bytes.Reader{})
		}
		return req, nil, nil
	}
	source, err := b.Open()
	if err != nil {
		return nil, nil, fmt.Errorf("open the request's body: %w", err)
	}
	req.Header.Set("Content-Type", b.ContentType)
	if b.Length == 0 {
		return req, nil, source.Close()
	}
	own := &ownBody{source: source, clock: clock}
	req.Body, req.ContentLength = own, b.Length
	return req, own, nil
}

// read sends req and reads the answer.
func (a *Attempt) read(c *Client, req *http.Request, r Request, clock *clock) error {
	answer, err := c.HTTP.RoundTrip(req) // which follows no redirect: a token belongs to one host
	if err != nil {
		return err
	}
	defer func() { _ = answer.Body.Close() }()
	clock.answered()
	if r.Stream != nil && r.isSuccess(answer.StatusCode) {
		err = a.streamed(answer, r, clock)
	} else {
		err = a.whole(answer, r, clock)
	}
	if err != nil {
		return err
	}
	a.Status, a.Header = answer.StatusCode, answer.Header
	a.serviceRequestID = c.secrets.serviceRequestID(answer.Header)
	return nil
}

// judge decides whether another attempt follows the last one, and after which pause. A 429 needs no pause of its own: the
// gate of the pace holds every caller.
func (k *call) judge(ctx context.Context) (pause time.Duration, isRepeated bool) {
	last, longest := &k.last, defaultBackoff.Limit
	wasRenewed := k.renewed
	k.renewed = false
	switch {
	case ctx.Err() != nil || last.stopped != nil:
		return 0, false
	case last.err != nil:
		longest, isRepeated = k.mayRepeatFailed()
		isRepeated = isRepeated && k.retry()
		k.mayHaveApplied = k.mayHaveApplied || isRepeated && last.sent
	case last.Status == http.StatusUnauthorized:
		return 0, k.renew(wasRenewed)
	case last.Status == http.StatusTooManyRequests:
		if isRepeated = last.retryAfter <= maxRetryAfter && k.retry(); isRepeated {
			k.logWait(ctx, last.retryAfter)
		}
		return 0, isRepeated
	case isPassing(last.Status):
		isRepeated = !k.request.OnlyOnce && k.retry()
		k.mayHaveApplied = k.mayHaveApplied || isRepeated
	}
	if !isRepeated {
		return 0, false
	}
	pause = min(k.client.Backoff.After(k.retries-1), longest)
	if last.retryAfter > 0 && last.retryAfter <= maxRetryAfter {
		pause = last.retryAfter
	}
	k.logWait(ctx, pause)
	return pause, true
}

func (k *call) retry() bool {
	if k.retries >= k.client.Config.MaxRetries {
		return false
	}
	k.retries++
	return true
}

// mayRepeatFailed decides whether an attempt without an answer may be repeated, and how long the pause may be at most.
func (k *call) mayRepeatFailed() (longest time.Duration, may bool) {
	last := &k.last
	switch {
	case k.request.OnlyOnce && last.sent, isUntrusted(last.err):
		return 0, false
	case last.sent:
		return defaultBackoff.Limit, true
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
	last, a := &k.last, k.request.Auth
	if a.Scope == KeyOnly || k.anonymous {
		return false
	}
	if !last.token.fixed {
		k.client.tokens.drop(a.key(), last.token)
		if !wasRenewed {
			k.renewed = true
			return true
		}
	}
	if a.Optional {
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

// Sleep waits for the pause, and reports whether ctx is still valid after it.
func Sleep(ctx context.Context, pause time.Duration) bool {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
	return ctx.Err() == nil
}

// result is the outcome of the call, once no further attempt follows.
func (k *call) result(ctx context.Context) (*Attempt, error) {
	last, ended, operation := &k.last, ctx.Err(), k.request.Operation
	switch {
	case k.request.isSuccess(last.Status):
		return k.success()
	case k.request.Extended != "" && k.client.isUnsupported(last):
		return nil, &UnsupportedOperationError{Extended: k.request.Extended, Err: k.apiError(last)}
	case k.request.OnlyOnce && (last.err != nil && last.sent || last.Status >= http.StatusInternalServerError):
		cause := k.failure()
		if last.err != nil {
			cause = cmp.Or(ended, last.err)
		}
		return nil, &AmbiguousError{Operation: operation, Method: k.request.Method, Address: k.shown(), RequestID: last.ClientRequestID, Err: cause}
	case ended != nil && !isFinal(last.Status):
		return nil, k.interrupted(ended)
	case ended != nil && last.Status == 0 && (last.stopped == nil || errors.Is(last.stopped, ended)):
		return nil, k.interrupted(ended)
	case k.anonymous:
		// The attempt without a token failed as well. Its 404 would not prove that nothing is there, so the refusal is
		// returned.
		return nil, k.apiError(&k.refusal)
	}
	return nil, k.failure()
}

func (k *call) success() (*Attempt, error) {
	if k.last.tooLarge {
		k.last.Body = nil
		return nil, k.client.Unexpected(k.request.Operation, &k.last, fmt.Errorf("the body is larger than %d bytes", k.request.limit()))
	}
	if k.last.unreadable != nil {
		return nil, k.client.Unexpected(k.request.Operation, &k.last, k.last.unreadable)
	}
	return &k.last, nil
}
