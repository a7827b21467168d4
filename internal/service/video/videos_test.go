package video_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const videosData = "videoindexer_videos"

// newArchive returns a server with 60 videos, one for each day from 1 March 2026 on, in pages of
// 25. Every fifth video is being indexed.
func newArchive(t *testing.T) *acctest.Server {
	t.Helper()
	server := acctest.NewServer(
		t, mockserver.WithExtended(), mockserver.WithPageCap(25), mockserver.WithIndexingEnd(mockserver.WhenTold()),
	)
	for i := range 60 {
		state := mockserver.VideoProcessed
		if i%5 == 0 {
			state = mockserver.VideoProcessing
		}
		server.AddVideo(server.Account.ID, mockserver.Video{
			ID: fmt.Sprintf("v%02d", i), Name: fmt.Sprintf("Talk %02d", i), State: state, DurationInSeconds: 60 + i,
			Created: time.Date(2026, 3, 1+i, 12, 0, 0, 0, time.UTC), ExternalID: fmt.Sprintf("ext-%d", i),
		})
	}
	return server
}

// TestVideosData reads all videos of an account, and videos that filters select.
func TestVideosData(t *testing.T) {
	t.Parallel()
	server := newArchive(t)
	// Some services list projects as derived videos.
	server.AddVideo(server.Account.ID, mockserver.Video{ID: "p1", Derived: true})
	for name, test := range map[string]struct {
		config acctest.Values
		count  int
		total  int // in seconds; -1 for one that is not compared
	}{
		"all":      {nil, 60, -1},
		"busy":     {acctest.Values{"state": "Processing"}, 12, -1},
		"march":    {acctest.Values{"created_after": "2026-03-01", "created_before": "2026-04-01T00:00:00+00:00"}, 31, -1},
		"first":    {acctest.Values{"limit": 3}, 3, 119 + 118 + 117},
		"indexed":  {acctest.Values{"name_regex": "^Talk", "source_language": "en-us", "indexed_before": "2026-03-03"}, 2, 121},
		"of model": {acctest.Values{"person_model_id": "m"}, 0, 0},
		"together": {acctest.Values{"state": "Processing", "created_before": "2026-04-01", "limit": 40}, 7, -1},
	} {
		videos, diags := server.Protocol(t, extended).Data(t.Context(), videosData, test.config)
		acctest.MustSucceed(t, diags)
		check.Equal(t, test.count, len(acctest.Elements(t, videos["videos"])), "%s: number of videos", name)
		check.Equal(t, fmt.Sprint(test.count), acctest.Text(videos["videos_count"]), "%s: videos_count", name)
		total := acctest.Text(videos["total_duration_in_seconds"])
		if test.total >= 0 && total != fmt.Sprint(test.total) {
			t.Errorf("%s: total_duration_in_seconds %s, want %d", name, total, test.total)
		}
	}
}

// TestVideosDataFails expects the errors of failed reads.
func TestVideosDataFails(t *testing.T) {
	t.Parallel()
	server := newArchive(t)
	for argument, value := range map[string]any{
		"state": "Ready", "created_after": "yesterday", "created_before": "1.1.2026",
		"limit": 0, "indexed_before": "soon", "name_regex": "(",
	} {
		acctest.MustSay(
			t, server.Protocol(t, extended).DataDiagnostics(t.Context(), videosData, acctest.Values{argument: value}),
			acctest.Failure, argument,
		)
	}
	server.Script(mockserver.Fault{
		Operation: mockserver.ListVideos, Skip: 1, Times: mockserver.Always,
		Do: mockserver.Status(http.StatusForbidden),
	})
	acctest.MustSay(
		t, server.Protocol(t, extended).DataDiagnostics(t.Context(), videosData, nil),
		acctest.Failure, "Could not list the videos", "403",
	)
}

// TestVideosDataUnmeasured returns neither a length nor a total if the length of a video is
// missing, or 0 because the service has not measured it yet.
func TestVideosDataUnmeasured(t *testing.T) {
	t.Parallel()
	for _, length := range []string{"", `,"durationInSeconds":0`} {
		server := newArchive(t)
		server.Script(mockserver.Fault{Operation: mockserver.ListVideos, Do: mockserver.Body(http.StatusOK, "application/json",
			`{"results":[{"id":"a","durationInSeconds":10},{"id":"b"`+length+`}],"nextPage":{"done":true}}`)})
		videos, diags := server.Protocol(t, extended).Data(t.Context(), videosData, nil)
		acctest.MustSucceed(t, diags)
		got := []string{acctest.Text(videos["videos_count"]), acctest.Text(videos["total_duration_in_seconds"])}
		for _, listed := range acctest.Elements(t, videos["videos"]) {
			got = append(got, acctest.Text(acctest.Parts(t, listed)["duration_in_seconds"]))
		}
		check.Equal(t, []string{"2", "-", "10", "-"}, got,
			"%q: videos_count, total_duration_in_seconds, duration_in_seconds of each", length)
	}
}

