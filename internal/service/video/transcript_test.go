package video_test

import (
	"net/http"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const (
	german      = "WEBVTT\n\n00:00:00.000 --> 00:00:01.500\nGuten Tag &amp; <v Anna>willkommen.\n"
	germanAgain = "\ufeffWEBVTT - Rennen\r\n\r\nNOTE Probe\r\n\r\n1\r\n00:00.000 --> 00:01.500 align:start\r\nGuten Tag &amp; <v Anna>willkommen.\r\n"
	germanLater = "00:00:00.000 --> 00:00:01.501\nGuten Tag.\n"
	englishText = "00:00:00.000 --> 00:00:01.000\nGood day.\n"
)

// transcriptValues is a configuration of the transcript of a language with further arguments.
func transcriptValues(language, content string, more acctest.Values) acctest.Values {
	return acctest.Values{"video_id": id, "language": language, "content": content}.With(more)
}

// TestTranscriptPlanLooks reads whether the plan of a create warns of captions that it replaces.
func TestTranscriptPlanLooks(t *testing.T) {
	t.Parallel()
	mayIndex := []string{"Video may be re-indexed", "transcript de-DE of video"}
	replaced := []string{"Transcript will be replaced", `replaces transcript de-DE of video "a1b2c3d4e5"`}
	for name, test := range map[string]struct {
		change func(*mockserver.Video)
		config acctest.Values
		want   [][]string
	}{
		"cues":            {want: [][]string{replaced, mayIndex}},
		"no cue":          {change: func(v *mockserver.Video) { v.Transcripts["de-DE"] = nil }, want: [][]string{mayIndex}},
		"indexing failed": {change: func(v *mockserver.Video) { v.State = mockserver.VideoFailed }, want: [][]string{replaced, mayIndex}},
		"unknown content": {config: acctest.Values{"content": unknown}, want: [][]string{replaced, mayIndex}},
		"unknown video":   {config: acctest.Values{"video_id": unknown}, want: [][]string{{"Video may be re-indexed", "transcript de-DE of video (id known after apply)"}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newServer(t)
			if test.change != nil {
				server.ChangeVideo(server.Account.ID, id, test.change)
			}
			plan := server.Protocol(t, nil).Instance(transcriptType).Plan(t.Context(), transcriptValues("de-DE", german, test.config))
			expect(t, plan.Diagnostics, warning, test.want...)
		})
	}
}

// TestTranscriptPlanOfUpdate announces an indexing where the transcript is sent, and nothing where the service would be sent
// the same.
func TestTranscriptPlanOfUpdate(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	transcript := created(t, server, transcriptType, transcriptValues("de-DE", german, nil))
	transcript.IsUnchanged(transcriptValues("de-DE", german, nil))
	transcript.IsUnchanged(transcriptValues("de-DE", germanAgain, nil))
	for _, changed := range []acctest.Values{{"content": germanLater}, {"content": unknown}, {"set_as_source_language": true}} {
		expect(t, transcript.MustPlan(transcriptValues("de-DE", german, changed)).Diagnostics, warning, []string{"Video may be re-indexed"})
	}
}

// TestTranscriptWithWhiteSpace applies a transcript as a large video site makes it, whose texts have lines of white space: to a service that
// reads WebVTT, and to one that takes blocks between blank lines alone.
func TestTranscriptWithWhiteSpace(t *testing.T) {
	t.Parallel()
	for name, options := range map[string][]mockserver.Option{"WebVTT": nil, "blocks": {mockserver.StrictTranscripts()}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			config := transcriptValues("de-DE", "WEBVTT\n\n00:00:00.000 --> 00:00:01.500\n \nGuten\n\t\nNOTE Tag\n\n00:00:01.500 --> 00:00:02.000\n \n \n2\n00:00:02.000 --> 00:00:03.000\nWelt", nil)
			created(t, newServer(t, options...), transcriptType, config).IsUnchanged(config)
		})
	}
}

// TestTranscriptDoesNotShow sends a transcript of the source language, whose captions lag behind, cannot be read at first, or are none: the
// apply and each refresh say so in a warning until they show it. The video is not re-indexed for it.
func TestTranscriptDoesNotShow(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		faults []mockserver.Fault // of the look after the update
		says   string             // of the apply
	}{
		"captions of before": {nil, "Transcript does not show yet"},
		"no answer":          {[]mockserver.Fault{{Endpoint: 8, Do: mockserver.Status(http.StatusForbidden)}}, "Transcript not compared"},
		"no captions":        {[]mockserver.Fault{{Endpoint: 8, Do: mockserver.Body(http.StatusOK, "application/json", "{}")}}, "Transcript not compared"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newServer(t, mockserver.IndexingPace(mockserver.WhenTold()))
			config := transcriptValues("en-US", englishText, nil)
			transcript := server.Protocol(t, nil).Instance(transcriptType)
			plan := transcript.MustPlan(config)
			server.Script(test.faults...)
			diags := transcript.Apply(t.Context(), plan)
			acctest.Succeeds(t, diags)
			acctest.Says(t, diags, warning, test.says, "transcript en-US of video")
			for range 2 {
				if transcript.Look(config).IsUpdate {
					t.Error("the transcript is to be sent again")
				}
				acctest.Says(t, transcript.Refresh(t.Context()), warning, "Transcript does not show yet", "next plan sends it again")
			}
			server.Script(mockserver.Fault{Endpoint: 8, Do: mockserver.Body(http.StatusOK, "application/json", `{"ErrorType":"GENERAL","Message":"no"}`)})
			expect(t, transcript.Refresh(t.Context()), failure, []string{"Unable to read transcript", "an error came"})
			server.Script(mockserver.Fault{Endpoint: 8, Do: mockserver.Body(http.StatusOK, "text/vtt", "Try again.")})
			expect(t, transcript.Refresh(t.Context()), warning, []string{"Transcript not compared", "did not return captions in WebVTT"})
			if got := transcript.Texts()["content"]; got != englishText {
				t.Errorf("the state has %q", got)
			}
			server.FinishIndexing(server.Account.ID, id, "")
			expect(t, transcript.Refresh(t.Context()), warning)
			transcript.IsUnchanged(config)
			if n := indexings(server); n != 1 {
				t.Errorf("indexed %d times", n)
			}
		})
	}
}
