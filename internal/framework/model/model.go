// Package model moves values between the struct of a resource, its model, and a configuration, plan or state. The
// framework does the same, but compiles a regular expression for each field each time: with a thousand objects that is
// a fifth of what the provider allocates.
package model

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/attr/xattr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// Source is a configuration, plan or state.
type Source interface {
	Get(ctx context.Context, target any) diag.Diagnostics
}

// Get reads a source into the struct that into points to. If something does not fit, the framework reads it instead,
// and reports what is wrong.
func Get(ctx context.Context, from Source, into any) diag.Diagnostics {
	pointer := reflect.ValueOf(into)
	if pointer.Kind() != reflect.Pointer || pointer.Elem().Kind() != reflect.Struct {
		return from.Get(ctx, into)
	}
	var object types.Object
	if diags := from.Get(ctx, &object); diags.HasError() {
		return from.Get(ctx, into)
	}
	target, values := pointer.Elem(), object.Attributes()
	all := fieldsOf(target.Type())
	if len(all) != len(values) {
		return from.Get(ctx, into)
	}
	var diags diag.Diagnostics
	for _, f := range all {
		value, to := values[f.name], target.FieldByIndex(f.index)
		if value == nil || reflect.TypeOf(value) != to.Type() {
			return from.Get(ctx, into)
		}
		if checked, ok := value.(xattr.ValidateableAttribute); ok {
			var resp xattr.ValidateAttributeResponse
			checked.ValidateAttribute(ctx, xattr.ValidateAttributeRequest{Path: path.Root(f.name)}, &resp)
			diags.Append(resp.Diagnostics...)
		}
		to.Set(reflect.ValueOf(value))
	}
	return diags
}

// SetState writes the values of a struct, or of one that it points to, to a state.
func SetState(ctx context.Context, state *tfsdk.State, from any) diag.Diagnostics {
	raw, err := raw(ctx, state.Schema.Type(), from)
	if err != nil {
		return state.Set(ctx, from)
	}
	state.Raw = raw
	return nil
}

// SetPlan is SetState for a plan.
func SetPlan(ctx context.Context, plan *tfsdk.Plan, from any) diag.Diagnostics {
	raw, err := raw(ctx, plan.Schema.Type(), from)
	if err != nil {
		return plan.Set(ctx, from)
	}
	plan.Raw = raw
	return nil
}

// SetAttributes sets attributes at the root of a plan. The framework's SetAttribute visits every value of the plan for each.
func SetAttributes(ctx context.Context, plan *tfsdk.Plan, values map[string]attr.Value) diag.Diagnostics {
	var attributes map[string]tftypes.Value
	err := plan.Raw.As(&attributes)
	attributes = maps.Clone(attributes)
	for name, value := range values {
		if err == nil {
			attributes[name], err = value.ToTerraformValue(ctx)
		}
	}
	if err == nil {
		err = tftypes.ValidateValue(plan.Raw.Type(), attributes)
	}
	if err != nil {
		return diag.Diagnostics{diag.NewErrorDiagnostic("Unable to plan", fmt.Sprintf("A planned value cannot be converted: %s. This is a defect of the provider: report it.", err))}
	}
	plan.Raw = tftypes.NewValue(plan.Raw.Type(), attributes)
	return nil
}

// raw is a struct as the protocol has it. Its error means that the type is another; the framework has a better message
// for that.
func raw(ctx context.Context, kind attr.Type, from any) (tftypes.Value, error) {
	source := reflect.Indirect(reflect.ValueOf(from))
	if source.Kind() != reflect.Struct {
		return tftypes.Value{}, fmt.Errorf("%T is no struct", from)
	}
	attributes := make(map[string]tftypes.Value)
	for _, f := range fieldsOf(source.Type()) {
		value, ok := reflect.TypeAssert[attr.Value](source.FieldByIndex(f.index))
		if !ok {
			return tftypes.Value{}, fmt.Errorf("%s is no value", f.name)
		}
		var err error
		if attributes[f.name], err = value.ToTerraformValue(ctx); err != nil {
			return tftypes.Value{}, fmt.Errorf("%s: %w", f.name, err)
		}
	}
	object := kind.TerraformType(ctx)
	if err := tftypes.ValidateValue(object, attributes); err != nil {
		return tftypes.Value{}, fmt.Errorf("the model: %w", err)
	}
	return tftypes.NewValue(object, attributes), nil
}

// field is a field of a struct that has a tag.
type field struct {
	name  string
	index []int
}

var known sync.Map // of reflect.Type to []field

// fieldsOf are the fields of a struct, those of embedded ones included.
func fieldsOf(kind reflect.Type) []field {
	if found, ok := known.Load(kind); ok {
		if all, ok := found.([]field); ok {
			return all
		}
	}
	var all []field
	for _, f := range reflect.VisibleFields(kind) {
		if name, ok := f.Tag.Lookup("tfsdk"); ok && name != "-" {
			all = append(all, field{name, slices.Clone(f.Index)})
		}
	}
	known.Store(kind, all)
	return all
}
