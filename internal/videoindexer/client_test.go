package videoindexer

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
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

// A token belongs to one host: a redirect is an answer, and never followed.
func TestRedirectsAreNotFollowed(t *testing.T) {
	t.Parallel()
	elsewhere := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		t.Errorf("the redirect was followed, with %v", r.Header)
	}))
	t.Cleanup(elsewhere.Close)
	for name, location := range map[string]string{
		"to another host": elsewhere.URL, "to nowhere": "", "to what is no address": "http://[::1", "to itself": "/things/7",
	} {
		for _, status := range []int{301, 302, 303, 307, 308} {
			t.Run(fmt.Sprint(name, " ", status), func(t *testing.T) {
				t.Parallel()
				var arrived atomic.Int32
				c := serve(t, func(w http.ResponseWriter, _ *http.Request) {
					arrived.Add(1)
					if location != "" {
						w.Header().Set("Location", location)
					}
					w.WriteHeader(status)
				})
				_, err := c.Do(t.Context(), reading())
				if answer, ok := errors.AsType[*APIError](err); !ok || answer.Status != status {
					t.Errorf("the error is %v", err)
				}
				r := reading()
				r.Accept = []int{status}
				answer, err := c.Do(t.Context(), r)
				if err != nil || answer.Status != status || answer.Header.Get("Location") != location {
					t.Errorf("accepted, it is %v, %v", answer, err)
				}
				if n := arrived.Load(); n != 2 {
					t.Errorf("%d requests arrived, not 2", n)
				}
			})
		}
	}
}

// A thousand requests at a parallelism of ten need ten connections, whatever the answers are.
func TestConnectionsAreKept(t *testing.T) {
	t.Parallel()
	var opened, served atomic.Int32
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		served.Add(1)
		switch rand.N(10) {
		case 0:
			w.WriteHeader(http.StatusInternalServerError)
			_, _ = w.Write(make([]byte, 100<<10))
		case 1:
			w.WriteHeader(http.StatusNotFound)
			_, _ = w.Write(make([]byte, 10<<10))
		default:
			_, _ = w.Write(make([]byte, 10<<10))
		}
	}))
	server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			opened.Add(1)
		}
	}
	server.Start()
	t.Cleanup(server.Close)
	c := dial(t, server.URL, attemptsUpTo(10))
	var group sync.WaitGroup
	for range 10 {
		group.Go(func() {
			for range 100 {
				_, err := c.Do(t.Context(), reading())
				if answer, ok := errors.AsType[*APIError](err); err != nil && (!ok || answer.Status != http.StatusNotFound) {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	if n := opened.Load(); n > 20 { // some are dialed while another one comes free
		t.Errorf("%d connections were opened for %d requests", n, served.Load())
	}
}
