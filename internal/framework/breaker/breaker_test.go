package breaker_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/breaker"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// TestBreaker has nine calls fail for reasons of the network after one of another outcome: ten in a
// row are a reason to skip what is left. Responses about the service as a whole count as well.
func TestBreaker(t *testing.T) {
	t.Parallel()
	lost := &videoindexer.NetworkError{Operation: "update brand", Err: errors.New("connection reset")}
	answered := func(status int) error { return &videoindexer.APIError{Status: status, HasErrorObject: true} }
	for name, c := range map[string]struct {
		first error
		opens bool
	}{
		"a streak":             {first: lost, opens: true},
		"an object is written": {first: nil},
		"an object is refused": {first: answered(400)},
		"too many requests":    {first: answered(429), opens: true},
		"an outage":            {first: answered(500), opens: true},
		"an object is gone":    {first: &videoindexer.APIError{Status: 404, Type: videoindexer.ErrorTypeNotFound, HasErrorObject: true}},
		"a page of a proxy":    {first: &videoindexer.APIError{Status: 404}, opens: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for before := range 2 {
				var b breaker.Breaker
				outcomes := append(slices.Repeat([]error{lost}, before), c.first)
				for _, err := range append(outcomes, slices.Repeat([]error{lost}, 9)...) {
					b.Record(err)
				}
				check.Equal(t, c.opens, b.Allow() != nil, "%d failed before: open", before)
			}
		})
	}
}

// TestBreakerStaysOpen has calls that were underway end after one that shows that all would fail.
func TestBreakerStaysOpen(t *testing.T) {
	t.Parallel()
	var b breaker.Breaker
	forbidden := &videoindexer.APIError{Status: 401}
	for _, err := range []error{forbidden, nil, &videoindexer.APIError{Status: 401}} {
		b.Record(err)
		check.ErrorIs(t, forbidden, b.Allow(), "the breaker after %v", err)
	}
}
