package imagemodel_test

import (
	"net/http"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

func connected() *mockserver.ImageModel {
	return &mockserver.ImageModel{Endpoint: "https://westus2.images.example", PredictionResourceID: "/subscriptions/s/predictions/p"}
}

func TestImageModel_read(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t)
	server.SetImageModel(server.Account.ID, connected())
	server.Script(
		mockserver.Fault{Endpoint: 6, Do: mockserver.Status(http.StatusTooManyRequests, "Retry-After", "0")},
		mockserver.Fault{Endpoint: 6, Do: mockserver.ResetAfter()},
		mockserver.Fault{Endpoint: 6, Do: mockserver.Status(http.StatusUnauthorized)},
	)
	read, diags := server.Protocol(t, nil).Data(t.Context(), imageModel, nil)
	acctest.Succeeds(t, diags)
	for name, want := range map[string]string{
		"endpoint": connected().Endpoint, "prediction_resource_id": connected().PredictionResourceID, "account_id": server.Account.ID,
	} {
		if got := acctest.Text(t, read[name]); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// TestImageModel_advice provokes every error type of the endpoint: the reader learns the type and
// what to do about it.
func TestImageModel_advice(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		arrange func(server *acctest.Server)
		expect  string
	}{
		"IMAGE_MODEL_ACCOUNT_NOT_FOUND": {
			func(*acctest.Server) {}, `Connect an image-model account`,
		},
		"UNSUPPORTED": {problem("UNSUPPORTED"), `not available in this location`},
		"IMAGE_MODEL_UNREACHABLE_OR_INVALID_TRAINING_KEY": {
			problem("IMAGE_MODEL_UNREACHABLE_OR_INVALID_TRAINING_KEY"), `training key is wrong`,
		},
		"IMAGE_MODEL_UNREACHABLE_OR_INVALID_PREDICTION_KEY": {
			problem("IMAGE_MODEL_UNREACHABLE_OR_INVALID_PREDICTION_KEY"), `prediction key is wrong`,
		},
		"OPERATION_NOT_SUPPORTED_ON_TRIAL": {
			func(server *acctest.Server) {
				trial := server.Account
				trial.AccountType = "Trial"
				server.AddAccount(trial)
			}, `paid locations only`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := acctest.NewServer(t)
			test.arrange(server)
			diags := server.Protocol(t, nil).ReadData(t.Context(), imageModel, nil)
			acctest.Says(t, diags, acctest.Failure, "Unable to read image model", "400 "+name, test.expect, server.Account.ID, "request id")
		})
	}
}

func problem(errorType string) func(*acctest.Server) {
	return func(server *acctest.Server) {
		server.Script(mockserver.Fault{Endpoint: 6, Times: mockserver.Always, Do: mockserver.Refuse(http.StatusBadRequest, errorType, "no")})
	}
}
