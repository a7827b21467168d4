package adoption

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
)

// plannedKey marks, in the private data of a plan, an instance that was planned once. handedOverKey marks the destroy of
// an instance whose object another instance adopts.
const (
	plannedKey    = "planned"
	handedOverKey = "handed_over"
)

// IsFirstPlan reports whether ModifyPlan sees an instance for the first time. An engine plans an instance that is
// replaced twice: as an update, and then as a create, with the private data of the first plan. Nothing else tells this
// create from that of another instance.
func IsFirstPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) (bool, diag.Diagnostics) {
	if !req.State.Raw.IsNull() {
		return true, resp.Private.SetKey(ctx, plannedKey, []byte("true"))
	}
	mark, diags := req.Private.GetKey(ctx, plannedKey)
	diags.Append(resp.Private.SetKey(ctx, plannedKey, nil)...)
	return len(mark) == 0, diags
}

// HandOver marks the planned destroy of an instance, so that it writes nothing.
func HandOver(ctx context.Context, store private.Writer) diag.Diagnostics {
	return store.SetKey(ctx, handedOverKey, []byte("true"))
}

// IsHandedOver reports whether HandOver has marked the destroy.
func IsHandedOver(ctx context.Context, store private.Reader) (bool, diag.Diagnostics) {
	mark, diags := store.GetKey(ctx, handedOverKey)
	return len(mark) > 0, diags
}
