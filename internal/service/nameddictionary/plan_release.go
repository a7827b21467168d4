package nameddictionary

import (
	"context"
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/adoption"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managedbrand"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/model"
)

// planRelease plans what becomes of the brands of the state that are not wanted, and warns of what a reviewer would not expect:
// brands that stay, that another instance takes over, and that were never Terraform's and are deleted.
func (d dictionary) planRelease(ctx context.Context, c change, resp *resource.ModifyPlanResponse) diag.Diagnostics {
	var left, moved, elsewhere, handedOver []string
	unlisted := make(map[string]int32)
	for _, name := range sorted(c.prior.entries) {
		f := c.prior.fate(name, c.isExclusive, c.policy)
		if _, stays := c.wanted[name]; stays || f == isForgotten {
			continue
		}
		id := c.prior.entries[name].id()
		object := d.object(id)
		if f == isLeft {
			object.SeenKept()
		}
		if c.isExclusive && object.IsManagedByOther(d.Instance) {
			elsewhere = append(elsewhere, name)
			continue
		}
		var isHandedOver bool
		if c.isExclusive {
			isHandedOver = object.PlanDelete(d.Instance)
		} else {
			isHandedOver = object.PlanDestroy(d.Instance)
		}
		if f == isDeleted && !isHandedOver {
			object.NoteDeletion(d.Instance)
		}
		if isHandedOver {
			handedOver = append(handedOver, fmt.Sprint(id))
		}
		switch {
		case isHandedOver || object.ChangesHands():
			moved = append(moved, name)
		case f == isLeft:
			left = append(left, name)
		case f == isDeleted && c.prior.adopted[name]:
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
	switch {
	case len(left) > 0 && c.wanted != nil:
		diags.Append(deletion.WillAbandonInUpdate(d.subject(left...), howToEnd))
	case len(left) > 0:
		diags.Append(deletion.WillAbandonByPolicy(d.subject(left...), howToEnd))
	}
	if len(unlisted) > 0 {
		diags.Append(d.unlisted(unlisted))
	}
	diags.Append(adoption.HandOver(ctx, resp.Private, handedOver...)...)
	return diags
}

// planDestroy warns of what the destroy leaves, and of brands that another instance takes over.
func (r *dictionaryResource) planDestroy(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	var state dictionaryModel
	resp.Diagnostics.Append(model.Get(ctx, req.State, &state)...)
	instance, diags := adoption.InstanceOf(ctx, req.Private)
	resp.Diagnostics.Append(diags...)
	prior := state.contents()
	prior.unlisted, _ = unlistedOf(ctx, req.Private, &resp.Diagnostics)
	if r.Data == nil || resp.Diagnostics.HasError() {
		return
	}
	isDeletion := func(name string) bool { return prior.fate(name, false, state.policy()) == isDeleted }
	if slices.ContainsFunc(sorted(prior.entries), isDeletion) && !r.RequireExtended(path.Empty(), typeName, &resp.Diagnostics) {
		return
	}
	brands := dictionary{Brands: managedbrand.Brands{Data: r.Data, Instance: instance, Account: state.AccountRef()}}
	resp.Diagnostics.Append(brands.planRelease(ctx, change{prior: prior, policy: state.policy()}, resp)...)
}
