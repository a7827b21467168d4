package manybrands_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/int32type"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/manybrands"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// TestPoolSkipsAfterAStreak has ten brands in a row fail for reasons of the network, or nine of them after an answer about a brand:
// only a streak of ten is a reason to skip the rest, whatever failed before it. Answers about the service as a whole do not end it.
func TestPoolSkipsAfterAStreak(t *testing.T) {
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
		"a brand is gone":    {between: &videoindexer.APIError{Status: 404, Type: videoindexer.ErrorTypeNotFound, HasErrorObject: true}},
		"a page of a proxy":  {between: &videoindexer.APIError{Status: 404}, skips: true},
		"the plan is old":    {between: &manybrands.ChangedError{What: "it is gone"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for before := range 2 {
				pool := manybrands.NewPool(1)
				outcomes := append(slices.Repeat([]error{lost}, before), c.between)
				outcomes = append(append(outcomes, slices.Repeat([]error{lost}, 9)...), nil)
				results := make([]manybrands.Result, len(outcomes))
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

// TestPoolGoesOnSkipping lets a request that was underway fail in another way after one that shows that all would fail: the rest is
// skipped nonetheless.
func TestPoolGoesOnSkipping(t *testing.T) {
	t.Parallel()
	pool, started, refused := manybrands.NewPool(2), make(chan struct{}), make(chan struct{})
	var underway, all, next, last manybrands.Result
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

// TestParallelism keeps to the argument; an import has none yet.
func TestParallelism(t *testing.T) {
	t.Parallel()
	for want, argument := range map[int]int32type.Value{1: int32type.Null(), 3: int32type.New(3), 64: int32type.New(64)} {
		if got := manybrands.Parallelism(argument); got != want {
			t.Errorf("%s: %d at a time, want %d", argument, got, want)
		}
	}
}
