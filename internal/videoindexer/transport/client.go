// Package transport sends requests: from a method, a path, a query and a body to a response or a
// typed error.
//
// Client.Do reads as the steps of a call. An attempt waits for its turn (pace), takes a token
// (token), is sent, and its response is read within limits. Then the call decides whether
// another attempt follows. The package is the same for all operations. A request states what is
// specific to its operation: its name in messages, whether it may be sent twice, which token it
// needs. A function of the caller obtains new tokens.
package transport

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"
)

const (
	defaultRequestTimeout = 60 * time.Second
	// defaultMaxBytes is enough for the captions of a day of speech, and small enough to keep in
	// memory.
	defaultMaxBytes = 64 << 20
)

// Config says where the service is and how to talk to it.
type Config struct {
	// Endpoint is the base URL (http or https). It can have a path prefix, with or without a
	// trailing slash.
	Endpoint string
	// SubscriptionKey is sent with every request if it is set; tokens are obtained with it.
	SubscriptionKey string
	// AccessToken is an account token. If it is set, the client uses it for every call within an
	// account, and does not obtain tokens for these.
	AccessToken string
	// AccessTokenCommand is a program with its arguments that prints an account token. It replaces
	// AccessToken.
	AccessTokenCommand []string
	// MaxRetries is the number of further attempts after the first.
	MaxRetries int
	// RequestTimeout is the maximum time of an attempt without progress. 0 means 60 s.
	RequestTimeout time.Duration
	// RequestsPerMinute is the rate of all requests, including those for tokens. 0 means that the
	// client finds the highest rate that the service accepts.
	RequestsPerMinute int
	// ExtendedOperations allows extended operations (X1 to X35). Without it, they are never sent.
	ExtendedOperations bool
	// UserAgent is the whole header value.
	UserAgent string
	// Logger gets a debug line for each attempt and each wait; nil discards the lines. A line
	// contains only the operation, method, path without query, status, attempt, duration, request
	// ids and length of a wait. For a program that prints tokens, it contains the name and its
	// stderr without secrets.
	Logger *slog.Logger
	// Dial opens the connections to the service; nil means the network. Tests replace it to run in
	// virtual time.
	Dial DialFunc
}

// DialFunc opens a connection, as net.Dialer.DialContext does.
type DialFunc func(ctx context.Context, network, address string) (net.Conn, error)

// Client sends requests to a service. It is safe for concurrent use; its callers share one pool of
// connections, one pace and one store of tokens. It need not be closed: requests that a canceled
// call has started end within their time limits.
type Client struct {
	Config  Config
	obtain  obtainToken
	base    *url.URL
	HTTP    *http.Transport
	pace    *pace
	tokens  *tokenCache
	secrets *redactor
	Backoff Backoff
}

// obtainToken gets a new token, which the client stores. It may store others that come with it.
type obtainToken func(ctx context.Context, auth Auth) (Token, error)

// New checks a configuration. It does not send requests. Its errors never contain a credential.
func New(cfg Config, obtain obtainToken) (*Client, error) {
	base, err := parseEndpoint(cfg.Endpoint)
	if err != nil {
		return nil, err
	}
	cfg.SubscriptionKey = strings.TrimSpace(cfg.SubscriptionKey)
	cfg.AccessToken = strings.TrimSpace(cfg.AccessToken)
	credential := cmp.Or(cfg.SubscriptionKey, cfg.AccessToken, strings.Join(cfg.AccessTokenCommand, "\x00"))
	switch {
	case credential == "":
		return nil, errors.New("neither a subscription key nor an access token is configured")
	case !IsHeaderWord(cfg.SubscriptionKey):
		return nil, errors.New("the subscription key contains a space, " +
			"a control character or another character that no header can carry")
	case !IsHeaderWord(cfg.AccessToken):
		return nil, errors.New("the access token contains a space, " +
			"a control character or another character that no header can carry")
	}
	cfg.RequestTimeout = cmp.Or(cfg.RequestTimeout, defaultRequestTimeout)
	cfg.Logger = cmp.Or(cfg.Logger, slog.New(slog.DiscardHandler))
	c := &Client{
		Config:  cfg,
		obtain:  obtain,
		base:    base,
		HTTP:    newHTTPTransport(cfg.Dial),
		pace:    newPace(cfg.RequestsPerMinute),
		tokens:  &tokenCache{tokens: map[Auth]Token{}},
		secrets: &redactor{},
		Backoff: defaultBackoff,
	}
	c.AddSecret(cfg.SubscriptionKey)
	c.AddSecret(cfg.AccessToken)
	return c, nil
}

func parseEndpoint(endpoint string) (*url.URL, error) {
	base, err := url.Parse(strings.TrimSpace(endpoint))
	if err != nil {
		// The parser's own error repeats the whole text, which may hold a password.
		return nil, errors.New("the endpoint is not a URL")
	}
	isHTTP := base.Scheme == "http" || base.Scheme == "https"
	hasQuery := base.RawQuery != "" || base.ForceQuery
	switch {
	case !isHTTP || base.Opaque != "":
		return nil, errors.New("the endpoint must be a URL that begins with http:// or https://")
	case base.Hostname() == "":
		return nil, errors.New("the endpoint has no host")
	case base.User != nil:
		return nil, errors.New("the endpoint must not contain a user name or password")
	case hasQuery || base.Fragment != "":
		return nil, errors.New("the endpoint must not have a query or fragment")
	}
	return base, nil
}

// IsHeaderWord reports whether a header can contain s as a credential: printable ASCII without
// spaces.
func IsHeaderWord(s string) bool {
	return !strings.ContainsFunc(s, func(c rune) bool { return c <= ' ' || c > '~' })
}

// URL returns the URL of a path below the endpoint. It escapes each segment, so that a segment
// cannot add another one.
func (c *Client) URL(path []string) *url.URL {
	plain := append([]string{strings.TrimRight(c.base.Path, "/")}, path...)
	escaped := []string{strings.TrimRight(c.base.EscapedPath(), "/")}
	for _, segment := range path {
		escaped = append(escaped, url.PathEscape(segment))
	}
	address := *c.base
	address.Path = strings.Join(plain, "/")
	address.RawPath = strings.Join(escaped, "/")
	return &address
}

// AddSecret masks a secret in all later errors and log lines.
func (c *Client) AddSecret(secret string) { c.secrets.add(secret) }

// UnexpectedResponse returns the error of a successful response that cannot be used.
func (c *Client) UnexpectedResponse(r Request, response *Response, err error) error {
	unexpected := &UnexpectedResponseError{
		Operation:        r.Operation,
		Method:           r.Method,
		URL:              response.url,
		IsNotFromService: response.IsNotFromService,
		RequestIDs:       response.RequestIDs,
		Err:              c.secrets.withoutSecretsError(err),
	}
	shown := response.Body
	part, isPart := errors.AsType[*PartError](err)
	if isPart {
		shown = part.Part
	}
	if !r.IsSecret {
		unexpected.Excerpt = c.secrets.excerpt(shown)
	}
	return unexpected
}

// Excerpt returns the beginning of a text as one readable line without secrets.
func (c *Client) Excerpt(text []byte) string { return c.secrets.excerpt(text) }

// KnownSecrets returns the secrets that the client was given or has obtained, also as JSON and URLs
// escape them.
func (c *Client) KnownSecrets() []string { return c.secrets.knownSecrets() }
