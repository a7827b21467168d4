package mockserver_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// putBrand returns a request whose effect on the store shows whether it was handled.
func (f *fixture) putBrand() ask { return ask{method: "PUT", path: brandPath, body: brandBody} }

func (f *fixture) handled() bool {
	brand, _ := f.Brand(account, 1001)
	return brand.Name == "Aster"
}

// TestWhichRequestsAFaultHits counts only requests that match a fault, and lets the others pass.
func TestWhichRequestsAFaultHits(t *testing.T) {
	t.Parallel()
	b := newFixture(t)
	get := func(id string) int {
		return b.do(ask{method: "GET", path: brandsPath + "/" + id}).status
	}
	b.Script(
		mockserver.Fault{Operation: mockserver.GetBrand, Skip: 1, Times: 2, Do: mockserver.Status(500), Match: func(r *http.Request) bool {
			return strings.HasSuffix(r.URL.Path, "/1002")
		}},
		mockserver.Fault{Operation: mockserver.UpdateBrand, Do: mockserver.Status(429)},
		mockserver.Fault{Operation: mockserver.GetAccount, Times: mockserver.Always, Do: mockserver.Status(504)},
	)
	var got []int
	for _, id := range []string{"1002", "1001", "1002", "1001", "1002", "1002"} {
		got = append(got, get(id))
	}
	check.Equal(t, []int{200, 200, 500, 200, 500, 200}, got, "statuses")
	for range 3 {
		b.do(ask{method: "GET", path: "~"}).is(504)
	}
	b.do(b.putBrand()).is(429)
	b.do(b.putBrand()).is(200)
	b.ClearFaults()
	b.do(ask{method: "GET", path: "~"}).is(200)
	b.Script(mockserver.Fault{Do: mockserver.GatewayHTML(404)})
	b.do(ask{method: "GET", path: "/elsewhere"}).is(404)
}

// burst sends n requests. It returns how many passed, and the Retry-After of the last refusal.
func (f *fixture) burst(n int) (passed int, retryAfter string) {
	for range n {
		got := f.do(ask{method: "GET", path: brandPath})
		switch got.status {
		case http.StatusOK:
			passed++
		case http.StatusTooManyRequests:
			retryAfter = got.header.Get("Retry-After")
		default:
			f.t.Errorf("%s: status %d, want 200 or 429", got.ask, got.status)
		}
	}
	return passed, retryAfter
}

// TestRequestLimits proves how many requests pass in fixed seconds and minutes, and when the next
// one can.
func TestRequestLimits(t *testing.T) {
	t.Parallel()
	type step struct {
		after      time.Duration // since the step before
		n, passed  int
		retryAfter string
	}
	const (
		second = time.Second
		minute = time.Minute
	)
	for name, tc := range map[string]struct {
		perSecond, perMinute int
		steps                []step
	}{
		"a second": {
			4, 0, []step{{0, 2, 2, ""}, {600 * time.Millisecond, 3, 2, "1"}, {500 * time.Millisecond, 3, 2, "1"}, {second, 4, 4, ""}},
		},
		"a minute": {
			0, 3, []step{{0, 1, 1, ""}, {20 * second, 3, 2, "40"}, {40 * second, 2, 1, "20"}, {minute, 3, 3, ""}},
		},
		"both": {
			10, 25, []step{{0, 12, 10, "1"}, {5 * second, 10, 10, ""}, {5 * second, 11, 5, "50"}, {50 * second, 11, 10, "5"}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			clock := newClock()
			b := newFixture(t, mockserver.WithClock(clock.Now))
			b.SetLimits(tc.perSecond, tc.perMinute)
			for i, s := range tc.steps {
				clock.pass(s.after)
				passed, retryAfter := b.burst(s.n)
				check.Equal(t, []any{s.passed, s.retryAfter}, []any{passed, retryAfter}, "step %d", i)
			}
		})
	}
}

// TestRefusalsByLimits proves that a refused request has the gateway's form, and changes nothing.
func TestRefusalsByLimits(t *testing.T) {
	t.Parallel()
	b := newFixture(t)
	b.SetLimits(0, 1)
	b.do(b.putBrand()).is(200)
	b.ChangeBrand(account, 1001, func(brand *mockserver.Brand) { brand.Name = "before" })
	got := b.do(b.putBrand()).is(429)
	check.Equal(t, "message statusCode", keys(got.object()), "members")
	check.Equal(t, false, b.handled(), "handled")
	check.Equal(t, "request limit", b.Requests()[1].Fault, "fault")
	b.SetLimits(0, 0)
	b.do(b.putBrand()).is(200)
}
