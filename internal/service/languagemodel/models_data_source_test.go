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

// TestLanguageModels reads all models, those of a language, and their texts, whether the list shows files or not. The story of
// lists has one model with every attribute.
func TestLanguageModels(t *testing.T) {
	t.Parallel()
	const edits = "From transcript edits"
	for name, form := range map[string]mockserver.FilesShown{"files in the list": mockserver.FilesInFull, "a list without files": mockserver.FilesNull} {
		for want, config := range map[string]acctest.Values{
			"Birds: a.txt=, b.txt=, " + edits + "=; Racing: a.txt=, b.txt=; Wörter: ; Account adaptations: ": nil,
			"Wörter: ": {"language": "de-DE"}, //nolint:gocritic // a model without files
			"Birds: a.txt=Birds\r\nno line feed ends this, b.txt=unused, " + edits + "=An edited line.\n; Racing: a.txt=Racing\r\nno line feed ends this, b.txt=unused; Account adaptations: ": {
				"language": "en-US", "include_content": true,
			},
		} {
			attributes, diags := newLibrary(t, mockserver.ListsFiles(form)).Protocol(t, extended).Data(t.Context(), languageModels, config)
			acctest.Succeeds(t, diags)
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
