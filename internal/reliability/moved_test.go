//go:build unix

package reliability

import (
	"fmt"
	"testing"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestMovedVideo changes the key of a video without a moved block: the engine destroys one instance and creates another, in
// an order that it chooses in the plan and again in the apply. A destroy that deletes is refused, whichever comes first. One
// that abandons lets the new address adopt the video.
func TestMovedVideo(t *testing.T) {
	t.Parallel()
	const id = "a1b2c3d4e5"
	latencies := []time.Duration{30 * time.Millisecond}
	if isFull() {
		latencies = []time.Duration{0, 30 * time.Millisecond, 150 * time.Millisecond}
	}
	for _, latency := range latencies {
		for _, options := range [][]string{nil, {"-refresh=false"}} {
			for _, policy := range []string{"delete", "abandon"} {
				for _, createFirst := range []bool{false, true} {
					t.Run(fmt.Sprintf("%s %s %v create first %t", policy, latency, options, createFirst), func(t *testing.T) {
						t.Parallel()
						w := newWorkspace(t, mockserver.Latency(latency))
						w.AddVideo(w.Account.ID, mockserver.Video{ID: id})
						configure := func(key string) {
							w.configure(fmt.Sprintf(`
resource "videoindexer_video" "it" {
  for_each        = { %s = %q }
  video_id        = each.value
  deletion_policy = %q
  lifecycle {
    create_before_destroy = %t
  }
}
`, key, id, policy, createFirst))
						}
						configure("old")
						w.mustApply()
						configure("new")
						r := w.run("apply", append([]string{"-auto-approve", "-json"}, options...)...)
						if policy == "delete" {
							isRefused := r.says("Video moves to another address", "moved {") || r.says("Video must not be replaced", "moved {")
							if r.code == 0 || !isRefused {
								t.Error(r)
							}
						} else {
							if r.code != 0 {
								t.Error(r)
							}
							w.mustBeClean()
						}
						if _, ok := w.Video(w.Account.ID, id); !ok || w.Count(11) > 0 {
							t.Errorf("the video exists: %t, requests to delete it: %d", ok, w.Count(11))
						}
					})
				}
			}
		}
	}
}
