package video_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const videosData = "videoindexer_videos"

var x34 = mockserver.X(34)

// newArchive is a server with 60 videos, one made each day of March 2026 and after, of which the service gives 25 at a time.
// Every fifth is being indexed.
func newArchive(t *testing.T, opts ...mockserver.Option) *acctest.Server {
	t.Helper()
	opts = append([]mockserver.Option{mockserver.Extended(), mockserver.PageCap(25), mockserver.IndexingPace(mockserver.WhenTold())}, opts...)
	server := acctest.NewServer(t, opts...)
	for i := range 60 {
		state := mockserver.VideoProcessed
		if i%5 == 0 {
			state = mockserver.VideoProcessing
		}
		server.AddVideo(server.Account.ID, mockserver.Video{
			ID: fmt.Sprintf("v%02d", i), Name: fmt.Sprintf("Talk %02d", i), State: state, DurationInSeconds: 60 + i,
			Created: time.Date(2026, 3, 1+i, 12, 0, 0, 0, time.UTC), ExternalID: fmt.Sprintf("ext-%d", i),
		})
	}
	return server
}

// TestAccVideos_list reads all videos of an account, and those that filters select.
func TestAccVideos_list(t *testing.T) {
	t.Parallel()
	server := newArchive(t)
	server.AddVideo(server.Account.ID, mockserver.Video{ID: "p1", Derived: true}) // a project, at some services
	block := func(name, more string) string { return fmt.Sprintf("data %q %q {\n%s\n}\n", videosData, name, more) }
	counts := map[string]int{"all": 60, "busy": 12, "march": 31, "first": 3, "busy_in_march": 7, "none": 0, "indexed": 2, "of_model": 0}
	var checks []statecheck.StateCheck
	for name, n := range counts {
		checks = append(checks, statecheck.ExpectKnownValue("data."+videosData+"."+name, tfjsonpath.New("videos"), knownvalue.ListSizeExact(n)))
	}
	for name, total := range map[string]float64{"indexed": 121, "of_model": 0, "first": 119 + 118 + 117} {
		checks = append(checks, statecheck.ExpectKnownValue("data."+videosData+"."+name, tfjsonpath.New("videos_count"), knownvalue.Int64Exact(int64(counts[name]))),
			statecheck.ExpectKnownValue("data."+videosData+"."+name, tfjsonpath.New("total_duration_in_seconds"), knownvalue.Float64Exact(total)))
	}
	first := func(name string) tfjsonpath.Path { return tfjsonpath.New("videos").AtSliceIndex(0).AtMapKey(name) }
	for name, check := range map[string]knownvalue.Check{
		"video_id": knownvalue.StringExact("v59"), "name": knownvalue.StringExact("Talk 59"), "state": knownvalue.StringExact("Processed"),
		"created": knownvalue.StringExact("2026-04-29T12:00:00Z"), "last_modified": knownvalue.NotNull(), "last_indexed": knownvalue.NotNull(),
		"user_name": knownvalue.NotNull(), "duration_in_seconds": knownvalue.Float64Exact(119), "source_language": knownvalue.StringExact("en-US"),
		"indexing_preset": knownvalue.StringExact("Default"), "person_model_id": knownvalue.Null(), "external_id": knownvalue.StringExact("ext-59"),
	} {
		checks = append(checks, statecheck.ExpectKnownValue("data."+videosData+".all", first(name), check))
	}
	acctest.RunInProcess(t, resource.TestCase{Steps: []resource.TestStep{{
		Config: server.Config(block("all", "")+block("busy", `state = "Processing"`)+
			block("march", "created_after = \"2026-03-01\"\ncreated_before = \"2026-04-01T00:00:00+00:00\"")+
			block("first", "limit = 3")+block("none", `state = "Quarantined"`)+
			block("indexed", "name_regex = \"^Talk\"\nsource_language = \"en-us\"\nindexed_before = \"2026-03-03\"")+block("of_model", `person_model_id = "m"`)+
			block("busy_in_march", "state = \"Processing\"\ncreated_before = \"2026-04-01\"\nlimit = 40"), allow),
		ConfigStateChecks: checks,
	}}})
}

// TestVideosData_limit asks for no page that the limit makes superfluous.
func TestVideosData_limit(t *testing.T) {
	t.Parallel()
	server := newArchive(t)
	for limit, pages := range map[int]int{1: 1, 25: 1, 26: 2, 60: 3, 100: 3} {
		server.ResetRequests()
		acctest.Succeeds(t, server.Protocol(t, extended).ReadData(t.Context(), videosData, acctest.Values{"limit": limit}))
		if n := server.Count(x34); n != pages {
			t.Errorf("limit %d: %d pages, want %d", limit, n, pages)
		}
	}
}

// TestVideosData_fails reads what cannot be had.
func TestVideosData_fails(t *testing.T) {
	t.Parallel()
	server := newArchive(t)
	read := func(server *acctest.Server, config acctest.Values) []*tfprotov6.Diagnostic {
		return server.Protocol(t, extended).ReadData(t.Context(), videosData, config)
	}
	acctest.Says(t, server.Protocol(t, nil).ReadData(t.Context(), videosData, nil), acctest.Failure, "videoindexer_videos needs", "extended_operations = true")
	for argument, value := range map[string]any{"state": "Ready", "created_after": "yesterday", "created_before": "1.1.2026", "limit": 0, "indexed_before": "soon", "name_regex": "("} {
		acctest.Says(t, read(server, acctest.Values{argument: value}), acctest.Failure, argument)
	}
	lacking := newArchive(t, mockserver.Lacks(http.StatusMethodNotAllowed, "X34"))
	acctest.Says(t, read(lacking, nil), acctest.Failure, "Could not list the videos", "lacks an operation")
	server.Script(mockserver.Fault{Endpoint: x34, Skip: 1, Times: mockserver.Always, Do: mockserver.Status(http.StatusForbidden)})
	acctest.Says(t, read(server, nil), acctest.Failure, "Could not list the videos", "403")
}

