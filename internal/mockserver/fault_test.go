package mockserver_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// putBrand is a request whose effect on the store shows whether it was handled.
func (b *fixture) putBrand() ask { return ask{method: "PUT", path: brandPath, body: brandBody} }

func (b *fixture) handled() bool {
	brand, _ := b.Brand(account, 1001)
	return brand.Name == "Aster"
}

func TestFaultsThatAnswer(t *testing.T) {
	t.Parallel()
	teapot := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusTeapot)
		_, _ = io.WriteString(w, "short and stout")
	})
	for name, tc := range map[string]struct {
		do      mockserver.Action
		status  int
		says    string
		handled bool
	}{
		"429":          {mockserver.Status(429, "Retry-After", "7"), 429, `"statusCode":429`, false},
		"500":          {mockserver.Status(500), 500, `"errorType":"GENERAL"`, false},
		"504":          {mockserver.Status(504), 504, `"errorType":"SERVER_TIMEOUT"`, false},
		"401":          {mockserver.Status(401), 401, `"errorType":"USER_NOT_ALLOWED"`, false},
		"503":          {mockserver.Status(503), 503, `"errorType":"GENERAL"`, false},
		"504 after":    {mockserver.StatusAfter(504), 504, `"errorType":"SERVER_TIMEOUT"`, true},
		"body":         {mockserver.Body(200, "text/plain", "{not json"), 200, "{not json", false},
		"body after":   {mockserver.BodyAfter(200, "text/plain", "{not json"), 200, "{not json", true},
		"gateway page": {mockserver.GatewayHTML(404), 404, "<h1>404 Not Found</h1>", false},
		"refused":      {mockserver.Refuse(400, "UNSUPPORTED", "no"), 400, `"errorType":"UNSUPPORTED","message":"no"`, false},
		"edited":       {mockserver.Edit(bytes.ToUpper), 200, `"ASTER"`, true},
		"handler":      {mockserver.Respond(teapot), 418, "short and stout", false},
		"slow answer":  {mockserver.SlowAnswer(time.Millisecond), 200, `"Aster"`, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newFixture(t)
			b.Script(mockserver.Fault{Endpoint: 17, Do: tc.do})
			got := b.do(b.putBrand()).is(tc.status)
			if !strings.Contains(got.body, tc.says) {
				t.Errorf("body %q, want it to say %q", got.body, tc.says)
			}
			equal(t, "handled", b.handled(), tc.handled)
			entry := b.Requests()[0]
			equal(t, "recorded status", entry.Status, tc.status)
			if entry.Fault == "" {
				t.Error("the recorder does not name the fault")
			}
			switch name {
			case "429":
				equal(t, "Retry-After", got.header.Get("Retry-After"), "7")
			case "gateway page":
				equal(t, "request id", got.header.Get("x-ms-request-id"), "")
			}
			b.do(b.putBrand()).is(200)
			equal(t, "fault of the next", b.Requests()[1].Fault, "")
		})
	}
}

func TestFaultsThatBreakTheConnection(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		do      mockserver.Action
		handled bool
		reset   bool
		status  int
	}{
		"before": {mockserver.ResetBefore(), false, true, 0},
		"after":  {mockserver.ResetAfter(), true, true, 0},
		"cut":    {mockserver.CutAnswer(), true, false, 200},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newFixture(t)
			b.Script(mockserver.Fault{Endpoint: 17, Do: tc.do})
			_, err := b.try(b.putBrand())
			if err == nil {
				t.Fatal("the connection held")
			}
			equal(t, "reset: "+err.Error(), errors.Is(err, syscall.ECONNRESET), tc.reset)
			equal(t, "unexpected end", errors.Is(err, io.ErrUnexpectedEOF), !tc.reset)
			equal(t, "handled", b.handled(), tc.handled)
			equal(t, "recorded status", b.Requests()[0].Status, tc.status)
			equal(t, "recorded body", b.Requests()[0].BodySize > 0, tc.handled)
			b.do(b.putBrand()).is(200)
		})
	}
}

