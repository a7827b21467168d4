package languagemodel

import (
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/types"
)

// TestRemember notes no file that was seen to arrive: it would be sent once more.
func TestRemember(t *testing.T) {
	t.Parallel()
	id := types.StringValue("8c6f9a52-1111-4222-8333-444455556666")
	sent := map[string]fileModel{
		"arrived.txt": textModel(t, "new", types.StringUnknown()), "older.txt": textModel(t, "new", types.StringUnknown()), "missing.txt": textModel(t, "new", types.StringUnknown()),
	}
	current := map[string]fileModel{"arrived.txt": textModel(t, "new", id), "older.txt": textModel(t, "old", id)}
	var n note
	n.remember(sent, current)
	if got := sortedNames(n.Sent); !slices.Equal(got, []string{"missing.txt", "older.txt"}) {
		t.Errorf("noted %v", got)
	}
	if file := n.sentFiles()["missing.txt"]; !file.sameContent(sent["missing.txt"]) || !file.FileID.IsNull() {
		t.Errorf("noted %+v", file)
	}
}
