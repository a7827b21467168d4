package managed

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// replaces reports whether a plan asks for a replacement. The framework tells engines, and not ModifyPlan, what the plan modifiers of
// attributes ask for: those of each argument are asked again, but not those inside of a nested one.
func replaces(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) bool {
	for name, attribute := range req.Plan.Schema.GetAttributes() {
		if isReplacing(ctx, planned{req, resp, path.Root(name)}, attribute) {
			return true
		}
	}
	return len(resp.RequiresReplace) > 0
}

// planned is an attribute of a plan.
type planned struct {
	req  resource.ModifyPlanRequest
	resp *resource.ModifyPlanResponse
	at   path.Path
}

// isReplacing asks the plan modifiers of an attribute, by the kind of its values.
func isReplacing(ctx context.Context, p planned, attribute interface{ GetType() attr.Type }) bool {
	switch a := attribute.(type) {
	case interface{ StringPlanModifiers() []planmodifier.String }:
		return asks(ctx, p, a.StringPlanModifiers(), func(modifier planmodifier.String, config, plan, state types.String) bool {
			asked := planmodifier.StringRequest{Path: p.at, Config: p.req.Config, Plan: p.resp.Plan, State: p.req.State, ConfigValue: config, PlanValue: plan, StateValue: state}
			answer := planmodifier.StringResponse{PlanValue: plan}
			modifier.PlanModifyString(ctx, asked, &answer)
			return answer.RequiresReplace
		})
	case interface{ BoolPlanModifiers() []planmodifier.Bool }:
		return asks(ctx, p, a.BoolPlanModifiers(), func(modifier planmodifier.Bool, config, plan, state types.Bool) bool {
			asked := planmodifier.BoolRequest{Path: p.at, Config: p.req.Config, Plan: p.resp.Plan, State: p.req.State, ConfigValue: config, PlanValue: plan, StateValue: state}
			answer := planmodifier.BoolResponse{PlanValue: plan}
			modifier.PlanModifyBool(ctx, asked, &answer)
			return answer.RequiresReplace
		})
	case interface{ NumberPlanModifiers() []planmodifier.Number }:
		return asks(ctx, p, a.NumberPlanModifiers(), func(modifier planmodifier.Number, config, plan, state types.Number) bool {
			asked := planmodifier.NumberRequest{Path: p.at, Config: p.req.Config, Plan: p.resp.Plan, State: p.req.State, ConfigValue: config, PlanValue: plan, StateValue: state}
			answer := planmodifier.NumberResponse{PlanValue: plan}
			modifier.PlanModifyNumber(ctx, asked, &answer)
			return answer.RequiresReplace
		})
	case interface{ Int64PlanModifiers() []planmodifier.Int64 }:
		return asks(ctx, p, a.Int64PlanModifiers(), func(modifier planmodifier.Int64, config, plan, state types.Int64) bool {
			asked := planmodifier.Int64Request{Path: p.at, Config: p.req.Config, Plan: p.resp.Plan, State: p.req.State, ConfigValue: config, PlanValue: plan, StateValue: state}
			answer := planmodifier.Int64Response{PlanValue: plan}
			modifier.PlanModifyInt64(ctx, asked, &answer)
			return answer.RequiresReplace
		})
	case interface{ ListPlanModifiers() []planmodifier.List }:
		return asks(ctx, p, a.ListPlanModifiers(), func(modifier planmodifier.List, config, plan, state types.List) bool {
			asked := planmodifier.ListRequest{Path: p.at, Config: p.req.Config, Plan: p.resp.Plan, State: p.req.State, ConfigValue: config, PlanValue: plan, StateValue: state}
			answer := planmodifier.ListResponse{PlanValue: plan}
			modifier.PlanModifyList(ctx, asked, &answer)
			return answer.RequiresReplace
		})
	case interface{ SetPlanModifiers() []planmodifier.Set }:
		return asks(ctx, p, a.SetPlanModifiers(), func(modifier planmodifier.Set, config, plan, state types.Set) bool {
			asked := planmodifier.SetRequest{Path: p.at, Config: p.req.Config, Plan: p.resp.Plan, State: p.req.State, ConfigValue: config, PlanValue: plan, StateValue: state}
			answer := planmodifier.SetResponse{PlanValue: plan}
			modifier.PlanModifySet(ctx, asked, &answer)
			return answer.RequiresReplace
		})
	case interface{ MapPlanModifiers() []planmodifier.Map }:
		return asks(ctx, p, a.MapPlanModifiers(), func(modifier planmodifier.Map, config, plan, state types.Map) bool {
			asked := planmodifier.MapRequest{Path: p.at, Config: p.req.Config, Plan: p.resp.Plan, State: p.req.State, ConfigValue: config, PlanValue: plan, StateValue: state}
			answer := planmodifier.MapResponse{PlanValue: plan}
			modifier.PlanModifyMap(ctx, asked, &answer)
			return answer.RequiresReplace
		})
	case interface{ ObjectPlanModifiers() []planmodifier.Object }:
		return asks(ctx, p, a.ObjectPlanModifiers(), func(modifier planmodifier.Object, config, plan, state types.Object) bool {
			asked := planmodifier.ObjectRequest{Path: p.at, Config: p.req.Config, Plan: p.resp.Plan, State: p.req.State, ConfigValue: config, PlanValue: plan, StateValue: state}
			answer := planmodifier.ObjectResponse{PlanValue: plan}
			modifier.PlanModifyObject(ctx, asked, &answer)
			return answer.RequiresReplace
		})
	}
	return false
}

// asks reads the values of an attribute as the plan has them by now, and reports whether one of its modifiers asks for a replacement. Those of
// values that the framework does not know, as of a model.OpaqueMap, never do.
func asks[M any, V attr.Value](ctx context.Context, p planned, modifiers []M, ask func(modifier M, config, plan, state V) bool) bool {
	if len(modifiers) == 0 {
		return false
	}
	config, isPlain := read[V](ctx, p, p.req.Config)
	plan, _ := read[V](ctx, p, p.resp.Plan)
	state, _ := read[V](ctx, p, p.req.State)
	return isPlain && slices.ContainsFunc(modifiers, func(modifier M) bool { return ask(modifier, config, plan, state) })
}

func read[V attr.Value](ctx context.Context, p planned, from source) (value V, isPlain bool) {
	var of attr.Value
	p.resp.Diagnostics.Append(from.GetAttribute(ctx, p.at, &of)...)
	value, isPlain = of.(V)
	return value, isPlain
}
