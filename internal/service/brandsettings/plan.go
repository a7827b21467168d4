package brandsettings

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/adoption"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// noun names the settings in messages, and their objects in what the run has met.
const noun = "brands model settings"

// settingsID is the id under which an instance is marked: an account has its settings once.
const settingsID = ""

func (r *settingsResource) object(account videoindexer.AccountRef) *adoption.Object {
	return r.Objects.Get(noun, account, settingsID)
}

// ModifyPlan plans the account, and notes which instance is to write its settings.
func (r *settingsResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	var plan, state resourceModel
	step := r.LoadPlan(ctx, req, resp, &plan, &state)
	switch step {
	case managed.None:
		return
	case managed.Destroy:
		r.planDestroy(ctx, req, resp, &state)
		return
	}
	var settings *adoption.Object // nil while it is not known which
	if plan.KnowsAccount() {
		settings = r.object(plan.AccountRef())
	}
	if managed.PlanOnlyOne(ctx, req, resp, settings) {
		resp.Diagnostics.Append(managed.Twice(subject(plan.AccountRef())))
	}
	if step == managed.Replace && state.policy() != deletion.Disable {
		resp.Diagnostics.Append(deletion.WillAbandonByPolicy(subject(state.AccountRef()), whatDisables))
	}
	r.Prove(ctx, noun, req, resp)
	if step == managed.Create && settings != nil && !resp.Diagnostics.HasError() {
		r.showPrior(ctx, &plan, &resp.Diagnostics)
	}
}

// showPrior warns of what a create overwrites, where the settings can be read: an account always has some.
func (r *settingsResource) showPrior(ctx context.Context, plan *resourceModel, diags *diag.Diagnostics) {
	if !r.Extended() {
		return
	}
	client, account, ok := r.Target(&plan.AccountFields, diags)
	if !ok {
		return
	}
	remote, err := providerdata.Read(ctx, r.Data, account, func() (videoindexer.ShownBrandsModelSettings, error) {
		return client.GetBrandsModelSettings(ctx, account)
	})
	switch {
	case videoindexer.IsLacking(err) || videoindexer.IsNotFound(err): // the refresh, and the create, say so
		return
	case err != nil:
		apidiag.Add(diags, "read", subject(account), err)
		return
	}
	var changes []string
	for _, setting := range []struct {
		name    string
		planned types.Bool
		remote  *bool
	}{{"enabled", plan.Enabled, remote.State}, {"use_built_in", plan.UseBuiltIn, &remote.UseBuiltIn}} {
		if setting.remote == nil || setting.planned.Equal(types.BoolValue(*setting.remote)) {
			continue
		}
		next := "a value that is known after apply"
		if !setting.planned.IsUnknown() {
			next = strconv.FormatBool(setting.planned.ValueBool())
		}
		changes = append(changes, fmt.Sprintf("%s: the service has %t, and the apply writes %s", setting.name, *setting.remote, next))
	}
	if len(changes) > 0 {
		diags.AddWarning("Brands model settings will be overwritten", fmt.Sprintf(
			"The create changes %s, which the account has already, and keeps no copy of them.\n\n%s", subject(account), strings.Join(changes, "\n")))
	}
}

// planDestroy says what becomes of the settings, by the policy that was applied last.
func (r *settingsResource) planDestroy(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse, state *resourceModel) {
	instance, diags := adoption.InstanceOf(ctx, req.Private)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	account := state.AccountRef()
	if state.policy() != deletion.Disable {
		resp.Diagnostics.Append(deletion.WillAbandonByPolicy(subject(account), whatDisables))
		return
	}
	object := r.object(account)
	isExpected := object.PlanDestroy(instance)
	if isExpected || object.ChangesHands() || object.IsTakenOver(instance) {
		resp.Diagnostics.Append(adoption.HandOver(ctx, resp.Private, settingsID)...)
		resp.Diagnostics.Append(handedOver(account, "will not be disabled", "the destroy will leave them as they are"))
	}
}

// whatDisables ends the warnings of a destroy that leaves the settings.
const whatDisables = "An account always has these settings. deletion_policy \"disable\" turns off brand recognition on destroy."

// handedOver is the warning of a destroy, under "disable", of settings that another instance writes.
func handedOver(account videoindexer.AccountRef, what, so string) diag.Diagnostic {
	return diag.NewWarningDiagnostic(apidiag.Subject{Noun: noun}.Capitalized()+" "+what,
		fmt.Sprintf("%s have deletion_policy = \"disable\", and another instance writes or manages them in this run: %s.\n\n"+
			"If these are the same settings under a new address, add a moved block, and nothing is destroyed:\n\n"+
			"moved {\n  from = videoindexer_brands_model_settings.<old address>\n  to   = videoindexer_brands_model_settings.<new address>\n}",
			subject(account).Capitalized(), so))
}
