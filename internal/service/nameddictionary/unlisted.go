package nameddictionary

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
)

// unlistedKey holds, in private state, the names of the brands that a refresh shows because the dictionary is exclusive,
// and that no configuration has named. Only the plan and apply of a removal need it; see contents.fate.
const unlistedKey = "unlisted"

// setUnlisted notes these names and, for an exclusive dictionary, also that there are none.
func setUnlisted(ctx context.Context, store private.Writer, c contents, isExclusive bool) diag.Diagnostics {
	if !isExclusive && len(c.unlisted) == 0 {
		return private.Remove(ctx, store, unlistedKey)
	}
	return private.Set(ctx, store, unlistedKey, append([]string{}, sorted(c.unlisted)...)) // [] rather than null for none
}

// unlistedOf are the names that setUnlisted has noted; isNoted is false if it has not.
func unlistedOf(ctx context.Context, store private.Reader, diags *diag.Diagnostics) (names map[string]bool, isNoted bool) {
	var noted []string
	diags.Append(private.Get(ctx, store, unlistedKey, &noted)...)
	return nameMap(noted), noted != nil
}
