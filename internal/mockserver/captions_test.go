package mockserver_test

import (
	"encoding/xml"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

var spoken = []mockserver.Cue{
	{Start: 0, End: 1500 * time.Millisecond, Text: "Hello, <b>you</b> &amp; me."},
	{Start: time.Hour + 2*time.Minute + 3*time.Second + 4*time.Millisecond, End: 100 * time.Hour, Text: "Two\nlines"},
}

func inEnglish(cues []mockserver.Cue) mockserver.Video {
	return mockserver.Video{Transcripts: map[string][]mockserver.Cue{"en-US": cues}}
}

func TestCaptionFormats(t *testing.T) {
	t.Parallel()
	st := newMediaServer(t)
	st.video(inEnglish(spoken))
	vtt := "WEBVTT\n\n00:00:00.000 --> 00:00:01.500\nHello, <b>you</b> &amp; me.\n\n01:02:03.004 --> 100:00:00.000\nTwo\nlines\n"
	for query, want := range map[string]struct{ mediaType, body string }{
		"":                          {"text/vtt", vtt},
		"format=Vtt&language=en-US": {"text/vtt", vtt},
		"format=Srt": {"application/x-subrip", "1\n00:00:00,000 --> 00:00:01,500\nHello, you & me.\n\n" +
			"2\n01:02:03,004 --> 100:00:00,000\nTwo\nlines\n\n"},
		"format=Txt": {"text/plain", "Hello, you & me.\nTwo\nlines\n"},
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
		got := st.send(http.MethodGet, st.videoPath("/Captions?"+query), "")
		same(t, got.status, http.StatusOK)
		same(t, got.header.Get("Content-Type"), want.mediaType+"; charset=utf-8")
		same(t, got.body, want.body)
	}
}

func TestCaptionParameters(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		query    string
		status   int
		failure  string
		contains string
	}{
		"Bahrain":              {query: "language=br-BH", status: 200, contains: "Manama"},
		"Bahrain, as in 9":     {query: "language=ar-BH", status: 400, failure: "INVALID_INPUT"},
		"translated":           {query: "language=sr-Latn-RS", status: 200, contains: "[sr-Latn-RS] Hello"},
		"unknown language":     {query: "language=xx-XX", status: 400, failure: "INVALID_INPUT"},
		"unsupported format":   {query: "format=vtt", status: 400, failure: "INVALID_INPUT"},
		"own index":            {query: "indexId=" + videoID, status: 200, contains: "Hello"},
		"index of another":     {query: "indexId=other", status: 200, contains: "Other"},
		"index that is not":    {query: "indexId=gone", status: 404, failure: "NOT_FOUND"},
		"parameter of its own": {query: "includeSpeakers=true", status: 400, failure: "INVALID_INPUT"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			st := newMediaServer(t)
			st.refuses = tc.status == http.StatusBadRequest
			st.video(mockserver.Video{Transcripts: map[string][]mockserver.Cue{
				"en-US": spoken, "ar-BH": {{End: time.Second, Text: "Manama"}},
			}})
			st.AddVideo(account, mockserver.Video{ID: "other", Transcripts: map[string][]mockserver.Cue{"en-US": {{End: time.Second, Text: "Other"}}}})
			got := st.send(http.MethodGet, st.videoPath("/Captions?"+tc.query), "")
			st.wants(got, tc.status, tc.failure)
			if !strings.Contains(got.body, tc.contains) {
				t.Errorf("%q lacks %q", got.body, tc.contains)
			}
		})
	}
}

