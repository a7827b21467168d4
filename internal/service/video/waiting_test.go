package video_test

import (
	"context"
	"net/http"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestWaitForFailedIndexing has an indexing fail: the video stays in the state, and is indexed again by the next apply.
func TestWaitForFailedIndexing(t *testing.T) {
	t.Parallel()
	for _, state := range []mockserver.VideoState{mockserver.VideoFailed, mockserver.VideoQuarantined} {
		t.Run(string(state), func(t *testing.T) {
			t.Parallel()
			server := newVideoServer(t, mockserver.IndexingPace(mockserver.AfterRequests(1)))
			fails := func(with mockserver.VideoState) {
				server.ChangeVideo(server.Account.ID, id, func(v *mockserver.Video) { v.FailsWith = with })
			}
			video := server.Protocol(t, extended).Instance(videoType)
			fails(state)
			first := waiting(acctest.Values{"indexing_preset": "AudioOnly", "deletion_policy": "delete"})
			diags := video.Apply(t.Context(), video.Planned(first))
			acctest.Says(t, diags, acctest.Failure, "Video was not indexed", `video "a1b2c3d4e5"`, "in state "+string(state), "tainted", "terraform untaint")
			if !video.Tainted {
				t.Error("the video is not in the state")
			}
			fails("")
			video.Run(first)
			stays(t, server)
			if n := len(server.Reindexes(server.Account.ID, id)); n != 2 {
				t.Errorf("indexed %d times, want twice", n)
			}

			fails(state)
			second := first.With(acctest.Values{"indexing_preset": "VideoOnly"})
			diags = video.Apply(t.Context(), video.Planned(second))
			acctest.Says(t, diags, acctest.Failure, "Video was not indexed", "the next apply indexes the video again")
			if got := video.Texts()["indexing_preset"]; got != "AudioOnly" || video.Tainted {
				t.Errorf("the state has the preset %q, tainted %t", got, video.Tainted)
			}
			fails("")
			video.Run(second)
			if n := len(server.Reindexes(server.Account.ID, id)); n != 4 {
				t.Errorf("indexed %d times, want four", n)
			}
		})
	}
}

// TestWaitEnds ends the waiting of a create in other ways: the indexing itself is left alone.
func TestWaitEnds(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		do   func(server *acctest.Server, cancel context.CancelFunc)
		says []string
	}{
		"by Ctrl-C": {
			func(_ *acctest.Server, cancel context.CancelFunc) { cancel() },
			[]string{"Waiting for the indexing was interrupted", "The service continues", "terraform untaint"},
		},
		"because the video is deleted": {
			func(server *acctest.Server, _ context.CancelFunc) { server.RemoveVideo(server.Account.ID, id) },
			[]string{"Video does not exist", `Could not wait for the indexing of video "a1b2c3d4e5"`},
		},
		"because the service lacks the operation": {
			func(server *acctest.Server, _ context.CancelFunc) {
				server.Script(mockserver.Fault{Endpoint: x35, Times: mockserver.Always, Do: mockserver.Status(http.StatusNotImplemented)})
			},
			[]string{"Unable to wait for the indexing of the video", "lacks an operation", "extended_operations", "The service continues"},
		},
		"because the service refuses": {
			func(server *acctest.Server, _ context.CancelFunc) {
				server.Script(mockserver.Fault{Endpoint: x35, Times: mockserver.Always, Do: mockserver.Status(http.StatusBadRequest)})
			},
			[]string{"Unable to wait for the indexing of the video", "400", "The service continues"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			seen := make(chan struct{}, 100)
			server := newVideoServer(t, mockserver.IndexingPace(mockserver.WhenTold()), mockserver.OnRequest(func(r mockserver.Request) {
				if r.Endpoint == x35 {
					seen <- struct{}{}
				}
			}))
			video := server.Protocol(t, extended).Instance(videoType)
			plan := video.Planned(waiting(acctest.Values{"indexing_preset": "AudioOnly"}))
			go func() {
				<-seen
				test.do(server, cancel)
			}()
			diags := video.Apply(ctx, plan)
			acctest.Says(t, diags, acctest.Failure, test.says...)
			if !video.Tainted {
				t.Error("the video is not in the state")
			}
			if v, ok := server.Video(server.Account.ID, id); ok && v.State != mockserver.VideoProcessing {
				t.Errorf("the video is in state %s: its indexing did not go on", v.State)
			}
			if n := server.Writes(); n != 1 {
				t.Errorf("%d requests that write, want the one that starts the indexing", n)
			}
		})
	}
}

