package project_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestRefused has the service refuse what is sent, or take less than was sent: the error is at the argument, and the state shows what
// the service has.
func TestRefused(t *testing.T) {
	t.Parallel()
	const found = "Found: v1 00:00:01-00:01:00; -; adopted"
	missing := clips(clip{"missing", "00:00:01", "00:00:02"})
	notKept := mockserver.Fault{Endpoint: mockserver.X(29), Times: 2, Do: mockserver.Body(http.StatusOK, "application/json", `{"id":"x","name":"Newish","videosRanges":[]}`)}
	for name, test := range map[string]struct {
		before, config acctest.Values
		fault          mockserver.Fault
		says           []string
		at             string
		state          string
		tainted        bool
	}{
		"a create": {config: creates(acctest.Values{"video_ranges": missing}), says: []string{"Unable to create project", "INVALID_INPUT"}, at: "video_ranges", state: "nothing"},
		"a create, for now": {
			config: creates(nil), fault: mockserver.Fault{Endpoint: mockserver.X(27), Do: mockserver.Status(http.StatusInternalServerError)},
			says: []string{"Unable to create project", "may have made the change", "data source videoindexer_projects"}, state: "nothing",
		},
		"an adoption": {
			config: adopts(acctest.Values{"name": "Mine", "video_ranges": missing, "deletion_policy": "delete"}), says: []string{"Unable to change project", "INVALID_INPUT"},
			at: "video_ranges", state: "nothing",
		},
		"an update": {before: adopts(nil), config: adopts(acctest.Values{"name": "Mine", "video_ranges": missing}), says: []string{"Unable to change project"}, at: "video_ranges", state: found},
		"a new name": {
			before: adopts(nil), config: adopts(acctest.Values{"name": "Mine"}), says: []string{"Unable to change project"}, at: "name", state: found,
			fault: mockserver.Fault{Endpoint: mockserver.X(28), Do: mockserver.Refuse(http.StatusBadRequest, "INVALID_INPUT", "no")},
		},
		"a project that is gone": {
			before: adopts(nil), config: adopts(acctest.Values{"name": "Mine"}), says: []string{"Unable to change project", "404"}, state: found,
			fault: mockserver.Fault{Endpoint: mockserver.X(29), Do: mockserver.Refuse(http.StatusNotFound, "BREAKDOWN_NOT_FOUND", "no")},
		},
		"a name that is not kept": {
			config: creates(nil), fault: notKept, says: []string{"Value not kept by the service", `name = "New"`, `has "Newish"`}, at: "name", state: "Newish: none; -; created", tainted: true,
		},
		"ranges that are not kept": {
			config: creates(nil), fault: notKept, says: []string{"Value not kept by the service", "video_ranges = [{", "but has []"},
			at: "video_ranges", state: "Newish: none; -; created", tainted: true,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newServer(t)
			i := server.Protocol(t, extended).Instance(project)
			if test.before != nil {
				i.Run(test.before)
			}
			plan := i.Look(test.config)
			if test.fault.Endpoint > 0 {
				server.Script(test.fault)
			}
			diags := i.Apply(t.Context(), plan)
			d := acctest.Says(t, diags, acctest.Failure, test.says...)
			if test.at != "" && d.Attribute.String() != `AttributeName("`+test.at+`")` {
				t.Errorf("the error is at %s", d.Attribute)
			}
			if got := shown(t, i); got != test.state || i.Tainted != test.tainted {
				t.Errorf("tainted %t, %s, want %s", i.Tainted, got, test.state)
			}
			if test.tainted {
				acctest.Says(t, diags, acctest.Warning, "Project was created despite the error", "terraform untaint")
			}
			if i.Exists() {
				i.Run(nil)
			}
			expectProjects(t, server, foundAsIs)
		})
	}
}

// TestImported imports a project, by services with several forms of ranges: the first plan is empty where the configuration says the same.
func TestImported(t *testing.T) {
	t.Parallel()
	for name, options := range map[string][]mockserver.Option{
		"as usual": nil, "with fractions": {mockserver.RangesWithFractions()}, "another member": {mockserver.ProjectRangesMember("videoRanges")},
	} {
		server := newServer(t, options...)
		i := server.Protocol(t, extended).Instance(project)
		acctest.Succeeds(t, i.Import(t.Context(), id))
		if got := shown(t, i); got != "Found: v1 00:00:01-00:01:00; -; adopted" {
			t.Errorf("%s: imported as %s", name, got)
		}
		i.IsUnchanged(adopts(acctest.Values{"name": "Found", "video_ranges": clips(clip{"v1", "0:00:01.000", "00:01:00"})}))
	}
}

