//go:build unix

package reliability

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/fixtures"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const (
	// cancelLimit is how long Ctrl-C may take, in virtual time: less than any of the waits that are
	// interrupted.
	cancelLimit = 2 * time.Second
	// stuckAfter is when all interruptions wait for the service, with pauses that have grown beyond
	// that.
	stuckAfter = 30 * time.Second
	// adopted is a brand that is in the state before the rest begins.
	adopted = "resource \"videoindexer_brand\" \"before\" {\n  brand_id = 1001\n  name = \"Before\"\n}\n"
)

// interruption is something that takes long, in a resource called "it".
type interruption struct {
	options []mockserver.Option
	arrange func(w *workspace)
	config  string // of the resource
	// heal lets the next apply succeed, after the service answers again.
	heal func(w *workspace)
	// isInState says that the state holds the resource: it was adopted before the long work began.
	isInState bool
	// isDone says that the work is over when the next apply begins: its user takes the mark of the
	// failed create away.
	isDone bool
	// untouched is true as long as the user's object is as it was.
	untouched func(w *workspace) bool
}

// TestCancel interrupts the provider while it retries, waits or uploads, as an engine does after
// Ctrl-C (TestInterrupt presses it): it stops within two seconds, of virtual time. The state has
// what was done before. Neither the interruption nor a destroy that follows harms the object that
// it worked on, and the next apply goes on.
func TestCancel(t *testing.T) {
	t.Parallel()
	for name, c := range interruptions(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			acctest.InBubble(t, c.applyAgain)
		})
	}
}

// applyAgain applies again after the interruption.
func (i interruption) applyAgain(t *testing.T) {
	w, dir, config := i.interrupted(t)
	it := i.address()
	const before = "videoindexer_brand.before"
	isHeld := dir.Values(before) != nil
	isTainted := dir.IsTainted(before)
	check.Equal(t, true, isHeld, "%s is in the state", before)
	check.Equal(t, false, isTainted, "%s is tainted", before)
	check.Equal(t, i.isInState, dir.Values(it) != nil, "%s is in the state", it)
	w.ClearFaults()
	if i.heal != nil {
		i.heal(w)
	}
	if i.isDone {
		dir.Untaint(it)
	}
	acctest.PlanAndApply(t, dir, config, inprocess.Options{})
	acctest.MustPlanNothing(t, dir, config)
	if dir.IsTainted(it) {
		t.Errorf("%s is tainted, want it untainted", it)
	}
	if i.untouched != nil && !i.untouched(w) {
		t.Errorf("the apply that followed has changed the object of %s, want it as it was", it)
	}
}

// TestCancelThenDestroy stops managing what was interrupted: a create that did not finish never
// deletes what it adopted.
func TestCancelThenDestroy(t *testing.T) {
	t.Parallel()
	for name, c := range interruptions(t) {
		if c.untouched == nil {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			acctest.InBubble(t, func(t *testing.T) {
				w, dir, config := c.interrupted(t)
				w.ClearFaults()
				acctest.PlanAndApply(t, dir, config, inprocess.Options{IsDestroy: true})
				left := dir.Addresses()
				if len(left) > 0 {
					t.Errorf("the state has %q, want nothing", left)
				}
				if !c.untouched(w) {
					t.Errorf("the destroy has changed the object of %s, want it as it was", c.address())
				}
			})
		})
	}
}

// address returns that of the resource.
func (i interruption) address() string {
	return regexp.MustCompile(`resource "(\w+)" "it"`).FindStringSubmatch(i.config)[1] + ".it"
}

