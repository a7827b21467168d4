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

	jsonv2 "github.com/go-json-experiment/json"
)

// call is one request on its way: what was sent so far, how it went, and what that allows next.
type call struct {
	client  *Client
	request Request
	address *url.URL

	// attempts is how many were sent so far.
	attempts int
	// retries counts the further attempts that MaxRetries limits.
	retries int
	// totalRetryAfter is how long the service has asked to wait so far.
	totalRetryAfter time.Duration
	// unreachedSince is when an attempt first failed to reach the service.
	unreachedSince          time.Time
	last                    attempt
	earlierMayHaveSucceeded bool // an attempt before the last may have been carried out

	tokenState tokenState
	refusal    *APIError // the 401 after which the last attempt carries no token
}

// tokenState says which token the last attempt carries, and with it what can follow a 401.
type tokenState int

const (
	currentToken tokenState = iota
	renewedToken            // a new one, after a 401
	withoutToken            // none, after a 401 for the renewed one
)

// Do sends a request until an attempt succeeds or no further attempt is allowed, and returns the
// successful attempt. Its errors are those of this package, or wrap an error of ctx or of the
// request's body.
func (c *Client) Do(ctx context.Context, r Request) (*Response, error) {
	started, err := c.newCall(r)
	if err != nil {
		return nil, err
	}
	for {
		started.last = started.try(ctx)
		pause, isRepeated := started.nextPause(ctx)
		if !isRepeated {
			return started.result(ctx)
		}
		started.noteRepetition(ctx, pause)
		if !Sleep(ctx, pause) {
			return started.result(ctx)
		}
	}
}

