package brandsettings

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ownership"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// noun names the settings in messages, and their objects in what the run has met.
const noun = "brands model settings"

// object has no id: an account has its settings once.
func object(account videoindexer.AccountRef) ownership.Object {
	return ownership.Object{Noun: noun, Account: account}
}

// ModifyPlan plans the account, and notes what happens to its settings.
func (r *settingsResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	var plan, state resourceModel
	step := r.LoadPlan(ctx, req, resp, &plan, &state)
	if step == managed.Destroy || step == managed.Replace {
		account := state.AccountRef()
		if state.policy() == deletion.Disable {
			resp.Diagnostics.Append(r.Plan(object(account), ownership.Destroy, subject(account), "")...)
		} else {
			resp.Diagnostics.Append(deletion.WillAbandonByPolicy(subject(account), whatDisables))
		}
	}
	if step == managed.Destroy || step == managed.None {
		return
	}
	if account := plan.AccountRef(); plan.KnowsAccount() {
		switch step {
		case managed.Create:
			resp.Diagnostics.Append(r.Plan(object(account), ownership.Create, subject(account), "")...)
		case managed.Update:
			resp.Diagnostics.Append(r.Plan(object(account), ownership.Keep, subject(account), "")...)
		}
	}
	r.CheckAccess(ctx, noun, req, resp)
	if step == managed.Create && plan.KnowsAccount() && !resp.Diagnostics.HasError() {
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
	case videoindexer.IsUnsupported(err) || videoindexer.IsNotFound(err): // the refresh, and the create, say so
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

// whatDisables ends the warnings of a destroy that leaves the settings.
const whatDisables = "An account always has these settings. deletion_policy \"disable\" turns off brand recognition on destroy."
