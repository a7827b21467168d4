package languagemodel

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestImported replaces files of the same names and leaves others alone.
func TestImported(t *testing.T) {
	t.Parallel()
	for name, opts := range readings() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newTestModel(t, before, opts...)
			w.forget()
			desired := texts{"a.txt": "a2", "d.txt": "d1"}
			diags := w.apply(t.Context(), "Imported", true, desired)
			if diags.HasError() || len(diags) != 1 || !strings.Contains(diags[0].Detail(), `"b.txt", "c.txt"`) || strings.Contains(diags[0].Detail(), "a.txt") {
				t.Fatalf("got %v", diags)
			}
			if diff := cmp.Diff([]string{"a.txt=a2", "b.txt=b1", "c.txt=c1", "d.txt=d1"}, w.holds()); diff != "" {
				t.Errorf("files on the server (-want +got):\n%s", diff)
			}
		})
	}
}

// TestImportedFails has the first apply after an import fail behind each of its requests.
func TestImportedFails(t *testing.T) {
	t.Parallel()
	for _, fault := range []mockserver.Fault{
		{Endpoint: 20, Do: mockserver.ResetAfter()},
		{Endpoint: 21, Times: 2, Do: mockserver.ResetAfter()},
		{Endpoint: 20, Skip: 1, Times: 2, Do: mockserver.ResetAfter()},
	} {
		t.Run(fmt.Sprintf("endpoint %d, skip %d", fault.Endpoint, fault.Skip), func(t *testing.T) {
			t.Parallel()
			w := newTestModel(t, before, mockserver.SameFileNames(mockserver.SameNameAddsSecond))
			w.forget()
			w.Script(fault)
			desired := texts{"a.txt": "a2", "b.txt": "b2", "c.txt": "c2"}
			if diags := w.apply(t.Context(), "Imported", false, desired); !diags.HasError() {
				t.Fatal("the apply succeeded")
			}
			w.ClearFaults()
			w.mustApply("Imported", false, desired)
		})
	}
}

// TestImportedOtherLanguage stops before anything of the model is changed.
func TestImportedOtherLanguage(t *testing.T) {
	t.Parallel()
	w := newTestModel(t, before)
	w.ChangeLanguageModel(w.account.ID, w.id, func(m *mockserver.LanguageModel) { m.Language = "de-DE" })
	w.forget()
	diags := w.apply(t.Context(), "Imported", true, texts{"a.txt": "a2"})
	if len(diags) != 1 || diags[0].Summary() != "Language model has another language" || w.state.Language.ValueString() != "de-DE" {
		t.Fatalf("diagnostics %v, language %s", diags, w.state.Language)
	}
	if diff := cmp.Diff(before.list(), w.holds()); diff != "" {
		t.Errorf("files on the server (-want +got):\n%s", diff)
	}
	w.ChangeLanguageModel(w.account.ID, w.id, func(m *mockserver.LanguageModel) { m.Language = "en-US" })
	w.state.Language = types.StringValue("en-US") // as the configuration was corrected
	desired := maps.Clone(before)
	desired["a.txt"] = "a2"
	w.mustApply("Imported", true, desired)
}
