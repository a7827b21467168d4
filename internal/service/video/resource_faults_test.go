package video_test

import (
	"fmt"
	"net/http"
	"net/url"
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

func TestAccVideo_badDay(t *testing.T) {
	t.Parallel()
	for day := range badDays {
		t.Run(day, func(t *testing.T) {
			t.Parallel()
			// An indexing takes longer than a retry: one that was asked for twice would show.
			server := newServer(t, mockserver.IndexingPace(mockserver.WhenTold()))
			const limits = "timeouts {\n  create = \"20s\"\n  update = \"20s\"\n}"
			befall(server, day, 2, 3, 7, 8)()
			acctest.RunInProcess(t, resource.TestCase{
				CheckDestroy: exists(server, false),
				Steps: []resource.TestStep{
					{
						Config: server.Config(videoBlock(`indexing_preset = "Default"`, `deletion_policy = "delete"`, limits)),
						Check:  lastIndexed(server, 1, url.Values{"indexingPreset": {"Default"}}),
					},
					{
						PreConfig: func() {
							server.FinishIndexing(server.Account.ID, id, "")
							befall(server, day, 2, 3, 7, 8, 11)()
						},
						Config: server.Config(videoBlock(`indexing_preset = "VideoOnly"`, `deletion_policy = "delete"`, limits)),
						Check:  lastIndexed(server, 2, url.Values{"indexingPreset": {"VideoOnly"}}),
					},
				},
			})
		})
	}
}

func TestAccVideo_tokensExpire(t *testing.T) {
	t.Parallel()
	server := newServer(t, mockserver.TokenUses(1))
	acctest.RunInProcess(t, resource.TestCase{
		Steps: []resource.TestStep{
			{Config: server.Config(videoBlock(`indexing_preset = "Default"`)), Check: indexings(server, 1)},
			{Config: server.Config(videoBlock(`indexing_preset = "AudioOnly"`)), Check: indexings(server, 2)},
		},
	})
}

// TestAccVideo_waitsItsTurn adopts a video that is being indexed for somebody else, also where the
// 409 says nothing.
func TestAccVideo_waitsItsTurn(t *testing.T) {
	t.Parallel()
	for _, isBare := range []bool{false, true} {
		t.Run(fmt.Sprintf("bare %t", isBare), func(t *testing.T) {
			t.Parallel()
			server := newServer(t, mockserver.IndexingPace(mockserver.AfterRequests(3)))
			if isBare {
				server.Script(mockserver.Fault{Endpoint: 7, Times: mockserver.Always, Do: mockserver.Edit(func([]byte) []byte { return nil })})
			}
			server.ChangeVideo(server.Account.ID, id, func(v *mockserver.Video) { v.State = mockserver.VideoProcessing })
			acctest.RunInProcess(t, resource.TestCase{
				Steps: []resource.TestStep{{
					Config: server.Config(videoBlock(`indexing_preset = "Default"`)),
					Check: resource.ComposeAggregateTestCheckFunc(
						lastIndexed(server, 1, url.Values{"indexingPreset": {"Default"}}),
						acctest.Remote(func() error {
							if n := server.Count(7); n < 2 {
								return fmt.Errorf("%d requests to index, want some that were refused", n)
							}
							return nil
						}),
					),
				}},
			})
		})
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

// TestAccVideo_refused provokes the error types of endpoint 7. Its 404 says nothing about the video.
func TestAccVideo_refused(t *testing.T) {
	t.Parallel()
	t.Run("no image model", func(t *testing.T) {
		t.Parallel()
		server := newServer(t)
		server.SetImageModel(server.Account.ID, nil)
		acctest.RunInProcess(t, resource.TestCase{
			Steps: []resource.TestStep{
				{Config: server.Config(videoBlock())},
				{
					Config:      server.Config(videoBlock(`animation_model_id = "am"`)),
					ExpectError: regexp.MustCompile(`(?s)Unable to re-index video.*404 IMAGE_MODEL_ACCOUNT_NOT_FOUND.*Connect an\s+image-model account`),
				},
				{Config: server.Config(videoBlock()), ConfigPlanChecks: emptyPlan},
			},
		})
	})
	t.Run("priority on trial", func(t *testing.T) {
		t.Parallel()
		server := newServer(t)
		trial := mockserver.DefaultAccount()
		trial.ID, trial.Location, trial.AccountType = "7d9e6f10-1111-4222-8333-444455556666", "trial", "Trial"
		server.AddAccount(trial)
		server.AddVideo(trial.ID, mockserver.Video{ID: id})
		acctest.RunInProcess(t, resource.TestCase{
			Steps: []resource.TestStep{{
				Config:      server.Config(videoBlock(`location = "trial"`, fmt.Sprintf("account_id = %q", trial.ID), `priority = "High"`)),
				ExpectError: regexp.MustCompile(`(?s)OPERATION_NOT_SUPPORTED_ON_TRIAL.*paid locations only`),
			}},
		})
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
