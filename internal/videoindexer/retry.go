package videoindexer

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

const (
	// maxRefusals bounds the attempts that one run of 401 answers can cause.
	maxRefusals = 5
	// freshToken is the age up to which a token cannot have expired, if any token is to be of use.
	freshToken = time.Second
	// maxLookups bounds the further attempts after a name that does not exist, and maxLookupFailures those after a
	// resolver that fails: resolvers hiccup, but not for long.
	maxLookups        = 2
	maxLookupFailures = 4
	// maxRetryAfter is the longest wait that the service can ask for.
	maxRetryAfter = 5 * time.Minute
	// minRetryAfter is waited where the service asks for no time at all.
	minRetryAfter = 100 * time.Millisecond
)

// call is one request of the contract on its way: what was sent so far, how it went, and what that allows next.
// retryablehttp drives it in one goroutine: RoundTrip is an attempt, again the decision, wait the pause.
type call struct {
	ctx     context.Context // a call is a value that lives no longer than do
	client  *Client
	request request
	address *url.URL

	attempts int  // sent so far
	spent    int  // further attempts that count against MaxRetries
	doubt    bool // an attempt before the last may have been carried out
	lookups  int  // those after a name that did not resolve
	last     attempt

	refusals  int       // 401 answers in a row
	refusedAt time.Time // when the last of them came
	anonymous bool      // the next attempt carries no token
	refusal   attempt   // the refusal that made it so
}

// path is what errors and logs show of the address: no query, no secret.
func (k *call) path() string { return k.client.secrets.text(k.address.EscapedPath()) }

// again decides whether another attempt follows the last one. It ignores what retryablehttp and http.Client make of
// the outcome: the attempt itself knows it first hand.
func (k *call) again(ctx context.Context, _ *http.Response, _ error) (bool, error) {
	last := &k.last
	if last.status != http.StatusUnauthorized {
		k.refusals = 0
	}
	isEnded := ctx.Err() != nil || last.stopped != nil
	switch {
	case isEnded:
		return false, nil
	case last.err != nil:
		repeat := k.mayRepeatFailed() && k.spend()
		k.doubt = k.doubt || repeat && last.sent
		return repeat, nil
	case last.status == http.StatusUnauthorized:
		return k.renew(), nil
	case last.status == http.StatusTooManyRequests:
		return last.retryAfter <= maxRetryAfter && k.spend(), nil
	case isPassing(last.status):
		repeat := !k.request.onlyOnce && k.spend()
		k.doubt = k.doubt || repeat
		return repeat, nil
	}
	return false, nil
}

