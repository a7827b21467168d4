package brandsettings

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ownership"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// ModifyPlan plans the account, and notes what happens to its settings.
func (r *settingsResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	var plan, state resourceModel
	step := r.LoadPlan(ctx, req, resp, &plan, &state)
	resp.Diagnostics.Append(r.PlanState(step, &state, whatDisables)...)
	isCreate := step == managed.Create && plan.KnowsAccount()
	if isCreate {
		resp.Diagnostics.Append(r.Plan(plan.Object(), ownership.Create, plan.Subject(), "")...)
	}
	if step != managed.None {
		r.CheckAccess(ctx, noun, req, resp)
	}
	if isCreate && r.Extended() && !resp.Diagnostics.HasError() {
		r.showPrior(ctx, &plan, &resp.Diagnostics)
	}
}

// showPrior warns of what a create overwrites: an account always has settings. A service that cannot read them is reported
// by the refresh that follows the create.
func (r *settingsResource) showPrior(ctx context.Context, plan *resourceModel, diags *diag.Diagnostics) {
	remote, err := r.read(ctx, &plan.AccountFields, diags)
	if videoindexer.IsUnsupported(err) || videoindexer.IsNotFound(err) || diags.HasError() {
		return
	}
	if err != nil {
		apidiag.Add(diags, "read", plan.Subject(), err)
		return
	}
	var changes []string
	compare := func(name string, planned, remote types.Bool) {
		next := planned.String()
		if planned.IsUnknown() {
			next = "a value that is known after apply"
		}
		if !remote.IsNull() && !planned.Equal(remote) {
			changes = append(changes, fmt.Sprintf("%s: the service has %s, and the apply writes %s", name, remote, next))
		}
	}
	compare("enabled", plan.Enabled, types.BoolPointerValue(remote.State))
	compare("use_built_in", plan.UseBuiltIn, types.BoolValue(remote.UseBuiltIn))
	if len(changes) > 0 {
		diags.AddWarning("Brands model settings will be overwritten", plan.Subject().WithIDs(fmt.Sprintf(
			"The create changes %s, which the account has already, and keeps no copy of them.\n\n%s", plan.Subject(), strings.Join(changes, "\n"))))
	}
}
