package videoindexer

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer/transport"
)

func TestNewRefuses(t *testing.T) {
	t.Parallel()
	const secret = "hunter2"
	for name, change := range map[string]func(*Config){
		"no endpoint":           func(c *Config) { c.Endpoint = "" },
		"no URL":                func(c *Config) { c.Endpoint = "http://" + secret + ":x y/" },
		"another scheme":        func(c *Config) { c.Endpoint = "ftp://example.test" },
		"no scheme":             func(c *Config) { c.Endpoint = "example.test/api" },
		"no host":               func(c *Config) { c.Endpoint = "https:///api" },
		"a port alone":          func(c *Config) { c.Endpoint = "https://:443" },
		"a password":            func(c *Config) { c.Endpoint = "https://me:" + secret + "@example.test" },
		"a query":               func(c *Config) { c.Endpoint = "https://example.test?code=" + secret },
		"a fragment":            func(c *Config) { c.Endpoint = "https://example.test#a" },
		"no credential":         func(c *Config) { c.SubscriptionKey, c.AccessToken = "", " " },
		"a key in two lines":    func(c *Config) { c.SubscriptionKey = secret + "\nx" },
		"a token in two words":  func(c *Config) { c.AccessToken = "Token " + secret },
		"a scheme alone":        func(c *Config) { c.AccessToken = "Bearer" },
		"a negative number":     func(c *Config) { c.MaxRetries = -1 },
		"a negative timeout":    func(c *Config) { c.RequestTimeout = -1 },
		"a negative ceiling":    func(c *Config) { c.RequestsPerMinute = -1 },
		"a key of other script": func(c *Config) { c.SubscriptionKey = "clé" },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			config := Config{Endpoint: "https://example.test", SubscriptionKey: "k"}
			change(&config)
			_, err := New(config)
			if err == nil {
				t.Fatal("it was taken")
			}
			if strings.Contains(err.Error(), secret) {
				t.Errorf("the error shows the secret: %v", err)
			}
		})
	}
}

// Identifiers come from configurations and from the service. None may reach another object than its own.
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
			if _, err := c.Do(t.Context(), r); err != nil {
				t.Fatalf("%q: %v", identifier, err)
			}
			want := []string{strings.TrimRight(prefix, "/") + "/things/" + escaped + "/parts?q=x%26y"}
			if diff := cmp.Diff(want, arrived); diff != "" {
				t.Errorf("%q below %q (-want +arrived):\n%s", identifier, prefix, diff)
			}
		}
	}
}

func TestPathsThatServersResolveAreRefused(t *testing.T) {
	t.Parallel()
	c := serve(t, func(_ http.ResponseWriter, r *http.Request) { t.Errorf("%s arrived", r.RequestURI) })
	for _, identifier := range []string{"", ".", ".."} {
		r := reading()
		r.Path = []string{"things", identifier}
		_, err := c.Do(t.Context(), r)
		if want := fmt.Sprintf("get thing: %q cannot be part of a request's path", identifier); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", identifier, err, want)
		}
	}
}

func TestHeaders(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change                     func(*Config)
		auth                       auth
		wantKey, wantAuthorization []string
	}{
		"key and token, about an account": {func(*Config) {}, accountAuth(testAccount, Write), []string{testKey}, []string{"Bearer " + testToken}},
		"key and token, key alone needed": {func(*Config) {}, auth{Scope: transport.KeyOnly}, []string{testKey}, nil},
		"token alone":                     {onlyToken, accountAuth(testAccount, Read), nil, []string{"Bearer " + testToken}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got http.Header
			var address string
			client := serve(t, func(_ http.ResponseWriter, r *http.Request) { got, address = r.Header, r.RequestURI }, c.change)
			r := writing()
			r.Auth = c.auth
			if _, err := client.Do(t.Context(), r); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.wantKey, got.Values("Ocp-Apim-Subscription-Key")); diff != "" {
				t.Errorf("key (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(c.wantAuthorization, got.Values("Authorization")); diff != "" {
				t.Errorf("authorization (-want +got):\n%s", diff)
			}
			if id := got.Get("X-Ms-Client-Request-Id"); uuid.Validate(id) != nil {
				t.Errorf("the request id %q is no UUID", id)
			}
			if agent := got.Get("User-Agent"); agent != "tests/1.0" {
				t.Errorf("user agent %q", agent)
			}
			if kind := got.Get("Content-Type"); kind != "application/json" {
				t.Errorf("content type %q", kind)
			}
			if strings.Contains(address, testToken) || strings.Contains(address, testKey) {
				t.Errorf("the address holds a secret: %s", address)
			}
		})
	}
}
