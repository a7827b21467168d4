package brand

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
)

// createdKey marks, in private state, a brand that Terraform has created. One that was adopted or imported has no mark,
// whatever is configured later.
const createdKey = "created"

func noteCreated(ctx context.Context, store private.Writer) diag.Diagnostics {
	return private.Set(ctx, store, createdKey, true)
}

func isCreated(ctx context.Context, store private.Reader) (created bool, diags diag.Diagnostics) {
	diags = private.Get(ctx, store, createdKey, &created)
	return created, diags
}

// defaultPolicy is deletion_policy if it is not configured: only what Terraform has created is deleted by default, and
// only if the provider may delete it.
func (r *brandResource) defaultPolicy(isCreated bool) deletion.Policy {
	if isCreated && (r.Extended() || !r.Known()) {
		return deletion.Delete
	}
	return deletion.Abandon
}
