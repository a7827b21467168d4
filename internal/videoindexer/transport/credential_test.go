package transport

import (
	"testing"
	"time"
)

func TestTokenCacheKeepsTheNewest(t *testing.T) {
	t.Parallel()
	at := func(second int) time.Time { return time.Unix(int64(second), 0) }
	account, user := onAccount(Read).key(), Auth{Scope: UserScope, Location: "trial"}.key()
	held := func(cache *tokenCache, key Auth) string { return cache.held[key].Value }
	for name, c := range map[string]struct {
		do            func(*tokenCache)
		account, user string
	}{
		"the newer one": {func(s *tokenCache) {
			s.put(account, Token{Value: "a", Asked: at(1)})
			s.put(account, Token{Value: "b", Asked: at(2)})
		}, "b", ""},
		"not a late one": {func(s *tokenCache) {
			s.put(account, Token{Value: "b", Asked: at(2)})
			s.put(account, Token{Value: "a", Asked: at(1)})
		}, "b", ""},
		"not a refused one": {func(s *tokenCache) {
			s.put(account, Token{Value: "b", Asked: at(2)})
			s.drop(account, Token{Value: "b", Asked: at(2)})
			s.put(account, Token{Value: "a", Asked: at(1)})
			s.put(account, Token{Value: "b", Asked: at(2)})
		}, "", ""},
		"one asked for after the refused one": {func(s *tokenCache) {
			s.drop(account, Token{Value: "b", Asked: at(2)})
			s.put(account, Token{Value: "c", Asked: at(3)})
		}, "c", ""},
		"one that came before a late refusal": {func(s *tokenCache) {
			s.put(account, Token{Value: "c", Asked: at(3)})
			s.drop(account, Token{Value: "b", Asked: at(2)})
		}, "c", ""},
		"no user token older than a refused one": {func(s *tokenCache) {
			s.put(user, Token{Value: "u", Asked: at(1)})
			s.put(account, Token{Value: "b", Asked: at(2)})
			s.drop(account, Token{Value: "b", Asked: at(2)})
		}, "", ""},
		"a user token newer than a refused one": {func(s *tokenCache) {
			s.put(user, Token{Value: "u", Asked: at(3)})
			s.drop(account, Token{Value: "b", Asked: at(2)})
		}, "", "u"},
		"an account token when a user token is refused": {func(s *tokenCache) {
			s.put(account, Token{Value: "b", Asked: at(1)})
			s.drop(user, Token{Value: "u", Asked: at(2)})
		}, "b", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cache := &tokenCache{held: map[Auth]Token{}}
			c.do(cache)
			if got := held(cache, account); got != c.account {
				t.Errorf("the account's token is %q, not %q", got, c.account)
			}
			if got := held(cache, user); got != c.user {
				t.Errorf("the user's token is %q, not %q", got, c.user)
			}
		})
	}
}
