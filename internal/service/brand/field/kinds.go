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
	tags, isSet := to.(*[]string)
	if !isSet {
		_ = in.As(to) // the schema has the type of the table
		return true
	}
	var elements []tftypes.Value
	_ = in.As(&elements)
	*tags = make([]string, 0, len(elements))
	for _, element := range elements {
		var tag string
		if !element.IsKnown() {
			return false
		}
		_ = element.As(&tag)
		*tags = append(*tags, tag)
	}
	return true
}

// write is a value for the protocol. A tag that the service repeats is in it once.
func write(kind tftypes.Type, at any) tftypes.Value {
	switch value := at.(type) {
	case *string:
		return tftypes.NewValue(kind, *value)
	case *bool:
		return tftypes.NewValue(kind, *value)
	case **string:
		return tftypes.NewValue(kind, textOf(*value))
	case *[]string:
		elements := make([]tftypes.Value, 0, len(*value))
		for _, tag := range slices.Compact(slices.Sorted(slices.Values(*value))) {
			elements = append(elements, tftypes.NewValue(tftypes.String, tag))
		}
		return tftypes.NewValue(kind, elements)
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
