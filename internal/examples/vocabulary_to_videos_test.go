package examples_test

import (
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/engine"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

var actions = engine.Feature{Name: "actions", Terraform: "v1.14"}

// raceArchive returns a service with six videos of ten minutes, of which the last is in German, and
// in which a brand is found.
func raceArchive(t *testing.T) *acctest.Server {
	t.Helper()
	server := acctest.NewServer(t, mockserver.WithExtended(), mockserver.WithTrainingEnd(mockserver.AfterRequests(1)))
	for _, video := range []string{"a1b2c3d4e5", "b2", "c3", "d4", "e5", "f6"} {
		v := mockserver.Video{
			ID: video, DurationInSeconds: 600, Created: time.Now().Add(-time.Hour),
			Insights: map[string]any{"brands": []map[string]any{{"name": "Velora"}}},
		}
		if video == "f6" {
			v.SourceLanguage = "de-DE"
		}
		server.AddVideo(server.Account.ID, v)
	}
	return server
}

// openVocabularyToVideos copies the example into a folder of its own, which works on raceArchive.
func openVocabularyToVideos(t *testing.T, e tools) (workspace, *acctest.Server) {
	t.Helper()
	server := raceArchive(t)
	w := begin(t, e, server, "")
	err := os.CopyFS(w.Folder, os.DirFS(filepath.Join(repository, "examples", "vocabulary-to-videos")))
	check.MustSucceed(t, err, "the copy of the example")
	return w, server
}

// wantIndexed wants each of the first five videos to have been indexed again so often, and no
// other.
func wantIndexed(t *testing.T, server *acctest.Server, times int) {
	t.Helper()
	got := map[string]int{}
	want := map[string]int{"a1b2c3d4e5": times, "b2": times, "c3": times, "d4": times, "e5": times}
	for _, v := range server.State().Accounts[0].Videos {
		if v.Reindexes > 0 {
			got[v.ID] = v.Reindexes
		}
	}
	check.Equal(t, want, got, "indexed again")
}

// backdate makes the last indexing a second older, because the example compares its time with one
// that has whole seconds.
func backdate(server *acctest.Server) {
	for _, video := range []string{"a1b2c3d4e5", "b2", "c3", "d4", "e5"} {
		server.ChangeVideo(server.Account.ID, video, func(v *mockserver.Video) {
			v.LastIndexed = v.LastIndexed.Add(-time.Second)
		})
	}
}

// TestAccVocabularyToVideos applies the example and changes brands and texts. A run that the budget
// refuses goes on once the limit is raised.
func TestAccVocabularyToVideos(t *testing.T) {
	t.Parallel()
	e := need(t, actions)
	w, server := openVocabularyToVideos(t, e)
	out := w.apply()
	const selected = "Selected: 5 videos of 50m in total. The daily quota of the account leaves 97 videos and 1h54m."
	if !strings.Contains(out, selected) || strings.Contains(out, "is not found") {
		selections := submatches(out, `(.*(?:Selected: |is not found).*)`)
		t.Errorf("want %q, and nothing that is not found. Got: %v", selected, acctest.Messages(selections))
	}
	w.wantChanges(nil)
	wantIndexed(t, server, 1)
	models := server.LanguageModels(server.Account.ID)
	if len(models) != 1 {
		t.Fatalf("%d language models, want 1", len(models))
	}
	check.Equal(t, models[0].ID, server.Reindexes(server.Account.ID, "b2")[0].Parameters.Get("linguisticModelId"), "b2 is indexed with the model")

	backdate(server)
	w.add("brands.yaml", "Halden: {}\n")
	w.wantChanges(map[string]string{
		"terraform_data.archive": "replace", "terraform_data.vocabulary": "replace",
		"videoindexer_brands.vocabulary": "update",
	})
	w.apply()
	wantIndexed(t, server, 2)

	backdate(server)
	w.add("vocabulary/race.txt", "The gruppetto rides within the time limit.\n")
	w.mustRefuse("allow 4 videos and 20h0m. Selected: 5 videos of 50m in total", "apply", "-auto-approve", "-var=max_videos=4")
	wantIndexed(t, server, 2)
	for range 2 { // the second time, nothing is left to do
		w.apply("-invoke=action.videoindexer_reindex_videos.archive")
		wantIndexed(t, server, 3)
	}
	w.destroy()
	wantIndexed(t, server, 3)
}

// TestVocabularyToVideos invokes the action of the example as an engine does, with what it refers
// to filled in.
func TestVocabularyToVideos(t *testing.T) {
	t.Parallel()
	server := raceArchive(t)
	text := read(t, filepath.Join(repository, "examples", "vocabulary-to-videos", "videos.tf"))
	config := regexp.MustCompile(`(?s)action "videoindexer_reindex_videos" "archive" \{.*?\n\}\n`).FindString(text)
	model := server.AddLanguageModel(server.Account.ID, mockserver.LanguageModel{
		Name: "Race commentary", Language: "en-US",
	})
	values := map[string]string{
		"terraform_data.vocabulary.output":                `"` + time.Now().UTC().Format(time.RFC3339) + `"`,
		"videoindexer_language_model.vocabulary.model_id": `"` + model + `"`,
		"var.max_videos": "50",
		"var.max_hours":  "20",
	}
	for reference, value := range values {
		if !strings.Contains(config, reference) {
			t.Fatalf("the action does not refer to %s: %v", reference, inprocess.Excerpt(config))
		}
		config = strings.ReplaceAll(config, reference, value)
	}
	config = server.Config(config, "extended_operations = true")
	directory := inprocess.Open(acctest.InProcess(t), rand.New(rand.NewPCG(1, 1)))
	_, err := directory.Use(t.Context(), config)
	if err != nil {
		t.Fatalf("want no error of the action. Got: %v", inprocess.Excerpt(err))
	}
	wantIndexed(t, server, 1)
}

// TestAccVocabularyToVideosBefore follows the guide where the engine has no actions. The budget
// counts what an apply re-indexes, and not what is in the archive, and its error is one.
func TestAccVocabularyToVideosBefore(t *testing.T) {
	t.Parallel()
	w, server := openVocabularyToVideos(t, need(t))
	err := os.Rename(filepath.Join(w.Folder, "before-1.14", "videos.tf"), filepath.Join(w.Folder, "videos.tf"))
	check.MustSucceed(t, err, "the move of videos.tf")
	wantRefusal := func(variable, says string) {
		t.Helper()
		errs := inprocess.Excerpt(w.mustRefuse(says, "plan", "-var="+variable))
		if len(errs) != 1 {
			t.Errorf("the plan with %s has %d errors, want one: %v", variable, len(errs), errs)
		}
	}
	wantRefusal("max_videos=4", "The apply would re-index 5 videos of 0.9 hours in total. max_videos and max_hours allow 4 videos and 20 hours.")
	w.apply("-var=max_videos=5")
	wantIndexed(t, server, 1)
	server.AddVideo(server.Account.ID, mockserver.Video{
		ID: "late", DurationInSeconds: 600, Created: time.Now().Add(time.Minute),
	})
	w.wantChanges(nil, "-var=max_videos=4")

	backdate(server)
	w.add("vocabulary/race.txt", "The gruppetto rides within the time limit.\n")
	wantRefusal("max_videos=4", "The apply would re-index 5 videos")
	wantRefusal("max_hours=0.5", "max_videos and max_hours allow 50 videos and 0.5 hours")
	server.ChangeVideo(server.Account.ID, "b2", func(v *mockserver.Video) { v.DurationInSeconds = 0 })
	wantRefusal("max_hours=20", "5 videos of an unknown number of hours in total")
	server.ChangeVideo(server.Account.ID, "b2", func(v *mockserver.Video) { v.DurationInSeconds = 600 })
	w.apply("-parallelism=5")
	w.wantChanges(nil)
	wantIndexed(t, server, 2)
	w.destroy()
	wantIndexed(t, server, 2)
}

// TestAccVocabularyRepositoryTrained applies the example with extended operations, and edits a
// text: in one apply a model is trained, and when that is over its videos are indexed again with
// it. A destroy leaves the account as it was. (The guide, which TestAccGuides follows, applies it
// without extended operations.)
func TestAccVocabularyRepositoryTrained(t *testing.T) {
	t.Parallel()
	e := need(t)
	var server atomic.Pointer[acctest.Server]
	reindexed := mockserver.WithRequestHook(func(r mockserver.Request) {
		s := server.Load()
		if s != nil && r.Operation == mockserver.ReindexVideo {
			wantTrained(t, s, r)
		}
	})
	s, env := demoServer(t, mockserver.WithExtended(), mockserver.WithTrainingEnd(mockserver.AfterRequests(2)), reindexed)
	server.Store(s)
	before := s.Brands(s.Account.ID)
	w := open(t, e, "examples/vocabulary-repository", append(env, "TF_VAR_extended_operations=true")...)
	w.wantOutput("brands = { adopted = 4 created = 0 replaced = 14 }")
	w.apply()
	brand, _ := s.Brand(s.Account.ID, 1002)
	check.Equal(t, "Tarn & Fell", brand.Name, "brand 1002")
	check.Equal(t, 2, s.Count(mockserver.TrainLanguageModel), "trainings, one for each language")
	check.Equal(t, 2, s.Count(mockserver.ReindexVideo), "videos indexed again, one for each language")

	s.ResetRequests()
	w.add("vocabulary/en-US/birds.txt", "The oystercatcher opens mussels with a single blow.\n")
	want := map[string]string{
		`videoindexer_language_model.vocabulary["en-US"]`: "update",
		`videoindexer_video.archive["a1b2c3d4e5"]`:        "update",
	}
	w.wantChanges(want)
	w.apply("tfplan")
	w.mustPlanNothing()
	var order []string
	for _, r := range s.Requests() {
		switch {
		case r.Operation == mockserver.UpdateLanguageModel, r.Operation == mockserver.TrainLanguageModel, r.Operation == mockserver.ReindexVideo:
			order = append(order, string(r.Operation))
		}
	}
	check.Equal(t, "20 X8 7", strings.Join(order, " "), "order of sending the file, training and indexing again")

	w.destroy()
	check.Equal(t, 0, len(s.LanguageModels(s.Account.ID)), "models that destroy left")
	after := s.Brands(s.Account.ID)
	for i := range min(len(before), len(after)) {
		after[i].LastModified = before[i].LastModified
		after[i].LastModifierUserName = before[i].LastModifierUserName
	}
	check.Equal(t, before, after, "brands before the apply and after the destroy")
}

// wantTrained looks, at a request that has a video indexed again, for the model that it names:
// trained, on its files.
func wantTrained(t *testing.T, s *acctest.Server, r mockserver.Request) {
	query, err := url.ParseQuery(r.Query)
	check.MustSucceed(t, err, "the query %q, with which a video is indexed again", r.Query)
	for _, m := range s.LanguageModels(s.Account.ID) {
		if m.ID != query.Get("linguisticModelId") {
			continue
		}
		if m.State != mockserver.ModelComplete || len(m.TrainedOn) != len(m.Files) {
			t.Errorf("a video is indexed again with %s, which is %s and trained on %q, want %s and all its %d files",
				m.Name, m.State, m.TrainedOn, mockserver.ModelComplete, len(m.Files))
		}
		return
	}
	t.Errorf("a video is indexed again with linguistic model %q, which does not exist", query.Get("linguisticModelId"))
}