// TestWaitPlans plans what the wait has to do with: taint, replacements in both orders, a state that is older than the
// argument, and a value that is not known yet.
func TestWaitPlans(t *testing.T) {
	t.Parallel()
	config := waiting(acctest.Values{"indexing_preset": "AudioOnly"})
	for name, replace := range map[string]func(*testing.T, *acctest.Instance) *acctest.Plan{
		"tainted": func(t *testing.T, v *acctest.Instance) *acctest.Plan {
			t.Helper()
			v.Tainted = true
			return v.Planned(config)
		},
		"-replace": func(t *testing.T, v *acctest.Instance) *acctest.Plan {
			t.Helper()
			return v.PlanReplacement(t.Context(), config)
		},
	} {
		for _, createFirst := range []bool{false, true} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				server := newVideoServer(t, mockserver.IndexingPace(mockserver.AfterRequests(1)))
				video := server.Protocol(t, extended).Instance(videoType)
				video.Run(config)
				acctest.Restart(video)
				video.CreateBeforeDestroy = createFirst
				acctest.Succeeds(t, video.Refresh(t.Context()))
				plan := replace(t, video)
				expect(t, plan.Diagnostics, warning, []string{"Video will be indexed again"})
				acctest.Restart(video) // a saved plan
				acctest.Succeeds(t, acctest.Errors(video.Apply(t.Context(), plan)))
				if server.Count(x35) == 0 {
					t.Error("the replacement did not wait")
				}
				stays(t, server)
			})
		}
	}
	t.Run("an older state, and one that is not refreshed", func(t *testing.T) {
		t.Parallel()
		server := newVideoServer(t)
		video := server.Protocol(t, extended).Instance(videoType)
		acctest.Succeeds(t, video.Import(t.Context(), id))
		server.ResetRequests()
		for _, config := range []acctest.Values{videoValues(nil), videoValues(acctest.Values{waits: false})} {
			if plan := video.Planned(config); plan.IsUpdate || plan.IsReplacement {
				t.Errorf("planned: update %t, replacement %t: %s", plan.IsUpdate, plan.IsReplacement, plan.Planned)
			}
		}
	})
	t.Run("unknown", func(t *testing.T) {
		t.Parallel()
		server := newVideoServer(t)
		unknown := tftypes.NewValue(tftypes.Bool, tftypes.UnknownValue)
		plain := server.Protocol(t, nil).Instance(videoType)
		plan := plain.Planned(videoValues(acctest.Values{waits: unknown}))
		if n := server.Count(x35); n > 0 || plan.IsReplacement {
			t.Errorf("%d requests, replacement %t", n, plan.IsReplacement)
		}
	})
}

// TestWaitNeedsExtended refuses to wait without extended operations, in the resource and in the action, and asks nothing.
func TestWaitNeedsExtended(t *testing.T) {
	t.Parallel()
	server := newVideoServer(t)
	video := server.Protocol(t, nil).Instance(videoType)
	acctest.Says(t, video.Plan(t.Context(), waiting(nil)).Diagnostics, acctest.Failure, "wait_for_indexing = true needs", "extended_operations = true")
	_, diags := server.Protocol(t, nil).InvokeAction(t.Context(), reindexAction, acctest.Values{"video_id": id, waits: true})
	acctest.Says(t, diags, acctest.Failure, "wait_for_indexing = true needs", "extended_operations = true")
	if server.Count(x35)+server.Writes() > 0 {
		t.Error("something was asked all the same")
	}
	// What was created with them is read, changed and destroyed without them.
	video.Protocol = server.Protocol(t, extended)
	video.Run(waiting(acctest.Values{"indexing_preset": "AudioOnly"}))
	video.Protocol = server.Protocol(t, nil)
	acctest.Succeeds(t, video.Refresh(t.Context()))
	server.ResetRequests()
	acctest.Succeeds(t, acctest.Errors(video.Apply(t.Context(), video.Planned(videoValues(acctest.Values{"indexing_preset": "VideoOnly"})))))
	acctest.Succeeds(t, acctest.Errors(video.Apply(t.Context(), video.Planned(nil))))
	if server.Count(x35) > 0 {
		t.Error("the state was read without extended operations")
	}
}