// TestWithAndWithoutExtended takes extended operations away and gives them back: the state is read both ways, and nothing that needs
// them is called.
func TestWithAndWithoutExtended(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	all := adopts(acctest.Values{"name": "Mine", "video_ranges": clips(otherClip), "render": true})
	i := applied(t, server, extended, all)
	server.ResetRequests()
	i.Protocol = server.Protocol(t, plain)
	i.IsUnchanged(adopts(acctest.Values{"render": true}))
	if got := shown(t, i); got != "Mine: v2 0:00:05-00:00:07.500; Succeeded; adopted" {
		t.Errorf("the state is %s", got)
	}
	i.Run(adopts(nil))
	i.Run(adopts(acctest.Values{"render": true}))
	for _, request := range server.Requests() {
		if request.Endpoint >= mockserver.X(1) {
			t.Errorf("sent %s %s", request.Method, request.Path)
		}
	}
	i.Protocol = server.Protocol(t, extended)
	i.IsUnchanged(all)

	i = applied(t, server, plain, adopts(nil)) // a state that was written without them can do without a refresh
	i.Protocol = server.Protocol(t, extended)
	acctest.Succeeds(t, i.Apply(t.Context(), i.Planned(adopts(acctest.Values{"name": "Again"}))))
	expectProjects(t, server, "Again: v2 00:00:05-00:00:07.500 Succeeded")
}

// TestRefresh refreshes projects by one list, and reads by itself what was modified, or what the list does not show.
func TestRefresh(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	instances := make([]*acctest.Instance, 5)
	for n := range instances {
		instances[n] = applied(t, server, extended, creates(acctest.Values{"name": fmt.Sprint("Project ", n)}))
	}
	acctest.Restart(instances...)
	drifted, gone := instances[3], instances[4]
	server.ChangeProject(server.Account.ID, drifted.Texts()["project_id"], func(p *mockserver.Project) { p.Name, p.Ranges = "Theirs", ranges })
	server.RemoveProject(server.Account.ID, gone.Texts()["project_id"])
	for _, i := range instances {
		acctest.Succeeds(t, i.Refresh(t.Context()))
	}
	if server.CountOf("X30") != 1 || server.CountOf("X29") != len(instances) || gone.Exists() {
		t.Errorf("%d lists and %d reads; what is gone exists: %t", server.CountOf("X30"), server.CountOf("X29"), gone.Exists())
	}
	if got := shown(t, drifted); got != "Theirs: v1 00:00:01-00:01:00; -; created" || !drifted.Planned(creates(acctest.Values{"name": "Project 3"})).IsUpdate {
		t.Errorf("the drift shows as %s", got)
	}
	i := instances[0]
	for _, fault := range []mockserver.Fault{
		{Endpoint: mockserver.X(30), Do: mockserver.GatewayHTML(http.StatusNotFound)},
		{Endpoint: mockserver.X(30), Do: mockserver.Body(http.StatusOK, "application/json", `{"results":[],"nextPage":{"done":true}}`)},
	} {
		server.Script(fault)
		i.IsUnchanged(creates(acctest.Values{"name": "Project 0"}))
	}
	server.Script(mockserver.Fault{Endpoint: mockserver.X(29), Do: mockserver.GatewayHTML(http.StatusNotFound)})
	acctest.Restart(i)
	acctest.Says(t, i.Refresh(t.Context()), acctest.Failure, "Unable to read project", "does not mean that the object is gone")
}

// TestRenderDrift has others change a project that is rendered, so that the service discards the render.
func TestRenderDrift(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	config := adopts(acctest.Values{"render": true})
	i := applied(t, server, extended, config)
	server.ChangeProject(server.Account.ID, id, func(p *mockserver.Project) {
		p.Render, p.Rendered, p.LastModified = mockserver.NeverRendered, nil, p.LastModified.Add(time.Second)
	})
	if plan := i.Run(config); !plan.IsUpdate || i.Texts()["render_state"] != "Succeeded" {
		t.Errorf("update %t, state %q", plan.IsUpdate, i.Texts()["render_state"])
	}
	i.IsUnchanged(config)
}

// TestRenderedFile opens the address of a rendered file, a new one each time, and says why there is none.
func TestRenderedFile(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	open := func(projectID string) (address, said string) {
		result, resp := server.Protocol(t, extended).OpenEphemeral(t.Context(), "videoindexer_rendered_file", acctest.Values{"project_id": projectID})
		return result["download_url"], strings.Join(acctest.Texts(resp.Diagnostics), "\n")
	}
	if address, said := open(id); address != "" || !strings.Contains(said, "has no rendered file. Set render = true.") {
		t.Errorf("%q, %q", address, said)
	}
	server.ChangeProject(server.Account.ID, id, func(p *mockserver.Project) { p.Render, p.Rendered = mockserver.RenderSucceeded, ranges })
	first, said := open(id)
	if second, _ := open(id); !strings.HasPrefix(first, "https://") || first == second || said != "" {
		t.Errorf("%q, then %q: %q", first, second, said)
	}
}

