package field

import (
	"reflect"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// The functions of this file are all that depends on the type of a field, besides attributes.

// assign copies the same field of another brand.
func assign(to, from any) { reflect.ValueOf(to).Elem().Set(reflect.ValueOf(from).Elem()) }

// isNone reports whether a field can be without a value, and is.
func isNone(at any) bool {
	optional, ok := at.(**string)
	return ok && textOf(*optional) == ""
}

func textOf(optional *string) string {
	if optional == nil {
		return ""
	}
	return *optional
}

// read takes a known value of the protocol, and reports whether all of it is known.
func read(in tftypes.Value, to any) (isKnown bool) {
	if texts, isSet := to.(*[]string); isSet {
		*texts, isKnown = ReadTexts(in)
		return isKnown
	}
	return in.As(to) == nil // the schema has the type of the table
}

// ReadTexts are those of a set, nil for null, and whether all of them are known.
func ReadTexts(in tftypes.Value) (texts []string, isKnown bool) {
	var elements []tftypes.Value
	if in.IsNull() || !in.IsFullyKnown() || in.As(&elements) != nil {
		return nil, in.IsKnown() && in.IsNull()
	}
	texts = make([]string, len(elements))
	for i, element := range elements {
		_ = element.As(&texts[i]) // which is one
	}
	return texts, true
}

// WriteTexts is a set with each text once; null for nil.
func WriteTexts(kind tftypes.Type, texts []string) tftypes.Value {
	if texts == nil {
		return tftypes.NewValue(kind, nil)
	}
	elements := make([]tftypes.Value, 0, len(texts))
	for _, text := range slices.Compact(slices.Sorted(slices.Values(texts))) {
		elements = append(elements, tftypes.NewValue(tftypes.String, text))
	}
	return tftypes.NewValue(kind, elements)
}

// write is a value for the protocol.
func write(kind tftypes.Type, at any) tftypes.Value {
	switch value := at.(type) {
	case *string:
		return tftypes.NewValue(kind, *value)
	case *bool:
		return tftypes.NewValue(kind, *value)
	case **string:
		return tftypes.NewValue(kind, textOf(*value))
	case *[]string:
		return WriteTexts(kind, append([]string{}, *value...))
	}
	return tftypes.NewValue(kind, nil)
}

// Read are the values among the attributes of an object of the protocol.
func Read(attributes map[string]tftypes.Value) (v Values) {
	for i, f := range Table {
		switch in := attributes[f.Name]; {
		case in.IsNull():
		case in.IsKnown() && read(in, f.at(&v.fields)):
			v.set |= 1 << i
		default:
			v.unknown |= 1 << i
		}
	}
	return v
}

// ReadObject is Read for an object: nothing is set in one that is null, and nothing known of one that is unknown.
func ReadObject(object tftypes.Value) Values {
	var attributes map[string]tftypes.Value
	if !object.IsKnown() {
		return Unknown()
	}
	if object.IsNull() || object.As(&attributes) != nil {
		return Values{}
	}
	return Read(attributes)
}

// Unknown are values of which nothing is known.
func Unknown() Values { return Values{unknown: all} }

// Write puts the values among the attributes of an object of a kind. A field that such an object lacks is left out, and
// what is not known yet stays as it is there, since of a set some elements may be known.
func (v Values) Write(kind tftypes.Object, attributes map[string]tftypes.Value) {
	for i, f := range Table {
		switch of, ok := kind.AttributeTypes[f.Name]; {
		case !ok:
		case v.unknown&(1<<i) != 0 && isPartlyUnknown(attributes[f.Name]):
		case v.unknown&(1<<i) != 0:
			attributes[f.Name] = tftypes.NewValue(of, tftypes.UnknownValue)
		case v.set&(1<<i) != 0:
			attributes[f.Name] = write(of, f.at(&v.fields))
		default:
			attributes[f.Name] = tftypes.NewValue(of, nil)
		}
	}
}

func isPartlyUnknown(value tftypes.Value) bool { return value.IsKnown() && !value.IsFullyKnown() }

// WriteObject are overwritten values as an object: null where there are none, and unknown where none is known.
func (v Values) WriteObject(kind tftypes.Object) tftypes.Value {
	switch {
	case v.IsZero():
		return tftypes.NewValue(kind, nil)
	case v.set == 0:
		return tftypes.NewValue(kind, tftypes.UnknownValue)
	}
	attributes := make(map[string]tftypes.Value, len(Table))
	v.Write(kind, attributes)
	return tftypes.NewValue(kind, attributes)
}
