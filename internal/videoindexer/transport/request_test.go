package transport

import (
	"bytes"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
)

// TestNewRefuses proves that New explains each invalid setting, without its secrets.
func TestNewRefuses(t *testing.T) {
	t.Parallel()
	const secret = "hunter2"
	for name, test := range map[string]struct {
		change func(*Config)
		says   string
	}{
		"no endpoint":           {func(c *Config) { c.Endpoint = "" }, "begins with http"},
		"no URL":                {func(c *Config) { c.Endpoint = "http://" + secret + ":x y/" }, "endpoint is not a URL"},
		"another scheme":        {func(c *Config) { c.Endpoint = "ftp://example.test" }, "begins with http"},
		"no scheme":             {func(c *Config) { c.Endpoint = "example.test/api" }, "begins with http"},
		"no host":               {func(c *Config) { c.Endpoint = "https:///api" }, "endpoint has no host"},
		"a port alone":          {func(c *Config) { c.Endpoint = "https://:443" }, "endpoint has no host"},
		"a password":            {func(c *Config) { c.Endpoint = "https://me:" + secret + "@example.test" }, "user name or password"},
		"a query":               {func(c *Config) { c.Endpoint = "https://example.test?code=" + secret }, "query or fragment"},
		"a fragment":            {func(c *Config) { c.Endpoint = "https://example.test#a" }, "query or fragment"},
		"no credential":         {func(c *Config) { c.SubscriptionKey = "" }, "neither a subscription key nor"},
		"a key in two lines":    {func(c *Config) { c.SubscriptionKey = secret + "\nx" }, "subscription key contains"},
		"a token in two words":  {func(c *Config) { c.AccessToken = "Token " + secret }, "access token contains"},
		"a key of other script": {func(c *Config) { c.SubscriptionKey = "clé" }, "subscription key contains"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			config := Config{Endpoint: "https://example.test", SubscriptionKey: "k"}
			test.change(&config)
			_, err := New(config, nil)
			check.ErrorSays(t, test.says, err, "a client with %s", name)
			if strings.Contains(fmt.Sprint(err), secret) {
				t.Errorf("a client with %s: error %v, want one without the secret", name, err)
			}
		})
	}
}

// Identifiers come from configurations and from the service. None may reach another object than its
// own.
func TestIdentifiersStayInTheirSegment(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var arrived []string
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		arrived = append(arrived, r.RequestURI)
	}))
	t.Cleanup(server.Close)
	identifiers := map[string]string{
		"plain":       "plain",
		"../other":    "..%2Fother",
		"a/b":         "a%2Fb",
		"a%2Fb":       "a%252Fb",
		"%2e%2e":      "%252e%252e",
		"a?b=c":       "a%3Fb=c",
		"a#b":         "a%23b",
		`a\b`:         "a%5Cb",
		"a b":         "a%20b",
		"ä":           "%C3%A4",
		"a\x00\r\nb":  "a%00%0D%0Ab",
		"...":         "...",
		"a;b=c":       "a%3Bb=c",
		"\xff":        "%FF",
		"//evil.test": "%2F%2Fevil.test",
	}
	for _, prefix := range []string{"", "/", "/api", "/api/", "/a%2Fb/"} {
		c := dial(t, server.URL+prefix)
		for identifier, escaped := range identifiers {
			r := reading()
			r.Path = []string{"things", identifier, "parts"}
			r.Query = map[string][]string{"q": {"x&y"}}
			mu.Lock()
			arrived = nil
			mu.Unlock()
			succeeds(t, c, r)
			want := []string{strings.TrimRight(prefix, "/") + "/things/" + escaped + "/parts?q=x%26y"}
			check.Equal(t, want, arrived, "%q below %q", identifier, prefix)
		}
		arrived = nil
		for _, identifier := range []string{"", ".", ".."} { // which servers resolve
			r := reading()
			r.Path = []string{"things", identifier}
			want := fmt.Sprintf("get thing: %q cannot be part of a request's path", identifier)
			_, err := c.Do(t.Context(), r)
			check.Equal(t, want, fmt.Sprint(err), "%q: the error", identifier)
			check.Equal(t, 0, len(arrived), "requests for %q", identifier)
		}
	}
}

