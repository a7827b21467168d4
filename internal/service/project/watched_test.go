package project_test

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

func rendersNew(more acctest.Values) acctest.Values {
	config := made(more)
	config["render"] = true
	return config
}

// TestWatched renders a project that Terraform creates: it is asked for once, and watched then. Other ranges render it again, and
// the plan says what becomes of the rendered file.
func TestWatched(t *testing.T) {
	t.Parallel()
	acctest.InBubble(t, func(t *testing.T) {
		server := newProjectServer(t, mockserver.RenderPace(mockserver.AfterRequests(2)))
		i := created(t, server, rendersNew(nil))
		if server.CountOf("14") != 1 || server.CountOf("X31") == 0 {
			t.Errorf("asked for %d renders, and %d times after one", server.CountOf("14"), server.CountOf("X31"))
		}
		if got := i.Texts()["render_state"]; got != "Succeeded" {
			t.Errorf("the render is %q", got)
		}
		i.IsUnchanged(rendersNew(nil))

		// Another name leaves the render.
		plan := i.Run(rendersNew(acctest.Values{"name": "Renamed"}))
		if len(plan.Diagnostics) > 0 || server.CountOf("14") != 1 {
			t.Errorf("a new name: %q, %d renders", acctest.Texts(plan.Diagnostics), server.CountOf("14"))
		}
		changed := rendersNew(acctest.Values{"name": "Renamed", "video_ranges": clips(firstClip)})
		plan = i.Run(changed)
		d := acctest.Says(t, plan.Diagnostics, acctest.Warning, "Rendered file will be deleted", "render is true: the apply renders the project again")
		if d.Attribute == nil || d.Attribute.String() != `AttributeName("video_ranges")` {
			t.Errorf("the warning is at %s", d.Attribute)
		}
		if attribute(t, plan, "render_state").IsKnown() || server.CountOf("14") != 2 || i.Texts()["render_state"] != "Succeeded" {
			t.Errorf("other ranges: %d renders, state %q", server.CountOf("14"), i.Texts()["render_state"])
		}
		i.IsUnchanged(changed)

		still := acctest.Values{"name": "Renamed", "video_ranges": clips(otherClip)}
		plan = i.Run(still)
		acctest.Says(t, plan.Diagnostics, acctest.Warning, "Rendered file will be deleted", "Set render = true")
		if !attribute(t, plan, "render_state").IsNull() || i.Texts()["render_state"] != "" {
			t.Errorf("the render is planned as %s", attribute(t, plan, "render_state"))
		}
		i.IsUnchanged(still)
	})
}

// TestWatchedFaults has what a retry heals go wrong in a render: it is asked for once.
func TestWatchedFaults(t *testing.T) {
	t.Parallel()
	for name, action := range map[string]mockserver.Action{
		"429": mockserver.Status(http.StatusTooManyRequests, "Retry-After", "0"), "500": mockserver.Status(http.StatusInternalServerError),
		"504 after": mockserver.StatusAfter(http.StatusGatewayTimeout), "reset after": mockserver.ResetAfter(),
		"reset before": mockserver.ResetBefore(), "401": mockserver.Status(http.StatusUnauthorized),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newProjectServer(t, mockserver.RenderPace(mockserver.AfterRequests(2)), mockserver.RendersEndWithoutResult())
			for _, endpoint := range []int{14, mockserver.X(28), mockserver.X(29), mockserver.X(31), 15} {
				server.Script(mockserver.Fault{Endpoint: endpoint, Do: action})
			}
			i := created(t, server, rendersNew(nil))
			if got := len(server.Renders(server.Account.ID, i.Texts()["project_id"])); got != 1 || i.Texts()["render_state"] != "Succeeded" {
				t.Errorf("%d renders, state %q", got, i.Texts()["render_state"])
			}
			i.Run(rendersNew(acctest.Values{"name": "Renamed"}))
			i.Run(nil)
			holds(t, server, foundAsIs)
		})
	}
	t.Run("a service without X31", func(t *testing.T) {
		t.Parallel()
		server := newProjectServer(t, mockserver.RenderPace(mockserver.AfterRequests(2)), mockserver.Lacks(http.StatusNotImplemented, "X31"))
		i := created(t, server, rendersNew(nil))
		if got := i.Texts()["render_state"]; got != "Succeeded" {
			t.Errorf("the render is %q", got)
		}
		i.IsUnchanged(rendersNew(nil))
	})
}