// interrupted returns a working directory in which an apply was interrupted, with the configuration
// to go on with.
func (i interruption) interrupted(t *testing.T) (w *workspace, dir *inprocess.Directory, config string) {
	t.Helper()
	w = without(t, i.options...)
	w.AddBrands(w.Account.ID, 2)
	var latest atomic.Value // process of the provider
	started := w.Provider(t)
	start := started.Start
	started.Start = func() tfprotov6.ProviderServer {
		process := start()
		latest.Store(process)
		return process
	}
	dir = inprocess.Open(started, rand.New(rand.NewPCG(1, 1)))
	acctest.PlanAndApply(t, dir, w.configured(adopted), inprocess.Options{})
	i.arrange(w)
	w.ResetRequests()
	config = w.configured(adopted + i.config)
	plan, err := dir.Plan(t.Context(), config, inprocess.Options{})
	if err != nil {
		t.Fatalf("want no error of the plan. Got: %v", inprocess.Excerpt(err))
	}
	ended := make(chan error, 1)
	go func() { ended <- dir.Apply(t.Context(), plan) }()
	select {
	case err := <-ended:
		t.Fatalf("the apply ended by itself, want it to wait for the stop: %v", err)
	case <-time.After(stuckAfter):
	}
	asked := time.Now()
	process, _ := latest.Load().(tfprotov6.ProviderServer)
	_, err = process.StopProvider(t.Context(), &tfprotov6.StopProviderRequest{})
	check.ErrorSays(t, "", err, "StopProvider")
	err = <-ended
	took := time.Since(asked)
	if took > cancelLimit {
		t.Errorf("the provider gave way after %s, want %s at most", took, cancelLimit)
	}
	if err == nil || !strings.Contains(err.Error(), i.address()+": ") {
		t.Fatalf("want an error of the interrupted %s, got: %v", i.address(), err)
	}
	synctest.Wait() // until the service is through with the last request
	return w, dir, config
}

// configured returns a configuration with the provider's block, for a run without an engine.
func (w *workspace) configured(body string) string {
	isExtended := slices.Contains(w.Env, "VIDEOINDEXER_EXTENDED_OPERATIONS=true")
	return w.Config(
		strings.ReplaceAll(body, `source = "`, `source = "`+w.Folder+"/"),
		fmt.Sprintf("extended_operations = %t", isExtended),
	)
}