func TestTranscriptBodies(t *testing.T) {
	t.Parallel()
	const cue = "00:00:00.000 --> 00:00:01.500\nHello.\n"
	for name, tc := range map[string]struct {
		body         string
		want, strict string // error types, "" for accepted
	}{
		"blocks":            {twoCues, "", ""},
		"CRLF":              {strings.ReplaceAll(twoCues, "\n", "\r\n"), "", ""},
		"spaces on blanks":  {strings.ReplaceAll(twoCues, "\n\n", "\n \t\n"), "", ""},
		"signature":         {"WEBVTT\n\n" + cue, "", "INVALID_VTT_INPUT"},
		"signature, header": {"\uFEFFWEBVTT - title\nKind: captions\n\n" + cue, "", "INVALID_VTT_INPUT"},
		"note and style":    {"WEBVTT\n\nNOTE\nby hand\n\nSTYLE\n::cue {}\n\n" + cue, "", "INVALID_VTT_INPUT"},
		"identifier":        {"first\n" + cue, "", "INVALID_VTT_INPUT"},
		"settings":          {"00:00:00.000 --> 00:00:01.500 align:start\nHello.", "", "INVALID_VTT_INPUT"},
		"empty":             {"", "INVALID_INPUT", "INVALID_INPUT"},
		"white space":       {" \r\n\t\n", "INVALID_INPUT", "INVALID_INPUT"},
		"words":             {"Hello there.", "INVALID_VTT_INPUT", "INVALID_VTT_INPUT"},
		"signature alone":   {"WEBVTT\n", "INVALID_VTT_INPUT", "INVALID_VTT_INPUT"},
		"late signature":    {cue + "\nWEBVTT\n", "INVALID_VTT_INPUT", "INVALID_VTT_INPUT"},
		"comma":             {"00:00:00,000 --> 00:00:01,500\nHello.", "INVALID_VTT_INPUT", "INVALID_VTT_INPUT"},
		"no hours":          {"00:00.000 --> 00:01.500\nHello.", "INVALID_VTT_INPUT", "INVALID_VTT_INPUT"},
		"61 seconds":        {"00:00:00.000 --> 00:00:61.500\nHello.", "INVALID_VTT_INPUT", "INVALID_VTT_INPUT"},
		"backwards":         {"00:00:02.000 --> 00:00:01.500\nHello.", "INVALID_VTT_INPUT", "INVALID_VTT_INPUT"},
		"no text":           {"00:00:00.000 --> 00:00:01.500\n", "INVALID_VTT_INPUT", "INVALID_VTT_INPUT"},
		"no blank between":  {cue + cue, "INVALID_VTT_INPUT", "INVALID_VTT_INPUT"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for want, opts := range map[*string][]mockserver.Option{&tc.want: nil, &tc.strict: {mockserver.StrictTranscripts()}} {
				st := newMediaServer(t, opts...)
				st.video(mockserver.Video{})
				status := http.StatusNoContent
				if *want != "" {
					status = http.StatusBadRequest
				}
				st.wants(st.send(http.MethodPut, st.videoPath("/Index/Transcript?language=fr-FR"), tc.body), status, *want)
				if held := st.now().Transcripts["fr-FR"]; (held != nil) != (status == http.StatusNoContent) {
					t.Errorf("status %d, and the server holds %v", status, held)
				}
			}
		})
	}
}

func TestTranscriptInPlace(t *testing.T) {
	t.Parallel()
	st := newMediaServer(t)
	st.video(inEnglish(spoken))
	st.wants(st.send(http.MethodPut, st.videoPath("/Index/Transcript?language=ar-BH&sendSuccessEmail=true&callbackUrl=https://receiver.example/"), twoCues), 204, "")
	same(t, st.now().Transcripts, map[string][]mockserver.Cue{"en-US": spoken, "ar-BH": {
		{Start: 0, End: 1500 * time.Millisecond, Text: "Hello."},
		{Start: 1500 * time.Millisecond, End: 3 * time.Second, Text: "Goodbye,\nall."},
	}})
	same(t, len(st.Reindexes(account, videoID)), 0)
}

func TestTranscriptReindexes(t *testing.T) {
	t.Parallel()
	said := []mockserver.Cue{{End: time.Second, Text: "New."}}
	const body = "00:00:00.000 --> 00:00:01.000\nNew.\n"
	old := map[string][]mockserver.Cue{"en-US": spoken, "de-DE": {{End: time.Second, Text: "Alt."}}}
	regenerated := func(language string) []mockserver.Cue {
		return []mockserver.Cue{{End: time.Second, Text: "[" + language + "] New."}}
	}
	for name, tc := range map[string]struct {
		query  string
		source string
		want   map[string][]mockserver.Cue
	}{
		"the source language": {"language=en-US", "en-US", map[string][]mockserver.Cue{"en-US": said, "de-DE": regenerated("de-DE")}},
		"no language":         {"setAsSourceLanguage=false", "en-US", map[string][]mockserver.Cue{"en-US": said, "de-DE": regenerated("de-DE")}},
		"made the source": {"language=fr-FR&setAsSourceLanguage=true", "fr-FR", map[string][]mockserver.Cue{
			"fr-FR": said, "de-DE": regenerated("de-DE"), "en-US": regenerated("en-US"),
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			st := newMediaServer(t, mockserver.IndexingPace(mockserver.WhenTold()))
			st.video(mockserver.Video{Transcripts: old})
			st.wants(st.send(http.MethodPut, st.videoPath("/Index/Transcript?sendSuccessEmail=true&"+tc.query), body), 204, "")
			same(t, st.now().State, mockserver.VideoProcessing)
			same(t, st.now().Transcripts, old)
			st.FinishIndexing(account, videoID, "")
			same(t, st.Reindexes(account, videoID)[0].Endpoint, 9)
			same(t, st.now().SourceLanguage, tc.source)
			same(t, st.now().Transcripts, tc.want)
		})
	}
}

func TestFailedIndexingChangesNothingMore(t *testing.T) {
	t.Parallel()
	old := map[string][]mockserver.Cue{"en-US": spoken, "de-DE": {{End: time.Second, Text: "Alt."}}}
	st := newMediaServer(t)
	st.video(mockserver.Video{Transcripts: old, FailsWith: mockserver.VideoFailed})
	st.wants(st.send(http.MethodPut, st.videoPath("/Index/Transcript"), twoCues), http.StatusNoContent, "")
	same(t, st.now().State, mockserver.VideoFailed)
	same(t, st.now().Transcripts, old)
}
