package byid_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// requests counts what the service was asked since the last look: reads (16) and writes (17) of brands.
type requests struct{ server *acctest.Server }

func (r requests) since(t *testing.T, do func()) (reads, writes int) {
	t.Helper()
	r.server.ResetRequests()
	do()
	return r.server.Count(16), r.server.Count(17)
}

// TestDictionary_requests counts the requests of each operation: never more than the contract needs.
func TestDictionary_requests(t *testing.T) {
	t.Parallel()
	const n = 20
	server := newDictionaryServer(t, n+1)
	c := newCalls(t, server, nil)
	count := requests{server}
	brands := described(n, "as found")
	brands[1001] = fields{"description": "other"}

	var now object
	expect := func(what string, do func(), reads, writes int) {
		t.Helper()
		if r, w := count.since(t, do); r != reads || w != writes {
			t.Errorf("%s: %d reads and %d writes, want %d and %d", what, r, w, reads, writes)
		}
	}
	expect("create, one brand of which differs", func() { now = c.applies(c.nothing(), c.config(brands, nil)) }, n, 1)
	if tokens := server.Count(2) + server.Count(3); tokens > 4 {
		t.Errorf("%d token requests", tokens)
	}
	expect("read", func() { now, _ = c.read(now) }, n, 0)
	expect("plan", func() { c.plan(now, c.config(brands, nil)) }, 0, 0)
	expect("other settings", func() {
		now = c.applies(now, c.config(brands, fields{"parallelism": 3, "deletion_policy": "disable"}))
	}, 0, 0)
	brands[1002] = fields{"name": "Changed"}
	// A brand with a field that is not managed is read before it is written.
	expect("one brand changed", func() { now = c.applies(now, c.config(brands, nil)) }, 1, 1)
	brands[1005] = fields{"name": "All", "enabled": true, "description": "all", "reference_url": "", "tags": []string{}}
	expect("all of one brand changed", func() { now = c.applies(now, c.config(brands, nil)) }, 0, 1)
	brands[1001+n] = fields{"name": "Added"}
	expect("one added", func() { now = c.applies(now, c.config(brands, nil)) }, 1, 1)
	delete(brands, 1003)
	expect("one removed", func() { now = c.applies(now, c.config(brands, nil)) }, 0, 0)
	expect("one switched off", func() {
		delete(brands, 1004)
		now = c.applies(now, c.config(brands, fields{"deletion_policy": "disable"}))
	}, 1, 1)
	// One of them is managed as a whole: what is written of it needs no look.
	expect("all switched off", func() { c.applies(now, nil) }, n-2, n-1)
}

// TestDictionary_parallelism watches how many requests are in flight at a time.
func TestDictionary_parallelism(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ limit, before int }{{limit: 1}, {limit: 4}, {limit: 16}, {limit: 4, before: 9}} {
		limit := test.limit
		t.Run(fmt.Sprintf("%d, before that %d", limit, test.before), func(t *testing.T) {
			t.Parallel()
			const n = 80
			server := newDictionaryServer(t, n)
			most := map[int]*atomic.Int32{16: {}, 17: {}}
			for endpoint, most := range most {
				var inFlight atomic.Int32
				// The first requests stay until as many are in flight as may be, and then for long enough for one too many to come.
				full := make(chan struct{})
				var fill sync.Once
				watch := mockserver.Before(func(*http.Request) {
					now := inFlight.Add(1)
					for seen := most.Load(); now > seen && !most.CompareAndSwap(seen, now); seen = most.Load() {
					}
					if int(now) >= limit {
						fill.Do(func() { time.AfterFunc(100*time.Millisecond, func() { close(full) }) })
					}
					select {
					case <-full:
					case <-time.After(10 * time.Second):
						t.Error("fewer requests in flight than may be")
					}
					inFlight.Add(-1)
				})
				// The client begins with few requests at a time, and allows more with each that the service lets through.
				server.Script(mockserver.Fault{Endpoint: endpoint, Skip: n / 2, Times: mockserver.Always, Do: watch})
			}
			c := newCalls(t, server, nil)
			now := c.nothing()
			if test.before > 0 {
				now = c.applies(now, c.config(nil, fields{"parallelism": test.before}))
			}
			c.applies(now, c.config(described(n, "other"), fields{"parallelism": limit}))
			for endpoint, most := range most {
				if int(most.Load()) != limit {
					t.Errorf("%d requests to operation %d at a time, want %d", most.Load(), endpoint, limit)
				}
			}
			connections := map[string]bool{}
			for _, request := range server.Requests() {
				connections[request.Connection] = true
			}
			if len(connections) > limit+2 {
				t.Errorf("%d connections for %d requests at a time", len(connections), limit)
			}
		})
	}
}

