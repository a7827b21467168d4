package providerdata

import (
	"context"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// PlannedAccount is how a plan comes to its account. Parts of an account that do not matter are empty.
type PlannedAccount struct {
	// ByDefault is what the plan has from the provider's default.
	ByDefault videoindexer.AccountRef
	// Elsewhere is in what the provider's default differs from the state, if the resource does not say where the object is to be.
	Elsewhere videoindexer.AccountRef
}

// PlanAccount plans location and account_id of a managed resource, where they are arguments: what is not configured becomes the provider's
// default, and a configured change of either replaces the resource, unless only letter case changes. A default that is another one than the
// state's account never moves the object: the plan keeps the state's, and the result has the default. It is called first in ModifyPlan,
// which then works on resp.Plan; it does nothing when a destroy is planned. It also keeps the spelling of every text that means the same.
func (d *Data) PlanAccount(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) (p PlannedAccount) {
	if d == nil { // validation alone does not configure the provider
		return p
	}
	plan := func(a Argument, fallback types.String, byDefault, elsewhere *string) (isRespelled bool) {
		if !req.Plan.Schema.GetAttributes()[a.Name].IsOptional() {
			return false
		}
		planned := planArgument(ctx, a, fallback, req, resp)
		if planned.isDefault {
			*byDefault = fallback.ValueString()
		}
		if planned.isElsewhere {
			*elsewhere = fallback.ValueString()
		}
		return planned.isRespelled
	}
	location := plan(LocationArgument, d.location, &p.ByDefault.Location, &p.Elsewhere.Location)
	account, texts := plan(AccountIDArgument, d.accountID, &p.ByDefault.ID, &p.Elsewhere.ID), keepTexts(req, resp)
	if location || account || texts {
		keepState(req, resp)
	}
	return p
}

// keepTexts plans the state's spelling of each argument whose text means the same, and reports whether there is one.
func keepTexts(req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) (areRespelled bool) {
	var planned, prior map[string]tftypes.Value
	if resp.Plan.Raw.As(&planned) != nil || req.State.Raw.As(&prior) != nil {
		return false
	}
	for name, value := range planned {
		var text, before *string
		isText := value.Type().Is(tftypes.String) && value.IsKnown() && value.As(&text) == nil && prior[name].As(&before) == nil
		if isText && text != nil && before != nil && *text != *before && videoindexer.SameText(*text, *before) {
			setText(&resp.Plan, name, before, false)
			areRespelled = true
		}
	}
	return areRespelled
}

// setText plans a text, nil for null. The framework's SetAttribute would visit each value of the plan, which has thousands for many brands.
func setText(plan *tfsdk.Plan, name string, text *string, isUnknown bool) {
	var attributes map[string]tftypes.Value
	if plan.Raw.As(&attributes) != nil {
		return
	}
	attributes[name] = tftypes.NewValue(tftypes.String, text)
	if isUnknown {
		attributes[name] = tftypes.NewValue(tftypes.String, tftypes.UnknownValue)
	}
	plan.Raw = tftypes.NewValue(plan.Raw.Type(), attributes)
}

// plannedArgument is what a plan does with one of the arguments: it takes the provider's default, differs from the state in letter
// case only, or keeps the state's although the default is another one.
type plannedArgument struct{ isDefault, isRespelled, isElsewhere bool }

func planArgument(ctx context.Context, a Argument, fallback types.String, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) (p plannedArgument) {
	if req.Plan.Raw.IsNull() {
		return p
	}
	var diags diag.Diagnostics
	var configured, prior types.String
	diags.Append(req.Config.GetAttribute(ctx, a.Path, &configured)...)
	if !req.State.Raw.IsNull() {
		diags.Append(req.State.GetAttribute(ctx, a.Path, &prior)...)
	}
	defer func() { resp.Diagnostics.Append(diags...) }()
	if diags.HasError() {
		return p
	}
	planned := configured
	if p.isDefault = configured.IsNull(); p.isDefault {
		planned, p.isElsewhere = byDefault(fallback, prior)
	}
	if planned.IsNull() {
		a.reportMissing(&diags)
		return p
	}
	// Letter case does not distinguish accounts: what the state says stays, also where another spelling is configured.
	isSame := !planned.IsUnknown() && !prior.IsNull() && strings.EqualFold(planned.ValueString(), prior.ValueString())
	if isSame {
		planned = prior
	}
	setText(&resp.Plan, a.Name, planned.ValueStringPointer(), planned.IsUnknown())
	if !req.State.Raw.IsNull() && !isSame {
		resp.RequiresReplace = append(resp.RequiresReplace, a.Path)
	}
	p.isRespelled = isSame && !configured.IsNull() && !configured.Equal(prior)
	return p
}

// byDefault is the value of an argument that is not configured. Another default than the state has, or none, is no reason to leave the account
// that the object is in.
func byDefault(fallback, prior types.String) (planned types.String, isElsewhere bool) {
	if prior.IsNull() {
		return fallback, false
	}
	return prior, !fallback.IsNull() && !fallback.IsUnknown() && !strings.EqualFold(fallback.ValueString(), prior.ValueString())
}

// keepState plans no change if only the spelling has changed. The framework has by then planned computed values as
// unknown, because the configuration differs from the state.
func keepState(req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	unchanged, err := tftypes.Transform(resp.Plan.Raw, func(at *tftypes.AttributePath, planned tftypes.Value) (tftypes.Value, error) {
		if prior, _, err := tftypes.WalkAttributePath(req.State.Raw, at); err == nil && !planned.IsKnown() {
			if value, ok := prior.(tftypes.Value); ok {
				return value, nil
			}
		}
		return planned, nil
	})
	if err == nil && req.Config.Raw.IsFullyKnown() && unchanged.Equal(req.State.Raw) {
		resp.Plan.Raw = unchanged
	}
}
