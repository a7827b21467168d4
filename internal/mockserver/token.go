package mockserver

import (
	"crypto/rand"
	"encoding/base64"
	"net/http"
	"slices"
	"strings"
	"time"
)

// scopeKind is what an access token is for.
type scopeKind int

const (
	scopeUser scopeKind = iota
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

// issue returns a new token. It is random: only its entry in the store says what it allows.
func (s *Server) issue(t token) string {
	t.expires = s.now().Add(s.opts.tokenLifetime)
	random := make([]byte, 60)
	_, _ = rand.Read(random) // never fails, by its documentation
	text := base64.RawURLEncoding.EncodeToString(random)
	value := "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9." + text[:37] + "." + text[37:]
	s.tokens[value] = &t
	s.issued = append(s.issued, value)
	return value
}

// IssuedTokens returns every token given out so far, so that tests can search for them where they must not be.
func (s *Server) IssuedTokens() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.issued)
}

// RevokeTokens makes every token given out so far useless.
func (s *Server) RevokeTokens() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.tokens)
}

// RevokeKey makes a subscription key useless; tokens obtained with it live on.
func (s *Server) RevokeKey(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.keys, key)
}

// SetKey makes key the only accepted subscription key.
func (s *Server) SetKey(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.keys = map[string]bool{key: true}
}

// UserToken gives out a user token, outside of the API.
func (s *Server) UserToken(location string, write bool) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.issue(token{scope: scopeUser, location: location, write: write})
}

// AccountToken gives out a token for an account, outside of the API. The account need not exist.
func (s *Server) AccountToken(location, accountID string, write bool) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.issue(token{scope: scopeAccount, location: location, accountID: accountID, write: write})
}

// VideoToken gives out a token for a video, outside of the API: except for X23, there is no operation for it.
func (s *Server) VideoToken(location, accountID, videoID string, write bool) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.issue(token{scope: scopeVideo, location: location, accountID: accountID, objectID: videoID, write: write})
}

// ProjectToken gives out a token for a project, outside of the API.
func (s *Server) ProjectToken(location, accountID, projectID string, write bool) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.issue(token{scope: scopeProject, location: location, accountID: accountID, objectID: projectID, write: write})
}

// authorize checks the subscription key and the access token. Every refusal looks the same, as the contract says.
func (c *call) authorize() bool {
	if !c.checkKey() {
		return c.notAllowed()
	}
	if len(c.endpoint.scopes) == 0 {
		return true
	}
	value := c.bearer()
	if value == "" && c.endpoint.public {
		return true
	}
	t, known := c.s.tokens[value]
	if !known || !c.now().Before(t.expires) || !c.covers(t) {
		return c.notAllowed()
	}
	if t.uses++; c.opts.tokenUses > 0 && t.uses > c.opts.tokenUses {
		return c.notAllowed()
	}
	c.token = t
	return true
}

// notAllowed answers 401 USER_NOT_ALLOWED.
func (c *call) notAllowed() bool {
	c.fail(http.StatusUnauthorized, "USER_NOT_ALLOWED", "the caller is not allowed to do this")
	return false
}

func (c *call) checkKey() bool {
	key := c.r.Header.Get("Ocp-Apim-Subscription-Key")
	if key != "" {
		return c.s.keys[key]
	}
	if len(c.endpoint.scopes) == 0 {
		c.violate("the subscription key is missing")
		return false
	}
	if c.opts.keyOnOperations == KeyWhereListed && c.endpoint.keyListed {
		c.violate("the subscription key is missing")
	}
	return c.opts.keyOnOperations != KeyRequired
}

// bearer returns the token of the request, "" when there is none.
func (c *call) bearer() string {
	header := c.r.Header.Get("Authorization")
	scheme, value, _ := strings.Cut(header, " ")
	if header != "" && !strings.EqualFold(scheme, "Bearer") {
		c.violate("the Authorization header is not a bearer token")
		value = ""
	}
	if inQuery := c.r.URL.Query().Get("accessToken"); inQuery != "" {
		c.violate("token in query")
		if value == "" {
			value = inQuery
		}
	}
	return strings.TrimSpace(value)
}

// covers says whether t's scope, account and permission are those that the call needs.
func (c *call) covers(t *token) bool {
	if !slices.Contains(c.endpoint.scopes, t.scope) || !strings.EqualFold(t.location, c.path("location")) {
		return false
	}
	if c.endpoint.write && !t.write {
		return false
	}
	if t.scope == scopeUser {
		return true
	}
	if !strings.EqualFold(t.accountID, c.path("accountId")) {
		return false
	}
	switch t.scope {
	case scopeVideo:
		return t.objectID == c.path("videoId")
	case scopeProject:
		return t.objectID == c.path("projectId")
	default:
		return true
	}
}
