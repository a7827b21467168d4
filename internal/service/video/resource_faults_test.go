package video_test

import (
	"net/http"
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// badDays are the failures that a retry heals.
var badDays = map[string]mockserver.Action{
	"429":          mockserver.Status(http.StatusTooManyRequests, "Retry-After", "0"),
	"500":          mockserver.Status(http.StatusInternalServerError),
	"504":          mockserver.Status(http.StatusGatewayTimeout),
	"504 after":    mockserver.StatusAfter(http.StatusGatewayTimeout),
	"reset before": mockserver.ResetBefore(),
	"reset after":  mockserver.ResetAfter(),
	"401":          mockserver.Status(http.StatusUnauthorized),
}

// befall makes the next request to each endpoint fail in the way of a day.
func befall(server *acctest.Server, day string, endpoints ...int) func() {
	return func() {
		for _, endpoint := range endpoints {
			if day == "401" && endpoint == 2 {
				continue // a key that is refused is refused for good
			}
			server.Script(mockserver.Fault{Endpoint: endpoint, Do: badDays[day]})
		}
	}
}

// TestAccVideo_destroyAfterFailedCreate destroys at once what a create has left behind.
func TestAccVideo_destroyAfterFailedCreate(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	config := server.Config(videoBlock(`indexing_preset = "Default"`, `deletion_policy = "delete"`))
	server.Script(mockserver.Fault{Endpoint: 7, Do: mockserver.Status(http.StatusBadRequest)})
	acctest.RunInProcess(t, resource.TestCase{
		CheckDestroy: exists(server, true),
		Steps: []resource.TestStep{
			{Config: config, ExpectError: regexp.MustCompile(`(?s)Unable to re-index video.*400 INVALID_INPUT`)},
		},
	})
}

// TestAccVideo_foreignNotFound answers as a gateway does for a wrong address: nothing is removed from the state.
func TestAccVideo_foreignNotFound(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	acctest.RunInProcess(t, resource.TestCase{
		Steps: []resource.TestStep{
			{Config: server.Config(videoBlock())},
			{
				PreConfig: func() {
					server.Script(mockserver.Fault{Endpoint: 8, Do: mockserver.GatewayHTML(http.StatusNotFound)})
				},
				Config:      server.Config(videoBlock()),
				ExpectError: regexp.MustCompile(`(?s)Unable to read video.*404`),
			},
			{Config: server.Config(videoBlock()), ConfigPlanChecks: emptyPlan},
		},
	})
}
