package video_test

import (
	"context"
	"fmt"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const reindexVideosAction = "videoindexer_reindex_videos"

// newListServer returns a server with six videos of ten minutes to an hour, indexed a day apart
// from 1 March 2026 on: v1 to v6. The fourth is in German, and the last was never indexed.
func newListServer(t *testing.T, opts ...mockserver.Option) *acctest.Server {
	t.Helper()
	server := acctest.NewServer(t, append([]mockserver.Option{mockserver.WithExtended()}, opts...)...)
	for i := range 6 {
		video := mockserver.Video{
			ID: fmt.Sprintf("v%d", i+1), Name: fmt.Sprintf("Talk %d", i+1), DurationInSeconds: 600 * (i + 1),
			Created:       time.Date(2026, 2, 1+i, 12, 0, 0, 0, time.UTC),
			LastIndexed:   time.Date(2026, 3, 1+i, 12, 0, 0, 0, time.UTC),
			PersonModelID: mockserver.SamplePersonModelID,
		}
		switch i {
		case 3:
			video.SourceLanguage = "de-DE"
			video.PersonModelID = ""
		case 5:
			video.State = mockserver.VideoUploaded
		}
		server.AddVideo(server.Account.ID, video)
	}
	return server
}

// indexedVideos returns the re-indexed videos, each as often as it was re-indexed.
func indexedVideos(server *acctest.Server) string {
	var ids []string
	for _, v := range server.State().Accounts[0].Videos {
		ids = append(ids, slices.Repeat([]string{v.ID}, v.Reindexes)...)
	}
	slices.Sort(ids)
	return strings.Join(ids, " ")
}

// TestReindexVideosAction selects videos, and compares them with the budget.
func TestReindexVideosAction(t *testing.T) {
	t.Parallel()
	filter := func(values acctest.Values) acctest.Values { return acctest.Values{"filter": values} }
	before := acctest.Values{"indexed_before": "2026-03-03"}
	quota := func(response mockserver.Action) mockserver.Fault {
		isAboutQuota := func(r *http.Request) bool { return r.URL.Query().Get("includeUsage") != "" }
		return mockserver.Fault{
			Operation: mockserver.GetAccount,
			Match:     isAboutQuota,
			Times:     mockserver.Always,
			Do:        response,
		}
	}
	tests := map[string]struct {
		config   acctest.Values // without max_videos
		indexed  string
		progress []string
		err      []string
		fault    mockserver.Fault
	}{
		"by time": {
			config:  before,
			indexed: "v1 v2",
			progress: []string{
				"Selected: 2 videos of 30m in total. The daily quota of the account leaves 97 " +
					"videos and 1h54m.",
				"Re-indexed: 2 videos of 30m in total",
			},
		},
		"all": {
			config:  acctest.Values{"indexed_before": "now", "ignore_quota": true},
			indexed: "v1 v2 v3 v4 v5 v6",
		},
		"by filter and time": {
			config: acctest.Values{
				"filter":         acctest.Values{"source_language": "en-US"},
				"indexed_before": "2026-03-03",
			},
			indexed: "v1 v2",
		},
		"by id": {config: acctest.Values{"video_ids": []string{"v3", "v1"}}, indexed: "v1 v3"},
		"by id and time": {
			config:  acctest.Values{"video_ids": []string{"v3", "v1"}, "indexed_before": "2026-03-02"},
			indexed: "v1",
		},
		"by an unknown id": {
			config: acctest.Values{"video_ids": []string{"v1", "none"}},
			err:    []string{"Videos are not listed", "ids: none."},
		},
		"within the budget": {
			config:  before.With(acctest.Values{"max_videos": 2, "max_duration": 0.5}),
			indexed: "v1 v2",
		},
		"too many": {
			config: before.With(acctest.Values{"max_videos": 1}),
			err: []string{
				"exceed the budget",
				"allow 1 video and any length. Selected: 2 videos of 30m in total. Nothing was indexed.",
			},
		},
		"too long": {
			config: acctest.Values{"video_ids": []string{"v5", "v6"}, "max_duration": 1.5},
			err:    []string{"allow 10 videos and 1h30m. Selected: 2 videos of 1h50m in total."},
		},
		"above the quota": {
			config: acctest.Values{"video_ids": []string{"v4", "v5", "v6"}},
			err: []string{
				"exceed the daily quota", "leaves 97 videos and 1h54m",
				"Selected: 3 videos of 2h30m in total", "ignore_quota",
			},
		},
		"a quota that is not shown": {
			config: before, indexed: "v1 v2", progress: []string{"leaves any number of videos and any length"},
			fault: quota(mockserver.Body(
				http.StatusOK, "application/json",
				fmt.Sprintf(`{"id":%q}`, mockserver.DefaultAccountID),
			)),
		},
		"a quota that cannot be read": {
			config: before,
			err:    []string{"Unable to read the quota of account"},
			fault:  quota(mockserver.Status(http.StatusBadRequest)),
		},
		"one that does not matter": {
			config:   before.With(acctest.Values{"ignore_quota": true}),
			indexed:  "v1 v2",
			progress: []string{"Selected: 2 videos of 30m in total."},
			fault:    quota(mockserver.Status(http.StatusBadRequest)),
		},
		"whatever the quota": {
			config:   acctest.Values{"video_ids": []string{"v4", "v5", "v6"}, "ignore_quota": true},
			indexed:  "v4 v5 v6",
			progress: []string{"Selected: 3 videos of 2h30m in total."},
		},
		"not awaited": {
			config:   before.With(acctest.Values{waitArgument: false}),
			indexed:  "v1 v2",
			progress: []string{"Started to re-index: 2 videos of 30m in total"},
		},
		"dry run": {
			config: before.With(acctest.Values{"dry_run": true}),
			progress: []string{
				"2 videos of 30m",
				"dry_run: nothing is re-indexed. Selected:\n" +
					"  - \"v2\" (Talk 2)\n" +
					"  - \"v1\" (Talk 1)",
			},
		},

		"no selection": {
			config: nil,
			err:    []string{"Missing Attribute Configuration", "indexed_before,video_ids,filter.created_after"},
		},
		"an empty filter": {config: filter(acctest.Values{}), err: []string{"Missing Attribute Configuration"}},
		"a filter and ids": {
			config: acctest.Values{"filter": acctest.Values{"state": "Failed"}, "video_ids": []string{"v1"}},
			err:    []string{"filter", "video_ids"},
		},
		"max_videos = 0": {
			config: before.With(acctest.Values{"max_videos": 0}),
			err:    []string{"max_videos must be a whole number from 1 to 2147483647, got: 0"},
		},
		"max_duration < 0": {
			config: before.With(acctest.Values{"max_duration": -1}),
			err:    []string{"max_duration value must be at least 0"},
		},
		"parallelism = 0": {
			config: before.With(acctest.Values{"parallelism": 0}),
			err:    []string{"parallelism must be a whole number from 1 to 100"},
		},
		"parallelism = 101": {
			config: before.With(acctest.Values{"parallelism": 101}),
			err:    []string{"parallelism must be a whole number from 1 to 100"},
		},
		"an invalid time": {
			config: acctest.Values{"indexed_before": "yesterday"},
			err:    []string{`indexed_before "yesterday" is neither a time nor a date`, `or "now"`},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newListServer(t)
			if test.fault.Operation != "" {
				server.Script(test.fault)
			}
			config := acctest.Values{"max_videos": 10}.With(test.config)
			progress, diags := server.Protocol(t, extended).InvokeAction(t.Context(), reindexVideosAction, config)
			if test.err == nil {
				acctest.MustSucceed(t, diags)
			} else {
				acctest.MustSay(t, diags, acctest.Failure, test.err...)
			}
			wantProgress(t, progress, test.progress)
			check.Equal(t, test.indexed, indexedVideos(server), "videos that are indexed again")
		})
	}
}

