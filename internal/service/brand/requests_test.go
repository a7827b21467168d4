package brand_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// newMany returns an account with many brands, and entries for n of them by id.
func newMany(t testing.TB, n, more int) (*account, byLabel) {
	t.Helper()
	names := make([]string, n+more)
	brands := byLabel{}
	for i := range names {
		names[i] = fmt.Sprint("Found ", i+1)
		if i < n {
			brands[fmt.Sprint(i+1)] = acctest.Values{"brand_id": 1001 + i, "description": "as found"}
		}
	}
	return newAccount(t, names), brands
}

// TestRequests counts the requests of each step, with extended operations and without them: never
// more than the contract needs.
func TestRequests(t *testing.T) {
	t.Parallel()
	const n = 20
	for _, isExtended := range []bool{false, true} {
		a, brands := newMany(t, n, 2)
		settings := acctest.Values{}
		wantRequests := func(step string, do func(), lists, reads, writes int) {
			t.Helper()
			a.Instance.Protocol = a.process(acctest.Values{"extended_operations": isExtended})
			a.ResetRequests()
			do()
			sent := []int{a.Count(mockserver.ListBrands), a.Count(mockserver.GetBrand), a.Writes()}
			check.Equal(t, []int{lists, reads, writes}, sent, "%s, extended %t: lists, reads and writes", step, isExtended)
		}
		apply := func(lists, reads, writes int, step string) {
			t.Helper()
			if !isExtended {
				reads += lists * len(brands)
				lists = 0
			}
			wantRequests(step, func() {
				t.Helper()
				plan := a.Plan(t.Context(), config(brands, settings))
				acctest.MustSucceed(t, plan.Diagnostics)
				acctest.MustSucceed(t, a.ApplyAsPlanned(t.Context(), plan))
			}, lists, reads, writes)
		}
		brands["1"]["description"] = "one"
		apply(1, 0, 1, "create, one brand of which differs")
		if isExtended {
			wantRequests("refresh", func() { acctest.MustSucceed(t, a.Refresh(t.Context())) }, 1, 0, 0)
		} else {
			wantRequests("refresh", func() { acctest.MustSucceed(t, a.Refresh(t.Context())) }, 0, n, 0)
		}
		wantRequests("plan", func() { a.MustPlan(config(brands)) }, 0, 0, 0)
		settings = acctest.Values{"parallelism": 3, "deletion_policy": "disable"}
		apply(0, 0, 0, "other settings")
		settings = acctest.Values{}
		brands["2"]["description"] = "two"
		apply(0, 1, 1, "one brand changed")
		brands["added"] = acctest.Values{"brand_id": 1001 + n}
		if isExtended {
			apply(1, 0, 0, "one added")
		} else {
			apply(0, 1, 0, "one added")
		}
		delete(brands, "3")
		apply(0, 0, 0, "one removed")
		delete(brands, "4")
		settings = acctest.Values{"deletion_policy": "disable"}
		apply(0, 1, 1, "one disabled")
	}
}

// TestParallelism counts the requests in flight, of which each takes a second of the bubble's time.
func TestParallelism(t *testing.T) {
	t.Parallel()
	for _, limit := range []int{1, 4, 16} {
		acctest.InBubble(t, func(t *testing.T) {
			a, brands := newMany(t, 80, 0)
			var mu sync.Mutex
			inFlight := 0
			most := 0
			count := mockserver.Before(func(*http.Request) {
				mu.Lock()
				inFlight++
				most = max(most, inFlight)
				mu.Unlock()
				<-time.After(time.Second)
				mu.Lock()
				inFlight--
				mu.Unlock()
			})
			a.Script(mockserver.Fault{Operation: mockserver.UpdateBrand, Times: mockserver.Always, Do: count})
			for _, entry := range brands {
				entry["description"] = "one"
			}
			a.Run(config(brands, acctest.Values{"parallelism": limit}))
			check.Equal(t, limit, most, "parallelism %d: writes at a time", limit)
		})
	}
}

