package video_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestVideoPlanSaysThePrice plans four videos in one process, each with its length and the sum so far, and asks for one list.
func TestVideoPlanSaysThePrice(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t, mockserver.Extended())
	for i, seconds := range []int{1800, 90, 3600, 7200} {
		server.AddVideo(server.Account.ID, mockserver.Video{ID: fmt.Sprintf("v%d", i), DurationInSeconds: seconds})
	}
	protocol := server.Protocol(t, extended)
	said := func(video string, more acctest.Values) (summaries, details string) {
		for _, d := range protocol.Instance(videoType).Planned(acctest.Values{"video_id": video}.With(more)).Diagnostics {
			summaries += d.Summary + "|"
			details += d.Detail + "|"
		}
		return summaries, details
	}
	indexes := acctest.Values{"priority": "High"}
	const one = "Video will be indexed again|"
	for i, want := range []struct{ summaries, price string }{
		{one, "This is 1 video of 30 min.|"},
		{one + "At least 2 videos will be indexed again|", "This is 1 video of 2 min. So far, this plan indexes 2 videos of 32 min in total again.|So far, this plan indexes 2 videos of 32 min in total again."},
		{one, "This is 1 video of 1 h. So far, this plan indexes 3 videos of 1 h 32 min in total again.|"},
		{one + "At least 4 videos will be indexed again|", "This is 1 video of 2 h. So far, this plan indexes 4 videos of 3 h 32 min in total again.|"},
	} {
		summaries, details := said(fmt.Sprintf("v%d", i), indexes)
		if diff := cmp.Diff(want.summaries, summaries); diff != "" || !strings.Contains(details, want.price) {
			t.Errorf("v%d (-want +got):\n%s%s", i, diff, details)
		}
	}
	if n := server.Count(x34); n != 1 {
		t.Errorf("%d lists, want one", n)
	}

	// A video that is planned twice, as each replacement is, counts once.
	instance := created(t, server, videoType, acctest.Values{"video_id": "v0"})
	instance.Protocol = server.Protocol(t, extended)
	protocol = instance.Protocol
	for range 2 {
		instance.Planned(acctest.Values{"video_id": "v0"}.With(indexes))
	}
	if _, details := said("v2", indexes); !strings.Contains(details, "So far, this plan indexes 2 videos of 1 h 30 min in total again.") {
		t.Errorf("after one that was planned twice: %s", details)
	}

	// One that is only adopted asks for nothing, and a plan that may change is not in the sum.
	server.ResetRequests()
	protocol = server.Protocol(t, extended)
	if summaries, _ := said("v0", nil); summaries != "" || server.Count(x34) > 0 {
		t.Errorf("an adopted video: %s, %d lists", summaries, server.Count(x34))
	}
	for _, video := range []string{"v1", "v2"} {
		if summaries, details := said(video, acctest.Values{"linguistic_model_id": unknown}); !strings.Contains(details, "This is 1 video of ") || strings.Contains(details, "So far") {
			t.Errorf("an unknown setting: %s %s", summaries, details)
		}
	}

	// A list that cannot be had stops no plan.
	protocol = server.Protocol(t, extended)
	server.Script(mockserver.Fault{Endpoint: x34, Times: mockserver.Always, Do: mockserver.Status(http.StatusNotImplemented)})
	for i, want := range []string{"This is 1 video of unknown length.", "2 videos of unknown length again"} {
		if _, details := said(fmt.Sprintf("v%d", i), indexes); !strings.Contains(details, want) {
			t.Errorf("without a list: %s", details)
		}
	}
	protocol = server.Protocol(t, nil)
	if _, details := said("v0", indexes); strings.Contains(details, "This is") {
		t.Errorf("without extended operations: %s", details)
	}
}
