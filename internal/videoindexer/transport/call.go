package transport

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/go-json-experiment/json"
)

// call is one request of the contract on its way: what was sent so far, how it went, and what that
// allows next.
type call struct {
	client  *Client
	request Request
	address *url.URL

	attempts int // sent so far
	retries  int // further attempts that count against MaxRetries
	// totalRetryAfter is how long the service has asked to wait so far.
	totalRetryAfter time.Duration
	// unreachable is when the first of these attempts failed that never reached the service.
	unreachable      time.Time
	last             Attempt
	mayHaveSucceeded bool // an attempt before the last may have been carried out

	isRenewed bool      // the attempt before the last was answered 401, and the last one carried a new token
	refusal   *APIError // the 401 after which the last attempt carries no token
}

// Do sends a request until an attempt succeeds or no further attempt is allowed, and returns the
// successful attempt. Its errors are those of this package, or wrap an error of ctx or of the
// request's body.
func (c *Client) Do(ctx context.Context, r Request) (*Attempt, error) {
	k, err := c.build(r)
	if err != nil {
		return nil, err
	}
	for {
		k.last = k.attempt(ctx)
		pause, isRepeated := k.nextPause(ctx)
		if !isRepeated || !Sleep(ctx, pause) {
			return k.result(ctx)
		}
	}
}

// build checks what no attempt can change.
func (c *Client) build(r Request) (*call, error) {
	for _, segment := range r.Path {
		if slices.Contains([]string{"", ".", ".."}, segment) {
			return nil, fmt.Errorf("%s: %q cannot be part of a request's path", r.Operation, segment)
		}
	}
	if c.Config.SubscriptionKey == "" && r.Auth.Scope != AccountScope {
		return nil, &MissingCredentialError{Operation: r.Operation}
	}
	isAllowed := c.Config.ExtendedOperations || r.IsProbe
	if r.isExtended() && !isAllowed {
		return nil, &ExtendedDisabledError{Number: r.Number, Operation: r.Operation}
	}
	if r.JSON != nil {
		content, err := json.Marshal(r.JSON)
		if err != nil {
			return nil, fmt.Errorf("%s: encode the request: %w", r.Operation, err)
		}
		r.Body = BytesBody("application/json", content)
	}
	address := c.URL(r.Path)
	address.RawQuery = r.Query.Encode()
	return &call{client: c, request: r, address: address}, nil
}

// maxUnreachable is the time after which a call gives up if no attempt reaches the service: the
// cause is usually a wrong setting.
const maxUnreachable = 10 * time.Second

// nextPause decides whether another attempt follows the last one, and after which pause: at least
// the one that the service asks for.
func (k *call) nextPause(ctx context.Context) (pause time.Duration, isRepeated bool) {
	last, wasRenewed := &k.last, k.isRenewed
	k.isRenewed = false
	if ctx.Err() != nil || last.permanentErr != nil {
		return 0, false
	}
	if last.Status == http.StatusUnauthorized {
		return 0, k.renew(wasRenewed)
	}
	longest, isRepeatable := k.longestPause()
	mayRetry := k.retries < k.client.Config.MaxRetries && k.mayWait()
	if !isRepeatable || !mayRetry {
		return 0, false
	}
	k.mayHaveSucceeded = k.mayHaveSucceeded || last.mayHaveSucceeded()
	pause = min(k.client.Backoff.After(k.retries), longest)
	if last.gateWait == 0 {
		pause = max(pause, last.retryAfter)
	}
	k.retries++
	k.totalRetryAfter += last.retryAfter
	k.log(ctx, "waiting before the next attempt", slog.Duration("wait", max(pause, last.gateWait)))
	return pause, true
}

// mayWait says whether the call waits as long as the service asks for.
func (k *call) mayWait() bool {
	return k.last.retryAfter <= maxRetryAfter && k.totalRetryAfter+k.last.retryAfter <= maxTotalRetryAfter
}

// longestPause is how long the pause after the last attempt may be, if such an attempt may be
// repeated at all.
func (k *call) longestPause() (longest time.Duration, isRepeatable bool) {
	last := &k.last
	switch {
	case last.networkErr != nil:
		return k.longestPauseUnanswered()
	case last.Status == http.StatusTooManyRequests:
		return 0, true // the gate of the pace holds every caller
	case isTransient(last.Status):
		return defaultBackoff.Limit, !k.request.OnlyOnce || !last.mayHaveSucceeded()
	}
	return 0, false
}

// longestPauseUnanswered is longestPause for an attempt without an answer. Those that never reach
// the service end after maxUnreachable.
func (k *call) longestPauseUnanswered() (longest time.Duration, isRepeatable bool) {
	last := &k.last
	switch {
	case isUntrusted(last.networkErr):
		return 0, false
	case last.sent:
		return defaultBackoff.Limit, !k.request.OnlyOnce
	}
	if k.unreachable.IsZero() {
		k.unreachable = time.Now()
	}
	longest = maxUnreachable - time.Since(k.unreachable)
	return longest, longest > 0
}

// renew decides what follows a 401, which the service sends for an expired token and for a token
// without the right alike. The token is dropped, and one new token is tried. If that is refused as
// well, a public video is still read without any.
func (k *call) renew(wasRenewed bool) bool {
	last, a := &k.last, k.request.Auth
	if a.Scope == KeyOnly || k.refusal != nil {
		return false
	}
	if last.token.Source != CredentialToken {
		k.client.tokens.drop(a.key(), last.token)
		if !wasRenewed {
			k.isRenewed = true
			return true
		}
	}
	if a.Optional {
		k.refusal = k.apiError(last)
	}
	return k.refusal != nil
}

