package mockserver_test

import (
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

func TestReindexRecordsWhatWasAsked(t *testing.T) {
	t.Parallel()
	st := newMediaServer(t)
	st.video(mockserver.Video{})
	query := "indexingPreset=AdvancedVideo&streamingPreset=NoStreaming&sourceLanguage=multi&sendSuccessEmail=true" +
		"&linguisticModelId=l1&personModelId=p1&priority=High&brandsCategories=a%2Cb"

	st.wants(st.send(http.MethodPut, st.videoPath("/ReIndex?"+query), ""), http.StatusNoContent, "")

	started := st.Reindexes(account, videoID)
	if len(started) != 1 {
		t.Fatalf("%d indexings", len(started))
	}
	want, err := url.ParseQuery(query)
	if err != nil {
		t.Fatal(err)
	}
	same(t, started[0].Parameters, want)
	same(t, started[0].Endpoint, 7)
}

func TestReindexRefusals(t *testing.T) {
	t.Parallel()
	const trained = "3d1cf14c-9a39-4d9d-8a4a-7fb4a1b9d1f0"
	imageModel := &mockserver.ImageModel{Tags: map[string][]string{"known": nil}}
	for name, tc := range map[string]struct {
		options   []mockserver.Option
		video     mockserver.Video
		trial     bool
		connected *mockserver.ImageModel
		query     string
		status    int
		errorType string
		violates  bool
	}{
		"preset":          {query: "indexingPreset=default", status: 400, errorType: "INVALID_INPUT", violates: true},
		"streaming":       {query: "streamingPreset=None", status: 400, errorType: "INVALID_INPUT", violates: true},
		"language":        {query: "sourceLanguage=sv-SE", status: 400, errorType: "INVALID_INPUT", violates: true},
		"priority":        {query: "priority=Urgent", status: 400, errorType: "INVALID_INPUT", violates: true},
		"mail":            {query: "sendSuccessEmail=yes", status: 400, errorType: "INVALID_INPUT", violates: true},
		"callback":        {query: "callbackUrl=ftp%3A%2F%2Fhost%2F", status: 400, errorType: "INVALID_INPUT", violates: true},
		"unknown name":    {query: "privacy=Private", status: 400, errorType: "INVALID_INPUT", violates: true},
		"empty model":     {query: "personModelId=", status: 400, errorType: "INVALID_INPUT", violates: true},
		"trial":           {trial: true, query: "priority=Low", status: 400, errorType: "OPERATION_NOT_SUPPORTED_ON_TRIAL"},
		"upload failed":   {video: mockserver.Video{State: mockserver.VideoUploadFailed}, status: 400, errorType: "INVALID_INPUT"},
		"indexing":        {options: []mockserver.Option{mockserver.IndexingPace(mockserver.WhenTold())}, video: mockserver.Video{State: mockserver.VideoProcessing}, status: 409, errorType: "VIDEO_ALREADY_IN_PROGRESS"},
		"language model":  {query: "linguisticModelId=other", status: 400, errorType: "INVALID_INPUT"},
		"known model":     {query: "linguisticModelId=" + trained, status: 204},
		"unchecked model": {options: []mockserver.Option{mockserver.UncheckedModels()}, query: "linguisticModelId=other", status: 204},
		"person model":    {query: "personModelId=other", status: 400, errorType: "INVALID_INPUT"},
		"no image model":  {query: "animationModelId=m", status: 404, errorType: "IMAGE_MODEL_ACCOUNT_NOT_FOUND"},
		"animation model": {connected: imageModel, query: "animationModelId=other", status: 400, errorType: "INVALID_INPUT"},
		"animation known": {connected: imageModel, query: "animationModelId=known", status: 204},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			st := newMediaServer(t, tc.options...)
			st.refuses = tc.violates
			if tc.trial {
				trial := mockserver.DefaultAccount()
				trial.AccountType = "Trial"
				st.AddAccount(trial)
			}
			st.AddLanguageModel(account, mockserver.LanguageModel{Name: "m", LanguageModelID: trained})
			st.AddFaces(account, "5f0f4d3e-57d8-4f0e-9a2a-0c6a3a2b1c0d", "9d3e2c1b-0a4f-4e5d-8c7b-6a5f4e3d2c1b")
			st.SetImageModel(account, tc.connected)
			st.video(tc.video)
			st.wants(st.send(http.MethodPut, st.videoPath("/ReIndex?"+tc.query), ""), tc.status, tc.errorType)
			if started := st.Reindexes(account, videoID); (len(started) == 1) != (tc.status == http.StatusNoContent) {
				t.Errorf("%d indexings after status %d", len(started), tc.status)
			}
		})
	}
}

func TestReindexRecordsHoldNoToken(t *testing.T) {
	t.Parallel()
	st := newMediaServer(t)
	st.refuses = true // a token in a query is one for the logs
	st.video(mockserver.Video{})
	query := "?priority=Low&accessToken=" + st.token
	st.token = ""
	st.wants(st.send(http.MethodPut, st.videoPath("/ReIndex"+query), ""), http.StatusNoContent, "")
	same(t, st.Reindexes(account, videoID)[0].Parameters, url.Values{"priority": {"Low"}})
}

