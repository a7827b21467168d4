package account

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// privateState is the private state of an account, which Terraform hands on from one step to the next.
type privateState struct {
	// IsProtected marks the plans of an account under "prevent". Terraform plans a replacement first as a change, and then as
	// the create of another object, with the private state of the first plan: so the second one sees what it replaces.
	IsProtected bool `json:"is_protected,omitempty"`
}

const privateKey = "account"

// ModifyPlan plans the location, decides what replaces the account, and refuses what deletion_policy does not allow.
func (r *paidAccountResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	var plan, state resourceModel
	diags := &resp.Diagnostics
	switch r.BeginPlan(ctx, req, resp, &plan, &state).Step {
	case managed.Destroy:
		diags.Append(state.destroyed()...)
	case managed.Create:
		planCreate(ctx, req, resp)
		if r.Known() && !plan.Location.IsUnknown() && !diags.HasError() { // the key is valid before an account is created with it
			r.CheckAccountAccess(ctx, objectKind, videoindexer.AccountRef{Location: plan.Location.ValueString()}, diags)
		}
	case managed.Update, managed.Replace:
		r.planChange(ctx, plan, state, resp)
		r.CheckAccess(ctx, objectKind, req, resp)
	case managed.None:
	}
}

// planCreate refuses a replacement that the user asked for. One because of an argument was refused by planChange.
func planCreate(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	var prior privateState
	resp.Diagnostics.Append(private.Get(ctx, req.Private, privateKey, &prior)...)
	if prior.IsProtected {
		resp.Diagnostics.Append(mustNotReplace(apidiag.Subject{Kind: objectKind}, "the run or replace_triggered_by"))
	}
}

// planChange plans an update, or a replacement. With extended operations a change of the connection alone is an update.
func (r *paidAccountResource) planChange(ctx context.Context, plan, state resourceModel, resp *resource.ModifyPlanResponse) {
	diags := &resp.Diagnostics
	isProtected := state.policy() == deletion.Prevent || plan.policy() == deletion.Prevent
	diags.Append(private.Set(ctx, resp.Private, privateKey, privateState{isProtected})...)
	var differ differences
	if !state.isImported() {
		differ = plan.differences(ctx, &state, r.Extended(), diags)
		resp.RequiresReplace.Append(differ.others...)
		if !r.Extended() {
			resp.RequiresReplace.Append(differ.connection...)
		}
	}
	switch {
	case len(resp.RequiresReplace) == 0:
		plan.AccountID, plan.described = state.AccountID, state.described
		if differ.connection.Contains(applicationPath) {
			plan.ApplicationID = types.StringUnknown()
		}
		diags.Append(resp.Plan.Set(ctx, plan)...)
	case isProtected:
		diags.Append(diag.WithPath(resp.RequiresReplace[0], mustNotReplace(state.Subject(), "the change of "+strings.Trim(resp.RequiresReplace.String(), "[]"))))
	default:
		diags.Append(deletion.WillLeave(state.Subject(), "The replacement creates another account. "+state.EffectHint()))
	}
}

// mustNotReplace is the error of a replacement under the policy "prevent", which names what causes it.
func mustNotReplace(account apidiag.Subject, because string) diag.Diagnostic {
	return diag.NewErrorDiagnostic("Paid account must not be replaced",
		account.WithIDs(fmt.Sprintf("%s is protected by deletion_policy = \"prevent\", the default, and %s would replace it: undo that.\n\n"+
			"To create another account and leave this one, set deletion_policy = \"abandon\", apply that alone, and then replace it.", account.Capitalized(), because)))
}