// isTransient reports whether a status is a failure that may be over a moment later.
func isTransient(status int) bool {
	switch status {
	case http.StatusRequestTimeout, http.StatusTooEarly:
		return true
	case http.StatusNotImplemented:
		return false
	}
	return status >= http.StatusInternalServerError
}

// mayHaveSucceeded reports whether the service may have carried out an attempt that was not
// successful. Gateways also answer 408 if the service behind them is slow; 425 says that nothing
// was done.
func (a *Attempt) mayHaveSucceeded() bool {
	if a.networkErr != nil && a.sent {
		return true
	}
	return a.Status == http.StatusRequestTimeout || a.Status >= http.StatusInternalServerError
}

// isUnsupported reports whether an answer means that the service does not have the operation: a 404
// without the service's error object, a 405 or a 501.
func (c *Client) isUnsupported(last *Attempt) bool {
	switch last.Status {
	case http.StatusMethodNotAllowed, http.StatusNotImplemented:
		return true
	case http.StatusNotFound:
		return c.secrets.readErrorBody(last.Body).errorType == ""
	}
	return false
}

// endsRegardless reports whether the last attempt would have ended the call even if its context had
// not ended.
func (k *call) endsRegardless(ended error) bool {
	switch status := k.last.Status; status {
	case 0:
		return k.last.permanentErr != nil && !errors.Is(k.last.permanentErr, ended)
	case http.StatusUnauthorized, http.StatusTooManyRequests:
		return false
	default:
		return !isTransient(status)
	}
}

// result is the outcome of the call, once no further attempt follows.
func (k *call) result(ctx context.Context) (*Attempt, error) {
	last, ended, operation := &k.last, ctx.Err(), k.request.Operation
	switch {
	case k.request.isSuccess(last.Status):
		return k.success()
	case k.request.isExtended() && k.client.isUnsupported(last):
		return nil, &UnsupportedOperationError{Err: k.apiError(last)}
	case k.request.OnlyOnce && last.mayHaveSucceeded():
		cause := k.failure()
		if last.networkErr != nil {
			cause = cmp.Or(ended, last.networkErr)
		}
		return nil, &AmbiguousError{
			Operation: operation, Method: k.request.Method, URL: k.shown(),
			RequestID: last.ClientRequestID, Err: cause,
		}
	case ended != nil && !k.endsRegardless(ended):
		mayHaveSucceeded := k.mayHaveSucceeded || last.mayHaveSucceeded()
		return nil, &InterruptedError{Operation: operation, Err: ended, MayHaveSucceeded: mayHaveSucceeded}
	case k.refusal != nil:
		// The attempt without a token failed as well. Its 404 would not prove that nothing is
		// there.
		return nil, k.refusal
	}
	return nil, k.failure()
}

// success is an answer that the request can be about. A web page is looked for before anything
// else.
func (k *call) success() (*Attempt, error) {
	last, wrong, said := &k.last, k.last.streamErr, ""
	isRedirect := last.Status/100 == 3 // whose body is of no use
	if !isRedirect {
		said = k.client.secrets.errorInSuccess(last.Body)
	}
	switch {
	case !isRedirect && k.request.AnswerKind.isPage(last.Header, last.Body):
		wrong, last.NotFromService = errWebPage, true
	case last.tooLarge:
		wrong, last.Body = fmt.Errorf("the body is larger than %d bytes", k.request.limit()), nil
	case said != "":
		wrong, last.Body = errors.New(said), nil
	}
	if wrong != nil {
		return nil, k.client.UnexpectedAnswer(k.request, last, wrong)
	}
	return last, nil
}

// failure is the error of the last attempt.
func (k *call) failure() error {
	last := &k.last
	switch {
	case last.permanentErr != nil:
		return last.permanentErr
	case last.Status != 0:
		return k.apiError(last)
	}
	lost := &TransportError{
		Operation: k.request.Operation, Method: k.request.Method, URL: k.shown(), Attempts: k.attempts,
		MayHaveSucceeded: k.mayHaveSucceeded || last.sent, Err: last.networkErr,
	}
	if last.sent {
		lost.RequestID = last.ClientRequestID
	}
	return lost
}

func (k *call) apiError(last *Attempt) *APIError {
	said := k.client.secrets.readErrorBody(last.Body)
	e := &APIError{
		Number: k.request.Number, Operation: k.request.Operation, Method: k.request.Method, URL: k.shown(),
		Status: last.Status, Type: said.errorType, Message: said.message, Excerpt: said.excerpt,
		RequestID: last.ClientRequestID, ServiceRequestID: last.serviceRequestID,
		Credential:     last.token.Source,
		HasErrorObject: said.errorType != "", HasGatewayErrorObject: said.isFromGateway, Attempts: k.attempts,
		MayHaveSucceeded: k.mayHaveSucceeded,
	}
	if last.Status == http.StatusTooManyRequests || isTransient(last.Status) {
		e.RetryAfter = last.retryAfter.Round(time.Second)
	}
	return e
}

// path is what logs show of the address: no query, no secret.
func (k *call) path() string { return k.client.secrets.text(k.address.EscapedPath()) }

// shown is what errors show of the address: no query, no secret.
func (k *call) shown() string {
	return k.client.secrets.text(k.address.Scheme+"://"+k.address.Host) + k.path()
}

func (k *call) log(ctx context.Context, message string, details ...slog.Attr) {
	k.client.Config.Logger.LogAttrs(ctx, slog.LevelDebug, message, append([]slog.Attr{
		slog.String("operation", k.request.Operation),
		slog.String("method", k.request.Method),
		slog.String("path", k.path()),
		slog.Int("attempt", k.attempts),
	}, details...)...)
}
