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

const languageModels = "videoindexer_language_models"

// newLibrary is a server with two trained models in English and one in German, which is empty, and one of the service's own.
func newLibrary(t *testing.T, options ...mockserver.Option) *acctest.Server {
	t.Helper()
	server := acctest.NewServer(t, append([]mockserver.Option{mockserver.Extended()}, options...)...)
	for _, name := range []string{"Birds", "Racing"} {
		id := server.AddLanguageModel(server.Account.ID, mockserver.LanguageModel{
			Name: name, Language: "en-US",
			Files: []mockserver.LanguageFile{
				{ID: "00000000-0000-4000-8000-000000000001", Name: "a.txt", Enabled: true, Creator: "Ann", Content: []byte(name + "\r\nno line feed ends this")},
				{ID: "00000000-0000-4000-8000-000000000002", Name: "b.txt", Content: []byte("unused")},
			},
		})
		server.TrainLanguageModel(server.Account.ID, id)
	}
	server.AddTranscriptEdits(server.Account.ID, server.LanguageModels(server.Account.ID)[0].ID)
	server.AddLanguageModel(server.Account.ID, mockserver.LanguageModel{Name: "Wörter", Language: "de-DE"})
	server.AddAccountAdaptations(server.Account.ID, "en-US")
	return server
}

// TestLanguageModels reads all models, those of a language, and their texts, whether the list shows files or not. The scenario of
// lists has one model with every attribute.
func TestLanguageModels(t *testing.T) {
	t.Parallel()
	const edits = "From transcript edits"
	for name, form := range map[string]mockserver.FilesShown{"files in the list": mockserver.FilesInFull, "a list without files": mockserver.FilesNull} {
		for want, config := range map[string]acctest.Values{
			"Birds: a.txt=, b.txt=, " + edits + "=; Racing: a.txt=, b.txt=; Wörter: ; Account adaptations: ": nil,
			"Wörter: ": {"language": "de-DE"}, //nolint:gocritic // a model without files
			"":         {"language": "fr-FR"},
			"Birds: a.txt=Birds\r\nno line feed ends this, b.txt=unused, " + edits + "=An edited line.\n; Racing: a.txt=Racing\r\nno line feed ends this, b.txt=unused; Account adaptations: ": {
				"language": "en-US", "include_content": true,
			},
		} {
			attributes, diags := newLibrary(t, mockserver.ListsFiles(form)).Protocol(t, extended).Data(t.Context(), languageModels, config)
			acctest.Succeeds(t, diags)
			if attributes["language_models"].IsNull() {
				t.Errorf("%s: null in place of models", name)
			}
			var models []string
			for _, model := range elements(t, attributes["language_models"]) {
				var files []string
				for _, file := range elements(t, model["files"]) {
					files = append(files, at(file["name"])+"="+at(file["content"]))
				}
				models = append(models, at(model["name"])+": "+strings.Join(files, ", "))
			}
			if diff := cmp.Diff(want, strings.Join(models, "; ")); diff != "" {
				t.Errorf("%s (-want +got):\n%s", name, diff)
			}
		}
	}
}

// elements are the objects of a list.
func elements(t *testing.T, list tftypes.Value) []map[string]tftypes.Value {
	t.Helper()
	var values []tftypes.Value
	if err := list.As(&values); err != nil {
		t.Fatal(err)
	}
	objects := make([]map[string]tftypes.Value, len(values))
	for i, value := range values {
		if err := value.As(&objects[i]); err != nil {
			t.Fatal(err)
		}
	}
	return objects
}

// TestLanguageModels_fails reads what cannot be read, and what needs extended operations.
func TestLanguageModels_fails(t *testing.T) {
	t.Parallel()
	server := newLibrary(t)
	acctest.Says(t, server.Protocol(t, nil).ReadData(t.Context(), languageModels, nil), acctest.Failure, languageModels+" needs", "extended_operations = true")
	acctest.Says(t, server.Protocol(t, extended).ReadData(t.Context(), languageModels, acctest.Values{"language": "xx"}), acctest.Failure, "language")
	lacking := newLibrary(t, mockserver.Lacks(http.StatusNotFound, "X5"))
	acctest.Says(t, lacking.Protocol(t, extended).ReadData(t.Context(), languageModels, nil), acctest.Failure, "Could not list the language models", "lacks an operation")
	lacking = newLibrary(t, mockserver.Lacks(http.StatusNotFound, "X10"))
	acctest.Succeeds(t, lacking.Protocol(t, extended).ReadData(t.Context(), languageModels, nil))
	all := acctest.Values{"include_content": true}
	diags := lacking.Protocol(t, extended).ReadData(t.Context(), languageModels, all)
	acctest.Says(t, diags, acctest.Failure, `Could not read language model "Birds"`, "404", "lacks an operation")
	if n := len(acctest.Errors(diags)); n != 1 {
		t.Errorf("%d errors", n)
	}
	server.Script(mockserver.Fault{Endpoint: mockserver.X(10), Do: mockserver.Refuse(http.StatusNotFound, "NOT_FOUND", "deleted meanwhile")})
	acctest.Succeeds(t, server.Protocol(t, extended).ReadData(t.Context(), languageModels, all))
}
