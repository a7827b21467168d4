// Package wait waits for something that the service does in its own time: how often to ask, and for how long at most.
package wait

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// Intervals are the pauses between two questions.
type Intervals struct {
	// First is the pause after the first question.
	First time.Duration
	// Cap is the longest pause: each is half as long again as the one before, up to this.
	Cap time.Duration
}

// DefaultIntervals suit work that may take a second or half an hour: what is quick is noticed at once, what
// is slow costs six requests a minute.
var DefaultIntervals = Intervals{First: time.Second, Cap: 10 * time.Second}

// Until calls check at once and then after every pause, each a little longer than the one before, until it reports that
// it is done or returns an error, which is returned unchanged. When ctx ends first, Until returns at once with the
// context's cause, whatever is left of the pause; a check in flight ends as soon as it reacts to its ctx.
func Until(ctx context.Context, pauses Intervals, check func(context.Context) (done bool, err error)) error {
	for pause := pauses.First; ; pause = pauses.after(pause) {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		done, err := check(ctx)
		if done || err != nil {
			return err
		}
		if err := sleep(ctx, pause); err != nil {
			return err
		}
	}
}

func (i Intervals) after(pause time.Duration) time.Duration {
	return min(pause+pause/2, i.Cap)
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// Limit is the time that an operation may take, of which several waits can be part.
type Limit struct {
	Length time.Duration
	Began  time.Time
}

// AtMost is the limit of an operation that begins now.
func AtMost(length time.Duration) Limit { return Limit{Length: length, Began: time.Now()} }

// Passed is how much time has passed, for the progress of a wait.
func (l Limit) Passed() string {
	return fmt.Sprintf("(%s so far, %s at most)", time.Since(l.Began).Round(time.Second), l.Length)
}

// Until is Until within the limit. An error with isOver means that the time is over, rather than what the service has
// answered.
func (l Limit) Until(ctx context.Context, pauses Intervals, check func(context.Context) (done bool, err error)) (isOver bool, err error) {
	ctx, cancel := context.WithDeadlineCause(ctx, l.Began.Add(l.Length), ErrTimeout)
	defer cancel()
	err = Until(ctx, pauses, check)
	_, isAnswer := errors.AsType[*videoindexer.APIError](err)
	return err != nil && !isAnswer && errors.Is(context.Cause(ctx), ErrTimeout), err
}
