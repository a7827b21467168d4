package wait_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// The pauses grow by half, from a second to ten seconds.
func TestUntilAsksAtOnceAndThenLessAndLessOften(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		var asked []time.Duration
		err := wait.Until(t.Context(), func(context.Context) (bool, error) {
			asked = append(asked, time.Since(start))
			return len(asked) == 9, nil
		})
		const want = "[0s 1s 2.5s 4.75s 8.125s 13.1875s 20.78125s 30.78125s 40.78125s]"
		got := fmt.Sprint(asked)
		check.ErrorSays(t, "", err, "the wait")
		check.Equal(t, want, got, "asked at")
	})
}

// The end of the context ends a pause at once, and its cause is the error. No question follows the
// end, not even a first one. Who asks again has asked before.
func TestUntilEndsWithTheContext(t *testing.T) {
	t.Parallel()
	reason := errors.New("the operator pressed Ctrl-C")
	tests := map[string]struct {
		cancelAfter          time.Duration
		wantCalls, wantAgain int
	}{
		"before the first question": {0, 0, 0},
		"in the first pause":        {500 * time.Millisecond, 1, 0},
		"in a later pause":          {1500 * time.Millisecond, 2, 1},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, waiting := range []struct {
				name      string
				wait      func(context.Context, wait.Check) error
				wantCalls int
			}{
				{"until", wait.Until, tt.wantCalls},
				{"again", wait.Again, tt.wantAgain},
			} {
				synctest.Test(t, func(t *testing.T) {
					ctx, cancel := context.WithCancelCause(t.Context())
					if tt.cancelAfter == 0 {
						cancel(reason)
					}
					stop := time.AfterFunc(tt.cancelAfter, func() { cancel(reason) })
					defer stop.Stop()

					start := time.Now()
					calls := 0
					err := waiting.wait(ctx, func(context.Context) (bool, error) {
						calls++
						return false, nil
					})
					check.ErrorIs(t, reason, err, "%s: the context's cause", waiting.name)
					check.Equal(t, waiting.wantCalls, calls, "%s: questions", waiting.name)
					check.Equal(t, tt.cancelAfter, time.Since(start), "%s: returned after", waiting.name)
				})
			}
		})
	}
}

// TestLimitEndsAQuestion has the time run out while something is asked: the error says that, and
// what was being asked.
func TestLimitEndsAQuestion(t *testing.T) {
	t.Parallel()
	refused := &videoindexer.APIError{Status: http.StatusForbidden}
	for name, tt := range map[string]struct {
		response   error // nil for no response
		isTimedOut bool
	}{
		"no response": {nil, true},
		"a response":  {refused, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				limit := wait.Limit{Timeout: time.Minute, Began: time.Now()}
				err := limit.Until(t.Context(), func(ctx context.Context) (bool, error) {
					<-ctx.Done()
					return false, cmp.Or(tt.response, ctx.Err())
				})
				want := cmp.Or(tt.response, context.DeadlineExceeded)
				check.Equal(t, tt.isTimedOut, errors.Is(err, wait.ErrTimeout), "a timeout, by the error %v", err)
				check.ErrorIs(t, want, err, "the wait")
			})
		})
	}
}

// TestProgress has a wait report what it waits for at each question: nothing comes right after
// another report.
func TestProgress(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		begins bool // whether the beginning was reported
		want   []string
	}{
		"after a report": {true, []string{"begun", "waiting (1s so far, 1m0s at most).", "waiting (3s so far, 1m0s at most)."}},
		"at first":       {false, []string{"waiting (0s so far, 1m0s at most).", "waiting (1s so far, 1m0s at most).", "waiting (3s so far, 1m0s at most)."}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				var reports []string
				limit := wait.NewLimit(time.Minute, "", func(message string) { reports = append(reports, message) })
				if tt.begins {
					limit.Report("begun")
				}
				asked := 0
				err := limit.Until(t.Context(), func(context.Context) (bool, error) {
					limit.Progress("waiting")
					asked++
					return asked == 3, nil
				})
				check.ErrorSays(t, "", err, "the wait")
				check.Equal(t, tt.want, reports, "reports")
			})
		})
	}
}

// TestTimeouts reads timeouts, and refuses what is no positive duration, in an action, and in the
// create and update of a resource.
func TestTimeouts(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	for value, want := range map[types.String]time.Duration{
		types.StringNull(): day, types.StringUnknown(): day, types.StringValue("0s"): day,
		types.StringValue("2h30m"): 150 * time.Minute,
	} {
		check.Equal(t, want, wait.Timeout(value, day), "the timeout %s", value)
	}
	validators := map[string][]validator.String{"timeout": wait.TimeoutArgument(day).Validators}
	block, _ := wait.TimeoutsBlock().(schema.SingleNestedBlock)
	for name, attribute := range block.Attributes {
		argument, _ := attribute.(schema.StringAttribute)
		validators["timeouts."+name] = argument.Validators
	}
	check.Equal(t, 3, len(validators), "arguments")
	for name, of := range validators {
		for value, refused := range map[string]bool{"90s": false, "0s": true} {
			var resp validator.StringResponse
			req := validator.StringRequest{Path: path.Root(name), ConfigValue: types.StringValue(value)}
			of[0].ValidateString(t.Context(), req, &resp)
			check.Equal(t, refused, resp.Diagnostics.HasError(), "%s = %q is refused, with %v", name, value, resp.Diagnostics)
		}
	}
	want := "Maximum duration of the action, as a Go duration such as `90s` or `2h30m`. Default: `24h`."
	check.Equal(t, want, wait.TimeoutArgument(day).MarkdownDescription, "described as")
}

// TestDefaultsInDescriptions has durations shown as users write them.
func TestDefaultsInDescriptions(t *testing.T) {
	t.Parallel()
	for want, fallback := range map[string]time.Duration{
		"30m": 30 * time.Minute, "1m30s": 90 * time.Second, "2h": 2 * time.Hour, "2h30m": 150 * time.Minute,
		"45s": 45 * time.Second, "10s": 10 * time.Second,
	} {
		got := wait.TimeoutArgument(fallback).MarkdownDescription
		check.Contains(t, "Default: `"+want+"`.", got, "the description with %s", fallback)
	}
}
