package project_test

import (
	"fmt"
	"net/http"
	"regexp"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const (
	address = "videoindexer_project.test"
	id      = "d3adb33f"
)

var ranges = []mockserver.VideoRange{{VideoID: "v1", Start: "00:00:01", End: "00:01:00"}}

// newServer is a mock server that holds one project with a video range.
func newServer(t *testing.T, opts ...mockserver.Option) *acctest.Server {
	t.Helper()
	server := acctest.NewServer(t, opts...)
	server.AddProject(server.Account.ID, mockserver.Project{ID: id, Ranges: ranges})
	return server
}

func projectBlock(lines string) string {
	return fmt.Sprintf("resource \"videoindexer_project\" \"test\" {\n  project_id = %q\n%s\n}\n", id, lines)
}

// exists checks whether the server still has the project.
func exists(server *acctest.Server, want bool) resource.TestCheckFunc {
	return acctest.Remote(func() error {
		if _, ok := server.Project(server.Account.ID, id); ok != want {
			return fmt.Errorf("the project exists: %t, want %t", ok, want)
		}
		return nil
	})
}

// renders checks how many renders were started.
func renders(server *acctest.Server, want int) resource.TestCheckFunc {
	return acctest.Remote(func() error {
		if got := len(server.Renders(server.Account.ID, id)); got != want {
			return fmt.Errorf("%d renders were started, want %d", got, want)
		}
		return nil
	})
}

func state(attribute string, check knownvalue.Check) statecheck.StateCheck {
	return statecheck.ExpectKnownValue(address, tfjsonpath.New(attribute), check)
}

var (
	emptyPlan = resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()}}
	updates   = resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(address, plancheck.ResourceActionUpdate)}}
	rendered  = []statecheck.StateCheck{
		state("render_state", knownvalue.StringExact("Succeeded")),
		state("render_error", knownvalue.Null()),
		state("video_ranges", knownvalue.ListExact([]knownvalue.Check{knownvalue.ObjectExact(map[string]knownvalue.Check{
			"video_id": knownvalue.StringExact("v1"), "start": knownvalue.StringExact("00:00:01"), "end": knownvalue.StringExact("00:01:00"),
		})})),
	}
)

func TestAccProject_lifecycle(t *testing.T) {
	t.Parallel()
	server := newServer(t, mockserver.RenderPace(mockserver.AfterRequests(1)))
	acctest.RunInProcess(t, resource.TestCase{
		CheckDestroy: exists(server, true),
		Steps: []resource.TestStep{
			{ // adopted, not rendered: nothing of a render is left to be known after apply
				Config: server.Config(projectBlock("")),
				Check:  server.WritesNothing(),
				ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
					plancheck.ExpectKnownValue(address, tfjsonpath.New("render_state"), knownvalue.Null()),
				}},
				ConfigStateChecks: []statecheck.StateCheck{state("render", knownvalue.Bool(false)), state("wait_for_render", knownvalue.Bool(true)), state("deletion_policy", knownvalue.StringExact("abandon"))},
			},
			{Config: server.Config(projectBlock("")), ConfigPlanChecks: emptyPlan},
			{ // what only Terraform keeps
				PreConfig:        server.ResetRequests,
				Config:           server.Config(projectBlock("send_completion_email = true\nwait_for_render = false\ntimeouts {\n  create = \"5m\"\n}")),
				ConfigPlanChecks: updates,
				Check:            server.WritesNothing(),
			},
			{
				Config:            server.Config(projectBlock("render = true\nsend_completion_email = true")),
				ConfigPlanChecks:  updates,
				ConfigStateChecks: rendered,
				Check: resource.ComposeAggregateTestCheckFunc(renders(server, 1), acctest.Remote(func() error {
					if mail := server.Renders(server.Account.ID, id)[0].SendCompletionEmail; mail == nil || !*mail {
						return fmt.Errorf("mail was not asked for")
					}
					return nil
				})),
			},
			{Config: server.Config(projectBlock("render = true\nsend_completion_email = true")), ConfigPlanChecks: emptyPlan},
			{ // each optional argument unset: the render stays what it was
				PreConfig: server.ResetRequests, Config: server.Config(projectBlock("")),
				ConfigPlanChecks: updates, ConfigStateChecks: rendered, Check: server.WritesNothing(),
			},
			{
				ResourceName: address, ImportState: true, ImportStateId: id, ImportStateVerify: true, ImportStateVerifyIdentifierAttribute: "project_id",
				ImportStateVerifyIgnore: []string{"render_state", "video_ranges", "render_error"},
			},
			{
				ResourceName: address, ImportState: true, ImportStateId: fmt.Sprintf("%s/%s/%s", server.Account.Location, server.Account.ID, id),
				ImportStateVerify: true, ImportStateVerifyIdentifierAttribute: "project_id",
				ImportStateVerifyIgnore: []string{"render_state", "video_ranges", "render_error"},
			},
		},
	})
}