// newCall checks the request, and makes what all of its attempts have in common.
func (c *Client) newCall(r Request) (*call, error) {
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
		content, err := jsonv2.Marshal(r.JSON)
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
func (c *call) nextPause(ctx context.Context) (pause time.Duration, isRepeated bool) {
	last := &c.last
	if ctx.Err() != nil || last.permanentErr != nil {
		return 0, false
	}
	if last.Status == http.StatusUnauthorized {
		_, isRepeated = c.nextTokenState()
		return 0, isRepeated
	}
	longest, isRepeatable := c.longestPause()
	mayRetry := c.retries < c.client.Config.MaxRetries && c.mayWait()
	if !isRepeatable || !mayRetry {
		return 0, false
	}
	pause = min(c.client.Backoff.After(c.retries), longest)
	if last.gateWait == 0 {
		pause = max(pause, last.retryAfter)
	}
	return pause, true
}

// noteRepetition records what the attempts after the last one depend on.
func (c *call) noteRepetition(ctx context.Context, pause time.Duration) {
	last := &c.last
	if last.Status == http.StatusUnauthorized {
		c.tokenState, _ = c.nextTokenState()
		if c.tokenState == withoutToken {
			c.refusal = c.apiError(last)
		}
		return
	}
	if c.tokenState == renewedToken {
		// A later 401 means that the renewed token has expired, and is then renewed like any other.
		c.tokenState = currentToken
	}
	c.earlierMayHaveSucceeded = c.earlierMayHaveSucceeded || last.mayHaveSucceeded()
	c.retries++
	c.totalRetryAfter += last.retryAfter
	c.log(ctx, "waiting before the next attempt", slog.Duration("wait", max(pause, last.gateWait)))
}

// mayWait reports whether the call waits as long as the service asks for.
func (c *call) mayWait() bool {
	return c.last.retryAfter <= maxRetryAfter && c.totalRetryAfter+c.last.retryAfter <= maxTotalRetryAfter
}

// longestPause returns how long the pause after the last attempt may be, if such an attempt may be
// repeated at all.
func (c *call) longestPause() (longest time.Duration, isRepeatable bool) {
	last := &c.last
	switch {
	case last.networkErr != nil:
		return c.longestPauseWithoutResponse()
	case last.Status == http.StatusTooManyRequests:
		// The gate of the pace holds every caller.
		return 0, true
	case isTransient(last.Status):
		return defaultBackoff.Limit, !c.request.IsSentOnce || !last.mayHaveSucceeded()
	}
	return 0, false
}

// longestPauseWithoutResponse returns how long the pause after an attempt without a response may
// be. Attempts that do not reach the service end after maxUnreachable.
func (c *call) longestPauseWithoutResponse() (longest time.Duration, isRepeatable bool) {
	last := &c.last
	switch {
	case cannotUseTLS(last.networkErr):
		return 0, false
	case last.wasSent:
		return defaultBackoff.Limit, !c.request.IsSentOnce
	}
	longest = maxUnreachable - time.Since(c.unreachedSince)
	return longest, longest > 0
}

// nextTokenState returns which token the attempt after a 401 carries, if there is such an attempt.
// The service sends a 401 for an expired token and for a token without the right alike, so one new
// token is tried. If the service refuses it as well, a public video is still read without a token.
func (c *call) nextTokenState() (next tokenState, hasNext bool) {
	auth := c.request.Auth
	isRenewable := c.tokenState == currentToken && c.last.token.Source != CredentialToken
	switch {
	case auth.Scope == KeyOnly || c.tokenState == withoutToken:
		return c.tokenState, false
	case isRenewable:
		return renewedToken, true
	}
	return withoutToken, auth.IsOptional
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
func (a *attempt) mayHaveSucceeded() bool {
	if a.networkErr != nil && a.wasSent {
		return true
	}
	return a.Status == http.StatusRequestTimeout || a.Status >= http.StatusInternalServerError
}

// isUnsupported reports whether a response means that the service does not have the operation: a
// 404 without the service's error object, a 405 or a 501.
func (c *Client) isUnsupported(last *attempt) bool {
	switch last.Status {
	case http.StatusMethodNotAllowed, http.StatusNotImplemented:
		return true
	case http.StatusNotFound:
		return c.secrets.readErrorBody(last.Body).errorType == ""
	}
	return false
}

// isFinalDespite reports whether the last attempt would have ended the call even if its context had
// not ended, with ctxErr.
func (c *call) isFinalDespite(ctxErr error) bool {
	status := c.last.Status
	switch status {
	case 0:
		return c.last.permanentErr != nil && !errors.Is(c.last.permanentErr, ctxErr)
	case http.StatusUnauthorized, http.StatusTooManyRequests:
		return false
	default:
		return !isTransient(status)
	}
}

// result returns the outcome of the call, once no further attempt follows.
func (c *call) result(ctx context.Context) (*Response, error) {
	last := &c.last
	ctxErr := ctx.Err()
	operation := c.request.Operation
	switch {
	case c.request.isSuccess(last.Status):
		return c.success()
	case c.request.isExtended() && c.client.isUnsupported(last):
		return nil, &UnsupportedOperationError{Err: c.apiError(last)}
	case c.request.IsSentOnce && last.mayHaveSucceeded():
		cause := c.attemptError()
		if last.networkErr != nil {
			cause = cmp.Or(ctxErr, last.networkErr)
		}
		return nil, &AmbiguousError{
			Operation: operation, Method: c.request.Method, URL: c.safeURL(),
			RequestIDs: last.RequestIDs, Err: cause,
		}
	case ctxErr != nil && !c.isFinalDespite(ctxErr):
		mayHaveSucceeded := c.earlierMayHaveSucceeded || last.mayHaveSucceeded()
		return nil, &InterruptedError{Operation: operation, Err: ctxErr, MayHaveSucceeded: mayHaveSucceeded}
	case c.refusal != nil:
		// The attempt without a token failed as well. Its 404 would not prove that the object does
		// not exist.
		return nil, c.refusal
	}
	return nil, c.attemptError()
}

// success returns the last response, unless it cannot be that of the request.
func (c *call) success() (*Response, error) {
	response := &c.last.Response
	err := c.checkSuccess(response)
	if err != nil {
		return nil, c.client.UnexpectedResponse(c.request, response, err)
	}
	return response, nil
}

// checkSuccess says why a response cannot be that of the request, although its status is a success.
// A web page that is too large is still called a web page.
func (c *call) checkSuccess(response *Response) error {
	// Nobody reads the body of a redirect.
	isRedirect := response.Status/100 == 3
	if !isRedirect && c.request.ResponseKind.isPage(response.Header, response.Body) {
		response.IsNotFromService = true
		return errWebPage
	}
	if response.isTooLarge {
		response.Body = nil
		return fmt.Errorf("the body is larger than %d bytes", c.request.limit())
	}
	if isRedirect {
		return nil
	}
	errorText := c.client.secrets.errorInSuccess(response.Body)
	if errorText != "" {
		response.Body = nil
		return errors.New(errorText)
	}
	return response.streamErr
}

// attemptError returns the error of the last attempt.
func (c *call) attemptError() error {
	last := &c.last
	switch {
	case last.permanentErr != nil:
		return last.permanentErr
	case last.Status != 0:
		return c.apiError(last)
	}
	networkErr := &NetworkError{
		Operation: c.request.Operation, Method: c.request.Method, URL: c.safeURL(), Attempts: c.attempts,
		MayHaveSucceeded: c.earlierMayHaveSucceeded || last.wasSent, Err: last.networkErr,
	}
	if last.wasSent {
		networkErr.RequestIDs = last.RequestIDs
	}
	return networkErr
}

func (c *call) apiError(last *attempt) *APIError {
	body := c.client.secrets.readErrorBody(last.Body)
	apiErr := &APIError{
		Number: c.request.Number, Operation: c.request.Operation, Method: c.request.Method, URL: c.safeURL(),
		Status: last.Status, Type: body.errorType, Message: body.message, Excerpt: body.excerpt,
		RequestIDs: last.RequestIDs, Credential: last.token.Source,
		HasErrorObject: body.errorType != "", HasGatewayErrorObject: body.isFromGateway, Attempts: c.attempts,
		MayHaveSucceeded: c.earlierMayHaveSucceeded,
	}
	if last.Status == http.StatusTooManyRequests || isTransient(last.Status) {
		apiErr.RetryAfter = last.retryAfter.Round(time.Second)
	}
	return apiErr
}

// safePath returns what logs show of the address: no query, no secret.
func (c *call) safePath() string { return c.client.secrets.withoutSecrets(c.address.EscapedPath()) }

// safeURL returns what errors show of the address: no query, no secret.
func (c *call) safeURL() string {
	return c.client.secrets.withoutSecrets(c.address.Scheme+"://"+c.address.Host) + c.safePath()
}

func (c *call) log(ctx context.Context, message string, details ...slog.Attr) {
	c.client.Config.Logger.LogAttrs(ctx, slog.LevelDebug, message, append([]slog.Attr{
		slog.String("operation", c.request.Operation),
		slog.String("method", c.request.Method),
		slog.String("path", c.safePath()),
		slog.Int("attempt", c.attempts),
	}, details...)...)
}
