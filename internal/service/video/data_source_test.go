package video_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/engine"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestData reads what a video has, in the ways that no story shows.
func TestData(t *testing.T) {
	t.Parallel()
	const token = "eyJhbGciOiJIUzI1NiJ9.e30.abc"
	redirects := []mockserver.Option{mockserver.WidgetForAccountTokens(), mockserver.WidgetRedirect(http.StatusFound, true)}
	page := func(server *acctest.Server) {
		server.ChangeVideo(server.Account.ID, id, func(v *mockserver.Video) {
			v.Widget = `<iframe src="/player?accessToken=` + token + `&amp;id=7"></iframe>`
		})
	}
	says := func(text string) func(*acctest.Server) {
		return func(server *acctest.Server) {
			server.ChangeVideo(server.Account.ID, id, func(v *mockserver.Video) {
				v.Transcripts[v.SourceLanguage] = []mockserver.Cue{{End: time.Second, Text: text}}
			})
		}
	}
	for name, test := range map[string]struct {
		kind    string
		options []mockserver.Option
		arrange func(*acctest.Server)
		config  acctest.Values
		want    map[string]string // "-" for null
	}{
		"captions in another language": {
			"captions", nil, nil,
			acctest.Values{"language": "ar-BH", "index_id": id},
			map[string]string{"content": "WEBVTT\n\n00:00:00.000 --> 00:00:02.000\n[ar-BH] Welcome.\n", "format": "Vtt"},
		},
		"captions in quotes":      {"captions", nil, says(`"Hi"`), acctest.Values{"format": "Txt"}, map[string]string{"content": "\"Hi\"\n"}},
		"captions like a page":    {"captions", nil, says("&lt;html>"), acctest.Values{"format": "Txt"}, map[string]string{"content": "<html>\n"}},
		"captions as JSON string": {"captions", []mockserver.Option{mockserver.CaptionsAsString()}, says(`"Hi"`), acctest.Values{"format": "Txt"}, map[string]string{"content": "\"Hi\"\n"}},
		"a widget":                {"insights_widget", nil, page, nil, map[string]string{"url": "-", "content": `<iframe src="/player?accessToken=&amp;id=7"></iframe>`, "content_type": "text/html; charset=utf-8"}},
		"a widget's address":      {"insights_widget", redirects, nil, acctest.Values{"allow_edit": true}, map[string]string{"content": "-", "content_type": "-"}},
		"a part of the widget":    {"insights_widget", nil, nil, acctest.Values{"widget_type": "People"}, map[string]string{"url": "-"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newServer(t, test.options...)
			if test.arrange != nil {
				test.arrange(server)
			}
			got, diags := server.Protocol(t, nil).Data(t.Context(), "videoindexer_"+test.kind, acctest.Values{"video_id": id}.With(test.config))
			acctest.Succeeds(t, diags)
			for attribute, want := range test.want {
				if text := acctest.Text(got[attribute]); text != want {
					t.Errorf("%s is %q, want %q", attribute, text, want)
				}
			}
			if address := acctest.Text(got["url"]); name == "a widget's address" && !strings.HasSuffix(address, "?edit=true") {
				t.Errorf("the address is %s", address)
			}
			if part := acctest.Text(got["content"]); name == "a part of the widget" && !strings.Contains(part, `data-widgets="People" data-edit="false"`) {
				t.Errorf("the widget is %s", part)
			}
		})
	}
}

