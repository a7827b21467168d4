package batch

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/breaker"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// Client is what a run needs of the API.
type Client interface {
	ReindexVideo(ctx context.Context, account videoindexer.AccountRef, videoID string, options videoindexer.ReindexOptions) error
	GetVideoState(ctx context.Context, account videoindexer.AccountRef, videoID string) (string, error)
	RereadVideo(ctx context.Context, account videoindexer.AccountRef, video videoindexer.Video) (videoindexer.Video, error)
}

// Status says what became of a video.
type Status int

const (
	// NotBegun: no request was sent, or the service refused it because something else indexes the video.
	NotBegun Status = iota
	// Done: its indexing has ended with success, or has begun where a run does not wait.
	Done
	// UpToDate: something else has indexed it since the time that the run was given.
	UpToDate
	// Failed: the indexing could not be started, or has failed.
	Failed
	// UnderWay: its indexing has begun, and its end was not seen.
	UnderWay
	// Unclear: the answer was lost, and whether its indexing has begun was not seen.
	Unclear
)

// Outcome is what became of a video. Err is nil where that is what was wanted.
type Outcome struct {
	Status Status
	Err    error
}

// StateError is an indexing that has ended, and not with success.
type StateError struct{ State string }

func (e *StateError) Error() string {
	return fmt.Sprintf("the indexing has ended: the video is in state %s", e.State)
}

// Ended is what the state of a video says of its indexing: Done, Failed or UnderWay.
func Ended(state string) Outcome {
	switch strings.ToLower(state) {
	case "processed":
		return Outcome{Status: Done}
	case "failed", "quarantined":
		return Outcome{Failed, &StateError{state}}
	}
	return Outcome{Status: UnderWay}
}

// Run indexes videos again, a few at a time. Each is indexed at most once.
type Run struct {
	Client
	Account     videoindexer.AccountRef
	Options     videoindexer.ReindexOptions
	Videos      []videoindexer.Video
	Parallelism int
	// Waits says whether a video is done when its indexing has ended, or when it has begun.
	Waits bool
	// IndexedBefore makes a video up to date that something else has indexed since; zero for none.
	IndexedBefore time.Time
	// Report is told how far the run is, every ReportInterval. It is not called concurrently.
	Report func(Progress)
}

// ReportInterval is how often a run reports its progress.
const ReportInterval = 10 * time.Second

// Do indexes all videos, and returns the outcome of each. A video that fails does not stop the others. It sends nothing
// more once ctx has ended, or once it is clear that the others would fail alike: stopped is then the reason.
func (r *Run) Do(ctx context.Context) (outcomes []Outcome, stopped error) {
	type ended struct {
		video   int
		outcome Outcome
	}
	outcomes = make([]Outcome, len(r.Videos))
	progress, began := Progress{Total: len(r.Videos)}, time.Now()
	results := make(chan ended)
	ticker := time.NewTicker(ReportInterval)
	defer ticker.Stop()
	var failures breaker.Breaker
	for next := 0; ; {
		for ; next < len(r.Videos) && len(progress.Running) < r.Parallelism && ctx.Err() == nil && failures.Open() == nil; next++ {
			video := next
			progress.Running = append(progress.Running, r.Videos[video].ID)
			go func() { results <- ended{video, r.index(ctx, r.Videos[video])} }()
		}
		if len(progress.Running) == 0 {
			return outcomes, failures.Open()
		}
		select {
		case <-ticker.C:
			progress.Elapsed = time.Since(began)
			r.Report(progress)
		case one := <-results:
			err := one.outcome.Err
			outcomes[one.video] = one.outcome
			progress.Running = slices.DeleteFunc(progress.Running, func(id string) bool { return id == r.Videos[one.video].ID })
			if err == nil {
				progress.Done++
			} else {
				progress.Failed++
			}
			if _, isState := errors.AsType[*StateError](err); isState {
				err = nil // the service has answered
			}
			if ctx.Err() == nil { // otherwise that is what ended the wait for the video
				failures.Note(err)
			}
		}
	}
}