// TestReindexVideosActionBecomesKnown invokes the action with values that were unknown in the plan.
// A selection that turns out to be none, or to be wrong, must not become a selection of all videos.
func TestReindexVideosActionBecomesKnown(t *testing.T) {
	t.Parallel()
	action := acctest.Schema(t).ActionSchemas[reindexVideosAction]
	filterType := action.Schema.ValueType().(tftypes.Object).AttributeTypes["filter"]
	unknownFilter := tftypes.NewValue(filterType, tftypes.UnknownValue)
	for name, test := range map[string]struct {
		planned, invoked acctest.Values
		says             []string
		indexed          string
	}{
		"a time": {
			planned: acctest.Values{"indexed_before": unknown},
			invoked: acctest.Values{"indexed_before": "2026-03-03"},
			indexed: "v1 v2",
		},
		"no time": {
			planned: acctest.Values{"indexed_before": unknown},
			says:    []string{"Missing Attribute Configuration"},
		},
		"a filter": {
			planned: acctest.Values{"filter": unknownFilter},
			invoked: acctest.Values{"filter": acctest.Values{"source_language": "de-DE"}},
			indexed: "v4",
		},
		"an invalid regular expression": {
			planned: acctest.Values{"filter": unknownFilter},
			invoked: acctest.Values{"filter": acctest.Values{"name_regex": "("}},
			says:    []string{`filter.name_regex "(" is not a regular expression`},
		},
		"an argument of a filter that is null": {
			planned: acctest.Values{"filter": acctest.Values{"name_regex": unknown}},
			invoked: acctest.Values{"filter": acctest.Values{"name_regex": nil}},
			says:    []string{"Missing Attribute Configuration"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newListServer(t)
			budget := acctest.Values{"max_videos": 10}
			_, diags := server.Protocol(t, extended).InvokePlannedAction(
				t.Context(), reindexVideosAction,
				budget.With(test.planned), budget.With(test.invoked),
			)
			if test.says == nil {
				acctest.MustSucceed(t, diags)
			} else {
				acctest.MustSay(t, diags, acctest.Failure, test.says...)
			}
			check.Equal(t, test.indexed, indexedVideos(server), "videos that are indexed again")
		})
	}
}

