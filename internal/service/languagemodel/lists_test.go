package languagemodel_test

import (
	"net/http"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestLanguageModelList_reads lists two models of a service whose list shows no files: a model is read only for its resource, and not beyond the
// limit. One that cannot be read is an error in its place.
func TestLanguageModelList_reads(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t, mockserver.Extended(), mockserver.ListsFiles(mockserver.FilesNull))
	for _, name := range []string{"Birds", "Racing"} {
		server.AddLanguageModel(server.Account.ID, mockserver.LanguageModel{Name: name, Files: []mockserver.LanguageFile{{Name: "a.txt", Content: []byte("a")}}})
	}
	protocol := server.Protocol(t, extended)
	if all := protocol.List(t.Context(), resourceType, nil, false, 0); len(all) != 2 || all[0].Resource != nil || server.CountOf("X6") != 0 {
		t.Errorf("without resources: %+v, %d reads of models", all, server.CountOf("X6"))
	}
	if some := protocol.List(t.Context(), resourceType, nil, true, 1); len(some) != 1 || server.CountOf("X6") != 1 {
		t.Errorf("with a limit: %+v, %d reads of models", some, server.CountOf("X6"))
	}
	server.Script(mockserver.Fault{Endpoint: mockserver.X(6), Skip: 1, Do: mockserver.Status(http.StatusForbidden)})
	all := protocol.List(t.Context(), resourceType, nil, true, 0)
	if len(all) != 2 || all[0].DisplayName != "Birds" {
		t.Fatalf("listed: %+v", all)
	}
	acctest.Says(t, all[1].Diagnostics, acctest.Failure, `Could not read language model "Racing"`)
}
