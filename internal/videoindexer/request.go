package videoindexer

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
)

// request describes one call of the contract, before it has a token, a request id or an attempt.
// The nouns' files build it; do sends it.
type request struct {
	// operation says what is being done, for errors and logs: "get brand", "create language model".
	operation string
	method    string
	// path holds the segments below the endpoint, unescaped; do escapes each of them, so that an
	// identifier can never add a segment or a query.
	path  []string
	query url.Values
	// auth says which credential the call carries.
	auth auth
	body *body
	// extended is the number of an operation beyond the contract, such as "X1"; empty for the contract's own.
	extended string
	// isProbe marks a request that asks whether the service has an operation beyond the contract: it is sent even if the
	// configuration does not allow these.
	isProbe bool
	// onlyOnce marks a call that must not be sent again once it may have reached the service, such as one that creates
	// something: instead of a repetition there is an AmbiguousError.
	onlyOnce bool
	// priority marks a call that others wait for: it does not queue for its turn.
	priority bool
	// maxBytes bounds the response body that is read; 0 stands for defaultMaxBytes.
	maxBytes int64
	// accept lists the statuses that count as success beside every 2xx.
	accept []int
	// stream reads the body of a success as it comes; where there is none, the body is kept.
	stream func(body io.Reader) error
}

// body is what a request carries. open is called for each attempt, so that a repeated attempt starts at the first byte;
// the reader it returns is closed by the transport.
type body struct {
	contentType string
	// length is the exact number of bytes, sent as Content-Length.
	length int64
	open   func() (io.ReadCloser, error)
}

// auth is the credential of a call: a subscription key alone, or a token of a scope as well.
type auth struct {
	scope      scope
	location   string
	accountID  string
	permission Permission
	// optional marks the endpoints that public videos answer without a token (8, 12, 13): where
	// the token is refused twice, one last attempt goes out without any.
	optional bool
}

// scope is the kind of token a call needs, as the Authentication section of the contract lists them.
type scope int

const (
	// keyOnly calls carry the subscription key and no token (endpoints 1 and 2).
	keyOnly scope = iota
	userScope
	accountScope
)

// isSuccess says whether a status is what the request hoped for.
func (r request) isSuccess(status int) bool {
	return status/100 == 2 || slices.Contains(r.accept, status)
}

// limit is how much is read of a success.
func (r request) limit() int64 { return cmp.Or(r.maxBytes, defaultMaxBytes) }

// onAccount is a request about something in an account; rest is its path below the account. A GET carries a token that can
// read, and every other method one that can write.
func onAccount(operation, method string, account AccountRef, rest ...string) request {
	permission := Write
	if method == http.MethodGet {
		permission = Read
	}
	return request{
		operation: operation, method: method, path: accountPath(account, rest...), query: url.Values{}, auth: accountAuth(account, permission),
	}
}

// extendedOnAccount is onAccount for an operation beyond the contract. Number is the operation's, such as "X1".
func extendedOnAccount(number, operation, method string, account AccountRef, rest ...string) request {
	r := onAccount(operation, method, account, rest...)
	r.extended = number
	return r
}

// ofPage is the request for one page of a list.
func (r request) ofPage(skip, size int) request {
	r.query = maps.Clone(r.query)
	r.query.Set("pageSize", strconv.Itoa(size))
	r.query.Set("skip", strconv.Itoa(skip))
	return r
}

// doAndDecode sends a request and decodes the body of its answer.
func doAndDecode[T any](ctx context.Context, c *Client, r request, decode func(body []byte) (T, error)) (T, error) {
	return doAndRead(ctx, c, r, func(answer *attempt) (T, error) { return decode(answer.body) })
}

// doAndRead sends a request and makes something of its answer. Where that fails, the error shows the beginning of the body,
// unless read has taken the body away.
func doAndRead[T any](ctx context.Context, c *Client, r request, read func(answer *attempt) (T, error)) (T, error) {
	var none T
	answer, err := c.do(ctx, r)
	if err != nil {
		return none, err
	}
	value, err := read(answer)
	if err != nil {
		return none, c.unexpected(r.operation, answer, err)
	}
	return value, nil
}

// userAuth is the credential of the calls about a user's accounts (endpoints 3 and 4).
func userAuth(location string, permission Permission) auth {
	return auth{scope: userScope, location: location, permission: permission}
}

// accountAuth is the credential of every call about something in an account.
func accountAuth(account AccountRef, permission Permission) auth {
	return auth{scope: accountScope, location: account.Location, accountID: account.ID, permission: permission}
}

// accountPath is the path of something in an account: location, "Accounts", id, then the rest.
func accountPath(account AccountRef, rest ...string) []string {
	return append([]string{account.Location, "Accounts", account.ID}, rest...)
}

// Permission is what a token allows. It is part of every token's cache key, so that a plan never
// holds a token that can write.
type Permission bool

const (
	// Read is asked for by leaving allowEdit false.
	Read Permission = false
	// Write is asked for with allowEdit=true.
	Write Permission = true
)

// AccountRef names an account and the region its calls are routed to: the {location} and {accountId} of every path.
type AccountRef struct {
	Location string
	ID       string
}

// bytesBody is a body that is in memory.
func bytesBody(contentType string, content []byte) *body {
	return &body{
		contentType: contentType,
		length:      int64(len(content)),
		open:        func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(content)), nil },
	}
}

// send sends a request whose answer only confirms that it was carried out. A web page is no such answer.
func (c *Client) send(ctx context.Context, r request) error {
	_, err := doAndRead(ctx, c, r, func(answer *attempt) (struct{}, error) { return struct{}{}, refuseWebPage(answer.body) })
	return err
}

// setText sets a query parameter if it has a value.
func setText(query url.Values, name, value string) {
	if value != "" {
		query.Set(name, value)
	}
}

// setFlag sets a boolean query parameter unless its value is nil.
func setFlag(query url.Values, name string, value *bool) {
	if value != nil {
		query.Set(name, strconv.FormatBool(*value))
	}
}

// jsonBody is a request body of one JSON value.
func jsonBody(value any) (*body, error) {
	data, err := json.Marshal(value)
	if err != nil {
		return nil, fmt.Errorf("encode the request: %w", err)
	}
	return bytesBody("application/json", data), nil
}
