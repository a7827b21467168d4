package transport

import (
	"context"
	"errors"
	"time"
)

const (
	// maxTokenAge is well within the hour that the contract gives a token.
	maxTokenAge = 50 * time.Minute
	// refreshTimeout bounds a token request that goes on without the caller who started it. It has room for the
	// longest wait that the service can ask for.
	refreshTimeout = 10 * time.Minute
)

// Token is an access token and what the client remembers about it.
type Token struct {
	Value string
	// asked is when it was asked for, on the monotonic clock: a wall clock that is wrong or jumps does no harm.
	Asked time.Time
	// fixed marks the configured token, which cannot be renewed.
	fixed bool
}

// Credential returns the token that a request carries, and obtains one if necessary. It is the zero token if the request
// needs none.
func (c *Client) Credential(ctx context.Context, r Request) (Token, error) {
	switch {
	case r.Auth.Scope == KeyOnly:
		return Token{}, nil
	case r.Auth.Scope == AccountScope && c.Config.AccessToken != "":
		return Token{Value: c.Config.AccessToken, fixed: true}, nil
	}
	t, err := c.Token(ctx, r.Auth)
	if inner, ok := errors.AsType[*TokenError](err); ok {
		err = inner.Err // the account token's own failure to get a user token
	}
	if err != nil {
		return Token{}, &TokenError{Operation: r.Operation, Err: err}
	}
	return t, nil
}

// Token is the cached token of a scope, or a new one. All callers share one request for it. The request belongs to none
// of them, so that a caller who gives up does not cancel it for the others.
func (c *Client) Token(ctx context.Context, a Auth) (Token, error) {
	key := a.key()
	if t, ok := c.tokens.get(key); ok {
		return t, nil
	}
	if err := ctx.Err(); err != nil {
		return Token{}, err // nobody would wait for the refresh
	}
	refreshed := c.refreshes.DoChan(key.String(), func() (any, error) {
		if t, ok := c.tokens.get(key); ok {
			return t, nil // it came between the look and the request
		}
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), refreshTimeout)
		defer cancel()
		return c.obtain(ctx, a)
	})
	select {
	case <-ctx.Done():
		return Token{}, ctx.Err()
	case outcome := <-refreshed:
		t, _ := outcome.Val.(Token)
		return t, outcome.Err
	}
}

// Store keeps a token for the calls of a scope.
func (c *Client) Store(a Auth, t Token) { c.tokens.put(a.key(), t) }
