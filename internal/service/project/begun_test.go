package project_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestAccProject_begunInAnotherState begins a render without waiting for it, at a service that has other states for a
// render that goes on: none of them is a failure.
func TestAccProject_begunInAnotherState(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"Pending", "Cancelling"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newServer(t)
			server.Script(mockserver.Fault{
				Endpoint: 14, Times: mockserver.Always,
				Do: mockserver.Body(http.StatusAccepted, "application/json", fmt.Sprintf(`{"state": %q, "result": null, "error": null}`, name)),
			})
			acctest.RunInProcess(t, resource.TestCase{Steps: []resource.TestStep{{
				Config:            server.Config(projectBlock("render = true\nwait_for_render = false")),
				ConfigStateChecks: []statecheck.StateCheck{state("render_state", knownvalue.StringExact(name))},
			}}})
		})
	}
}
