package managedbrand

import (
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// ReadValues is ValuesOf for the attributes of an object as the protocol has it. Those that are not among them are null.
func ReadValues(attributes map[string]tftypes.Value) Values {
	v := NewValues()
	for _, f := range fields {
		attribute := attributes[f.name]
		switch {
		case attribute.IsNull():
		case !attribute.IsKnown():
			f.set(&v, f.unknown)
		default:
			f.set(&v, readKnown(attribute))
		}
	}
	return v
}

// Write puts the values among the attributes of an object of a kind as the protocol has it. A field that is no attribute
// of such an object is left out.
func (v *Values) Write(kind tftypes.Object, attributes map[string]tftypes.Value) {
	for _, f := range fields {
		if attribute, ok := kind.AttributeTypes[f.name]; ok {
			attributes[f.name] = write(attribute, f.of(v))
		}
	}
}

// readKnown is a text, a truth value or a set of texts: fields have no other types.
func readKnown(in tftypes.Value) attr.Value {
	switch kind := in.Type(); {
	case kind.Is(tftypes.String):
		return readText(in)
	case kind.Is(tftypes.Bool):
		var flag bool
		_ = in.As(&flag) // of the type that it was just found to have
		return types.BoolValue(flag)
	}
	var elements []tftypes.Value
	_ = in.As(&elements)
	tags := make([]attr.Value, len(elements))
	for i, element := range elements {
		tags[i] = readText(element)
	}
	return types.SetValueMust(types.StringType, tags)
}

func readText(in tftypes.Value) types.String {
	if !in.IsKnown() {
		return types.StringUnknown()
	}
	var text *string
	_ = in.As(&text)
	return types.StringPointerValue(text)
}

func write(kind tftypes.Type, value attr.Value) tftypes.Value {
	if value.IsUnknown() {
		return tftypes.NewValue(kind, tftypes.UnknownValue)
	}
	if value.IsNull() {
		return tftypes.NewValue(kind, nil)
	}
	switch known := value.(type) {
	case types.String:
		return tftypes.NewValue(kind, known.ValueString())
	case types.Bool:
		return tftypes.NewValue(kind, known.ValueBool())
	case types.Set:
		elements := known.Elements()
		tags := make([]tftypes.Value, len(elements))
		for i, element := range elements {
			tags[i] = write(tftypes.String, element)
		}
		return tftypes.NewValue(kind, tags)
	}
	return tftypes.NewValue(kind, nil)
}
