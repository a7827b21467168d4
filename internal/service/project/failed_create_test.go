package project_test

import (
	"encoding/json"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestFailedCreate ends the render of an adoption badly in every way there is. Whatever the policy says, the project is not
// deleted for it: not by the replacement that follows, and not by a destroy.
func TestFailedCreate(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		opts  []mockserver.Option
		spoil func(p *mockserver.Project)
		// limit bounds the create, so that one that does not notice the end fails soon.
		limit  string
		expect []string
		// heal makes the next apply succeed.
		heal func(p *mockserver.Project)
	}{
		"the render fails": {
			spoil: func(p *mockserver.Project) {
				p.EndsWith, p.EndsError = mockserver.RenderFailed, json.RawMessage(`{"code":"BROKEN_RANGE"}`)
			},
			expect: []string{"Project was not rendered", `"Failed"`, "BROKEN_RANGE"},
			heal:   func(p *mockserver.Project) { p.Render, p.Rendered, p.Error = mockserver.RenderSucceeded, ranges, nil },
		},
		"the render is canceled": {
			spoil:  func(p *mockserver.Project) { p.EndsWith = mockserver.RenderCanceled },
			expect: []string{"Project was not rendered", `"Canceled"`},
			heal:   func(p *mockserver.Project) { p.Render, p.Rendered = mockserver.RenderSucceeded, ranges },
		},
		"the render ends without a result": {
			opts:   []mockserver.Option{mockserver.RendersEndWithoutResult()},
			spoil:  func(p *mockserver.Project) { p.EndsWith = mockserver.RenderFailed },
			expect: []string{"Project was not rendered", "ended without a result", "has started a new render"},
			heal:   func(p *mockserver.Project) { p.EndsWith = mockserver.RenderSucceeded },
		},
		"the wait ends": {
			opts:   []mockserver.Option{mockserver.RenderPace(mockserver.WhenTold())},
			limit:  "3s",
			expect: []string{"Project is still rendering", "did not end within"},
			heal:   func(p *mockserver.Project) { p.Render, p.Rendered = mockserver.RenderSucceeded, ranges },
		},
		"no video ranges": {
			spoil:  func(p *mockserver.Project) { p.Ranges = nil },
			expect: []string{"Unable to render project", "400 INVALID_INPUT", "A project needs video ranges"},
			heal:   func(p *mockserver.Project) { p.Ranges = ranges },
		},
	} {
		for _, end := range []string{"replacement", "destroy"} {
			t.Run(name+", then "+end, func(t *testing.T) {
				t.Parallel()
				acctest.InBubble(t, func(t *testing.T) {
					server := newServer(t, append([]mockserver.Option{mockserver.RenderPace(mockserver.AfterRequests(1))}, test.opts...)...)
					if test.spoil != nil {
						server.ChangeProject(server.Account.ID, id, test.spoil)
					}
					instance := server.Protocol(t, nil).Instance(resourceType)
					limit := test.limit
					if limit == "" {
						limit = "20s"
					}
					arguments := config(acctest.Values{"deletion_policy": "delete", "render": true, "timeouts": acctest.Values{"create": limit}})
					acctest.Says(t, instance.Apply(t.Context(), instance.Planned(arguments)), acctest.Failure, test.expect...)
					if !instance.Tainted {
						t.Fatal("the project is not in the state")
					}
					acctest.Restart(instance)
					acctest.Succeeds(t, instance.Refresh(t.Context()))
					configuration := arguments
					if end == "destroy" {
						configuration = nil
					}
					if name == "the wait ends" {
						server.FinishRender(server.Account.ID, id, mockserver.RenderSucceeded, nil)
					} else {
						server.ChangeProject(server.Account.ID, id, test.heal)
					}
					plan := instance.Planned(configuration)
					acctest.Restart(instance)
					diags := instance.Apply(t.Context(), plan)
					acctest.Succeeds(t, diags)
					acctest.Says(t, diags, acctest.Warning, "Project left as it is")
					isThere(t, server, true)
					if got := instance.Texts()["render_state"]; end == "replacement" && got != "Succeeded" {
						t.Errorf("the replacement's render is %q", got)
					}
				})
			})
		}
	}
}
