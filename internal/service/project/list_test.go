package project_test

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

const projectsData = "videoindexer_projects"

// newListServer is a server with 60 projects, of which the service gives 25 at a time; the newest comes first.
func newListServer(t *testing.T, opts ...mockserver.Option) *acctest.Server {
	t.Helper()
	server := acctest.NewServer(t, append([]mockserver.Option{mockserver.Extended(), mockserver.PageCap(25)}, opts...)...)
	server.AddVideo(server.Account.ID, mockserver.Video{ID: "v1"})
	for i := range 60 {
		server.AddProject(server.Account.ID, mockserver.Project{
			ID: fmt.Sprintf("p%02d", i), Name: fmt.Sprintf("Reel %02d", i), Created: time.Date(2026, 3, 1+i, 12, 0, 0, 0, time.UTC),
			Ranges: []mockserver.VideoRange{{VideoID: "v1", Start: "00:00:01", End: fmt.Sprintf("00:00:%02d.5", 2+i%50)}},
		})
	}
	return server
}

// TestAccProjects_list reads all projects of an account, and those that a filter selects.
func TestAccProjects_list(t *testing.T) {
	t.Parallel()
	server := newListServer(t)
	const all, some = "data.videoindexer_projects.all", "data.videoindexer_projects.some"
	first := func(name string) tfjsonpath.Path { return tfjsonpath.New("projects").AtSliceIndex(0).AtMapKey(name) }
	checks := []statecheck.StateCheck{
		statecheck.ExpectKnownValue(all, tfjsonpath.New("projects"), knownvalue.ListSizeExact(60)),
		statecheck.ExpectKnownValue(some, tfjsonpath.New("projects"), knownvalue.ListSizeExact(10)),
	}
	for name, check := range map[string]knownvalue.Check{
		"project_id": knownvalue.StringExact("p59"), "name": knownvalue.StringExact("Reel 59"), "created": knownvalue.StringExact("2026-04-29T12:00:00Z"),
		"last_modified": knownvalue.StringExact("2026-04-29T12:00:00Z"), "user_name": knownvalue.NotNull(), "duration_in_seconds": knownvalue.NotNull(),
	} {
		checks = append(checks, statecheck.ExpectKnownValue(all, first(name), check))
	}
	acctest.RunInProcess(t, resource.TestCase{Steps: []resource.TestStep{{
		Config:            server.Config("data \"videoindexer_projects\" \"all\" {}\ndata \"videoindexer_projects\" \"some\" {\n  name_regex = \"^Reel 1\"\n}\n", allow),
		ConfigStateChecks: checks,
	}}})
}

