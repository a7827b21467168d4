package deletion_test

import (
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
)

// TestLastApplied says that a destroy does not go by a deletion_policy that was changed and not applied: in the description of
// the argument, and in the warning of a plan that names what else there is.
func TestLastApplied(t *testing.T) {
	t.Parallel()
	const says = "applied last"
	if text := deletion.Attribute(deletion.Offer{Policy: deletion.Abandon, Does: "leaves it"}).MarkdownDescription; !strings.Contains(text, says) {
		t.Errorf("described as %q", text)
	}
	for how, want := range map[string]bool{`deletion_policy "delete" deletes it.`: true, "The service has no call that deletes it.": false} {
		if detail := deletion.WillAbandon(apidiag.Subject{Noun: "brand", ID: "1"}, how).Detail(); strings.Contains(detail, says) != want {
			t.Errorf("%s: %s", how, detail)
		}
	}
}
