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
		if got := acctest.Text(read[name]); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
