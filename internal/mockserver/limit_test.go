package mockserver_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// burst sends n requests and returns how many were let through, and the Retry-After of the last refusal.
func (b *bench) burst(n int) (passed int, retryAfter string) {
	b.t.Helper()
	for range n {
		got := b.do(ask{method: "GET", path: "~/Customization/Brands/1001", token: b.read()})
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
		options []mockserver.Option
		steps   []step
	}{
		"a second, sliding": {
			[]mockserver.Option{mockserver.RequestsPerSecond(4)},
			[]step{{0, 2, 2, ""}, {600 * time.Millisecond, 3, 2, "1"}, {500 * time.Millisecond, 3, 2, "1"}, {second, 4, 4, ""}},
		},
		"a second, fixed": {
			[]mockserver.Option{mockserver.RequestsPerSecond(4), mockserver.LimitWindow(mockserver.FixedWindow)},
			[]step{{600 * time.Millisecond, 5, 4, "1"}, {400 * time.Millisecond, 5, 4, "1"}, {second, 4, 4, ""}},
		},
		"a minute, sliding": {
			[]mockserver.Option{mockserver.RequestsPerMinute(3)},
			[]step{{0, 1, 1, ""}, {20 * second, 3, 2, "40"}, {40 * second, 2, 1, "20"}, {minute, 3, 3, ""}},
		},
		"a minute, fixed": {
			[]mockserver.Option{mockserver.RequestsPerMinute(3), mockserver.LimitWindow(mockserver.FixedWindow)},
			[]step{{0, 4, 3, "59"}, {58 * second, 1, 0, "1"}, {second, 3, 3, ""}},
		},
		"of the family": {
			[]mockserver.Option{mockserver.FamilyLimits()},
			[]step{{0, 12, 10, "1"}, {5 * second, 10, 10, ""}, {5 * second, 11, 10, "1"}, {5 * second, 10, 10, ""}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			clock := newClock()
			b := newBench(t, append(tc.options, mockserver.WithClock(clock.Now))...)
			for i, s := range tc.steps {
				clock.pass(s.after)
				passed, retryAfter := b.burst(s.n)
				equal(t, fmt.Sprint("step ", i), []any{passed, retryAfter}, []any{s.passed, s.retryAfter})
			}
		})
	}
}

func TestRefusalsByLimits(t *testing.T) {
	t.Parallel()
	clock := newClock()
	for form, want := range map[mockserver.RetryAfter]string{
		mockserver.RetryAfterSeconds: "60",
		mockserver.RetryAfterDate:    "Sun, 04 May 2025 03:03:02 GMT",
		mockserver.RetryAfterMissing: "",
		mockserver.RetryAfterZero:    "0",
		mockserver.RetryAfterHuge:    "2147483647",
		mockserver.RetryAfterGarbage: "soon",
	} {
		b := newBench(t, mockserver.WithClock(clock.Now), mockserver.RequestsPerMinute(1), mockserver.RetryAfterForm(form))
		passed, retryAfter := b.burst(2)
		equal(t, "form", []any{passed, retryAfter}, []any{1, want})
	}

	b := newBench(t, mockserver.TooManyBody(mockserver.BodyErrorObject))
	b.SetLimits(0, 1)
	b.do(b.putBrand()).is(200)
	b.ChangeBrand(account, 1001, func(brand *mockserver.Brand) { brand.Name = "before" })
	got := b.do(b.putBrand()).is(429)
	equal(t, "members", keys(got.object()), "errorType message")
	equal(t, "handled", b.handled(), false)
	equal(t, "fault", b.Requests()[1].Fault, "request limit")
	b.SetLimits(0, 0)
	b.do(b.putBrand()).is(200)

	for form, says := range map[mockserver.BodyForm]string{
		mockserver.BodyEmpty: "", mockserver.BodyText: "Rate limit", mockserver.BodyHTML: "<h1>429", mockserver.BodyStatusCode: `"statusCode":429`,
	} {
		b := newBench(t, mockserver.TooManyBody(form), mockserver.RequestsPerMinute(1))
		b.burst(1)
		got := b.do(b.putBrand()).is(429)
		if !strings.Contains(got.body, says) || (says == "") != (got.body == "") {
			t.Errorf("body %q, want it to say %q", got.body, says)
		}
	}
}
