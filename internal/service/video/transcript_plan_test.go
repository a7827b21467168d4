package video_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// transcriptValues is a configuration of the transcript of a language with further arguments.
func transcriptValues(language, content string, more acctest.Values) acctest.Values {
	return acctest.Values{"video_id": id, "language": language, "content": content, "deletion_policy": "abandon"}.With(more)
}

// TestTranscriptPlanLooks reads what the plan of a create says of the captions that it replaces.
func TestTranscriptPlanLooks(t *testing.T) {
	t.Parallel()
	mayIndex := []string{"Video may be indexed again", "transcript de-DE of video", "The service does not say"}
	for name, test := range map[string]struct {
		change func(*mockserver.Video)
		fault  *mockserver.Fault // of the look
		config acctest.Values
		want   [][]string
		looks  int
	}{
		"two cues": {
			change: func(v *mockserver.Video) { v.Transcripts["de-DE"] = germanCues }, looks: 1,
			want: [][]string{{"Transcript will be replaced", `replaces what the service has for transcript de-DE of video "a1b2c3d4e5"`}, mayIndex},
		},
		"no cue":      {change: func(v *mockserver.Video) { v.Transcripts["de-DE"] = nil }, looks: 1, want: [][]string{mayIndex}},
		"not to read": {fault: &mockserver.Fault{Endpoint: 8, Do: mockserver.Body(http.StatusOK, "text/vtt", "WEBVTT\n\n00:99 --> x\n")}, looks: 1, want: [][]string{{"Transcript will be replaced"}, mayIndex}},
		"indexing failed": {
			change: func(v *mockserver.Video) { v.State = mockserver.VideoFailed }, looks: 1,
			want: [][]string{{"Transcript will be replaced without a comparison", "400 INVALID_INPUT", "its indexing failed"}, mayIndex},
		},
		"being indexed": {
			fault: &mockserver.Fault{Endpoint: 8, Do: mockserver.Body(http.StatusConflict, "application/json", `{"ErrorType":"VIDEO_ALREADY_IN_PROGRESS"}`)}, looks: 1,
			want: [][]string{{"Transcript will be replaced without a comparison", "409", "is being indexed"}, mayIndex},
		},
		"source language": {
			config: acctest.Values{"set_as_source_language": true}, looks: 1,
			want: [][]string{{"Transcript will be replaced"}, {"Video will be indexed again", "with set_as_source_language", `of video "a1b2c3d4e5"`, "indexes the video again"}},
		},
		"unknown content": {config: acctest.Values{"content": unknown}, looks: 1, want: [][]string{{"Transcript will be replaced"}, mayIndex}},
		"unknown video": {
			config: acctest.Values{"video_id": unknown},
			want:   [][]string{{"Video may be indexed again", "transcript de-DE of video (id known after apply)"}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newServer(t)
			if test.change != nil {
				server.ChangeVideo(server.Account.ID, id, test.change)
			}
			if test.fault != nil {
				server.Script(*test.fault)
			}
			plan := server.Protocol(t, nil).Instance(transcriptType).Plan(t.Context(), transcriptValues("de-DE", german, test.config))
			expect(t, plan.Diagnostics, warning, test.want...)
			if n := server.Count(8); n != test.looks {
				t.Errorf("%d requests for captions, want %d", n, test.looks)
			}
		})
	}
}

// TestTranscriptPlanRefuses plans transcripts of what is not there or cannot be reached.
func TestTranscriptPlanRefuses(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		fault mockserver.Fault
		want  []string
	}{
		"missing":     {mockserver.Fault{}, []string{"Video does not exist", `"a1b2c3d4e5"`}},
		"gateway":     {mockserver.Fault{Endpoint: 8, Do: mockserver.GatewayHTML(http.StatusNotFound)}, []string{"Unable to read transcript", "404"}},
		"foreign 400": {mockserver.Fault{Endpoint: 8, Do: mockserver.Body(http.StatusBadRequest, "text/plain", "no")}, []string{"Unable to read transcript", "400"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newServer(t)
			if test.fault.Endpoint == 0 {
				server.RemoveVideo(server.Account.ID, id)
			} else {
				server.Script(test.fault)
			}
			plan := server.Protocol(t, nil).Instance(transcriptType).Plan(t.Context(), transcriptValues("de-DE", german, nil))
			expect(t, plan.Diagnostics, failure, test.want)
		})
	}
}

// TestTranscriptPlanOfUpdate announces an indexing where the transcript is sent, and nothing where it is not.
func TestTranscriptPlanOfUpdate(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	transcript := created(t, server, transcriptType, transcriptValues("de-DE", german, nil))
	expect(t, transcript.Planned(transcriptValues("de-DE", german, nil)).Diagnostics, warning)
	expect(t, transcript.Planned(transcriptValues("de-DE", germanAgain, nil)).Diagnostics, warning)
	expect(t, transcript.Planned(transcriptValues("de-DE", germanLater, nil)).Diagnostics, warning, []string{"Video may be indexed again"})
	expect(t, transcript.Planned(transcriptValues("de-DE", german, acctest.Values{"set_as_source_language": true})).Diagnostics, warning,
		[]string{"Video will be indexed again"})
}

