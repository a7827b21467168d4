package manybrands_test

import (
	"errors"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/manybrands"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// TestPoolSkipsAfterAStreak has brands fail for reasons of the network, a dozen in a row or with an answer about a brand between
// them: only a streak is a reason to skip the rest.
func TestPoolSkipsAfterAStreak(t *testing.T) {
	t.Parallel()
	lost := &videoindexer.TransportError{Operation: "update brand", Err: errors.New("connection reset")}
	refused := &videoindexer.APIError{Status: 400, HasErrorObject: true}
	for name, c := range map[string]struct {
		between error
		skips   bool
	}{
		"a streak":           {between: lost, skips: true},
		"a brand is written": {between: nil},
		"a brand is refused": {between: refused},
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
