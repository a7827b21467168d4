package account_test

import (
	"net/http"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const supportedOperations = "videoindexer_supported_operations"

// TestSupportedOperations asks what services have, without extended_operations: nothing is written. The client's tests show what it makes of each answer.
func TestSupportedOperations(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		options       []mockserver.Option
		videos        string
		isRecommended bool
	}{
		"all":       {nil, "offered", true},
		"no videos": {[]mockserver.Option{mockserver.Lacks(http.StatusMethodNotAllowed, "X34")}, "missing", false},
	} {
		server := acctest.NewServer(t, append(test.options, mockserver.Extended())...)
		result, diags := server.Protocol(t, nil).Data(t.Context(), supportedOperations, nil)
		acctest.Succeeds(t, diags)
		operations := acctest.Parts(t, result["operations"])
		for operation, want := range map[string]string{"account_token": "offered", "list_videos": test.videos, "get_video_index": "unknown", "create_brand": "unknown"} {
			if got := acctest.Text(operations[operation]); got != want {
				t.Errorf("%s: %s is %s, want %s", name, operation, got, want)
			}
		}
		if !result["extended_operations_recommended"].Equal(tftypes.NewValue(tftypes.Bool, test.isRecommended)) || server.Writes() > 0 {
			t.Errorf("%s: recommended: %s, after %d writes", name, result["extended_operations_recommended"], server.Writes())
		}
	}
}

// TestSupportedOperations_fails reports a service that fails, or an account that does not exist, instead of guessing.
func TestSupportedOperations_fails(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t, mockserver.Extended())
	server.Script(mockserver.Fault{Endpoint: mockserver.X(5), Times: mockserver.Always, Do: mockserver.Status(http.StatusInternalServerError)})
	for says, settings := range map[string]acctest.Values{
		"500": {"max_retries": 0}, "account": {"account_id": "7d9e6f10-1111-4222-8333-444455556667"},
	} {
		acctest.Says(t, server.Protocol(t, settings).ReadData(t.Context(), supportedOperations, nil), acctest.Failure, "supported operations", says)
	}
}

// rows are the objects of a list, as texts.
func rows(t *testing.T, list tftypes.Value) (all []map[string]string) {
	t.Helper()
	var objects []tftypes.Value
	if err := list.As(&objects); err != nil {
		t.Fatal(err)
	}
	for _, object := range objects {
		row := map[string]string{}
		for name, value := range acctest.Parts(t, object) {
			row[name] = acctest.Text(value)
		}
		all = append(all, row)
	}
	return all
}
