package transport

import (
	"context"
	"fmt"
	"net/url"
	"time"

	"github.com/go-json-experiment/json"
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