// isPassing says whether a status is a failure that may be over a moment later.
func isPassing(status int) bool {
	switch status {
	case http.StatusInternalServerError, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return false
}

func (k *call) spend() bool {
	if k.spent >= k.client.config.MaxRetries {
		return false
	}
	k.spent++
	return true
}

func (k *call) mayRepeatFailed() bool {
	last := &k.last
	if k.request.onlyOnce && last.sent || isUntrusted(last.err) {
		return false
	}
	lookup, isLookup := errors.AsType[*net.DNSError](last.err)
	if !isLookup {
		return true
	}
	k.lookups++
	if lookup.IsNotFound {
		return k.lookups <= maxLookups
	}
	return k.lookups <= maxLookupFailures
}

// isUntrusted says whether TLS cannot work with this endpoint, however often it is tried.
func isUntrusted(err error) bool {
	_, isCertificate := errors.AsType[*tls.CertificateVerificationError](err)
	_, isNotTLS := errors.AsType[tls.RecordHeaderError](err)
	operation, isNetwork := errors.AsType[*net.OpError](err)
	isAlert := isNetwork && operation.Op == "remote error"
	return isCertificate || isNotTLS || isAlert || errors.Is(err, http.ErrSchemeMismatch)
}

// renew decides after a 401, which says the same of an expired token and of one without the right: the token is
// dropped, and one new token is tried. Where tokens live for seconds and many callers share them, that one may be
// old already; so a second refusal counts only if its token was asked for after the first refusal had come, and was
// fresh when it was sent.
func (k *call) renew() bool {
	last, credential := &k.last, k.request.auth
	if credential.scope == keyOnly || k.anonymous {
		return false
	}
	if !last.token.fixed {
		k.client.tokens.drop(credential.key(), last.token)
		previous := k.refusedAt
		k.refusals++
		k.refusedAt = time.Now()
		isFresh := last.began.Sub(last.token.asked) < freshToken
		isJudged := k.refusals > 1 && last.token.asked.After(previous) && isFresh
		if !isJudged && k.refusals < maxRefusals {
			return true
		}
	}
	if !credential.optional {
		return false
	}
	k.anonymous, k.refusal = true, *last
	return true
}

// wait is the pause before the next attempt. A 429 needs none of its own: its gate holds every caller.
func (k *call) wait(_, _ time.Duration, _ int, _ *http.Response) time.Duration {
	last := &k.last
	switch last.status {
	case http.StatusUnauthorized:
		return 0
	case http.StatusTooManyRequests:
		k.logWait(last.retryAfter)
		return 0
	}
	pause := k.client.backoff.after(k.spent - 1)
	if last.retryAfter > 0 && last.retryAfter <= maxRetryAfter {
		pause = last.retryAfter
	}
	k.logWait(pause)
	return pause
}

func (k *call) logWait(pause time.Duration) {
	k.client.log.LogAttrs(k.ctx, slog.LevelDebug, "waiting before the next attempt",
		slog.String("operation", k.request.operation),
		slog.String("method", k.request.method),
		slog.String("path", k.path()),
		slog.Int("attempt", k.attempts),
		slog.Duration("wait", pause))
}

// result is what the call comes to, once no further attempt follows. err is retryablehttp's, and only counts where
// nothing was attempted.
func (k *call) result(err error) (*response, error) {
	last, ended := &k.last, k.ctx.Err()
	if last.status != 0 && k.request.isSuccess(last.status) {
		return k.success()
	}
	failure := k.failure()
	switch {
	case failure == nil && ended == nil:
		return nil, fmt.Errorf("%s: %w", k.request.operation, k.client.secrets.error(err))
	case k.request.onlyOnce && (last.err != nil && last.sent || last.status >= http.StatusInternalServerError):
		if last.err != nil {
			failure = cmp.Or(ended, last.err)
		}
		return nil, &AmbiguousError{
			Operation: k.request.operation, Method: k.request.method, Path: k.path(), RequestID: last.requestID, Err: failure,
		}
	case ended != nil && last.status != 0 && !isFinal(last.status):
		return nil, k.interrupted(ended)
	case ended != nil && last.status == 0 && (last.stopped == nil || errors.Is(last.stopped, ended)):
		return nil, k.interrupted(ended)
	case k.anonymous:
		// Without a token it was no better, and a 404 then need not mean that nothing is there.
		return nil, k.apiError(&k.refusal)
	}
	return nil, failure
}

// isFinal says whether a status would have ended the call in any case.
func isFinal(status int) bool {
	return status != 0 && status != http.StatusUnauthorized && status != http.StatusTooManyRequests && !isPassing(status)
}

func (k *call) success() (*response, error) {
	last := &k.last
	answer := &response{
		status: last.status, header: last.header, body: last.body,
		requestID: last.serviceRequestID, clientRequestID: last.requestID, began: last.began,
	}
	if last.tooLarge {
		answer.body = nil
		return nil, k.client.unexpected(k.request.operation, answer, fmt.Errorf("the body is larger than %d bytes", k.request.limit()))
	}
	return answer, nil
}

// failure is the error of the last attempt; nil where there was none.
func (k *call) failure() error {
	last := &k.last
	switch {
	case last.stopped != nil:
		return last.stopped
	case last.status != 0:
		return k.apiError(last)
	case last.err != nil:
		return &TransportError{
			Operation: k.request.operation, Method: k.request.method, Path: k.path(),
			RequestID: last.requestID, Attempts: k.attempts, Err: last.err,
		}
	}
	return nil
}

func (k *call) apiError(last *attempt) *APIError {
	said := k.client.secrets.readErrorBody(last.body)
	e := &APIError{
		Operation: k.request.operation, Method: k.request.method, Path: k.path(),
		Status: last.status, Type: said.kind, Message: said.message, Excerpt: said.excerpt,
		RequestID: last.requestID, ServiceRequestID: last.serviceRequestID,
		HasErrorObject: said.kind != "", Attempts: k.attempts, AfterDoubt: k.doubt,
	}
	if last.token.fixed {
		e.Credential = CredentialToken
	}
	if last.retryAfter > maxRetryAfter {
		e.RetryAfter = last.retryAfter
	}
	return e
}

// backoff doubles its pause from base to limit. Half of each is left to chance, so that callers who failed
// together do not come back together.
type backoff struct{ base, limit time.Duration }

var defaultBackoff = backoff{base: 500 * time.Millisecond, limit: 30 * time.Second}

func (b backoff) after(failures int) time.Duration {
	pause := b.limit
	if failures < 32 {
		pause = min(b.limit, b.base<<max(failures, 0))
	}
	return pause/2 + rand.N(pause/2+1)
}

// parseRetryAfter reads how long the service asks to wait: seconds, or a date. A date counts from the answer's own
// Date where it has one, so that a wrong clock here does no harm. What is missing, negative or unreadable is no answer.
func parseRetryAfter(header http.Header, now time.Time) (time.Duration, bool) {
	value := strings.TrimSpace(header.Get("Retry-After"))
	if value == "" {
		return 0, false
	}
	if strings.Trim(value, "0123456789.") == "" {
		seconds, err := strconv.ParseFloat(value, 64)
		if err != nil && !errors.Is(err, strconv.ErrRange) {
			return 0, false
		}
		if seconds > math.MaxInt64/float64(time.Second)/2 {
			return math.MaxInt64, true
		}
		return time.Duration(seconds * float64(time.Second)), true
	}
	date, err := http.ParseTime(value)
	if err != nil {
		return 0, false
	}
	if from, err := http.ParseTime(header.Get("Date")); err == nil {
		now = from
	}
	return max(date.Sub(now), 0), true
}
