package project_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestRefreshByOneList refreshes many projects by one list, and reads by itself only what was modified.
func TestRefreshByOneList(t *testing.T) {
	t.Parallel()
	server := newProjectServer(t)
	instances := make([]*acctest.Instance, 20)
	protocol := server.Protocol(t, extended)
	for n := range instances {
		instances[n] = protocol.Instance(resourceType)
		acctest.Succeeds(t, instances[n].Apply(t.Context(), instances[n].Planned(made(acctest.Values{"name": fmt.Sprint("Project ", n)}))))
	}
	refresh := func(lists, reads int) {
		t.Helper()
		acctest.Restart(instances...)
		server.ResetRequests()
		for _, i := range instances {
			acctest.Succeeds(t, i.Refresh(t.Context()))
		}
		if server.CountOf("X30") != lists || server.CountOf("X29") != reads {
			t.Errorf("%d lists and %d reads, want %d and %d", server.CountOf("X30"), server.CountOf("X29"), lists, reads)
		}
	}
	refresh(1, len(instances)) // nothing was kept yet
	drifted := instances[3].Texts()["project_id"]
	server.ChangeProject(server.Account.ID, drifted, func(p *mockserver.Project) {
		p.Name, p.Ranges, p.LastModified = "Theirs", ranges, p.LastModified.Add(time.Second)
	})
	server.RemoveProject(server.Account.ID, instances[4].Texts()["project_id"])
	refresh(1, len(instances)) // the times are too young to be a proof
	if got := instances[3].Texts()["name"]; got != "Theirs" || shown(t, instances[3].State()["video_ranges"]) != "v1 00:00:01 00:01:00" {
		t.Errorf("the drift shows as %q", got)
	}
	if instances[4].Exists() {
		t.Error("what is gone is in the state")
	}
	if plan := instances[3].Planned(made(acctest.Values{"name": "Project 3"})); !plan.IsUpdate {
		t.Error("no update")
	}
	if plan := instances[4].Planned(made(acctest.Values{"name": "Project 4"})); plan.IsUpdate {
		t.Error("what is gone is not created again")
	}
}

// TestRefreshWithoutTimes reads each project where the list does not say when it was modified, or there is no list.
func TestRefreshWithoutTimes(t *testing.T) {
	t.Parallel()
	server := newProjectServer(t, mockserver.Lacks(http.StatusNotFound, "X30"))
	i := created(t, server, made(nil))
	server.ResetRequests()
	i.IsUnchanged(made(nil))
	if server.CountOf("X29") != 1 {
		t.Errorf("%d reads", server.CountOf("X29"))
	}
	server = newProjectServer(t)
	i = created(t, server, made(nil))
	server.Script(mockserver.Fault{Endpoint: mockserver.X(30), Do: mockserver.Body(http.StatusOK, "application/json", `{"results":[],"nextPage":{"done":true}}`)})
	i.IsUnchanged(made(nil))
	server.Script(mockserver.Fault{Endpoint: mockserver.X(29), Do: mockserver.GatewayHTML(http.StatusNotFound)})
	acctest.Restart(i)
	acctest.Says(t, i.Refresh(t.Context()), acctest.Failure, "Unable to read project", "does not mean that the object is gone")
}

// TestRenderDrift has the render of a project forgotten, or ended otherwise, outside of Terraform.
func TestRenderDrift(t *testing.T) {
	t.Parallel()
	server := newProjectServer(t)
	i := created(t, server, rendersNew(acctest.Values{"video_ranges": nil, "project_id": id, "name": nil}))
	if got := i.Texts()["render_state"]; got != "Succeeded" {
		t.Fatalf("the render is %q", got)
	}
	config := config(acctest.Values{"render": true})
	server.ChangeProject(server.Account.ID, id, func(p *mockserver.Project) {
		p.Ranges, p.Render, p.Rendered, p.LastModified = []mockserver.VideoRange{{VideoID: "v2", Start: "00:00:00", End: "00:00:01"}}, mockserver.NeverRendered, nil, p.LastModified.Add(time.Second)
	})
	plan := i.Look(config)
	if !plan.IsUpdate || attribute(t, plan, "render_state").IsKnown() || i.Texts()["render_state"] != "" {
		t.Errorf("a render that was forgotten: update %t, state %q", plan.IsUpdate, i.Texts()["render_state"])
	}
	acctest.Restart(i)
	acctest.Succeeds(t, i.Apply(t.Context(), plan))
	if got := i.Texts()["render_state"]; got != "Succeeded" {
		t.Errorf("rendered again: %q", got)
	}
	i.IsUnchanged(config)
}
