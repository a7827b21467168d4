package languagemodel_test

import (
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestExtended_withoutRefresh applies plans that were made before the model changed elsewhere, or without a refresh: what was
// planned as known stays so, and the error names what is in the way.
func TestExtended_withoutRefresh(t *testing.T) {
	t.Parallel()
	l := newManaged(t)
	l.must(trainedTerms)
	l.look(edited)
	l.drop("b.txt")
	acctest.Says(t, l.carryOut(), acctest.Failure, `Language model lacks a file: files["b.txt"]`)
	l.must(edited)
	l.wantRemote("a.txt=a2 b.txt=b1", both)

	l.look(trainedTerms)
	l.change(func(m *mockserver.LanguageModel) {
		m.Name, m.LanguageModelID = "Theirs", "2c6f9a52-1111-4222-8333-444455556666"
	})
	if diags := l.carryOut(); len(diags) > 0 {
		t.Error(acctest.Texts(diags))
	}
	l.must(trainedTerms)
	if model := l.remote(); model.Name != "Terms" || l.has("linguistic_model_id") != model.LanguageModelID {
		t.Errorf("the model is %+v", model)
	}
}
