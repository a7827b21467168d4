package mockserver_test

import (
	"testing"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

func TestVideoList(t *testing.T) {
	t.Parallel()
	clock := newClock()
	st := newExtended(t, mockserver.WithClock(clock.Now))
	st.AddVideos(account, 30)
	first := st.page("/Videos")
	same(t, []any{len(first.Results), first.NextPage.PageSize, first.NextPage.Skip, first.NextPage.Done}, []any{25, 25, 25, false})
	same(t, first.Results[0], map[string]any{
		"id": "vid0000030", "name": "Recording 30", "state": "Processed", "isBase": true, "userName": mockserver.DefaultUserName,
		"created": "2025-05-04T03:02:01.0000000+00:00", "lastModified": "2025-05-04T03:02:01.0000000+00:00",
		"lastIndexed": "2025-05-04T03:02:01.0000000+00:00", "durationInSeconds": 89.0, "sourceLanguage": "en-US",
		"indexingPreset": "Default", "personModelId": nil, "externalId": "archive/30",
	})
	last := st.page("/Videos?skip=25&pageSize=5")
	same(t, []any{len(last.Results), last.NextPage.Done}, []any{5, true})

	ids := func(query string) []any { return all(st.page("/Videos?"+query).Results, "id") }
	same(t, ids("createdAfter=2025-05-04T02:02:01Z"), []any{"vid0000030", "vid0000029"})
	same(t, ids("createdAfter=2025-05-04T01:02:01&createdBefore=2025-05-04T03:02:01Z"), []any{"vid0000029", "vid0000028"})
	same(t, len(ids("createdBefore=2025-05-03")), 2)
	st.refuses = true
	st.send("GET", "/Videos?createdAfter=yesterday", "").fails(400, "INVALID_INPUT")
	st.expectViolations("createdAfter is not a time")
}

func TestListedVideoStates(t *testing.T) {
	t.Parallel()
	clock := newClock()
	st := newExtended(t, mockserver.WithClock(clock.Now), mockserver.IndexingPace(mockserver.AfterTime(time.Minute)))
	for state, shown := range map[mockserver.VideoState]string{
		mockserver.VideoUploaded: "Uploaded", mockserver.VideoFailed: "Failed", mockserver.VideoUploadFailed: "Failed",
		mockserver.VideoQuarantined: "Quarantined", mockserver.VideoProcessed: "Processed",
	} {
		st.video(mockserver.Video{State: state, Derived: true})
		same(t, st.page("/Videos").Results[0]["state"], any(shown))
		same(t, st.page("/Videos").Results[0]["isBase"], any(false))
		same(t, st.send("GET", st.videoPath("/Index"), "").is(200).object()["state"], any(shown))
	}
	st.video(mockserver.Video{State: mockserver.VideoProcessed, Derived: true})
	st.send("PUT", st.videoPath("/ReIndex?indexingPreset=AudioOnly"), "").is(204)
	same(t, st.page("/Videos").Results[0]["state"], any("Processing"))
	clock.pass(time.Minute)
	done := st.page("/Videos").Results[0]
	same(t, []any{done["state"], done["indexingPreset"], done["lastIndexed"]}, []any{"Processed", "AudioOnly", "2025-05-04T03:03:01.0000000+00:00"})
}

func TestProjectsAmongVideos(t *testing.T) {
	t.Parallel()
	st := newExtended(t, mockserver.Lacks(501, "X30"), mockserver.ListsProjectsAsVideos())
	st.cut()
	bases := map[any]any{}
	for _, item := range st.page("/Videos").Results {
		bases[item["name"]] = item["isBase"]
	}
	same(t, bases, map[any]any{"Cut": false, videoID: true})
	st.send("GET", projectsPath, "").is(501)
}

func TestVideoIndex(t *testing.T) {
	t.Parallel()
	st := newExtended(t, mockserver.IndexingPace(mockserver.AfterRequests(1)))
	st.video(mockserver.Video{Insights: map[string]any{"brands": []map[string]any{{"name": "Ashgrove"}}}})
	got := st.send("GET", st.videoPath("/Index"), "").is(200).object()
	insights := got["videos"].([]any)[0].(map[string]any)["insights"].(map[string]any)
	same(t, insights["transcript"].([]any)[0].(map[string]any)["text"], any("Welcome."))
	same(t, got["summarizedInsights"].(map[string]any)["brands"], any([]any{map[string]any{"name": "Ashgrove"}}))
	translated := st.send("GET", st.videoPath("/Index?language=de-DE"), "").is(200).body
	same(t, translated == st.send("GET", st.videoPath("/Index"), "").body, false)

	st.send("PUT", st.videoPath("/ReIndex"), "").is(204)
	same(t, st.send("GET", st.videoPath("/Index"), "").object()["state"], any("Processing"))
	same(t, st.send("GET", st.videoPath("/Index"), "").object()["state"], any("Processed"))
	st.send("GET", "/Videos/none/Index", "").fails(404, "NOT_FOUND")
	st.refuses = true
	st.send("GET", st.videoPath("/Index?language=klingon"), "").fails(400, "INVALID_INPUT")
}
