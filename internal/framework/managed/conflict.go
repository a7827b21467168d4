package managed

import (
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ownership"
)

// Plan notes what an instance is planned to do with an object, and returns the error of a plan that cannot be carried out,
// because another address does something else with it. The subject names the object in the error. Elsewhere is a sentence
// for what no moved block can help with; "" for none.
func (r *Resource) Plan(object ownership.Object, intent ownership.Intent, subject apidiag.Subject, elsewhere string) diag.Diagnostics {
	return r.Conflict(r.Data.Owned.Plan(object, intent), subject, elsewhere)
}

// Conflict is the error of Plan, for one object or several that have the same conflict.
func (r *Resource) Conflict(conflict ownership.Conflict, subject apidiag.Subject, elsewhere string) diag.Diagnostics {
	noun := subject.Heading()
	switch conflict {
	case ownership.CreatedTwice:
		return diag.Diagnostics{diag.NewErrorDiagnostic(noun+" planned at two addresses",
			subject.WithIDs(fmt.Sprintf("Two resources of this configuration create or adopt %s. They would overwrite each other's values at every apply. Keep one of them.", subject)))}
	case ownership.DestroyedElsewhere:
		if elsewhere != "" {
			elsewhere = "\n\n" + elsewhere
		}
		moves := " moves"
		if strings.HasSuffix(subject.Noun, "s") {
			moves = " move"
		}
		return diag.Diagnostics{diag.NewErrorDiagnostic(noun+moves+" to another address",
			subject.WithIDs(fmt.Sprintf("This plan destroys %s at one address, and another one manages it.\n\n%s\n\n"+
				"Between types, use a `removed` block with destroy = false, and an `import` block.%s", subject, deletion.Moved(r.Name), elsewhere)))}
	}
	return nil
}
