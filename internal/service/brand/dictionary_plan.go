package brand

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/textset"
)

// plannedAtOnce takes the brands out of the framework's pass over nested attributes, which looks up
// every field in a copy of the whole map: a plan's time would grow with the square of the entries.
// What is unknown is not descended into; ModifyPlan plans all entries afterwards.
type plannedAtOnce struct{}

func (plannedAtOnce) Description(context.Context) string {
	return "entries keep what they leave out"
}

func (m plannedAtOnce) MarkdownDescription(ctx context.Context) string { return m.Description(ctx) }

func (plannedAtOnce) PlanModifyMap(ctx context.Context, req planmodifier.MapRequest, resp *planmodifier.MapResponse) {
	resp.PlanValue = types.MapUnknown(req.PlanValue.ElementType(ctx))
}

// ModifyPlan plans the account and the brands.
func (r *dictionaryResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if req.Plan.Raw.IsNull() {
		return
	}
	r.PlanAccount(ctx, req, resp)
	at := path.Root("brands")
	var config types.Map
	resp.Diagnostics.Append(req.Config.GetAttribute(ctx, at, &config)...)
	prior := types.MapNull(config.ElementType(ctx))
	if !req.State.Raw.IsNull() {
		resp.Diagnostics.Append(req.State.GetAttribute(ctx, at, &prior)...)
	}
	if resp.Diagnostics.HasError() || config.IsUnknown() {
		return
	}
	planned, diags := planEntries(config, prior)
	resp.Diagnostics.Append(diags...)
	resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, at, planned)...)
}

// planEntries plans each entry as configured. The fields that it leaves out are planned as the state
// has them, which is what the service was just read to hold, and unknown where the entry is new.
func planEntries(config, prior types.Map) (types.Map, diag.Diagnostics) {
	elements, known := config.Elements(), prior.Elements()
	var all diag.Diagnostics
	for key, element := range elements {
		configured, ok := element.(types.Object)
		if !ok || configured.IsUnknown() || configured.IsNull() {
			continue
		}
		before, _ := known[key].(types.Object)
		planned, diags := planEntry(configured, before)
		all.Append(diags...)
		elements[key] = planned
	}
	planned, diags := types.MapValue(entryType, elements)
	all.Append(diags...)
	return planned, all
}

func planEntry(config, prior types.Object) (types.Object, diag.Diagnostics) {
	attributes, known := config.Attributes(), prior.Attributes()
	for name, value := range attributes {
		if !value.IsNull() {
			continue
		}
		if before, ok := known[name]; ok {
			attributes[name] = before
		} else {
			attributes[name] = unknownFields[name]
		}
	}
	return types.ObjectValue(entryTypes, attributes)
}

var unknownFields = map[string]attr.Value{
	"name":          types.StringUnknown(),
	"enabled":       types.BoolUnknown(),
	"description":   types.StringUnknown(),
	"reference_url": types.StringUnknown(),
	"tags":          textset.Unknown(),
}
