package languagemodel

import (
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/types"
)

// TestRememberSent notes no file that was seen to arrive: it would be sent once more.
func TestRememberSent(t *testing.T) {
	t.Parallel()
	id := types.StringValue("8c6f9a52-1111-4222-8333-444455556666")
	sent := map[string]fileModel{
		"arrived.txt": textModel(t, "new", types.StringUnknown()), "older.txt": textModel(t, "new", types.StringUnknown()), "missing.txt": textModel(t, "new", types.StringUnknown()),
	}
	k := &known{files: map[string]fileModel{"arrived.txt": textModel(t, "new", id), "older.txt": textModel(t, "old", id)}}
	k.remember(sent)
	var names []string
	for _, f := range k.private.all(wasSent) {
		if names = append(names, f.Name); f.SHA256 != sent[f.Name].ContentSHA256.ValueString() {
			t.Errorf("noted %+v", f)
		}
	}
	if !slices.Equal(names, []string{"missing.txt", "older.txt"}) {
		t.Errorf("noted %v", names)
	}
}
