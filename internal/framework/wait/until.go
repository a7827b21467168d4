// Package wait waits for something that the service does in its own time: how often to ask, and for how long at most.
package wait

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// The pauses between two questions: what is quick is noticed at once, and what is slow costs six requests a minute.
const (
	firstPause   = time.Second
	longestPause = 10 * time.Second
)

// Until calls check at once and then after every pause, each half as long again as the one before, until it reports that
// it is done or returns an error, which is returned unchanged. When ctx ends first, Until returns at once with the
// context's cause, whatever is left of the pause; a check in flight ends as soon as it reacts to its ctx.
func Until(ctx context.Context, check func(context.Context) (done bool, err error)) error {
	for pause := firstPause; ; pause = min(pause+pause/2, longestPause) {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		done, err := check(ctx)
		if done || err != nil {
			return err
		}
		timer := time.NewTimer(pause)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return context.Cause(ctx)
		}
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
func (l Limit) Until(ctx context.Context, check func(context.Context) (done bool, err error)) (isOver bool, err error) {
	ctx, cancel := context.WithDeadlineCause(ctx, l.Began.Add(l.Length), ErrTimeout)
	defer cancel()
	err = Until(ctx, check)
	_, isAnswer := errors.AsType[*videoindexer.APIError](err)
	return err != nil && !isAnswer && errors.Is(context.Cause(ctx), ErrTimeout), err
}