// TestLists lists projects, of which the service gives 25 at a time, the newest first: as a query does, and as a data source.
func TestLists(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t, mockserver.Extended(), mockserver.PageCap(25))
	server.AddVideo(server.Account.ID, mockserver.Video{ID: "v1"})
	for i := range 60 {
		server.AddProject(server.Account.ID, mockserver.Project{
			ID: fmt.Sprintf("p%02d", i), Name: fmt.Sprintf("Reel %02d", i), Created: time.Date(2026, 3, 1+i, 12, 0, 0, 0, time.UTC),
			Ranges: []mockserver.VideoRange{{VideoID: "v1", Start: "00:00:01", End: fmt.Sprintf("00:00:%02d.5", 2+i%50)}},
		})
	}
	protocol := server.Protocol(t, extended)
	forbidden := mockserver.Status(http.StatusForbidden)
	for name, test := range map[string]struct {
		whole        bool // with resources
		limit        int64
		fault        mockserver.Fault
		count        int
		last         string
		pages, reads int
	}{
		"all":        {count: 60, last: "Reel 00", pages: 3},
		"up to some": {limit: 30, count: 30, last: "Reel 30", pages: 2},
		"up to a page": {
			limit: 25, fault: mockserver.Fault{Endpoint: mockserver.X(30), Skip: 1, Do: forbidden}, count: 25, last: "could not read whether the service has more", pages: 2,
		},
		"in full":      {whole: true, count: 60, last: "Reel 00", pages: 3, reads: 60},
		"as they come": {whole: true, limit: 3, count: 3, last: "Reel 57", pages: 1, reads: 4}, // and the next
		"one is gone":  {whole: true, limit: 3, fault: mockserver.Fault{Endpoint: mockserver.X(29), Do: mockserver.Refuse(http.StatusNotFound, "BREAKDOWN_NOT_FOUND", "no")}, count: 3, last: "Reel 56", pages: 1, reads: 5},
		"one cannot be read": {
			whole: true, fault: mockserver.Fault{Endpoint: mockserver.X(29), Skip: 1, Do: forbidden}, count: 2, last: "Could not list the projects", pages: 1, reads: 2,
		},
		"a page cannot be read": {fault: mockserver.Fault{Endpoint: mockserver.X(30), Skip: 1, Do: forbidden}, count: 26, last: "Could not list the projects", pages: 2},
	} {
		server.ClearFaults()
		if test.fault.Endpoint > 0 {
			server.Script(test.fault)
		}
		server.ResetRequests()
		listed := protocol.List(t.Context(), project, nil, test.whole, test.limit)
		said := ""
		if len(listed) > 0 {
			said = listed[len(listed)-1].DisplayName + strings.Join(acctest.Texts(listed[len(listed)-1].Diagnostics), "; ")
		}
		if len(listed) != test.count || !strings.Contains(said, test.last) || server.CountOf("X30") != test.pages || server.CountOf("X29") != test.reads {
			t.Errorf("%s: %d listed, the last one %q, by %d pages and %d reads", name, len(listed), said, server.CountOf("X30"), server.CountOf("X29"))
		}
	}
	server.ClearFaults()
	first := protocol.List(t.Context(), project, nil, true, 1)[0]
	want := map[string]string{"location": server.Account.Location, "account_id": server.Account.ID, "project_id": "p59"}
	if diff := cmp.Diff(want, first.Identity); diff != "" {
		t.Errorf("identity (-want +got):\n%s", diff)
	}
	want["name"] = "Reel 59"
	if diff := cmp.Diff(want, first.Resource); diff != "" {
		t.Errorf("resource (-want +got):\n%s", diff)
	}
	if got := shownRanges(t, first.Values["video_ranges"]); got != "v1 00:00:01-00:00:11.5" || !first.Values["adopted"].Equal(tftypes.NewValue(tftypes.Bool, true)) {
		t.Errorf("ranges %s, adopted %s", got, first.Values["adopted"])
	}

	values, diags := protocol.Data(t.Context(), "videoindexer_projects", nil)
	acctest.Succeeds(t, diags)
	var all []tftypes.Value
	if err := values["projects"].As(&all); err != nil || len(all) != 60 {
		t.Fatalf("%d projects, %v", len(all), err)
	}
	newest := acctest.Parts(t, all[0])
	for name, want := range map[string]string{
		"project_id": "p59", "name": "Reel 59", "created": "2026-04-29T12:00:00Z", "last_modified": "2026-04-29T12:00:00Z", "user_name": " ", "duration_in_seconds": "1",
	} {
		if got := acctest.Text(newest[name]); !strings.Contains(got, want) {
			t.Errorf("%s is %q", name, got)
		}
	}
}
