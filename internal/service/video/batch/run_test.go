package batch_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/video/batch"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// indexer is a service in virtual time: an indexing takes as long as the video.
type indexer struct {
	mu     sync.Mutex
	videos map[string]*indexed
	// mostRunning is the highest number of indexings at a time.
	mostRunning int
	// starts answers the nth request to start an indexing of a video. isArrived reports whether the
	// service carries out the request in spite of the error. Without an error, the request succeeds
	// as usual.
	starts func(id string, n int) (err error, isArrived bool)
	// states returns errors of reading a state.
	states func(id string) error
	// lists changes how the list shows a video, as some services do.
	lists func(v *videoindexer.Video)
	// isNotAwaited and before are options of the run.
	isNotAwaited bool
	before       time.Time
}

type indexed struct {
	length         time.Duration
	state          videoindexer.VideoState
	indexed, ended time.Time // the last indexing that succeeded, and the last that ended
	until          time.Time // of the indexing in progress
	fails          bool
	requests, runs int
}

var (
	errBusy    = &videoindexer.APIError{Operation: "re-index video", Status: http.StatusConflict, Attempts: 1}
	errRefused = &videoindexer.APIError{
		Operation: "re-index video", Status: http.StatusBadRequest, Message: "the upload failed",
	}
	errOwnRequest = &videoindexer.APIError{
		Operation: "re-index video", Status: http.StatusConflict, Attempts: 2, MayHaveSucceeded: true,
	}
	errForbiddenKey   = &videoindexer.APIError{Operation: "re-index video", Status: http.StatusForbidden}
	errForbiddenVideo = &videoindexer.APIError{
		Operation: "re-index video", Status: http.StatusForbidden,
		Type: videoindexer.ErrorTypeUserNotAllowed, HasErrorObject: true,
	}
	errGone = &videoindexer.APIError{
		Operation: "get video index", Status: http.StatusNotFound, HasErrorObject: true, Message: "the video is gone",
	}
	errUnreachable = &videoindexer.NetworkError{Operation: "re-index video", Err: errors.New("connection refused")}
	errUnsupported = &videoindexer.UnsupportedOperationError{
		Err: &videoindexer.APIError{Number: videoindexer.OperationGetVideoIndex.Number, Status: http.StatusNotImplemented},
	}
)

func newIndexer(lengths ...time.Duration) *indexer {
	i := &indexer{videos: map[string]*indexed{}}
	for number, length := range lengths {
		i.videos[fmt.Sprintf("v%03d", number)] = &indexed{
			length: length, state: "Processed", indexed: time.Now(), ended: time.Now(),
		}
	}
	return i
}

func (i *indexer) listed() []videoindexer.Video {
	var all []videoindexer.Video
	for id := range i.videos {
		v, _ := i.GetVideo(context.Background(), videoindexer.AccountRef{}, id)
		all = append(all, v)
	}
	slices.SortFunc(all, func(a, b videoindexer.Video) int { return strings.Compare(a.ID, b.ID) })
	return all
}

// settle ends the indexings that are due to end.
func (i *indexer) settle() {
	running := 0
	for _, v := range i.videos {
		switch {
		case v.state != "Processing":
		case time.Now().Before(v.until):
			running++
		case v.fails:
			v.state = "Failed"
			v.ended = v.until
		default:
			v.state = "Processed"
			v.indexed = v.until
			v.ended = v.until
		}
	}
	i.mostRunning = max(i.mostRunning, running)
}

func (i *indexer) run(v *indexed) {
	v.runs++
	v.state = "Processing"
	v.until = time.Now().Add(v.length)
	i.settle()
}

func (i *indexer) ReindexVideo(_ context.Context, _ videoindexer.AccountRef, id string, _ videoindexer.ReindexOptions) error {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.settle()
	v := i.videos[id]
	v.requests++
	var err error
	if i.starts != nil {
		var isArrived bool
		err, isArrived = i.starts(id, v.requests)
		if err != nil && !isArrived {
			return err
		}
	}
	if v.state == "Processing" {
		return errBusy
	}
	i.run(v)
	return err
}

func (i *indexer) GetVideoState(
	_ context.Context, _ videoindexer.AccountRef, id string,
) (shown videoindexer.ShownVideoState, err error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.settle()
	if i.states != nil {
		err = i.states(id)
	}
	if err == nil {
		shown.State = i.videos[id].state
		shown.RequestID = "our-id"
	}
	return shown, err
}

