package languagemodel_test

import (
	"net/http"
	"strings"
	"testing"

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