// TestWatchedFails ends a render badly, after a create and after an update: the project is in the state, and the next plan
// shows that it is to be rendered.
func TestWatchedFails(t *testing.T) {
	t.Parallel()
	for _, isUpdate := range []bool{false, true} {
		for outcome, how := range map[mockserver.RenderState]string{mockserver.RenderFailed: "BROKEN_RANGE", mockserver.RenderCanceled: `"Canceled"`} {
			t.Run(how, func(t *testing.T) {
				t.Parallel()
				server := newProjectServer(t, mockserver.RenderPace(mockserver.WhenTold()), mockserver.RendersEndWithoutResult())
				projectID := ""
				server.Script(mockserver.Fault{Endpoint: mockserver.X(31), Do: mockserver.Before(func(*http.Request) {
					for _, p := range server.State().Accounts[0].Projects {
						if p.ID != id {
							projectID = p.ID
						}
					}
					server.FinishRender(server.Account.ID, projectID, outcome, json.RawMessage(`{"code":"BROKEN_RANGE"}`))
				})})
				i := server.Protocol(t, extended).Instance(resourceType)
				if isUpdate {
					i.Run(made(nil))
				}
				plan := i.Look(rendersNew(nil))
				diags := i.Apply(t.Context(), plan)
				acctest.Says(t, diags, acctest.Failure, "Project was not rendered", how)
				if i.Tainted == isUpdate || !i.Exists() {
					t.Fatalf("tainted %t, exists %t", i.Tainted, i.Exists())
				}
				if !isUpdate {
					acctest.Says(t, diags, acctest.Warning, "Project was created despite the error", "untaint")
					i.Tainted = false // as terraform untaint does
				}
				server.ChangeProject(server.Account.ID, projectID, func(p *mockserver.Project) { p.Render = mockserver.RenderSucceeded })
				if plan := i.Look(rendersNew(nil)); !plan.IsUpdate {
					t.Error("the next plan does not render")
				}
			})
		}
	}
}

// interrupted applies a plan, and interrupts it when the provider has asked for the state of the render.
func interrupted(t *testing.T, server *acctest.Server, i *acctest.Instance, plan *acctest.Plan) []*tfprotov6.Diagnostic {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	server.Script(mockserver.Fault{Endpoint: mockserver.X(31), Do: mockserver.After(func(*http.Request) { cancel() })})
	acctest.Restart(i)
	diags := i.Apply(ctx, plan)
	server.ClearFaults()
	return diags
}

// TestCancelOnInterrupt has an interruption cancel the render, where that is wanted.
func TestCancelOnInterrupt(t *testing.T) {
	t.Parallel()
	config := rendersNew(acctest.Values{"cancel_render_on_interrupt": true})
	t.Run("canceled", func(t *testing.T) {
		t.Parallel()
		server := newProjectServer(t, mockserver.RenderPace(mockserver.WhenTold()))
		i := server.Protocol(t, extended).Instance(resourceType)
		diags := interrupted(t, server, i, i.Planned(config))
		acctest.Says(t, diags, acctest.Warning, "Render was canceled", "cancel_render_on_interrupt")
		if i.Tainted || server.CountOf("X32") != 1 {
			t.Errorf("tainted %t, %d cancellations", i.Tainted, server.CountOf("X32"))
		}
		if p, _ := server.Project(server.Account.ID, i.Texts()["project_id"]); p.Render != mockserver.RenderCanceled {
			t.Errorf("the render is %s", p.Render)
		}
		if plan := i.Look(config); !plan.IsUpdate {
			t.Error("the next plan does not render")
		}
	})
	t.Run("it cannot be", func(t *testing.T) {
		t.Parallel()
		server := newProjectServer(t, mockserver.RenderPace(mockserver.WhenTold()), mockserver.Lacks(http.StatusNotImplemented, "X32"))
		i := server.Protocol(t, extended).Instance(resourceType)
		acctest.Says(t, interrupted(t, server, i, i.Planned(config)), acctest.Warning, "Render was not canceled", "may continue it", "lacks an operation")
		if i.Tainted || i.Texts()["render_state"] != "InProgress" {
			t.Errorf("tainted %t, %q", i.Tainted, i.Texts()["render_state"])
		}
	})
}

// TestBegunIsLeftAlone begins a render without waiting for it: later runs do not wait for it either.
func TestBegunIsLeftAlone(t *testing.T) {
	t.Parallel()
	server := newProjectServer(t, mockserver.RenderPace(mockserver.WhenTold()))
	config := rendersNew(acctest.Values{"wait_for_render": false})
	i := created(t, server, config)
	if got := i.Texts()["render_state"]; got != "InProgress" {
		t.Errorf("render_state is %q", got)
	}
	i.IsUnchanged(config)

	// A later run that waits does so in every state of a render that has not ended.
	for _, state := range []mockserver.RenderState{mockserver.RenderPending, mockserver.RenderInProgress, mockserver.RenderCancelling} {
		server.ChangeProject(server.Account.ID, i.Texts()["project_id"], func(p *mockserver.Project) { p.Render = state })
		if plan := i.Look(rendersNew(nil)); !plan.IsUpdate || attribute(t, plan, "render_state").IsKnown() {
			t.Errorf("%s: the plan does not wait", state)
		}
	}
}

