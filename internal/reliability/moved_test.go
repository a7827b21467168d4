//go:build unix

package reliability

import (
	"fmt"
	"testing"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestMovedVideo changes the key of a video whose destroy deletes it, without a moved block: the engine destroys one
// instance and creates another, in an order that it chooses anew in the plan and in the apply. The video stays, or the
// plan is refused; it is never deleted.
func TestMovedVideo(t *testing.T) {
	t.Parallel()
	const id = "a1b2c3d4e5"
	latencies := []time.Duration{30 * time.Millisecond}
	if isFull() {
		latencies = []time.Duration{0, 30 * time.Millisecond, 150 * time.Millisecond}
	}
	for _, latency := range latencies {
		for _, options := range [][]string{nil, {"-refresh=false"}} {
			for _, createFirst := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s %v create first %t", latency, options, createFirst), func(t *testing.T) {
					t.Parallel()
					w := newWorkspace(t, mockserver.Latency(latency))
					w.AddVideo(w.Account.ID, mockserver.Video{ID: id})
					configure := func(key string) {
						w.configure(fmt.Sprintf(`
resource "videoindexer_video" "it" {
  for_each        = { %s = %q }
  video_id        = each.value
  deletion_policy = "delete"
  lifecycle {
    create_before_destroy = %t
  }
}
`, key, id, createFirst))
					}
					configure("old")
					if r := w.run("apply", "-auto-approve"); r.code != 0 {
						t.Fatal(r)
					}
					configure("new")
					r := w.run("apply", append([]string{"-auto-approve", "-json"}, options...)...)
					isRefused := r.says("The same plan deletes this video", "moved")
					if r.code != 0 && !isRefused {
						t.Error(r)
					}
					if r.code == 0 && !r.says("Video left to another instance", "moved") {
						t.Errorf("nothing is said of the video that was left: %s", r.output)
					}
					if _, ok := w.Video(w.Account.ID, id); !ok || w.Count(11) > 0 {
						t.Errorf("the video exists: %t, requests to delete it: %d", ok, w.Count(11))
					}
					t.Logf("refused: %t", isRefused)
				})
			}
		}
	}
}
