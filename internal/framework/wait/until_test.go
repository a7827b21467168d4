package wait_test

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

func TestUntilAsksAtOnceAndThenLessAndLessOften(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		var asked []time.Duration
		err := wait.Until(t.Context(), func(context.Context) (bool, error) {
			asked = append(asked, time.Since(start))
			return len(asked) == 9, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		var want []time.Duration
		for _, after := range []string{"0s", "1s", "2.5s", "4.75s", "8.125s", "13.1875s", "20.78125s", "30.78125s", "40.78125s"} {
			passed, err := time.ParseDuration(after)
			if err != nil {
				t.Fatal(err)
			}
			want = append(want, passed)
		}
		if !slices.Equal(asked, want) {
			t.Errorf("asked at %v, want %v", asked, want)
		}
	})
}

func TestUntilEndsWithTheContext(t *testing.T) {
	t.Parallel()
	reason := errors.New("the operator pressed Ctrl-C")
	tests := map[string]struct {
		cancelAfter time.Duration
		wantCalls   int
	}{
		"before the first question": {0, 0},
		"in a pause":                {1500 * time.Millisecond, 2},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancelCause(t.Context())
				if tt.cancelAfter == 0 {
					cancel(reason)
				}
				stop := time.AfterFunc(tt.cancelAfter, func() { cancel(reason) })
				defer stop.Stop()

				start, calls := time.Now(), 0
				err := wait.Until(ctx, func(context.Context) (bool, error) {
					calls++
					return false, nil
				})
				if !errors.Is(err, reason) {
					t.Errorf("error %v, want the context's cause", err)
				}
				if calls != tt.wantCalls {
					t.Errorf("%d questions, want %d", calls, tt.wantCalls)
				}
				if took := time.Since(start); took != tt.cancelAfter {
					t.Errorf("returned after %v, want %v", took, tt.cancelAfter)
				}
			})
		})
	}
}

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
