package videoindexer

import (
	"context"
	"errors"
	"net/http"
)

// errNoDirectToken means that an account's token has to be obtained with the two requests of the contract.
var errNoDirectToken = errors.New("no token by X22")

// obtainDirectly asks for an account's token in one request (X22) and stores it. It returns errNoDirectToken without
// extended operations, if the service lacks the operation or returns something that is not a token, and after a
// refusal: the contract's two requests then show whether the key is invalid, or its user does not have the account.
func (c *Client) obtainDirectly(ctx context.Context, a auth) (token, error) {
	if !c.Config.ExtendedOperations || c.lacksAccountToken.Load() {
		return token{}, errNoDirectToken
	}
	t, err := c.requestToken(ctx, accountTokenRequest(a))
	answer, isAnswer := errors.AsType[*APIError](err)
	switch {
	case err == nil:
		c.Store(a, t)
	case IsUnsupported(err), isA[*UnexpectedAnswerError](err):
		c.lacksAccountToken.Store(true)
		return token{}, errNoDirectToken
	case isAnswer && isRefusal(answer.Status):
		return token{}, errNoDirectToken
	}
	return t, err
}

// accountTokenRequest asks for an account's token (X22).
func accountTokenRequest(a auth) request {
	return request{
		Operation: "get account access token",
		Method:    http.MethodGet,
		Path:      []string{"auth", a.Location, "Accounts", a.AccountID, "AccessToken"},
		Query:     allowEdit(a.Permission),
		Extended:  "X22",
		Priority:  true,
	}
}

// isRefusal says whether a status means that the same request would be refused again.
func isRefusal(status int) bool {
	return status/100 == 4 && status != http.StatusTooManyRequests
}
