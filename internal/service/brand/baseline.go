package brand

import (
	"context"
	"encoding/json"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// baselineKey holds, in private state and for deletion_policy "restore" alone, what a restore writes
// back: the values of a brand at its adoption, or the overwritten values of a dictionary.
const baselineKey = "found"

// remember keeps a baseline.
func remember(ctx context.Context, store private.Writer, baseline any) diag.Diagnostics {
	var diags diag.Diagnostics
	text, err := json.Marshal(baseline)
	if err != nil {
		diags.AddError("Unable to keep the values found at adoption", err.Error())
		return diags
	}
	return store.SetKey(ctx, baselineKey, text)
}

// forget removes what is kept: of an object that needs none, or of the one that this one replaces.
func forget(ctx context.Context, store private.Writer) diag.Diagnostics {
	return store.SetKey(ctx, baselineKey, nil)
}

// rememberFrom follows a change of policy: values are kept from the moment "restore" is asked for,
// and forgotten when it no longer is.
func rememberFrom(ctx context.Context, from private.Reader, to private.Writer, policy deletion.Policy, before videoindexer.BrandUpdate) diag.Diagnostics {
	kept, diags := from.GetKey(ctx, baselineKey)
	switch {
	case policy != deletion.Restore && len(kept) > 0:
		diags.Append(forget(ctx, to)...)
	case policy == deletion.Restore && len(kept) == 0:
		diags.Append(remember(ctx, to, before)...)
	}
	return diags
}

// recall answers the baseline that is kept; ok is false where there is none.
func recall[T any](ctx context.Context, store private.Reader) (baseline T, ok bool, diags diag.Diagnostics) {
	text, diags := store.GetKey(ctx, baselineKey)
	if len(text) == 0 || diags.HasError() {
		return baseline, false, diags
	}
	if err := json.Unmarshal(text, &baseline); err != nil {
		diags.AddError("Unable to read the values found at adoption", err.Error())
		return baseline, false, diags
	}
	return baseline, true, diags
}
