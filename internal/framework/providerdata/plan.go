package providerdata

import (
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/model"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// PlannedAccount is the origin of a plan's account. Irrelevant parts of an account are empty.
type PlannedAccount struct {
	// ByDefault has the parts that come from the provider's default.
	ByDefault videoindexer.AccountRef
	// OtherDefault has the parts in which the provider's default differs from the state, if the
	// resource does not configure them.
	OtherDefault videoindexer.AccountRef
}

// PlanAccount plans location and account_id of a managed resource, if they are arguments. An
// omitted argument becomes the provider's default. A configured change of either replaces the
// resource, unless only letter case changes. A change of the default never moves the object: the
// plan keeps the account of the state, and the result has the default. PlanAccount also keeps the
// state's spelling of every text that means the same. It is called first in ModifyPlan, which then
// works on resp.Plan, and does nothing in the plan of a destroy.
func (d *Data) PlanAccount(
	req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse,
) (p PlannedAccount) {
	// Validation alone does not configure the provider.
	if d == nil || req.Plan.Raw.IsNull() {
		return p
	}
	location := planArgument(LocationArgument, d.location, req, resp)
	id := planArgument(AccountIDArgument, d.accountID, req, resp)
	keepSpellings(req, resp)
	return PlannedAccount{
		ByDefault:    videoindexer.AccountRef{Location: location.byDefault, ID: id.byDefault},
		OtherDefault: videoindexer.AccountRef{Location: location.otherDefault, ID: id.otherDefault},
	}
}

// argumentPlan is what a plan makes of one of the arguments.
type argumentPlan struct {
	// value is the planned value; null if neither the resource nor the provider has one.
	value types.String
	// byDefault is the provider's default if the plan has it.
	byDefault string
	// otherDefault is the provider's default if the plan keeps another value of the state.
	otherDefault string
	// isPrior means that value is that of the state.
	isPrior bool
}

// planArgument plans one of the arguments, if a resource has it: another value than that of the
// state replaces the resource.
func planArgument(
	argument AccountArgument, fallback types.String, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse,
) (p argumentPlan) {
	if !req.Plan.Schema.GetAttributes()[argument.Name].IsOptional() {
		return p
	}
	configured := model.Attributes(req.Config.Raw)[argument.Name]
	prior := model.Attributes(req.State.Raw)[argument.Name]
	p = decideArgument(model.ReadString(configured), model.ReadString(prior), fallback)
	if p.value.IsNull() {
		argument.reportMissing(&resp.Diagnostics)
		return p
	}
	setText(&resp.Plan, argument.Name, p.value)
	if !req.State.Raw.IsNull() && !p.isPrior {
		resp.RequiresReplace = append(resp.RequiresReplace, argument.Path)
	}
	return p
}

// decideArgument prefers the configuration, then the state, then the provider's default: another
// default than the state has, or none, is no reason to leave the account that the object is in.
// Letter case does not distinguish accounts: the spelling of the state stays.
func decideArgument(configured, prior, fallback types.String) (p argumentPlan) {
	switch {
	case !configured.IsNull():
		p.value = configured
	case !prior.IsNull():
		p.value = prior
		if !strings.EqualFold(prior.ValueString(), fallback.ValueString()) {
			p.otherDefault = fallback.ValueString()
		}
	default:
		p.value = fallback
		p.byDefault = fallback.ValueString()
	}
	p.isPrior = !prior.IsNull() && strings.EqualFold(p.value.ValueString(), prior.ValueString())
	if p.isPrior {
		p.value = prior
	}
	return p
}

// keepSpellings plans the state's spelling of each argument whose text means the same.
func keepSpellings(req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	prior := model.Attributes(req.State.Raw)
	for name, value := range model.Attributes(resp.Plan.Raw) {
		text := model.ReadString(value)
		before := model.ReadString(prior[name])
		areSet := nullable.IsSet(text) && nullable.IsSet(before)
		if !areSet || text.Equal(before) {
			continue
		}
		if videoindexer.IsSameText(text.ValueString(), before.ValueString()) {
			setText(&resp.Plan, name, before)
		}
	}
}

// setText plans a text. The framework's SetAttribute would visit each value of the plan, which has
// thousands for many brands.
func setText(plan *tfsdk.Plan, name string, text types.String) {
	attributes := model.Attributes(plan.Raw)
	attributes[name] = tftypes.NewValue(tftypes.String, text.ValueStringPointer())
	if text.IsUnknown() {
		attributes[name] = tftypes.NewValue(tftypes.String, tftypes.UnknownValue)
	}
	plan.Raw = tftypes.NewValue(plan.Raw.Type(), attributes)
}
