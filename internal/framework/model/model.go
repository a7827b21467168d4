// Package model converts between the model of a resource (a struct) and a configuration, plan or
// state.
package model

import (
	"context"
	"fmt"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// Raw is a model that reads and writes the values of the protocol. The framework reads and writes
// other models field by field, with reflection and a regular expression that it compiles for each
// field, each time. With a thousand objects, this costs more than everything else.
type Raw interface {
	// Read takes the attributes of a configuration, plan or state.
	Read(attributes map[string]tftypes.Value)
	// Write writes its values into the attributes of a resource of a type.
	Write(resource tftypes.Object, attributes map[string]tftypes.Value)
}

// Source is a configuration, plan or state.
type Source interface {
	Get(ctx context.Context, target any) diag.Diagnostics
}

// Get reads a source into a model.
func Get(ctx context.Context, from Source, into any) diag.Diagnostics {
	raw, isRaw := into.(Raw)
	if isRaw {
		raw.Read(Attributes(rawOf(from)))
		return nil
	}
	return from.Get(ctx, into)
}

func rawOf(from Source) tftypes.Value {
	switch source := from.(type) {
	case tfsdk.Config:
		return source.Raw
	case tfsdk.Plan:
		return source.Raw
	case tfsdk.State:
		return source.Raw
	}
	return tftypes.Value{}
}

// Attributes returns the attributes of a configuration, plan, state or identity, as values of the
// protocol; none if it is null. Changes of the map change the original.
func Attributes(raw tftypes.Value) (attributes map[string]tftypes.Value) {
	// Raw is an object.
	_ = raw.As(&attributes)
	return attributes
}

// Value converts an attribute of a type into a value of the framework: null if there is no
// attribute, or if it has another type.
func Value[T attr.Value](typ attr.Type, attribute tftypes.Value) T {
	read, _ := typ.ValueFromTerraform(context.Background(), attribute)
	value, _ := read.(T)
	return value
}

// ReadString returns the Value of a string.
func ReadString(attribute tftypes.Value) types.String {
	return Value[types.String](types.StringType, attribute)
}

// SetState writes a model into the state.
func SetState(ctx context.Context, state *tfsdk.State, from any) (diags diag.Diagnostics) {
	raw, isRaw := from.(Raw)
	if isRaw {
		state.Raw, diags = write(ctx, raw, state.Schema.Type(), nil)
		return diags
	}
	return state.Set(ctx, from)
}

// SetResource writes a model into a resource that a list returns.
func SetResource(ctx context.Context, resource *tfsdk.Resource, from any) (diags diag.Diagnostics) {
	raw, isRaw := from.(Raw)
	if isRaw {
		resource.Raw, diags = write(ctx, raw, resource.Schema.Type(), nil)
		return diags
	}
	return resource.Set(ctx, from)
}

// SetPlan writes the values of a model into a plan.
func SetPlan(ctx context.Context, plan *tfsdk.Plan, from Raw) (diags diag.Diagnostics) {
	plan.Raw, diags = write(ctx, from, plan.Schema.Type(), Attributes(plan.Raw))
	return diags
}

// write returns a model as a value of the protocol, with the attributes that the model does not
// change.
func write(
	ctx context.Context, from Raw, typ attr.Type, attributes map[string]tftypes.Value,
) (tftypes.Value, diag.Diagnostics) {
	// Each resource has one.
	object, _ := typ.TerraformType(ctx).(tftypes.Object)
	written := make(map[string]tftypes.Value, len(object.AttributeTypes))
	maps.Copy(written, attributes)
	from.Write(object, written)
	hidden, hides := ctx.Value(hiddenKey{}).(*Hidden)
	if hides && written[hidden.Name].Type() != nil {
		hidden.Value = written[hidden.Name]
		written[hidden.Name] = tftypes.NewValue(hidden.Value.Type(), nil)
	}
	err := tftypes.ValidateValue(object, written)
	if err != nil {
		detail := fmt.Sprintf("%v. This is a bug in the provider.", err)
		bug := diag.NewErrorDiagnostic("Unable to write a value", detail)
		return tftypes.NewValue(object, nil), diag.Diagnostics{bug}
	}
	return tftypes.NewValue(object, written), nil
}

// WithoutUnknown returns a plan whose unknown values are replaced by those of a state, if the state
// has them.
func WithoutUnknown(plan, state tftypes.Value) tftypes.Value {
	fill := func(at *tftypes.AttributePath, planned tftypes.Value) (tftypes.Value, error) {
		prior, _, err := tftypes.WalkAttributePath(state, at)
		value, isValue := prior.(tftypes.Value)
		// After an error, prior is what the state has on the way.
		isFound := err == nil && isValue
		if isFound && !planned.IsKnown() {
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
