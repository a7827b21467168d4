package managed

import (
	"context"
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ledger"
)

// previewReplacement says what becomes of the object that a plan replaces, if there is one. One
// that nothing could create again must not be deleted, and the next policy can refuse the
// replacement as the prior one can. It returns the ids of the contents that it names.
func (r *Resource) previewReplacement(
	ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse,
	begun BegunPlan, plan ObjectModel,
) (contents []string, diags diag.Diagnostics) {
	prior, isShown := begun.Existing.Model.(ObjectModel)
	if !isShown {
		return r.previewTainted(ctx, resp, begun, plan)
	}
	contents = begun.stored.Contents
	// A key that is not known yet is that of no object.
	key, _ := r.ledgerKey(resp.Plan.Raw)
	isConfigured := r.hasConfiguredIDs(req)
	isSame := isConfigured && key == begun.Existing.key
	// What others need can still change: the destroy itself finds it out.
	facts := r.factsOf(prior)
	facts.CreateFacts = CreateFacts{HasCreate: true, IsIDConfigured: isSame}
	if plan.Effect() == EffectRefuse {
		facts.Effect = EffectRefuse
	}
	outcome := facts.Outcome()
	replacer, isReplacer := prior.(Replacer)
	switch {
	case outcome == OutcomeRefusedByPolicy:
		protected, _ := prior.(Protected)
		diags.Append(protected.ReplacementError(resp.RequiresReplace))
	case outcome == OutcomeIrreplaceable:
		diags.Append(replacementError(prior.Subject(), resp.RequiresReplace))
	case outcome == OutcomeRemoved:
		r.Ledger.AwaitVisits(ctx, r.Name, prior.AccountRef())
		contents, diags = r.nameContents(ctx, prior, keepByPolicy)
	case isSame:
		// The create takes the object by its configured id, so there is nothing to say.
	case !isConfigured && isTakenAgain(prior, plan):
		diags.Append(takenAgainWarning(prior.Subject(), createdName(plan) != "", r.HasUniqueNames))
	case isReplacer:
		diags.Append(LeaveWarning(prior.Subject(), replacer.ReplacementHint(resp.RequiresReplace)))
	default:
		diags.Append(LeaveWarning(prior.Subject(), effectHint(prior)))
	}
	return contents, diags
}

// isTakenAgain reports whether the create of a replacement can take the object that the destroy
// leaves, by its account and name.
func isTakenAgain(prior, plan ObjectModel) bool {
	name := createdName(plan)
	isSameName := name == "" || name == createdName(prior)
	return isSameName && prior.AccountRef().Normal() == plan.AccountRef().Normal()
}

// takenAgainWarning warns of a replacement whose create takes the object that the destroy leaves,
// if it has the same name.
func takenAgainWarning(subject apidiag.Subject, isNameKnown, hasUniqueNames bool) diag.Diagnostic {
	again := "The create uses the same object again, with its id."
	if !isNameKnown {
		again = "If the values known only after apply stay the same, " +
			"the create uses the same object again, with its id."
	}
	otherwise := "creates another object"
	if hasUniqueNames {
		otherwise = "fails, because the name is taken"
	}
	return diag.NewWarningDiagnostic(subject.Heading()+" will be kept", subject.WithIDs(fmt.Sprintf(
		"The replacement does not delete %s. "+
			"%s With create_before_destroy, the create %s.", subject, again, otherwise)))
}

// mayBeReleased reports whether a destroy of this run may leave or delete the object before the
// create of a plan finds it.
func (r *Resource) mayBeReleased(begun BegunPlan, keys []ledger.Key) bool {
	isHeld := func(key ledger.Key) bool { return r.Ledger.MayBeReleased(key, begun.Instance) }
	return begun.IsReplacement || slices.ContainsFunc(keys, isHeld)
}

// plannedAdopted returns the planned value of adopted in a create. It is unknown while a destroy of
// this run may still leave an object to the create.
func (r *Resource) plannedAdopted(begun BegunPlan, from tfsdk.Plan, plan ObjectModel, otherwise types.Bool) types.Bool {
	keys := r.ledgerKeys(from.Raw, plan)
	found, isHandedOver := r.findHandover(keys)
	switch {
	case isHandedOver:
		return types.BoolValue(found.isAdopted)
	case r.mayBeReleased(begun, keys):
		return types.BoolUnknown()
	}
	return otherwise
}
