package project_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

var whenTold = mockserver.WithRenderEnd(mockserver.WhenTold())

// TestFailedCreate ends the render of an adopted project with each possible failure. Whatever the
// policy is, neither the replacement that follows nor a destroy deletes the project.
func TestFailedCreate(t *testing.T) {
	t.Parallel()
	finish := func(p *mockserver.Project) {
		p.Render = mockserver.RenderSucceeded
		p.Rendered = ranges
		p.Error = nil
	}
	for name, test := range map[string]struct {
		option mockserver.Option
		spoil  func(p *mockserver.Project)
		expect []string
		heal   func(p *mockserver.Project) // makes the next apply succeed
		isNone bool                        // nothing was written
	}{
		"the render fails": {
			spoil: func(p *mockserver.Project) {
				p.RenderEndsWith = mockserver.RenderFailed
				p.RenderEndsWithError = json.RawMessage(`{"code":"BROKEN_RANGE"}`)
			},
			expect: []string{"Project was not rendered", `"Failed"`, "BROKEN_RANGE", "Correct the project"},
			heal:   finish,
		},
		"the render ends without a result": {
			option: mockserver.WithoutEndedRenders(),
			spoil:  func(p *mockserver.Project) { p.RenderEndsWith = mockserver.RenderFailed },
			expect: []string{"Project was not rendered", "ended without a result", "has started a new render"},
			heal:   func(p *mockserver.Project) { p.RenderEndsWith = mockserver.RenderSucceeded },
		},
		"no video ranges": {
			spoil:  func(p *mockserver.Project) { p.Ranges = nil },
			expect: []string{"Unable to render project", "400 INVALID_INPUT", "a project needs video ranges"},
			heal:   func(p *mockserver.Project) { p.Ranges = ranges }, isNone: true,
		},
	} {
		for _, isDestroyed := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, destroyed %t", name, isDestroyed), func(t *testing.T) {
				t.Parallel()
				acctest.InBubble(t, func(t *testing.T) {
					options := []mockserver.Option{mockserver.WithRenderEnd(mockserver.AfterRequests(1))}
					if test.option != nil {
						options = append(options, test.option)
					}
					server := newServer(t, options...)
					server.ChangeProject(server.Account.ID, id, test.spoil)
					i := server.Protocol(t, baseAPI).Instance(project)
					config := foundProject(acctest.Values{"deletion_policy": "delete", "render": true})
					acctest.MustSay(t, i.Apply(t.Context(), i.MustPlan(config)), acctest.Failure, test.expect...)
					isInState := !test.isNone
					check.Equal(t, isInState, i.Exists(), "the project is in the state")
					check.Equal(t, isInState, i.Object.IsTainted, "the project is tainted")
					if i.Exists() && shownRanges(t, i.State()["video_ranges"]) != "-" {
						t.Errorf("video_ranges are %s, want null without a result", shownRanges(t, i.State()["video_ranges"]))
					}
					server.ChangeProject(server.Account.ID, id, test.heal)
					if isDestroyed {
						config = nil
					}
					if config == nil && test.isNone {
						return // there is nothing to destroy
					}
					plan := i.PlanWithRefresh(config)
					acctest.MustSucceed(t, i.Apply(t.Context(), plan))
					if isDestroyed {
						acctest.MustSay(t, plan.Diagnostics, acctest.Warning, "Project will be left unchanged")
					}
					// Terraform has adopted the project, so a destroy keeps it.
					_, exists := server.Project(server.Account.ID, id)
					check.Equal(t, true, exists, "the project exists")
					if !isDestroyed {
						check.Equal(t, "Succeeded", i.Texts()["render_state"], "render_state of the replacement")
					}
				})
			})
		}
	}
}

