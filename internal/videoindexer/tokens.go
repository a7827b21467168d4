package videoindexer

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer/transport"
)

// maxTokenBytes is far above any token, and below what a header can carry.
const maxTokenBytes = 64 << 10

// GetProjectAccessToken obtains a new token for one project, valid for one hour at most (1,
// preview). Without the subscription key the error is a MissingCredentialError. If the service has
// no such project, IsNotFound is true for the error.
func (c *Client) GetProjectAccessToken(
	ctx context.Context, account AccountRef, projectID string, p Permission,
) (string, error) {
	r := tokenRequest(OperationGetProjectAccessToken, p, accountPath(account), projectID)
	t, err := c.requestToken(ctx, r)
	return t.Value, err
}

// GetVideoAccessToken obtains a new token for one video (X23). Without the subscription key the
// error is a MissingCredentialError. If the account has no such video, IsNotFound is true for the
// error.
func (c *Client) GetVideoAccessToken(
	ctx context.Context, account AccountRef, videoID string, p Permission,
) (string, error) {
	t, err := c.requestTokenOf(ctx, videoAuth(account, videoID, p))
	return t.Value, err
}

// GetUserAccessToken obtains a new token for the key's user (2). Without the subscription key, the
// error is a MissingCredentialError. An APIError with status 401 means that the service refused the
// key.
func (c *Client) GetUserAccessToken(ctx context.Context, location string, p Permission) (string, error) {
	t, err := c.requestTokenOf(ctx, userAuth(location, p))
	return t.Value, err
}

// GetAccountAccessToken obtains a new token for an account (X22 with extended operations, otherwise
// 2 and 3). Without the subscription key, the error is a MissingCredentialError. If the key's user
// cannot use the account, it is an AccountNotListedError.
func (c *Client) GetAccountAccessToken(
	ctx context.Context, account AccountRef, p Permission,
) (string, error) {
	t, err := c.requestTokenOf(ctx, accountAuth(account, p))
	return t.Value, err
}

// tokenPath comes before the path of what a token is for.
const tokenPath = "auth"

// tokenRequest makes the request for a token of something below a path.
func tokenRequest(operation Operation, p Permission, path []string, ids ...string) request {
	r := newRequest(operation, auth{Scope: transport.KeyOnly}, append([]string{tokenPath}, path...), ids...)
	setAllowEdit(r.Query, p)
	return r
}

// setAllowEdit asks for write permission if it is needed.
func setAllowEdit(query url.Values, p Permission) {
	if p == PermissionWrite {
		query.Set("allowEdit", "true")
	}
}

// requestToken sends a request whose response is a token.
func (c *Client) requestToken(ctx context.Context, r request) (token, error) {
	r.MaxBytes = maxTokenBytes
	r.IsSecret = true
	return doAndRead(ctx, c, r, func(response *response) (token, error) {
		value, err := parseToken(response.Body)
		response.IsNotFromService = err != nil
		c.transport.AddSecret(value)
		return token{Value: value, RequestedAt: response.SentAt}, err
	})
}

// parseToken reads a token that is bare or a JSON string, with any white space around it.
func parseToken(content []byte) (string, error) {
	content = bytes.TrimSpace(bytes.TrimPrefix(bytes.TrimSpace(content), transport.ByteOrderMark))
	value := string(content)
	isString := firstByte(content) == '"'
	kind := kindOf(content)
	switch {
	case isString:
		err := decodeJSON(content, &value)
		if err != nil {
			return "", errors.New("the token is not a valid JSON string")
		}
		value = strings.TrimSpace(value)
	case kind != "a text":
		return "", fmt.Errorf("this is not a token, but %s", kind)
	}
	switch {
	case value == "":
		return "", errors.New("the token is empty")
	case !transport.IsHeaderWord(value) || strings.ContainsAny(value, `{}[]<>"`):
		return "", errors.New("this is not a token, because it contains characters that no token has")
	}
	return value, nil
}

// tokenIn reads the token in a text, which may have white space around it, quotation marks, and the
// word Bearer in front.
func tokenIn(text string) (string, error) {
	text = strings.TrimSpace(text)
	bare, isQuoted := strings.CutPrefix(text, "'")
	if isQuoted && len(text) > 1 {
		text = strings.TrimSuffix(bare, "'")
	}
	if firstByte([]byte(text)) == '"' {
		var inner string
		err := decodeJSON([]byte(text), &inner)
		if err == nil {
			text = strings.TrimSpace(inner)
		}
	}
	words := strings.Fields(text)
	if len(words) > 0 && strings.EqualFold(words[0], "Bearer") {
		text = text[len("Bearer"):]
	}
	return parseToken([]byte(text))
}