// TestChangeWaits changes a project while someone else renders it: the apply waits for the end, and no longer than it may.
func TestChangeWaits(t *testing.T) {
	t.Parallel()
	renders := func(server *acctest.Server, i *acctest.Instance) {
		server.ChangeProject(server.Account.ID, i.Texts()["project_id"], func(p *mockserver.Project) { p.Render = mockserver.RenderInProgress })
	}
	changed := made(acctest.Values{"video_ranges": clips(firstClip)})
	t.Run("until the end", func(t *testing.T) {
		t.Parallel()
		acctest.InBubble(t, func(t *testing.T) {
			server := newProjectServer(t, mockserver.RenderPace(mockserver.AfterRequests(5)))
			i := created(t, server, made(nil))
			renders(server, i)
			plan := i.Run(changed)
			acctest.Says(t, plan.Diagnostics, acctest.Warning, "Rendered file will be deleted", "The project is being rendered: the apply first waits until that has ended")
			holds(t, server, foundAsIs+"; New: v1 00:00:01-00:01:00")
			if server.CountOf("X28") < 2 {
				t.Errorf("asked %d times", server.CountOf("X28"))
			}
			i.IsUnchanged(changed)
		})
	})
	t.Run("the time is over", func(t *testing.T) {
		t.Parallel()
		acctest.InBubble(t, func(t *testing.T) {
			server := newProjectServer(t, mockserver.RenderPace(mockserver.WhenTold()))
			i := created(t, server, made(nil))
			renders(server, i)
			limited := made(acctest.Values{"video_ranges": clips(firstClip), "timeouts": acctest.Values{"update": "2s"}})
			plan := i.Look(limited)
			acctest.Says(t, i.Apply(t.Context(), plan), acctest.Failure, "Project is still rendering", "PROJECT_RENDER_IN_PROGRESS", "retried for 2s", "nothing was changed", "Set timeouts.update", "videoindexer_cancel_render")
			holds(t, server, foundAsIs+"; New: v2 00:00:05-00:00:07.500 InProgress")
			if got := shown(t, i.State()["video_ranges"]); got != "v2 0:00:05 00:00:07.500" {
				t.Errorf("the state has %s", got)
			}
			server.FinishRender(server.Account.ID, i.Texts()["project_id"], mockserver.RenderSucceeded, nil)
			i.Run(changed)
		})
	})
	t.Run("the time is over before an answer", func(t *testing.T) {
		t.Parallel()
		acctest.InBubble(t, func(t *testing.T) {
			server := newProjectServer(t)
			i := created(t, server, made(nil))
			server.Script(mockserver.Fault{Endpoint: mockserver.X(28), Do: mockserver.Hang()})
			plan := i.Look(made(acctest.Values{"video_ranges": clips(firstClip), "timeouts": acctest.Values{"update": "1s"}}))
			acctest.Says(t, i.Apply(t.Context(), plan), acctest.Failure, "Unable to change project", "within 1s: the service gave no answer", "Plan again", "set timeouts.update")
			i.Run(changed)
		})
	})
	t.Run("interrupted", func(t *testing.T) {
		t.Parallel()
		acctest.InBubble(t, func(t *testing.T) {
			server := newProjectServer(t, mockserver.RenderPace(mockserver.WhenTold()))
			i := created(t, server, made(nil))
			renders(server, i)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			plan := i.Look(changed)
			server.Script(mockserver.Fault{Endpoint: mockserver.X(28), Do: mockserver.After(func(*http.Request) { cancel() })})
			acctest.Says(t, i.Apply(ctx, plan), acctest.Failure, "Unable to change project", "interrupted")
			holds(t, server, foundAsIs+"; New: v2 00:00:05-00:00:07.500 InProgress")
		})
	})
}

// TestRenderActionWatches has the action ask once and watch then, with the time that has passed and the limit.
func TestRenderActionWatches(t *testing.T) {
	t.Parallel()
	server := newProjectServer(t, mockserver.RenderPace(mockserver.AfterRequests(2)))
	progress, diags := server.Protocol(t, extended).InvokeAction(t.Context(), renderAction, acctest.Values{"project_id": id, "timeout": "5m"})
	acctest.Succeeds(t, diags)
	if server.CountOf("14") != 1 || server.CountOf("X31") < 2 {
		t.Errorf("asked for %d renders, and %d times after one", server.CountOf("14"), server.CountOf("X31"))
	}
	if said := strings.Join(progress, "\n"); !strings.Contains(said, "s so far, 5m0s at most)") || !strings.Contains(said, "in state Succeeded") {
		t.Errorf("progress %q", said)
	}
	if slices.Contains(progress, "") {
		t.Error("an empty message")
	}
}
