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

// Service is what a run needs of the service.
type Service interface {
	// Start starts an indexing (endpoint 7). It never sends the request a second time once it may have arrived.
	Start(ctx context.Context, videoID string) error
	// State is the state of a video (X35).
	State(ctx context.Context, videoID string) (string, error)
	// Reread is a listed video as the list shows it now (X34).
	Reread(ctx context.Context, v videoindexer.Video) (videoindexer.Video, error)
}

// Status says what became of a video.
type Status int

const (
	// NotSent: no request was sent, or the service refused it because something else indexes the video.
	NotSent Status = iota
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

// Run indexes videos again, a few at a time. Each is indexed at most once.
type Run struct {
	Service     Service
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
	shares, began := weights(r.Videos, r.Waits), time.Now()
	progress := Progress{Total: len(r.Videos)}
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
			outcomes[one.video] = one.outcome
			progress.Running = slices.DeleteFunc(progress.Running, func(id string) bool { return id == r.Videos[one.video].ID })
			progress.Ended += shares[one.video]
			if one.outcome.Err == nil {
				progress.Done++
			} else {
				progress.Failed++
			}
			note(&failures, one.outcome.Err)
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
	err := wait.Until(ctx, wait.DefaultIntervals, func(ctx context.Context) (bool, error) {
		state, err := r.Service.State(ctx, v.ID)
		if err != nil {
			return false, err
		}
		outcome = ended(state)
		return outcome.Status != UnderWay, nil
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

// StateError is an indexing that has ended, and not with success.
type StateError struct{ State string }

func (e *StateError) Error() string {
	return fmt.Sprintf("the indexing has ended: the video is in state %s", e.State)
}

// ended is what the state of a video says of its indexing.
func ended(state string) Outcome {
	switch strings.ToLower(state) {
	case "processed":
		return Outcome{Status: Done}
	case "failed", "quarantined":
		return Outcome{Status: Failed, Err: &StateError{state}}
	}
	return Outcome{Status: UnderWay}
}

// starting is the start of an indexing: a request that may have to wait, or whose answer may be lost.
type starting struct {
	*Run
	video videoindexer.Video
	// isBusy: the service has answered that something else indexes the video. isUnclear: the last answer was lost, and the
	// video has not shown yet what became of the request.
	isBusy, isUnclear bool
	// lost counts the lost answers, of which lastLost is the last, and looks how often the video was looked at since.
	lost, looks int
	lastLost    error
	outcome     Outcome
}

const (
	// maxLost is how many answers about a video may be lost before it counts as failed, and maxLooks how often the video
	// has to look untouched before the request is sent again.
	maxLost  = 5
	maxLooks = 2
)

var errNeverBegan = errors.New("the answers to all requests were lost, and no indexing has begun")

// start starts the indexing of a video once it is idle. If the answer is lost, the video itself shows whether it began.
func (r *Run) start(ctx context.Context, v videoindexer.Video) Outcome {
	s := &starting{Run: r, video: v}
	err := wait.Until(ctx, wait.DefaultIntervals, s.step)
	if err == nil {
		return s.outcome
	}
	status := Failed
	if ctx.Err() != nil {
		status, err = NotSent, context.Cause(ctx)
	}
	if s.isUnclear {
		status = Unclear
	}
	return Outcome{status, err}
}

// step does what is next, and reports whether the outcome is known.
func (s *starting) step(ctx context.Context) (isKnown bool, err error) {
	switch {
	case s.isBusy:
		isOver, err := s.otherIsOver(ctx)
		if !isOver || s.outcome.Status == UpToDate {
			return isOver, err
		}
	case s.isUnclear:
		hasBegun, err := s.look(ctx)
		if hasBegun || err != nil || s.looks < maxLooks {
			return hasBegun, err
		}
		s.isUnclear = false
	}
	if s.lost == maxLost {
		return false, fmt.Errorf("%w: %w", errNeverBegan, s.lastLost)
	}
	err = s.Service.Start(ctx, s.video.ID)
	switch {
	case err == nil, videoindexer.IsConflict(err) && s.lost > 0: // which is about an earlier request of this run
		s.outcome = Outcome{Status: UnderWay}
		return true, nil
	case videoindexer.IsConflict(err):
		s.isBusy = true
		return false, nil
	case videoindexer.IsOutcomeUnknown(err):
		s.isBusy, s.isUnclear, s.lastLost, s.looks = false, true, err, 0
		s.lost++
		return false, nil
	}
	return false, err
}

// otherIsOver reports whether nothing else indexes the video any more, and notes whether that has made it up to date. The
// video is from then on as that left it: what look finds changed later, a request of this run has changed.
func (s *starting) otherIsOver(ctx context.Context) (bool, error) {
	state, err := s.Service.State(ctx, s.video.ID)
	if err != nil || isRunning(state) {
		return false, err
	}
	s.video, err = s.Service.Reread(ctx, s.video)
	if err != nil {
		return false, err
	}
	if !s.IndexedBefore.IsZero() && ended(s.video.State).Status == Done && isIndexedSince(s.video, s.IndexedBefore) {
		s.outcome = Outcome{Status: UpToDate}
	}
	return true, nil
}

// look asks whether the request whose answer was lost has begun an indexing. It has if the video is being indexed, or has
// been indexed since it was listed. Whatever else changed its time of indexing, the video is then not indexed once more.
func (s *starting) look(ctx context.Context) (hasBegun bool, err error) {
	s.looks++
	state, err := s.Service.State(ctx, s.video.ID)
	if err != nil {
		return false, err
	}
	if isRunning(state) {
		s.outcome = Outcome{Status: UnderWay}
		return true, nil
	}
	before := s.video
	now, err := s.Service.Reread(ctx, before)
	if err != nil {
		return false, err
	}
	s.outcome = ended(now.State)
	if now.LastIndexed != before.LastIndexed || !strings.EqualFold(now.State, before.State) {
		return true, nil
	}
	// An indexing that fails, and at some services any, leaves no time of its own.
	return (s.outcome.Err != nil || now.LastIndexed == "") && now.LastModified != before.LastModified, nil
}

func isRunning(state string) bool { return strings.EqualFold(state, "processing") }

// note tells the breaker of an outcome. What ended the wait for a video says nothing about the service.
func note(failures *breaker.Breaker, err error) {
	_, isState := errors.AsType[*StateError](err)
	switch {
	case errors.Is(err, context.Canceled) || errors.Is(err, wait.ErrTimeout):
	case isState:
		failures.Note(nil)
	default:
		failures.Note(err)
	}
}