// TestCredentials has requests carry the credentials that are configured and needed, in headers of
// their own alone. Where they are refused, the error names the one that is, for the advice on it; a
// token that is configured is not renewed.
func TestCredentials(t *testing.T) {
	t.Parallel()
	const (
		key    = "test-key-0123"
		bearer = "Bearer test-token-4567"
	)
	for name, c := range map[string]struct {
		change             func(*Config)
		auth               Auth
		key, authorization string
		refused            Credential
	}{
		"key and token, about an account": {
			change: func(*Config) {}, auth: onAccount(PermissionWrite), key: key, authorization: bearer,
			refused: CredentialToken,
		},
		"key and token, key alone needed": {change: func(*Config) {}, auth: Auth{Scope: KeyOnly}, key: key, refused: CredentialKey},
		"token alone": {
			change: func(c *Config) { c.SubscriptionKey = "" }, auth: onAccount(PermissionRead), authorization: bearer,
			refused: CredentialToken,
		},
		"key alone": {change: keyAlone, auth: onAccount(PermissionRead), key: key, refused: CredentialKey}, // the request for a token is refused
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client := serve(t, func(w http.ResponseWriter, r *http.Request) {
				var got []string
				for _, name := range []string{"Ocp-Apim-Subscription-Key", "Authorization", "User-Agent"} {
					got = append(got, r.Header.Get(name))
				}
				check.Equal(t, []string{c.key, c.authorization, "tests/1.0"}, got, "key, token and User-Agent of %s", r.RequestURI)
				id := r.Header.Get("X-Ms-Client-Request-Id")
				if uuid.Validate(id) != nil || strings.Contains(r.RequestURI, "test-") {
					t.Errorf("%s has the request id %q, want a UUID, and no value of the test in the address",
						r.RequestURI, id)
				}
				kind := r.Header.Get("Content-Type")
				if r.Method == http.MethodPut && kind != "application/json" {
					t.Errorf("content type %q, want application/json", kind)
				}
				w.WriteHeader(http.StatusUnauthorized)
			}, c.change)
			r := writing()
			r.Auth = c.auth
			_, err := client.Do(t.Context(), r)
			apiErr := check.ErrorAs[*APIError](t, err)
			check.Equal(t, c.refused, apiErr.Credential, "the credential that %v is about", err)
			check.Equal(t, 1, apiErr.Attempts, "attempts until %v", err)
		})
	}
}

// The log has a line for each attempt and each wait, with the fields that are allowed and no
// others.
func TestLog(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	responses := []int{http.StatusInternalServerError, http.StatusOK}
	c := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("X-Ms-Request-Id", "theirs")
		w.WriteHeader(responses[0])
		responses = responses[1:]
	}, func(config *Config) {
		masked := func(_ []string, a slog.Attr) slog.Attr {
			if slices.Contains([]string{slog.TimeKey, "duration", "request_id", "wait"}, a.Key) {
				return slog.String(a.Key, "some")
			}
			return a
		}
		options := slog.HandlerOptions{Level: slog.LevelDebug, ReplaceAttr: masked}
		config.Logger = slog.New(slog.NewTextHandler(&log, &options))
	})
	r := writing()
	r.Query = map[string][]string{"callbackUrl": {"https://example.test/?code=secret"}}
	succeeds(t, c, r)
	const about = `operation="put thing" method=PUT path=/things/7 `
	const ids = "duration=some request_id=some service_request_id=theirs\n"
	want := "time=some level=DEBUG msg=request " + about + "attempt=1 status=500 " + ids +
		"time=some level=DEBUG msg=\"waiting before the next attempt\" " + about + "attempt=1 wait=some\n" +
		"time=some level=DEBUG msg=request " + about + "attempt=2 status=200 " + ids
	check.Equal(t, want, log.String(), "the log")
}

// What counts is when a token was asked for: answers and refusals can arrive in another order.
func TestTokenCacheKeepsTheNewest(t *testing.T) {
	t.Parallel()
	account := onAccount(PermissionRead).key()
	user := Auth{Scope: UserScope, Location: "trial"}.key()
	type step struct {
		do    func(*tokenCache, Auth, Token)
		key   Auth
		value string
		asked int64 // in seconds
	}
	put := (*tokenCache).put
	drop := (*tokenCache).drop
	for name, c := range map[string]struct {
		steps         []step
		account, user string // the tokens that are held then
	}{
		"the newer token":  {[]step{{put, account, "a", 1}, {put, account, "b", 2}}, "b", ""},
		"no late token":    {[]step{{put, account, "b", 2}, {put, account, "a", 1}}, "b", ""},
		"no refused token": {[]step{{put, account, "b", 2}, {drop, account, "b", 2}, {put, account, "a", 1}, {put, account, "b", 2}}, "", ""},
		"a token asked for after the refused one":       {[]step{{drop, account, "b", 2}, {put, account, "c", 3}}, "c", ""},
		"a token that came before a late refusal":       {[]step{{put, account, "c", 3}, {drop, account, "b", 2}}, "c", ""},
		"no user token older than a refused one":        {[]step{{put, user, "u", 1}, {put, account, "b", 2}, {drop, account, "b", 2}}, "", ""},
		"a user token newer than a refused one":         {[]step{{put, user, "u", 3}, {drop, account, "b", 2}}, "", "u"},
		"an account token when a user token is refused": {[]step{{put, account, "b", 1}, {drop, user, "u", 2}}, "b", ""},
	} {
		cache := &tokenCache{tokens: map[Auth]Token{}}
		for _, s := range c.steps {
			s.do(cache, s.key, Token{Value: s.value, RequestedAt: time.Unix(s.asked, 0)})
		}
		check.Equal(t, c.account, cache.tokens[account].Value, "%s: the account's token", name)
		check.Equal(t, c.user, cache.tokens[user].Value, "%s: the user's token", name)
	}
}
