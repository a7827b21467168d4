// Package batch selects videos of an account and re-indexes them within a budget. It does not use
// schemas or plans.
package batch

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/breaker"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// Client has the calls of the API that a run needs.
type Client interface {
	ReindexVideo(
		ctx context.Context, account videoindexer.AccountRef, videoID string, options videoindexer.ReindexOptions,
	) error
	GetVideoState(ctx context.Context, account videoindexer.AccountRef, videoID string) (string, error)
	GetVideo(ctx context.Context, account videoindexer.AccountRef, videoID string) (videoindexer.Video, error)
}

// Status is the result of a video.
type Status int

const (
	// NotBegun: no request was sent, or the service refused it because something else indexes the
	// video.
	NotBegun Status = iota
	// Done: the indexing has ended with success, or, if the run does not wait, has begun.
	Done
	// UpToDate: something else has indexed the video since IndexedBefore.
	UpToDate
	// Failed: the indexing could not be started, or has failed.
	Failed
	// InProgress: the indexing has begun, but the run has not seen its end.
	InProgress
	// Requested: the run has ended before the response to the request. The service may have carried
	// out the request.
	Requested
)

// Outcome is the result of a video. Err is nil for success.
type Outcome struct {
	Status Status
	Err    error
}

// stateError is the error of an indexing that has ended without success.
type stateError struct{ state string }

func (e *stateError) Error() string {
	return fmt.Sprintf("the indexing has ended: the video is in state %s", e.state)
}

// OutcomeOf returns the outcome of an indexing from the state of the video: Done, Failed or
// InProgress.
func OutcomeOf(state string) Outcome {
	switch strings.ToLower(state) {
	case "processed":
		return Outcome{Status: Done}
	case "failed", "quarantined":
		return Outcome{Failed, &stateError{state}}
	}
	return Outcome{Status: InProgress}
}

// Run re-indexes videos, a few at a time.
type Run struct {
	Client
	Account     videoindexer.AccountRef
	Options     videoindexer.ReindexOptions
	Videos      []videoindexer.Video
	Parallelism int
	// Waits means that a video is done when its indexing has ended. Otherwise, it is done when the
	// indexing has begun.
	Waits bool
	// IndexedBefore skips videos that something else has indexed since this time; zero for none.
	IndexedBefore time.Time
	// Report receives the progress of the run every reportInterval. It is not called concurrently.
	Report func(progress string)
}

const reportInterval = 10 * time.Second

// Do indexes all videos, and returns the outcome of each. A video that fails does not stop the
// others. Do stops sending requests when ctx has ended, or when it is clear that the other videos
// would fail as well. stopped is then the reason.
func (r *Run) Do(ctx context.Context) (outcomes []Outcome, stopped error) {
	active := activeRun{
		Run: r, began: time.Now(), outcomes: make([]Outcome, len(r.Videos)), ended: make(chan endedVideo),
	}
	ticker := time.NewTicker(reportInterval)
	defer ticker.Stop()
	for {
		active.startMore(ctx)
		if len(active.running) == 0 {
			return active.outcomes, active.stopped()
		}
		select {
		case <-ticker.C:
			active.reportProgress()
		case video := <-active.ended:
			active.recordOutcome(ctx, video)
		}
	}
}

// activeRun is a run in progress.
type activeRun struct {
	*Run
	began time.Time
	// next is the index in Videos of the next video to start.
	next int
	// running are the ids of the videos in progress, in the order of their start.
	running []string
	ended   chan endedVideo
	// outcomes are those of Videos, by index.
	outcomes []Outcome
	// done counts the successful outcomes.
	done int
	// failed counts the other outcomes.
	failed  int
	breaker breaker.Breaker
}

// endedVideo is the outcome of one element of Videos.
type endedVideo struct {
	video   int
	outcome Outcome
}

// startMore starts as many videos as may run at a time.
func (r *activeRun) startMore(ctx context.Context) {
	for r.next < len(r.Videos) && len(r.running) < r.Parallelism {
		if ctx.Err() != nil || r.breaker.Allow() != nil {
			return
		}
		video := r.next
		r.next++
		r.running = append(r.running, r.Videos[video].ID)
		go func() { r.ended <- endedVideo{video, r.index(ctx, r.Videos[video])} }()
	}
}

func (r *activeRun) reportProgress() {
	r.Report(fmt.Sprintf("%d of %s done, %d running (%s), %d failed, after %s.",
		r.done, Count(len(r.Videos)), len(r.running), apidiag.List(r.running), r.failed,
		time.Since(r.began).Round(time.Second)))
}

// recordOutcome records the outcome of a video, and draws conclusions about the other videos.
func (r *activeRun) recordOutcome(ctx context.Context, last endedVideo) {
	r.outcomes[last.video] = last.outcome
	r.running = slices.DeleteFunc(r.running, func(id string) bool { return id == r.Videos[last.video].ID })
	if last.outcome.Err == nil {
		r.done++
	} else {
		r.failed++
	}
	// Otherwise, the end of ctx ended the wait for the video.
	if ctx.Err() == nil {
		r.breaker.Record(breakerError(last.outcome.Err))
	}
}

// stopped returns why a run has not started all videos. It returns nil if it has, or if its context
// has ended.
func (r *activeRun) stopped() error {
	err := r.breaker.Allow()
	refused, isRefused := errors.AsType[*refusedError](err)
	if isRefused {
		return refused.err
	}
	return err
}

// breakerError returns what the failure of one video means for the others.
func breakerError(err error) error {
	_, isState := errors.AsType[*stateError](err)
	if isState {
		// The service has answered.
		return nil
	}
	apiErr, isAPIError := errors.AsType[*videoindexer.APIError](err)
	_, isToken := errors.AsType[*videoindexer.TokenError](err)
	if isToken || !isAPIError {
		return err
	}
	if apiErr.HasErrorObject && apiErr.Status == http.StatusForbidden {
		return &refusedError{err}
	}
	return err
}