// TestProjectsData_fails reads what cannot be had.
func TestProjectsData_fails(t *testing.T) {
	t.Parallel()
	server := newListServer(t)
	read := func(server *acctest.Server, config acctest.Values) []*tfprotov6.Diagnostic {
		return server.Protocol(t, extended).ReadData(t.Context(), projectsData, config)
	}
	acctest.Says(t, server.Protocol(t, nil).ReadData(t.Context(), projectsData, nil), acctest.Failure, "videoindexer_projects needs", "extended_operations = true")
	acctest.Says(t, read(server, acctest.Values{"name_regex": "("}), acctest.Failure, "name_regex")
	acctest.Says(t, read(newListServer(t, mockserver.Lacks(http.StatusMethodNotAllowed, "X30")), nil), acctest.Failure, "Could not list the projects", "lacks an operation")
	server.Script(mockserver.Fault{Endpoint: mockserver.X(30), Skip: 1, Times: mockserver.Always, Do: mockserver.Status(http.StatusForbidden)})
	acctest.Says(t, read(server, nil), acctest.Failure, "Could not list the projects", "403")
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

func TestProjectList(t *testing.T) {
	t.Parallel()
	server := newListServer(t)
	protocol := server.Protocol(t, extended)
	listed := protocol.List(t.Context(), resourceType, nil, true, 0)
	if len(listed) != 60 || listed[0].DisplayName != "Reel 59" {
		t.Fatalf("%d listed: %q", len(listed), listedNames(listed))
	}
	want := map[string]string{"location": server.Account.Location, "account_id": server.Account.ID, "project_id": "p59"}
	if diff := cmp.Diff(want, listed[0].Identity); diff != "" {
		t.Errorf("identity (-want +got):\n%s", diff)
	}
	want["deletion_policy"], want["name"] = "abandon", "Reel 59"
	if diff := cmp.Diff(want, listed[0].Resource); diff != "" {
		t.Errorf("resource (-want +got):\n%s", diff)
	}
	if got := shown(t, listed[0].Values["video_ranges"]); got != "v1 00:00:01 00:00:11.5" {
		t.Errorf("ranges %s", got)
	}
	server.ResetRequests()
	if got := protocol.List(t.Context(), resourceType, acctest.Values{"name_regex": "9$"}, false, 0); len(got) != 6 || got[0].Resource != nil || server.CountOf("X29") > 0 {
		t.Errorf("with a filter: %q, %d reads", listedNames(got), server.CountOf("X29"))
	}
	server.ResetRequests()
	if got := protocol.List(t.Context(), resourceType, nil, false, 30); len(got) != 30 || server.CountOf("X30") != 2 {
		t.Errorf("with a limit: %d listed by %d requests", len(got), server.CountOf("X30"))
	}
	if got := listedNames(server.Protocol(t, nil).List(t.Context(), resourceType, nil, false, 0)); len(got) != 1 || !strings.Contains(got[0], "The list of videoindexer_project needs") {
		t.Errorf("without extended operations: %q", got)
	}
	server.Script(mockserver.Fault{Endpoint: mockserver.X(30), Skip: 1, Times: mockserver.Always, Do: mockserver.Status(http.StatusForbidden)})
	if got := listedNames(protocol.List(t.Context(), resourceType, nil, false, 0)); len(got) != 26 || !strings.Contains(got[25], "Could not list the projects") {
		t.Errorf("a page that cannot be had: %q", got)
	}
}

// TestProjectList_streams has the first projects before the last page was asked for, each read when its turn comes.
func TestProjectList_streams(t *testing.T) {
	t.Parallel()
	server := newListServer(t)
	taken := 0
	for range server.Protocol(t, extended).Listing(t.Context(), resourceType, nil, true, 0) {
		taken++
		if pages, reads := server.CountOf("X30"), server.CountOf("X29"); pages != (taken+24)/25 || reads != taken {
			t.Fatalf("project %d came after %d pages and %d reads", taken, pages, reads)
		}
	}
	if taken != 60 {
		t.Errorf("%d projects", taken)
	}
}

// TestProjectList_unreadable lists projects of which one cannot be read: it comes with what the list shows of it and a warning, the
// others in full.
func TestProjectList_unreadable(t *testing.T) {
	t.Parallel()
	server := newListServer(t)
	server.Script(
		mockserver.Fault{Endpoint: mockserver.X(29), Do: mockserver.Body(http.StatusOK, "application/json", `{"id":"p59"}`)},
		mockserver.Fault{Endpoint: mockserver.X(29), Do: mockserver.Before(func(*http.Request) { server.RemoveProject(server.Account.ID, "p58") })},
	)
	listed := server.Protocol(t, extended).List(t.Context(), resourceType, nil, true, 4)
	if len(listed) != 3 || listed[1].Identity["project_id"] != "p57" { // p58 was deleted meanwhile
		t.Fatalf("listed %q", listedNames(listed))
	}
	acctest.Says(t, listed[0].Diagnostics, acctest.Warning, "Unable to read project", "project p59", "does not say the ranges")
	if len(listed[0].Diagnostics) != 1 || listed[0].Identity["project_id"] != "p59" || listed[0].Resource["name"] != "Reel 59" {
		t.Errorf("%v, %v, %q", listed[0].Identity, listed[0].Resource, acctest.Texts(listed[0].Diagnostics))
	}
	server.Script(mockserver.Fault{Endpoint: mockserver.X(29), Times: mockserver.Always, Do: mockserver.Status(http.StatusForbidden)})
	if got := listedNames(server.Protocol(t, extended).List(t.Context(), resourceType, nil, true, 0)); len(got) != 1 || !strings.Contains(got[0], "403") {
		t.Errorf("what every project would meet: %q", got)
	}
}
