package languagemodel_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const (
	languageModels = "videoindexer_language_models"
	allow          = "extended_operations = true"
)

// extended are provider arguments that allow extended operations.
var extended = acctest.Values{"extended_operations": true}

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

func TestAccLanguageModels_list(t *testing.T) {
	t.Parallel()
	at := "data." + languageModels + "."
	models := tfjsonpath.New("language_models")
	file := func(model, file int, name string) tfjsonpath.Path {
		return models.AtSliceIndex(model).AtMapKey("files").AtSliceIndex(file).AtMapKey(name)
	}
	const blocks = `
data "videoindexer_language_models" "all" {}
data "videoindexer_language_models" "german" {
  language = "de-DE"
}
data "videoindexer_language_models" "whole" {
  language        = "en-US"
  include_content = true
}
`
	for name, form := range map[string]mockserver.FilesShown{"files in the list": mockserver.FilesInFull, "a list without files": mockserver.FilesNull} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newLibrary(t, mockserver.ListsFiles(form))
			remote := server.LanguageModels(server.Account.ID)
			acctest.RunInProcess(t, resource.TestCase{Steps: []resource.TestStep{{
				Config: server.Config(blocks, allow),
				Check:  server.WritesNothing(),
				ConfigStateChecks: []statecheck.StateCheck{
					statecheck.ExpectKnownValue(at+"all", models, knownvalue.ListSizeExact(4)),
					statecheck.ExpectKnownValue(at+"all", models.AtSliceIndex(0).AtMapKey("model_id"), knownvalue.StringExact(remote[0].ID)),
					statecheck.ExpectKnownValue(at+"all", models.AtSliceIndex(0).AtMapKey("name"), knownvalue.StringExact("Birds")),
					statecheck.ExpectKnownValue(at+"all", models.AtSliceIndex(0).AtMapKey("language"), knownvalue.StringExact("en-US")),
					statecheck.ExpectKnownValue(at+"all", models.AtSliceIndex(0).AtMapKey("state"), knownvalue.StringExact("Complete")),
					statecheck.ExpectKnownValue(at+"all", models.AtSliceIndex(0).AtMapKey("linguistic_model_id"), knownvalue.StringExact(remote[0].LanguageModelID)),
					statecheck.ExpectKnownValue(at+"all", models.AtSliceIndex(0).AtMapKey("is_service_made"), knownvalue.Bool(false)),
					statecheck.ExpectKnownValue(at+"all", models.AtSliceIndex(0).AtMapKey("files"), knownvalue.ListSizeExact(3)),
					statecheck.ExpectKnownValue(at+"all", file(0, 0, "file_id"), knownvalue.StringExact(remote[0].Files[0].ID)),
					statecheck.ExpectKnownValue(at+"all", file(0, 0, "name"), knownvalue.StringExact("a.txt")),
					statecheck.ExpectKnownValue(at+"all", file(0, 0, "enabled"), knownvalue.Bool(true)),
					statecheck.ExpectKnownValue(at+"all", file(0, 0, "creator"), knownvalue.StringExact("Ann")),
					statecheck.ExpectKnownValue(at+"all", file(0, 0, "creation_time"), knownvalue.NotNull()),
					statecheck.ExpectKnownValue(at+"all", file(0, 0, "is_service_made"), knownvalue.Bool(false)),
					statecheck.ExpectKnownValue(at+"all", file(0, 0, "content"), knownvalue.Null()),
					statecheck.ExpectKnownValue(at+"all", file(0, 1, "enabled"), knownvalue.Bool(false)),
					statecheck.ExpectKnownValue(at+"all", file(0, 2, "is_service_made"), knownvalue.Bool(true)),
					statecheck.ExpectKnownValue(at+"all", models.AtSliceIndex(2).AtMapKey("linguistic_model_id"), knownvalue.Null()),
					statecheck.ExpectKnownValue(at+"all", models.AtSliceIndex(2).AtMapKey("files"), knownvalue.ListSizeExact(0)),
					statecheck.ExpectKnownValue(at+"all", models.AtSliceIndex(3).AtMapKey("is_service_made"), knownvalue.Bool(true)),
					statecheck.ExpectKnownValue(at+"german", models, knownvalue.ListSizeExact(1)),
					statecheck.ExpectKnownValue(at+"german", models.AtSliceIndex(0).AtMapKey("name"), knownvalue.StringExact("Wörter")),
					statecheck.ExpectKnownValue(at+"whole", models, knownvalue.ListSizeExact(3)),
					statecheck.ExpectKnownValue(at+"whole", file(1, 0, "content"), knownvalue.StringExact("Racing\r\nno line feed ends this")),
					statecheck.ExpectKnownValue(at+"whole", file(1, 1, "content"), knownvalue.StringExact("unused")),
				},
			}}})
		})
	}
}

