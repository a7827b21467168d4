package account

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// howToUntaint is how to keep an account that the state has as tainted.
const howToUntaint = "run `terraform untaint '<address>'`"

// destroyDiagnostics refuses a destroy, or warns that the account is kept.
func (m *resourceModel) destroyDiagnostics() (diags diag.Diagnostics) {
	account := m.Subject()
	if m.policy() != managed.PolicyPrevent {
		return append(diags, managed.LeaveWarning(account, m.EffectHint()))
	}
	diags.AddError("Paid account must not be destroyed",
		account.WithIDs(fmt.Sprintf("%s is protected by deletion_policy = \"prevent\", the default, "+
			"because the provider cannot delete accounts.\n\n"+
			"If the resource is tainted, first %s, which keeps the account. "+
			"To stop managing it, set deletion_policy = \"abandon\", apply that, and then destroy. "+
			"Or run `terraform state rm '<address>'`.",
			account.Capitalized(), howToUntaint)))
	return diags
}

// ModifyPlan plans the location, decides whether the account is replaced, and refuses a destroy or
// replacement that deletion_policy does not allow.
func (r *paidAccountResource) ModifyPlan(
	ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse,
) {
	var plan, state resourceModel
	diags := &resp.Diagnostics
	begun := r.BeginPlan(ctx, req, resp, &plan, &state)
	switch begun.Step {
	case managed.StepDestroy:
		diags.Append(state.destroyDiagnostics()...)
	case managed.StepCreate:
		prior, isKnown := begun.Replaced.Model.(*resourceModel)
		// planChange has refused what an argument replaces.
		if isKnown && isProtected(&plan, prior) {
			advice := "Remove -replace or replace_triggered_by. If the resource is tainted, " + howToUntaint + "."
			diags.Append(replacementError(apidiag.Subject{Kind: objectKind}, advice))
		}
		if r.Ledger.MayBeGone(plan.mediaResourceKey(), begun.Instance) && plan.MediaResource.ValueString() != "" {
			diags.AddAttributeWarning(path.Root("media_resource"), "Another paid account will be created",
				fmt.Sprintf("The state has a paid account on media resource %s. "+
					"The apply creates another one, which is charged as well, and keeps the old one. "+
					"If the old one is tainted, %s to keep it instead.", plan.MediaResource, howToUntaint))
		}
		// The key is valid before an account is created with it.
		canCheck := r.IsConfigured() && !plan.Location.IsUnknown()
		if canCheck && !diags.HasError() {
			r.CheckAccountAccess(ctx, objectKind, videoindexer.AccountRef{Location: plan.Location.ValueString()}, diags)
		}
	case managed.StepUpdate, managed.StepReplace:
		r.planChange(ctx, plan, state, resp)
		r.CheckAccess(ctx, objectKind, req, resp)
	case managed.StepNone:
	}
}

// isProtected reports whether a plan must not replace the account of a state.
func isProtected(plan, state *resourceModel) bool {
	return state.policy() == managed.PolicyPrevent || plan.policy() == managed.PolicyPrevent
}

// planChange plans an update or a replacement. With extended operations, a change of only the
// connection is an update.
func (r *paidAccountResource) planChange(
	ctx context.Context, plan, state resourceModel, resp *resource.ModifyPlanResponse,
) {
	diags := &resp.Diagnostics
	var differ differences
	if !state.isImported() {
		differ = plan.diff(ctx, &state, r.HasExtended(), diags)
		resp.RequiresReplace.Append(differ.others...)
		if !r.HasExtended() {
			resp.RequiresReplace.Append(differ.connection...)
		}
	}
	inPlace := ""
	if len(resp.RequiresReplace) == len(differ.connection) {
		inPlace = " With extended_operations, it does not replace the account."
	}
	switch {
	case len(resp.RequiresReplace) == 0:
		plan.AccountID, plan.details = state.AccountID, state.details
		if differ.connection.Contains(applicationPath) {
			plan.ApplicationID = types.StringUnknown()
		}
		diags.Append(resp.Plan.Set(ctx, plan)...)
	case isProtected(&plan, &state):
		diags.Append(diag.WithPath(resp.RequiresReplace[0], replacementError(
			state.Subject(), "Undo the change of "+strings.Trim(resp.RequiresReplace.String(), "[]")+"."+inPlace,
		)))
	default:
		diags.Append(managed.LeaveWarning(
			state.Subject(), "The replacement creates another account."+inPlace+" "+state.EffectHint(),
		))
	}
}

// replacementError refuses a replacement under the policy "prevent". Advice is a sentence that says
// how to undo it.
func replacementError(account apidiag.Subject, advice string) diag.Diagnostic {
	return diag.NewErrorDiagnostic("Paid account must not be replaced",
		account.WithIDs(fmt.Sprintf("%s is protected by deletion_policy = \"prevent\", the default. %s\n\n"+
			"To create another account and keep this one, set deletion_policy = \"abandon\", apply that alone, and then replace it.",
			account.Capitalized(), advice)))
}
