package transport

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"
)

const (
	// maxTokenAge is well within the hour that the contract gives a token.
	maxTokenAge = 50 * time.Minute
	// refreshTimeout limits a token request that continues after the caller who started it has
	// given up. It allows the longest wait that the service can ask for.
	refreshTimeout = 10 * time.Minute
)

// Token is an access token, with its time and source.
type Token struct {
	Value string
	// RequestedAt is when it was requested, on the monotonic clock: a wrong wall clock has no
	// effect.
	RequestedAt time.Time
	// Source is the origin of the token. A configured token cannot be renewed.
	Source Credential
}

// Credential is one of the credentials of a client.
type Credential int

// The credentials. A token that was obtained with the key counts as the key.
const (
	CredentialKey Credential = iota
	CredentialToken
	CredentialCommand
)

// TokenFor returns the token for a request, and obtains one if necessary. If the request does not
// need a token, it returns the zero token.
func (c *Client) TokenFor(ctx context.Context, r Request) (Token, error) {
	switch {
	case r.Auth.Scope == KeyOnly:
		return Token{}, nil
	case r.Auth.Scope == AccountScope && c.Config.AccessToken != "":
		return Token{Value: c.Config.AccessToken, Source: CredentialToken}, nil
	}
	t, err := c.cachedToken(ctx, r.Auth)
	inner, isTokenError := errors.AsType[*TokenError](err)
	if isTokenError {
		// An account token needs a user token, whose TokenError names that operation.
		err = inner.Err
	}
	if err != nil {
		return Token{}, &TokenError{Operation: r.Operation, Err: err}
	}
	return t, nil
}

// cachedToken returns the cached token of a scope, or obtains a new one. All callers share one
// request for it. The request belongs to none of them, so that a caller who gives up does not
// cancel it for the others.
func (c *Client) cachedToken(ctx context.Context, auth Auth) (Token, error) {
	key := auth.key()
	t, isCached := c.tokens.get(key)
	if isCached {
		return t, nil
	}
	err := ctx.Err()
	if err != nil {
		// The caller has given up: nobody would wait for a new token.
		return Token{}, err
	}
	refreshed := c.tokens.refreshes.DoChan(fmt.Sprintf("%#v", key), func() (any, error) {
		t, isCached := c.tokens.get(key)
		if isCached {
			// Another caller has stored a token since the cache was read above.
			return t, nil
		}
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), refreshTimeout)
		defer cancel()
		t, err := c.obtain(ctx, auth)
		if err == nil {
			c.StoreToken(auth, t)
		}
		return t, err
	})
	select {
	case <-ctx.Done():
		return Token{}, ctx.Err()
	case outcome := <-refreshed:
		t, _ := outcome.Val.(Token)
		return t, outcome.Err
	}
}

// StoreToken stores a token for the calls of a scope.
func (c *Client) StoreToken(auth Auth, t Token) { c.tokens.put(auth.key(), t) }

// tokenCache holds the newest token of each scope. If a token is refused, only its time is kept: a
// token that was requested at that time or earlier would be refused as well, and is not stored.
type tokenCache struct {
	mu sync.RWMutex
	// tokens has the newest token of each Auth.key.
	tokens map[Auth]Token
	// refreshes sends one request for all callers that want a new token of a scope at the same
	// time.
	refreshes singleflight.Group
}

func (c *tokenCache) get(key Auth) (Token, bool) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	t := c.tokens[key]
	return t, t.Value != "" && time.Since(t.RequestedAt) < maxTokenAge
}

func (c *tokenCache) put(key Auth, t Token) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if t.RequestedAt.After(c.tokens[key].RequestedAt) {
		c.tokens[key] = t
	}
}

// drop forgets a token that was refused, if it is still the one in use. The user token that an
// account's token was made with is dropped as well: it is older and would also be refused.
func (c *tokenCache) drop(key Auth, t Token) {
	c.mu.Lock()
	defer c.mu.Unlock()
	user := Auth{Scope: UserScope, Location: key.Location, Permission: key.Permission}
	for _, stale := range []Auth{key, user} {
		if !c.tokens[stale].RequestedAt.After(t.RequestedAt) {
			c.tokens[stale] = Token{RequestedAt: t.RequestedAt}
		}
	}
}

// key returns the same for all calls that can share a token. The service ignores the letter case of
// ids and locations.
func (a Auth) key() Auth {
	a.Location = strings.ToLower(a.Location)
	a.AccountID = strings.ToLower(a.AccountID)
	a.IsOptional = false
	return a
}