// index starts the indexing of a video, and waits for its end where that is wanted.
func (r *Run) index(ctx context.Context, v videoindexer.Video) Outcome {
	outcome := r.start(ctx, v)
	switch {
	case outcome.Status != UnderWay:
		return outcome
	case !r.Waits:
		return Outcome{Status: Done}
	}
	err := wait.Until(ctx, func(ctx context.Context) (bool, error) {
		state, err := r.GetVideoState(ctx, r.Account, v.ID)
		outcome = Ended(state)
		return outcome.Status != UnderWay, err
	})
	switch {
	case err == nil:
		return outcome
	case ctx.Err() != nil:
		return Outcome{UnderWay, context.Cause(ctx)}
	case videoindexer.IsNotFound(err):
		return Outcome{Failed, err}
	}
	return Outcome{UnderWay, err}
}

// maxLost is how many answers about a video may be lost before it counts as failed.
const maxLost = 5

var errNeverBegan = errors.New("the answers to all requests were lost, and no indexing has begun")

// start starts the indexing of a video once nothing else indexes it. If the answer is lost, the video itself shows whether
// the indexing began: the request is not sent a second time as long as it may have been carried out.
func (r *Run) start(ctx context.Context, v videoindexer.Video) Outcome {
	options := r.Options
	options.OnlyOnce = true
	for lost := 0; ; {
		err := r.ReindexVideo(ctx, r.Account, v.ID, options)
		isUnclear := videoindexer.IsOutcomeUnknown(err)
		switch {
		case err == nil, videoindexer.IsConflict(err) && lost > 0: // a conflict with an earlier request of this run
			return Outcome{Status: UnderWay}
		case isUnclear:
			lost++
		case !videoindexer.IsConflict(err):
			return notStarted(ctx, err)
		}
		now, isRunning, problem := r.look(ctx, v, isUnclear)
		switch {
		case problem != nil && isUnclear:
			return Outcome{Unclear, problem}
		case problem != nil:
			return notStarted(ctx, problem)
		case isRunning:
			return Outcome{Status: UnderWay}
		case isUnclear && isIndexed(v, now):
			return Ended(now.State)
		case isUnclear && lost == maxLost:
			return Outcome{Failed, fmt.Errorf("%w: %w", errNeverBegan, err)}
		case !isUnclear && !r.IndexedBefore.IsZero() && Ended(now.State).Status == Done && isIndexedSince(now, r.IndexedBefore):
			return Outcome{Status: UpToDate}
		}
		v = now // what is found changed later, a request of this run has changed
	}
}

// notStarted is the outcome of a video whose indexing was not started, because of an error or because the run has ended.
func notStarted(ctx context.Context, err error) Outcome {
	if ctx.Err() != nil {
		return Outcome{NotBegun, context.Cause(ctx)}
	}
	return Outcome{Failed, err}
}

// look reads a video that something else indexes, once that has ended. If it is unclear whether this run indexes the video, it
// looks twice: isRunning says that the video is being indexed, by this run.
func (r *Run) look(ctx context.Context, v videoindexer.Video, isUnclear bool) (now videoindexer.Video, isRunning bool, err error) {
	looks := 0
	err = wait.Until(ctx, func(ctx context.Context) (bool, error) {
		if looks++; looks == 1 {
			return false, nil // the service shows a moment later what it does
		}
		state, err := r.GetVideoState(ctx, r.Account, v.ID)
		if isRunning = strings.EqualFold(state, "processing"); err != nil || isRunning {
			return isUnclear, err
		}
		now, err = r.RereadVideo(ctx, r.Account, v)
		return !isUnclear || isIndexed(v, now) || looks == 3, err
	})
	return now, isRunning, err
}

// isIndexed reports whether a video has been indexed between two looks at it. Whatever else has changed its times, the video
// is then not indexed once more.
func isIndexed(before, now videoindexer.Video) bool {
	if now.LastIndexed != before.LastIndexed || !strings.EqualFold(now.State, before.State) {
		return true
	}
	// An indexing that fails, and at some services any, leaves no time of its own.
	return (Ended(now.State).Err != nil || now.LastIndexed == "") && now.LastModified != before.LastModified
}
