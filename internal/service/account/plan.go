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

// destroyDiagnostics returns the error of a destroy of a protected account, or the warning that the
// account is kept.
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
		r.planCreate(ctx, begun, &plan, diags)
	case managed.StepUpdate, managed.StepReplace:
		r.planChange(ctx, plan, state, resp)
		r.CheckAccess(ctx, objectKind, req, resp)
	case managed.StepNone:
	}
}

// planCreate refuses to replace a protected account, warns of a second account on the same media
// resource, and proves that the credentials are valid before an account is created with them.
func (r *paidAccountResource) planCreate(
	ctx context.Context, begun managed.BegunPlan, plan *resourceModel, diags *diag.Diagnostics,
) {
	prior, isPriorKnown := begun.Replaced.Model.(*resourceModel)
	// planChange has refused a replacement because of an argument. This one has another reason.
	if isPriorKnown && isProtected(plan, prior) {
		advice := "Remove -replace or replace_triggered_by. If the resource is tainted, " + howToUntaint + "."
		diags.Append(replacementError(apidiag.Subject{Kind: objectKind}, advice))
	}
	isMediaKnown := plan.MediaResource.ValueString() != ""
	if isMediaKnown && r.Ledger.MayBeGone(plan.mediaResourceKey(), begun.Instance) {
		diags.AddAttributeWarning(path.Root("media_resource"), "Another paid account will be created",
			fmt.Sprintf("The state has a paid account on media resource %s. "+
				"The apply creates another one, which is charged as well, and keeps the old one. "+
				"If the old one is tainted, %s to keep it instead.", plan.MediaResource, howToUntaint))
	}
	if diags.HasError() {
		return
	}
	if r.IsConfigured() && !plan.Location.IsUnknown() {
		r.CheckAccountAccess(ctx, objectKind, videoindexer.AccountRef{Location: plan.Location.ValueString()}, diags)
	}
}

// isProtected reports whether a plan must not replace the account of a state.
func isProtected(plan, state *resourceModel) bool {
	return state.policy() == managed.PolicyPrevent || plan.policy() == managed.PolicyPrevent
}

// planChange plans an update or a replacement. A change of the connection alone is an update with
// extended operations, and otherwise a replacement, too.
func (r *paidAccountResource) planChange(
	ctx context.Context, plan, state resourceModel, resp *resource.ModifyPlanResponse,
) {
	diags := &resp.Diagnostics
	var changed differences
	if !state.isImported() {
		changed = plan.diff(ctx, &state, r.HasExtended(), diags)
	}
	resp.RequiresReplace.Append(changed.others...)
	extendedHint := ""
	if !r.HasExtended() {
		if len(resp.RequiresReplace) == 0 {
			extendedHint = " With extended_operations, it does not replace the account."
		}
		resp.RequiresReplace.Append(changed.connection...)
	}
	switch {
	case len(resp.RequiresReplace) == 0:
		plan.AccountID = state.AccountID
		plan.details = state.details
		if changed.connection.Contains(applicationPath) {
			plan.ApplicationID = types.StringUnknown()
		}
		diags.Append(resp.Plan.Set(ctx, plan)...)
	case isProtected(&plan, &state):
		names := strings.Trim(resp.RequiresReplace.String(), "[]")
		refusal := replacementError(state.Subject(), "Undo the change of "+names+"."+extendedHint)
		diags.Append(diag.WithPath(resp.RequiresReplace[0], refusal))
	default:
		consequence := "The replacement creates another account." + extendedHint + " " + state.EffectHint()
		diags.Append(managed.LeaveWarning(state.Subject(), consequence))
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
