package videoindexer

import (
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestTokenAge(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		cache, key := newTokenCache(), accountAuth(testAccount, Read).key()
		cache.put(key, token{value: "a", asked: time.Now()})
		pause(50*time.Minute - time.Second)
		if _, ok := cache.get(key); !ok {
			t.Error("a token of almost 50 minutes is not used")
		}
		pause(time.Second)
		if _, ok := cache.get(key); ok {
			t.Error("a token of 50 minutes is used")
		}
	})
}

// TestTokenAgesFromItsRequest has tokens that take ten seconds to come: they grow old from when they were asked for.
func TestTokenAgesFromItsRequest(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var asked atomic.Int32
		c := serveInBubble(t, func(w http.ResponseWriter, r *http.Request) {
			if strings.HasPrefix(r.URL.Path, "/auth/") {
				asked.Add(1)
				pause(10 * time.Second)
			}
			_, _ = w.Write([]byte(`"a-token"`))
		}, keyAlone, extended)
		for _, step := range []struct {
			wait time.Duration
			want int32
		}{{0, 1}, {50*time.Minute - 15*time.Second, 1}, {10 * time.Second, 2}} {
			pause(step.wait)
			if _, err := c.do(t.Context(), reading()); err != nil {
				t.Fatal(err)
			}
			if n := asked.Load(); n != step.want {
				t.Errorf("%d tokens were asked for after %v, want %d", n, step.wait, step.want)
			}
		}
	})
}

func TestTokenCacheKeepsTheNewest(t *testing.T) {
	t.Parallel()
	at := func(second int) time.Time { return time.Unix(int64(second), 0) }
	account, user := accountAuth(testAccount, Read).key(), userAuth(testLocation, Read).key()
	held := func(cache *tokenCache, key tokenKey) string { return cache.held[key].value }
	for name, c := range map[string]struct {
		do            func(*tokenCache)
		account, user string
	}{
		"the newer one": {func(s *tokenCache) {
			s.put(account, token{value: "a", asked: at(1)})
			s.put(account, token{value: "b", asked: at(2)})
		}, "b", ""},
		"not a late one": {func(s *tokenCache) {
			s.put(account, token{value: "b", asked: at(2)})
			s.put(account, token{value: "a", asked: at(1)})
		}, "b", ""},
		"not a refused one": {func(s *tokenCache) {
			s.put(account, token{value: "b", asked: at(2)})
			s.drop(account, token{value: "b", asked: at(2)})
			s.put(account, token{value: "a", asked: at(1)})
			s.put(account, token{value: "b", asked: at(2)})
		}, "", ""},
		"one asked for after the refused one": {func(s *tokenCache) {
			s.drop(account, token{value: "b", asked: at(2)})
			s.put(account, token{value: "c", asked: at(3)})
		}, "c", ""},
		"one that came before a late refusal": {func(s *tokenCache) {
			s.put(account, token{value: "c", asked: at(3)})
			s.drop(account, token{value: "b", asked: at(2)})
		}, "c", ""},
		"no user token older than a refused one": {func(s *tokenCache) {
			s.put(user, token{value: "u", asked: at(1)})
			s.put(account, token{value: "b", asked: at(2)})
			s.drop(account, token{value: "b", asked: at(2)})
		}, "", ""},
		"a user token newer than a refused one": {func(s *tokenCache) {
			s.put(user, token{value: "u", asked: at(3)})
			s.drop(account, token{value: "b", asked: at(2)})
		}, "", "u"},
		"an account token when a user token is refused": {func(s *tokenCache) {
			s.put(account, token{value: "b", asked: at(1)})
			s.drop(user, token{value: "u", asked: at(2)})
		}, "b", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cache := newTokenCache()
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

func TestParseToken(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		"abc":                 "abc",
		`"abc"`:               "abc",
		" \r\n\"abc\" \n":     "abc",
		"\xef\xbb\xbf\"abc\"": "abc",
		"\xef\xbb\xbf abc\n":  "abc",
		`" abc "`:             "abc",
		`"a\u0062c"`:          "abc",
		"eyJ0.e30.x-_~+/=":    "eyJ0.e30.x-_~+/=",
		"":                    "",
		" \n":                 "",
		`""`:                  "",
		`" "`:                 "",
		"a b":                 "",
		"a\nb":                "",
		`"a\nb"`:              "",
		`"a\u0000b"`:          "",
		`"abc`:                "",
		`{"token":"abc"}`:     "",
		"<html>":              "",
		"abc\xff":             "",
		"ключ":                "",
	} {
		got, err := parseToken([]byte(body))
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%q: %q, %v; want %q", body, got, err, want)
		}
	}
}
