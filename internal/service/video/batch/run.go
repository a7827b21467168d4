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
	GetVideoState(
		ctx context.Context, account videoindexer.AccountRef, videoID string,
	) (videoindexer.ShownVideoState, error)
	GetVideo(ctx context.Context, account videoindexer.AccountRef, videoID string) (videoindexer.Video, error)
}

// Status says what has become of a video.
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

// Result is what has become of a video, with the reason. Err is nil for success.
type Result struct {
	Status Status
	Err    error
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

// Do indexes all videos, and returns the result of each. A video that fails does not stop the
// others. Do stops sending requests when ctx has ended, or when it is clear that the other videos
// would fail as well. In the second case, it returns the reason as an error.
func (r *Run) Do(ctx context.Context) ([]Result, error) {
	active := activeRun{
		Run: r, began: time.Now(), results: make([]Result, len(r.Videos)), ended: make(chan endedVideo),
	}
	ticker := time.NewTicker(reportInterval)
	defer ticker.Stop()
	for {
		active.startMore(ctx)
		if len(active.running) == 0 {
			return active.results, active.stopReason()
		}
		select {
		case <-ticker.C:
			active.reportProgress()
		case ended := <-active.ended:
			active.recordResult(ctx, ended)
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
	// ended receives each video that is no longer in progress.
	ended chan endedVideo
	// results are those of Videos, by index.
	results []Result
	// done counts the successful results.
	done int
	// failed counts the other results.
	failed  int
	breaker breaker.Breaker
}

// endedVideo is the result of the element of Videos at an index.
type endedVideo struct {
	index  int
	result Result
}

// startMore starts as many videos as may run at a time.
func (r *activeRun) startMore(ctx context.Context) {
	for r.next < len(r.Videos) && len(r.running) < r.Parallelism {
		if ctx.Err() != nil || r.breaker.Allow() != nil {
			return
		}
		index := r.next
		r.next++
		video := r.Videos[index]
		r.running = append(r.running, video.ID)
		go func() { r.ended <- endedVideo{index, r.reindex(ctx, video)} }()
	}
}

func (r *activeRun) reportProgress() {
	r.Report(fmt.Sprintf("%d of %s done, %d running (%s), %d failed, after %s.",
		r.done, Count(len(r.Videos)), len(r.running), apidiag.List(r.running), r.failed,
		time.Since(r.began).Round(time.Second)))
}

// recordResult records the result of a video, and draws conclusions about the other videos.
func (r *activeRun) recordResult(ctx context.Context, ended endedVideo) {
	r.results[ended.index] = ended.result
	endedID := r.Videos[ended.index].ID
	r.running = slices.DeleteFunc(r.running, func(id string) bool { return id == endedID })
	if ended.result.Err == nil {
		r.done++
	} else {
		r.failed++
	}
	// After the end of ctx, an error says nothing about the service.
	if ctx.Err() == nil {
		r.breaker.Record(breakerError(ended.result.Err))
	}
}

// stopReason returns why a run has not started all videos. It returns nil if it has, or if its
// context has ended.
func (r *activeRun) stopReason() error {
	err := r.breaker.Allow()
	refused, isRefused := errors.AsType[*refusedError](err)
	if isRefused {
		return refused.err
	}
	return err
}

// breakerError returns what the failure of one video means for the others.
func breakerError(err error) error {
	if videoindexer.IsA[*videoindexer.StateError](err) {
		// The service works: only this video has failed.
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

// reindex starts the indexing of a video and, if the run waits, waits for its end.
func (r *Run) reindex(ctx context.Context, video videoindexer.Video) Result {
	result := r.start(ctx, video)
	switch {
	case result.Status != InProgress:
		return result
	case !r.Waits:
		return Result{Status: Done}
	}
	var shown videoindexer.ShownVideoState
	err := wait.Until(ctx, func(ctx context.Context) (done bool, err error) {
		shown, err = r.GetVideoState(ctx, r.Account, video.ID)
		return shown.State.Status().HasEnded(), err
	})
	switch {
	case err == nil && shown.State.Status() == videoindexer.VideoFailed:
		ended := fmt.Sprintf("the indexing has ended: the video is in state %s", shown.State)
		return Result{Failed, &videoindexer.StateError{RequestIDs: shown.RequestIDs, Text: ended}}
	case err == nil:
		return Result{Status: Done}
	case ctx.Err() != nil:
		return Result{InProgress, context.Cause(ctx)}
	case videoindexer.IsNotFound(err):
		return Result{Failed, err}
	}
	return Result{InProgress, err}
}

// start starts the indexing of a video once no other indexing of it is in progress.
func (r *Run) start(ctx context.Context, video videoindexer.Video) Result {
	err := r.ReindexVideo(ctx, r.Account, video.ID, r.Options)
	if IsAboutOwnRequest(err) {
		return Result{Status: InProgress}
	}
	for videoindexer.IsConflict(err) {
		idle, waitErr := r.awaitIdle(ctx, video)
		switch {
		case waitErr != nil:
			return resultOfFailedStart(ctx, waitErr)
		case r.isUpToDate(idle):
			return Result{Status: UpToDate}
		}
		err = r.ReindexVideo(ctx, r.Account, video.ID, r.Options)
	}
	if err != nil {
		return resultOfFailedStart(ctx, err)
	}
	return Result{Status: InProgress}
}

// isUpToDate reports whether a video was indexed since IndexedBefore.
func (r *Run) isUpToDate(video videoindexer.Video) bool {
	if r.IndexedBefore.IsZero() {
		return false
	}
	return video.State.Status() == videoindexer.VideoIndexed && isIndexedSince(video, r.IndexedBefore)
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

// resultOfFailedStart returns the result of a video whose indexing was not started, because of an
// error or because the run has ended.
func resultOfFailedStart(ctx context.Context, err error) Result {
	switch {
	case ctx.Err() == nil:
		return Result{Failed, err}
	case videoindexer.MayHaveSucceeded(err):
		return Result{Requested, context.Cause(ctx)}
	}
	return Result{NotBegun, context.Cause(ctx)}
}

// awaitIdle waits while something else indexes a video, and then reads the video. The service shows
// an indexing only a moment after its start, so the first state is asked for after a pause.
func (r *Run) awaitIdle(ctx context.Context, video videoindexer.Video) (idle videoindexer.Video, err error) {
	err = wait.Again(ctx, func(ctx context.Context) (done bool, err error) {
		shown, err := r.GetVideoState(ctx, r.Account, video.ID)
		return shown.State.Status() != videoindexer.VideoInProgress, err
	})
	if err != nil {
		return idle, err
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
func (f Filter) Select(videos iter.Seq2[videoindexer.Video, error], limit int64) iter.Seq2[videoindexer.Video, error] {
	return func(yield func(videoindexer.Video, error) bool) {
		yielded := int64(0)
		for video, err := range videos {
			if err == nil && !f.Matches(video) {
				continue
			}
			wantsMore := yield(video, err)
			yielded++
			if !wantsMore || yielded == limit {
				return
			}
		}
	}
}

// Matches reports whether a listed video is wanted.
func (f Filter) Matches(video videoindexer.Video) bool {
	isProject := video.IsBase != nil && !*video.IsBase
	switch {
	case isProject:
		return false
	case !passes(f.State, string(video.State)):
		return false
	case !passes(f.SourceLanguage, video.SourceLanguage):
		return false
	case !passes(f.PersonModelID, video.PersonModelID):
		return false
	case f.Name != nil && !f.Name.MatchString(video.Name):
		return false
	}
	return f.IndexedBefore.IsZero() || !isIndexedSince(video, f.IndexedBefore)
}

// passes reports whether a value passes a filter, which is "" if it does not filter.
func passes(filter, value string) bool { return filter == "" || strings.EqualFold(filter, value) }

// isIndexedSince reports whether a video was indexed at or after a time. It is false for a video
// without a readable time.
func isIndexedSince(video videoindexer.Video, since time.Time) bool {
	indexed, err := time.Parse(time.RFC3339Nano, video.LastIndexed)
	return err == nil && !indexed.Before(since)
}
