package managedbrand

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
)

// completeKey holds, in private state, the ids of the brands of which every field is managed and was written as planned. A
// destroy sees no configuration, and what it writes of other brands it has to read first.
const completeKey = "complete"

// SetComplete notes which of the brands are managed as a whole. Wanted must not hold those whose last write failed: what
// the service holds of them is open, whatever the state says.
func SetComplete(ctx context.Context, store private.Writer, wanted map[int32]Values) diag.Diagnostics {
	ids := []int32{}
	for id, values := range wanted {
		if values.IsComplete() {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return private.Set(ctx, store, completeKey, ids)
}

// Complete are the brands that SetComplete has noted.
func Complete(ctx context.Context, store private.Reader) (map[int32]bool, diag.Diagnostics) {
	var ids []int32
	diags := private.Get(ctx, store, completeKey, &ids)
	complete := make(map[int32]bool, len(ids))
	for _, id := range ids {
		complete[id] = true
	}
	return complete, diags
}

// IfComplete are the values of a brand where every field of it is managed, and nil otherwise.
func (v *Values) IfComplete(isComplete bool) *Values {
	if !isComplete {
		return nil
	}
	return v
}
