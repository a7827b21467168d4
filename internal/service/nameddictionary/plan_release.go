package nameddictionary

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/adoption"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
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
