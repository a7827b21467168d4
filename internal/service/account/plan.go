package account

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
)

// howToUntaint is how to keep an account that the state has as tainted.
const howToUntaint = "run `terraform untaint '<address>'`"

// DestroyError refuses a destroy of a protected account.
func (m *resourceModel) DestroyError() diag.Diagnostic {
	account := m.Subject()
	return diag.NewErrorDiagnostic("Paid account must not be destroyed",
		account.WithIDs(fmt.Sprintf("%s is protected by deletion_policy = \"prevent\", the default, "+
			"because the provider cannot delete accounts.\n\n"+
			"If the resource is tainted, first %s, which keeps the account. "+
			"To stop managing it, set deletion_policy = \"abandon\", apply that, and then destroy. "+
			"Or run `terraform state rm '<address>'`.",
			account.Capitalized(), howToUntaint)))
}

// ReplacementError refuses a replacement of a protected account, and says how to undo its reason.
func (m *resourceModel) ReplacementError(changed path.Paths) diag.Diagnostic {
	if len(changed) == 0 {
		advice := "Remove -replace or replace_triggered_by. If the resource is tainted, " + howToUntaint + "."
		return replacementError(apidiag.Subject{Kind: objectKind}, advice)
	}
	names := strings.Trim(changed.String(), "[]")
	refusal := replacementError(m.Subject(), "Undo the change of "+names+"."+extendedHint(changed))
	return diag.WithPath(changed[0], refusal)
}

// replacementError refuses a replacement under the policy "prevent". Advice is a sentence that says
// how to undo it.
func replacementError(account apidiag.Subject, advice string) diag.Diagnostic {
	return diag.NewErrorDiagnostic("Paid account must not be replaced",
		account.WithIDs(fmt.Sprintf("%s is protected by deletion_policy = \"prevent\", the default. %s\n\n"+
			"To create another account and keep this one, set deletion_policy = \"abandon\", apply that alone, "+
			"and then replace it.",
			account.Capitalized(), advice)))
}

// ReplacementHint says that a replacement keeps the account and creates another one.
func (m *resourceModel) ReplacementHint(changed path.Paths) string {
	return "The replacement creates another account." + extendedHint(changed) + " " + m.EffectHint()
}

// extendedHint says that extended operations would make an update of a replacement, if they can
// change all arguments that require it.
func extendedHint(changed path.Paths) string {
	isOther := func(argument path.Path) bool { return !updatableArguments.Contains(argument) }
	if len(changed) == 0 || slices.ContainsFunc(changed, isOther) {
		return ""
	}
	return " With extended_operations, it does not replace the account."
}

// ReplacingChanges returns all changes of what the account was created with. Extended operations
// make those of the connection an update.
func (m *resourceModel) ReplacingChanges(
	ctx context.Context, prior managed.Model, hasExtended bool,
) (path.Paths, diag.Diagnostics) {
	created, _ := prior.(*resourceModel)
	changed, diags := m.changedArguments(ctx, created, hasExtended)
	if hasExtended {
		changed = slices.DeleteFunc(changed, updatableArguments.Contains)
	}
	return changed, diags
}

// Plan completes an update with the values of the state.
func (m *resourceModel) Plan(ctx context.Context, planning managed.PlanRequest[resourceModel]) diag.Diagnostics {
	switch planning.Step {
	case managed.StepCreate:
		return m.planCreate(ctx, planning)
	case managed.StepUpdate:
		changed, diags := m.changedArguments(ctx, planning.Prior, planning.HasExtended())
		m.AccountID = planning.Prior.AccountID
		m.details = planning.Prior.details
		if changed.Contains(applicationPath) {
			m.ApplicationID = types.StringUnknown()
		}
		return diags
	}
	return nil
}

// planCreate warns of a second account on the same media resource, and proves that the credentials
// are valid before an account is created with them.
func (m *resourceModel) planCreate(
	ctx context.Context, planning managed.PlanRequest[resourceModel],
) (diags diag.Diagnostics) {
	isMediaKnown := m.MediaResource.ValueString() != ""
	if isMediaKnown && planning.Ledger.MayBeReleased(m.mediaResourceKey(), planning.Instance) {
		diags.AddAttributeWarning(path.Root("media_resource"), "Another paid account will be created",
			fmt.Sprintf("The state has a paid account on media resource %s. "+
				"The apply creates another one, which is charged as well, and keeps the old one. "+
				"If the old one is tainted, %s to keep it instead.", m.MediaResource, howToUntaint))
	}
	if planning.IsConfigured() && !m.Location.IsUnknown() {
		planning.CheckAccountAccess(ctx, objectKind, m.AccountRef(), &diags)
	}
	return diags
}
