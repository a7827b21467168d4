package video_test

import (
	"net/http"
	"net/url"
	"testing"
	"testing/synctest"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// settings are the arguments of an indexing with a value, and the resulting parameters of the
// request.
var settings = []struct {
	argument, parameter string
	value               any
	sent                string
}{
	{"indexing_preset", "indexingPreset", "AdvancedVideo", "AdvancedVideo"},
	{"streaming_preset", "streamingPreset", "NoStreaming", "NoStreaming"},
	{"source_language", "sourceLanguage", "auto", "auto"},
	{"linguistic_model_id", "linguisticModelId", "lm", "lm"},
	{"person_model_id", "personModelId", "pm", "pm"},
	{"animation_model_id", "animationModelId", "am", "am"},
	{"priority", "priority", "High", "High"},
	{"brands_categories", "brandsCategories", []string{"drinks", "food"}, "drinks,food"},
	{"callback_url", "callbackUrl", "http://127.0.0.1:1/a?b=c&d=e", "http://127.0.0.1:1/a?b=c&d=e"},
	{"send_success_email", "sendSuccessEmail", false, "false"},
}

// TestVideoSettings configures one setting after the other, and then removes one after the other.
// Each change re-indexes the video with the configured settings. Without settings, the provider
// does not re-index the video.
func TestVideoSettings(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	server.SetImageModel(server.Account.ID, &mockserver.ImageModel{Endpoint: "https://imagemodel.example/"})
	server.AddPersonModel(server.Account.ID, mockserver.PersonModel{ID: "pm", Name: "pm"})
	video := server.Protocol(t, nil).Instance(videoType)
	video.Run(videoValues(nil))
	arguments := acctest.Values{}
	parameters := url.Values{}
	runs := func(argument string) {
		t.Helper()
		before := indexings(server)
		plan := video.Run(videoValues(arguments))
		if !plan.IsUpdate || plan.IsReplacement {
			t.Errorf("%s: update %t, replacement %t, want an update", argument, plan.IsUpdate, plan.IsReplacement)
		}
		all := server.Reindexes(server.Account.ID, id)[before:]
		if len(all) != min(1, len(parameters)) {
			t.Fatalf("%s: indexed %d times, want %d", argument, len(all), min(1, len(parameters)))
		}
		for _, one := range all {
			check.Equal(t, parameters, one.Parameters, "%s: parameters", argument)
		}
	}
	for _, s := range settings {
		arguments[s.argument] = s.value
		parameters.Set(s.parameter, s.sent)
		runs(s.argument)
	}
	video.WantUnchanged(videoValues(arguments))
	for _, s := range settings {
		delete(arguments, s.argument)
		parameters.Del(s.parameter)
		runs(s.argument + " unset")
	}
}

// TestVideoFailedCreate fails to adopt a video. If the create has written nothing, the video is
// not in the state. Neither a destroy nor the next apply deletes the video.
func TestVideoFailedCreate(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		fault mockserver.Fault
		says  []string
	}{
		"refused": {
			mockserver.Fault{Operation: mockserver.ReindexVideo, Do: mockserver.Status(http.StatusBadRequest)},
			[]string{"Unable to re-index video"},
		},
		"video gone": {
			mockserver.Fault{Operation: mockserver.GetCaptions, Do: mockserver.Refuse(http.StatusNotFound, "NOT_FOUND", "no")},
			[]string{"Video does not exist", "cannot upload"},
		},
		"account gone": {
			mockserver.Fault{Operation: mockserver.GetCaptions, Do: mockserver.Refuse(http.StatusBadRequest, "ACCOUNT_NOT_FOUND", "no")},
			[]string{"Unable to adopt video", "Check account_id and location"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newServer(t)
			video := server.Protocol(t, nil).Instance(videoType)
			config := deletePolicy.With(acctest.Values{"video_id": id, "priority": "High"})
			plan := video.MustPlan(config)
			server.Script(test.fault)
			acctest.MustSay(t, video.Apply(t.Context(), plan), acctest.Failure, test.says...)
			video.WantAbsent()
			video.Run(config)
			check.Equal(t, 1, indexings(server), "indexings")
			wantVideo(t, server)
		})
	}
}

// TestVideoProbablyStarted loses the response to the request for an indexing. The repeated request
// is refused because the indexing is in progress, and the provider warns.
func TestVideoProbablyStarted(t *testing.T) {
	t.Parallel()
	server := newServer(t, mockserver.WithIndexingEnd(mockserver.WhenTold()))
	video := server.Protocol(t, nil).Instance(videoType)
	plan := video.MustPlan(videoValues(acctest.Values{"priority": "High"}))
	server.Script(mockserver.Fault{Operation: mockserver.ReindexVideo, Do: mockserver.ResetAfter()})
	wantWarnings(t, video.Apply(t.Context(), plan), []string{
		"Indexing was probably started", "If something else has started that indexing",
	})
}

