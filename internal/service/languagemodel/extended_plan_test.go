package languagemodel_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestExtended_unknownValues plans with files, or one of them, or a text, that are known only after apply.
func TestExtended_unknownValues(t *testing.T) {
	t.Parallel()
	l := newManaged(t)
	l.must(trainedTerms)
	file := l.State()["files"].Type().(tftypes.Map).ElementType
	unknown := tftypes.NewValue(tftypes.Map{ElementType: file}, tftypes.UnknownValue)
	partly := tftypes.NewValue(tftypes.Map{ElementType: file}, map[string]tftypes.Value{"a.txt": tftypes.NewValue(file, tftypes.UnknownValue)})
	text := withFiles(map[string]acctest.Values{"a.txt": {"content": tftypes.NewValue(tftypes.String, tftypes.UnknownValue)}}, "train", true)
	for path, config := range map[string]acctest.Values{
		"files": vocabulary(nil, "train", true, "files", unknown), "files/a.txt": vocabulary(nil, "train", true, "files", partly), "files/a.txt/content_sha256": text,
	} {
		if diags := l.look(config); len(diags) > 0 {
			t.Errorf("%s: %v", path, acctest.Texts(diags))
		}
		l.wantPlan(map[string]string{path: "unknown", "training_state": "unknown"})
	}
}

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

// TestExtended_renamedAddress plans a model of the state at another address, without a moved block: one of the two plans says so, whichever comes
// first, and so does a create that comes before the refresh.
func TestExtended_renamedAddress(t *testing.T) {
	t.Parallel()
	l := newManaged(t)
	l.must(vocabulary(one))
	for _, isFirst := range []bool{true, false} {
		protocol := l.Server.Protocol(t, extended)
		address := protocol.Instance(resourceType)
		l.Instance.Protocol = protocol
		acctest.Succeeds(t, l.Refresh(t.Context()))
		var diags []*tfprotov6.Diagnostic
		if isFirst {
			diags = l.Plan(t.Context(), nil).Diagnostics
		}
		diags = append(diags, address.Plan(t.Context(), vocabulary(one)).Diagnostics...)
		if !isFirst {
			diags = append(diags, l.Plan(t.Context(), nil).Diagnostics...)
		}
		acctest.Says(t, diags, acctest.Warning, `Language model "Terms" moves to another address`, "moved {\n  from = videoindexer_language_model.OLD")
		if len(diags) != 1 {
			t.Error(acctest.Texts(diags))
		}
	}
	address := l.Server.Protocol(t, extended).Instance(resourceType)
	acctest.Says(t, address.Plan(t.Context(), vocabulary(one)).Diagnostics, acctest.Warning, `Language model "Terms" already exists (id `+l.remote().ID+")", "add a moved block")
}
