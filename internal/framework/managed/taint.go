package managed

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ledger"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/model"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// Engines plan a tainted instance as a create without a state, and then destroy the object that the
// plan has not seen. What the plan needs to know of that object is inferred here:
//
//   - previewTainted: which instance is the tainted one, so that the plan names what is deleted.
//   - CollectNeeded: which objects the destroy must leave, whichever instance is the tainted one.
//
// CreateFacts.IsPlannedUnseen says whether the create was planned as if its object had no values in
// a state.

// previewTainted names what the destroy of a tainted object deletes with it, returns its ids, and
// warns of others that have the object. Engines plan only its create, as if there was no object. So
// the tainted instance is one that was read with the same name, and that has no plan of its own.
func (r *Resource) previewTainted(
	ctx context.Context, resp *resource.ModifyPlanResponse, begun BegunPlan, plan ObjectModel,
) (contents []string, diags diag.Diagnostics) {
	contents = begun.stored.Contents
	read, isRead := priorReads.Recall(&r.Ledger, r.ledgerNameKey(plan))
	if !isRead {
		return contents, nil
	}
	r.Ledger.AwaitVisits(ctx, r.Name, plan.AccountRef())
	others := r.Ledger.OtherRoles(read.key, begun.Instance)
	if !others[read.instance].HasNoPlan() {
		return contents, nil
	}
	// The plans of others that follow warn as well.
	r.Ledger.AddRole(read.key, read.instance, ledger.Tainted)
	prior := r.newModel()
	diags.Append(model.Get(ctx, tfsdk.State{Schema: resp.Plan.Schema, Raw: read.state}, prior)...)
	diags.Append(ConflictOf(begun.Instance, ledger.Keeps, others).Warnings(prior.Subject(), "")...)
	if prior.Effect().inReplacement(prior.isAdopted(), false) != EffectLeave {
		var problems diag.Diagnostics
		contents, problems = r.nameContents(ctx, prior, keepByUntaint)
		diags.Append(problems...)
	}
	return contents, diags
}

// CollectNeeded returns what others than the planned instance have or want. Its ids are only those
// of objects that the apply can release, so that private state does not grow with the number of
// instances:
//
//  1. A plan that knows its instance counts each object that another instance needs.
//  2. A create that replaces a tainted instance does not know which one. It counts the objects that
//     somebody else needs in any case (Ledger.NeededInAnyCase), where canRelease also says which
//     objects it may plan.
func (r *Resource) CollectNeeded(
	begun BegunPlan, kind string, account videoindexer.AccountRef, canRelease func(id string) bool,
) NeededByOthers {
	all := r.Ledger.NeededIDs(kind, account, begun.Instance)
	hasAny := len(all) > 0
	if begun.stored.Create.mayReplaceTainted() {
		ids := r.Ledger.NeededInAnyCase(kind, account, begun.Instance, canRelease)
		return NeededByOthers{IDs: ids, IsAnyNeeded: hasAny}
	}
	ids := slices.DeleteFunc(all, func(id string) bool { return !canRelease(id) })
	return NeededByOthers{IDs: ids, IsAnyNeeded: hasAny}
}

// neededOfObject returns what others need of the only object that the apply can release.
func (r *Resource) neededOfObject(begun BegunPlan, configuredIDs []string, plan ObjectModel) NeededByOthers {
	prior := begun.Existing.key
	switch {
	case r.Ledger.IsNeeded(prior, begun.Instance):
		// An object that its account alone names has the id "".
		return NeededByOthers{IDs: []string{prior.ID}, IsAnyNeeded: true}
	case begun.stored.Create.mayReplaceTainted():
		return r.CollectNeeded(begun, r.Name, plan.AccountRef(), func(id string) bool {
			return len(configuredIDs) == 0 || slices.Contains(configuredIDs, id)
		})
	}
	return NeededByOthers{}
}