func TestHang(t *testing.T) {
	t.Parallel()
	for handled, do := range map[bool]mockserver.Action{false: mockserver.Hang(), true: mockserver.HangAfter()} {
		b := newFixture(t)
		b.Script(mockserver.Fault{Do: do, Times: mockserver.Always})
		ctx, cancel := context.WithCancel(t.Context())
		failed := make(chan error, 1)
		request := b.request(b.putBrand()).WithContext(ctx)
		go func() {
			response, err := b.client.Do(request)
			if err == nil {
				err = response.Body.Close()
			}
			failed <- err
		}()
		await(t, func() bool { return len(b.Requests()) == 1 && (!handled || b.handled()) })
		select {
		case err := <-failed:
			t.Fatalf("it did not hang: %v", err)
		default:
		}
		cancel()
		if err := <-failed; !errors.Is(err, context.Canceled) {
			t.Errorf("error %v", err)
		}
		equal(t, "handled", b.handled(), handled)

		// Closing the server ends a request that hangs.
		go func() {
			await(t, func() bool { return len(b.Requests()) == 2 })
			b.Close()
		}()
		if _, err := b.try(b.putBrand()); err == nil {
			t.Error("the server answered while it closed")
		}
	}
}

func TestCloseEndsLatency(t *testing.T) {
	t.Parallel()
	b := newFixture(t, mockserver.Latency(time.Hour))
	go func() {
		await(t, func() bool { return len(b.Requests()) == 1 })
		b.Close()
	}()
	if _, err := b.try(b.putBrand()); err == nil {
		t.Error("the server answered")
	}
	equal(t, "handled", b.handled(), false)
}

func TestBeforeAndAfterMayUseTheServer(t *testing.T) {
	t.Parallel()
	b := newFixture(t)
	var seen []bool
	look := func(*http.Request) { seen = append(seen, b.handled()) }
	b.Script(mockserver.Fault{Do: mockserver.Before(look)}, mockserver.Fault{Do: mockserver.After(look)})
	b.do(b.putBrand()).is(200)
	b.ChangeBrand(account, 1001, func(brand *mockserver.Brand) { brand.Name = "x" })
	b.do(b.putBrand()).is(200)
	equal(t, "handled when called", seen, []bool{false, true})
}