// refusedError is a 403 for a video. It hides its status, because a 403 concerns the account only
// if it comes for one video after the other.
type refusedError struct{ err error }

func (e *refusedError) Error() string { return e.err.Error() }

// index starts the indexing of a video and, if the run waits, waits for its end.
func (r *Run) index(ctx context.Context, v videoindexer.Video) Outcome {
	outcome := r.start(ctx, v)
	switch {
	case outcome.Status != InProgress:
		return outcome
	case !r.Waits:
		return Outcome{Status: Done}
	}
	err := wait.Until(ctx, func(ctx context.Context) (bool, error) {
		state, err := r.GetVideoState(ctx, r.Account, v.ID)
		outcome = OutcomeOf(state)
		return outcome.Status != InProgress, err
	})
	switch {
	case err == nil:
		return outcome
	case ctx.Err() != nil:
		return Outcome{InProgress, context.Cause(ctx)}
	case videoindexer.IsNotFound(err):
		return Outcome{Failed, err}
	}
	return Outcome{InProgress, err}
}

// start starts the indexing of a video once no other indexing of it is in progress.
func (r *Run) start(ctx context.Context, v videoindexer.Video) Outcome {
	err := r.ReindexVideo(ctx, r.Account, v.ID, r.Options)
	if IsAboutOwnRequest(err) {
		return Outcome{Status: InProgress}
	}
	for videoindexer.IsConflict(err) {
		now, idleErr := r.whenIdle(ctx, v)
		switch {
		case idleErr != nil:
			return notStarted(ctx, idleErr)
		case r.isUpToDate(now):
			return Outcome{Status: UpToDate}
		}
		err = r.ReindexVideo(ctx, r.Account, v.ID, r.Options)
	}
	if err != nil {
		return notStarted(ctx, err)
	}
	return Outcome{Status: InProgress}
}

// isUpToDate reports whether a video was indexed since IndexedBefore.
func (r *Run) isUpToDate(now videoindexer.Video) bool {
	if r.IndexedBefore.IsZero() {
		return false
	}
	return OutcomeOf(now.State).Status == Done && isIndexedSince(now, r.IndexedBefore)
}

// IsAboutOwnRequest reports whether the service probably refuses to index a video because it is
// already carrying out the first attempt of this call, whose response was lost. This is the case if
// no indexing was in progress before. Waiting and sending the request again would index the video
// twice.
func IsAboutOwnRequest(err error) bool {
	refused, isAPIError := errors.AsType[*videoindexer.APIError](err)
	if !isAPIError {
		return false
	}
	return refused.MayHaveSucceeded && videoindexer.IsConflict(err)
}

// notStarted returns the outcome of a video whose indexing was not started, because of an error or
// because the run has ended.
func notStarted(ctx context.Context, err error) Outcome {
	switch {
	case ctx.Err() == nil:
		return Outcome{Failed, err}
	case videoindexer.MayHaveSucceeded(err):
		return Outcome{Requested, context.Cause(ctx)}
	}
	return Outcome{NotBegun, context.Cause(ctx)}
}

// whenIdle waits while something else indexes a video, and then reads the video.
func (r *Run) whenIdle(ctx context.Context, video videoindexer.Video) (now videoindexer.Video, err error) {
	isFirst := true
	err = wait.Until(ctx, func(ctx context.Context) (bool, error) {
		if isFirst {
			isFirst = false
			// The service shows an indexing only a moment after its start.
			return false, nil
		}
		state, err := r.GetVideoState(ctx, r.Account, video.ID)
		return !strings.EqualFold(state, "processing"), err
	})
	if err != nil {
		return now, err
	}
	return r.GetVideo(ctx, r.Account, video.ID)
}

// Filter selects listed videos. Empty fields do not filter. Letter case matters only in names.
type Filter struct {
	State, SourceLanguage, PersonModelID string
	Name                                 *regexp.Regexp
	// IndexedBefore also selects videos that were never indexed.
	IndexedBefore time.Time
}

// Select yields the wanted videos as they arrive, up to a limit; 0 means all. It omits projects,
// which some services list as well. It passes on errors, because a video that cannot be read may be
// a wanted one.
func (f Filter) Select(videos iter.Seq2[videoindexer.Video, error], atMost int64) iter.Seq2[videoindexer.Video, error] {
	return func(yield func(videoindexer.Video, error) bool) {
		given := int64(0)
		for video, err := range videos {
			if err == nil && !f.Wants(video) {
				continue
			}
			given++
			if !yield(video, err) || given == atMost {
				return
			}
		}
	}
}

// Wants reports whether a listed video is wanted.
func (f Filter) Wants(v videoindexer.Video) bool {
	switch {
	case v.IsBase != nil && !*v.IsBase:
		return false
	case !isWanted(f.State, v.State):
		return false
	case !isWanted(f.SourceLanguage, v.SourceLanguage):
		return false
	case !isWanted(f.PersonModelID, v.PersonModelID):
		return false
	case f.Name != nil && !f.Name.MatchString(v.Name):
		return false
	}
	return f.IndexedBefore.IsZero() || !isIndexedSince(v, f.IndexedBefore)
}

func isWanted(filter, value string) bool { return filter == "" || strings.EqualFold(filter, value) }

// isIndexedSince reports whether a video was indexed at or after a time. It is false for a video
// without a readable time.
func isIndexedSince(v videoindexer.Video, since time.Time) bool {
	indexed, err := time.Parse(time.RFC3339Nano, v.LastIndexed)
	return err == nil && !indexed.Before(since)
}
