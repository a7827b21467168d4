package mockserver

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// call is one request that reached an endpoint. A method that finds its input wrong has already answered the request:
// its handler then returns at once.
type call struct {
	s        *Server
	r        *http.Request
	opts     *options
	endpoint *endpoint
	values   map[string]string // of the path
	queried  url.Values

	token   *token   // nil where the endpoint wants none, or where a public object was asked for without one
	account *account // nil where the path has none
	body    []byte   // JSON or text, by the endpoint's kind
	form    []upload // the parts of a form

	violations []string
	out        answer
}

var guidForm = regexp.MustCompile(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)

func isGUID(s string) bool { return guidForm.MatchString(s) }

// carryOut handles a request completely, except for writing its answer.
func (c *call) carryOut() {
	if c.isServed() && c.admit() && c.readBody() {
		c.s.mu.Lock()
		defer c.s.mu.Unlock()
		if c.resolveAccount() {
			c.endpoint.handle(c)
		}
		return
	}
	drain(c.r)
}

// isServed answers requests for operations that the service does not have, as a gateway does: everyone alike, and
// without the error object.
func (c *call) isServed() bool {
	if c.endpoint == nil {
		c.violate("unknown route")
		c.out = *foreignError(http.StatusNotFound, c.noRoute())
		return false
	}
	status, lacks := c.opts.lacks[c.endpoint.name()]
	switch {
	case !lacks:
	case status == http.StatusNotFound:
		c.out = *foreignError(status, "Resource not found")
	default:
		c.empty(status)
	}
	return !lacks
}

// noRoute says why a request reaches no operation.
func (c *call) noRoute() string {
	path := c.r.URL.EscapedPath()
	if base := c.opts.basePath; !strings.HasPrefix(path, base) {
		return fmt.Sprintf("%s %s is not below the base path %s of this service", c.r.Method, path, base)
	}
	return fmt.Sprintf("this service has no operation %s %s", c.r.Method, path)
}

// admit checks everything of a request except its body.
func (c *call) admit() bool {
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	return c.authorize() && c.checkQuery() && c.checkAccountID()
}

// on is an operation on the object of the path: it is carried out where there is one.
func on[T any](find func(*call) *T, carryOut func(*call, *T)) func(*call) {
	return func(c *call) {
		if found := find(c); found != nil {
			carryOut(c, found)
		}
	}
}

func (c *call) now() time.Time { return c.s.now() }

// violate records that the client did what the contract does not allow. The message must hold nothing of the query
// or the headers, where tokens and keys are.
func (c *call) violate(format string, args ...any) {
	where := c.r.Method + " " + c.r.URL.Path
	if c.endpoint != nil {
		where = fmt.Sprintf("endpoint %s: %s", c.endpoint.name(), where)
	}
	c.violations = append(c.violations, where+": "+fmt.Sprintf(format, args...))
}

// invalid answers 400 INVALID_INPUT to a request that no client of the contract should send, records the violation,
// and returns false.
func (c *call) invalid(format string, args ...any) bool {
	c.violate(format, args...)
	return c.refuse(format, args...)
}

// checkQuery refuses parameters that the contract does not list for the endpoint, or that are given twice.
func (c *call) checkQuery() bool {
	query, err := url.ParseQuery(c.r.URL.RawQuery)
	if err != nil {
		return c.invalid("malformed query")
	}
	for name, values := range query {
		isToken := name == "accessToken" && !c.endpoint.byKey()
		if !isToken && !slices.Contains(c.endpoint.query, name) {
			return c.invalid("unknown query parameter %q", name)
		}
		if len(values) > 1 {
			return c.invalid("query parameter %q given twice", name)
		}
	}
	c.queried = query
	return true
}

// checkAccountID refuses an account id that is not a GUID.
func (c *call) checkAccountID() bool {
	id, ok := c.values["accountId"]
	if ok && !isGUID(id) {
		return c.invalid("accountId is not a GUID")
	}
	return true
}