// TestVideoList lists videos with identity and resource, by filters, and reads no more pages than
// the limit needs.
func TestVideoList(t *testing.T) {
	t.Parallel()
	server := newArchive(t)
	protocol := server.Protocol(t, extended)
	listed := protocol.List(t.Context(), videoType, nil, true, 0)
	if len(listed) != 60 || listed[0].DisplayName != "Talk 59" {
		t.Fatalf("%d listed, want 60, the first Talk 59: %v", len(listed), acctest.ListTexts(listed))
	}
	want := map[string]string{"location": server.Account.Location, "account_id": server.Account.ID, "video_id": "v59"}
	check.Equal(t, want, listed[0].Identity, "identity of the first video")
	check.Equal(t, want, listed[0].Resource, "resource of the first video")
	got := protocol.List(t.Context(), videoType, acctest.Values{"state": "Processing", "created_after": "2026-04-01", "name_regex": "5$"}, false, 0)
	if len(got) != 3 || got[0].Resource != nil {
		t.Errorf("with filters: %d listed, want 3 without resources: %v", len(got), acctest.ListTexts(got))
	}
	server.ResetRequests()
	got = protocol.List(t.Context(), videoType, nil, false, 30)
	check.Equal(t, 30, len(got), "videos listed with a limit")
	check.Equal(t, 2, server.Count(mockserver.ListVideos), "requests with a limit")
	server.Script(mockserver.Fault{
		Operation: mockserver.ListVideos, Skip: 1, Times: mockserver.Always,
		Do: mockserver.Status(http.StatusForbidden),
	})
	texts := acctest.ListTexts(protocol.List(t.Context(), videoType, nil, false, 0))
	if len(texts) != 26 || !strings.Contains(texts[25], "Could not list the videos") {
		t.Errorf("a page cannot be had: %d listed, want 25 and an error: %v", len(texts), texts)
	}
}

// TestVideoListStreams expects the first videos before the request for the last page.
func TestVideoListStreams(t *testing.T) {
	t.Parallel()
	server := newArchive(t)
	protocol := server.Protocol(t, extended)
	taken := 0
	for range protocol.Listing(t.Context(), videoType, nil, false, 0) {
		taken++
		if taken == 25 && server.Count(mockserver.ListVideos) != 1 {
			t.Errorf("%d pages were asked for when the first was taken, want one", server.Count(mockserver.ListVideos))
		}
	}
	check.Equal(t, 60, taken, "videos")
	check.Equal(t, 3, server.Count(mockserver.ListVideos), "pages")
}

// TestVideosMany selects a few of ten thousand videos with a dozen requests, in the data source and
// in the action.
func TestVideosMany(t *testing.T) {
	t.Parallel()
	const videos, maxRequests = 10_000, 12
	server := acctest.NewServer(t, mockserver.WithExtended())
	server.AddVideos(server.Account.ID, videos)
	protocol := server.Protocol(t, extended)

	acctest.MustSucceed(t, protocol.DataDiagnostics(t.Context(), videosData, acctest.Values{"name_regex": "7$"}))
	n := len(server.Requests())
	if n > maxRequests {
		t.Errorf("the data source needed %d requests, want at most %d", n, maxRequests)
	}
	server.ResetRequests()
	config := acctest.Values{
		"filter": acctest.Values{"name_regex": "77$"}, "indexed_before": "2100-01-01",
		"max_videos": 100, "ignore_quota": true, "dry_run": true,
	}
	progress, diags := protocol.InvokeAction(t.Context(), reindexVideosAction, config)
	acctest.MustSucceed(t, diags)
	wantProgress(t, progress, []string{"Selected: 100 videos of"})
	n = len(server.Requests())
	if n > maxRequests {
		t.Errorf("the action needed %d requests, want at most %d", n, maxRequests)
	}
}
