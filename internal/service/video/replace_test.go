package video_test

import (
	"fmt"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestVideoReplacement plans and applies replacements, as a changed argument, -replace, replace_triggered_by and taint ask for
// them, in both orders of destroy and create. None of them deletes a video.
func TestVideoReplacement(t *testing.T) {
	t.Parallel()
	const other = "z9y8x7w6v5"
	for name, test := range map[string]struct {
		before, after        acctest.Values
		isTainted, isRefused bool
	}{
		"forced":                        {before: deletes, after: deletes, isRefused: true},
		"forced, no longer to delete":   {before: deletes, isRefused: true},
		"forced, from now on to delete": {after: deletes},
		"tainted":                       {before: deletes, after: deletes, isTainted: true, isRefused: true},
		"tainted, never to delete":      {isTainted: true},
		"another video":                 {before: deletes, after: deletes.With(acctest.Values{"video_id": other}), isRefused: true},
		"another video, abandoned":      {after: acctest.Values{"video_id": other}},
	} {
		for _, createFirst := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, create first %t", name, createFirst), func(t *testing.T) {
				t.Parallel()
				server := newServer(t)
				server.AddVideo(server.Account.ID, mockserver.Video{ID: other})
				video := created(t, server, videoType, videoValues(test.before))
				acctest.Succeeds(t, video.Refresh(t.Context()))
				video.Tainted, video.CreateBeforeDestroy = test.isTainted, createFirst
				plan := video.Plan(t.Context(), videoValues(test.after))
				if !plan.IsReplacement {
					plan = video.PlanReplacement(t.Context(), videoValues(test.after))
				}
				if test.isRefused {
					expect(t, plan.Diagnostics, failure, []string{"Video must not be replaced", `"a1b2c3d4e5"`, `deletion_policy = "abandon" and apply that first`, "terraform untaint", "moved {"})
					return
				}
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

// TestVideoDestroyNamesLeftMedia deletes a video whose media the service does not delete as a whole.
func TestVideoDestroyNamesLeftMedia(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	server.ChangeVideo(server.Account.ID, id, func(v *mockserver.Video) { v.FailedAssets = []string{"thumb-1", "thumb-2"} })
	video := created(t, server, videoType, videoValues(deletes))
	plan := video.Planned(nil)
	expect(t, plan.Diagnostics, warning, []string{"Video will be deleted with its insights", `video "a1b2c3d4e5"`, "cannot upload it again"})
	expect(t, video.Apply(t.Context(), plan), warning, []string{"media were not deleted", `"thumb-1","thumb-2"`})
	if _, exists := server.Video(server.Account.ID, id); exists {
		t.Error("the video exists")
	}
}