func interruptions(t *testing.T) map[string]interruption {
	t.Helper()
	brand := "resource \"videoindexer_brand\" \"it\" {\n  brand_id = 1002\n  name = \"It\"\n  deletion_policy = \"disable\"\n}\n"
	brandUntouched := func(w *workspace) bool {
		b, exists := w.Brand(w.Account.ID, 1002)
		return exists && b.Enabled
	}
	failing := func(operation mockserver.Operation, action mockserver.Action) func(*workspace) {
		return func(w *workspace) {
			// The first brand is through; only the second is stuck, and not yet in the plan, which
			// reads it.
			planned := 0
			if operation == mockserver.GetBrand {
				planned = 1
			}
			w.Script(mockserver.Fault{
				Operation: operation, Match: about("/Brands/1002"), Skip: planned, Times: mockserver.Always, Do: action,
			})
		}
	}
	waiting := func(resource, id string) string {
		return fmt.Sprintf("resource %q \"it\" {\n  %s\n}\n", resource, id)
	}
	account := acctest.Block(t, "videoindexer_paid_account", fixtures.All["videoindexer_paid_account"].Arguments, "")
	video := func(w *workspace) {
		w.AddVideo(w.Account.ID, mockserver.Video{ID: videoID, State: mockserver.VideoProcessing})
	}
	indexed := func(w *workspace) { w.FinishIndexing(w.Account.ID, videoID, mockserver.VideoProcessed) }
	videoUntouched := func(w *workspace) bool {
		_, exists := w.Video(w.Account.ID, videoID)
		return exists
	}
	return map[string]interruption{
		"429 that asks for a minute": {
			arrange: failing(mockserver.GetBrand, mockserver.Status(http.StatusTooManyRequests, "Retry-After", "60")),
			config:  brand, untouched: brandUntouched,
		},
		"429 in the write": {
			arrange: failing(mockserver.UpdateBrand, mockserver.Status(http.StatusTooManyRequests, "Retry-After", "60")),
			config:  brand, isInState: true, untouched: brandUntouched,
		},
		"429 in a map of brands": {
			arrange:   failing(mockserver.UpdateBrand, mockserver.Status(http.StatusTooManyRequests, "Retry-After", "60")),
			config:    waiting("videoindexer_brands", "deletion_policy = \"disable\"\n  brands = { it = { brand_id = 1002, name = \"It\" } }"),
			isInState: true, untouched: brandUntouched,
		},
		"no response": {
			arrange: failing(mockserver.UpdateBrand, mockserver.HangAfter()),
			config:  brand, isInState: true, untouched: brandUntouched,
		},
		"no token": {
			arrange: func(w *workspace) {
				w.Script(mockserver.Fault{
					Operation: mockserver.GetUserAccessToken,
					Match:     func(r *http.Request) bool { return r.URL.Query().Get("allowEdit") == "true" },
					Times:     mockserver.Always, Do: mockserver.Hang(),
				})
			},
			config: brand, isInState: true, untouched: brandUntouched,
		},
		"wait for a render": {
			options: []mockserver.Option{mockserver.WithRenderEnd(mockserver.WhenTold())},
			arrange: func(w *workspace) {
				w.AddProject(w.Account.ID, mockserver.Project{
					ID:     projectID,
					Ranges: []mockserver.VideoRange{{VideoID: videoID, Start: "00:00:01", End: "00:01:00"}},
				})
			},
			config:    waiting("videoindexer_project", fmt.Sprintf("project_id = %q\n  render = true\n  deletion_policy = \"delete\"", projectID)),
			isInState: true,
			heal:      func(w *workspace) { w.FinishRender(w.Account.ID, projectID, mockserver.RenderSucceeded, nil) },
			untouched: func(w *workspace) bool {
				_, exists := w.Project(w.Account.ID, projectID)
				return exists
			},
		},
		"wait for an indexing": {
			options: []mockserver.Option{mockserver.WithIndexingEnd(mockserver.WhenTold())},
			arrange: video,
			config:  waiting("videoindexer_video", fmt.Sprintf("video_id = %q\n  indexing_preset = \"AudioOnly\"\n  deletion_policy = \"delete\"", videoID)),
			heal:    indexed, untouched: videoUntouched, // nothing was written
		},
		"wait for the end of an indexing": {
			options: []mockserver.Option{mockserver.WithExtended(), mockserver.WithIndexingEnd(mockserver.WhenTold())},
			arrange: func(w *workspace) {
				allowExtended(w)
				video(w)
				w.FinishIndexing(w.Account.ID, videoID, "")
			},
			config:    waiting("videoindexer_video", fmt.Sprintf("video_id = %q\n  indexing_preset = \"AudioOnly\"\n  wait_for_indexing = true\n  deletion_policy = \"delete\"", videoID)),
			isInState: true, untouched: videoUntouched,
			heal: indexed, isDone: true, // the indexing went on, and is not to be done again
		},
		"wait to send a transcript": {
			arrange: func(w *workspace) {
				video(w)
				w.Script(mockserver.Fault{
					Operation: mockserver.UpdateTranscript, Times: mockserver.Always,
					Do: mockserver.Status(http.StatusConflict),
				})
			},
			config: waiting(
				"videoindexer_video_transcript",
				fmt.Sprintf("video_id = %q\n  language = \"de-DE\"\n  content = \"WEBVTT\\n\\n00:00:01.000 --> 00:00:02.000\\nOne\\n\"", videoID),
			),
			untouched: videoUntouched,
		},
		"lost paid account": { // the account is looked for once more, found, and kept
			arrange: func(w *workspace) {
				w.Script(mockserver.Fault{Operation: mockserver.CreatePaidAccount, Do: mockserver.HangAfter()})
			},
			config:    account,
			isInState: true, isDone: true,
		},
		"lost paid account, and a service that is busy": {
			arrange: func(w *workspace) {
				var posted atomic.Bool
				w.Script(
					mockserver.Fault{
						Operation: mockserver.CreatePaidAccount,
						Match:     func(*http.Request) bool { posted.Store(true); return true },
						Do:        mockserver.HangAfter(),
					},
					mockserver.Fault{
						Operation: mockserver.ListAccounts,
						Match:     func(*http.Request) bool { return posted.Load() }, Times: mockserver.Always,
						Do: mockserver.Status(http.StatusTooManyRequests, "Retry-After", "60"),
					})
			},
			config: account,
			heal:   func(w *workspace) { w.RemoveAccount(w.Accounts()[1].ID) },
		},
		"slow upload": {
			arrange: func(w *workspace) {
				w.Write("large.txt", strings.Repeat("A line of a large file.\n", 1<<20))
				w.Script(mockserver.Fault{
					Operation: mockserver.CreateLanguageModel, Do: mockserver.Respond(http.HandlerFunc(readSlowly)),
				})
			},
			config: waiting(
				"videoindexer_language_model",
				"name = \"Large\"\n  language = \"en-US\"\n  files = { \"large.txt\" = { source = \"large.txt\" } }",
			),
		},
	}
}

func about(path string) func(*http.Request) bool {
	return func(r *http.Request) bool { return strings.HasSuffix(r.URL.Path, path) }
}

// readSlowly takes a kilobyte in every hundredth of a second, for as long as there are more.
func readSlowly(_ http.ResponseWriter, r *http.Request) {
	ticks := time.NewTicker(10 * time.Millisecond)
	defer ticks.Stop()
	for range ticks.C {
		_, err := io.CopyN(io.Discard, r.Body, 1<<10)
		if err != nil {
			return
		}
	}
}
