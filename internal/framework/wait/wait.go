// Package wait waits for work of the service: it decides how often to ask, and for how long at
// most.
package wait

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// The pauses between two questions: what is quick is noticed at once, and what is slow costs six
// requests a minute.
const (
	firstPause   = time.Second
	longestPause = 10 * time.Second
)

// Check asks whether what is waited for has happened.
type Check func(ctx context.Context) (done bool, err error)

// Until asks at once, and then after pauses that grow by half each time, until the check reports
// that it is done or returns an error, which Until returns unchanged. The last check begins before
// ctx ends, so that there is none if ctx has ended before. When ctx ends, a pause ends at once, and
// a check as soon as it reacts to its ctx. The error is then the context's cause.
func Until(ctx context.Context, check Check) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	done, err := check(ctx)
	if done || err != nil {
		return err
	}
	return Again(ctx, check)
}

// Again waits as Until does, after the caller has asked for the first time: it begins with a pause.
func Again(ctx context.Context, check Check) error {
	for pause := firstPause; ; pause = min(pause+pause/2, longestPause) {
		select {
		case <-time.After(pause):
		case <-ctx.Done():
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		done, err := check(ctx)
		if done || err != nil {
			return err
		}
	}
}

// Limit is the maximum time of a create, an update or an action, which can wait several times.
type Limit struct {
	Timeout time.Duration
	Began   time.Time
	// LongerAdvice is a sentence about how to allow more time.
	LongerAdvice string
	// Report receives sentences about the progress.
	Report func(message string)
	// lastReport is when the last sentence was reported. Copies of the limit share it.
	lastReport *time.Time
}

// NewLimit returns a limit that begins now.
func NewLimit(length time.Duration, longerAdvice string, report func(message string)) Limit {
	lastReport := new(time.Time)
	reportAndNote := func(message string) {
		*lastReport = time.Now()
		report(message)
	}
	return Limit{
		Timeout: length, Began: time.Now(), LongerAdvice: longerAdvice,
		Report: reportAndNote, lastReport: lastReport,
	}
}

// Progress reports the reason for waiting, and the time so far, unless the last report was just
// before.
func (l Limit) Progress(waitsFor string) {
	if time.Since(*l.lastReport) < firstPause {
		return
	}
	soFar := time.Since(l.Began).Round(time.Second)
	l.Report(fmt.Sprintf("%s (%s so far, %s at most).", waitsFor, soFar, l.Timeout))
}

// Until waits as the function Until does, within the limit. Its error is also ErrTimeout if the
// time was over during a request, unless the service has answered.
func (l Limit) Until(ctx context.Context, check Check) error { return l.bound(ctx, Until, check) }

// Again waits as the function Again does, with the limit and the errors of Until.
func (l Limit) Again(ctx context.Context, check Check) error { return l.bound(ctx, Again, check) }

func (l Limit) bound(ctx context.Context, wait func(context.Context, Check) error, check Check) error {
	ctx, cancel := context.WithDeadlineCause(ctx, l.Began.Add(l.Timeout), ErrTimeout)
	defer cancel()
	err := wait(ctx, check)
	isAnswered := err == nil || videoindexer.IsA[*videoindexer.APIError](err)
	if !isAnswered && errors.Is(context.Cause(ctx), ErrTimeout) {
		return timedOutError{err}
	}
	return err
}

// timedOutError is the error of what was being asked when the time was over.
type timedOutError struct{ error }

func (timedOutError) Is(target error) bool { return target == ErrTimeout }
func (t timedOutError) Unwrap() error      { return t.error }

// ErrTimeout is the cause of a context that ended because the time of a limit was over, instead of
// an interruption.
var ErrTimeout = errors.New("the time to wait is over")
