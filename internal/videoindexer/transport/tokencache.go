package transport

import (
	"fmt"
	"strings"
	"sync"
	"time"
)

// tokenCache holds the newest token of each key.
type tokenCache struct {
	mu   sync.RWMutex
	held map[tokenKey]Token
	// floor is when the newest refused token of a key was asked for: a token that was not asked for later is no better.
	floor map[tokenKey]time.Time
}

func newTokenCache() *tokenCache {
	return &tokenCache{held: map[tokenKey]Token{}, floor: map[tokenKey]time.Time{}}
}

func (s *tokenCache) get(key tokenKey) (Token, bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	t, ok := s.held[key]
	return t, ok && time.Since(t.Asked) < maxTokenAge
}

// put stores a token, unless there is one that was asked for later or was refused meanwhile.
func (s *tokenCache) put(key tokenKey, t Token) {
	s.mu.Lock()
	defer s.mu.Unlock()
	floor, isRefused := s.floor[key]
	if isRefused && !t.Asked.After(floor) {
		return
	}
	if held, ok := s.held[key]; ok && held.Asked.After(t.Asked) {
		return
	}
	s.held[key] = t
}

// drop forgets a token that was refused, if it is still the one in use. The user token that an account's token was made
// with is dropped as well: it is older and would also be refused.
func (s *tokenCache) drop(key tokenKey, t Token) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.floor[key].Before(t.Asked) {
		s.floor[key] = t.Asked
	}
	user := tokenKey{scope: UserScope, location: key.location, permission: key.permission}
	for _, stale := range []tokenKey{key, user} { // the same for a user token
		if held, ok := s.held[stale]; ok && !held.Asked.After(t.Asked) {
			delete(s.held, stale)
		}
	}
}

// tokenKey identifies the scope of a token. The service ignores the letter case of ids and locations.
type tokenKey struct {
	scope             Scope
	location, account string
	permission        Permission
}

func (a Auth) key() tokenKey {
	key := tokenKey{scope: a.Scope, location: strings.ToLower(a.Location), permission: a.Permission}
	if a.Scope == AccountScope {
		key.account = strings.ToLower(a.AccountID)
	}
	return key
}

func (k tokenKey) String() string {
	return fmt.Sprintf("%d %t %q %q", k.scope, k.permission, k.location, k.account)
}
