//go:build unix

package reliability

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const (
	// cancelLimit is how long Ctrl-C may take, and busyCancelLimit how long on a machine that does much else: still less
	// than any of the waits that are interrupted.
	cancelLimit     = 2 * time.Second
	busyCancelLimit = 20 * time.Second
	// adopted is a brand that is in the state before the rest begins.
	adopted = "resource \"videoindexer_brand\" \"before\" {\n  brand_id = 1001\n  name = \"Before\"\n}\n"
)

// interruption is something that takes long, in a resource called "it".
type interruption struct {
	options []mockserver.Option
	arrange func(w *workspace)
	config  string // of the resource
	// stuck reports whether the provider has reached the point at which the test interrupts it.
	stuck func(w *workspace) bool
	// heal lets the next apply succeed.
	heal func(w *workspace)
	// kept says that the state holds the resource: it was adopted before the long work began.
	kept bool
	// untouched is true as long as the user's object is as it was.
	untouched func(w *workspace) bool
}

// Interruptions that go through the engine without RELIABILITY=full: a create that is kept, two that are untainted, and one
// of which nothing is kept. All others run in the test's own process then, to which the engine's Ctrl-C is StopProvider.
var (
	cancelsOfEngine  = []string{"no answer", "lost paid account", "slow upload", "wait for the end of an indexing"}
	destroysOfEngine = []string{"wait for a render", "wait for the end of an indexing"}
)

// TestCancel presses Ctrl-C while the provider retries, waits or uploads. The provider stops within two seconds, which
// only RELIABILITY=full measures, since a busy machine may take longer. The state has what was done before. Neither
// the interruption nor a destroy that follows harms the object that it worked on, and the next apply goes on.
func TestCancel(t *testing.T) {
	t.Parallel()
	for name, c := range interruptions() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if !isFull() && !slices.Contains(cancelsOfEngine, name) {
				c.cancelInProcess(t)
				return
			}
			w := c.interrupted(t)
			state := w.state()
			index := slices.IndexFunc(state, func(i instance) bool { return strings.HasSuffix(i.Address, ".it") })
			if !slices.ContainsFunc(state, func(i instance) bool { return i.Address == "videoindexer_brand.before" && i.Status == "" }) {
				t.Errorf("what was done before is not in the state: %v", state)
			}
			if c.kept != (index >= 0) {
				t.Errorf("in the state: %t, want %t", index >= 0, c.kept)
			}
			c.heal(w)
			w.mustApply()
			w.mustBeClean()
			w.mustHaveNothingTainted()
			if c.untouched != nil && !c.untouched(w) {
				t.Error("the object was harmed by the apply that followed")
			}
		})
	}
}

// TestCancelThenDestroy stops managing what was interrupted: a create that did not finish never deletes what it adopted.
func TestCancelThenDestroy(t *testing.T) {
	t.Parallel()
	for name, c := range interruptions() {
		if c.untouched == nil {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if !isFull() && !slices.Contains(destroysOfEngine, name) {
				c.destroyInProcess(t)
				return
			}
			w := c.interrupted(t)
			w.ClearFaults()
			if r := w.destroy(); r.code != 0 {
				t.Fatalf("destroy: %s", r)
			}
			if left := w.state(); len(left) > 0 {
				t.Errorf("left in the state: %v", left)
			}
			if !c.untouched(w) {
				t.Error("the destroy has harmed the object")
			}
		})
	}
}

// interrupted is a workspace in which an apply was interrupted.
func (c interruption) interrupted(t *testing.T) *workspace {
	t.Helper()
	w := newWorkspace(t, c.options...)
	w.AddBrands(w.Account.ID, 2)
	c.arrange(w)
	w.configure(adopted + c.config)
	r := w.start("apply", "-json", "-auto-approve")
	for deadline := time.Now().Add(longestRun); !c.stuck(w); {
		select {
		case <-r.done:
			t.Fatalf("the apply ended by itself: %s", r.output.String())
		case <-time.After(5 * time.Millisecond):
		}
		if time.Now().After(deadline) {
			t.Fatal("the apply did not get stuck")
		}
	}
	pressed := time.Now()
	r.interrupt()
	isGivenUp := false
	for line := range r.lines { // until the engine ends
		var message struct {
			Type       string
			Hook       struct{ Resource struct{ Addr string } }
			Diagnostic struct{ Address string } // where the plan of the apply was interrupted
		}
		if json.Unmarshal([]byte(line), &message) == nil &&
			(message.Type == "apply_errored" && strings.HasSuffix(message.Hook.Resource.Addr, ".it") || strings.HasSuffix(message.Diagnostic.Address, ".it")) {
			isGivenUp = true
			break
		}
	}
	took := time.Since(pressed)
	outcome := r.wait()
	t.Logf("the provider gave way after %s, the engine ended after %s", took.Round(time.Millisecond), time.Since(pressed).Round(time.Millisecond))
	if !isGivenUp || outcome.code == 0 || !strings.Contains(outcome.output, "Interrupt received") {
		t.Fatalf("the apply was not interrupted: %s", outcome.output)
	}
	allowed := busyCancelLimit
	if isFull() {
		allowed = cancelLimit
	}
	if took > allowed {
		t.Errorf("it took %s until the provider gave way, more than %s", took, allowed)
	}
	return w
}

