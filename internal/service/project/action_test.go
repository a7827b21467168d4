package project_test

import (
	"context"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const renderAction = "videoindexer_render_project"

func TestRenderAction(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		config   acctest.Values
		outcome  mockserver.RenderState
		progress []string // each must be in the messages
		err      string
		renders  int
	}{
		"waits for the end": {
			config:   acctest.Values{"project_id": id, "send_completion_email": true},
			progress: []string{"The render of project d3adb33f has begun.", "still rendering", "in state Succeeded"},
			renders:  1,
		},
		"does not wait": {
			config:   acctest.Values{"project_id": id, "wait_for_render": false},
			progress: []string{"in state InProgress"}, renders: 1,
		},
		"fails": {config: acctest.Values{"project_id": id}, outcome: mockserver.RenderFailed, err: "Project was not rendered", renders: 1},
		"times out": {
			config: acctest.Values{"project_id": id, "timeout": "1s"}, err: "Project is still rendering", renders: 1,
		},
		"a project that is missing": {config: acctest.Values{"project_id": "none"}, err: "BREAKDOWN_NOT_FOUND"},
		"a bad timeout":             {config: acctest.Values{"project_id": id, "timeout": "soon"}, err: "timeout must be a positive Go duration"},
		"a bad account":             {config: acctest.Values{"project_id": id, "account_id": "mine"}, err: "account_id must be a GUID"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newServer(t, mockserver.RenderPace(mockserver.AfterRequests(2)))
			server.ChangeProject(server.Account.ID, id, func(p *mockserver.Project) { p.EndsWith = test.outcome })
			progress, diags := server.Protocol(t, nil).InvokeAction(t.Context(), renderAction, test.config)
			errors := strings.Join(acctest.Texts(acctest.Errors(diags)), "\n")
			if test.err == "" && errors != "" || !strings.Contains(errors, test.err) {
				t.Errorf("errors %q, want %q", errors, test.err)
			}
			said := strings.Join(progress, "\n")
			for _, want := range test.progress {
				if !strings.Contains(said, want) {
					t.Errorf("progress %q does not say %q", said, want)
				}
			}
			if got := len(server.Renders(server.Account.ID, id)); got != test.renders {
				t.Errorf("%d renders, want %d", got, test.renders)
			}
		})
	}
}

// TestRenderActionAfterRender renders a project that has been rendered before: the service begins nothing, and the action says so.
func TestRenderActionAfterRender(t *testing.T) {
	t.Parallel()
	for name, settings := range map[string]acctest.Values{"described API": nil, "extended": {"extended_operations": true}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newServer(t, mockserver.Extended(), mockserver.RenderPace(mockserver.AfterRequests(1)))
			for _, want := range []string{"the render is in state Succeeded", "nothing was rendered now: the service keeps the earlier result (state Succeeded)"} {
				progress, diags := server.Protocol(t, settings).InvokeAction(t.Context(), renderAction, acctest.Values{"project_id": id})
				acctest.Succeeds(t, diags)
				if said := strings.Join(progress, "\n"); !strings.Contains(said, want) {
					t.Errorf("progress %q does not say %q", said, want)
				}
			}
			if got := len(server.Renders(server.Account.ID, id)); got != 1 {
				t.Errorf("%d renders, want 1", got)
			}
		})
	}
}

// TestRenderActionCancelled ends the wait when Terraform cancels it: no further question is asked.
func TestRenderActionCancelled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	questions := 0
	server := newServer(t, mockserver.RenderPace(mockserver.WhenTold()), mockserver.OnRequest(func(r mockserver.Request) {
		if r.Endpoint == 14 {
			if questions++; questions == 2 {
				cancel()
			}
		}
	}))
	_, diags := server.Protocol(t, nil).InvokeAction(ctx, renderAction, acctest.Values{"project_id": id})
	if text := strings.Join(acctest.Texts(diags), "\n"); !strings.Contains(text, "interrupted") {
		t.Errorf("diagnostics %q", text)
	}
	if got := server.Count(14); got != 2 {
		t.Errorf("asked %d times, want 2", got)
	}
}
