package video_test

import (
	"fmt"
	"net/http"
	"strconv"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestData reads the data of a video in the cases that no scenario shows.
func TestData(t *testing.T) {
	t.Parallel()
	const token = "eyJhbGciOiJIUzI1NiJ9.e30.abc"
	redirects := []mockserver.Option{mockserver.WithWidgetForAccountTokens(), mockserver.WithWidgetRedirects()}
	page := func(server *acctest.Server) {
		server.ChangeVideo(server.Account.ID, id, func(v *mockserver.Video) {
			v.Widget = `<iframe src="/player?accessToken=` + token + `&amp;id=7"></iframe>`
		})
	}
	for name, test := range map[string]struct {
		kind    string
		options []mockserver.Option
		arrange func(*acctest.Server)
		config  acctest.Values
		want    map[string]string // "-" for null
		has     map[string]string // parts of values
	}{
		"captions in another language, as a JSON string": {
			kind: "captions", options: []mockserver.Option{mockserver.WithCaptionsAsString()},
			config: acctest.Values{"language": "ar-BH", "index_id": id},
			want:   map[string]string{"content": "WEBVTT\n\n00:00:00.000 --> 00:00:02.000\n[ar-BH] Welcome.\n", "format": "Vtt"},
		},
		"a widget": {
			kind: "insights_widget", arrange: page,
			want: map[string]string{"url": "-", "content": `<iframe src="/player?accessToken=&amp;id=7"></iframe>`, "content_type": "text/html; charset=utf-8"},
		},
		"a widget's address": {
			kind: "insights_widget", options: redirects, config: acctest.Values{"allow_edit": true},
			want: map[string]string{"content": "-", "content_type": "-"}, has: map[string]string{"url": "?edit=true"},
		},
		"a part of the widget": {
			kind: "insights_widget", config: acctest.Values{"widget_type": "People"},
			want: map[string]string{"url": "-"},
			has:  map[string]string{"content": `data-widgets="People" data-edit="false"`},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newServer(t, test.options...)
			if test.arrange != nil {
				test.arrange(server)
			}
			got, diags := server.Protocol(t, nil).Data(
				t.Context(), "videoindexer_"+test.kind, acctest.Values{"video_id": id}.With(test.config),
			)
			acctest.MustSucceed(t, diags)
			for attribute, want := range test.want {
				check.Equal(t, want, acctest.Text(got[attribute]), "%s", attribute)
			}
			for attribute, part := range test.has {
				text := acctest.Text(got[attribute])
				check.Contains(t, part, text, "%s", attribute)
			}
		})
	}
}

// TestPrivateWidget reads the widget of a private video, which the service shows only with a token
// of the video.
func TestPrivateWidget(t *testing.T) {
	t.Parallel()
	refuses := func(operation mockserver.Operation) *mockserver.Fault {
		return &mockserver.Fault{
			Operation: operation, Times: mockserver.Always,
			Do: mockserver.Refuse(http.StatusUnauthorized, "USER_NOT_ALLOWED", "no"),
		}
	}
	wants := []string{
		"may need a token of the video", "extended_operations = true and without access_token", "check video_id",
	}
	for name, test := range map[string]struct {
		provider acctest.Values
		options  []mockserver.Option
		fault    *mockserver.Fault
		edit     bool
		says     []string // of the error
	}{
		"extended":     {provider: extended},
		"for editing":  {provider: extended, edit: true},
		"not extended": {says: wants},
		"no such tokens": {
			provider: extended,
			options:  []mockserver.Option{mockserver.WithoutOperations(http.StatusNotFound, mockserver.GetVideoAccessToken)},
			says:     []string{"lacks this extended operation"},
		},
		"an account token":                    {provider: acctest.Values{"extended_operations": true, "access_token": "own"}, says: wants},
		"the widget refused with both tokens": {provider: extended, fault: refuses(mockserver.GetInsightsWidget), says: wants},
		"no token for the video":              {provider: extended, fault: refuses(mockserver.GetVideoAccessToken), says: wants},
		"a key that is refused":               {provider: extended, fault: refuses(""), says: []string{"subscription_key"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newServer(t, append(test.options, mockserver.WithExtended())...)
			server.ChangeVideo(server.Account.ID, id, func(v *mockserver.Video) { v.Private = true })
			settings := acctest.Values{}.With(test.provider)
			if settings["access_token"] == "own" {
				settings["access_token"] = server.AccountToken(
					server.Account.Location, server.Account.ID, mockserver.Read,
				)
			}
			if test.fault != nil {
				server.Script(*test.fault)
			}
			got, diags := server.Protocol(t, settings).Data(t.Context(), "videoindexer_insights_widget", acctest.Values{
				"video_id": id, "allow_edit": test.edit,
			})
			if test.says == nil {
				acctest.MustSucceed(t, diags)
				content := acctest.Text(got["content"])
				want := fmt.Sprintf("data-edit=%q", strconv.FormatBool(test.edit))
				check.Equal(t, 1, server.Count(mockserver.GetVideoAccessToken), "tokens of the video")
				check.Contains(t, want, content, "the widget")
				return
			}
			acctest.MustSay(t, diags, acctest.Failure, test.says...)
		})
	}
}