func TestWhichRequestsAFaultHits(t *testing.T) {
	t.Parallel()
	b := newFixture(t)
	get := func(id string) int {
		return b.do(ask{method: "GET", path: brandsPath + "/" + id}).status
	}
	b.Script(
		mockserver.Fault{Endpoint: 16, Skip: 1, Times: 2, Do: mockserver.Status(500), Match: func(r *http.Request) bool {
			return strings.HasSuffix(r.URL.Path, "/1002")
		}},
		mockserver.Fault{Endpoint: 17, Do: mockserver.Status(429)},
		mockserver.Fault{Endpoint: 5, Times: mockserver.Always, Do: mockserver.Status(504)},
	)
	var got []int
	for _, id := range []string{"1002", "1001", "1002", "1001", "1002", "1002"} {
		got = append(got, get(id))
	}
	equal(t, "statuses", got, []int{200, 200, 500, 200, 500, 200})
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

func TestChaos(t *testing.T) {
	t.Parallel()
	const rounds = 400
	rates := mockserver.Rates{TooMany: 0.1, InternalError: 0.05, GatewayTimeout: 0.05, GatewayTimeoutAfter: 0.05, RetryAfter: 3 * time.Second}
	run := func(seed uint64, ids ...string) map[string][]string {
		b := newFixture(t)
		b.Chaos(seed, rates)
		for range rounds {
			for _, id := range ids {
				got := b.do(ask{method: "GET", path: brandsPath + "/" + id})
				if got.status == 429 {
					equal(t, "Retry-After", got.header.Get("Retry-After"), "3")
				}
			}
		}
		faults := map[string][]string{}
		for _, r := range b.Requests() {
			faults[r.Path] = append(faults[r.Path], r.Fault)
		}
		return faults
	}
	first := run(7, "1001", "1002")
	equal(t, "the same seed, other interleaving", run(7, "1002", "1001"), first)
	if other := run(8, "1001"); slices.Equal(other["/"+location+"/Accounts/"+account+"/Customization/Brands/1001"],
		first["/"+location+"/Accounts/"+account+"/Customization/Brands/1001"]) {
		t.Error("another seed makes no difference")
	}
	count := map[string]int{}
	for _, faults := range first {
		for _, fault := range faults {
			count[fault]++
		}
	}
	for fault, want := range map[string]float64{
		"": 0.75, "Too Many Requests": 0.1, "Internal Server Error": 0.05, "Gateway Timeout": 0.05, "Gateway Timeout after handling": 0.05,
	} {
		if share := float64(count[fault]) / (2 * rounds); share < want*0.6 || share > want*1.5 {
			t.Errorf("%q hit %.3f of the requests, want about %.3f", fault, share, want)
		}
	}

	b := newFixture(t)
	b.Chaos(1, mockserver.Rates{InternalError: 1, Endpoints: []int{16}})
	b.do(ask{method: "GET", path: "~"}).is(200)
	b.do(ask{method: "GET", path: brandPath}).is(500)
	b.ClearFaults()
	b.do(ask{method: "GET", path: brandPath}).is(200)
	for want, rates := range map[string]mockserver.Rates{
		"reset before handling": {ResetBefore: 1}, "reset after handling": {ResetAfter: 1}, "cut answer": {CutAnswer: 1},
	} {
		b.ResetRequests()
		b.Chaos(1, rates)
		_, _ = b.try(ask{method: "GET", path: brandPath})
		equal(t, "fault", b.Requests()[0].Fault, want)
	}
}

// burst sends n requests and returns how many were let through, and the Retry-After of the last refusal.
func (b *fixture) burst(n int) (passed int, retryAfter string) {
	b.t.Helper()
	for range n {
		got := b.do(ask{method: "GET", path: brandPath})
		switch got.status {
		case http.StatusOK:
			passed++
		case http.StatusTooManyRequests:
			retryAfter = got.header.Get("Retry-After")
		default:
			b.t.Errorf("status %d", got.status)
		}
	}
	return passed, retryAfter
}

func TestRequestLimits(t *testing.T) {
	t.Parallel()
	type step struct {
		after      time.Duration // since the step before
		n, passed  int
		retryAfter string
	}
	const second, minute = time.Second, time.Minute
	for name, tc := range map[string]struct {
		limits mockserver.Option
		steps  []step
	}{
		"a second": {
			mockserver.RequestLimits(4, 0),
			[]step{{0, 2, 2, ""}, {600 * time.Millisecond, 3, 2, "1"}, {500 * time.Millisecond, 3, 2, "1"}, {second, 4, 4, ""}},
		},
		"a minute": {
			mockserver.RequestLimits(0, 3),
			[]step{{0, 1, 1, ""}, {20 * second, 3, 2, "40"}, {40 * second, 2, 1, "20"}, {minute, 3, 3, ""}},
		},
		"both": {
			mockserver.RequestLimits(10, 25),
			[]step{{0, 12, 10, "1"}, {5 * second, 10, 10, ""}, {5 * second, 11, 5, "50"}, {50 * second, 11, 10, "5"}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			clock := newClock()
			b := newFixture(t, tc.limits, mockserver.WithClock(clock.Now))
			for i, s := range tc.steps {
				clock.pass(s.after)
				passed, retryAfter := b.burst(s.n)
				equal(t, fmt.Sprint("step ", i), []any{passed, retryAfter}, []any{s.passed, s.retryAfter})
			}
		})
	}
}

// TestLimitsAreNamed reads the limits from the headers of answers and of a refusal.
func TestLimitsAreNamed(t *testing.T) {
	t.Parallel()
	clock := newClock()
	b := newFixture(t, mockserver.RequestLimits(2, 3), mockserver.RateLimitFields(), mockserver.XRateLimitFields(), mockserver.WithClock(clock.Now))
	for i, want := range []string{
		`200 2 1 1 ["1s";r=1;t=1 "1m0s";r=2;t=60]`, `200 2 0 1 ["1s";r=0;t=1 "1m0s";r=1;t=60]`, `429 2 0 1 ["1s";r=0;t=1 "1m0s";r=1;t=60]`,
		`200 3 0 59 ["1s";r=1;t=1 "1m0s";r=0;t=59]`, `429 3 0 58 ["1s";r=2;t=0 "1m0s";r=0;t=58]`,
	} {
		if i > 2 {
			clock.pass(time.Second)
		}
		got := b.do(b.putBrand())
		equal(t, "policies", fmt.Sprint(got.header.Values("RateLimit-Policy")), `["1s";q=2;w=1 "1m0s";q=3;w=60]`)
		equal(t, fmt.Sprint("answer ", i+1), fmt.Sprint(got.status, " ", got.header.Get("X-RateLimit-Limit"), " ", got.header.Get("X-RateLimit-Remaining"), " ",
			got.header.Get("X-RateLimit-Reset"), " ", got.header.Values("RateLimit")), want)
	}
}

func TestRefusalsByLimits(t *testing.T) {
	t.Parallel()
	b := newFixture(t)
	b.SetLimits(0, 1)
	b.do(b.putBrand()).is(200)
	b.ChangeBrand(account, 1001, func(brand *mockserver.Brand) { brand.Name = "before" })
	got := b.do(b.putBrand()).is(429)
	equal(t, "members", keys(got.object()), "message statusCode")
	equal(t, "handled", b.handled(), false)
	equal(t, "fault", b.Requests()[1].Fault, "request limit")
	b.SetLimits(0, 0)
	b.do(b.putBrand()).is(200)
}
