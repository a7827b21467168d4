package project_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const (
	renderedFile = "videoindexer_rendered_file"
	cancelAction = "videoindexer_cancel_render"
)

// TestRenderedFile opens the address of a rendered file, a new one each time, and says why there is none.
func TestRenderedFile(t *testing.T) {
	t.Parallel()
	server := newProjectServer(t)
	open := func(projectID string) (string, string) {
		t.Helper()
		result, resp := server.Protocol(t, extended).OpenEphemeral(t.Context(), renderedFile, acctest.Values{"project_id": projectID})
		return result["download_url"], strings.Join(acctest.Texts(resp.Diagnostics), "\n")
	}
	for _, projectID := range []string{id, "none"} {
		if address, said := open(projectID); address != "" || !strings.Contains(said, "There is no rendered file") || !strings.Contains(said, "render") {
			t.Errorf("%s: %q, %q", projectID, address, said)
		}
	}
	server.ChangeProject(server.Account.ID, id, func(p *mockserver.Project) { p.Render, p.Rendered = mockserver.RenderSucceeded, ranges })
	first, said := open(id)
	second, _ := open(id)
	if !strings.HasPrefix(first, "https://") || first == second || said != "" {
		t.Errorf("%q, then %q: %q", first, second, said)
	}
	server.Script(mockserver.Fault{Endpoint: mockserver.X(33), Do: mockserver.Body(http.StatusOK, "application/json", `{"downloadURL":"ftp://hush.example/?sig=hush"}`)})
	if address, said := open(id); address != "" || said == "" || strings.Contains(said, "hush") {
		t.Errorf("an answer that is none: %q, %q", address, said)
	}
	server.Script(mockserver.Fault{Endpoint: mockserver.X(33), Do: mockserver.GatewayHTML(http.StatusNotFound)})
	if _, said := open(id); !strings.Contains(said, "lacks an operation") || strings.Contains(said, "There is no rendered file") {
		t.Errorf("a service without it: %q", said)
	}
}

// TestCancelAction cancels a render and waits for its end.
func TestCancelAction(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		render   mockserver.RenderState
		opts     []mockserver.Option
		config   acctest.Values
		progress []string
		says     []string // of the error; nil for none
		after    mockserver.RenderState
		cancels  int
	}{
		"a render that runs": {
			render: mockserver.RenderInProgress, opts: []mockserver.Option{mockserver.CancelPace(mockserver.AfterRequests(2))},
			progress: []string{"is being canceled (", "so far, 30m0s at most)", "has ended in state Canceled"}, after: mockserver.RenderCanceled, cancels: 1,
		},
		"one that is over": {render: mockserver.RenderSucceeded, progress: []string{"has ended in state Succeeded"}, after: mockserver.RenderSucceeded, cancels: 1},
		"none":             {progress: []string{"has no render: there is nothing to cancel"}, cancels: 1},
		"the time is over": {
			render: mockserver.RenderInProgress, opts: []mockserver.Option{mockserver.CancelPace(mockserver.WhenTold())}, config: acctest.Values{"timeout": "1s"},
			progress: []string{"is being canceled"}, says: []string{"Render is still being canceled", "within 1s", "set timeout"}, after: mockserver.RenderCancelling, cancels: 1,
		},
		"a project that is missing": {config: acctest.Values{"project_id": "none"}, says: []string{"Unable to cancel the render of project", "BREAKDOWN_NOT_FOUND"}, cancels: 1},
		"a service without it": {
			render: mockserver.RenderInProgress, opts: []mockserver.Option{mockserver.Lacks(http.StatusNotImplemented, "X32")},
			says: []string{"lacks an operation"}, after: mockserver.RenderInProgress, cancels: 1,
		},
		"a service without a state": {
			render: mockserver.RenderInProgress, opts: []mockserver.Option{mockserver.CancelPace(mockserver.WhenTold()), mockserver.Lacks(http.StatusNotImplemented, "X31")},
			says: []string{"Unable to cancel the render of project", "was requested, and the service continues it"}, after: mockserver.RenderCancelling, cancels: 1,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newProjectServer(t, append([]mockserver.Option{mockserver.RenderPace(mockserver.WhenTold())}, test.opts...)...)
			server.ChangeProject(server.Account.ID, id, func(p *mockserver.Project) { p.Render, p.Error = test.render, json.RawMessage(nil) })
			config := acctest.Values{"project_id": id}
			maps.Copy(config, test.config)
			progress, diags := server.Protocol(t, extended).InvokeAction(t.Context(), cancelAction, config)
			if test.says == nil {
				acctest.Succeeds(t, diags)
			} else {
				acctest.Says(t, diags, acctest.Failure, test.says...)
			}
			said := strings.Join(progress, "\n")
			for _, want := range test.progress {
				if !strings.Contains(said, want) {
					t.Errorf("progress %q does not say %q", said, want)
				}
			}
			if p, _ := server.Project(server.Account.ID, id); p.Render != test.after || server.CountOf("X32") != test.cancels {
				t.Errorf("the render is %q after %d cancellations", p.Render, server.CountOf("X32"))
			}
		})
	}
}
