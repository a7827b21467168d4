package deletion_test

import (
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
)

// TestLastApplied says that a destroy does not go by a deletion_policy that was changed and not applied: in the description of
// the argument, and in the warning of a plan that names another policy.
func TestLastApplied(t *testing.T) {
	t.Parallel()
	const says = "applied last"
	if text := deletion.Attribute(deletion.Offer{Policy: deletion.Abandon, Does: "leaves it"}).MarkdownDescription; !strings.Contains(text, says) {
		t.Errorf("described as %q", text)
	}
	subject := apidiag.Subject{Noun: "brand", ID: "1"}
	if detail := deletion.WillAbandonByPolicy(subject, `deletion_policy "delete" deletes it.`).Detail(); !strings.Contains(detail, says) {
		t.Errorf("with another policy: %s", detail)
	}
	if detail := deletion.WillAbandon(subject, "The service has no call that deletes it.").Detail(); strings.Contains(detail, says) {
		t.Errorf("without another policy: %s", detail)
	}
}