// TestVideoReadsSideBySide delays the response about the state of an indexing in the first refresh
// of a run, but not in another refresh.
func TestVideoReadsSideBySide(t *testing.T) {
	t.Parallel()
	acctest.InBubble(t, func(t *testing.T) {
		server := newExtendedServer(t)
		server.AddVideo(server.Account.ID, mockserver.Video{ID: "other"})
		protocol := server.Protocol(t, extended)
		failed := protocol.Instance(videoType)
		other := protocol.Instance(videoType)
		failed.Run(videoValues(acctest.Values{waitArgument: true}))
		other.Run(acctest.Values{"video_id": "other"})
		server.ChangeVideo(server.Account.ID, id, func(v *mockserver.Video) { v.State = "Failed" })
		server.Script(mockserver.Fault{Operation: mockserver.GetVideoIndex, Do: mockserver.SlowResponse(time.Minute)})
		acctest.Restart(failed, other)

		refreshed := make(chan []*tfprotov6.Diagnostic)
		go func() { refreshed <- failed.Refresh(t.Context()) }()
		// From here, the refresh waits for its response.
		synctest.Wait()
		began := time.Now()
		other.Refresh(t.Context())
		took := time.Since(began)
		if took > 10*time.Second {
			t.Errorf("a refresh took %s beside one that waits for a response, want at most 10s", took)
		}
		wantWarnings(t, <-refreshed, []string{"Video was not indexed"})
	})
}

// TestBadInput proves that a plan refuses each invalid argument, by its name and with what is
// allowed.
func TestBadInput(t *testing.T) {
	t.Parallel()
	transcript := func(content string) acctest.Values { return acctest.Values{"content": content} }
	usual := map[string]acctest.Values{
		videoType:      {"video_id": id},
		transcriptType: {"video_id": id, "language": "de-DE", "content": german},
		characterType:  {"video_id": id, "character_id": 1, "name": "Hero"},
	}
	for name, tests := range map[string]map[string]struct {
		changed acctest.Values
		says    []string
	}{
		videoType: {
			"preset":             {acctest.Values{"indexing_preset": "Best"}, []string{"indexing_preset", "AdvancedVideo"}},
			"streaming":          {acctest.Values{"streaming_preset": "4k"}, []string{"streaming_preset", "SingleBitrate"}},
			"language":           {acctest.Values{"source_language": "ar-BH"}, []string{"source_language", "multi"}},
			"priority":           {acctest.Values{"priority": "Urgent"}, []string{"priority", "High"}},
			"empty model":        {acctest.Values{"linguistic_model_id": ""}, []string{"linguistic_model_id"}},
			"callback with user": {acctest.Values{"callback_url": "https://me:pw@example.com"}, []string{"callback_url", "user name"}},
			"category":           {acctest.Values{"brands_categories": []string{"a,b"}}, []string{`An element of brands_categories "a,b" contains a comma`}},
			"empty category":     {acctest.Values{"brands_categories": []string{""}}, []string{`An element of brands_categories "" is empty`}},
			"no category":        {acctest.Values{"brands_categories": []string{}}, []string{"brands_categories", "at least 1"}},
			"policy":             {acctest.Values{"deletion_policy": "restore"}, []string{"deletion_policy", "abandon"}},
			"timeout":            {acctest.Values{"timeouts": acctest.Values{"create": "soon"}}, []string{"create", "soon"}},
			"id":                 {acctest.Values{"video_id": ".."}, []string{`video_id ".." is not an identifier`}},
		},
		transcriptType: {
			"empty":          {transcript(""), []string{"content is not a WebVTT transcript: line 1"}},
			"no cue":         {transcript("WEBVTT\n\nNOTE later\n"), []string{"expected at least one line"}},
			"prose":          {transcript("WEBVTT\n\nGuten Tag.\n"), []string{"content", "line 3: expected a line"}},
			"language":       {acctest.Values{"language": "br-BH"}, []string{`language "br-BH" is not supported; use one of`}},
			"other spelling": {acctest.Values{"language": "ar-bh"}, []string{`language "ar-bh" must be written "ar-BH"`}},
			"callback":       {acctest.Values{"callback_url": "ftp://example.com"}, []string{`callback_url "ftp://example.com" does not begin with http`}},
		},
		characterType: {
			"out of range": {acctest.Values{"character_id": 2147483648}, []string{"character_id must be a whole number from -2147483648 to 2147483647"}},
			"empty name":   {acctest.Values{"name": ""}, []string{`name "" is empty`}},
		},
	} {
		for what, test := range tests {
			t.Run(name+", "+what, func(t *testing.T) {
				t.Parallel()
				instance := acctest.NewServer(t).Protocol(t, nil).Instance(name)
				acctest.MustSay(t, instance.Validate(t.Context(), usual[name].With(test.changed)), acctest.Failure, test.says...)
			})
		}
	}
}