func (i *indexer) GetVideo(_ context.Context, _ videoindexer.AccountRef, id string) (videoindexer.Video, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.settle()
	v := i.videos[id]
	seconds := v.length.Seconds()
	now := videoindexer.Video{
		ID: id, State: v.state, DurationInSeconds: &seconds,
		LastIndexed: v.indexed.UTC().Format(time.RFC3339Nano), LastModified: v.ended.UTC().Format(time.RFC3339Nano),
	}
	if i.lists != nil {
		i.lists(&now)
	}
	return now, nil
}

// TestRunVideo re-indexes one video of a minute.
func TestRunVideo(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		prepare  func(i *indexer, v *indexed)
		status   batch.Status
		says     string // part of the error; "" for none
		requests int
		runs     int // number of indexings
	}{
		"idle":        {status: batch.Done, requests: 1, runs: 1},
		"not awaited": {prepare: func(i *indexer, _ *indexed) { i.isNotAwaited = true }, status: batch.Done, requests: 1, runs: 1},
		"refused": {
			prepare: func(i *indexer, _ *indexed) { i.starts = func(string, int) (error, bool) { return errRefused, false } },
			status:  batch.Failed, says: "the upload failed", requests: 1,
		},
		"it fails": {
			prepare: func(_ *indexer, v *indexed) { v.fails = true }, status: batch.Failed,
			says: "in state Failed (request id our-id)", requests: 1, runs: 1,
		},
		"answer lost, and request repeated": {
			prepare: func(i *indexer, _ *indexed) {
				i.starts = func(string, int) (error, bool) { return errOwnRequest, true }
			},
			status: batch.Done, requests: 1, runs: 1,
		},
		"deleted while it is indexed": {
			prepare: func(i *indexer, _ *indexed) { i.states = func(string) error { return errGone } },
			status:  batch.Failed, says: "the video is gone", requests: 1, runs: 1,
		},
		"the state is not offered": {
			prepare: func(i *indexer, _ *indexed) { i.states = func(string) error { return errUnsupported } },
			status:  batch.InProgress, says: "X35", requests: 1, runs: 1,
		},
		"something else indexes it": {prepare: func(i *indexer, v *indexed) { i.run(v) }, status: batch.Done, requests: 2, runs: 2},
		"something else has indexed it since": {
			prepare: func(i *indexer, v *indexed) {
				i.run(v)
				i.before = time.Now().Add(time.Second)
			},
			status: batch.UpToDate, requests: 1, runs: 1,
		},
		"something else indexes it, and once more": {
			prepare: func(i *indexer, v *indexed) {
				i.run(v)
				i.starts = func(_ string, n int) (error, bool) {
					if n == 2 {
						i.run(v)
						return errOwnRequest, false
					}
					return nil, true
				}
			},
			status: batch.Done, requests: 3, runs: 3,
		},
		"something else fails to index it": {
			prepare: func(i *indexer, v *indexed) {
				v.fails = true
				i.before = time.Now().Add(time.Second)
				i.run(v)
				i.starts = func(_ string, n int) (error, bool) {
					v.fails = n == 1
					return nil, true
				}
				// Some services set the time of an indexing that has failed, too.
				i.lists = func(listed *videoindexer.Video) { listed.LastIndexed = listed.LastModified }
			},
			status: batch.Done, requests: 2, runs: 2,
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				service := newIndexer(time.Minute)
				v := service.videos["v000"]
				if test.prepare != nil {
					test.prepare(service, v)
				}
				run := batch.Run{
					Client: service, Videos: service.listed(), Parallelism: 1,
					Waits: !service.isNotAwaited, IndexedBefore: service.before,
					Report: func(string) {},
				}
				// No run waits longer than a day of virtual time.
				ctx, cancel := context.WithTimeout(t.Context(), 24*time.Hour)
				defer cancel()
				results, _ := run.Do(ctx)
				got := results[0]
				check.Equal(t, test.status, got.Status, "the status, with error %v", got.Err)
				check.ErrorSays(t, test.says, got.Err, "the video")
				if !run.Waits {
					check.Equal(t, "Processing", v.state, "the state of a video that is not waited for")
				}
				check.Equal(t, []int{test.requests, test.runs}, []int{v.requests, v.runs}, "requests and indexings")
			})
		})
	}
}

