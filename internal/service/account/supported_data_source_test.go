package account_test

import (
	"maps"
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const supportedOperations = "videoindexer_supported_operations"

// reading are the operations that are asked, by their numbers, and writing those that are never asked.
var (
	reading = map[string]string{
		"X22": "account_token", "X1": "list_brands", "X4": "get_brands_model_settings", "X5": "list_language_models", "X6": "get_language_model",
		"X13": "list_person_models", "X17": "list_persons", "X30": "list_projects", "X29": "get_project", "X34": "list_videos", "X35": "get_video_index",
	}
	writing = []string{
		"create_brand", "delete_brand", "delete_language_model", "train_language_model", "cancel_language_model_training", "change_language_model_file",
		"create_person_model", "rename_person_model", "delete_person_model", "create_person", "rename_person", "delete_person", "add_faces", "delete_face",
		"change_media_connection", "connect_image_model", "disconnect_image_model", "create_project", "change_project", "cancel_render",
	}
)

// TestSupportedOperations asks services of several kinds, without extended_operations: each operation that reads is asked once,
// and nothing is written.
func TestSupportedOperations(t *testing.T) {
	t.Parallel()
	answers := func(operation int, answer mockserver.Action) []mockserver.Fault {
		return []mockserver.Fault{{Endpoint: mockserver.X(operation), Times: mockserver.Always, Do: answer}}
	}
	none := map[string]string{"get_language_model": "unknown", "get_project": "unknown", "get_video_index": "unknown", "list_persons": "unknown"}
	for _, name := range reading {
		if _, needsObject := none[name]; !needsObject {
			none[name] = "missing"
		}
	}
	for name, test := range map[string]struct {
		options       []mockserver.Option
		isEmpty       bool // the account has no language model, project or video
		faults        []mockserver.Fault
		differ        map[string]string // from "offered"
		isRecommended bool
	}{
		"all":        {isRecommended: true},
		"none":       {options: []mockserver.Option{mockserver.Lacks(http.StatusMethodNotAllowed, "X22", "X1", "X4", "X5", "X13", "X30", "X34")}, differ: none},
		"no objects": {isEmpty: true, differ: map[string]string{"get_language_model": "unknown", "get_project": "unknown", "get_video_index": "unknown"}, isRecommended: true},
		"refused":    {faults: answers(1, mockserver.Status(http.StatusForbidden)), differ: map[string]string{"list_brands": "refused"}},
		"not on free": {
			faults: answers(4, mockserver.Body(http.StatusBadRequest, "application/json", `{"ErrorType":"OPERATION_NOT_SUPPORTED_ON_TRIAL","Message":"m"}`)),
			differ: map[string]string{"get_brands_model_settings": "missing"}, isRecommended: true,
		},
		"just gone": {faults: answers(29, mockserver.Status(http.StatusNotFound)), isRecommended: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := acctest.NewServer(t, append(test.options, mockserver.Extended())...)
			if !test.isEmpty {
				server.AddSampleMedia(server.Account.ID)
				server.AddLanguageModel(server.Account.ID, mockserver.LanguageModel{Name: "Terms", Language: "en-US"})
			}
			server.Script(test.faults...)
			want := map[string]string{}
			for _, name := range reading {
				want[name] = "offered"
			}
			for _, name := range writing {
				want[name] = "unknown"
			}
			maps.Copy(want, test.differ)
			result, diags := server.Protocol(t, nil).Data(t.Context(), supportedOperations, nil)
			acctest.Succeeds(t, diags)
			got := map[string]string{}
			for name, support := range acctest.Parts(t, result["operations"]) {
				got[name] = acctest.Text(support)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("operations (-want +got):\n%s", diff)
			}
			if !result["extended_operations_recommended"].Equal(tftypes.NewValue(tftypes.Bool, test.isRecommended)) {
				t.Errorf("recommended: %s", result["extended_operations_recommended"])
			}
			asked := map[string]int{}
			for _, r := range server.Requests() {
				if asked[r.Operation()]++; reading[r.Operation()] != "" && asked[r.Operation()] > 1 {
					t.Errorf("%s is asked again", r.Operation())
				}
			}
			if server.Writes() > 0 {
				t.Error("something was written")
			}
		})
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