// newToken obtains a token of a scope: from the configured program if it is one of an account, and
// otherwise from the service.
func (c *Client) newToken(ctx context.Context, authorization auth) (token, error) {
	isOfAccount := authorization.Scope == transport.AccountScope
	if len(c.transport.Config.AccessTokenCommand) == 0 || !isOfAccount {
		return c.requestTokenOf(ctx, authorization)
	}
	asked := time.Now()
	value, err := c.runTokenCommand(ctx, authorization)
	return token{Value: value, RequestedAt: asked, Source: CredentialCommand}, err
}

// tokenRequestOf makes the request for a token of a scope, for which calls wait.
func tokenRequestOf(authorization auth) request {
	p := authorization.Permission
	account := AccountRef{Location: authorization.Location, ID: authorization.AccountID}
	var r request
	switch authorization.Scope {
	case transport.UserScope:
		r = tokenRequest(OperationGetUserAccessToken, p, []string{authorization.Location})
	case transport.VideoScope:
		r = tokenRequest(OperationGetVideoAccessToken, p, accountPath(account), authorization.VideoID)
	default:
		r = tokenRequest(OperationGetAccountAccessToken, p, accountPath(account))
	}
	r.HasPriority = true
	return r
}

// requestTokenOf asks the service for a new token of a scope. The list that holds an account's
// token also holds those of the user's other accounts, which are stored.
func (c *Client) requestTokenOf(ctx context.Context, authorization auth) (token, error) {
	if authorization.Scope != transport.AccountScope {
		return c.requestToken(ctx, tokenRequestOf(authorization))
	}
	direct, err := c.requestAccountToken(ctx, authorization)
	if !errors.Is(err, errNoDirectToken) {
		return direct, err
	}
	listTokens := OperationListAccounts
	listTokens.Name = OperationGetAccountAccessToken.Name
	permission := authorization.Permission
	r := newRequest(listTokens, userAuth(authorization.Location, permission), []string{authorization.Location})
	setAllowEdit(r.Query, permission)
	r.HasPriority = true
	r.IsSecret = true
	r.Query.Set("generateAccessTokens", "true")
	response, err := c.do(ctx, r)
	if err != nil {
		return token{}, err
	}
	t, err := c.storeListed(authorization, response)
	if err != nil && !IsA[*AccountNotListedError](err) {
		err = c.transport.UnexpectedResponse(r.Request, response, err)
	}
	return t, err
}

// storeListed stores every token of a list of accounts, and returns the one that the authorization
// asks for.
func (c *Client) storeListed(authorization auth, list *response) (wanted token, err error) {
	var accounts []struct {
		AccountSummary
		AccessToken string
	}
	err = decodeJSON(list.Body, &accounts)
	if err != nil {
		return token{}, fmt.Errorf("the list of accounts cannot be read: %w", err)
	}
	isListed := false
	var summaries []AccountSummary
	for _, account := range accounts {
		summaries = append(summaries, account.AccountSummary)
		owner := authorization
		owner.AccountID = account.ID
		value, parseErr := parseToken([]byte(account.AccessToken))
		found := token{Value: value, RequestedAt: list.SentAt}
		if parseErr == nil {
			c.transport.AddSecret(value)
			c.transport.StoreToken(owner, found)
		}
		isWanted := strings.EqualFold(account.ID, authorization.AccountID)
		if isWanted && wanted.Value == "" {
			isListed = true
			wanted = found
			err = parseErr
		}
	}
	if !isListed {
		account := AccountRef{Location: authorization.Location, ID: authorization.AccountID}
		return token{}, &AccountNotListedError{RequestIDs: list.RequestIDs, Account: account, Listed: summaries}
	}
	if err != nil {
		err = fmt.Errorf("account %q is listed without a usable access token: %w", authorization.AccountID, err)
	}
	return wanted, err
}

// errNoDirectToken means that an account's token has to be obtained with the two requests of the
// base API (2 and 3).
var errNoDirectToken = errors.New("no token by X22")

// requestAccountToken asks for an account's token in one request (X22). It returns errNoDirectToken
// without extended operations, if the service lacks the operation or returns something that is not
// a token, and after a refusal: the two requests of the base API then show whether the key is
// invalid, or its user does not have the account.
func (c *Client) requestAccountToken(ctx context.Context, authorization auth) (token, error) {
	if !c.AllowsExtended() || c.lacksDirectToken.Load() {
		return token{}, errNoDirectToken
	}
	t, err := c.requestToken(ctx, tokenRequestOf(authorization))
	apiErr, isAPIError := errors.AsType[*APIError](err)
	switch {
	case IsUnsupported(err) || IsA[*UnexpectedResponseError](err):
		c.lacksDirectToken.Store(true)
		return token{}, errNoDirectToken
	case isAPIError && isRefusal(apiErr.Status):
		return token{}, errNoDirectToken
	}
	return t, err
}

// isRefusal reports whether a status means that the same request would be refused again.
func isRefusal(status int) bool {
	return status/100 == 4 && status != http.StatusTooManyRequests
}
