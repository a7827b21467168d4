package examples_test

import (
	"net/url"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestAccVocabularyRepository_trained applies the example with extended operations, and edits a text: in one apply a model is
// trained, and when that is over its videos are indexed again with it. A destroy leaves the account as it was. (The
// guide, which TestAccGuides follows, applies it without extended operations.)
func TestAccVocabularyRepository_trained(t *testing.T) {
	t.Parallel()
	e := need(t)
	var server atomic.Pointer[acctest.Server]
	reindexed := mockserver.OnRequest(func(r mockserver.Request) {
		if s := server.Load(); s != nil && r.Endpoint == 7 {
			expectTrained(t, s, r)
		}
	})
	s, env := museum(t, mockserver.Extended(), mockserver.TrainingPace(mockserver.AfterRequests(2)), reindexed)
	server.Store(s)
	before := s.Brands(s.Account.ID)
	w := open(t, e, "examples/vocabulary-repository", append(env, "TF_VAR_extended_operations=true")...)
	w.apply()
	if brand, _ := s.Brand(s.Account.ID, 1002); brand.Name != "Tarn & Fell" {
		t.Errorf("brand 1002 is %+v", brand)
	}
	if trained, indexed := s.CountOf("X8"), s.Count(7); trained != 2 || indexed != 2 {
		t.Errorf("%d trainings, and %d videos indexed again, want one for each language", trained, indexed)
	}

	s.ResetRequests()
	appendTo(t, filepath.Join(w.folder, "vocabulary", "en-US", "birds.txt"), "The oystercatcher opens mussels with a single blow.\n")
	want := map[string]string{
		`videoindexer_language_model.vocabulary["en-US"]`: "update",
		`videoindexer_video.archive["a1b2c3d4e5"]`:        "update",
	}
	if diff := cmp.Diff(want, w.changes()); diff != "" {
		t.Errorf("changes after an edit (-want +got):\n%s", diff)
	}
	w.apply("tfplan")
	w.nothingToDo()
	var order []string
	for _, r := range s.Requests() {
		switch {
		case r.Endpoint == 20, r.Endpoint == mockserver.X(8), r.Endpoint == 7:
			order = append(order, r.Operation())
		}
	}
	if diff := cmp.Diff("20 X8 7", strings.Join(order, " ")); diff != "" {
		t.Errorf("the file is sent, the model trained, and the video indexed again (-want +got):\n%s", diff)
	}

	w.destroy()
	if models := s.LanguageModels(s.Account.ID); len(models) > 0 {
		t.Errorf("destroy left %d models", len(models))
	}
	isChange := cmpopts.IgnoreFields(mockserver.Brand{}, "LastModified", "LastModifierUserName")
	if diff := cmp.Diff(before, s.Brands(s.Account.ID), isChange); diff != "" {
		t.Errorf("brands after the destroy (-before +after):\n%s", diff)
	}
}

// expectTrained looks, at a request that has a video indexed again, for the model that it names: trained, on its files.
func expectTrained(t *testing.T, s *acctest.Server, r mockserver.Request) {
	t.Helper()
	query, err := url.ParseQuery(r.Query)
	if err != nil {
		t.Error(err)
	}
	for _, m := range s.LanguageModels(s.Account.ID) {
		if m.ID != query.Get("linguisticModelId") {
			continue
		}
		if m.State != mockserver.ModelComplete || len(m.TrainedOn) != len(m.Files) {
			t.Errorf("a video is indexed again with %s, whose state is %s, trained on %q", m.Name, m.State, m.TrainedOn)
		}
		return
	}
	t.Errorf("a video is indexed again with linguistic model %q, which does not exist", query.Get("linguisticModelId"))
}
