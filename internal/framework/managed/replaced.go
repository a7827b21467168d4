package managed

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
)

// replaces reports whether a plan asks for a replacement. The framework tells engines, and not ModifyPlan, what the plan modifiers of
// attributes ask for: those of texts, numbers and flags are asked again.
func replaces(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) bool {
	for name, attribute := range req.Plan.Schema.GetAttributes() {
		at := path.Root(name)
		switch a := attribute.(type) {
		case interface{ StringPlanModifiers() []planmodifier.String }:
			asked := planmodifier.StringRequest{Path: at, Config: req.Config, Plan: resp.Plan, State: req.State}
			for _, modifier := range a.StringPlanModifiers() {
				read(ctx, asked.Path, req, resp, &asked.ConfigValue, &asked.PlanValue, &asked.StateValue)
				answer := planmodifier.StringResponse{PlanValue: asked.PlanValue}
				if modifier.PlanModifyString(ctx, asked, &answer); answer.RequiresReplace {
					return true
				}
			}
		case interface{ NumberPlanModifiers() []planmodifier.Number }:
			asked := planmodifier.NumberRequest{Path: at, Config: req.Config, Plan: resp.Plan, State: req.State}
			for _, modifier := range a.NumberPlanModifiers() {
				read(ctx, asked.Path, req, resp, &asked.ConfigValue, &asked.PlanValue, &asked.StateValue)
				answer := planmodifier.NumberResponse{PlanValue: asked.PlanValue}
				if modifier.PlanModifyNumber(ctx, asked, &answer); answer.RequiresReplace {
					return true
				}
			}
		case interface{ BoolPlanModifiers() []planmodifier.Bool }:
			asked := planmodifier.BoolRequest{Path: at, Config: req.Config, Plan: resp.Plan, State: req.State}
			for _, modifier := range a.BoolPlanModifiers() {
				read(ctx, asked.Path, req, resp, &asked.ConfigValue, &asked.PlanValue, &asked.StateValue)
				answer := planmodifier.BoolResponse{PlanValue: asked.PlanValue}
				if modifier.PlanModifyBool(ctx, asked, &answer); answer.RequiresReplace {
					return true
				}
			}
		}
	}
	return len(resp.RequiresReplace) > 0
}

// read reads the values of an attribute, as the plan has them by now.
func read[T attr.Value](ctx context.Context, at path.Path, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse, config, plan, state *T) {
	resp.Diagnostics.Append(req.Config.GetAttribute(ctx, at, config)...)
	resp.Diagnostics.Append(resp.Plan.GetAttribute(ctx, at, plan)...)
	resp.Diagnostics.Append(req.State.GetAttribute(ctx, at, state)...)
}
