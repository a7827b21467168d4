package videoindexer

import (
	"cmp"
	"context"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer/transport"
)

// request is a request of the transport, with what recentWrites needs to know of the name that it
// gives to an object.
type request struct {
	transport.Request

	// nameTakenTypes are the types of the errors with which the service refuses a name that another
	// object has. A request that gives no name has none.
	nameTakenTypes []ErrorType
	// isRename means that the request gives an object another name, so that its previous name
	// becomes free.
	isRename bool
}

// newRequest makes a request for an operation, whose pattern begins after the path of something.
func newRequest(operation Operation, authorization auth, path []string, ids ...string) request {
	method, pattern, _ := strings.Cut(operation.Pattern, " ")
	for segment := range strings.SplitSeq(pattern, "/") {
		switch segment {
		case "":
			// The account itself has no pattern.
		case "{}":
			path = append(path, ids[0])
			ids = ids[1:]
		default:
			path = append(path, segment)
		}
	}
	return request{Request: transport.Request{
		Number: operation.Number, Operation: operation.Name, Method: method, Path: path, Query: url.Values{},
		Auth: authorization,
	}}
}

// nameTakenError returns the error of a refused name, if err is one.
func (r request) nameTakenError(err error) (refusal *APIError, isNameTaken bool) {
	apiErr, isAPIError := apiErrorOf(err)
	if !isAPIError || !slices.Contains(r.nameTakenTypes, apiErr.Type) {
		return nil, false
	}
	return apiErr, apiErr.Status == http.StatusBadRequest || apiErr.Status == http.StatusConflict
}

// AccountRef names an account and its region: the {location} and {accountId} of every path.
type AccountRef struct {
	Location string
	ID       string
}

// Normal returns the reference in one letter case, so that references to the same account are
// equal.
func (account AccountRef) Normal() AccountRef {
	return AccountRef{Location: strings.ToLower(account.Location), ID: strings.ToLower(account.ID)}
}

// accountRequest makes a request about something in an account. A GET carries a token that can
// read, and every other method one that can write.
func accountRequest(operation Operation, account AccountRef, ids ...string) request {
	r := newRequest(operation, accountAuth(account, PermissionWrite), accountPath(account), ids...)
	if r.Method == http.MethodGet {
		r.Auth.Permission = PermissionRead
	}
	return r
}

// accountPath returns the path of an account.
func accountPath(account AccountRef) []string {
	return []string{account.Location, "Accounts", account.ID}
}

// userAuth returns the authorization of the calls about a user's accounts.
func userAuth(location string, permission Permission) auth {
	return auth{Scope: transport.UserScope, Location: location, Permission: permission}
}

func accountAuth(account AccountRef, permission Permission) auth {
	return auth{
		Scope: transport.AccountScope, Location: account.Location, AccountID: account.ID, Permission: permission,
	}
}

func videoAuth(account AccountRef, videoID string, permission Permission) auth {
	return auth{
		Scope: transport.VideoScope, Location: account.Location, AccountID: account.ID, VideoID: videoID,
		Permission: permission,
	}
}

// pageRequest makes the request for one page of a list.
func pageRequest(r request, skip, size int) request {
	r.Query = maps.Clone(r.Query)
	r.Query.Set("pageSize", strconv.Itoa(size))
	r.Query.Set("skip", strconv.Itoa(skip))
	return r
}

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

// do sends a request of any operation as the transport does. For up to ten seconds after a write of
// this process, the service may not show the write yet: it may answer 404 for an object that was
// created, or refuse a name that was freed. The request is then repeated. max_retries does not
// limit these repetitions.
func (c *Client) do(ctx context.Context, r request) (*response, error) {
	response, err := c.transport.Do(ctx, r.Request)
	// A repetition with another error does not prolong the wait.
	deadline := c.recentWrites.graceEnd(r, err)
	pause := firstGracePause
	for time.Now().Before(deadline) && time.Now().Before(c.recentWrites.graceEnd(r, err)) {
		if !transport.Sleep(ctx, min(pause, time.Until(deadline))) {
			return nil, &InterruptedError{Operation: r.Operation, Err: ctx.Err()}
		}
		pause = min(2*pause, maxGracePause)
		response, err = c.transport.Do(ctx, r.Request)
	}
	isGone := r.Method == http.MethodDelete && IsNotFound(err)
	if err == nil || isGone {
		c.recentWrites.recordWrite(r)
	}
	refusal, isNameTaken := r.nameTakenError(err)
	if isNameTaken {
		refusal.NameWasFreed = !deadline.IsZero()
	}
	return response, err
}

// doAndDecode sends a request and decodes the body of its response.
func doAndDecode[T any](
	ctx context.Context, c *Client, r request, decode func(body []byte) (T, error),
) (T, error) {
	return doAndRead(ctx, c, r, func(response *response) (T, error) { return decode(response.Body) })
}

// doAndRead sends a request and makes something of its response. Where that fails, the error shows
// the beginning of the body, unless the request says that it is secret.
func doAndRead[T any](
	ctx context.Context, c *Client, r request, read func(response *response) (T, error),
) (T, error) {
	var none T
	response, err := c.do(ctx, r)
	if err != nil {
		return none, err
	}
	value, err := read(response)
	if err != nil {
		return none, c.transport.UnexpectedResponse(r.Request, response, &unreadableError{err})
	}
	return value, nil
}

// unreadableError says why the response of a request cannot be read. A web page, or a response that
// is too large, is not the request's response, and never this error.
type unreadableError struct{ error }

func (e *unreadableError) Unwrap() error { return e.error }

// named is an object whose requests have its name in the query.
type named[T any] interface {
	object[T]
	nameField() *string
}

// doWithName sends a request that creates or renames an object. The response need not repeat the
// name.
func doWithName[T any, P named[T]](ctx context.Context, c *Client, r request, name string) (*T, error) {
	r.Query.Set("name", name)
	r.nameTakenTypes = []ErrorType{ErrorTypeAlreadyExists, ErrorTypePersonNameNotUnique}
	r.isRename = r.Method == http.MethodPut
	object, err := doAndDecode(ctx, c, r, decodeObject[T, P])
	if err != nil {
		return nil, err
	}
	field := P(object).nameField()
	*field = cmp.Or(*field, name)
	return object, nil
}

// doAndConfirm sends a request whose response only confirms that it was carried out: it is empty,
// or an object.
func (c *Client) doAndConfirm(ctx context.Context, r request) error {
	_, err := doAndDecode(ctx, c, r, func(body []byte) (none struct{}, err error) {
		if isBlank(body) {
			return none, nil
		}
		return decodeAnyObject(body)
	})
	return err
}

func decodeAnyObject(body []byte) (object struct{}, err error) {
	err = decodeJSON(body, &object)
	return object, err
}

// maxStreamBytes bounds a response that is read as it comes: three times a hundred thousand brands
// with long descriptions.
const maxStreamBytes = 256 << 20

// doAndStream sends a request whose response is read as it comes. Read is called again for every
// attempt that is answered, and need not read to the end; its errors are about what the response
// says, never about the connection.
func (c *Client) doAndStream(
	ctx context.Context, r request, read func(body io.Reader) error,
) (*response, error) {
	r.Stream = read
	r.MaxBytes = c.maxStream
	return c.do(ctx, r)
}
