package account_test

import (
	"maps"
	"net/http"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// supportedReads are the operations that are asked, with their numbers.
var supportedReads = map[string]string{
	"account_token": "X22", "list_brands": "X1", "get_brands_model_settings": "X4", "list_language_models": "X5", "get_language_model": "X6",
	"list_person_models": "X13", "list_persons": "X17", "list_projects": "X30", "get_project": "X29", "list_videos": "X34", "get_video_index": "X35",
}

// supportedWrites are the operations that are never asked.
var supportedWrites = []string{
	"create_brand", "delete_brand", "delete_language_model", "train_language_model", "cancel_language_model_training", "change_language_model_file",
	"create_person_model", "rename_person_model", "delete_person_model", "create_person", "rename_person", "delete_person", "add_faces", "delete_face",
	"change_media_connection", "connect_image_model", "disconnect_image_model", "create_project", "change_project", "cancel_render",
}

// TestAccSupportedOperations asks services of several kinds, without extended_operations: each operation that reads is
// asked once, and nothing is written.
func TestAccSupportedOperations(t *testing.T) {
	t.Parallel()
	all := make([]string, 0, len(supportedReads))
	for _, number := range supportedReads {
		all = append(all, number)
	}
	refuses := func(operation int) mockserver.Fault {
		return mockserver.Fault{Endpoint: operation, Times: mockserver.Always, Do: mockserver.Status(http.StatusForbidden)}
	}
	for name, test := range map[string]struct {
		option      mockserver.Option
		isEmpty     bool // the account has no language model, project or video
		faults      []mockserver.Fault
		differ      map[string]string // from "offered"
		recommended bool
	}{
		"all":         {recommended: true},
		"none":        {option: mockserver.Lacks(http.StatusMethodNotAllowed, all...), differ: missing(all...)},
		"a page":      {option: mockserver.Lacks(http.StatusNotFound, all...), differ: missing(all...)},
		"no videos":   {option: mockserver.Lacks(http.StatusNotImplemented, "X34", "X35"), differ: missing("X34", "X35")},
		"no objects":  {isEmpty: true, differ: map[string]string{"get_language_model": "unknown", "get_project": "unknown", "get_video_index": "unknown"}, recommended: true},
		"refused":     {faults: []mockserver.Fault{refuses(mockserver.X(1))}, differ: map[string]string{"list_brands": "refused"}},
		"not on free": {faults: []mockserver.Fault{{Endpoint: mockserver.X(4), Times: mockserver.Always, Do: mockserver.Body(http.StatusBadRequest, "application/json", `{"ErrorType":"OPERATION_NOT_SUPPORTED_ON_TRIAL","Message":"m"}`)}}, differ: map[string]string{"get_brands_model_settings": "missing"}, recommended: true},
		"just gone":   {faults: []mockserver.Fault{{Endpoint: mockserver.X(29), Times: mockserver.Always, Do: mockserver.Status(http.StatusNotFound)}}, recommended: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			options := []mockserver.Option{mockserver.Extended()}
			if test.option != nil {
				options = append(options, test.option)
			}
			server := acctest.NewServer(t, options...)
			if !test.isEmpty {
				server.AddSampleMedia(server.Account.ID)
				server.AddLanguageModel(server.Account.ID, mockserver.LanguageModel{Name: "Terms", Language: "en-US"})
			}
			server.Script(test.faults...)
			want := make(map[string]string)
			for operation := range supportedReads {
				want[operation] = "offered"
			}
			for _, operation := range supportedWrites {
				want[operation] = "unknown"
			}
			maps.Copy(want, test.differ)
			if want["list_projects"] == "missing" { // then there is no first one
				maps.Copy(want, map[string]string{"get_language_model": "unknown", "list_persons": "unknown", "get_project": "unknown"})
			}
			if want["list_videos"] == "missing" {
				want["get_video_index"] = "unknown"
			}
			checks := make(map[string]knownvalue.Check, len(want))
			for operation, support := range want {
				checks[operation] = knownvalue.StringExact(support)
			}
			const address = "data.videoindexer_supported_operations.test"
			acctest.RunInProcess(t, resource.TestCase{Steps: []resource.TestStep{{
				Config: server.Config(`data "videoindexer_supported_operations" "test" {}`),
				Check:  server.WritesNothing(),
				ConfigStateChecks: []statecheck.StateCheck{
					shows(address, "operations", knownvalue.MapExact(checks)),
					shows(address, "extended_operations_recommended", knownvalue.Bool(test.recommended)),
				},
			}}})
		})
	}
}

// TestSupportedOperations_fails reports a service that fails, or an account that does not exist, instead of guessing. It asks
// each operation once.
func TestSupportedOperations_fails(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t, mockserver.Extended())
	read := func(settings acctest.Values) []string {
		server.ResetRequests()
		return acctest.Texts(server.Protocol(t, settings).ReadData(t.Context(), "videoindexer_supported_operations", nil))
	}
	if texts := read(nil); len(texts) > 0 {
		t.Error(texts)
	}
	for _, operation := range []int{1, 4, 5, 13, 17, 22, 30, 34} {
		if n := server.Count(mockserver.X(operation)); n != 1 {
			t.Errorf("X%d is asked %d times", operation, n)
		}
	}
	server.Script(mockserver.Fault{Endpoint: mockserver.X(5), Times: mockserver.Always, Do: mockserver.Status(http.StatusInternalServerError)})
	acctest.Says(t, server.Protocol(t, acctest.Values{"max_retries": 0}).ReadData(t.Context(), "videoindexer_supported_operations", nil), acctest.Failure, "supported operations", "500")
	acctest.Says(t, server.Protocol(t, acctest.Values{"account_id": "7d9e6f10-1111-4222-8333-444455556667"}).ReadData(t.Context(), "videoindexer_supported_operations", nil), acctest.Failure, "account")
}

// missing is what a service that lacks operations is expected to show, by name.
func missing(numbers ...string) map[string]string {
	names := make(map[string]string)
	for name, number := range supportedReads {
		for _, one := range numbers {
			if one == number {
				names[name] = "missing"
			}
		}
	}
	return names
}
