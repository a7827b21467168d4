package entries_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestRequests counts the requests of each operation: never more than the contract needs.
func TestRequests(t *testing.T) {
	t.Parallel()
	const n = 20
	b := newBench(t, many(n+1), nil)
	brands := slices.Repeat([]acctest.Values{{"description": "as found"}}, n)
	brands[0] = one
	settings := acctest.Values{}
	expect := func(what string, do func(), reads, writes int) {
		t.Helper()
		b.ResetRequests()
		if do(); b.Count(16) != reads || b.Count(17) != writes {
			t.Errorf("%s: %d reads and %d writes, want %d and %d", what, b.Count(16), b.Count(17), reads, writes)
		}
	}
	apply := func() { t.Helper(); b.applies(b.entries([]acctest.Values{settings}, brands...)) }
	expect("create, one brand of which differs", apply, n, 1)
	if tokens := b.Count(2) + b.Count(3); tokens > 4 {
		t.Errorf("%d token requests", tokens)
	}
	expect("read", func() { b.Refresh(t.Context()) }, n, 0)
	expect("plan", func() { b.Planned(b.entries(nil, brands...)) }, 0, 0)
	settings = acctest.Values{"parallelism": 3, "deletion_policy": "disable"}
	expect("other settings", apply, 0, 0)
	settings, brands[1] = acctest.Values{}, acctest.Values{"name": "Changed"}
	expect("one brand changed", apply, 1, 1) // one with a field that is not managed is read before it is written
	brands[4] = acctest.Values{"name": "All", "enabled": true, "description": "all", "reference_url": "", "tags": []string{}}
	expect("all of one brand changed", apply, 0, 1)
	brands = append(brands, acctest.Values{"name": "Added"})
	expect("one added", apply, 1, 1)
	brands[2] = nil
	expect("one removed", apply, 0, 0)
	settings, brands[3] = acctest.Values{"deletion_policy": "disable"}, nil
	expect("one switched off", apply, 1, 1)
	// One of them is managed as a whole: what is written of it needs no look.
	expect("all switched off", func() { b.applies(nil) }, n-2, n-1)
}

// TestRequests_parallelism counts the requests in flight, of which each takes a second of the bubble's time.
func TestRequests_parallelism(t *testing.T) {
	t.Parallel()
	for _, limit := range []int32{1, 4, 16} {
		acctest.InBubble(t, func(t *testing.T) {
			b := newBench(t, many(80), nil)
			var mu sync.Mutex
			inFlight, most := map[int]int32{}, map[int]int32{}
			count := func(endpoint int, change int32) {
				mu.Lock()
				defer mu.Unlock()
				inFlight[endpoint] += change
				most[endpoint] = max(most[endpoint], inFlight[endpoint])
			}
			for _, endpoint := range []int{16, 17} {
				b.Script(mockserver.Fault{Endpoint: endpoint, Times: mockserver.Always, Do: mockserver.Before(func(*http.Request) {
					count(endpoint, 1)
					<-time.After(time.Second)
					count(endpoint, -1)
				})})
			}
			b.applies(b.config(one, acctest.Values{"parallelism": int(limit)}))
			if most[16] != limit || most[17] != limit {
				t.Errorf("%d reads and %d writes at a time, want %d", most[16], most[17], limit)
			}
		})
	}
}

// TestRequests_givesUp stops where every brand would fail alike, and not where brands fail one by one.
func TestRequests_givesUp(t *testing.T) {
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
			b := newBench(t, many(n), acctest.Values{"max_retries": 0})
			b.Script(mockserver.Fault{Endpoint: test.endpoint, Times: mockserver.Always, Do: test.do})
			errors := acctest.Errors(b.apply(b.config(one)))
			if len(errors) < 2 || len(errors) > 12 || !strings.Contains(errors[0].Detail, test.expect) {
				t.Errorf("errors: %v", acctest.Texts(errors))
			}
			last, untried := errors[len(errors)-1], 0
			if _, err := fmt.Sscanf(last.Detail, "%d more", &untried); err != nil || last.Summary != "Work on more brands was not started" ||
				!strings.Contains(last.Detail, fmt.Sprintf(" and %d more", untried-50)) { // of which fifty are named
				t.Errorf("last error %q: %s", last.Summary, last.Detail)
			}
			// Brands are counted, not requests: a 401 is asked again while others renew the token.
			asked := map[string]bool{}
			for _, request := range b.Requests() {
				if request.Endpoint == test.endpoint {
					asked[request.Path] = true
				}
			}
			if len(asked) == 0 || len(asked) > 20 {
				t.Errorf("%d objects were asked for, of %d brands", len(asked), n)
			}
			// What the failed request should write may have been written: it stays in the state.
			if got := len(b.ids()); test.endpoint != 17 && got > 0 || got > len(asked) {
				t.Errorf("%d brands were adopted", got)
			}
		})
	}
}

// TestIdentity follows the ids of the entries.
func TestIdentity(t *testing.T) {
	t.Parallel()
	b := newBench(t, many(12), nil)
	b.AddBrand(b.Account.ID, mockserver.Brand{ID: 99, Name: "Shorter"})
	expect := func(want string) {
		t.Helper()
		if got := b.Identity(t.Context())["brand_ids"]; got != want {
			t.Errorf("the identity names %s, want %s", got, want)
		}
	}
	b.Run(byKey("1010", "99", "1001"))
	expect("99,1001,1010")
	b.Run(byKey("1010", "1002", "1001"))
	expect("1001,1002,1010")
	b.RemoveBrand(b.Account.ID, 1002)
	b.restart()
	acctest.Says(t, b.Refresh(t.Context()), acctest.Warning, "no longer has brand 1002")
	expect("1001,1010")
}

// TestPlan plans one entry changed, one added and one as it is.
func TestPlan(t *testing.T) {
	t.Parallel()
	b := newBench(t, many(3), nil)
	b.Run(b.entries(nil, one, one))
	plan := planned(t, b.Look(b.entries(nil, one, acctest.Values{"name": "Two"}, acctest.Values{"enabled": true})))
	b.shows("the plan", plan, each{asWanted, asWanted, "true ? ? ?"}, each{"- as found - -", "- as found - -", ""})
	for id, want := range map[string]string{"1001": "Found 1", "1002": "Two", "1003": "?"} {
		if got := acctest.Text(acctest.Parts(t, acctest.Parts(t, plan["brands"])[id])["name"]); got != want {
			t.Errorf("brand %s is called %s, want %s", id, got, want)
		}
	}
}