// TestPrivateWidget reads the widget of a private video, which the service shows only with a token of the video.
func TestPrivateWidget(t *testing.T) {
	t.Parallel()
	const wants = "only with a token of the video"
	for name, test := range map[string]struct {
		provider acctest.Values
		options  []mockserver.Option
		fault    *mockserver.Fault
		edit     bool
		says     []string // of the error
		silent   string   // of what it does not speak
	}{
		"extended":         {provider: extended},
		"for editing":      {provider: extended, edit: true},
		"not extended":     {says: []string{wants, "extended_operations = true"}, silent: "subscription_key"},
		"no such tokens":   {provider: extended, options: []mockserver.Option{mockserver.Lacks(http.StatusNotFound, "X23")}, says: []string{wants, "does not offer such tokens"}, silent: "subscription_key"},
		"an account token": {provider: acctest.Values{"extended_operations": true, "access_token": "own"}, says: []string{wants, "without access_token"}, silent: "subscription_key"},
		"both are refused": {
			provider: extended, fault: &mockserver.Fault{Endpoint: 13, Times: mockserver.Always, Do: mockserver.Refuse(http.StatusUnauthorized, "USER_NOT_ALLOWED", "no")},
			says: []string{"did not return a token of the video", "Check video_id"}, silent: "subscription_key",
		},
		"no token for it": {
			provider: extended, fault: &mockserver.Fault{Endpoint: mockserver.X(23), Times: mockserver.Always, Do: mockserver.Refuse(http.StatusUnauthorized, "USER_NOT_ALLOWED", "no")},
			says: []string{"did not return a token of the video", "Check video_id"}, silent: "subscription_key",
		},
		"a key that is refused": {
			provider: extended, fault: &mockserver.Fault{Times: mockserver.Always, Do: mockserver.Refuse(http.StatusUnauthorized, "USER_NOT_ALLOWED", "no")},
			says: []string{"subscription_key"}, silent: wants,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newServer(t, append(test.options, mockserver.Extended())...)
			server.ChangeVideo(server.Account.ID, id, func(v *mockserver.Video) { v.Private = true })
			settings := acctest.Values{}.With(test.provider)
			if settings["access_token"] == "own" {
				settings["access_token"] = server.AccountToken(server.Account.Location, server.Account.ID, false)
			}
			if test.fault != nil {
				server.Script(*test.fault)
			}
			got, diags := server.Protocol(t, settings).Data(t.Context(), "videoindexer_insights_widget", acctest.Values{"video_id": id, "allow_edit": test.edit})
			if test.says == nil {
				acctest.Succeeds(t, diags)
				if content := acctest.Text(got["content"]); !strings.Contains(content, fmt.Sprintf("data-edit=%q", strconv.FormatBool(test.edit))) || server.CountOf("X23") != 1 {
					t.Errorf("the widget is %s, with %d tokens", content, server.CountOf("X23"))
				}
				return
			}
			if said := acctest.Says(t, diags, acctest.Failure, test.says...); strings.Contains(said.Detail, test.silent) {
				t.Errorf("speaks of %s: %s", test.silent, said.Detail)
			}
		})
	}
}

// TestSourceFile_gone tells a file that is gone from an answer that is not the service's.
func TestSourceFile_gone(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		answer mockserver.Action
		says   []string
	}{
		"410":           {mockserver.Body(http.StatusGone, "text/plain", ""), []string{"Video or source file not found", "410"}},
		"404 elsewhere": {mockserver.GatewayHTML(http.StatusNotFound), []string{"Unable to read source file", "Probably another server has answered"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newServer(t)
			server.Script(mockserver.Fault{Endpoint: 12, Do: test.answer})
			acctest.Says(t, server.Protocol(t, nil).ReadData(t.Context(), "videoindexer_source_file", acctest.Values{"video_id": id}), acctest.Failure, test.says...)
		})
	}
}

// TestAccVideo_captionsAfterIndexing reads captions that depend on a video in the apply that indexes it again: they are those
// of the new indexing.
func TestAccVideo_captionsAfterIndexing(t *testing.T) {
	t.Parallel()
	server := newVideoServer(t, mockserver.IndexingPace(mockserver.AfterTime(1500*time.Millisecond)))
	server.ChangeVideo(server.Account.ID, id, func(v *mockserver.Video) {
		v.Transcripts["de-DE"] = []mockserver.Cue{{Start: 0, End: time.Second, Text: "Wilkommen."}}
	})
	step := func(language, text string) resource.TestStep {
		return resource.TestStep{
			Config: server.Config(`
resource "videoindexer_video" "test" {
  video_id          = "`+id+`"
  source_language   = "`+language+`"
  wait_for_indexing = true
}
data "videoindexer_captions" "new" {
  video_id   = videoindexer_video.test.video_id
  depends_on = [videoindexer_video.test]
}
`, "extended_operations = true"),
			ConfigStateChecks: []statecheck.StateCheck{statecheck.ExpectKnownValue("data.videoindexer_captions.new", tfjsonpath.New("content"),
				knownvalue.StringExact("WEBVTT\n\n00:00:00.000 --> 00:00:0"+text+"\n"))},
		}
	}
	engine.Run(t, resource.TestCase{Steps: []resource.TestStep{step("en-US", "2.000\nWelcome."), step("de-DE", "1.000\nWilkommen.")}})
}
