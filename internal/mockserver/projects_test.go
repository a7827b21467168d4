package mockserver_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const (
	started  = `{"error":null,"result":null,"state":"InProgress"}`
	rendered = `{"error":null,"result":{"videoRanges":[{"range":{"end":"00:01:00","start":"00:00:01"},"videoId":"v1"}]},"state":"Succeeded"}`
	running  = "PROJECT_RENDER_IN_PROGRESS"
)

var ranges = []mockserver.VideoRange{{VideoID: "v1", Start: "00:00:01", End: "00:01:00"}}

func (st *mediaServer) project(p mockserver.Project) {
	st.t.Helper()
	p.ID = projectID
	if !st.AddProject(account, p) {
		st.t.Fatal("the account is missing")
	}
}

func (st *mediaServer) render(query string) answered {
	st.t.Helper()
	return st.send(http.MethodPost, "/Projects/"+projectID+"/render"+query, "")
}

// renders makes a request for each status wanted, and fails the test where one differs.
func (st *mediaServer) renders(wanted ...int) {
	st.t.Helper()
	for i, status := range wanted {
		if got := st.render(""); got.status != status {
			st.t.Errorf("render request %d: got %d %s, want %d", i+1, got.status, got.body, status)
		}
	}
}

func TestRender(t *testing.T) {
	t.Parallel()
	st := newMediaServer(t, mockserver.RenderPace(mockserver.AfterRequests(1)))
	st.project(mockserver.Project{Ranges: ranges})

	got := st.render("?sendCompletionEmail=true")
	same(t, got.status, http.StatusAccepted)
	same(t, got.body, started)
	st.wants(st.render(""), http.StatusConflict, running)
	for range 2 {
		got = st.render("")
		same(t, got.status, http.StatusOK)
		same(t, got.body, rendered)
	}

	asked := st.Renders(account, projectID)
	if len(asked) != 1 || asked[0].SendCompletionEmail == nil || !*asked[0].SendCompletionEmail {
		t.Errorf("renders: %+v", asked)
	}

	// A change of the project does not change what was rendered.
	st.ChangeProject(account, projectID, func(p *mockserver.Project) { p.Ranges = nil })
	same(t, st.render("").body, rendered)
}

func TestRenderRefusals(t *testing.T) {
	t.Parallel()
	st := newMediaServer(t)
	st.wants(st.render(""), http.StatusNotFound, "BREAKDOWN_NOT_FOUND")
	st.project(mockserver.Project{})
	st.wants(st.render(""), http.StatusBadRequest, "INVALID_INPUT")
	same(t, len(st.Renders(account, projectID)), 0)
	st.token = st.AccountToken(location, account, false)
	st.wants(st.render(""), http.StatusUnauthorized, "USER_NOT_ALLOWED")
	st.token = st.AccountToken(location, account, true)
	st.RemoveAccount(account)
	st.wants(st.render(""), http.StatusNotFound, "BREAKDOWN_NOT_FOUND")

	strict := newMediaServer(t)
	strict.refuses = true
	strict.project(mockserver.Project{Ranges: ranges})
	strict.wants(strict.render("?sendCompletionEmail=1"), http.StatusBadRequest, "INVALID_INPUT")
	strict.wants(strict.send(http.MethodPost, "/Projects/"+projectID+"/render", "{}"), http.StatusBadRequest, "INVALID_INPUT")
}

