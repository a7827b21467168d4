package imagemodel_test

import (
	"net/http"
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const (
	address = "data.videoindexer_image_model.test"
	block   = `data "videoindexer_image_model" "test" {}`
)

func connected() *mockserver.ImageModel {
	return &mockserver.ImageModel{Endpoint: "https://westus2.images.example", PredictionResourceID: "/subscriptions/s/predictions/p"}
}

func TestAccImageModel_read(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t)
	server.SetImageModel(server.Account.ID, connected())
	server.Script(
		mockserver.Fault{Endpoint: 6, Do: mockserver.Status(http.StatusTooManyRequests, "Retry-After", "0")},
		mockserver.Fault{Endpoint: 6, Do: mockserver.ResetAfter()},
		mockserver.Fault{Endpoint: 6, Do: mockserver.Status(http.StatusUnauthorized)},
	)
	acctest.RunInProcess(t, resource.TestCase{
		Steps: []resource.TestStep{{
			Config: server.Config(block),
			ConfigStateChecks: []statecheck.StateCheck{
				statecheck.ExpectKnownValue(address, tfjsonpath.New("endpoint"), knownvalue.StringExact(connected().Endpoint)),
				statecheck.ExpectKnownValue(address, tfjsonpath.New("prediction_resource_id"), knownvalue.StringExact(connected().PredictionResourceID)),
				statecheck.ExpectKnownValue(address, tfjsonpath.New("account_id"), knownvalue.StringExact(server.Account.ID)),
			},
		}},
	})
}

// TestAccImageModel_advice provokes every error type of the endpoint: the reader learns the type and
// what to do about it.
func TestAccImageModel_advice(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		arrange func(server *acctest.Server)
		expect  string
	}{
		"IMAGE_MODEL_ACCOUNT_NOT_FOUND": {
			func(*acctest.Server) {}, `Connect\s+an\s+image-model\s+account`,
		},
		"UNSUPPORTED": {problem("UNSUPPORTED"), `not\s+available\s+in\s+this\s+location`},
		"IMAGE_MODEL_UNREACHABLE_OR_INVALID_TRAINING_KEY": {
			problem("IMAGE_MODEL_UNREACHABLE_OR_INVALID_TRAINING_KEY"), `training\s+key\s+is\s+wrong`,
		},
		"IMAGE_MODEL_UNREACHABLE_OR_INVALID_PREDICTION_KEY": {
			problem("IMAGE_MODEL_UNREACHABLE_OR_INVALID_PREDICTION_KEY"), `prediction\s+key\s+is\s+wrong`,
		},
		"OPERATION_NOT_SUPPORTED_ON_TRIAL": {
			func(server *acctest.Server) {
				trial := server.Account
				trial.AccountType = "Trial"
				server.AddAccount(trial)
			}, `paid\s+locations\s+only`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := acctest.NewServer(t)
			test.arrange(server)
			acctest.RunInProcess(t, resource.TestCase{
				Steps: []resource.TestStep{{
					Config:      server.Config(block),
					ExpectError: regexp.MustCompile(`(?s)Unable to read image model.*400\s+` + name + `.*` + test.expect + `.*` + server.Account.ID + `.*request\s+id`),
				}},
			})
		})
	}
}

func problem(errorType string) func(*acctest.Server) {
	return func(server *acctest.Server) {
		server.Script(mockserver.Fault{Endpoint: 6, Times: mockserver.Always, Do: mockserver.Refuse(http.StatusBadRequest, errorType, "no")})
	}
}
