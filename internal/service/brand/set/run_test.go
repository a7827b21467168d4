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

// TestFailures puts failures of one cause together: "kind labels", where "~" has not been tried.
func TestFailures(t *testing.T) {
	t.Parallel()
	failed := func(kind set.Kind, err error) set.Result {
		return set.Result{Operation: set.Operation{Kind: kind}, Err: err}
	}
	skipped := func(kind set.Kind, err error) set.Result {
		r := failed(kind, err)
		r.IsSkipped = true
		return r
	}
	lost := func(i int) error {
		return &videoindexer.AmbiguousError{RequestID: fmt.Sprint("id-", i), Err: fmt.Errorf("read tcp 127.0.0.1:%d: connection reset by peer", 40000+i)}
	}
	answered := func(status int, message string) error {
		return &videoindexer.APIError{Status: status, RequestID: message, Message: message, HasErrorObject: true}
	}
	forbidden := &videoindexer.APIError{Status: http.StatusForbidden, Type: "FORBIDDEN", HasErrorObject: true}
	hinted := failed(set.Update, answered(503, ""))
	hinted.Hint = "Its name is free."
	for name, test := range map[string]struct {
		results []set.Result
		want    string
	}{
		"nothing":               {[]set.Result{{}, {Operation: set.Operation{Kind: set.Read}}}, ""},
		"lost answers":          {[]set.Result{failed(set.Create, lost(1)), failed(set.Create, lost(2)), skipped(set.Create, lost(2))}, "create 1 2 3~"},
		"two outages":           {[]set.Result{failed(set.Create, lost(1)), failed(set.Update, answered(503, "a")), failed(set.Create, lost(3)), failed(set.Update, answered(503, "b"))}, "create 1 3; update 2 4"},
		"other statuses":        {[]set.Result{failed(set.Update, answered(400, "")), failed(set.Update, answered(503, "")), hinted}, "update 1; update 2; update 3"},
		"no request":            {[]set.Result{failed(set.Update, &set.NotSentError{Why: "a"}), failed(set.Update, lost(1)), failed(set.Update, &set.NotSentError{Why: "b"})}, "update 1 3; update 2"},
		"not kept":              {[]set.Result{{Sent: field.Sent(fields("A")), Remote: &videoindexer.Brand{BrandFields: fields("B")}}}, "keep 1"},
		"all would fail":        {[]set.Result{skipped(set.Adopt, forbidden), failed(set.Update, forbidden), skipped(set.Create, forbidden)}, "update 2 1~ 3~"},
		"an account is unknown": {[]set.Result{failed(set.Read, &breaker.NotTriedError{}), failed(set.Read, &breaker.NotTriedError{})}, "read 1 2"},
		"and it is said why":    {[]set.Result{failed(set.Read, &breaker.NotTriedError{}), failed(set.Read, forbidden)}, "read 2 1"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var texts []string
			for _, alike := range set.Failures(numbered(test.results)) {
				text := alike[0].Kind.Verb()
				for _, r := range alike {
					text += " " + r.Label + strings.Repeat("~", map[bool]int{true: 1}[r.IsSkipped])
				}
				texts = append(texts, text)
			}
			if got := strings.Join(texts, "; "); got != test.want {
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