// TestAccVideos_unmeasured shows no total where the length of a video is missing, or 0 because it is not measured yet.
func TestAccVideos_unmeasured(t *testing.T) {
	t.Parallel()
	for name, length := range map[string]string{"missing": "", "not yet": `,"durationInSeconds":0`} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newArchive(t)
			server.Script(mockserver.Fault{Endpoint: x34, Times: mockserver.Always, Do: mockserver.Body(http.StatusOK, "application/json",
				`{"results":[{"id":"a","durationInSeconds":10},{"id":"b"`+length+`},{"id":"c","durationInSeconds":10}],"nextPage":{"done":true}}`)})
			acctest.RunInProcess(t, resource.TestCase{Steps: []resource.TestStep{{
				Config: server.Config(fmt.Sprintf("data %q \"all\" {}\n", videosData), allow),
				ConfigStateChecks: []statecheck.StateCheck{
					statecheck.ExpectKnownValue("data."+videosData+".all", tfjsonpath.New("videos_count"), knownvalue.Int64Exact(3)),
					statecheck.ExpectKnownValue("data."+videosData+".all", tfjsonpath.New("total_duration_in_seconds"), knownvalue.Null()),
				},
			}}})
		})
	}
}

func listedNames(listed []acctest.Listed) []string {
	names := make([]string, len(listed))
	for i, one := range listed {
		if names[i] = one.DisplayName; len(one.Diagnostics) > 0 {
			names[i] = strings.Join(acctest.Texts(one.Diagnostics), "; ")
		}
	}
	return names
}

func TestVideoList(t *testing.T) {
	t.Parallel()
	server := newArchive(t)
	protocol := server.Protocol(t, extended)
	listed := protocol.List(t.Context(), videoType, nil, true, 0)
	if len(listed) != 60 || listed[0].DisplayName != "Talk 59" {
		t.Fatalf("%d listed: %q", len(listed), listedNames(listed))
	}
	want := map[string]string{"location": server.Account.Location, "account_id": server.Account.ID, "video_id": "v59"}
	if diff := cmp.Diff(want, listed[0].Identity); diff != "" {
		t.Errorf("identity (-want +got):\n%s", diff)
	}
	want["deletion_policy"] = "abandon"
	if diff := cmp.Diff(want, listed[0].Resource); diff != "" {
		t.Errorf("resource (-want +got):\n%s", diff)
	}
	if got := protocol.List(t.Context(), videoType, acctest.Values{"state": "Processing", "created_after": "2026-04-01"}, false, 0); len(got) != 5 || got[0].Resource != nil {
		t.Errorf("with filters: %q", listedNames(got))
	}
	server.ResetRequests()
	if got := protocol.List(t.Context(), videoType, nil, false, 30); len(got) != 30 || server.Count(x34) != 2 {
		t.Errorf("with a limit: %d listed by %d requests", len(got), server.Count(x34))
	}
	if got := listedNames(server.Protocol(t, nil).List(t.Context(), videoType, nil, false, 0)); len(got) != 1 || !strings.Contains(got[0], "The list of videoindexer_video needs") {
		t.Errorf("without extended operations: %q", got)
	}
	server.Script(mockserver.Fault{Endpoint: x34, Skip: 1, Times: mockserver.Always, Do: mockserver.Status(http.StatusForbidden)})
	if got := listedNames(protocol.List(t.Context(), videoType, nil, false, 0)); len(got) != 26 || !strings.Contains(got[25], "Could not list the videos") {
		t.Errorf("a page that cannot be had: %q", got)
	}
}

// TestVideoList_streams has the first videos before the last page was asked for.
func TestVideoList_streams(t *testing.T) {
	t.Parallel()
	server := newArchive(t)
	protocol := server.Protocol(t, extended)
	taken := 0
	for range protocol.Listing(t.Context(), videoType, nil, false, 0) {
		if taken++; taken == 25 && server.Count(x34) != 1 {
			t.Errorf("%d pages were asked for when the first was taken", server.Count(x34))
		}
	}
	if taken != 60 || server.Count(x34) != 3 {
		t.Errorf("%d videos of %d pages", taken, server.Count(x34))
	}
}

// TestListedVideosPlanEmpty imports what a list shows as a resource: the plan of its configuration is empty.
func TestListedVideosPlanEmpty(t *testing.T) {
	t.Parallel()
	server := newArchive(t)
	protocol := server.Protocol(t, extended)
	for _, one := range protocol.List(t.Context(), videoType, nil, true, 6) {
		instance := protocol.Instance(videoType)
		acctest.Succeeds(t, instance.Import(t.Context(), one.Identity["video_id"]))
		if diff := cmp.Diff(one.Resource, instance.Texts()); diff != "" {
			t.Errorf("the resource (-listed +imported):\n%s", diff)
		}
		if plan := instance.Planned(acctest.Values{"video_id": one.Resource["video_id"]}); plan.IsUpdate || plan.IsReplacement {
			t.Errorf("planned: %s", plan.Planned)
		}
	}
}
