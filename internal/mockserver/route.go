package mockserver

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// endpoint is one numbered operation of the contract, or an extended operation, whose number is that of [X].
type endpoint struct {
	number  int
	method  string
	pattern string      // below the base path: "/{location}/Accounts/{accountId}/Projects/{projectId}/render"
	scopes  []scopeKind // accepted token scopes; none: authorized by the subscription key alone
	write   bool        // wants a token with write permission
	public  bool        // the token is optional where the object is public; the handler decides
	lower   bool        // error members are errorType and message

	query     []string // names beside accessToken
	body      bodyKind
	keyListed bool // an operation for which the contract lists the subscription key as required

	// missingAccount is the answer when the token is good but the account is gone; zero: 404 ACCOUNT_NOT_FOUND.
	missingAccount wireError

	handle func(s *Server, c *call)
}

// wireError is a status and an error type of the contract.
type wireError struct {
	status    int
	errorType string
}

// endpoints is the whole contract.
func endpoints() []*endpoint {
	return slices.Concat(
		tokenEndpoints(),
		accountEndpoints(),
		brandEndpoints(),
		languageEndpoints(),
		videoEndpoints(),
		projectEndpoints(),
		personEndpoints(),
		imageModelEndpoints(),
	)
}

// route finds the endpoint of a request and its unescaped path values. Segments are split before they are unescaped,
// so that an escaped slash stays inside its value.
func (s *Server) route(r *http.Request) (*endpoint, map[string]string) {
	path, below := strings.CutPrefix(r.URL.EscapedPath(), s.opts.basePath)
	if !below {
		return nil, nil
	}
	segments := strings.Split(path, "/")
	for _, e := range s.endpoints {
		if e.method != r.Method {
			continue
		}
		if values, ok := matchPath(strings.Split(e.pattern, "/"), segments); ok {
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
	for i, want := range pattern {
		name, isValue := strings.CutPrefix(want, "{")
		if !isValue {
			if want != segments[i] {
				return nil, false
			}
			continue
		}
		value, err := url.PathUnescape(segments[i])
		if err != nil || value == "" {
			return nil, false
		}
		values[strings.TrimSuffix(name, "}")] = value
	}
	return values, true
}