// TestGivesUp stops where every brand would fail alike.
func TestGivesUp(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		operation mockserver.Operation
		do        mockserver.Action
		expect    string
	}{
		"no token":           {mockserver.GetUserAccessToken, mockserver.Status(http.StatusUnauthorized), "access token"},
		"not allowed":        {mockserver.GetBrand, mockserver.Status(http.StatusUnauthorized), "401"},
		"forbidden to write": {mockserver.UpdateBrand, mockserver.Status(http.StatusForbidden), "403"},
		"an account that is gone": {
			mockserver.GetBrand,
			mockserver.Body(http.StatusNotFound, "application/json",
				`{"ErrorType": "ACCOUNT_NOT_FOUND", "Message": "gone"}`),
			"ACCOUNT_NOT_FOUND",
		},
		"a wrong address":        {mockserver.GetBrand, mockserver.GatewayHTML(http.StatusNotFound), "404"},
		"a service that is down": {mockserver.GetBrand, mockserver.Status(http.StatusInternalServerError), "500"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a, brands := newMany(t, 100, 0)
			for _, entry := range brands {
				entry["description"] = "one"
			}
			a.Instance.Protocol = a.process(acctest.Values{"extended_operations": false, "max_retries": 0})
			a.Script(mockserver.Fault{Operation: test.operation, Times: mockserver.Always, Do: test.do})
			plan := a.Plan(t.Context(), config(brands))
			diags := plan.Diagnostics
			if len(acctest.Errors(diags)) == 0 {
				diags = a.ApplyAsPlanned(t.Context(), plan)
			}
			acctest.MustFailOnce(t, diags, test.expect, "not tried: ")
			asked := map[string]bool{} // brands are counted, not requests: a 401 is asked again while others renew the token
			for _, request := range a.Requests() {
				if request.Operation == test.operation {
					asked[request.Path] = true
				}
			}
			if len(asked) == 0 || len(asked) > 20 {
				t.Errorf("%d of 100 brands were asked for, want 1 to 20", len(asked))
			}
		})
	}
}

// BenchmarkBrands measures what the provider itself costs in each call of an engine; requests go to
// a server without latency. The time for a brand must not grow with the number of brands.
func BenchmarkBrands(b *testing.B) {
	for _, n := range []int{100, 1000, 5000} {
		for _, origin := range []string{"by id", "by name", "created"} {
			a, brands := newMany(b, n, 0)
			for label, entry := range maps.Clone(brands) {
				entry["enabled"] = true
				entry["tags"] = []string{"large", "many"}
				entry["reference_url"] = "https://example.com/brands/" + label
				if origin == "by id" {
					continue
				}
				delete(brands, label)
				delete(entry, "brand_id")
				prefix := "Found "
				if origin == "created" {
					prefix = "New "
				}
				brands[prefix+label] = entry
			}
			with := func(description string) acctest.Values {
				next := byLabel{}
				for label, entry := range brands {
					next[label] = entry.With(acctest.Values{"description": description})
				}
				return config(next)
			}
			same := with("A brand of many.")
			changed := with("Another text.")
			run := func(name string, call func() []*tfprotov6.Diagnostic) {
				b.Run(fmt.Sprintf("%s/%s/%d", origin, name, n), func(b *testing.B) {
					b.ReportAllocs()
					for b.Loop() {
						a.restart()
						acctest.MustSucceed(b, call())
					}
					b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*n), "µs/brand")
				})
			}
			apply := func(config acctest.Values) []*tfprotov6.Diagnostic {
				plan := a.Plan(b.Context(), config)
				acctest.MustSucceed(b, plan.Diagnostics)
				return a.ApplyAsPlanned(b.Context(), plan)
			}
			run("validate", func() []*tfprotov6.Diagnostic { return a.Validate(b.Context(), same) })
			run("plan-create", func() []*tfprotov6.Diagnostic { return a.Plan(b.Context(), same).Diagnostics })
			acctest.MustSucceed(b, apply(same))
			run("read", func() []*tfprotov6.Diagnostic { return a.Refresh(b.Context()) })
			run("plan-nothing", func() []*tfprotov6.Diagnostic { return a.Plan(b.Context(), same).Diagnostics })
			run("plan-update", func() []*tfprotov6.Diagnostic { return a.Plan(b.Context(), changed).Diagnostics })
			// Each update is followed by one that undoes it.
			run("update", func() []*tfprotov6.Diagnostic {
				acctest.MustSucceed(b, apply(changed))
				return apply(same)
			})
		}
	}
}

// TestPrivateStateIsSmall plans many single brands, which are found by their names or ids: what a
// plan passes to the apply does not grow with their number.
func TestPrivateStateIsSmall(t *testing.T) {
	t.Parallel()
	const n, most = 80, 450
	for by, argument := range map[string]string{"name": `name = "Found ${each.key}"`, "id": `brand_id = 1000 + each.key`} {
		t.Run(by, func(t *testing.T) {
			t.Parallel()
			acctest.InBubble(t, func(t *testing.T) {
				server := acctest.NewServer(t, mockserver.WithExtended())
				keys := make([]string, n)
				for i := range n {
					keys[i] = strconv.Quote(strconv.Itoa(i + 1))
					server.AddBrand(server.Account.ID, asFound(int32(1001+i), fmt.Sprint("Found ", i+1)))
				}
				dir := server.Open(t, rand.New(rand.NewPCG(1, 0)))
				brands := func(keys []string, lines string) string {
					return server.Config(fmt.Sprintf("resource \"videoindexer_brand\" \"a\" {\n  for_each = toset([%s])\n  %s\n  %s\n}\n",
						strings.Join(keys, ", "), argument, lines), "extended_operations = true")
				}
				for _, config := range []string{brands(keys, `description = "one"`), brands(keys, `description = "two"`), brands(keys[:n/2], "")} {
					acctest.WantSmallPrivateState(t, dir, config, most)
				}
			})
		})
	}
}
