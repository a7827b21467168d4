//go:build unix

package reliability

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// everyTenth is a day on which every tenth request fails: half of the answers are lost after the service has acted.
var everyTenth = mockserver.Rates{TooMany: 0.01, InternalError: 0.02, GatewayTimeout: 0.01, GatewayTimeoutAfter: 0.02, ResetBefore: 0.01, ResetAfter: 0.02, CutAnswer: 0.01}

// TestReindexVideos indexes 200 videos again on a bad day: each exactly once, those whose indexing fails are named, and a
// further run indexes these alone. An indexing lasts longer than it takes to repeat a request whose answer was lost. The test
// needs no engine: the ones that have actions call the provider in the same way.
func TestReindexVideos(t *testing.T) {
	t.Parallel()
	seed, videos, looks := seedOf(t), 60, 2
	if isFull() {
		videos, looks = 200, 4
	}
	server := acctest.NewServer(t, mockserver.Extended(), mockserver.Seed(seed), mockserver.IndexingPace(mockserver.AfterRequests(looks)))
	account := server.Account.ID
	fails := map[string]bool{}
	for i := range videos {
		video := mockserver.Video{ID: fmt.Sprintf("video%03d", i), LastIndexed: time.Now().Add(-time.Hour)}
		switch {
		case i%20 == 7:
			video.FailsWith = mockserver.VideoFailed
		case i%20 == 13:
			video.State = mockserver.VideoUploadFailed
		}
		fails[video.ID] = i%20 == 7 || i%20 == 13
		server.AddVideo(account, video)
	}
	protocol := server.Protocol(t, acctest.Values{"extended_operations": true})
	config := acctest.Values{
		"indexed_before": time.Now().UTC().Format(time.RFC3339), "max_videos": videos, "parallelism": 100, "ignore_quota": true,
	}
	server.Chaos(seed, everyTenth)
	_, diags := protocol.InvokeAction(t.Context(), "videoindexer_reindex_videos", config)
	said := strings.Join(acctest.Texts(acctest.Errors(diags)), "\n")
	named := 0
	for _, v := range server.State().Accounts[0].Videos {
		isNamed, wanted := strings.Contains(said, fmt.Sprintf("- %q", v.ID)), 1
		if isNamed {
			named++
		}
		if video, _ := server.Video(account, v.ID); video.State == mockserver.VideoUploadFailed {
			wanted = 0
		}
		if v.Reindexes != wanted || isNamed != fails[v.ID] {
			t.Errorf("%s was indexed %d times, want %d; named as failed: %t, want %t", v.ID, v.Reindexes, wanted, isNamed, fails[v.ID])
		}
	}
	faults := 0
	for _, r := range server.Requests() {
		if r.Fault != "" {
			faults++
		}
	}
	t.Logf("%d videos, %d requests of which %d went wrong, %d videos named", videos, len(server.Requests()), faults, named)

	for id := range fails {
		server.ChangeVideo(account, id, func(v *mockserver.Video) {
			if v.FailsWith = ""; v.State == mockserver.VideoUploadFailed {
				v.State = mockserver.VideoUploaded
			}
		})
	}
	if _, diags = protocol.InvokeAction(t.Context(), "videoindexer_reindex_videos", config); len(acctest.Errors(diags)) > 0 {
		t.Errorf("a further run: %q", acctest.Texts(diags))
	}
	for id, failed := range fails {
		all, wanted := server.Reindexes(account, id), 1
		if video, _ := server.Video(account, id); failed && video.State == mockserver.VideoProcessed && len(all) == 2 {
			wanted = 2 // the one that failed, and the one that did not
		}
		if len(all) != wanted {
			t.Errorf("%s was indexed %d times after a further run", id, len(all))
		}
	}
}
