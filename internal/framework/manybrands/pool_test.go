package manybrands_test

import (
	"errors"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/manybrands"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// TestPoolSkipsAfterAStreak has brands fail for reasons of the network, a dozen in a row or with an answer about a brand between
// them: only a streak is a reason to skip the rest. Answers about the service as a whole do not end it.
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
			pool := manybrands.NewPool(1)
			outcomes := []error{lost, lost, lost, lost, lost, lost, c.between, lost, lost, lost, lost, lost, nil}
			results := make([]manybrands.Result, len(outcomes))
			for i, err := range outcomes {
				pool.Go(&results[i], func() { results[i].Err = err })
			}
			pool.Wait()
			if got := results[len(results)-1].IsSkipped; got != c.skips {
				t.Errorf("the last one is skipped: %t, want %t", got, c.skips)
			}
		})
	}
}
