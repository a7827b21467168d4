package wait_test

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// TestLimitEndsAQuestion has the time run out while something is asked: the error says that, and what was being asked.
func TestLimitEndsAQuestion(t *testing.T) {
	t.Parallel()
	refused := &videoindexer.APIError{Status: http.StatusForbidden}
	for name, tt := range map[string]struct {
		answer     error // nil for no answer
		isTimedOut bool
	}{
		"no answer": {nil, true},
		"an answer": {refused, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				err := wait.Limit{Length: time.Minute, Began: time.Now()}.Until(t.Context(), func(ctx context.Context) (bool, error) {
					<-ctx.Done()
					return false, cmp.Or(tt.answer, ctx.Err())
				})
				if errors.Is(err, wait.ErrTimeout) != tt.isTimedOut || !errors.Is(err, cmp.Or(tt.answer, context.DeadlineExceeded)) {
					t.Errorf("error %v", err)
				}
			})
		})
	}
}
