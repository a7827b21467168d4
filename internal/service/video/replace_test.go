package video_test

import (
	"fmt"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestVideoReplacement replaces a video under "delete", as a changed argument, -replace and taint ask for it, in both orders of destroy
// and create. None of them deletes the video, and what the message says leads to the replacement.
func TestVideoReplacement(t *testing.T) {
	t.Parallel()
	const other = "z9y8x7w6v5"
	for name, next := range map[string]acctest.Values{"another video": {"video_id": other}, "forced": nil, "tainted": nil} {
		for _, createsFirst := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, create first %t", name, createsFirst), func(t *testing.T) {
				t.Parallel()
				server := newServer(t)
				server.AddVideo(server.Account.ID, mockserver.Video{ID: other})
				video := created(t, server, videoType, videoValues(deletes))
				video.CreateBeforeDestroy = createsFirst
				replace := func(policy acctest.Values) *acctest.Plan {
					video.Tainted = name == "tainted"
					plan := video.Plan(t.Context(), videoValues(next.With(policy)))
					if !plan.IsReplacement {
						plan = video.PlanReplacement(t.Context(), videoValues(next.With(policy)))
					}
					return plan
				}
				for _, policy := range []acctest.Values{deletes, {"deletion_policy": "abandon"}} { // the policy that was applied counts
					plan := replace(policy)
					diags := plan.Diagnostics
					if next == nil {
						acctest.Succeeds(t, diags)
						diags = video.Apply(t.Context(), plan)
					}
					if next == nil && createsFirst {
						acctest.Says(t, diags, warning, "Video left to another resource", `deletion_policy is "delete"`)
						stays(t, server)
						return
					}
					acctest.Says(t, diags, failure, "Video must not be replaced", `video "a1b2c3d4e5"`,
						"If it is tainted, first run `terraform untaint '<address>'`", `To replace it, set deletion_policy = "abandon", apply that alone, and then replace it.`)
				}
				video.Tainted = false
				video.Run(videoValues(acctest.Values{"deletion_policy": "abandon"}))
				plan := replace(acctest.Values{"deletion_policy": "abandon"})
				acctest.Succeeds(t, plan.Diagnostics)
				acctest.Succeeds(t, video.Apply(t.Context(), plan))
				stays(t, server)
				if !video.Exists() {
					t.Error("no video in the state")
				}
			})
		}
	}
}

// TestVideoTakenOver destroys an instance after another one has adopted its video in the same process.
func TestVideoTakenOver(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	old := created(t, server, videoType, videoValues(deletes))
	destroy := old.Planned(nil) // planned alone, as with -target
	another := server.Protocol(t, nil).Instance(videoType)
	acctest.Succeeds(t, another.Apply(t.Context(), another.Planned(videoValues(nil))))
	old.Protocol = another.Protocol
	expect(t, old.Apply(t.Context(), destroy), warning, []string{"Video left to another resource", `"a1b2c3d4e5"`})
	stays(t, server)
}

// TestVideoLeft destroys a video under each policy that leaves it: the plan says so once, and recommends no policy to those who have set one.
func TestVideoLeft(t *testing.T) {
	t.Parallel()
	const advice = `To delete the video and its insights, first apply deletion_policy = "delete".`
	for policy, says := range map[any]string{nil: advice, "abandon": "IDs: "} {
		server := newServer(t)
		video := created(t, server, videoType, videoValues(acctest.Values{"deletion_policy": policy}))
		plan := video.Planned(nil)
		expect(t, plan.Diagnostics, warning, []string{"Video will be left as it is", "in the service as it is. " + says})
		expect(t, video.Apply(t.Context(), plan), warning)
		stays(t, server)
	}
}

// TestVideoDestroyNamesLeftMedia deletes a video whose media the service does not delete as a whole.
func TestVideoDestroyNamesLeftMedia(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	server.ChangeVideo(server.Account.ID, id, func(v *mockserver.Video) { v.FailedAssets = []string{"thumb-1", "thumb-2"} })
	video := created(t, server, videoType, videoValues(nil))
	video.Run(videoValues(deletes)) // as the warning of a plan says
	plan := video.Planned(nil)
	expect(t, plan.Diagnostics, warning, []string{"Video will be deleted with its insights", `video "a1b2c3d4e5"`, "cannot upload it again"})
	acctest.Restart(video)
	expect(t, video.Apply(t.Context(), plan), warning, []string{"media were not deleted", `"thumb-1","thumb-2"`})
	if _, exists := server.Video(server.Account.ID, id); exists {
		t.Error("the video exists")
	}
}
