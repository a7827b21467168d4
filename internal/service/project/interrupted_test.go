package project_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestInterruptedRender ends the wait for a render, by its timeout and by Ctrl-C, at each point that a render gets to. The
// error says what is known of it then.
func TestInterruptedRender(t *testing.T) {
	t.Parallel()
	hang := func(arrived func()) func(*http.Request) {
		return func(r *http.Request) {
			arrived()
			<-r.Context().Done()
		}
	}
	for name, test := range map[string]struct {
		// fault hits every request to an endpoint; it calls arrived where the server never sends an answer.
		endpoint int
		fault    func(arrived func()) mockserver.Action
		running  bool // before the apply
		renders  int
		// answers of 14 are awaited before the interruption; 0 for none.
		answers          int
		expired, stopped string
		not              string
	}{
		"before the request was sent": {
			endpoint: 2, fault: func(arrived func()) mockserver.Action {
				return mockserver.Respond(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { hang(arrived)(r) }))
			},
			expired: "No render was started: the wait ended before", stopped: "No render was started: the wait ended before", not: "goes on",
		},
		"while the service refuses for its rate": {
			endpoint: 14, fault: func(func()) mockserver.Action {
				return mockserver.Status(http.StatusTooManyRequests, "Retry-After", "60")
			}, answers: 1,
			expired: "No render was started", not: "goes on", // an interruption could come before the answer is read
		},
		"before the first answer": {
			endpoint: 14, fault: func(arrived func()) mockserver.Action { return mockserver.After(hang(arrived)) }, renders: 1,
			expired: "may have been started", stopped: "may have been started", not: "goes on",
		},
		"after answers that say nothing": {
			endpoint: 14, fault: func(func()) mockserver.Action { return mockserver.Status(http.StatusInternalServerError) }, answers: 2,
			expired: "may have been started", stopped: "may have been started", not: "goes on",
		},
		"after it was started": {
			answers: 2, renders: 1,
			expired: "Project is still rendering: The render of project d3adb33f", stopped: "The service continues the render of project d3adb33f, and the next run waits for it", not: "No render",
		},
		"after it was found running": {
			running: true, answers: 2,
			expired: "Project is still rendering", stopped: "The service continues", not: "No render",
		},
	} {
		for end, want := range map[string]string{"timeout": test.expired, "interruption": test.stopped} {
			if want == "" {
				continue
			}
			t.Run(name+", "+end, func(t *testing.T) {
				t.Parallel()
				acctest.InBubble(t, func(t *testing.T) {
					ctx, cancel := context.WithCancel(t.Context())
					defer cancel()
					interrupt := func() {
						if end == "interruption" {
							cancel()
						}
					}
					answers := 0
					server := newServer(t, mockserver.RenderPace(mockserver.WhenTold()), mockserver.OnRequest(func(r mockserver.Request) {
						if r.Endpoint == 14 {
							if answers++; answers == test.answers {
								interrupt()
							}
						}
					}))
					if test.running {
						server.ChangeProject(server.Account.ID, id, func(p *mockserver.Project) { p.Render = mockserver.RenderInProgress })
					}
					instance := server.Protocol(t, nil).Instance(resourceType)
					arguments := config(acctest.Values{"render": true})
					if end == "timeout" {
						arguments["timeouts"] = acctest.Values{"create": "3s"}
					}
					plan := instance.Planned(arguments)
					acctest.Restart(instance)
					if test.fault != nil {
						server.Script(mockserver.Fault{Endpoint: test.endpoint, Times: mockserver.Always, Do: test.fault(interrupt)})
					}
					diags := instance.Apply(ctx, plan)
					server.ClearFaults()
					d := acctest.Says(t, diags, acctest.Failure, want)
					if test.not != "" && strings.Contains(d.Summary+d.Detail, test.not) {
						t.Errorf("it says %q: %s: %s", test.not, d.Summary, d.Detail)
					}
					if got := len(server.Renders(server.Account.ID, id)); got != test.renders {
						t.Errorf("%d renders were started, want %d", got, test.renders)
					}
					if !instance.Tainted {
						t.Error("the project is not in the state")
					}
				})
			})
		}
	}
}