// TestRunPool indexes many videos of ten minutes, five at a time. Videos that fail do not stop the
// others.
func TestRunPool(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		service := newIndexer(slices.Repeat([]time.Duration{10 * time.Minute}, 20)...)
		service.videos["v003"].fails = true
		service.starts = func(id string, _ int) (error, bool) {
			if id == "v007" {
				return errRefused, false
			}
			return nil, true
		}
		var reports []string
		began := time.Now()
		results, stopped := (&batch.Run{
			Client: service, Videos: service.listed(), Parallelism: 5, Waits: true,
			Report: func(progress string) { reports = append(reports, progress) },
		}).Do(t.Context())
		check.ErrorSays(t, "", stopped, "the run")
		for i, result := range results {
			want := batch.Done
			if i == 3 || i == 7 {
				want = batch.Failed
			}
			check.Equal(t, want, result.Status, "status of video %d with the error %v", i, result.Err)
		}
		took := time.Since(began)
		check.Equal(t, 5, service.mostRunning, "videos at a time")
		if took < 38*time.Minute || took > 42*time.Minute {
			t.Errorf("%s in all, want about 40m", took)
		}
		n := len(reports)
		if n < 230 || n > 250 {
			t.Fatalf("%d reports, want one every ten seconds of 40m", n)
		}
		want := []string{
			"0 of 20 videos done, 5 running (v000, v001, v002, v003, v004), 0 failed, after 10s.",
			"4 of 20 videos done, 5 running (v005, v006, v008, v009, v010), 2 failed, after 15m0s.",
		}
		got := []string{reports[0], reports[89]}
		check.Equal(t, want, got, "reports")
	})
}

// TestRunEnds ends a run of 100 videos early. The run sends no more requests, and indexings in
// progress continue. Consecutive failed indexings do not end a run, because the service has
// processed each video.
func TestRunEnds(t *testing.T) {
	t.Parallel()
	always := func(err error) func(string, int) (error, bool) {
		return func(string, int) (error, bool) { return err, false }
	}
	for name, test := range map[string]struct {
		prepare func(i *indexer, cancel context.CancelCauseFunc)
		stopped error
		cause   error
		want    map[batch.Status]int
	}{
		"by Ctrl-C": {
			prepare: func(_ *indexer, cancel context.CancelCauseFunc) {
				time.AfterFunc(time.Minute, func() { cancel(nil) })
			},
			cause: context.Canceled, want: map[batch.Status]int{batch.InProgress: 5, batch.NotBegun: 95},
		},
		"by the timeout": {
			prepare: func(_ *indexer, cancel context.CancelCauseFunc) {
				time.AfterFunc(15*time.Minute, func() { cancel(wait.ErrTimeout) })
			},
			cause: wait.ErrTimeout, want: map[batch.Status]int{batch.Done: 5, batch.InProgress: 5, batch.NotBegun: 90},
		},
		"by Ctrl-C while something else indexes the videos": {
			prepare: func(i *indexer, cancel context.CancelCauseFunc) {
				i.starts = always(errBusy)
				i.states = func(string) error { i.videos["v000"].state = "Processing"; return nil }
				time.AfterFunc(time.Minute, func() { cancel(nil) })
			},
			cause: context.Canceled, want: map[batch.Status]int{batch.NotBegun: 100},
		},
		"because the key may not write": {
			prepare: func(i *indexer, _ context.CancelCauseFunc) { i.starts = always(errForbiddenKey) }, stopped: errForbiddenKey,
			cause: errForbiddenKey, want: map[batch.Status]int{batch.Failed: 5, batch.NotBegun: 95},
		},
		"because each video is refused": {
			prepare: func(i *indexer, _ context.CancelCauseFunc) { i.starts = always(errForbiddenVideo) }, stopped: errForbiddenVideo,
			cause: errForbiddenVideo, want: map[batch.Status]int{batch.Failed: 14, batch.NotBegun: 86},
		},
		"not because some videos are refused": {
			prepare: func(i *indexer, _ context.CancelCauseFunc) {
				i.starts = func(id string, _ int) (error, bool) {
					if strings.HasSuffix(id, "3") {
						return errForbiddenVideo, false
					}
					return nil, true
				}
			},
			cause: errForbiddenVideo, want: map[batch.Status]int{batch.Failed: 10, batch.Done: 90},
		},
		"because the service is down": {
			prepare: func(i *indexer, _ context.CancelCauseFunc) { i.starts = always(errUnreachable) }, stopped: errUnreachable,
			cause: errUnreachable, want: map[batch.Status]int{batch.Failed: 14, batch.NotBegun: 86},
		},
		"not because all indexings fail": {
			prepare: func(i *indexer, _ context.CancelCauseFunc) {
				for _, v := range i.videos {
					v.fails = true
				}
			},
			want: map[batch.Status]int{batch.Failed: 100},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				service := newIndexer(slices.Repeat([]time.Duration{10 * time.Minute}, 100)...)
				ctx, cancel := context.WithCancelCause(t.Context())
				defer cancel(nil)
				test.prepare(service, cancel)
				run := batch.Run{
					Client: service, Videos: service.listed(), Parallelism: 5, Waits: true, Report: func(string) {},
				}
				results, stopped := run.Do(ctx)
				check.ErrorIs(t, test.stopped, stopped, "stopped by")
				got := map[batch.Status]int{}
				for _, result := range results {
					got[result.Status]++
					if test.cause == nil || result.Err == nil {
						continue
					}
					check.ErrorIs(t, test.cause, result.Err, "the result")
				}
				check.Equal(t, test.want, got, "results")
			})
		})
	}
}