// TestAccProject_delete deletes only where the policy says so, and nothing for the replacement of a tainted resource.
func TestAccProject_delete(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	config := server.Config(projectBlock(`deletion_policy = "delete"`))
	acctest.RunInProcess(t, resource.TestCase{
		CheckDestroy: exists(server, false),
		Steps: []resource.TestStep{
			{Config: config, Check: exists(server, true)},
			{Taint: []string{address}, Config: config, ExpectError: regexp.MustCompile("Project must not be replaced")},
		},
	})
}

func TestAccProject_withoutWaiting(t *testing.T) {
	t.Parallel()
	server := newServer(t, mockserver.RenderPace(mockserver.WhenTold()))
	acctest.RunInProcess(t, resource.TestCase{
		Steps: []resource.TestStep{
			{
				Config:            server.Config(projectBlock("render = true\nwait_for_render = false")),
				ConfigStateChecks: []statecheck.StateCheck{state("render_state", knownvalue.StringExact("InProgress")), state("video_ranges", knownvalue.Null())},
				Check:             renders(server, 1),
			},
			{Config: server.Config(projectBlock("render = true\nwait_for_render = false")), ConfigPlanChecks: emptyPlan},
		},
	})
}

// TestAccProject_badDay has what a retry heals go wrong in a render, before and after it was begun.
func TestAccProject_badDay(t *testing.T) {
	t.Parallel()
	for name, action := range map[string]mockserver.Action{
		"429":         mockserver.Status(http.StatusTooManyRequests, "Retry-After", "0"),
		"500":         mockserver.Status(http.StatusInternalServerError),
		"504 after":   mockserver.StatusAfter(http.StatusGatewayTimeout),
		"reset after": mockserver.ResetAfter(),
		"401":         mockserver.Status(http.StatusUnauthorized),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newServer(t, mockserver.RenderPace(mockserver.AfterRequests(2)), mockserver.TokenLifetime(2*time.Second))
			server.Script(mockserver.Fault{Endpoint: 14, Do: action})
			if name != "401" {
				server.Script(mockserver.Fault{Endpoint: 1, Do: action}, mockserver.Fault{Endpoint: 15, Do: action})
			}
			acctest.RunInProcess(t, resource.TestCase{
				CheckDestroy: exists(server, false),
				Steps: []resource.TestStep{{
					Config: server.Config(projectBlock("render = true\ndeletion_policy = \"delete\"")), ConfigStateChecks: rendered, Check: renders(server, 1),
				}},
			})
		})
	}
}

// TestAccProject_withTokenAlone cannot look for the project, and still renders and deletes it.
func TestAccProject_withTokenAlone(t *testing.T) {
	t.Parallel()
	server := newServer(t, mockserver.KeyOnOperations(mockserver.KeyOptional), mockserver.RenderPace(mockserver.AfterRequests(1)))
	config := fmt.Sprintf("provider \"videoindexer\" {\n  endpoint = %q\n  location = %q\n  account_id = %q\n  access_token = %q\n}\n%s",
		server.URL, server.Account.Location, server.Account.ID, server.AccountToken(server.Account.Location, server.Account.ID, true), projectBlock("render = true\ndeletion_policy = \"delete\""))
	acctest.RunInProcess(t, resource.TestCase{
		CheckDestroy: exists(server, false),
		Steps:        []resource.TestStep{{Config: config, ConfigStateChecks: rendered}, {Config: config, ConfigPlanChecks: emptyPlan}},
	})
}
