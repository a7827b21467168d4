package mockserver_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const (
	trainingKey   = "IMAGE_MODEL_UNREACHABLE_OR_INVALID_TRAINING_KEY"
	predictionKey = "IMAGE_MODEL_UNREACHABLE_OR_INVALID_PREDICTION_KEY"
)

func TestImageModel(t *testing.T) {
	t.Parallel()
	st := newMediaServer(t)
	st.wants(st.send(http.MethodGet, "/ImageModel", ""), http.StatusBadRequest, "IMAGE_MODEL_ACCOUNT_NOT_FOUND")
	for _, problem := range []string{"UNSUPPORTED", trainingKey, predictionKey} {
		st.SetImageModel(account, &mockserver.ImageModel{Problem: problem})
		st.wants(st.send(http.MethodGet, "/ImageModel", ""), http.StatusBadRequest, problem)
	}
	st.SetImageModel(account, &mockserver.ImageModel{Endpoint: "https://model.example/", PredictionResourceID: "/subscriptions/1"})
	got := st.send(http.MethodGet, "/ImageModel", "")
	same(t, got.status, http.StatusOK)
	same(t, got.body, `{"endpoint":"https://model.example/","predictionResourceId":"/subscriptions/1"}`)

	trial := mockserver.DefaultAccount()
	trial.AccountType = "Trial"
	st.AddAccount(trial)
	st.wants(st.send(http.MethodGet, "/ImageModel", ""), http.StatusBadRequest, "OPERATION_NOT_SUPPORTED_ON_TRIAL")
}

func TestRenameCharacter(t *testing.T) {
	t.Parallel()
	drawn := mockserver.Video{
		AnimationModelID: "m1",
		Characters:       []mockserver.Character{{ID: 1, Name: "Unknown 1"}, {ID: 2, Name: "Unknown 2"}},
	}
	for name, tc := range map[string]struct {
		opts    []mockserver.Option
		change  func(*mockserver.Video)
		model   *mockserver.ImageModel
		none    bool // no image model is connected
		id      string
		body    string
		failure string
		breaks  bool
	}{
		"named":            {},
		"as it is named":   {body: `{"name":"Unknown 1"}`},
		"other case":       {body: `{"name":"UNKNOWN 1"}`},
		"same name exists": {opts: []mockserver.Option{mockserver.SameTagExists()}, body: `{"name":"Unknown 1"}`, failure: "ALREADY_EXISTS"},
		"name of another":  {body: `{"name":"unknown 2"}`, failure: "ALREADY_EXISTS"},
		"empty name":       {body: `{"name":""}`, failure: "IMAGE_MODEL_INVALID_TAG_NAME"},
		"spaced name":      {body: `{"name":" Ann"}`, failure: "IMAGE_MODEL_INVALID_TAG_NAME"},
		"control":          {body: `{"name":"a\nb"}`, failure: "IMAGE_MODEL_INVALID_TAG_NAME"},
		"long name":        {body: `{"name":"` + strings.Repeat("n", 200) + `"}`, failure: "IMAGE_MODEL_INVALID_TAG_NAME"},
		"model is full":    {model: &mockserver.ImageModel{TagLimit: 2}, failure: "IMAGE_MODEL_MODEL_TAGS_LIMIT_EXCEEDED"},
		"no account":       {none: true, failure: "IMAGE_MODEL_ACCOUNT_NOT_FOUND"},
		"training key":     {model: &mockserver.ImageModel{Problem: trainingKey}, failure: trainingKey},
		"prediction key":   {model: &mockserver.ImageModel{Problem: predictionKey}, failure: predictionKey},
		"processing":       {change: func(v *mockserver.Video) { v.State = mockserver.VideoProcessing }, failure: "INVALID_INPUT"},
		"uploaded":         {change: func(v *mockserver.Video) { v.State = mockserver.VideoUploaded }, failure: "INVALID_INPUT"},
		"no animation":     {change: func(v *mockserver.Video) { v.AnimationModelID = "" }, failure: "INVALID_INPUT"},
		"model is gone":    {change: func(v *mockserver.Video) { v.AnimationModelID = "m2" }, failure: "NOT_FOUND"},
		"derived":          {change: func(v *mockserver.Video) { v.Derived = true }, failure: "BREAKDOWN_NOT_FOUND"},
		"no character":     {id: "3", failure: "NOT_FOUND"},
		"not an int32":     {id: "2147483648", failure: "INVALID_INPUT", breaks: true},
		"unknown member":   {body: `{"name":"Ann","id":1}`, failure: "INVALID_INPUT", breaks: true},
		"no member":        {body: `{}`, failure: "INVALID_INPUT", breaks: true},
		"null":             {body: `{"name":null}`, failure: "INVALID_INPUT", breaks: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			st := newMediaServer(t, append(tc.opts, mockserver.IndexingPace(mockserver.WhenTold()))...)
			st.refuses = tc.breaks
			model := tc.model
			if model == nil && !tc.none {
				model = &mockserver.ImageModel{}
			}
			st.SetImageModel(account, model)
			st.video(drawn)
			if tc.change != nil {
				st.ChangeVideo(account, videoID, tc.change)
			}
			if tc.id == "" {
				tc.id = "1"
			}
			if tc.body == "" {
				tc.body = `{"name":"Ann"}`
			}
			before := st.now().Characters
			tags := st.ImageModelTags(account, "m1")
			got := st.send(http.MethodPut, st.videoPath("/Index/AnimationCharacters/"+tc.id), tc.body)
			if tc.failure != "" {
				st.wants(got, http.StatusBadRequest, tc.failure)
				same(t, st.now().Characters, before)
				same(t, st.ImageModelTags(account, "m1"), tags)
				return
			}
			st.wants(got, http.StatusNoContent, "")
			renamed := st.now().Characters[0].Name
			if !strings.Contains(tc.body, `"`+renamed+`"`) || !slices.Contains(st.ImageModelTags(account, "m1"), renamed) {
				t.Errorf("sent %s, the video has %q, the model %q", tc.body, renamed, st.ImageModelTags(account, "m1"))
			}
			same(t, len(st.ImageModelTags(account, "m1")), 2)
		})
	}
	st := newMediaServer(t)
	st.SetImageModel(account, &mockserver.ImageModel{})
	st.wants(st.send(http.MethodPut, st.videoPath("/Index/AnimationCharacters/1"), `{"name":"Ann"}`), http.StatusBadRequest, "BREAKDOWN_NOT_FOUND")
}

func TestCharactersOfVideosBecomeTags(t *testing.T) {
	t.Parallel()
	st := newMediaServer(t)
	st.video(mockserver.Video{AnimationModelID: "m1", Characters: []mockserver.Character{{ID: 1, Name: "Bo"}}})
	st.SetImageModel(account, &mockserver.ImageModel{Tags: map[string][]string{"m1": {"Al"}}})
	same(t, st.ImageModelTags(account, "m1"), []string{"Al", "Bo"})
	st.AddVideo(account, mockserver.Video{ID: "v2", AnimationModelID: "m1", Characters: []mockserver.Character{{ID: 1, Name: "Cy"}, {ID: 2, Name: "Bo"}}})
	same(t, st.ImageModelTags(account, "m1"), []string{"Al", "Bo", "Cy"})
}
