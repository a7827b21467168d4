// Package model moves values between the struct of a resource, its model, and a configuration, plan
// or state.
package model

import (
	"context"
	"fmt"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// Raw is a model that reads and writes the attributes of its resource as the protocol has them. The
// framework reads and writes other models field by field, by reflection and with a regular
// expression that it compiles for each field, each time: with a thousand objects, that costs more
// than all else that is done with them.
type Raw interface {
	// Read takes the attributes of a configuration, plan or state.
	Read(attributes map[string]tftypes.Value)
	// Write puts its values among the attributes of a resource of a type.
	Write(resource tftypes.Object, attributes map[string]tftypes.Value)
}

// Source is a configuration, plan or state.
type Source interface {
	Get(ctx context.Context, target any) diag.Diagnostics
}

// Get reads a source into a model.
func Get(ctx context.Context, from Source, into any) diag.Diagnostics {
	if raw, ok := into.(Raw); ok {
		raw.Read(attributesOf(from))
		return nil
	}
	return from.Get(ctx, into)
}

// attributesOf are the attributes of a source as the protocol has them.
func attributesOf(from Source) (attributes map[string]tftypes.Value) {
	var raw tftypes.Value
	switch source := from.(type) {
	case tfsdk.Config:
		raw = source.Raw
	case tfsdk.Plan:
		raw = source.Raw
	case tfsdk.State:
		raw = source.Raw
	}
	_ = raw.As(&attributes) // which is an object
	return attributes
}

// SetState makes a model the state.
func SetState(ctx context.Context, state *tfsdk.State, from any) (diags diag.Diagnostics) {
	if raw, ok := from.(Raw); ok {
		state.Raw, diags = write(ctx, raw, state.Schema.Type(), nil)
		return diags
	}
	return state.Set(ctx, from)
}

// SetResource makes a model a resource that a list returns.
func SetResource(ctx context.Context, resource *tfsdk.Resource, from any) (diags diag.Diagnostics) {
	if raw, ok := from.(Raw); ok {
		resource.Raw, diags = write(ctx, raw, resource.Schema.Type(), nil)
		return diags
	}
	return resource.Set(ctx, from)
}

// SetPlan puts the values of a model among those of a plan.
func SetPlan(ctx context.Context, plan *tfsdk.Plan, from Raw) (diags diag.Diagnostics) {
	plan.Raw, diags = write(ctx, from, plan.Schema.Type(), attributesOf(*plan))
	return diags
}

// write is a model as the protocol has it, with the attributes that it leaves as they are.
func write(
	ctx context.Context, from Raw, kind attr.Type, attributes map[string]tftypes.Value,
) (tftypes.Value, diag.Diagnostics) {
	object, _ := kind.TerraformType(ctx).(tftypes.Object) // as that of every resource
	written := make(map[string]tftypes.Value, len(object.AttributeTypes))
	maps.Copy(written, attributes)
	from.Write(object, written)
	if hidden, is := ctx.Value(hiddenKey{}).(*Hidden); is && written[hidden.Name].Type() != nil {
		hidden.Value = written[hidden.Name]
		written[hidden.Name] = tftypes.NewValue(hidden.Value.Type(), nil)
	}
	if err := tftypes.ValidateValue(object, written); err != nil {
		detail := fmt.Sprintf("%v. This is a bug in the provider.", err)
		bug := diag.NewErrorDiagnostic("Unable to write a value", detail)
		return tftypes.NewValue(object, nil), diag.Diagnostics{bug}
	}
	return tftypes.NewValue(object, written), nil
}

// FillUnknown is a plan in which what is unknown has the value of a state, where that has one.
func FillUnknown(plan, state tftypes.Value) tftypes.Value {
	fill := func(at *tftypes.AttributePath, planned tftypes.Value) (tftypes.Value, error) {
		prior, _, _ := tftypes.WalkAttributePath(state, at) // nil for what the state does not have
		value, isValue := prior.(tftypes.Value)
		if isValue && !planned.IsKnown() {
			return value, nil
		}
		return planned, nil
	}
	filled, err := tftypes.Transform(plan, fill)
	if err != nil {
		return plan
	}
	return filled
}
