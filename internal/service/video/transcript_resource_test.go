package video_test

import (
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const (
	transcriptAddress = "videoindexer_video_transcript.test"

	german      = "WEBVTT\n\n00:00:00.000 --> 00:00:01.500\nGuten Tag &amp; <v Anna>willkommen.\n\n00:00:01.500 --> 00:00:03.000\nEs geht los.\n"
	germanAgain = "\ufeffWEBVTT - Rennen\r\n\r\nNOTE Probe\r\n\r\n1\r\n00:00.000 --> 00:01.500 align:start\r\nGuten Tag &amp; <v Anna>willkommen.\r\n\r\n00:01.500 --> 00:03.000\r\nEs geht los.\r\n"
	germanLater = "00:00:00.000 --> 00:00:01.501\nGuten Tag.\n"
	englishText = "00:00:00.000 --> 00:00:01.000\nGood day.\n"
)

var germanCues = []mockserver.Cue{
	{Start: 0, End: 1500 * time.Millisecond, Text: "Guten Tag &amp; <v Anna>willkommen."},
	{Start: 1500 * time.Millisecond, End: 3 * time.Second, Text: "Es geht los."},
}

// transcriptBlock is a videoindexer_video_transcript of a language with the given content and lines.
func transcriptBlock(language, content string, lines ...string) string {
	return fmt.Sprintf("resource \"videoindexer_video_transcript\" \"test\" {\n  video_id = %q\n  language = %q\n  content = %q\n%s\n}\n",
		id, language, content, strings.Join(lines, "\n"))
}

// says checks the German cues on the server.
func says(server *acctest.Server, want []mockserver.Cue) resource.TestCheckFunc {
	return acctest.Remote(func() error {
		v, ok := server.Video(server.Account.ID, id)
		if !ok {
			return errors.New("the video is gone")
		}
		if diff := cmp.Diff(want, v.Transcripts["de-DE"]); diff != "" {
			return fmt.Errorf("transcript de-DE (-want +got):\n%s", diff)
		}
		return nil
	})
}

// TestAccTranscript_lifecycle walks the transcript of a translation through its life.
func TestAccTranscript_lifecycle(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	laterCues := []mockserver.Cue{{End: 1501 * time.Millisecond, Text: "Guten Tag."}}
	acctest.RunInProcess(t, resource.TestCase{
		CheckDestroy: says(server, laterCues), // destroy leaves the transcript as it is
		Steps: []resource.TestStep{
			{
				Config: server.Config(transcriptBlock("de-DE", german)),
				Check:  resource.ComposeAggregateTestCheckFunc(says(server, germanCues), indexings(server, 0)),
				ConfigStateChecks: []statecheck.StateCheck{
					statecheck.ExpectKnownValue(transcriptAddress, tfjsonpath.New("content"), knownvalue.StringExact(german)),
					statecheck.ExpectKnownValue(transcriptAddress, tfjsonpath.New("deletion_policy"), knownvalue.StringExact("abandon")),
				},
			},
			{Config: server.Config(transcriptBlock("de-DE", german)), ConfigPlanChecks: emptyPlan},
			{ // the same file in another form is no change
				PreConfig:        server.ResetRequests,
				Config:           server.Config(transcriptBlock("de-DE", germanAgain)),
				ConfigPlanChecks: emptyPlan, Check: server.WritesNothing(),
			},
			{
				Config:           server.Config(transcriptBlock("de-DE", germanLater)),
				ConfigPlanChecks: updates(transcriptAddress),
				Check:            resource.ComposeAggregateTestCheckFunc(says(server, laterCues), indexings(server, 0)),
			},
			{
				Config:           server.Config(transcriptBlock("de-DE", germanLater, "set_as_source_language = true", `callback_url = "http://127.0.0.1:1/done"`, "send_success_email = true")),
				ConfigPlanChecks: updates(transcriptAddress, plancheck.ExpectKnownValue(transcriptAddress, tfjsonpath.New("location"), knownvalue.StringExact(server.Account.Location))),
				Check: lastIndexed(server, 1, map[string][]string{
					"language": {"de-DE"}, "setAsSourceLanguage": {"true"}, "callbackUrl": {"http://127.0.0.1:1/done"}, "sendSuccessEmail": {"true"},
				}),
			},
			{
				Config:           server.Config(transcriptBlock("de-DE", germanLater)),
				ConfigPlanChecks: updates(transcriptAddress),
				Check:            lastIndexed(server, 2, map[string][]string{"language": {"de-DE"}}),
			},
			{
				ResourceName: transcriptAddress, ImportState: true, ImportStateId: id + "/de-DE", ImportStateVerify: true,
				ImportStateVerifyIdentifierAttribute: "video_id", ImportStateVerifyIgnore: []string{"content"},
			},
			{
				ResourceName: transcriptAddress, ImportState: true, ImportStateVerify: true,
				ImportStateId:                        fmt.Sprintf("%s/%s/%s/de-DE", server.Account.Location, server.Account.ID, id),
				ImportStateVerifyIdentifierAttribute: "video_id", ImportStateVerifyIgnore: []string{"content"},
			},
		},
	})
}

// TestAccTranscript_drift changes the transcript behind Terraform's back: in its words, in its times.
func TestAccTranscript_drift(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	config := server.Config(transcriptBlock("de-DE", german))
	change := func(f func(cues []mockserver.Cue) []mockserver.Cue) func() {
		return func() {
			server.ChangeVideo(server.Account.ID, id, func(v *mockserver.Video) { v.Transcripts["de-DE"] = f(v.Transcripts["de-DE"]) })
		}
	}
	acctest.RunInProcess(t, resource.TestCase{
		Steps: []resource.TestStep{
			{Config: config},
			{
				PreConfig: change(func(cues []mockserver.Cue) []mockserver.Cue { cues[1].Text = "Es geht nicht los."; return cues }),
				Config:    config, ConfigPlanChecks: updates(transcriptAddress), Check: says(server, germanCues),
			},
			{
				PreConfig: change(func(cues []mockserver.Cue) []mockserver.Cue { cues[0].End += time.Millisecond; return cues }),
				Config:    config, ConfigPlanChecks: updates(transcriptAddress), Check: says(server, germanCues),
			},
			{ // markup that is gone is formatting
				PreConfig: change(func(cues []mockserver.Cue) []mockserver.Cue {
					cues[0].Text = "Guten Tag &amp; willkommen."
					return cues
				}),
				Config: config, ConfigPlanChecks: emptyPlan,
			},
			{
				PreConfig: change(func([]mockserver.Cue) []mockserver.Cue { return nil }),
				Config:    config, ConfigPlanChecks: updates(transcriptAddress), Check: says(server, germanCues),
			},
		},
	})
}

func TestAccTranscript_badDay(t *testing.T) {
	t.Parallel()
	for day := range badDays {
		t.Run(day, func(t *testing.T) {
			t.Parallel()
			server := newServer(t)
			befall(server, day, 2, 3, 8, 9)()
			acctest.RunInProcess(t, resource.TestCase{
				Steps: []resource.TestStep{
					{Config: server.Config(transcriptBlock("de-DE", german)), Check: says(server, germanCues)},
					{
						PreConfig:        befall(server, day, 2, 3, 8, 9),
						Config:           server.Config(transcriptBlock("de-DE", germanLater)),
						ConfigPlanChecks: updates(transcriptAddress),
					},
				},
			})
		})
	}
}

// TestAccTranscript_fails has the service refuse: nothing is recorded as done.
func TestAccTranscript_fails(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	refuse := func(times int) func() {
		return func() {
			server.Script(mockserver.Fault{Endpoint: 9, Times: times, Do: mockserver.Body(http.StatusBadRequest, "application/json",
				`{"ErrorType":"INVALID_VTT_INPUT","Message":"cue 2 is odd"}`)})
		}
	}
	acctest.RunInProcess(t, resource.TestCase{
		Steps: []resource.TestStep{
			{
				// the text is refused, and so are its cues alone
				PreConfig: refuse(2), Config: server.Config(transcriptBlock("de-DE", german)),
				ExpectError: regexp.MustCompile(`(?s)Unable to update transcript.*content = .*transcript de-DE of video\s+"a1b2c3d4e5".*400 INVALID_VTT_INPUT: cue 2 is odd.*Correct the transcript`),
			},
			{Config: server.Config(transcriptBlock("de-DE", german)), ConfigPlanChecks: resource.ConfigPlanChecks{
				PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(transcriptAddress, plancheck.ResourceActionCreate)},
			}},
			{PreConfig: refuse(1), Config: server.Config(transcriptBlock("de-DE", germanLater)), ExpectError: regexp.MustCompile(`INVALID_VTT_INPUT`)},
			{Config: server.Config(transcriptBlock("de-DE", germanLater)), ConfigPlanChecks: updates(transcriptAddress)},
		},
	})
}