// TestWaitEnds ends the wait for a render by its timeout and by Ctrl-C, in each state of a render.
// An adoption that waited for the render of somebody else has written nothing, and is not in the
// state.
func TestWaitEnds(t *testing.T) {
	t.Parallel()
	hang := mockserver.Hang()
	for name, test := range map[string]struct {
		fault   mockserver.Fault
		running bool // before the apply
		renders int
		says    string
	}{
		"before the request was sent": {fault: mockserver.Fault{Operation: mockserver.GetUserAccessToken, Do: hang}, says: "may have begun a render"},
		"before the first response": {
			fault:   mockserver.Fault{Operation: mockserver.RenderProject, Do: mockserver.After(func(r *http.Request) { <-r.Context().Done() })},
			renders: 1, says: "may have begun a render",
		},
		"after responses of another kind": {
			fault: mockserver.Fault{Operation: mockserver.RenderProject, Do: mockserver.Status(http.StatusInternalServerError)},
			says:  "may have begun a render",
		},
		"after it was started":       {renders: 1, says: "The service continues the render, and the next run waits for it"},
		"after it was found running": {running: true, says: "The service continues the render"},
	} {
		for _, isInterrupted := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, interrupted %t", name, isInterrupted), func(t *testing.T) {
				t.Parallel()
				acctest.InBubble(t, func(t *testing.T) {
					server := newServer(t, whenTold)
					if test.running {
						server.ChangeProject(server.Account.ID, id, func(p *mockserver.Project) {
							p.Render = mockserver.RenderInProgress
						})
					}
					config := foundProject(acctest.Values{"render": true})
					summary := "Waiting for the render was interrupted"
					ctx, cancel := context.WithCancel(t.Context())
					defer cancel()
					if isInterrupted {
						time.AfterFunc(3*time.Second, cancel)
					} else {
						config["timeouts"] = acctest.Values{"create": "3s"}
						summary = "Project is not rendered yet"
					}
					i := server.Protocol(t, baseAPI).Instance(project)
					plan := i.MustPlan(config)
					if test.fault.Operation != "" {
						test.fault.Times = mockserver.Always
						server.Script(test.fault)
					}
					acctest.Restart(i)
					acctest.MustSay(t, i.Apply(ctx, plan), acctest.Failure, summary, test.says)
					check.Equal(t, test.renders, len(server.Renders(server.Account.ID, id)), "renders were started")
					isInState := !test.running
					check.Equal(t, isInState, i.Exists(), "the project is in the state")
					check.Equal(t, isInState, i.Object.IsTainted, "the project is tainted")
				})
			})
		}
	}
}

// TestWaitOfUpdateEnds ends the wait of an update for a render by its timeout. With extended
// operations, render stays true, and the next run waits without another request for a render, which
// could begin a second one. Without them, only such a request returns the result, so render becomes
// false.
func TestWaitOfUpdateEnds(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		provider acctest.Values
		render   string
		isAgain  bool // the next run requests a render
	}{
		"with extended operations":    {provider: extended, render: "true"},
		"without extended operations": {provider: baseAPI, render: "false", isAgain: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			acctest.InBubble(t, func(t *testing.T) {
				server := newServer(t, whenTold)
				i := applied(t, server, test.provider, foundProject(nil))
				config := foundProject(acctest.Values{"render": true, "timeouts": acctest.Values{"update": "3s"}})
				i.MustFail(config, "Project is not rendered yet")
				check.Equal(t, test.render, acctest.Text(i.State()["render"]), "render after the timeout")
				server.ResetRequests()
				time.AfterFunc(time.Second, func() {
					server.ChangeProject(server.Account.ID, id, func(p *mockserver.Project) {
						p.Render = mockserver.RenderSucceeded
						p.Rendered = ranges
					})
				})
				i.Run(config)
				check.Equal(t, "Succeeded", i.Texts()["render_state"], "render_state after the next run")
				check.Equal(t, test.isAgain, server.Count(mockserver.RenderProject) > 0, "the next run requests a render")
				check.Equal(t, 1, len(server.Renders(server.Account.ID, id)), "renders were started")
				i.WantUnchanged(config)
			})
		})
	}
}

// TestRenderOfUpdateFails has the render of an update fail: the next plan asks for it again, also
// without a refresh.
func TestRenderOfUpdateFails(t *testing.T) {
	t.Parallel()
	acctest.InBubble(t, func(t *testing.T) {
		server := newServer(t, mockserver.WithRenderEnd(mockserver.AfterRequests(1)))
		i := applied(t, server, extended, foundProject(nil))
		server.ChangeProject(server.Account.ID, id, func(p *mockserver.Project) {
			p.RenderEndsWith = mockserver.RenderFailed
		})
		config := foundProject(acctest.Values{"render": true})
		i.MustFail(config, "Project was not rendered")
		plan := i.MustPlan(config)
		if !plan.IsUpdate {
			t.Errorf("want an update that renders the project. Planned: %s", plan)
		}
	})
}

