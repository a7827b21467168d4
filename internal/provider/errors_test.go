package provider_test

import (
	"net/http"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestAdviceKnowsTheOperation has the service answer an error type to an operation that can answer it, and to one that cannot: the
// diagnostic has the advice of the type, or that of the status. The services' own tests provoke the types by what causes them.
func TestAdviceKnowsTheOperation(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		operation int
		data      acctest.Values
		want      string
	}{
		"videoindexer_image_model": {6, nil, "Image models are not available in this location"},
		"videoindexer_brand":       {16, acctest.Values{"brand_id": 1001}, "Correct the value that the service's message names."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := acctest.NewServer(t)
			server.Script(mockserver.Fault{Endpoint: test.operation, Do: mockserver.Refuse(http.StatusBadRequest, "UNSUPPORTED", "not here")})
			diags := server.Protocol(t, nil).ReadData(t.Context(), name, test.data)
			acctest.Says(t, diags, acctest.Failure, "400 UNSUPPORTED: not here.", test.want, "x-ms-client-request-id ")
		})
	}
}
