package set_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
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
		"the plan is old":    {between: &set.ChangedError{What: "it is gone"}},
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

// TestReport sums up failures. A text is "verb keys"; "+ keys" are further ones, and "- keys" those that were not tried.
func TestReport(t *testing.T) {
	t.Parallel()
	failed := func(verb string, err error) set.Result { return set.Result{Verb: verb, Err: err} }
	lost := func(i int) error {
		return &videoindexer.AmbiguousError{RequestID: fmt.Sprint("id-", i), Err: fmt.Errorf("read tcp 127.0.0.1:%d: connection reset by peer", 40000+i)}
	}
	down := func(i int) error {
		return &videoindexer.APIError{Status: http.StatusServiceUnavailable, RequestID: fmt.Sprint("id-", i)}
	}
	refused := failed("create", errTaken)
	forbidden := failed("update", &videoindexer.APIError{Status: http.StatusForbidden, Type: "FORBIDDEN", HasErrorObject: true})
	unreached := failed("read", &apidiag.NotTriedError{})
	skipped := set.Result{IsSkipped: true}
	refusedConnection := &videoindexer.TransportError{Err: errors.New("connection refused")}
	for name, test := range map[string]struct {
		results []set.Result
		want    string
	}{
		"nothing":         {[]set.Result{{}, {Verb: "read"}}, ""},
		"lost answers":    {[]set.Result{failed("create", lost(1)), failed("create", lost(2)), skipped, skipped}, "create 1 2; - 3 4"},
		"one lost answer": {[]set.Result{failed("create", lost(1)), {}}, "create 1"},
		"two outages":     {[]set.Result{failed("create", lost(1)), failed("update", down(2)), failed("create", lost(3)), failed("update", down(4))}, "create 1 3; update 2 4"},
		"unlike": {[]set.Result{
			failed("create", lost(1)), failed("update", lost(2)), failed("update", refusedConnection), failed("update", down(4)),
			failed("update", &videoindexer.APIError{Status: http.StatusServiceUnavailable, Message: "maintenance"}),
			{Verb: "update", Err: down(6), Hint: "Its name is free."},
			failed("update", &videoindexer.UnexpectedAnswerError{Operation: "update brand", Err: errors.New("no id")}),
		}, "create 1; update 2; update 3; update 4; update 5; update 6; update 7"},
		"not kept":              {[]set.Result{{Sent: field.Sent(fields("A")), Remote: &videoindexer.Brand{BrandFields: fields("B")}}}, " 1"},
		"refusals":              {append([]set.Result{{}}, slices.Repeat([]set.Result{refused}, 12)...), "create 2; create 3; create 4; create 5; create 6; create 7; create 8; create 9; create 10; create 11; + 12 13"},
		"all would fail":        {[]set.Result{forbidden, forbidden, skipped}, "update 1; - 2 3"},
		"an account is unknown": {[]set.Result{unreached, unreached}, "? read; - 1 2"},
		"and it is said why":    {[]set.Result{unreached, forbidden}, "update 2; - 1"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := summed(set.NewReport(keyed(test.results))); got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
	random := rand.New(rand.NewPCG(1, 2))
	kinds := []set.Result{{}, skipped, forbidden, unreached, refused, failed("update", refusedConnection), failed("create", lost(1))}
	for range 300 {
		var results []set.Result
		for range random.IntN(30) {
			results = append(results, kinds[random.IntN(len(kinds))])
		}
		all := keyed(results)
		words := strings.FieldsFunc(summed(set.NewReport(all)), func(r rune) bool { return r == ' ' || r == ';' })
		for _, r := range all {
			count := 0
			for _, word := range words {
				if word == r.Key {
					count++
				}
			}
			if (count == 1) != r.Failed() || count > 1 {
				t.Fatalf("%s failed: %t, and is named %d times: %q", r.Key, r.Failed(), count, words)
			}
		}
	}
}

func keyed(results []set.Result) []*set.Result {
	all := make([]*set.Result, len(results))
	for i, r := range results {
		r.Key = fmt.Sprint(i + 1)
		all[i] = &r
	}
	return all
}

func summed(report set.Report) string {
	var texts []string
	for _, alike := range report.InFull {
		text := alike[0].Verb
		for _, r := range alike {
			text += " " + r.Key
		}
		texts = append(texts, text)
	}
	if len(report.Further) > 0 {
		texts = append(texts, "+ "+strings.Join(report.Further, " "))
	}
	if report.Unreached != nil {
		texts = append(texts, "? "+report.Unreached.Verb)
	}
	if len(report.Untried) > 0 {
		texts = append(texts, "- "+strings.Join(report.Untried, " "))
	}
	return strings.Join(texts, "; ")
}
