package videoindexer

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
)

const (
	// maxTokenAge is well within the hour that the contract gives a token.
	maxTokenAge = 50 * time.Minute
	// refreshTimeout bounds a token request that goes on without the caller who started it. It has room for the
	// longest wait that the service can ask for.
	refreshTimeout = 10 * time.Minute
	// maxTokenBytes is far above any token, and below what a header can carry.
	maxTokenBytes = 64 << 10
)

// GetProjectAccessToken obtains a new token for one project, valid for one hour at most (endpoint 1, preview). Without
// the subscription key the error is a MissingCredentialError. If the service has no such project, IsNotFound is true for
// the error.
func (c *Client) GetProjectAccessToken(ctx context.Context, a AccountRef, projectID string, p Permission) (string, error) {
	t, err := c.requestToken(ctx, request{
		operation: "get project access token",
		method:    http.MethodGet,
		path:      []string{"auth", a.Location, "Accounts", a.ID, "Projects", projectID, "AccessToken"},
		query:     allowEdit(p),
	})
	return t.value, err
}

// GetVideoAccessToken obtains a new token for one video (X23). Without the subscription key the error is a
// MissingCredentialError. If the account has no such video, IsNotFound is true for the error.
func (c *Client) GetVideoAccessToken(ctx context.Context, a AccountRef, videoID string, p Permission) (string, error) {
	t, err := c.requestToken(ctx, request{
		operation: "get video access token",
		method:    http.MethodGet,
		path:      []string{"auth", a.Location, "Accounts", a.ID, "Videos", videoID, "AccessToken"},
		query:     allowEdit(p),
		extended:  "X23",
	})
	return t.value, err
}

// GetUserAccessToken obtains a new token for the key's user (endpoint 2). Without the subscription key the error is a
// MissingCredentialError; an APIError with status 401 means that the key is refused.
func (c *Client) GetUserAccessToken(ctx context.Context, location string, p Permission) (string, error) {
	t, err := c.requestUserToken(ctx, location, p)
	return t.value, err
}

// GetAccountAccessToken obtains a new token for an account (X22 with extended operations, otherwise endpoints 2 and 3).
// Without the subscription key the error is a MissingCredentialError. If the key's user does not have the account, it
// is an AccountNotListedError.
func (c *Client) GetAccountAccessToken(ctx context.Context, a AccountRef, p Permission) (string, error) {
	t, err := c.obtain(ctx, accountAuth(a, p))
	return t.value, err
}

func (c *Client) requestUserToken(ctx context.Context, location string, p Permission) (token, error) {
	return c.requestToken(ctx, request{
		operation: "get user access token",
		method:    http.MethodGet,
		path:      []string{"auth", location, "Users", "me", "AccessToken"},
		query:     allowEdit(p),
		priority:  true,
	})
}

// allowEdit asks for write permission, and for nothing where reading is enough.
func allowEdit(p Permission) url.Values {
	if p == Write {
		return url.Values{"allowEdit": {"true"}}
	}
	return nil
}

// requestToken sends a request whose answer is a token.
func (c *Client) requestToken(ctx context.Context, r request) (token, error) {
	r.auth, r.maxBytes = auth{scope: keyOnly}, maxTokenBytes
	return doAndRead(ctx, c, r, func(answer *attempt) (token, error) {
		value, err := parseToken(answer.body)
		answer.body, answer.isForeign = nil, err != nil // an excerpt could be a token
		c.hide(value)
		return token{value: value, asked: answer.began}, err
	})
}

// parseToken reads a token that is bare or a JSON string, with any white space around it.
func parseToken(content []byte) (string, error) {
	content = bytes.TrimSpace(bytes.TrimPrefix(bytes.TrimSpace(content), byteOrderMark))
	value := string(content)
	if firstByte(content) == '"' {
		if err := decodeJSON(content, &value); err != nil {
			return "", errors.New("the token is not a valid JSON string")
		}
		value = strings.TrimSpace(value)
	}
	switch {
	case value == "", isNull(content):
		return "", errors.New("the token is empty")
	case looksLikeHTML().MatchString(value):
		return "", errors.New("this is not a token, but a web page")
	case !isHeaderWord(value), strings.ContainsAny(value, `{}[]<>"`):
		return "", errors.New("this is not a token: it contains characters that no token has")
	}
	return value, nil
}

