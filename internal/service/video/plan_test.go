package video_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// wantWarnings expects one warning for each list of texts. The warning must contain these texts.
func wantWarnings(t *testing.T, diags []*tfprotov6.Diagnostic, want ...[]string) {
	t.Helper()
	if len(diags) != len(want) {
		t.Errorf("%d messages, want %d. Got: %v", len(diags), len(want), acctest.Texts(diags))
		return
	}
	for i, d := range diags {
		acctest.MustSay(t, []*tfprotov6.Diagnostic{d}, acctest.Warning, want[i]...)
	}
}

// TestVideoPlanAnnouncesIndexing expects the arguments that a plan names as the cause of an
// indexing.
func TestVideoPlanAnnouncesIndexing(t *testing.T) {
	t.Parallel()
	texts := tftypes.Map{ElementType: tftypes.String}
	high := acctest.Values{"priority": "High"}
	trigger := acctest.Values{"reindex_triggers": map[string]string{"a": "1"}}
	noTriggers := acctest.Values{"reindex_triggers": map[string]string{}}
	both := high.With(acctest.Values{"indexing_preset": "Default"})
	for name, test := range map[string]struct {
		before, after acctest.Values // before nil: a create
		because       string         // "": no warning
		isOpen        bool           // whether the plan says that a value may be unchanged
	}{
		"adopted only": {after: acctest.Values{}},
		"settings": {
			after:   acctest.Values{"priority": "High", "brands_categories": []string{"drinks"}},
			because: "brands_categories, priority",
		},
		"triggers":                {after: trigger, because: "reindex_triggers"},
		"empty triggers":          {after: noTriggers},
		"triggers set empty":      {before: high, after: high.With(noTriggers)},
		"unknown model":           {after: acctest.Values{"linguistic_model_id": unknown}, because: "linguistic_model_id", isOpen: true},
		"nothing changed":         {before: high, after: high},
		"another deletion policy": {before: high, after: high.With(deletePolicy)},
		"one setting changed":     {before: both, after: both.With(acctest.Values{"priority": "Low"}), because: "priority"},
		"one setting unset":       {before: both, after: high, because: "indexing_preset"},
		"all settings unset":      {before: high, after: acctest.Values{}},
		"triggers changed": {
			before: trigger, after: acctest.Values{"reindex_triggers": map[string]string{"a": "2"}},
			because: "reindex_triggers",
		},
		"triggers unknown": {
			before: trigger, after: acctest.Values{"reindex_triggers": tftypes.NewValue(texts, tftypes.UnknownValue)},
			because: "reindex_triggers", isOpen: true,
		},
		"a trigger unknown": {
			before:  trigger,
			after:   acctest.Values{"reindex_triggers": tftypes.NewValue(texts, map[string]tftypes.Value{"a": unknown})},
			because: "reindex_triggers", isOpen: true,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newServer(t)
			video := server.Protocol(t, nil).Instance(videoType)
			if test.before != nil {
				video = applied(t, server, videoType, videoValues(test.before))
			}
			want := [][]string{
				{"Video will be re-indexed", `video "a1b2c3d4e5"`, " because of " + test.because + ", and the service"},
			}
			if test.isOpen {
				want[0] = append(want[0], "A value that is known only after apply may turn out to be unchanged.")
			}
			if test.because == "" {
				want = nil
			}
			wantWarnings(t, video.MustPlan(videoValues(test.after)).Diagnostics, want...)
		})
	}
	video := applied(t, newServer(t), videoType, videoValues(high))
	wantWarnings(t, video.PlanReplacement(t.Context(), videoValues(high)).Diagnostics,
		[]string{"Video will be re-indexed", `video "a1b2c3d4e5"`, " because of priority, and the service"})
}

// TestVideoDestroyNamesLeftMedia deletes a video whose media the service does not delete as a
// whole.
func TestVideoDestroyNamesLeftMedia(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	server.ChangeVideo(server.Account.ID, id, func(v *mockserver.Video) {
		v.FailedAssets = []string{"thumb-1", "thumb-2"}
	})
	video := applied(t, server, videoType, videoValues(nil))
	video.Run(videoValues(deletePolicy))
	plan := video.MustPlan(nil)
	wantWarnings(t, plan.Diagnostics, []string{
		"Video will be deleted with its insights", `video "a1b2c3d4e5"`, "cannot upload it again",
	})
	acctest.Restart(video)
	wantWarnings(t, video.Apply(t.Context(), plan), []string{"media were not deleted", `"thumb-1","thumb-2"`})
	_, exists := server.Video(server.Account.ID, id)
	if exists {
		t.Error("the video exists, want it deleted")
	}
}
