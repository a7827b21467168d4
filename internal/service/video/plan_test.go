package video_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// expect compares diagnostics with one expectation each: the severity, and texts that it holds.
func expect(t *testing.T, diags []*tfprotov6.Diagnostic, severity tfprotov6.DiagnosticSeverity, want ...[]string) {
	t.Helper()
	if len(diags) != len(want) {
		t.Errorf("%d diagnostics, want %d: %q", len(diags), len(want), acctest.Texts(diags))
		return
	}
	for i, d := range diags {
		said := strings.Join(strings.Fields(d.Summary+": "+d.Detail), " ")
		for _, text := range want[i] {
			if !strings.Contains(said, text) {
				t.Errorf("%q does not say %q", said, text)
			}
		}
		if d.Severity != severity {
			t.Errorf("%q is of severity %s, want %s", d.Summary, d.Severity, severity)
		}
	}
}

const (
	warning = tfprotov6.DiagnosticSeverityWarning
	failure = tfprotov6.DiagnosticSeverityError
)

// TestVideoPlanLooks counts the looks at a video: one in the plan, one in the apply.
func TestVideoPlanLooks(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	video := server.Protocol(t, nil).Instance(videoType)
	plan := video.MustPlan(videoValues(nil))
	if n := server.Count(8); n != 1 {
		t.Errorf("%d requests for captions in the plan, want 1", n)
	}
	acctest.Restart(video)
	acctest.Succeeds(t, video.Apply(t.Context(), plan))
	if looks, writes := server.Count(8), server.Writes(); looks != 1 || writes != 0 {
		t.Errorf("%d requests for captions in the apply, want 1; %d that write", looks, writes)
	}
	server.ResetRequests()
	if video.IsUnchanged(videoValues(nil)); server.Count(8) != 1 {
		t.Errorf("%d requests for captions in a plan of what exists", server.Count(8))
	}
}

// TestVideoPlanRefuses plans videos that cannot be adopted.
func TestVideoPlanRefuses(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		fault mockserver.Fault
		want  []string
	}{
		"gateway":        {mockserver.Fault{Endpoint: 8, Do: mockserver.GatewayHTML(http.StatusNotFound)}, []string{"Unable to read video", "404"}},
		"foreign 400":    {mockserver.Fault{Endpoint: 8, Do: mockserver.Body(http.StatusBadRequest, "text/plain", "no")}, []string{"Unable to read video", "400"}},
		"foreign 409":    {mockserver.Fault{Endpoint: 8, Do: mockserver.Body(http.StatusConflict, "text/plain", "")}, []string{"Unable to read video", "409"}},
		"account, gone":  {mockserver.Fault{Endpoint: 8, Do: mockserver.Refuse(http.StatusNotFound, "ACCOUNT_NOT_FOUND", "no")}, []string{"Unable to read video", "404 ACCOUNT_NOT_FOUND", "Check account_id and location:"}},
		"account, lost":  {mockserver.Fault{Endpoint: 3, Times: mockserver.Always, Do: mockserver.Body(http.StatusOK, "application/json", "[]")}, []string{"Unable to read video"}},
		"refused by key": {mockserver.Fault{Endpoint: 2, Times: mockserver.Always, Do: mockserver.Status(http.StatusUnauthorized)}, []string{"Unable to read video", "401"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newServer(t)
			server.Script(test.fault)
			plan := server.Protocol(t, nil).Instance(videoType).Plan(t.Context(), videoValues(nil))
			expect(t, plan.Diagnostics, failure, test.want)
		})
	}
}