// TestActions renders a project, or cancels its render, and expects progress messages.
func TestActions(t *testing.T) {
	t.Parallel()
	const render, cancel = "videoindexer_render_project", "videoindexer_cancel_render"
	lacks := func(operation mockserver.Operation) mockserver.Option {
		return mockserver.WithoutOperations(http.StatusNotImplemented, operation)
	}
	cancels := mockserver.WithCancellationEnd(mockserver.WhenTold())
	for name, test := range map[string]struct {
		action   string
		provider acctest.Values
		options  []mockserver.Option
		render   mockserver.RenderState // before
		more     acctest.Values
		progress []string
		says     []string // of the error; nil for none
		after    mockserver.RenderState
	}{
		"a render that runs": {
			action: render, render: mockserver.RenderInProgress,
			progress: []string{"is running already; waiting for it", "in state Succeeded"},
			after:    mockserver.RenderSucceeded,
		},
		"no time to render": {
			action: render, options: []mockserver.Option{whenTold}, more: acctest.Values{"timeout": "1s"},
			says:  []string{"Project is not rendered yet", "Set timeout to wait longer"},
			after: mockserver.RenderInProgress,
		},
		"cancel": {
			action: cancel, provider: extended, render: mockserver.RenderInProgress,
			options:  []mockserver.Option{whenTold, mockserver.WithCancellationEnd(mockserver.AfterRequests(2))},
			progress: []string{"is being canceled (", "so far, 30m0s at most)", "has ended in state Canceled"},
			after:    mockserver.RenderCanceled,
		},
		"cancel none": {action: cancel, provider: extended, progress: []string{"has no render to cancel"}},
		"no time to cancel": {
			action: cancel, provider: extended, render: mockserver.RenderInProgress,
			options: []mockserver.Option{whenTold, cancels}, more: acctest.Values{"timeout": "1s"},
			progress: []string{"is being canceled"},
			says:     []string{"Render is still being canceled", "Set timeout"}, after: mockserver.RenderCancelling,
		},
		"a service without cancellation": {
			action: cancel, provider: extended, render: mockserver.RenderInProgress,
			options: []mockserver.Option{whenTold, lacks(mockserver.CancelRender)},
			says:    []string{"lacks this extended operation"}, after: mockserver.RenderInProgress,
		},
		"a service without a state": {
			action: cancel, provider: extended, render: mockserver.RenderInProgress,
			options: []mockserver.Option{whenTold, cancels, lacks(mockserver.GetRender)},
			says:    []string{"Render is still being canceled", "The service continues the cancellation"},
			after:   mockserver.RenderCancelling,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			acctest.InBubble(t, func(t *testing.T) {
				server := newServer(
					t,
					append([]mockserver.Option{mockserver.WithRenderEnd(mockserver.AfterRequests(2))}, test.options...)...,
				)
				server.ChangeProject(server.Account.ID, id, func(p *mockserver.Project) {
					p.Render = test.render
					p.Rendered = ranges
				})
				progress, diags := server.Protocol(t, test.provider).InvokeAction(
					t.Context(), test.action, acctest.Values{"project_id": id}.With(test.more),
				)
				if test.says == nil {
					acctest.MustSucceed(t, diags)
				} else {
					acctest.MustSay(t, diags, acctest.Failure, test.says...)
				}
				for _, want := range test.progress {
					if !slices.ContainsFunc(progress, func(message string) bool { return strings.Contains(message, want) }) {
						t.Errorf("no progress has %q. Got: %v", want, acctest.Messages(progress))
					}
				}
				p, _ := server.Project(server.Account.ID, id)
				check.Equal(t, test.after, p.Render, "the render")
				requests := server.Count(mockserver.RenderProject)
				if test.provider != nil && requests > 1 {
					t.Errorf("%d requests for a render, want at most one", requests)
				}
			})
		})
	}
}