var errPage = errors.New("the second page cannot be read")

// pages returns the videos of a list, whose last page cannot be read.
func pages(videos ...videoindexer.Video) iter.Seq2[videoindexer.Video, error] {
	return func(yield func(videoindexer.Video, error) bool) {
		for _, v := range videos {
			if !yield(v, nil) {
				return
			}
		}
		yield(videoindexer.Video{}, errPage)
	}
}

// TestFilter selects videos that the list shows, never projects, and stops at the first that is too
// many.
func TestFilter(t *testing.T) {
	t.Parallel()
	videos := pages(
		videoindexer.Video{ID: "a", Name: "Talk 1", State: "Processed", SourceLanguage: "en-US", PersonModelID: "M", LastIndexed: "2026-03-01T12:00:00Z"},
		videoindexer.Video{ID: "b", Name: "talk 2", State: "processed", SourceLanguage: "EN-us", LastIndexed: "2026-03-02T12:00:00.5Z"},
		videoindexer.Video{ID: "c", Name: "Lecture", State: "Uploaded"},
		videoindexer.Video{ID: "d", Name: "Talk 3", State: "Failed", SourceLanguage: "de-DE", PersonModelID: "m", LastIndexed: "long ago"},
		videoindexer.Video{ID: "p", IsBase: new(bool), Name: "Talk, cut", State: "Processed", LastIndexed: "2026-03-01T12:00:00Z"}, // a project
	)
	noon := func(day int) time.Time { return time.Date(2026, 3, day, 12, 0, 0, 0, time.UTC) }
	for name, test := range map[string]struct {
		filter batch.Filter
		atMost int64
		want   string
	}{
		"all":                    {batch.Filter{}, 0, "a b c d !"},
		"by state":               {batch.Filter{State: "Processed"}, 0, "a b !"},
		"by language":            {batch.Filter{SourceLanguage: "en-US"}, 0, "a b !"},
		"by person model":        {batch.Filter{PersonModelID: "m"}, 0, "a d !"},
		"by name":                {batch.Filter{Name: regexp.MustCompile("^Talk")}, 0, "a d !"},
		"by time":                {batch.Filter{IndexedBefore: noon(2)}, 0, "a c d !"},
		"by time, to the moment": {batch.Filter{IndexedBefore: noon(1)}, 0, "c d !"},
		"by all at once": {
			batch.Filter{State: "Failed", SourceLanguage: "de-DE", PersonModelID: "m", Name: regexp.MustCompile("3"), IndexedBefore: noon(1)},
			0, "d !",
		},
		"nothing matches":               {batch.Filter{State: "Quarantined"}, 0, "!"},
		"the first":                     {batch.Filter{}, 1, "a"},
		"as many as the pages hold":     {batch.Filter{}, 4, "a b c d"},
		"more than the pages hold":      {batch.Filter{}, 5, "a b c d !"},
		"the first that matches a name": {batch.Filter{Name: regexp.MustCompile("^L")}, 1, "c"},
	} {
		var got []string
		for v, err := range test.filter.Select(videos, test.atMost) {
			if errors.Is(err, errPage) {
				v.ID = "!"
			}
			got = append(got, v.ID)
		}
		check.Equal(t, test.want, strings.Join(got, " "), "%s: selected", name)
	}
}