// TestMissing plans what is to be adopted, and was deleted: a warning, since a destroy begins with such a plan, and an error of the apply.
func TestMissing(t *testing.T) {
	t.Parallel()
	for name, config := range map[string]acctest.Values{videoType: videoValues(nil), transcriptType: transcriptValues("de-DE", german, nil)} {
		server := newServer(t)
		server.RemoveVideo(server.Account.ID, id)
		instance := server.Protocol(t, nil).Instance(name)
		plan := instance.MustPlan(config)
		d := acctest.Says(t, plan.Diagnostics, warning, "Video does not exist", "The apply will fail.", `"a1b2c3d4e5"`, "cannot upload")
		if d.Attribute.String() != `AttributeName("video_id")` {
			t.Errorf("the warning is at %s", d.Attribute)
		}
		acctest.Says(t, instance.Apply(t.Context(), plan), failure, "Video does not exist", "cannot upload")
		if instance.Exists() {
			t.Errorf("%s is in the state", name)
		}
	}
}

// TestVideoPlanAnnouncesIndexing reads which arguments plans name as the cause of an indexing to come.
func TestVideoPlanAnnouncesIndexing(t *testing.T) {
	t.Parallel()
	texts := tftypes.Map{ElementType: tftypes.String}
	high, trigger := acctest.Values{"priority": "High"}, acctest.Values{"reindex_triggers": map[string]string{"a": "1"}}
	both := high.With(acctest.Values{"indexing_preset": "Default"})
	for name, test := range map[string]struct {
		before, after acctest.Values // before nil: a create
		because       string         // "": nothing is said
	}{
		"adopted only":      {nil, acctest.Values{}, ""},
		"settings":          {nil, acctest.Values{"priority": "High", "brands_categories": []string{"drinks"}}, "priority, brands_categories"},
		"triggers":          {nil, trigger, "reindex_triggers"},
		"empty triggers":    {nil, acctest.Values{"reindex_triggers": map[string]string{}}, "reindex_triggers"},
		"unknown model":     {nil, acctest.Values{"linguistic_model_id": unknown}, "linguistic_model_id"},
		"nothing changed":   {high, high, ""},
		"replaced":          {high, high, "priority"},
		"another policy":    {high, high.With(deletes), ""},
		"one changed":       {both, both.With(acctest.Values{"priority": "Low"}), "priority"},
		"one unset":         {both, high, "indexing_preset"},
		"all unset":         {high, acctest.Values{}, ""},
		"triggers changed":  {trigger, acctest.Values{"reindex_triggers": map[string]string{"a": "2"}}, "reindex_triggers"},
		"triggers unknown":  {trigger, acctest.Values{"reindex_triggers": tftypes.NewValue(texts, tftypes.UnknownValue)}, "reindex_triggers"},
		"a trigger unknown": {trigger, acctest.Values{"reindex_triggers": tftypes.NewValue(texts, map[string]tftypes.Value{"a": unknown})}, "reindex_triggers"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newServer(t)
			video := server.Protocol(t, nil).Instance(videoType)
			if test.before != nil {
				video = created(t, server, videoType, videoValues(test.before))
			}
			want := [][]string{{"Video will be re-indexed", `video "a1b2c3d4e5"`, " because of " + test.because + ", and the service"}}
			if test.because == "" {
				want = nil
			}
			plan := video.MustPlan
			if name == "replaced" {
				plan = func(config acctest.Values) *acctest.Plan { return video.PlanReplacement(t.Context(), config) }
			}
			expect(t, plan(videoValues(test.after)).Diagnostics, warning, want...)
		})
	}
}

// TestVideoDestroyNamesLeftMedia deletes a video whose media the service does not delete as a whole.
func TestVideoDestroyNamesLeftMedia(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	server.ChangeVideo(server.Account.ID, id, func(v *mockserver.Video) { v.FailedAssets = []string{"thumb-1", "thumb-2"} })
	video := created(t, server, videoType, videoValues(nil))
	video.Run(videoValues(deletes)) // as the warning of a plan says
	plan := video.MustPlan(nil)
	expect(t, plan.Diagnostics, warning, []string{"Video will be deleted with its insights", `video "a1b2c3d4e5"`, "cannot upload it again"})
	acctest.Restart(video)
	expect(t, video.Apply(t.Context(), plan), warning, []string{"media were not deleted", `"thumb-1","thumb-2"`})
	if _, exists := server.Video(server.Account.ID, id); exists {
		t.Error("the video exists")
	}
}
