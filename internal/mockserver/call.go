package mockserver

import (
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"
)

// call is one request that reached an endpoint. Methods whose names begin with read or require, and
// authorize, respond to a mistake in the request, and then return false. The handler then returns
// at once.
type call struct {
	server     *Server
	request    *http.Request
	opts       *options
	endpoint   *endpoint
	pathValues map[string]string
	query      url.Values

	// token is nil if the operation needs none, or if a public object was requested without one.
	token *token
	// account is nil if the path has none.
	account *account
	// body is JSON or text, according to the operation.
	body []byte
	// form has the parts of a form.
	form []upload

	violations []string
	out        response
}

var guidForm = regexp.MustCompile(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)

func isGUID(s string) bool { return guidForm.MatchString(s) }

// carryOut handles a request completely, except for writing its response.
func (c *call) carryOut() {
	if !c.receive() {
		drain(c.request)
		return
	}
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	if c.requireAccount() {
		c.endpoint.handle(c)
	}
}

// receive checks and reads a request.
func (c *call) receive() bool {
	if !c.requireServed() {
		return false
	}
	if !c.requireHead() {
		return false
	}
	return c.readBody()
}

// requireServed responds as a gateway, for all callers and without the error object, if the service
// does not have the operation.
func (c *call) requireServed() bool {
	if c.endpoint == nil {
		c.violate("unknown route")
		c.out = *foreignError(http.StatusNotFound, c.noRoute())
		return false
	}
	status, isMissing := c.opts.lacks[c.endpoint.operation]
	if !isMissing {
		return true
	}
	if status == http.StatusNotFound {
		c.out = *foreignError(status, "Resource not found")
		return false
	}
	c.respondEmpty(status)
	return false
}

// noRoute describes why a request reaches no operation.
func (c *call) noRoute() string {
	path := c.request.URL.EscapedPath()
	base := c.opts.basePath
	if !strings.HasPrefix(path, base) {
		return fmt.Sprintf("%s %s is not below the base path %s of this service", c.request.Method, path, base)
	}
	return fmt.Sprintf("this service has no operation %s %s", c.request.Method, path)
}

// requireHead responds to a mistake of a request outside of its body.
func (c *call) requireHead() bool {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	if !c.authorize() {
		return false
	}
	return c.requireParameters()
}

// forObject returns the handler of an operation on the object of the path. The operation is carried
// out only if the object exists.
func forObject[T any](find func(*call) *T, carryOut func(*call, *T)) func(*call) {
	return func(c *call) {
		object := find(c)
		if object != nil {
			carryOut(c, object)
		}
	}
}

func (c *call) now() time.Time { return c.server.now() }

// violate records that the client violated the contract. The message must not contain the query or
// the headers, where tokens and keys are.
func (c *call) violate(format string, args ...any) {
	where := c.request.Method + " " + c.request.URL.Path
	if c.endpoint != nil {
		where = fmt.Sprintf("operation %s: %s", c.endpoint.operation, where)
	}
	c.violations = append(c.violations, where+": "+fmt.Sprintf(format, args...))
}

// respondInvalid answers 400 INVALID_INPUT to a request that no client of the contract should send,
// records the violation, and returns false.
func (c *call) respondInvalid(format string, args ...any) bool {
	c.violate(format, args...)
	return c.refuse(format, args...)
}

// requireAccount sets the account of the path, or responds that it is missing.
func (c *call) requireAccount() bool {
	id, hasAccount := c.pathValues["accountId"]
	if !hasAccount {
		return true
	}
	c.account = c.server.findAccount(c.pathText("location"), id)
	isListed := c.account != nil && !c.account.OfAnotherUser
	if c.endpoint.isAuthorizedByKey() && !isListed {
		// If a key authorizes, the service refuses the account of another user, whether it exists
		// or not.
		return c.respondNotAllowed()
	}
	if c.account != nil {
		return true
	}
	missing := c.endpoint.missingAccount
	if missing == (contractError{}) {
		missing = contractError{http.StatusNotFound, "ACCOUNT_NOT_FOUND"}
	}
	return c.respondError(missing.status, missing.errorType, "the account was not found")
}

// requirePaid responds with a refusal for trial accounts and trial locations.
func (c *call) requirePaid() bool {
	if c.onTrial() {
		return c.respondError(
			http.StatusBadRequest, "OPERATION_NOT_SUPPORTED_ON_TRIAL", "the operation works in paid locations only",
		)
	}
	return true
}

// onTrial reports whether the call is about a trial account or the location of such accounts.
func (c *call) onTrial() bool {
	hasTrialAccount := c.account != nil && c.account.AccountType == "Trial"
	return hasTrialAccount || strings.EqualFold(c.pathText("location"), TrialLocation)
}

// isWrite reports whether the call changes something.
func (c *call) isWrite() bool { return !strings.HasPrefix(c.endpoint.route, "GET ") }

const (
	// defaultPageSize is the pageSize of extended operations if a request has none.
	defaultPageSize = 25
	// maxPageSize is the highest pageSize of extended operations.
	maxPageSize = 1000
)

// page is the part of a list that a request asks for.
type page struct{ size, skip int }

// page reads the part that a request asks for. usual is the number of elements if the request has
// none, and most is the highest number.
func (c *call) page(usual, most int) page {
	largest := cmp.Or(c.opts.pageCap, most)
	return page{size: min(c.queryCount("pageSize", usual), largest), skip: c.queryCount("skip", 0)}
}

// pageBodies returns the elements on the page, as a response shows them.
func pageBodies[T any](p page, all []T, body func(T) map[string]any) []map[string]any {
	from := min(p.skip, len(all))
	to := min(p.skip+p.size, len(all))
	return mapAll(all[from:to], body)
}
