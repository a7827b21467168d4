package mockserver

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// accountPath is the path of an account, with which the paths of its operations begin.
const accountPath = "/{location}/Accounts/{accountId}"

// endpoint is the route of an operation and its input. Operations other than GET require a token
// with write permission.
type endpoint struct {
	operation         Operation
	route             string    // method and path below the base path: "GET /{location}/Accounts/{accountId}"
	alsoScope         scopeKind // token scope that is accepted in addition to that of the account; zero: none
	tokenIsOptional   bool      // the token is optional where the object is public; the handler decides
	lowerErrorMembers bool      // error members are errorType and message

	query     []string // names other than accessToken
	languages []string // values of the parameter language
	body      bodyKind
	keyListed bool // an operation for which the contract lists the subscription key as required

	// missingAccount is the response if the token is valid but the account does not exist; zero:
	// 404 ACCOUNT_NOT_FOUND.
	missingAccount contractError

	handle func(c *call)
}

// contractError is a status and an error type of the contract.
type contractError struct {
	status    int
	errorType string
}

// isAuthorizedByKey reports whether the subscription key alone authorizes, as it does for requests
// for tokens.
func (e *endpoint) isAuthorizedByKey() bool { return strings.Contains(e.route, " /auth/") }

// acceptsScope reports whether tokens of a scope are accepted.
func (e *endpoint) acceptsScope(scope scopeKind) bool {
	if !strings.Contains(e.route, "{accountId}") {
		return scope == scopeUser
	}
	return scope == scopeAccount || scope == e.alsoScope
}

// requiresKey reports whether a request without the subscription key violates the contract. All
// extended operations require the key.
func (e *endpoint) requiresKey() bool {
	isListed := e.keyListed || e.operation.IsExtended()
	return isListed || e.isAuthorizedByKey()
}

// endpoints returns those of the base API and, if the service has them, of the extended operations.
func endpoints(extended bool) []*endpoint {
	all := slices.Concat(
		tokenEndpoints(),
		accountEndpoints(),
		connectionEndpoints(),
		brandEndpoints(),
		languageEndpoints(),
		videoEndpoints(),
		projectEndpoints(),
		personEndpoints(),
	)
	return slices.DeleteFunc(all, func(e *endpoint) bool { return e.operation.IsExtended() && !extended })
}

// route finds the endpoint of a request and its unescaped path values. Segments are split before
// they are unescaped, so that an escaped slash stays inside its value.
func (s *Server) route(r *http.Request) (*endpoint, map[string]string) {
	path, isBelow := strings.CutPrefix(r.URL.EscapedPath(), s.opts.basePath)
	if !isBelow {
		return nil, nil
	}
	segments := strings.Split(path, "/")
	for _, e := range s.endpoints {
		method, pattern, _ := strings.Cut(e.route, " ")
		if method != r.Method {
			continue
		}
		values, isMatch := matchPath(strings.Split(pattern, "/"), segments)
		if isMatch {
			return e, values
		}
	}
	return nil, nil
}

func matchPath(pattern, segments []string) (map[string]string, bool) {
	if len(pattern) != len(segments) {
		return nil, false
	}
	values := map[string]string{}
	for index, segment := range pattern {
		name, isValue := strings.CutPrefix(segment, "{")
		if !isValue {
			if segment != segments[index] {
				return nil, false
			}
			continue
		}
		value, err := url.PathUnescape(segments[index])
		if err != nil || value == "" {
			return nil, false
		}
		values[strings.TrimSuffix(name, "}")] = value
	}
	return values, true
}