// TestSourceFileGone distinguishes a missing file from a response of another server.
func TestSourceFileGone(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		response mockserver.Action
		says     []string
	}{
		"410":           {mockserver.Body(http.StatusGone, "text/plain", ""), []string{"Video or source file not found", "410"}},
		"404 elsewhere": {mockserver.GatewayHTML(http.StatusNotFound), []string{"Unable to read source file", "Another server has probably answered"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newServer(t)
			server.Script(mockserver.Fault{Operation: mockserver.GetSourceFileURL, Do: test.response})
			acctest.MustSay(
				t,
				server.Protocol(t, nil).DataDiagnostics(t.Context(), "videoindexer_source_file", acctest.Values{"video_id": id}),
				acctest.Failure, test.says...,
			)
		})
	}
}

const indexData = "videoindexer_video_index"

// TestVideoIndex reads the parts of an index, in the language of the video and in another one.
// Missing parts are null, and empty parts are empty.
func TestVideoIndex(t *testing.T) {
	t.Parallel()
	server := newExtendedServer(t)
	server.ChangeVideo(server.Account.ID, id, func(v *mockserver.Video) {
		v.DurationInSeconds = 61
		v.Insights = map[string]any{
			"brands": []map[string]any{{
				"name": "Ashgrove", "description": "Tools", "referenceUrl": "https://a.example", "confidence": 0.5,
				"instances": []map[string]any{{"start": "0:00:01", "end": "0:00:02.5"}},
			}},
			"faces": []map[string]any{{"id": 1003, "name": "Ada", "title": "Engineer", "knownPersonId": "p"}},
		}
	})
	read := func(config acctest.Values) map[string]tftypes.Value {
		index, diags := server.Protocol(t, extended).Data(
			t.Context(), indexData, acctest.Values{"video_id": id}.With(config),
		)
		acctest.MustSucceed(t, diags)
		return index
	}
	var wantRows func(what string, list tftypes.Value, want ...map[string]string)
	wantRows = func(what string, list tftypes.Value, want ...map[string]string) {
		t.Helper()
		rows := acctest.Elements(t, list)
		if list.IsNull() || len(rows) != len(want) {
			t.Fatalf("%s: null: %t, %d rows, want false and %d", what, list.IsNull(), len(rows), len(want))
		}
		for i, element := range rows {
			got := map[string]string{}
			values := acctest.Parts(t, element)
			appearances, isThere := values["appearances"]
			if isThere {
				wantRows("appearances", appearances,
					map[string][]map[string]string{"brands": {{"start": "0:00:01", "end": "0:00:02.5"}}}[what]...)
				delete(values, "appearances")
			}
			for name, value := range values {
				got[name] = acctest.Text(value)
			}
			check.Equal(t, want[i], got, "row %d of %s", i, what)
		}
	}
	line := map[string]string{
		"text": "Welcome.", "start": "0:00:00.000", "end": "0:00:02.000",
		"language": "en-US", "speaker_id": "-", "confidence": "0.9",
	}
	index := read(nil)
	wantRows("transcript", index["transcript"], line)
	wantRows("brands", index["brands"], map[string]string{
		"name": "Ashgrove", "description": "Tools", "reference_url": "https://a.example", "confidence": "0.5",
	})
	wantRows("faces", index["faces"], map[string]string{
		"face_id": "1003", "name": "Ada", "title": "Engineer", "description": "-", "known_person_id": "p", "confidence": "-",
	})
	state := acctest.Text(index["state"])
	duration := acctest.Text(index["duration"])
	check.Equal(t, []string{"Processed", "61"}, []string{state, duration}, "state and duration")
	check.Equal(t, false, index["json"].IsNull(), "json is null")
	index = read(acctest.Values{"language": "de-DE", "include_json": false})
	line["language"] = "de-DE"
	line["text"] = "[de-DE] Welcome."
	wantRows("transcript", index["transcript"], line)
	if !index["json"].IsNull() {
		t.Errorf("json is %s, want null", acctest.Text(index["json"]))
	}
	server.Script(mockserver.Fault{
		Operation: mockserver.GetVideoIndex,
		Do:        mockserver.Body(http.StatusOK, "application/json", `{"state":"Processing","videos":[{"insights":{"transcript":[],"brands":[]}}]}`),
	})
	index = read(nil)
	wantRows("transcript", index["transcript"])
	wantRows("brands", index["brands"])
	if !index["faces"].IsNull() || !index["duration"].IsNull() {
		t.Errorf("faces %s, duration %s, want null twice",
			acctest.Text(index["faces"]), acctest.Text(index["duration"]))
	}
}
