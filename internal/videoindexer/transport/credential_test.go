package transport

import (
	"testing"
	"time"
)

func TestTokenCacheKeepsTheNewest(t *testing.T) {
	t.Parallel()
	account, user := onAccount(Read).key(), Auth{Scope: UserScope, Location: "trial"}.key()
	type step struct {
		do    func(*tokenCache, Auth, Token)
		key   Auth
		value string
		asked int64 // in seconds
	}
	put, drop := (*tokenCache).put, (*tokenCache).drop
	for name, c := range map[string]struct {
		steps         []step
		account, user string // the tokens that are held then
	}{
		"the newer one":                                 {[]step{{put, account, "a", 1}, {put, account, "b", 2}}, "b", ""},
		"not a late one":                                {[]step{{put, account, "b", 2}, {put, account, "a", 1}}, "b", ""},
		"not a refused one":                             {[]step{{put, account, "b", 2}, {drop, account, "b", 2}, {put, account, "a", 1}, {put, account, "b", 2}}, "", ""},
		"one asked for after the refused one":           {[]step{{drop, account, "b", 2}, {put, account, "c", 3}}, "c", ""},
		"one that came before a late refusal":           {[]step{{put, account, "c", 3}, {drop, account, "b", 2}}, "c", ""},
		"no user token older than a refused one":        {[]step{{put, user, "u", 1}, {put, account, "b", 2}, {drop, account, "b", 2}}, "", ""},
		"a user token newer than a refused one":         {[]step{{put, user, "u", 3}, {drop, account, "b", 2}}, "", "u"},
		"an account token when a user token is refused": {[]step{{put, account, "b", 1}, {drop, user, "u", 2}}, "b", ""},
	} {
		cache := &tokenCache{held: map[Auth]Token{}}
		for _, s := range c.steps {
			s.do(cache, s.key, Token{Value: s.value, Asked: time.Unix(s.asked, 0)})
		}
		if got := cache.held[account].Value; got != c.account {
			t.Errorf("%s: the account's token is %q, not %q", name, got, c.account)
		}
		if got := cache.held[user].Value; got != c.user {
			t.Errorf("%s: the user's token is %q, not %q", name, got, c.user)
		}
	}
}
