package nameddictionary

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/adoption"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
)

// planRelease plans what becomes of the brands that are held and not wanted, and warns of what a reviewer would not expect:
// brands that stay, that another instance takes over, and that were never Terraform's and are deleted.
func (d dictionary) planRelease(ctx context.Context, held contents, wanted map[string]entry, isExclusive bool, policy deletion.Policy, resp *resource.ModifyPlanResponse) diag.Diagnostics {
	var left, moved, elsewhere, handedOver []string
	unlisted := make(map[string]int32)
	for _, name := range sorted(held.entries) {
		f := held.fate(name, isExclusive, policy)
		if _, stays := wanted[name]; stays || f == isForgotten {
			continue
		}
		id := held.entries[name].id()
		object := d.object(id)
		if isExclusive && object.IsManagedByOther(d.Instance) {
			elsewhere = append(elsewhere, name)
			continue
		}
		isHandedOver := object.PlanDestroy(d.Instance)
		if isHandedOver {
			handedOver = append(handedOver, fmt.Sprint(id))
		}
		switch {
		case isHandedOver || object.ChangesHands():
			moved = append(moved, name)
		case f == isLeft:
			left = append(left, name)
		case f == isDeleted && held.adopted[name]:
			unlisted[name] = id
		}
	}
	var diags diag.Diagnostics
	if len(elsewhere) > 0 {
		diags.Append(d.managedElsewhere(elsewhere))
	}
	if len(moved) > 0 {
		diags.Append(d.movedWarning(moved))
	}
	if len(left) > 0 {
		diags.Append(deletion.WillAbandonByPolicy(d.subject(left...), howToEnd))
	}
	if len(unlisted) > 0 {
		diags.Append(d.unlisted(unlisted))
	}
	diags.Append(adoption.HandOver(ctx, resp.Private, handedOver...)...)
	return diags
}

// unlistedKey holds, in private state, the names of the brands that a refresh shows because the dictionary is exclusive,
// and that no configuration has named. Only the plan and apply of a removal need it; see contents.fate.
const unlistedKey = "unlisted"

// setUnlisted notes these names and, for an exclusive dictionary, also that there are none.
func setUnlisted(ctx context.Context, store private.Writer, c contents, isExclusive bool) diag.Diagnostics {
	if !isExclusive && len(c.unlisted) == 0 {
		return store.SetKey(ctx, unlistedKey, nil)
	}
	text, err := json.Marshal(append([]string{}, sorted(c.unlisted)...))
	if err != nil {
		return diag.Diagnostics{diag.NewErrorDiagnostic("Unable to write private state", err.Error())}
	}
	return store.SetKey(ctx, unlistedKey, text)
}

// unlistedOf are the names that setUnlisted has noted, if it has.
func unlistedOf(ctx context.Context, store private.Reader, diags *diag.Diagnostics) (names map[string]bool, isNoted bool) {
	text, more := store.GetKey(ctx, unlistedKey)
	diags.Append(more...)
	var noted []string
	if len(text) > 0 {
		if err := json.Unmarshal(text, &noted); err != nil {
			diags.AddError("Unable to read private state", fmt.Sprintf("Which brands are not listed cannot be read: %s.", err))
		}
	}
	return nameMap(noted), len(text) > 0
}
