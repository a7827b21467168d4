package project_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/hashicorp/terraform-plugin-testing/statecheck"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const allow = "extended_operations = true" // the provider's argument in a configuration

// idInState is the id of the project in a state.
func idInState(s *terraform.State) (string, error) {
	project, ok := s.RootModule().Resources[address]
	if !ok {
		return "", errors.New("the project is not in the state")
	}
	return project.Primary.Attributes["project_id"], nil
}

// TestAccProject_new walks a project that Terraform creates through its life: create, no change, update, replacement of a tainted
// one, import, destroy.
func TestAccProject_new(t *testing.T) {
	t.Parallel()
	server := newProjectServer(t, mockserver.RenderPace(mockserver.AfterRequests(1)))
	has := func(want string) resource.TestCheckFunc {
		return acctest.Remote(func() error {
			if got := projects(server); got != want {
				return fmt.Errorf("the account has %q, want %q", got, want)
			}
			return nil
		})
	}
	block := func(name, start, lines string) string {
		return server.Config(fmt.Sprintf(`
resource "videoindexer_project" "test" {
  name = %q
  video_ranges = [
    { video_id = "v1", start = %q, end = "00:00:20" },
    { video_id = "v2", start = "00:00:01.500", end = "0:00:02" },
  ]
  %s
}`, name, start, lines), allow)
	}
	const rendered = "; Highlights: v1 00:00:10-00:00:20, v2 00:00:01.500-00:00:02 Succeeded"
	acctest.RunInProcess(t, resource.TestCase{
		CheckDestroy: func(*terraform.State) error { return has(foundAsIs)(nil) },
		Steps: []resource.TestStep{
			{
				Config: block("Highlights", "00:00:10", "render = true"),
				Check:  has(foundAsIs + rendered),
				ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
					plancheck.ExpectUnknownValue(address, tfjsonpath.New("project_id")),
					plancheck.ExpectUnknownValue(address, tfjsonpath.New("render_state")),
					plancheck.ExpectKnownValue(address, tfjsonpath.New("deletion_policy"), knownvalue.StringExact("delete")),
				}},
				ConfigStateChecks: []statecheck.StateCheck{state("render_state", knownvalue.StringExact("Succeeded")), state("render_error", knownvalue.Null())},
			},
			{Config: block("Highlights", "0:00:10.000", "render = true"), ConfigPlanChecks: emptyPlan},
			{
				Config: block("Best of", "00:00:05", "render = true"),
				ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
					plancheck.ExpectResourceAction(address, plancheck.ResourceActionUpdate),
					acctest.ExpectChanges(address, "name", "video_ranges", "render_state", "render_error"),
				}},
				Check: has("Best of: v1 00:00:05-00:00:20, v2 00:00:01.500-00:00:02 Succeeded; " + foundAsIs),
			},
			{
				Config: block("Best of", "00:00:05", "render = true"), Taint: []string{address},
				ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(address, plancheck.ResourceActionDestroyBeforeCreate)}},
				Check:            has("Best of: v1 00:00:05-00:00:20, v2 00:00:01.500-00:00:02 Succeeded; " + foundAsIs),
			},
			{
				ResourceName: address, ImportState: true, ImportStateVerify: true, ImportStateVerifyIdentifierAttribute: "project_id",
				ImportStateIdFunc:       idInState,
				ImportStateVerifyIgnore: []string{"render", "render_state", "deletion_policy", "video_ranges"}, // the last is written otherwise
			},
			{ // what is not configured any more stays as it is
				Config:           server.Config("resource \"videoindexer_project\" \"test\" {\n  name = \"Best of\"\n  render = true\n}", allow),
				ConfigPlanChecks: emptyPlan,
			},
		},
	})
}
