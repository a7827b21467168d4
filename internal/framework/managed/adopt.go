package managed

import (
	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ownership"
)

// PlanAdoption is Plan for the create of a resource that can adopt its object and delete it, but not create it again. A
// replacement destroys the old instance first: so the object must not be one that the state has under the policy "delete".
// Reads tell Owned.See the policy.
func (r *Resource) PlanAdoption(object ownership.Object, subject apidiag.Subject) diag.Diagnostics {
	if policy, _ := r.Owned.Seen(object); policy == deletion.Delete {
		return diag.Diagnostics{deletion.MustNotReplace(subject)}
	}
	return r.Plan(object, ownership.Create, subject, "")
}
