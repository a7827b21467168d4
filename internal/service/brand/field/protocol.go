package field

import (
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// readField reads a known value of the protocol, and reports whether its elements are known too.
func readField(value tftypes.Value, pointer any) (isKnown bool) {
	texts, isSet := pointer.(*[]string)
	if isSet {
		*texts, isKnown = ReadTexts(value)
		return isKnown
	}
	// There is no error, because the schema has the types of the table.
	err := value.As(pointer)
	return err == nil
}

// ReadTexts returns the texts of a set, nil for null, and whether all of them are known.
func ReadTexts(value tftypes.Value) (texts []string, isKnown bool) {
	if value.IsNull() {
		return nil, true
	}
	if !value.IsFullyKnown() {
		return nil, false
	}
	// There are no errors, because the schema has a set of texts.
	var elements []tftypes.Value
	_ = value.As(&elements)
	texts = make([]string, len(elements))
	for i, element := range elements {
		_ = element.As(&texts[i])
	}
	return texts, true
}

// WriteTexts returns a set with each text once; null for nil.
func WriteTexts(typ tftypes.Type, texts []string) tftypes.Value {
	if texts == nil {
		return tftypes.NewValue(typ, nil)
	}
	unique := slices.Compact(slices.Sorted(slices.Values(texts)))
	elements := make([]tftypes.Value, 0, len(unique))
	for _, text := range unique {
		elements = append(elements, tftypes.NewValue(tftypes.String, text))
	}
	return tftypes.NewValue(typ, elements)
}

// valueOfField returns a field as a value of the protocol.
func valueOfField(typ tftypes.Type, pointer any) tftypes.Value {
	switch value := pointer.(type) {
	case *string:
		return tftypes.NewValue(typ, *value)
	case *bool:
		return tftypes.NewValue(typ, *value)
	case **string:
		return tftypes.NewValue(typ, textOf(*value))
	case *[]string:
		// A brand without tags has an empty set, never null.
		return WriteTexts(typ, append([]string{}, *value...))
	}
	return tftypes.NewValue(typ, nil)
}

// Read returns the values of the attributes of an object of the protocol.
func Read(attributes map[string]tftypes.Value) (v Values) {
	for bit, row := range allFields.rows() {
		value := attributes[row.Name]
		switch {
		case value.IsNull():
		case value.IsKnown() && readField(value, row.pointer(&v.fields)):
			v.set |= bit
		default:
			v.unknown |= bit
		}
	}
	return v
}

// ReadObject reads the values of an object as Read does. If the object is null, all values are
// unset. If it is unknown, all are unknown.
func ReadObject(object tftypes.Value) Values {
	if !object.IsKnown() {
		return Unknown()
	}
	// Null has no attributes.
	var attributes map[string]tftypes.Value
	_ = object.As(&attributes)
	return Read(attributes)
}

// Unknown returns values that are all unknown.
func Unknown() Values { return Values{unknown: allFields} }

// Write writes the values into the attributes of an object of a type. It leaves out fields that the
// type does not have. Unknown values do not change, because some elements of a set may be known.
func (v Values) Write(typ tftypes.Object, attributes map[string]tftypes.Value) {
	for bit, row := range allFields.rows() {
		fieldType, hasField := typ.AttributeTypes[row.Name]
		switch {
		case !hasField:
		case v.unknown&bit != 0 && isPartlyUnknown(attributes[row.Name]):
		case v.unknown&bit != 0:
			attributes[row.Name] = tftypes.NewValue(fieldType, tftypes.UnknownValue)
		case v.set&bit != 0:
			attributes[row.Name] = valueOfField(fieldType, row.pointer(&v.fields))
		default:
			attributes[row.Name] = tftypes.NewValue(fieldType, nil)
		}
	}
}

func isPartlyUnknown(value tftypes.Value) bool { return value.IsKnown() && !value.IsFullyKnown() }

// WriteObject returns overwritten values as an object: null if none is set, and unknown if all are
// unknown.
func (v Values) WriteObject(typ tftypes.Object) tftypes.Value {
	switch {
	case v.IsZero():
		return tftypes.NewValue(typ, nil)
	case v.set == 0:
		return tftypes.NewValue(typ, tftypes.UnknownValue)
	}
	attributes := make(map[string]tftypes.Value, len(Table))
	v.Write(typ, attributes)
	return tftypes.NewValue(typ, attributes)
}
