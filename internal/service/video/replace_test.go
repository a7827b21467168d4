package video_test

import (
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

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
