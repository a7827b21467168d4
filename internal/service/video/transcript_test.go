package video_test

import (
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const (
	german      = "WEBVTT\n\n00:00:00.000 --> 00:00:01.500\nGuten Tag &amp; <v Anna>willkommen.\n"
	germanAgain = "\ufeffWEBVTT - Rennen\r\n\r\nNOTE Probe\r\n\r\n1\r\n00:00.000 --> 00:01.500 align:start\r\nGuten Tag &amp; <v Anna>willkommen.\r\n"
	germanLater = "00:00:00.000 --> 00:00:01.501\nGuten Tag.\n"
)

// transcriptValues returns a configuration of the German transcript with further arguments.
func transcriptValues(content string, more acctest.Values) acctest.Values {
	return acctest.Values{"video_id": id, "language": "de-DE", "content": content}.With(more)
}

// TestTranscriptPlanOfUpdate expects a warning of an indexing if the apply sends the transcript,
// and none if the transcript is the same.
func TestTranscriptPlanOfUpdate(t *testing.T) {
	t.Parallel()
	transcript := applied(t, newServer(t), transcriptType, transcriptValues(german, nil))
	transcript.WantUnchanged(transcriptValues(german, nil))
	transcript.WantUnchanged(transcriptValues(germanAgain, nil))
	for name, changed := range map[string]acctest.Values{
		"other text": {"content": germanLater}, "unknown text": {"content": unknown},
		"source language": {"set_as_source_language": true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			transcript := applied(t, newServer(t), transcriptType, transcriptValues(german, nil))
			plan := transcript.MustPlan(transcriptValues(german, changed))
			wantWarnings(t, plan.Diagnostics, []string{"Video may be re-indexed"})
		})
	}
}

// TestTranscriptPlanOfUnknown plans the transcript of an unknown video, which may have a
// transcript.
func TestTranscriptPlanOfUnknown(t *testing.T) {
	t.Parallel()
	transcript := newServer(t).Protocol(t, nil).Instance(transcriptType)
	wantWarnings(
		t, transcript.MustPlan(transcriptValues(german, acctest.Values{"video_id": unknown})).Diagnostics,
		[]string{"Transcript may be replaced", "transcript de-DE of video (id known after apply)", "keeps no copy"},
		[]string{"Video may be re-indexed"},
	)
}

// TestTranscriptWithWhiteSpace applies a transcript of a large video site, whose texts have lines
// of white space. One service reads WebVTT, and the other accepts only blocks between blank lines.
func TestTranscriptWithWhiteSpace(t *testing.T) {
	t.Parallel()
	for name, options := range map[string][]mockserver.Option{
		"WebVTT": nil, "blocks": {mockserver.WithStrictTranscripts()},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			config := transcriptValues("WEBVTT\n\n00:00:00.000 --> 00:00:01.500\n \nGuten\n\t\nNOTE Tag\n\n00:00:01.500 --> 00:00:02.000\n \n \n2\n00:00:02.000 --> 00:00:03.000\nWelt", nil)
			applied(t, newServer(t, options...), transcriptType, config).WantUnchanged(config)
		})
	}
}