// token is an access token and what the client remembers about it.
type token struct {
	value string
	// asked is when it was asked for, on the monotonic clock: a wall clock that is wrong or jumps does no harm.
	asked time.Time
	// fixed marks the configured token, which cannot be renewed.
	fixed bool
}

// credential is the token that a request carries; the zero token where it needs none. It obtains one where there is none.
func (c *Client) credential(ctx context.Context, r request) (token, error) {
	switch {
	case r.auth.scope == keyOnly:
		return token{}, nil
	case r.auth.scope == accountScope && c.config.AccessToken != "":
		return token{value: c.config.AccessToken, fixed: true}, nil
	}
	t, err := c.token(ctx, r.auth)
	if inner, ok := errors.AsType[*TokenError](err); ok {
		err = inner.Err // the account token's own failure to get a user token
	}
	if err != nil {
		return token{}, &TokenError{Operation: r.operation, Err: err}
	}
	return t, nil
}

// token is the cached token of a scope, or a new one. All callers share one request for it. The request belongs to none
// of them, so that a caller who gives up does not cancel it for the others.
func (c *Client) token(ctx context.Context, a auth) (token, error) {
	key := a.key()
	if t, ok := c.tokens.get(key); ok {
		return t, nil
	}
	if err := ctx.Err(); err != nil {
		return token{}, err // nobody would wait for the refresh
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
		return token{}, ctx.Err()
	case outcome := <-refreshed:
		t, _ := outcome.Val.(token)
		return t, outcome.Err
	}
}

// obtain asks the service for a new token of a scope and stores it. The list that holds an account's token also holds
// those of the user's other accounts, which are stored as well.
func (c *Client) obtain(ctx context.Context, a auth) (token, error) {
	if a.scope == userScope {
		t, err := c.requestUserToken(ctx, a.location, a.permission)
		if err == nil {
			c.tokens.put(a.key(), t)
		}
		return t, err
	}
	if t, err := c.obtainDirectly(ctx, a); !errors.Is(err, errNoDirectToken) {
		return t, err
	}
	const operation = "get account access token"
	query := url.Values{"generateAccessTokens": {"true"}}
	if a.permission == Write {
		query.Set("allowEdit", "true")
	}
	answer, err := c.do(ctx, request{
		operation: operation,
		method:    http.MethodGet,
		path:      []string{a.location, "Accounts"},
		query:     query,
		auth:      userAuth(a.location, a.permission),
		priority:  true,
	})
	if err != nil {
		return token{}, err
	}
	wanted, found, err := c.storeListed(a, answer.body, answer.began)
	switch {
	case err != nil:
		answer.body = nil // an excerpt could hold tokens
		return token{}, c.unexpected(operation, answer, err)
	case !found:
		listed, _ := decodeAccountList(answer.body) // for the message alone: a list that names them in another way is no error
		return token{}, &AccountNotListedError{Account: AccountRef{Location: a.location, ID: a.accountID}, Listed: listed}
	}
	return wanted, nil
}

// storeListed keeps every token of a list of accounts and returns the one that a wants. found says whether the
// account is listed at all.
func (c *Client) storeListed(a auth, list []byte, asked time.Time) (wanted token, found bool, err error) {
	accounts, err := decodeList[struct {
		ID          looseString
		AccessToken json.RawMessage
	}](list)
	if err != nil {
		return token{}, false, fmt.Errorf("the list of accounts cannot be read: %w", err)
	}
	for _, account := range accounts {
		isWanted := strings.EqualFold(string(account.ID), a.accountID)
		found = found || isWanted
		value, parseErr := parseToken([]byte(jsonString(account.AccessToken)))
		if parseErr != nil {
			if isWanted {
				err = fmt.Errorf("account %q is listed without a usable access token: %w", a.accountID, parseErr)
			}
			continue
		}
		c.hide(value)
		t := token{value: value, asked: asked}
		owner := a
		if isWanted {
			wanted = t // under the id as it was asked for, so that it is found again
		} else {
			owner.accountID = string(account.ID)
		}
		c.tokens.put(owner.key(), t)
	}
	if wanted.value != "" {
		err = nil
	}
	return wanted, found, err
}