// resolveAccount sets the account of the path, or answers that it is missing.
func (c *call) resolveAccount() bool {
	id, ok := c.values["accountId"]
	if !ok {
		return true
	}
	c.account = c.s.findAccount(c.path("location"), id)
	if c.endpoint.byKey() && (c.account == nil || c.account.Unlisted) {
		// Where a key authorizes, an account of another user is refused, whether it exists or not.
		return c.notAllowed()
	}
	if c.account != nil {
		return true
	}
	missing := c.endpoint.missingAccount
	if missing == (wireError{}) {
		missing = wireError{http.StatusNotFound, "ACCOUNT_NOT_FOUND"}
	}
	return c.fail(missing.status, missing.errorType, "the account was not found")
}

// path returns an unescaped value of the path.
func (c *call) path(name string) string { return c.values[name] }

// guidPath returns a path value that must be a GUID, in lower case.
func (c *call) guidPath(name string) (string, bool) {
	value := c.values[name]
	if !isGUID(value) {
		return "", c.invalid("%s is not a GUID", name)
	}
	return strings.ToLower(value), true
}

// int32Path returns a path value that must be a 32 bit integer.
func (c *call) int32Path(name string) (int32, bool) {
	n, err := strconv.ParseInt(c.values[name], 10, 32)
	if err != nil {
		return 0, c.invalid("%s is not an int32", name)
	}
	return int32(n), true
}

// textQuery returns a parameter and whether it was given.
func (c *call) textQuery(name string) (string, bool) {
	return c.queried.Get(name), c.queried.Has(name)
}

// boolQuery returns a boolean parameter, nil when it was not given.
func (c *call) boolQuery(name string) (*bool, bool) {
	if !c.queried.Has(name) {
		return nil, true
	}
	var value bool
	switch strings.ToLower(c.queried.Get(name)) {
	case "true":
		value = true
	case "false":
	default:
		return nil, c.invalid("%s is not a boolean", name)
	}
	return &value, true
}

// flagQuery returns a boolean parameter, false when it was not given.
func (c *call) flagQuery(name string) (value, ok bool) {
	given, ok := c.boolQuery(name)
	return given != nil && *given, ok
}

// int32Query returns a 32 bit integer parameter that is not below least, and usual when it was not given.
func (c *call) int32Query(name string, least, usual int) (int, bool) {
	if !c.queried.Has(name) {
		return usual, true
	}
	n, err := strconv.ParseInt(c.queried.Get(name), 10, 32)
	if err != nil {
		return 0, c.invalid("%s is not an int32", name)
	}
	if int(n) < least {
		return 0, c.invalid("%s is below %d", name, least)
	}
	return int(n), true
}

// enumQuery returns a parameter that must be one of allowed, "" when it was not given.
func (c *call) enumQuery(name string, allowed ...string) (string, bool) {
	if !c.queried.Has(name) {
		return "", true
	}
	value := c.queried.Get(name)
	if !slices.Contains(allowed, value) {
		return "", c.invalid("%s has a value that the contract does not list: %q", name, value)
	}
	return value, true
}

// paidOnly refuses trial accounts and trial locations.
func (c *call) paidOnly() bool {
	if c.onTrial() {
		return c.fail(http.StatusBadRequest, "OPERATION_NOT_SUPPORTED_ON_TRIAL", "the operation works in paid locations only")
	}
	return true
}

// onTrial says whether the call is about a trial account or the location of such accounts.
func (c *call) onTrial() bool {
	return strings.EqualFold(c.path("location"), TrialLocation) || c.account != nil && c.account.AccountType == "Trial"
}

// isWrite says whether the call changes something.
func (c *call) isWrite() bool { return c.endpoint.method != http.MethodGet }

// usualPage is the pageSize of extended operations when a request gives none, and mostOnAPage what they give at most.
const usualPage, mostOnAPage = 25, 1000

// page is the part of a list that a request asks for.
type page struct{ size, skip int }

// page reads the part that a request asks for: usual elements where it does not say how many, most at the highest.
func (c *call) page(usual, most int) (page, bool) {
	if c.opts.pageCap > 0 {
		most = c.opts.pageCap
	}
	size, ok := c.int32Query("pageSize", 1, usual)
	if !ok {
		return page{}, false
	}
	skip, ok := c.int32Query("skip", 0, 0)
	return page{min(size, most), skip}, ok
}

// bodies returns the elements of all that are on the page, as an answer shows them.
func bodies[T any](p page, all []T, body func(T) map[string]any) []map[string]any {
	return each(all[min(p.skip, len(all)):min(p.skip+p.size, len(all))], body)
}
