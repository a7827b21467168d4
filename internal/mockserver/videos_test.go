package mockserver_test

import (
	"encoding/xml"
	"testing"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const reindex = "PUT " + videoPath + "/ReIndex"

func (b *fixture) video() mockserver.Video {
	v, _ := b.Video(account, videoID)
	return v
}

func TestIndexingPaces(t *testing.T) {
	t.Parallel()
	b := newFixture(t, mockserver.IndexingPace(mockserver.AfterRequests(2))).furnish()
	equal(t, "requests", b.statuses(4, reindex), []int{204, 409, 409, 204})

	for _, pace := range []mockserver.Pace{mockserver.AfterTime(10 * time.Minute), mockserver.InProportion(0.5)} {
		clock := newClock()
		b = newFixture(t, mockserver.IndexingPace(pace), mockserver.WithClock(clock.Now)).furnish()
		b.ChangeVideo(account, videoID, func(v *mockserver.Video) { v.DurationInSeconds = 1200 })
		equal(t, "time", b.statuses(2, reindex), []int{204, 409})
		clock.pass(10*time.Minute - time.Second)
		equal(t, "time", b.statuses(1, reindex), []int{409})
		clock.pass(time.Second)
		equal(t, "time", b.statuses(1, reindex), []int{204})
	}

	b = newFixture(t, mockserver.IndexingPace(mockserver.WhenTold())).furnish()
	equal(t, "told", b.statuses(2, reindex), []int{204, 409})
	equal(t, "told", b.FinishIndexing(account, videoID, mockserver.VideoFailed), true)
	equal(t, "told again", b.FinishIndexing(account, videoID, mockserver.VideoFailed), false)
	b.ChangeVideo(account, videoID, func(v *mockserver.Video) { v.State = mockserver.VideoProcessing })
	equal(t, "somebody's", b.statuses(1, reindex), []int{409})
	b.ChangeVideo(account, videoID, func(v *mockserver.Video) { v.State = mockserver.VideoProcessed })
	equal(t, "ended by somebody", b.statuses(1, reindex), []int{204})
	b.RemoveVideo(account, videoID)
	equal(t, "deleted by somebody", b.statuses(1, reindex), []int{404})
}

var spoken = []mockserver.Cue{
	{Start: 0, End: 1500 * time.Millisecond, Text: "Hello, <b>you</b> &amp; me."},
	{Start: time.Hour + 2*time.Minute + 3*time.Second + 4*time.Millisecond, End: 100 * time.Hour, Text: "Two\nlines"},
}

func TestCaptions(t *testing.T) {
	t.Parallel()
	b := newFixture(t)
	b.AddVideo(account, mockserver.Video{ID: videoID, Transcripts: map[string][]mockserver.Cue{"en-US": spoken, "ar-BH": {{End: time.Second, Text: "Manama"}}}})
	b.AddVideo(account, mockserver.Video{ID: "other"})
	vtt := "WEBVTT\n\n00:00:00.000 --> 00:00:01.500\nHello, <b>you</b> &amp; me.\n\n01:02:03.004 --> 100:00:00.000\nTwo\nlines\n"
	for query, want := range map[string]struct{ mediaType, body string }{
		"":                               {"text/vtt", vtt},
		"format=Vtt&language=en-US":      {"text/vtt", vtt},
		"indexId=" + videoID:             {"text/vtt", vtt},
		"indexId=other":                  {"text/vtt", "WEBVTT\n\n00:00:00.000 --> 00:00:02.000\nWelcome.\n"},
		"language=br-BH":                 {"text/vtt", "WEBVTT\n\n00:00:00.000 --> 00:00:01.000\nManama\n"},
		"format=Txt&language=sr-Latn-RS": {"text/plain", "[sr-Latn-RS] Hello, you & me.\n[sr-Latn-RS] Two\nlines\n"},
		"format=Srt": {"application/x-subrip", "1\n00:00:00,000 --> 00:00:01,500\nHello, you & me.\n\n" +
			"2\n01:02:03,004 --> 100:00:00,000\nTwo\nlines\n\n"},
		"format=Csv": {"text/csv", "Start,End,Text\n00:00:00.000,00:00:01.500,\"Hello, you & me.\"\n01:02:03.004,100:00:00.000,\"Two\nlines\"\n"},
		"format=Ttml": {"application/ttml+xml", xml.Header + `<tt xmlns="http://www.w3.org/ns/ttml" xml:lang="">
  <body>
    <div>
      <p begin="00:00:00.000" end="00:00:01.500">Hello, you &amp; me.</p>
      <p begin="01:02:03.004" end="100:00:00.000">Two<br/>lines</p>
    </div>
  </body>
</tt>
`},
	} {
		got := b.send("GET " + videoPath + "/Captions?" + query).is(200)
		equal(t, query, got.header.Get("Content-Type"), want.mediaType+"; charset=utf-8")
		equal(t, query, got.body, want.body)
	}
}

// TestTranscriptUpdates sends a transcript (9): in the source language it indexes the video again, which then shows it.
func TestTranscriptUpdates(t *testing.T) {
	t.Parallel()
	cues := func(text string) []mockserver.Cue {
		return []mockserver.Cue{{End: 1500 * time.Millisecond, Text: text}}
	}
	old := map[string][]mockserver.Cue{"en-US": spoken, "de-DE": cues("Alt.")}
	for query, test := range map[string]struct {
		indexes bool
		source  string
		want    map[string][]mockserver.Cue
	}{
		"language=fr-FR":            {false, "en-US", map[string][]mockserver.Cue{"en-US": spoken, "de-DE": cues("Alt."), "fr-FR": cues("Hello.")}},
		"language=en-US":            {true, "en-US", map[string][]mockserver.Cue{"en-US": cues("Hello."), "de-DE": cues("[de-DE] Hello.")}},
		"setAsSourceLanguage=false": {true, "en-US", map[string][]mockserver.Cue{"en-US": cues("Hello."), "de-DE": cues("[de-DE] Hello.")}},
		"language=fr-FR&setAsSourceLanguage=true": {true, "fr-FR", map[string][]mockserver.Cue{
			"fr-FR": cues("Hello."), "de-DE": cues("[de-DE] Hello."), "en-US": cues("[en-US] Hello."),
		}},
	} {
		for _, outcome := range []mockserver.VideoState{mockserver.VideoProcessed, mockserver.VideoFailed} {
			b := newFixture(t, mockserver.IndexingPace(mockserver.WhenTold()))
			b.AddVideo(account, mockserver.Video{ID: videoID, Transcripts: old})
			b.send("PUT "+videoPath+"/Index/Transcript?sendSuccessEmail=true&callbackUrl=https://receiver.example/&"+query, cue).is(204)
			equal(t, query+": indexes", b.video().State == mockserver.VideoProcessing, test.indexes)
			want := test.want
			if test.indexes {
				equal(t, query+": meanwhile", b.video().Transcripts, old)
				equal(t, query+": recorded", b.Reindexes(account, videoID)[0].Endpoint, 9)
				b.FinishIndexing(account, videoID, outcome)
				if outcome == mockserver.VideoFailed {
					want = old
				}
			}
			equal(t, query+": transcripts", b.video().Transcripts, want)
			equal(t, query+": source", b.video().SourceLanguage == test.source || outcome == mockserver.VideoFailed, true)
		}
	}
}

func TestVideoList(t *testing.T) {
	t.Parallel()
	clock := newClock()
	b := newFixture(t, mockserver.WithClock(clock.Now))
	b.AddVideos(account, 30)
	got := b.send("GET ~/Videos")
	equalText(t, "page", "25 map[done:false pageSize:25 skip:25]", len(got.each("id")), got.object()["nextPage"])
	equal(t, "item", got.object()["results"].([]any)[0], any(map[string]any{
		"id": "vid0000030", "name": "Recording 30", "state": "Processed", "isBase": true, "userName": mockserver.DefaultUserName,
		"created": "2025-05-04T03:02:01.0000000+00:00", "lastModified": "2025-05-04T03:02:01.0000000+00:00",
		"lastIndexed": "2025-05-04T03:02:01.0000000+00:00", "durationInSeconds": 89.0, "sourceLanguage": "en-US",
		"indexingPreset": "Default", "personModelId": nil, "externalId": "archive/30",
	}))
	for query, want := range map[string][]any{
		"skip=25&pageSize=2":                {"vid0000005", "vid0000004"},
		"createdAfter=2025-05-04T02:02:01Z": {"vid0000030", "vid0000029"},
		"createdAfter=2025-05-04T01:02:01&createdBefore=2025-05-04T03:02:01Z": {"vid0000029", "vid0000028"},
		"createdBefore=2025-05-03": {"vid0000002", "vid0000001"},
	} {
		equal(t, query, b.send("GET ~/Videos?"+query).is(200).each("id"), want)
	}
}
