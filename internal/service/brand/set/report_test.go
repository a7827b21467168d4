package set_test

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/breaker"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/field"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/set"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// TestPool_skipsAfterAStreak has ten brands in a row fail for reasons of the network, or nine of them after an answer about a
// brand: only a streak of ten is a reason to skip the rest, whatever failed before it. Answers about the service as a whole do
// not end it.
func TestPool_skipsAfterAStreak(t *testing.T) {
	t.Parallel()
	lost := &videoindexer.TransportError{Operation: "update brand", Err: errors.New("connection reset")}
	answered := func(status int) error { return &videoindexer.APIError{Status: status, HasErrorObject: true} }
	for name, c := range map[string]struct {
		between error
		skips   bool
	}{
		"a streak":           {between: lost, skips: true},
		"a brand is written": {between: nil},
		"a brand is refused": {between: answered(400)},
		"too many requests":  {between: answered(429), skips: true},
		"an outage":          {between: answered(500), skips: true},
		"a brand is gone":    {between: errNotFound},
		"a page of a proxy":  {between: &videoindexer.APIError{Status: 404}, skips: true},
		"no request is sent": {between: &set.NotSentError{Why: "its name is taken"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for before := range 2 {
				pool := set.NewPool(1)
				outcomes := append(slices.Repeat([]error{lost}, before), c.between)
				outcomes = append(append(outcomes, slices.Repeat([]error{lost}, 9)...), nil)
				results := make([]set.Result, len(outcomes))
				for i, err := range outcomes {
					pool.Go(&results[i], func() { results[i].Err = err })
				}
				pool.Wait()
				if got := results[len(results)-1].IsSkipped; got != c.skips {
					t.Errorf("%d failed before: the last one is skipped: %t, want %t", before, got, c.skips)
				}
			}
		})
	}
}

// TestPool_goesOnSkipping lets a request that was underway fail in another way after one that shows that all would fail: the
// rest is skipped nonetheless.
func TestPool_goesOnSkipping(t *testing.T) {
	t.Parallel()
	pool, started, refused := set.NewPool(2), make(chan struct{}), make(chan struct{})
	var underway, all, next, last set.Result
	pool.Go(&underway, func() {
		close(started)
		<-refused
		underway.Err = &videoindexer.TransportError{Operation: "update brand", Err: errors.New("connection reset")}
	})
	<-started
	pool.Go(&all, func() { all.Err = &videoindexer.APIError{Status: 401} })
	pool.Go(&next, func() {}) // starts when there is room, which is after the refusal
	close(refused)
	pool.Wait()
	pool.Go(&last, func() {})
	pool.Wait()
	if !next.IsSkipped || !last.IsSkipped {
		t.Errorf("skipped after the refusal: %t, and after the one that was underway: %t", next.IsSkipped, last.IsSkipped)
	}
}

// TestReport sums up failures: "kind labels" for each cause, "? kind" for an account that is out of reach, "- labels" for those that were not tried.
func TestReport(t *testing.T) {
	t.Parallel()
	failed := func(kind set.Kind, err error) set.Result {
		return set.Result{Operation: set.Operation{Kind: kind}, Err: err}
	}
	lost := func(i int) error {
		return &videoindexer.AmbiguousError{RequestID: fmt.Sprint("id-", i), Err: fmt.Errorf("read tcp 127.0.0.1:%d: connection reset by peer", 40000+i)}
	}
	answered := func(status int, message string) error {
		return &videoindexer.APIError{Status: status, RequestID: message, Message: message, HasErrorObject: true}
	}
	forbidden := failed(set.Update, &videoindexer.APIError{Status: http.StatusForbidden, Type: "FORBIDDEN", HasErrorObject: true})
	unreached, skipped := failed(set.Read, &breaker.NotTriedError{}), set.Result{IsSkipped: true}
	hinted := failed(set.Update, answered(503, ""))
	hinted.Hint = "Its name is free."
	for name, test := range map[string]struct {
		results []set.Result
		want    string
	}{
		"nothing":               {[]set.Result{{}, {Operation: set.Operation{Kind: set.Read}}}, ""},
		"lost answers":          {[]set.Result{failed(set.Create, lost(1)), failed(set.Create, lost(2)), skipped, skipped}, "create 1 2; - 3 4"},
		"two outages":           {[]set.Result{failed(set.Create, lost(1)), failed(set.Update, answered(503, "a")), failed(set.Create, lost(3)), failed(set.Update, answered(503, "b"))}, "create 1 3; update 2 4"},
		"thirty wrong ids":      {slices.Repeat([]set.Result{failed(set.Adopt, answered(404, "no such brand"))}, 30), "adopt 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30"},
		"other statuses":        {[]set.Result{failed(set.Update, answered(400, "")), failed(set.Update, answered(503, "")), hinted}, "update 1; update 2; update 3"},
		"not kept":              {[]set.Result{{Sent: field.Sent(fields("A")), Remote: &videoindexer.Brand{BrandFields: fields("B")}}}, "keep 1"},
		"all would fail":        {[]set.Result{forbidden, forbidden, skipped}, "update 1; - 2 3"},
		"an account is unknown": {[]set.Result{unreached, unreached}, "? read; - 1 2"},
		"and it is said why":    {[]set.Result{unreached, forbidden}, "update 2; - 1"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := summed(set.NewReport(numbered(test.results))); got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}

func numbered(results []set.Result) []*set.Result {
	all := make([]*set.Result, len(results))
	for i, r := range results {
		r.Label = fmt.Sprint(i + 1)
		all[i] = &r
	}
	return all
}

func summed(report set.Report) string {
	var texts []string
	add := func(first string, results []*set.Result) {
		for _, r := range results {
			first += " " + r.Label
		}
		texts = append(texts, first)
	}
	for _, alike := range report.Alike {
		add(alike[0].Kind.Verb(), alike)
	}
	if report.Unreached != nil {
		add("? "+report.Unreached.Kind.Verb(), nil)
	}
	if len(report.Untried) > 0 {
		add("-", report.Untried)
	}
	return strings.Join(texts, "; ")
}
