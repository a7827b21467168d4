// Package model moves values between the struct of a resource, its model, and a configuration, plan or state. The
// framework does the same, but compiles a regular expression for each field each time: with a thousand objects that is
// a fifth of what the provider allocates.
package model

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// Source is a configuration, plan or state.
type Source interface {
	Get(ctx context.Context, target any) diag.Diagnostics
}

// Part is a field of a model, without a tag, that reads and writes attributes of the model by itself.
type Part interface {
	// Get reads them from those of the model.
	Get(attributes map[string]tftypes.Value)
	// Write puts them among those of the model, whose type is an object.
	Write(model tftypes.Object, attributes map[string]tftypes.Value)
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
	all, parts := fieldsOf(target.Type())
	if len(parts) == 0 && len(all) != len(values) {
		return from.Get(ctx, into)
	}
	for _, f := range all {
		value, to := values[f.name], target.FieldByIndex(f.index)
		if value == nil || reflect.TypeOf(value) != to.Type() {
			return from.Get(ctx, into)
		}
		to.Set(reflect.ValueOf(value))
	}
	for _, index := range parts {
		if part, ok := reflect.TypeAssert[Part](target.FieldByIndex(index).Addr()); ok {
			part.Get(attributesOf(from))
		}
	}
	return nil
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
	_ = raw.As(&attributes) // the framework has read it as an object
	return attributes
}

// SetState writes the values of a struct, or of one that it points to, to a state.
func SetState(ctx context.Context, state *tfsdk.State, from any) diag.Diagnostics {
	return set(ctx, state.Schema.Type(), &state.Raw, nil, from, state.Set)
}

// SetResource is SetState for a resource that a list returns.
func SetResource(ctx context.Context, resource *tfsdk.Resource, from any) diag.Diagnostics {
	return set(ctx, resource.Schema.Type(), &resource.Raw, nil, from, resource.Set)
}

// SetPlan is SetState for a plan.
func SetPlan(ctx context.Context, plan *tfsdk.Plan, from any) diag.Diagnostics {
	return set(ctx, plan.Schema.Type(), &plan.Raw, attributesOf(*plan), from, plan.Set)
}

// set writes a struct to the value of a state or plan, with attributes that its parts may keep. The framework does it where the
// type is another, and reports what is wrong.
func set(
	ctx context.Context, kind attr.Type, to *tftypes.Value, before map[string]tftypes.Value, from any,
	fallback func(context.Context, any) diag.Diagnostics,
) diag.Diagnostics {
	raw, err := raw(ctx, kind, before, from)
	if err != nil {
		return fallback(ctx, from)
	}
	*to = raw
	return nil
}

// raw is a struct as the protocol has it, with attributes that its parts may keep. Its error means that the type is another;
// the framework has a better message for that.
func raw(ctx context.Context, kind attr.Type, before map[string]tftypes.Value, from any) (tftypes.Value, error) {
	source := reflect.Indirect(reflect.ValueOf(from))
	if source.Kind() != reflect.Struct {
		return tftypes.Value{}, fmt.Errorf("%T is no struct", from)
	}
	object, isObject := kind.TerraformType(ctx).(tftypes.Object)
	if !isObject {
		return tftypes.Value{}, fmt.Errorf("%s is no object", kind)
	}
	attributes := make(map[string]tftypes.Value, len(object.AttributeTypes))
	maps.Copy(attributes, before)
	all, parts := fieldsOf(source.Type())
	for _, f := range all {
		var err error
		if attributes[f.name], err = value(ctx, kind, f.name, source.FieldByIndex(f.index)); err != nil {
			return tftypes.Value{}, fmt.Errorf("%s: %w", f.name, err)
		}
	}
	for _, index := range parts {
		copied := reflect.New(source.FieldByIndex(index).Type())
		copied.Elem().Set(source.FieldByIndex(index))
		if part, ok := reflect.TypeAssert[Part](copied); ok {
			part.Write(object, attributes)
		}
	}
	if err := tftypes.ValidateValue(object, attributes); err != nil {
		return tftypes.Value{}, fmt.Errorf("the model: %w", err)
	}
	return tftypes.NewValue(object, attributes), nil
}

// value is a field of a model: a value of the framework, or a slice of structs for a list of objects.
func value(ctx context.Context, model attr.Type, name string, field reflect.Value) (tftypes.Value, error) {
	if value, ok := reflect.TypeAssert[attr.Value](field); ok {
		return value.ToTerraformValue(ctx) //nolint:wrapcheck // the caller adds the name
	}
	object, isObject := model.(attr.TypeWithAttributeTypes)
	if !isObject || field.Kind() != reflect.Slice {
		return tftypes.Value{}, errors.New("no value")
	}
	list, isList := object.AttributeTypes()[name].(attr.TypeWithElementType)
	if !isList {
		return tftypes.Value{}, errors.New("no list")
	}
	elements := make([]tftypes.Value, field.Len())
	for i := range elements {
		var err error
		if elements[i], err = raw(ctx, list.ElementType(), nil, field.Index(i).Interface()); err != nil {
			return tftypes.Value{}, err
		}
	}
	return tftypes.NewValue(list.TerraformType(ctx), elements), nil
}

// field is a field of a struct that has a tag.
type field struct {
	name  string
	index []int
}

// fields are those of a struct, with the indices of its parts.
type fields struct {
	all   []field
	parts [][]int
}

var (
	known sync.Map // of reflect.Type to fields
	part  = reflect.TypeFor[Part]()
)

// fieldsOf are the fields of a struct, those of embedded ones included, and its parts.
func fieldsOf(kind reflect.Type) (all []field, parts [][]int) {
	if found, ok := known.Load(kind); ok {
		if f, ok := found.(fields); ok {
			return f.all, f.parts
		}
	}
	for _, f := range reflect.VisibleFields(kind) {
		name, isTagged := f.Tag.Lookup("tfsdk")
		switch {
		case isTagged && name != "-":
			all = append(all, field{name, slices.Clone(f.Index)})
		case !isTagged && f.IsExported() && reflect.PointerTo(f.Type).Implements(part):
			parts = append(parts, slices.Clone(f.Index))
		}
	}
	known.Store(kind, fields{all, parts})
	return all, parts
}