// TestLanguageModels_requests counts what the data source asks.
func TestLanguageModels_requests(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		form     mockserver.FilesShown
		config   acctest.Values
		x6, x10s int
	}{
		"files in the list":     {mockserver.FilesInFull, nil, 0, 0},
		"a list without files":  {mockserver.FilesNull, nil, 4, 0},
		"contents":              {mockserver.FilesInFull, acctest.Values{"include_content": true}, 0, 5},
		"contents of some":      {mockserver.FilesInFull, acctest.Values{"include_content": true, "language": "de-DE"}, 0, 0},
		"contents, as not read": {mockserver.FilesInFull, acctest.Values{"include_content": false}, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newLibrary(t, mockserver.ListsFiles(test.form))
			acctest.Succeeds(t, server.Protocol(t, extended).ReadData(t.Context(), languageModels, test.config))
			got := []int{server.CountOf("X5"), server.CountOf("X6"), server.CountOf("X10")}
			if diff := cmp.Diff([]int{1, test.x6, test.x10s}, got); diff != "" {
				t.Errorf("X5, X6 and X10 (-want +got):\n%s", diff)
			}
		})
	}
}

// TestLanguageModels_fails reads what cannot be read, and what needs extended operations.
func TestLanguageModels_fails(t *testing.T) {
	t.Parallel()
	server := newLibrary(t)
	acctest.Says(t, server.Protocol(t, nil).ReadData(t.Context(), languageModels, nil), acctest.Failure, languageModels+" needs", "extended_operations = true")
	acctest.Says(t, server.Protocol(t, extended).ReadData(t.Context(), languageModels, acctest.Values{"language": "xx"}), acctest.Failure, "language")
	for _, status := range []int{http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusNotImplemented} {
		lacking := newLibrary(t, mockserver.Lacks(status, "X5"))
		acctest.Says(t, lacking.Protocol(t, extended).ReadData(t.Context(), languageModels, nil), acctest.Failure, "Could not list the language models", "lacks an operation")
		lacking = newLibrary(t, mockserver.Lacks(status, "X10"))
		acctest.Succeeds(t, lacking.Protocol(t, extended).ReadData(t.Context(), languageModels, nil))
		diags := lacking.Protocol(t, extended).ReadData(t.Context(), languageModels, acctest.Values{"include_content": true})
		acctest.Says(t, diags, acctest.Failure, "Could not read the language model", fmt.Sprint(status), "lacks an operation")
		if n := len(acctest.Errors(diags)); n != 1 {
			t.Errorf("%d errors", n)
		}
	}
	server.Script(mockserver.Fault{Endpoint: mockserver.X(10), Skip: 2, Times: mockserver.Always, Do: mockserver.Status(http.StatusForbidden)})
	diags := server.Protocol(t, extended).ReadData(t.Context(), languageModels, acctest.Values{"include_content": true})
	acctest.Says(t, diags, acctest.Failure, "Could not read the language model", "403")
	server.ClearFaults()
	server.Script(mockserver.Fault{Endpoint: mockserver.X(10), Times: 1, Do: mockserver.Status(http.StatusBadRequest)}) // one text is left out
	diags = server.Protocol(t, extended).ReadData(t.Context(), languageModels, acctest.Values{"include_content": true})
	acctest.Says(t, diags, acctest.Warning, "Could not read language model file", "400")
	acctest.Succeeds(t, acctest.Errors(diags))
}
