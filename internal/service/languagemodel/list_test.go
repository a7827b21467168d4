package languagemodel_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

func namesOf(results []acctest.Listed) []string {
	names := make([]string, len(results))
	for i, one := range results {
		if names[i] = one.DisplayName; len(one.Diagnostics) > 0 {
			names[i] = strings.Join(acctest.Texts(one.Diagnostics), "; ")
		}
	}
	return names
}

func TestLanguageModelList(t *testing.T) {
	t.Parallel()
	for name, form := range map[string]mockserver.FilesShown{"files in the list": mockserver.FilesInFull, "a list without files": mockserver.FilesNull} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newLibrary(t, mockserver.ListsFiles(form))
			protocol := server.Protocol(t, extended)
			results := protocol.List(t.Context(), resourceType, nil, true, 0)
			if diff := cmp.Diff([]string{"Birds", "Racing", "Wörter"}, namesOf(results)); diff != "" {
				t.Fatalf("listed (-want +got):\n%s", diff)
			}
			remote := server.LanguageModels(server.Account.ID)[0]
			want := map[string]string{"location": server.Account.Location, "account_id": server.Account.ID, "model_id": remote.ID}
			if diff := cmp.Diff(want, results[0].Identity); diff != "" {
				t.Errorf("identity (-want +got):\n%s", diff)
			}
			want["name"], want["language"], want["state"], want["linguistic_model_id"] = "Birds", "en-US", "Complete", remote.LanguageModelID
			want["training_state"] = "trained"
			if diff := cmp.Diff(want, results[0].Resource); diff != "" {
				t.Errorf("resource (-want +got):\n%s", diff)
			}
			var files map[string]tftypes.Value
			if err := results[0].Values["files"].As(&files); err != nil || len(files) != 2 {
				t.Fatalf("files %s (%v)", results[0].Values["files"], err)
			}
			if source := at(files["a.txt"], "source"); source != "a.txt" {
				t.Errorf("a.txt has the source %q", source)
			}
		})
	}
}

func TestLanguageModelList_some(t *testing.T) {
	t.Parallel()
	server := newLibrary(t, mockserver.ListsFiles(mockserver.FilesNull))
	protocol := server.Protocol(t, extended)
	if got := namesOf(protocol.List(t.Context(), resourceType, acctest.Values{"language": "de-DE"}, false, 0)); len(got) != 1 || got[0] != "Wörter" {
		t.Errorf("in German: %q", got)
	}
	if results := protocol.List(t.Context(), resourceType, nil, false, 0); len(results) != 3 || results[0].Resource != nil || server.CountOf("X6") != 0 {
		t.Errorf("without resources: %q, %d reads of models", namesOf(results), server.CountOf("X6"))
	}
	if results := protocol.List(t.Context(), resourceType, nil, true, 1); len(results) != 1 || server.CountOf("X6") != 1 {
		t.Errorf("with a limit: %q, %d reads of models", namesOf(results), server.CountOf("X6"))
	}
	server.Script(mockserver.Fault{Endpoint: mockserver.X(6), Skip: 1, Times: mockserver.Always, Do: mockserver.Status(http.StatusForbidden)})
	if got := namesOf(protocol.List(t.Context(), resourceType, nil, true, 0)); len(got) != 2 || !strings.Contains(got[1], `Could not read language model "Racing"`) {
		t.Errorf("a model that cannot be read: %q", got)
	}
	lacking := newLibrary(t, mockserver.Lacks(http.StatusNotFound, "X5"))
	if got := namesOf(lacking.Protocol(t, extended).List(t.Context(), resourceType, nil, false, 0)); len(got) != 1 || !strings.Contains(got[0], "Could not list the language models") {
		t.Errorf("a service without the list: %q", got)
	}
	if got := namesOf(server.Protocol(t, nil).List(t.Context(), resourceType, nil, false, 0)); len(got) != 1 || !strings.Contains(got[0], "The list of videoindexer_language_model needs") {
		t.Errorf("without extended operations: %q", got)
	}
}