func TestReindexChangesTheVideo(t *testing.T) {
	t.Parallel()
	st := newMediaServer(t, mockserver.IndexingPace(mockserver.WhenTold()))
	st.SetImageModel(account, &mockserver.ImageModel{})
	st.video(mockserver.Video{})
	st.wants(st.send(http.MethodPut, st.videoPath("/ReIndex?animationModelId=m1&sourceLanguage=fr-FR"), ""), http.StatusNoContent, "")
	same(t, st.now().AnimationModelID+st.now().SourceLanguage, "en-US")
	st.FinishIndexing(account, videoID, "")
	same(t, st.now().AnimationModelID+" "+st.now().SourceLanguage, "m1 fr-FR")
	same(t, len(st.now().Transcripts["fr-FR"]), 1)
	// Detecting the language does not change it.
	st.wants(st.send(http.MethodPut, st.videoPath("/ReIndex?sourceLanguage=auto"), ""), http.StatusNoContent, "")
	st.FinishIndexing(account, videoID, "")
	same(t, st.now().SourceLanguage, "fr-FR")
}

func TestMissingVideo(t *testing.T) {
	t.Parallel()
	st := newMediaServer(t)
	for _, tc := range []struct{ method, path, body string }{
		{http.MethodPut, "/ReIndex", ""},
		{http.MethodGet, "/Captions", ""},
		{http.MethodPut, "/Index/Transcript", twoCues},
		{http.MethodDelete, "", ""},
		{http.MethodGet, "/SourceFile/DownloadUrl", ""},
	} {
		st.wants(st.send(tc.method, st.videoPath(tc.path), tc.body), http.StatusNotFound, "NOT_FOUND")
	}
}

func TestIndexingPaces(t *testing.T) {
	t.Parallel()
	reindex := func(st *mediaServer) int { return st.send(http.MethodPut, st.videoPath("/ReIndex"), "").status }

	t.Run("requests", func(t *testing.T) {
		t.Parallel()
		st := newMediaServer(t, mockserver.IndexingPace(mockserver.AfterRequests(2)))
		st.video(mockserver.Video{})
		same(t, []int{reindex(st), reindex(st), reindex(st), reindex(st)}, []int{204, 409, 409, 204})
	})
	t.Run("told", func(t *testing.T) {
		t.Parallel()
		st := newMediaServer(t, mockserver.IndexingPace(mockserver.WhenTold()))
		st.video(mockserver.Video{})
		same(t, []int{reindex(st), reindex(st)}, []int{204, 409})
		same(t, st.now().State, mockserver.VideoProcessing)
		same(t, st.FinishIndexing(account, videoID, mockserver.VideoFailed), true)
		same(t, st.FinishIndexing(account, videoID, mockserver.VideoFailed), false)
		same(t, st.now().State, mockserver.VideoFailed)
		st.wants(st.send(http.MethodGet, st.videoPath("/Captions"), ""), http.StatusBadRequest, "INVALID_INPUT")
		same(t, reindex(st), 204)
	})
	t.Run("clock", func(t *testing.T) {
		t.Parallel()
		clock := newClock()
		st := newMediaServer(t, mockserver.IndexingPace(mockserver.AfterTime(10*time.Minute)), mockserver.WithClock(clock.Now))
		st.video(mockserver.Video{})
		same(t, []int{reindex(st), reindex(st)}, []int{204, 409})
		clock.pass(10*time.Minute - time.Second)
		same(t, reindex(st), 409)
		clock.pass(time.Second)
		same(t, reindex(st), 204)
	})
	t.Run("in proportion to the length", func(t *testing.T) {
		t.Parallel()
		clock := newClock()
		st := newMediaServer(t, mockserver.IndexingPace(mockserver.InProportion(0.5)), mockserver.WithClock(clock.Now))
		st.video(mockserver.Video{DurationInSeconds: 1200})
		same(t, []int{reindex(st), reindex(st)}, []int{204, 409})
		clock.pass(10*time.Minute - time.Second)
		same(t, reindex(st), 409)
		clock.pass(time.Second)
		same(t, reindex(st), 204)
	})
	t.Run("changed outside", func(t *testing.T) {
		t.Parallel()
		st := newMediaServer(t, mockserver.IndexingPace(mockserver.WhenTold()))
		st.video(mockserver.Video{})
		st.ChangeVideo(account, videoID, func(v *mockserver.Video) { v.State = mockserver.VideoProcessing })
		same(t, reindex(st), 409)
		st.ChangeVideo(account, videoID, func(v *mockserver.Video) { v.State = mockserver.VideoProcessed })
		same(t, reindex(st), 204)
		st.RemoveVideo(account, videoID)
		same(t, reindex(st), 404)
	})
}

func TestDeleteVideo(t *testing.T) {
	t.Parallel()
	st := newMediaServer(t)
	st.video(mockserver.Video{})
	st.wants(st.send(http.MethodDelete, st.videoPath(""), ""), http.StatusNoContent, "")
	_, left := st.Video(account, videoID)
	same(t, left, false)

	st.video(mockserver.Video{FailedAssets: []string{"asset-1"}})
	got := st.send(http.MethodDelete, st.videoPath(""), "")
	same(t, got.status, 200)
	same(t, got.body, `{"failedAssets":["asset-1"]}`)

	reader := newMediaServer(t)
	reader.video(mockserver.Video{})
	reader.token = reader.AccountToken(location, account, false)
	reader.wants(reader.send(http.MethodDelete, reader.videoPath(""), ""), http.StatusUnauthorized, "USER_NOT_ALLOWED")
	reader.now()
}