func TestRenderEndings(t *testing.T) {
	t.Parallel()
	failure := json.RawMessage(`{"code":"RENDER_FAILED"}`)
	for _, outcome := range []mockserver.RenderState{
		mockserver.RenderFailed, mockserver.RenderCanceled, mockserver.RenderCancelling, mockserver.RenderPending,
	} {
		t.Run(string(outcome), func(t *testing.T) {
			t.Parallel()
			st := newMediaServer(t, mockserver.RenderPace(mockserver.WhenTold()))
			st.project(mockserver.Project{Ranges: ranges})
			st.wants(st.render("?sendCompletionEmail=true"), http.StatusAccepted, "")
			st.renders(409)
			same(t, st.FinishRender(account, projectID, outcome, failure), true)
			same(t, st.FinishRender(account, projectID, outcome, failure), false)
			got := st.render("")
			same(t, got.status, http.StatusOK)
			same(t, got.body, `{"error":{"code":"RENDER_FAILED"},"result":null,"state":"`+string(outcome)+`"}`)
		})
	}
	t.Run("without a result", func(t *testing.T) {
		t.Parallel()
		st := newMediaServer(t, mockserver.RendersEndWithoutResult())
		st.project(mockserver.Project{Ranges: ranges, EndsWith: mockserver.RenderFailed, EndsError: failure})
		st.renders(202, 202)
		st.ChangeProject(account, projectID, func(p *mockserver.Project) { p.EndsWith = mockserver.RenderSucceeded })
		st.renders(202, 200, 200)
		same(t, len(st.Renders(account, projectID)), 3)
	})
	t.Run("someone else's", func(t *testing.T) {
		t.Parallel()
		st := newMediaServer(t, mockserver.RenderPace(mockserver.AfterRequests(1)))
		st.project(mockserver.Project{Ranges: ranges, Render: mockserver.RenderInProgress})
		st.renders(409, 200)
		same(t, len(st.Renders(account, projectID)), 0)
		st.ChangeProject(account, projectID, func(p *mockserver.Project) { p.Render = mockserver.NeverRendered })
		st.renders(202, 409)
		st.ChangeProject(account, projectID, func(p *mockserver.Project) { p.Render = mockserver.RenderCanceled })
		st.renders(200)
	})
	t.Run("in time", func(t *testing.T) {
		t.Parallel()
		clock := newClock()
		st := newMediaServer(t, mockserver.RenderPace(mockserver.AfterTime(time.Minute)), mockserver.WithClock(clock.Now))
		st.project(mockserver.Project{Ranges: ranges})
		st.renders(202, 409, 409)
		clock.pass(time.Minute)
		p, _ := st.Project(account, projectID)
		same(t, p.Render, mockserver.RenderSucceeded)
		st.renders(200)
	})
}

func TestDeleteProject(t *testing.T) {
	t.Parallel()
	st := newMediaServer(t)
	st.project(mockserver.Project{})
	path := "/Projects/" + projectID
	st.token = st.ProjectToken(location, account, "other", true)
	st.wants(st.send(http.MethodDelete, path, ""), http.StatusUnauthorized, "USER_NOT_ALLOWED")
	st.token = st.ProjectToken(location, account, projectID, true)
	st.wants(st.send(http.MethodDelete, path, ""), http.StatusNoContent, "")
	st.wants(st.send(http.MethodDelete, path, ""), http.StatusNotFound, "NOT_FOUND")
	_, left := st.Project(account, projectID)
	same(t, left, false)
	st.RemoveAccount(account)
	st.wants(st.send(http.MethodDelete, path, ""), http.StatusNotFound, "ACCOUNT_NOT_FOUND")
}

func TestProjectToken(t *testing.T) {
	t.Parallel()
	st := newMediaServer(t)
	st.project(mockserver.Project{})
	st.token = ""
	token := func(id, query string) answered {
		return st.do(ask{method: http.MethodGet, path: "/auth/" + location + "/Accounts/" + account + "/Projects/" + id + "/AccessToken" + query})
	}
	for query, status := range map[string]int{"": 401, "?allowEdit=false": 401, "?allowEdit=true": 204} {
		got := token(projectID, query)
		same(t, got.status, http.StatusOK)
		if err := json.Unmarshal([]byte(got.body), &st.token); err != nil {
			t.Fatal(err)
		}
		same(t, st.send(http.MethodDelete, "/Projects/"+projectID, "").status, status)
		st.project(mockserver.Project{})
	}
	got := token("gone", "")
	same(t, got.status, http.StatusNotFound)
	if !strings.Contains(got.body, `"errorType":"BREAKDOWN_NOT_FOUND"`) {
		t.Errorf("body: %s", got.body)
	}
}