// TestTranscriptReadBackFails loses the look at the captions after an update: the video is not indexed a second time for
// it, whatever the captions show until the indexing is done.
func TestTranscriptReadBackFails(t *testing.T) {
	t.Parallel()
	for name, action := range map[string]mockserver.Action{
		"500":           mockserver.Status(http.StatusInternalServerError),
		"no such video": mockserver.Status(http.StatusNotFound),
		"401":           mockserver.Status(http.StatusUnauthorized),
		"being indexed": mockserver.Body(http.StatusConflict, "application/json", `{"ErrorType":"VIDEO_ALREADY_IN_PROGRESS"}`),
		"no captions":   mockserver.Body(http.StatusOK, "text/html", "<html>Sign in</html>"),
	} {
		for _, isUpdate := range []bool{false, true} {
			t.Run(name+map[bool]string{true: ", update", false: ", create"}[isUpdate], func(t *testing.T) {
				t.Parallel()
				server := newServer(t, mockserver.IndexingPace(mockserver.WhenTold()))
				settings := acctest.Values{"max_retries": 0}
				transcript := server.Protocol(t, settings).Instance(transcriptType)
				skip, times := 1, 1 // the look of the plan of a create passes
				if isUpdate {
					acctest.Succeeds(t, transcript.Apply(t.Context(), transcript.Planned(transcriptValues("en-US", "00:00.000 --> 00:01.000\nFirst.\n", nil))))
					server.FinishIndexing(server.Account.ID, id, "")
					transcript.Protocol = server.Protocol(t, settings)
					acctest.Succeeds(t, transcript.Refresh(t.Context()))
					skip = 0
				}
				if name == "401" {
					times = mockserver.Always
				}
				before := len(server.Reindexes(server.Account.ID, id))
				config := transcriptValues("en-US", englishText, nil)
				plan := transcript.Planned(config)
				transcript.Protocol = server.Protocol(t, settings)
				server.Script(mockserver.Fault{Endpoint: 8, Skip: skip, Times: times, Do: action})
				acctest.Succeeds(t, transcript.Apply(t.Context(), plan))
				server.ClearFaults()
				look := func(when string, wantUpdate bool) {
					t.Helper()
					transcript.Protocol = server.Protocol(t, settings)
					acctest.Succeeds(t, transcript.Refresh(t.Context()))
					if again := transcript.Planned(config); again.IsUpdate != wantUpdate {
						t.Errorf("%s: an update is planned: %t, want %t", when, again.IsUpdate, wantUpdate)
					}
				}
				look("while it is indexed", false)
				look("a second time", false)
				server.FinishIndexing(server.Account.ID, id, "")
				look("indexed", false)
				if n := len(server.Reindexes(server.Account.ID, id)) - before; n != 1 {
					t.Errorf("indexed %d times", n)
				}
				server.ChangeVideo(server.Account.ID, id, func(v *mockserver.Video) {
					v.Transcripts["en-US"] = []mockserver.Cue{{End: time.Second, Text: "Somebody else."}}
				})
				look("changed by somebody", true)
				if got := transcript.Texts()["content"]; !strings.Contains(got, "Somebody else.") {
					t.Errorf("the state says %q", got)
				}
			})
		}
	}
}

// TestTranscriptChangedWhileIndexed has somebody change the captions after the look at them was lost, and after a refresh
// has seen what they show: that is a change, indexing or not.
func TestTranscriptChangedWhileIndexed(t *testing.T) {
	t.Parallel()
	server := newServer(t, mockserver.IndexingPace(mockserver.WhenTold()))
	config := transcriptValues("en-US", englishText, nil)
	transcript := server.Protocol(t, acctest.Values{"max_retries": 0}).Instance(transcriptType)
	server.Script(mockserver.Fault{Endpoint: 8, Skip: 2, Do: mockserver.Status(http.StatusInternalServerError)})
	acctest.Succeeds(t, transcript.Apply(t.Context(), transcript.Planned(config)))
	acctest.Succeeds(t, transcript.Refresh(t.Context()))
	if transcript.Planned(config).IsUpdate {
		t.Error("an update is planned while the transcript is on its way")
	}
	server.ChangeVideo(server.Account.ID, id, func(v *mockserver.Video) {
		v.Transcripts["en-US"] = []mockserver.Cue{{End: time.Second, Text: "Somebody else."}}
	})
	acctest.Succeeds(t, transcript.Refresh(t.Context()))
	if !transcript.Planned(config).IsUpdate {
		t.Error("no update is planned after somebody's change")
	}
}
