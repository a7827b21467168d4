package videoindexer

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/hashicorp/go-retryablehttp"
	"golang.org/x/sync/singleflight"
)

const (
	defaultRequestTimeout = 60 * time.Second
	// defaultMaxBytes is far above any answer of the contract, and far below what hurts.
	defaultMaxBytes = 16 << 20
)

// Config says where the service is and how to talk to it.
type Config struct {
	// Endpoint is the base URL, http or https; a path prefix is kept, with a trailing slash or without.
	Endpoint string
	// SubscriptionKey is sent with every request where there is one; tokens are obtained with it.
	SubscriptionKey string
	// AccessToken is an account token, used for every call about an account in place of obtaining one.
	AccessToken string
	// MaxRetries is the number of further attempts after the first.
	MaxRetries int
	// RequestTimeout bounds one attempt; its clock restarts while bytes flow. 0 stands for 60 s.
	RequestTimeout time.Duration
	// RequestsPerMinute is a ceiling over all requests of this client; 0 for none.
	RequestsPerMinute int
	// UserAgent is the whole header value.
	UserAgent string
	// Logger gets a debug line an attempt and a wait; nil discards them. Only these are ever logged: operation,
	// method, path without query, status, attempt, duration, the request ids and the length of a wait.
	Logger *slog.Logger
}

// Client talks to the service. It is safe for concurrent use; its callers share one pool of connections, one pace
// and one store of tokens.
type Client struct {
	config    Config
	base      *url.URL
	http      *http.Transport
	pace      *pace
	tokens    *tokenCache
	refreshes singleflight.Group
	secrets   *redactor
	log       *slog.Logger
	backoff   backoff
	// closing ends the token requests that nobody waits for any more.
	closing context.Context
	close   context.CancelFunc
}

// New checks a configuration and makes a client of it. It sends nothing. Its errors never hold a credential.
func New(cfg Config) (*Client, error) {
	base, err := parseEndpoint(cfg.Endpoint)
	if err != nil {
		return nil, err
	}
	cfg.SubscriptionKey = strings.TrimSpace(cfg.SubscriptionKey)
	cfg.AccessToken = strings.TrimSpace(cfg.AccessToken)
	switch {
	case cfg.SubscriptionKey == "" && cfg.AccessToken == "":
		return nil, errors.New("neither a subscription key nor an access token is configured")
	case !isHeaderWord(cfg.SubscriptionKey):
		return nil, errors.New("the subscription key holds a space, a control character or another character that no header can carry")
	case !isHeaderWord(cfg.AccessToken):
		return nil, errors.New("the access token holds a space, a control character or another character that no header can carry")
	case cfg.MaxRetries < 0:
		return nil, fmt.Errorf("the number of retries is negative: %d", cfg.MaxRetries)
	case cfg.RequestTimeout < 0:
		return nil, fmt.Errorf("the request timeout is negative: %s", cfg.RequestTimeout)
	case cfg.RequestsPerMinute < 0:
		return nil, fmt.Errorf("the ceiling of requests a minute is negative: %d", cfg.RequestsPerMinute)
	}
	if cfg.RequestTimeout == 0 {
		cfg.RequestTimeout = defaultRequestTimeout
	}
	log := cfg.Logger
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	c := &Client{
		config:  cfg,
		base:    base,
		http:    newHTTPTransport(),
		pace:    newPace(cfg.RequestsPerMinute),
		tokens:  newTokenCache(),
		secrets: &redactor{},
		log:     log,
		backoff: defaultBackoff,
	}
	c.closing, c.close = context.WithCancel(context.Background())
	c.hide(cfg.SubscriptionKey)
	c.hide(cfg.AccessToken)
	return c, nil
}

// Close ends what still runs in the background and closes idle connections.
func (c *Client) Close() {
	c.close()
	c.http.CloseIdleConnections()
}

func parseEndpoint(endpoint string) (*url.URL, error) {
	base, err := url.Parse(strings.TrimSpace(endpoint))
	switch {
	case err != nil:
		// The parser's own error repeats the whole text, which may hold a password.
		return nil, errors.New("the endpoint is not a URL")
	case base.Scheme != "http" && base.Scheme != "https", base.Opaque != "":
		return nil, errors.New("the endpoint must be a URL that begins with http:// or https://")
	case base.Hostname() == "":
		return nil, errors.New("the endpoint has no host")
	case base.User != nil:
		return nil, errors.New("the endpoint must not hold a user name or password")
	case base.RawQuery != "" || base.ForceQuery || base.Fragment != "":
		return nil, errors.New("the endpoint must not have a query or fragment")
	}
	return base, nil
}

// isHeaderWord says whether a header can carry s as a credential: printable ASCII without spaces.
func isHeaderWord(s string) bool {
	return !strings.ContainsFunc(s, func(c rune) bool { return c <= ' ' || c > '~' })
}

// do sends a request until it is answered or no further attempt is due, and returns a success, read to its end.
// Every other end is one of this package's errors, or wraps that of ctx or of the request's own body.
func (c *Client) do(ctx context.Context, r request) (*response, error) {
	for _, segment := range r.path {
		if segment == "" || segment == "." || segment == ".." {
			return nil, fmt.Errorf("%s: %q cannot be part of a request's path", r.operation, segment)
		}
	}
	address := c.address(r.path)
	address.RawQuery = r.query.Encode()
	outer, err := http.NewRequestWithContext(ctx, r.method, address.String(), http.NoBody)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.operation, c.secrets.error(err))
	}
	// All state of the call is in this one value: it is its own transport and its own retry policy.
	call := &call{ctx: ctx, client: c, request: r, address: address}
	sender := retryablehttp.Client{
		HTTPClient:   &http.Client{Transport: call, CheckRedirect: stayHere},
		RetryMax:     math.MaxInt, // call.again counts
		CheckRetry:   call.again,
		Backoff:      call.wait,
		ErrorHandler: retryablehttp.PassthroughErrorHandler,
	}
	answer, err := sender.Do(&retryablehttp.Request{Request: outer})
	if answer != nil {
		_ = answer.Body.Close() // bytes in memory
	}
	return call.result(err)
}

// stayHere follows no redirect: a token belongs to one host.
func stayHere(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// address is the URL of a path below the endpoint. Each segment stays one segment, whatever it holds.
func (c *Client) address(path []string) *url.URL {
	plain := append([]string{strings.TrimRight(c.base.Path, "/")}, path...)
	escaped := []string{strings.TrimRight(c.base.EscapedPath(), "/")}
	for _, segment := range path {
		escaped = append(escaped, url.PathEscape(segment))
	}
	address := *c.base
	address.Path, address.RawPath = strings.Join(plain, "/"), strings.Join(escaped, "/")
	return &address
}

// hide keeps a secret out of every later error and log line.
func (c *Client) hide(secret string) { c.secrets.add(secret) }

// unexpected is the error for a success that cannot be used.
func (c *Client) unexpected(operation string, answer *response, err error) error {
	return &UnexpectedAnswerError{
		Operation:        operation,
		RequestID:        answer.clientRequestID,
		ServiceRequestID: answer.requestID,
		Excerpt:          c.secrets.excerpt(answer.body),
		Err:              c.secrets.error(err),
	}
}

// isSuccess says whether a status is what the request hoped for.
func (r request) isSuccess(status int) bool {
	return status/100 == 2 || slices.Contains(r.accept, status)
}
