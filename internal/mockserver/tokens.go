package mockserver

import (
	"crypto/rand"
	"encoding/base64"
	"net/http"
	"slices"
	"strings"
	"time"
)

// scopeKind is the scope of an access token.
type scopeKind int

const (
	scopeUser scopeKind = iota + 1
	scopeAccount
	scopeVideo
	scopeProject
)

type token struct {
	scope     scopeKind
	location  string
	accountID string // of every scope but the user's
	objectID  string // the video or project
	write     bool
	expires   time.Time
	uses      int
}

// issue returns a new token. It is random: only its entry in the store contains its permissions.
func (s *Server) issue(t token) string {
	t.expires = s.now().Add(s.opts.tokenLifetime)
	random := make([]byte, 60)
	// By its documentation, Read never fails.
	_, _ = rand.Read(random)
	text := base64.RawURLEncoding.EncodeToString(random)
	value := "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9." + text[:37] + "." + text[37:]
	s.tokens[value] = &t
	s.issued = append(s.issued, value)
	return value
}

// IssuedTokens returns every token issued so far, so that tests can check where they must not be.
func (s *Server) IssuedTokens() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.issued)
}

// RevokeTokens revokes every token issued so far.
func (s *Server) RevokeTokens() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.tokens)
}

// SetKey makes key the only accepted subscription key. Tokens that were issued for another key stay
// valid.
func (s *Server) SetKey(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.keys = map[string]bool{key: true}
}

// Permission is the permission of a token.
type Permission bool

const (
	Read  Permission = false
	Write Permission = true
)

// AccountToken issues a token for an account, outside of the API. The account need not exist.
func (s *Server) AccountToken(location, accountID string, permission Permission) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.issue(token{
		scope: scopeAccount, location: location, accountID: accountID, write: bool(permission),
	})
}

// authorize checks the subscription key and the access token. Every refusal is the same, as the
// contract requires.
func (c *call) authorize() bool {
	if !c.checkKey() {
		return c.respondNotAllowed()
	}
	if c.endpoint.isAuthorizedByKey() {
		return true
	}
	value := c.bearer()
	if value == "" && c.endpoint.tokenIsOptional {
		return true
	}
	token, isKnown := c.server.tokens[value]
	isValid := isKnown && c.now().Before(token.expires)
	if !isValid || !c.covers(token) {
		return c.respondNotAllowed()
	}
	token.uses++
	if c.opts.tokenUses > 0 && token.uses > c.opts.tokenUses {
		return c.respondNotAllowed()
	}
	c.token = token
	return true
}

// respondNotAllowed answers 401 USER_NOT_ALLOWED.
func (c *call) respondNotAllowed() bool {
	return c.respondError(http.StatusUnauthorized, "USER_NOT_ALLOWED", "the caller is not allowed to do this")
}

func (c *call) checkKey() bool {
	key := c.request.Header.Get("Ocp-Apim-Subscription-Key")
	if key != "" {
		return c.server.keys[key]
	}
	isAuthorizedByKey := c.endpoint.isAuthorizedByKey()
	rule := c.opts.keyOnOperations
	isListed := rule == KeyWhereListed && c.endpoint.requiresKey()
	if isAuthorizedByKey || isListed {
		c.violate("the subscription key is missing")
	}
	return !isAuthorizedByKey && rule != KeyRequired
}

// bearer returns the token of the request, "" if there is none.
func (c *call) bearer() string {
	header := c.request.Header.Get("Authorization")
	scheme, value, _ := strings.Cut(header, " ")
	if header != "" && !strings.EqualFold(scheme, "Bearer") {
		c.violate("the Authorization header is not a bearer token")
		value = ""
	}
	inQuery := c.request.URL.Query().Get("accessToken")
	if inQuery != "" {
		c.violate("token in query")
		if value == "" {
			value = inQuery
		}
	}
	return strings.TrimSpace(value)
}

// covers reports whether t has the scope, account and permission that the call needs.
func (c *call) covers(token *token) bool {
	mayDo := token.write || !c.isWrite()
	if !mayDo || !c.endpoint.acceptsScope(token.scope) {
		return false
	}
	if !strings.EqualFold(token.location, c.pathText("location")) {
		return false
	}
	if token.scope != scopeUser && !strings.EqualFold(token.accountID, c.pathText("accountId")) {
		return false
	}
	switch token.scope {
	case scopeVideo:
		return token.objectID == c.pathText("videoId")
	case scopeProject:
		return token.objectID == c.pathText("projectId")
	default:
		return true
	}
}

// tokenEndpoints returns the operations that issue tokens. A token can write if the request asks
// for it.
func tokenEndpoints() []*endpoint {
	gives := func(operation Operation, path string, give func(c *call) *token) *endpoint {
		return &endpoint{
			operation: operation, route: "GET /auth" + path + "/AccessToken", query: []string{"allowEdit"},
			handle: func(c *call) {
				t := give(c)
				if t != nil {
					t.location = c.pathText("location")
					t.write = c.queryFlag("allowEdit")
					c.respondJSON(http.StatusOK, c.server.issue(*t))
				}
			},
		}
	}
	ofProject := gives(GetProjectAccessToken, projectPath, projectToken)
	ofProject.lowerErrorMembers = true
	return []*endpoint{
		ofProject,
		gives(GetUserAccessToken, "/{location}/Users/me", func(*call) *token { return &token{scope: scopeUser} }),
		gives(GetAccountAccessToken, accountPath, func(c *call) *token {
			return &token{scope: scopeAccount, accountID: c.account.ID}
		}),
		gives(GetVideoAccessToken, videoPath, videoToken),
	}
}

func projectToken(c *call) *token {
	p := c.project()
	if p == nil {
		return nil
	}
	return &token{scope: scopeProject, accountID: c.account.ID, objectID: p.ID}
}

func videoToken(c *call) *token {
	v := c.account.videos[c.pathText("videoId")]
	if v == nil {
		c.respondNotFound(videoGone)
		return nil
	}
	return &token{scope: scopeVideo, accountID: c.account.ID, objectID: v.ID}
}
