package managedbrand

import (
	"context"
	"encoding/json"
	"fmt"
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
	text, err := json.Marshal(ids)
	if err != nil {
		return diag.Diagnostics{diag.NewErrorDiagnostic("Unable to write private state", err.Error())}
	}
	return store.SetKey(ctx, completeKey, text)
}

// Complete are the brands that SetComplete has noted.
func Complete(ctx context.Context, store private.Reader) (map[int32]bool, diag.Diagnostics) {
	text, diags := store.GetKey(ctx, completeKey)
	var ids []int32
	if len(text) > 0 {
		if err := json.Unmarshal(text, &ids); err != nil {
			diags.AddError("Unable to read private state", fmt.Sprintf("Which brands are managed as a whole cannot be read: %s.", err))
		}
	}
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