func costOf(lengths ...*float64) batch.Cost {
	var cost batch.Cost
	for _, length := range lengths {
		cost.Add(length)
	}
	return cost
}

// TestCost words the number and length of videos, rounded up to minutes.
func TestCost(t *testing.T) {
	t.Parallel()
	for want, cost := range map[string]batch.Cost{
		"3 videos of 1m in total (2 of unknown length)": costOf(new(float64(60)), new(float64(0)), new(float64(-1))),
		"1 video of 1m":                                 costOf(new(float64(50))),
		"1 video of 2m":                                 costOf(new(float64(61))),
		"12 videos of 3h40m in total":                   {Videos: 12, Seconds: 220 * 60},
		"2 videos of 1h0m in total":                     costOf(new(float64(1800)), new(float64(1800))),
		"2 videos of 1m in total (1 of unknown length)": costOf(new(float64(10)), nil),
		"1 video of unknown length":                     costOf(nil),
		"2 videos of unknown length":                    costOf(nil, nil),
	} {
		check.Equal(t, want, cost.String(), "the cost")
	}
}

// TestBudget allows what remains of count and length, and nothing of unknown length while length is
// limited.
func TestBudget(t *testing.T) {
	t.Parallel()
	usage := func(count, countLimit, length, lengthLimit *float64) batch.Budget {
		return batch.RemainingQuota(&videoindexer.QuotaUsage{
			DailyUploadCount: count, DailyUploadCountLimit: countLimit,
			DailyUploadDurationInSeconds: length, DailyUploadDurationLimitInSeconds: lengthLimit,
		})
	}
	two := costOf(new(float64(1800)), new(float64(1800)))
	unmeasured := costOf(new(float64(1800)), nil)
	for name, test := range map[string]struct {
		budget   batch.Budget
		says     string
		isTooFew bool // for two videos of an hour
		isOpen   bool // for two videos, one of unknown length
	}{
		"fits":      {budget: usage(new(float64(3)), new(float64(100)), new(341.5), new(float64(7200))), says: "97 videos and 1h54m"},
		"just fits": {budget: usage(new(float64(98)), new(float64(100)), new(float64(0)), new(float64(3600))), says: "2 videos and 1h0m"},
		"too many":  {budget: usage(new(float64(99)), new(float64(100)), nil, nil), says: "1 video and any length", isTooFew: true},
		"too long": {
			budget: usage(new(float64(0)), new(float64(100)), new(float64(5000)), new(float64(7200))),
			says:   "100 videos and 36m", isTooFew: true,
		},
		"used up": {
			budget: usage(new(float64(120)), new(float64(100)), new(float64(9000)), new(float64(7200))),
			says:   "0 videos and 0m", isTooFew: true,
		},
		"missing": {budget: batch.RemainingQuota(nil), says: "any number of videos and any length", isOpen: true},
		"without a limit": {
			budget: usage(new(float64(5)), nil, new(float64(5)), nil), says: "any number of videos and any length",
			isOpen: true,
		},
		"no length": {
			budget: usage(new(float64(5)), new(float64(10)), nil, new(float64(7200))), says: "5 videos and any length",
			isOpen: true,
		},
		"no count, and too long": {
			budget: usage(nil, nil, new(float64(7000)), new(float64(7200))), says: "any number of videos and 3m",
			isTooFew: true,
		},
		"huge": {budget: usage(new(float64(0)), new(1e300), new(float64(0)), new(1e300)), says: "2147483647 videos and 277777h47m"},
	} {
		check.Equal(t, test.says, test.budget.String(), "%s: the budget", name)
		check.Equal(t, !test.isTooFew, test.budget.Allows(two), "%s: the budget allows two videos of an hour", name)
		check.Equal(t, test.isOpen, test.budget.Allows(unmeasured), "%s: the budget allows a video of unknown length", name)
	}
}
