package video_test

import (
	"context"
	"net/http"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestWaitForFailedIndexing has an indexing fail: the video stays in the state, and is re-indexed by the next apply.
func TestWaitForFailedIndexing(t *testing.T) {
	t.Parallel()
	server := newVideoServer(t, mockserver.IndexingPace(mockserver.AfterRequests(1)))
	fails := func(with mockserver.VideoState) {
		server.ChangeVideo(server.Account.ID, id, func(v *mockserver.Video) { v.FailsWith = with })
	}
	video := server.Protocol(t, extended).Instance(videoType)
	fails(mockserver.VideoQuarantined)
	first := waiting(acctest.Values{"indexing_preset": "AudioOnly", "deletion_policy": "delete"})
	diags := video.Apply(t.Context(), video.MustPlan(first))
	acctest.Says(t, diags, acctest.Failure, "Video was not indexed", `video "a1b2c3d4e5"`, "in state Quarantined", "tainted", "terraform untaint")
	if !video.Tainted {
		t.Error("the video is not in the state")
	}
	fails("")
	video.Run(first)
	stays(t, server)
	if n := indexings(server); n != 2 {
		t.Errorf("indexed %d times, want twice", n)
	}

	fails(mockserver.VideoFailed)
	second := first.With(acctest.Values{"indexing_preset": "VideoOnly"})
	diags = video.Apply(t.Context(), video.Look(second))
	acctest.Says(t, diags, acctest.Failure, "Video was not indexed", "The next apply re-indexes the video.")
	if got := video.Texts()["indexing_preset"]; got != "AudioOnly" || video.Tainted {
		t.Errorf("the state has the preset %q, tainted %t", got, video.Tainted)
	}
	fails("")
	video.Run(second)
	if n := indexings(server); n != 4 {
		t.Errorf("indexed %d times, want four", n)
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
			[]string{"Unable to wait for the indexing of the video", "The operation was interrupted", "The service continues", "terraform untaint"},
		},
		"because the service lacks the operation": {
			func(server *acctest.Server, _ context.CancelFunc) {
				server.Script(mockserver.Fault{Endpoint: x35, Times: mockserver.Always, Do: mockserver.Status(http.StatusNotImplemented)})
			},
			[]string{"Unable to wait for the indexing of the video", "lacks an operation", "extended_operations", "The service continues"},
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
			plan := video.MustPlan(waiting(acctest.Values{"indexing_preset": "AudioOnly"}))
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
			server.ClearFaults()
			server.FinishIndexing(server.Account.ID, id, "")
			video.Tainted = false // as the message says
			video.Run(waiting(acctest.Values{"indexing_preset": "AudioOnly"}))
			if n := indexings(server); n != 1 {
				t.Errorf("indexed %d times", n)
			}
		})
	}
}