// TestDictionary_givesUp stops where every brand would fail alike, and not where brands fail one by one.
func TestDictionary_givesUp(t *testing.T) {
	t.Parallel()
	const n = 100
	for name, test := range map[string]struct {
		endpoint int
		do       mockserver.Action
		expect   string
	}{
		"no token":                {2, mockserver.Status(http.StatusUnauthorized), "access token"},
		"not allowed":             {16, mockserver.Status(http.StatusUnauthorized), "401"},
		"forbidden":               {16, mockserver.Status(http.StatusForbidden), "403"},
		"forbidden to write":      {17, mockserver.Status(http.StatusForbidden), "403"},
		"an account that is gone": {16, mockserver.Body(http.StatusNotFound, "application/json", `{"ErrorType": "ACCOUNT_NOT_FOUND", "Message": "gone"}`), "ACCOUNT_NOT_FOUND"},
		"a wrong address":         {16, mockserver.GatewayHTML(http.StatusNotFound), "404"},
		"a service that is down":  {16, mockserver.Status(http.StatusInternalServerError), "500"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newDictionaryServer(t, n)
			c := newCalls(t, server, acctest.Values{"max_retries": 0})
			server.Script(mockserver.Fault{Endpoint: test.endpoint, Times: mockserver.Always, Do: test.do})
			now, diags := c.apply(c.nothing(), c.config(described(n, "other"), nil))
			errors := acctest.Errors(diags)
			if len(errors) < 2 || len(errors) > 12 || !strings.Contains(errors[0].Detail, test.expect) {
				t.Errorf("errors: %v", acctest.Texts(errors))
			}
			if last := errors[len(errors)-1]; !regexp.MustCompile(`^Work on more brands was not started$`).MatchString(last.Summary) || !strings.Contains(last.Detail, " and ") {
				t.Errorf("last error %q: %s", last.Summary, last.Detail)
			}
			// Brands are counted, not requests: a 401 is asked again while others renew the token.
			asked := map[string]bool{}
			for _, request := range server.Requests() {
				if request.Endpoint == test.endpoint {
					asked[request.Path] = true
				}
			}
			if len(asked) == 0 || len(asked) > 20 {
				t.Errorf("%d objects were asked for, of %d brands", len(asked), n)
			}
			// What the failed request should write may have been written: it stays in the state.
			if got := len(c.entries(now)); test.endpoint != 17 && got > 0 || got > len(asked) {
				t.Errorf("%d brands were adopted", got)
			}
		})
	}
}

// TestDictionary_identity follows the ids of the entries.
func TestDictionary_identity(t *testing.T) {
	t.Parallel()
	server := newDictionaryServer(t, 12)
	server.AddBrand(server.Account.ID, mockserver.Brand{ID: 99, Name: "Shorter"})
	c := newCalls(t, server, nil)
	expect := func(o object, want string) {
		t.Helper()
		if got := o.Identity(t.Context())["brand_ids"]; got != want {
			t.Errorf("the identity names %s, want %s", got, want)
		}
	}
	now := c.applies(c.nothing(), c.config(map[int]fields{1010: {}, 99: {}, 1001: {}}, nil))
	expect(now, "99,1001,1010")
	now = c.applies(now, c.config(map[int]fields{1010: {}, 1002: {}, 1001: {}}, nil))
	expect(now, "1001,1002,1010")
	server.RemoveBrand(server.Account.ID, 1002)
	now, diags := c.read(now)
	expect(now, "1001,1010")
	if len(diags) != 1 || diags[0].Severity != tfprotov6.DiagnosticSeverityWarning || !strings.Contains(diags[0].Detail, "has removed brand 1002") {
		t.Errorf("diagnostics: %v", acctest.Texts(diags))
	}
}

// TestDictionary_plan plans one entry changed, one added and one as it is.
func TestDictionary_plan(t *testing.T) {
	t.Parallel()
	server := newDictionaryServer(t, 3)
	c := newCalls(t, server, nil)
	now := c.applies(c.nothing(), c.config(described(2, "one"), nil))
	planned := c.plan(now, c.config(map[int]fields{1001: {"description": "one"}, 1002: {"name": "Two"}, 1003: {"enabled": true}}, nil))
	want := map[int]map[string]string{
		1001: {"name": "Found 1", "enabled": "true", "description": "one", "reference_url": "https://example.com/found", "tags": "[found]"},
		1002: {"name": "Two", "enabled": "true", "description": "one", "reference_url": "https://example.com/found", "tags": "[found]"},
		1003: {"name": "unknown", "enabled": "true", "description": "unknown", "reference_url": "unknown", "tags": "unknown"},
	}
	if diff := cmp.Diff(want, c.shown(attributes(t, planned.Planned)["brands"])); diff != "" {
		t.Error(diff)
	}
}

// TestDictionary_unknownBrands plans brands that are known only in the apply, with a key that the service refuses.
func TestDictionary_unknownBrands(t *testing.T) {
	t.Parallel()
	c := newCalls(t, newDictionaryServer(t, 1), acctest.Values{"subscription_key": "another"})
	brands := acctest.Schema(t).ResourceSchemas[dictionaryType].ValueType().(tftypes.Object).AttributeTypes["brands"]
	unknown := tftypes.NewValue(brands, tftypes.UnknownValue)
	planned := c.planned(c.nothing(), c.config(nil, fields{"brands": unknown}))
	acctest.Says(t, planned.Diagnostics, acctest.Failure, "check subscription_key")
}