func interruptions() map[string]interruption {
	brand := "resource \"videoindexer_brand\" \"it\" {\n  brand_id = 1002\n  name = \"It\"\n  deletion_policy = \"disable\"\n  depends_on = [videoindexer_brand.before]\n}\n"
	brandUntouched := func(w *workspace) bool {
		b, exists := w.Brand(w.Account.ID, 1002)
		return exists && b.Enabled
	}
	failing := func(endpoint int, action mockserver.Action) func(*workspace) {
		return func(w *workspace) {
			// The first brand is through; only the second is stuck, and not yet in the plan, which reads it.
			planned := 0
			if endpoint == 16 {
				planned = 1
			}
			w.Script(mockserver.Fault{Endpoint: endpoint, Match: about("/Brands/1002"), Skip: planned, Times: mockserver.Always, Do: action})
		}
	}
	asked := func(part string, times int) func(*workspace) bool {
		return func(w *workspace) bool {
			n := 0
			for _, r := range w.Requests() {
				if strings.Contains(r.Path, part) {
					n++
				}
			}
			return n >= times
		}
	}
	heal := func(w *workspace) { w.ClearFaults() }
	waiting := func(resource, id string) string {
		return fmt.Sprintf("resource %q \"it\" {\n  %s\n  depends_on = [videoindexer_brand.before]\n}\n", resource, id)
	}
	video := func(w *workspace) {
		w.AddVideo(w.Account.ID, mockserver.Video{ID: videoID, State: mockserver.VideoProcessing})
	}
	untaint := func(w *workspace, address string) {
		if r := w.run("untaint", address); r.code != 0 {
			w.t.Fatalf("untaint: %s", r)
		}
	}
	indexed := func(w *workspace) { w.FinishIndexing(w.Account.ID, videoID, mockserver.VideoProcessed) }
	videoUntouched := func(w *workspace) bool {
		_, exists := w.Video(w.Account.ID, videoID)
		return exists
	}
	// Waits are interrupted when the pause between two questions has grown beyond what Ctrl-C may take.
	return map[string]interruption{
		"429 that asks for a minute": {
			arrange: failing(16, mockserver.Status(http.StatusTooManyRequests, "Retry-After", "60")),
			config:  brand, stuck: asked("/Brands/1002", 2), heal: heal, untouched: brandUntouched,
		},
		"429 in the write": {
			arrange: failing(17, mockserver.Status(http.StatusTooManyRequests, "Retry-After", "60")),
			config:  brand, stuck: asked("/Brands/1002", 3), heal: heal, kept: true, untouched: brandUntouched,
		},
		"429 in a dictionary": {
			arrange: failing(17, mockserver.Status(http.StatusTooManyRequests, "Retry-After", "60")),
			config:  waiting("videoindexer_brands", "deletion_policy = \"disable\"\n  brands = { \"1002\" = { name = \"It\" } }"),
			stuck:   asked("/Brands/1002", 3), heal: heal, kept: true, untouched: brandUntouched,
		},
		"503 that asks for a minute": {
			arrange: failing(16, mockserver.Status(http.StatusServiceUnavailable, "Retry-After", "60")),
			config:  brand, stuck: asked("/Brands/1002", 2), heal: heal, untouched: brandUntouched,
		},
		"failures again and again": {
			arrange: failing(16, mockserver.Status(http.StatusInternalServerError)),
			config:  brand, stuck: asked("/Brands/1002", 4), heal: heal, untouched: brandUntouched,
		},
		"no answer": {
			arrange: failing(17, mockserver.HangAfter()),
			config:  brand, stuck: asked("/Brands/1002", 3), heal: heal, kept: true, untouched: brandUntouched,
		},
		"no token": {
			arrange: func(w *workspace) {
				w.Script(mockserver.Fault{Endpoint: 2, Match: func(r *http.Request) bool { return r.URL.Query().Get("allowEdit") == "true" }, Skip: 1, Times: mockserver.Always, Do: mockserver.Hang()})
				w.Script(mockserver.Fault{Endpoint: 16, Match: about("/Brands/1002"), Skip: 1, Do: mockserver.Before(func(*http.Request) { w.RevokeTokens() })})
			},
			config: brand, stuck: func(w *workspace) bool { return w.Count(2) >= 5 }, heal: heal, kept: true, untouched: brandUntouched,
		},
		"wait for a render": {
			options: []mockserver.Option{mockserver.RenderPace(mockserver.WhenTold())},
			arrange: func(w *workspace) {
				w.AddProject(w.Account.ID, mockserver.Project{ID: projectID, Ranges: []mockserver.VideoRange{{VideoID: videoID, Start: "00:00:01", End: "00:01:00"}}})
			},
			config: waiting("videoindexer_project", fmt.Sprintf("project_id = %q\n  render = true\n  deletion_policy = \"delete\"", projectID)),
			stuck:  asked("/render", 4), kept: true,
			heal: func(w *workspace) { w.FinishRender(w.Account.ID, projectID, mockserver.RenderSucceeded, nil) },
			untouched: func(w *workspace) bool {
				_, exists := w.Project(w.Account.ID, projectID)
				return exists
			},
		},
		"wait for an indexing": {
			options: []mockserver.Option{mockserver.IndexingPace(mockserver.WhenTold())},
			arrange: video,
			config:  waiting("videoindexer_video", fmt.Sprintf("video_id = %q\n  indexing_preset = \"AudioOnly\"\n  deletion_policy = \"delete\"", videoID)),
			stuck:   asked("/ReIndex", 4), heal: indexed, kept: true, untouched: videoUntouched,
		},
		"wait for the end of an indexing": {
			options: []mockserver.Option{mockserver.Extended(), mockserver.IndexingPace(mockserver.WhenTold())},
			arrange: func(w *workspace) {
				allowExtended(w)
				video(w)
				w.FinishIndexing(w.Account.ID, videoID, "")
			},
			config: waiting("videoindexer_video", fmt.Sprintf("video_id = %q\n  indexing_preset = \"AudioOnly\"\n  wait_for_indexing = true\n  deletion_policy = \"delete\"", videoID)),
			stuck:  asked("/Index", 4), kept: true, untouched: videoUntouched,
			heal: func(w *workspace) { // the indexing went on, and is not to be done again
				indexed(w)
				untaint(w, "videoindexer_video.it")
			},
		},
		"wait to send a transcript": {
			arrange: func(w *workspace) {
				video(w)
				w.Script(mockserver.Fault{Endpoint: 9, Times: mockserver.Always, Do: mockserver.Status(http.StatusConflict)})
			},
			config: waiting("videoindexer_video_transcript", fmt.Sprintf("video_id = %q\n  language = \"de-DE\"\n  content = \"WEBVTT\\n\\n00:00:01.000 --> 00:00:02.000\\nOne\\n\"", videoID)),
			stuck:  asked("/Transcript", 4), heal: heal, untouched: videoUntouched,
		},
		"lost paid account": { // the account is looked for once more, found, and kept
			arrange: func(w *workspace) { w.Script(mockserver.Fault{Endpoint: 4, Do: mockserver.HangAfter()}) },
			config:  waiting("videoindexer_paid_account", paidAccount),
			stuck:   func(w *workspace) bool { return len(w.Accounts()) == 2 },
			kept:    true,
			heal: func(w *workspace) {
				w.ClearFaults()
				untaint(w, "videoindexer_paid_account.it")
			},
		},
		"lost paid account, and a service that is busy": {
			arrange: func(w *workspace) {
				var posted atomic.Bool
				w.Script(
					mockserver.Fault{Endpoint: 4, Match: func(*http.Request) bool { posted.Store(true); return true }, Do: mockserver.HangAfter()},
					mockserver.Fault{
						Endpoint: 3, Match: func(*http.Request) bool { return posted.Load() }, Times: mockserver.Always,
						Do: mockserver.Status(http.StatusTooManyRequests, "Retry-After", "60"),
					})
			},
			config: waiting("videoindexer_paid_account", paidAccount+"  deletion_policy = \"abandon\""),
			stuck:  func(w *workspace) bool { return len(w.Accounts()) == 2 }, // carried out, and not answered
			heal: func(w *workspace) {
				w.ClearFaults()
				w.RemoveAccount(w.Accounts()[1].ID)
			},
		},
		"slow upload": {
			arrange: func(w *workspace) {
				w.write("large.txt", strings.Repeat("A line of a large file.\n", 1<<20))
				w.Script(mockserver.Fault{Endpoint: 19, Do: mockserver.Respond(http.HandlerFunc(readSlowly))})
			},
			config: waiting("videoindexer_language_model", "name = \"Large\"\n  language = \"en-US\"\n  files = { \"large.txt\" = { source = \"${path.module}/large.txt\" } }"),
			stuck:  asked("/Customization/Language", 1), heal: heal,
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
		if _, err := io.CopyN(io.Discard, r.Body, 1<<10); err != nil {
			return
		}
	}
}
