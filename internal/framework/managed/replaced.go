package managed

import (
	"context"
	"reflect"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// replaces reports whether a plan asks for a replacement. The framework tells engines, and not ModifyPlan, what the plan modifiers of
// attributes ask for: those of attributes that change are asked again, about the values that the plan has by now.
func replaces(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) bool {
	var planned, prior map[string]tftypes.Value
	_, _ = resp.Plan.Raw.As(&planned), req.State.Raw.As(&prior) // which are objects
	for name, attribute := range req.Plan.Schema.GetAttributes() {
		if !planned[name].Equal(prior[name]) && isReplacing(ctx, req, resp, path.Root(name), attribute) {
			return true
		}
	}
	return len(resp.RequiresReplace) > 0
}

// isReplacing asks the plan modifiers of an attribute, and of those in it. The framework has a type of modifiers, requests and answers for each
// kind of values, such as String, all with the same fields.
func isReplacing(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse, at path.Path, attribute interface{ GetType() attr.Type }) bool {
	kind, modifiers := planModifiers(attribute)
	nested, isNested := attribute.(schema.NestedAttribute)
	if len(modifiers) == 0 && !isNested {
		return false
	}
	read := func(from source) (value attr.Value) {
		resp.Diagnostics.Append(from.GetAttribute(ctx, at, &value)...)
		return value
	}
	planned := read(resp.Plan)
	if isNested {
		for _, element := range elements(at, planned) {
			for name, inner := range nested.GetNestedObject().GetAttributes() {
				if isReplacing(ctx, req, resp, element.AtName(name), inner) {
					return true
				}
			}
		}
	}
	of := func(value attr.Value) reflect.Value {
		return reflect.ValueOf(value).MethodByName("To" + kind + "Value").Call([]reflect.Value{reflect.ValueOf(ctx)})[0]
	}
	for i := range modifiers {
		modify := modifiers[i].MethodByName("PlanModify" + kind)
		asked, answer := reflect.New(modify.Type().In(1)).Elem(), reflect.New(modify.Type().In(2).Elem())
		for field, value := range map[string]reflect.Value{
			"Path": reflect.ValueOf(at), "PathExpression": reflect.ValueOf(at.Expression()),
			"Config": reflect.ValueOf(req.Config), "Plan": reflect.ValueOf(resp.Plan), "State": reflect.ValueOf(req.State),
			"ConfigValue": of(read(req.Config)), "PlanValue": of(planned), "StateValue": of(read(req.State)),
		} {
			asked.FieldByName(field).Set(value)
		}
		answer.Elem().FieldByName("PlanValue").Set(of(planned))
		modify.Call([]reflect.Value{reflect.ValueOf(ctx), asked, answer})
		if answer.Elem().FieldByName("RequiresReplace").Bool() {
			return true
		}
	}
	return false
}

// planModifiers finds those of an attribute, and the kind of its values.
func planModifiers(attribute interface{ GetType() attr.Type }) (kind string, modifiers []reflect.Value) {
	of := reflect.ValueOf(attribute)
	for i := range of.NumMethod() {
		if name, is := strings.CutSuffix(of.Type().Method(i).Name, "PlanModifiers"); is {
			all := of.Method(i).Call(nil)[0]
			for i := range all.Len() {
				modifiers = append(modifiers, all.Index(i))
			}
			return name, modifiers
		}
	}
	return "", nil
}

// elements are the objects of a nested attribute.
func elements(at path.Path, value attr.Value) (objects path.Paths) {
	switch value := value.(type) {
	case types.Object:
		objects = append(objects, at)
	case types.List:
		for i := range value.Elements() {
			objects = append(objects, at.AtListIndex(i))
		}
	case types.Set:
		for _, element := range value.Elements() {
			objects = append(objects, at.AtSetValue(element))
		}
	case types.Map:
		for key := range value.Elements() {
			objects = append(objects, at.AtMapKey(key))
		}
	}
	return objects
}
