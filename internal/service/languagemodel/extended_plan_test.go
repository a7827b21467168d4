package languagemodel_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestExtended_unknownValues plans with values that are known only after apply: the plan leaves open whatever may
// change with them.
func TestExtended_unknownValues(t *testing.T) {
	t.Parallel()
	text, flag := tftypes.NewValue(tftypes.String, tftypes.UnknownValue), tftypes.NewValue(tftypes.Bool, tftypes.UnknownValue)
	l := newManaged(t)
	l.must(trainedTerms)
	file := l.State()["files"].Type().(tftypes.Map).ElementType
	for name, test := range map[string]struct {
		config acctest.Values
		want   map[string]string
	}{
		"text": {withFiles(map[string]acctest.Values{"a.txt": {"content": text}, "b.txt": {"content": "b1"}}, "train", true), map[string]string{
			"files/a.txt/file_id": "unknown", "files/a.txt/content_sha256": "unknown", "files/b.txt/file_id": l.has("files", "b.txt", "file_id"), "training_state": "unknown", "linguistic_model_id": "unknown",
		}},
		"enabled of a file": {withFiles(map[string]acctest.Values{"a.txt": {"content": "a1", "enabled": flag}, "b.txt": {"content": "b1"}}, "train", true), map[string]string{
			"files/a.txt/file_id": l.has("files", "a.txt", "file_id"), "training_state": "unknown",
		}},
		"files": {vocabulary(nil, "train", true, "files", tftypes.NewValue(tftypes.Map{ElementType: file}, tftypes.UnknownValue)), map[string]string{"files": "unknown", "training_state": "unknown"}},
		"a file": {vocabulary(nil, "train", true, "files", tftypes.NewValue(tftypes.Map{ElementType: file}, map[string]tftypes.Value{"a.txt": tftypes.NewValue(file, tftypes.UnknownValue)})), map[string]string{
			"files/a.txt": "unknown", "training_state": "unknown",
		}},
		"enabled": {vocabulary(one, "train", true, "enabled", flag), map[string]string{"training_state": "unknown", "linguistic_model_id": "unknown"}},
		"name":    {vocabulary(one, "train", true, "name", text), map[string]string{"training_state": "trained", "linguistic_model_id": l.has("linguistic_model_id"), "files/a.txt/file_id": l.has("files", "a.txt", "file_id")}},
		"train":   {vocabulary(one, "train", flag), map[string]string{"training_state": "trained"}},
	} {
		if diags := l.look(test.config); len(diags) > 0 {
			t.Errorf("%s: %v", name, acctest.Texts(diags))
		}
		l.wantPlan(test.want)
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

	l.plan = l.Plan(t.Context(), vocabulary(three, "train", true)) // without a refresh
	l.add(theirs("c.txt"))
	acctest.Says(t, l.carryOut(), acctest.Failure, "the next plan shows that file and its deletion")
	l.must(vocabulary(three, "train", true))
	l.wantRemote("a.txt=a1 b.txt=b1 c.txt=c1", "a.txt b.txt c.txt")
}

// TestExtended_keyIsUnknown plans for files that were added or disabled elsewhere while the provider's key is known only after
// apply: the apply's own plan, with the key, may delete or enable them or not, and must find that open.
func TestExtended_keyIsUnknown(t *testing.T) {
	t.Parallel()
	l := newManaged(t)
	l.must(trainedTerms)
	key := tftypes.NewValue(tftypes.String, tftypes.UnknownValue)
	unknown := l.Server.Protocol(t, acctest.Values{"subscription_key": key, "extended_operations": true})
	for what, change := range map[string]func(*mockserver.LanguageModel){
		"added": func(m *mockserver.LanguageModel) {
			m.Files = append(m.Files[:2:2], theirs("theirs.txt"))
			m.Files[0].Enabled = true
		},
		"disabled": func(m *mockserver.LanguageModel) { m.Files, m.Files[0].Enabled = m.Files[:2:2], false },
	} {
		l.change(change)
		known := l.Server.Protocol(t, l.settings)
		l.Instance.Protocol = known
		l.Refresh(t.Context())
		for name, config := range map[string]acctest.Values{
			"the same": trainedTerms, "not trained": vocabulary(one), "another name": vocabulary(one, "name", "Others"), "no files": vocabulary(nil, "name", "Others"),
		} {
			l.Instance.Protocol = unknown
			first := l.Plan(t.Context(), config)
			acctest.Succeeds(t, first.Diagnostics)
			l.Instance.Protocol = known
			if paths := acctest.Contradictions(first.Planned, l.Plan(t.Context(), config).Planned); len(paths) > 0 {
				t.Errorf("%s, %s: inconsistent final plan at %v", what, name, paths)
			}
		}
	}
}