// TestReindexVideosActionCutOff ends a run by Ctrl-C or by its timeout. The run sends no more
// requests, names the indexings in progress, and lets them continue. A further run indexes the
// remaining videos, and waits for the indexings in progress.
func TestReindexVideosActionCutOff(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		timeout string
		says    string
	}{
		"by Ctrl-C":    {"1h", "The run was interrupted"},
		"by a timeout": {"1500ms", "cut off: the time to wait is over"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			var goesOn atomic.Pointer[acctest.Server] // from then on, an indexing ends once it is asked for
			onRequest := func(r mockserver.Request) {
				s := goesOn.Load()
				if s != nil && r.Operation == mockserver.GetVideoIndex {
					s.FinishIndexing(s.Account.ID, path.Base(path.Dir(r.Path)), "")
				}
			}
			server := newListServer(
				t, mockserver.WithIndexingEnd(mockserver.WhenTold()), mockserver.WithRequestHook(onRequest),
			)
			protocol := server.Protocol(t, extended)
			if test.timeout == "1h" {
				server.Script(mockserver.Fault{
					Operation: mockserver.GetVideoIndex, Skip: 1,
					Do: mockserver.After(func(*http.Request) { cancel() }),
				})
			}
			config := acctest.Values{
				"indexed_before": "2026-03-05", "max_videos": 9, "parallelism": 1,
				"timeout": test.timeout,
			}
			_, diags := protocol.InvokeAction(ctx, reindexVideosAction, config)
			acctest.MustSay(
				t, diags, acctest.Failure, test.says, "4 of 4 videos are not done",
				"Still running in the service:\n  - \"v4\" (Talk 4)",
				`Not started: 3 videos: "v3" (Talk 3), "v2" (Talk 2), "v1" (Talk 1).`,
				`indexed_before = "2026-03-05"`,
			)
			check.Equal(t, 1, server.Writes(), "requests that write")
			goesOn.Store(server)
			config["timeout"] = "1h"
			config["parallelism"] = 4
			progress, diags := protocol.InvokeAction(t.Context(), reindexVideosAction, config)
			acctest.MustSucceed(t, diags)
			wantProgress(t, progress, []string{
				"An earlier run, or somebody else, has indexed 1 video since 2026-03-05: not re-indexed.",
			})
			check.Equal(t, "v1 v2 v3 v4", indexedVideos(server), "videos that are indexed again")
		})
	}
}

// TestReindexVideosActionIsQuiet interrupts a run that has indexed a video. The run does not
// report its end as progress, because an engine that stops must not receive progress.
func TestReindexVideosActionIsQuiet(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var account atomic.Pointer[acctest.Server]
	onRequest := func(r mockserver.Request) {
		isOfV4 := r.Operation == mockserver.GetVideoIndex && path.Base(path.Dir(r.Path)) == "v4"
		s := account.Load()
		if s != nil && isOfV4 {
			s.FinishIndexing(s.Account.ID, "v4", "")
		}
	}
	server := newListServer(
		t, mockserver.WithIndexingEnd(mockserver.WhenTold()), mockserver.WithRequestHook(onRequest),
	)
	account.Store(server)
	server.Script(mockserver.Fault{
		Operation: mockserver.GetVideoIndex, Skip: 2,
		Do: mockserver.After(func(*http.Request) { cancel() }),
	})
	progress, diags := server.Protocol(t, extended).InvokeAction(
		ctx, reindexVideosAction,
		acctest.Values{"indexed_before": "2026-03-05", "max_videos": 9, "parallelism": 1},
	)
	acctest.MustSay(t, diags, acctest.Failure, "The run was interrupted", "3 of 4 videos are not done")
	check.Equal(t, 1, len(progress), "number of the messages %v", acctest.Messages(progress))
}

// TestReindexVideosActionNow re-indexes all videos with a setting that the service refuses for one
// of them. The error names the indexed_before with which the next run continues.
func TestReindexVideosActionNow(t *testing.T) {
	t.Parallel()
	server := newListServer(t)
	server.Script(mockserver.Fault{Operation: mockserver.ReindexVideo, Do: mockserver.Status(http.StatusBadRequest)})
	config := acctest.Values{"indexed_before": "now", "max_videos": 6, "ignore_quota": true, "priority": "High"}
	_, diags := server.Protocol(t, extended).InvokeAction(t.Context(), reindexVideosAction, config)
	acctest.MustSay(
		t, diags, acctest.Failure, "1 of 6 videos are not done",
		fmt.Sprintf("indexed_before = \"%d-", time.Now().UTC().Year()),
	)
	check.Equal(t, "High", server.Reindexes(server.Account.ID, "v1")[0].Parameters.Get("priority"), "the priority is sent as")
}
