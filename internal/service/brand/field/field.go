// Package field has the table of a brand's fields, and all operations on them: their values in a
// plan or state, comparison, overlay, and overwritten values. A new field needs a row in the table,
// and a field in the client's BrandFields.
package field

import (
	"iter"
	"reflect"
	"slices"
	"strings"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// Row is a field of a brand.
type Row struct {
	Name        string // the argument
	Description string
	ClearText   string // how the argument clears it, to end the description; "" if it does not
	// pointer returns a pointer to the field: a *string, *bool, **string or *[]string.
	pointer func(*videoindexer.BrandFields) any
}

// Table has all fields. Messages name the fields in this order, which has no other meaning.
var Table = []Row{
	{Name: "name", Description: "Name of the brand", pointer: func(b *videoindexer.BrandFields) any { return &b.Name }},
	{
		Name: "enabled", Description: "Whether the service looks for the brand in videos",
		pointer: func(b *videoindexer.BrandFields) any { return &b.Enabled },
	},
	{
		Name: "description", Description: "Description of the brand",
		pointer: func(b *videoindexer.BrandFields) any { return &b.Description },
	},
	{
		Name: "reference_url", Description: "Address of a page about the brand", ClearText: "; `\"\"` clears it",
		pointer: func(b *videoindexer.BrandFields) any { return &b.ReferenceURL },
	},
	{
		Name: "tags", Description: "Tags of the brand", ClearText: "; `[]` removes all",
		pointer: func(b *videoindexer.BrandFields) any { return &b.Tags },
	},
}

// Zero returns a pointer to the zero value of the field, which shows the type of its values.
func (r Row) Zero() any { return r.pointer(&videoindexer.BrandFields{}) }

// Mask is a set of fields.
type Mask uint

// The fields with a meaning for the code.
var (
	NameMask    = maskOf("name")
	enabledMask = maskOf("enabled")
)

var allFields = Mask(1)<<len(Table) - 1

// maskOf returns the set of one field, by its name.
func maskOf(name string) Mask {
	return 1 << slices.IndexFunc(Table, func(r Row) bool { return r.Name == name })
}

func (m Mask) plus(more Mask) Mask { return m | more }

func (m Mask) minus(others Mask) Mask { return m &^ others }

func (m Mask) and(others Mask) Mask { return m & others }

// hasAny reports whether the sets have a field in common.
func (m Mask) hasAny(others Mask) bool { return m&others != 0 }

// rows yields the fields of the set, each with the set that has only this field.
func (m Mask) rows() iter.Seq2[Mask, Row] {
	return func(yield func(Mask, Row) bool) {
		for i, r := range Table {
			bit := Mask(1) << i
			if m.hasAny(bit) && !yield(bit, r) {
				return
			}
		}
	}
}

// Values are fields of a brand, each of which is set, unset or unknown. Unset means "not managed"
// in a configuration, "not overwritten" in overwritten values, and in a state a reference_url that
// the service does not have. In the zero value, all fields are unset.
type Values struct {
	fields       videoindexer.BrandFields
	set, unknown Mask
}

// ValuesOf returns the values of a brand of the service. For the service, an empty reference_url
// means none.
func ValuesOf(b videoindexer.BrandFields) (v Values) {
	v.copyFields(b, allFields)
	return v
}

// ValuesSent returns the values that were sent for a brand, including an empty reference_url.
func ValuesSent(b videoindexer.BrandFields) Values { return Values{fields: b, set: allFields} }

// copyFields copies fields of a brand of the service.
func (v *Values) copyFields(b videoindexer.BrandFields, which Mask) {
	for bit, row := range which.rows() {
		copyField(row.pointer(&v.fields), row.pointer(&b))
		v.set = v.set.plus(bit)
		if isNone(row.pointer(&b)) {
			v.set = v.set.minus(bit)
		}
	}
	v.unknown = v.unknown.minus(which)
}

// HasAny reports whether any of the fields is set.
func (v Values) HasAny(which Mask) bool { return v.set.hasAny(which) }

// IsUnknown reports whether any of the fields is not known yet.
func (v Values) IsUnknown(which Mask) bool { return v.unknown.hasAny(which) }

// IsKnown reports whether every field is set or unset.
func (v Values) IsKnown() bool { return v.unknown == 0 }

// IsZero reports whether no field is set or unknown.
func (v Values) IsZero() bool { return v.unsetFields() == allFields }

// unsetFields returns the fields that are neither set nor unknown.
func (v Values) unsetFields() Mask { return allFields.minus(v.set).minus(v.unknown) }

// Fields returns the values for the client, with zero values for those that are not set.
func (v Values) Fields() videoindexer.BrandFields { return v.Overlaid(videoindexer.BrandFields{}) }

// Name returns the name; "" if it is not set.
func (v Values) Name() string {
	if !v.HasAny(NameMask) {
		return ""
	}
	return v.fields.Name
}

// SetName sets the name.
func (v *Values) SetName(name string) { v.copyFields(videoindexer.BrandFields{Name: name}, NameMask) }

// Known returns the values without unknown ones.
func (v Values) Known() Values { return v.Without(v.unknown) }

// Without returns the values without some of the fields.
func (v Values) Without(which Mask) Values {
	v.set = v.set.minus(which)
	v.unknown = v.unknown.minus(which)
	return v
}

// Overlaid returns the fields of a brand, replaced by the values that are set.
func (v Values) Overlaid(b videoindexer.BrandFields) videoindexer.BrandFields {
	for _, row := range v.set.rows() {
		copyField(row.pointer(&b), row.pointer(&v.fields))
	}
	return b
}

// differingFields returns the fields that differ in meaning between two brands.
func differingFields(a, b videoindexer.BrandFields) Mask {
	// Most brands are equal, and the normal forms of their texts cost time.
	if unequalFields(a, b) == 0 {
		return 0
	}
	return unequalFields(a.Normal(), b.Normal())
}

// unequalFields returns the fields that differ in their form.
func unequalFields(a, b videoindexer.BrandFields) (which Mask) {
	for bit, row := range allFields.rows() {
		if !reflect.DeepEqual(row.pointer(&a), row.pointer(&b)) {
			which = which.plus(bit)
		}
	}
	return which
}

// Difference is a field that has another value than the one that was sent, both as texts.
type Difference struct{ Name, Sent, Returned string }

// DifferencesIn returns the fields that are set and differ in a brand.
func (v Values) DifferencesIn(b videoindexer.BrandFields) (differences []Difference) {
	for _, row := range differingFields(v.Overlaid(b), b).rows() {
		sent := textOfField(row.pointer(&v.fields))
		returned := textOfField(row.pointer(&b))
		differences = append(differences, Difference{Name: row.Name, Sent: sent, Returned: returned})
	}
	return differences
}

// textOfField returns a value as JSON. Unlike the package of the standard library, jsonv2 does not
// escape "&".
func textOfField(pointer any) string {
	// Texts, bools and lists of texts are always written without an error.
	text, _ := jsonv2.Marshal(pointer)
	return string(text)
}

// ChangesFrom returns the values of a plan that differ from those of the prior state: an update
// writes them.
func (v Values) ChangesFrom(prior Values) Values { return v.Without(v.sameFields(prior)) }

// sameFields returns the fields that are set and mean the same in other values. There, a
// reference_url that is not set means an empty one.
func (v Values) sameFields(other Values) Mask {
	var compared Mask
	for bit, row := range v.set.rows() {
		isEmpty := !other.IsUnknown(bit) && isNone(row.pointer(&v.fields))
		if isEmpty || other.HasAny(bit) {
			compared = compared.plus(bit)
		}
	}
	return compared.minus(differingFields(v.Fields(), other.Fields()))
}

// Disabled returns the values that disable a brand.
var Disabled = Values{set: enabledMask}

// Fill takes the values of a brand of the service. A value that already means the same keeps its
// form.
func (v *Values) Fill(b videoindexer.BrandFields) {
	differing := differingFields(v.Fields(), b)
	v.copyFields(b, allFields.minus(v.set).plus(differing))
}

// FillUnknown sets the unknown values as Fill does.
func (v *Values) FillUnknown(b videoindexer.BrandFields) { v.copyFields(b, v.unknown) }

// PlanFrom completes a configuration with the values of a prior state. Engines allow a plan to keep
// the form of the state for a value that means the same, if the brand has the same label there.
func (v *Values) PlanFrom(prior Values, isSameLabel bool) {
	fromPrior := v.unsetFields()
	if isSameLabel {
		fromPrior = fromPrior.plus(v.sameFields(prior).and(prior.set))
	}
	for _, row := range fromPrior.rows() {
		copyField(row.pointer(&v.fields), row.pointer(&prior.fields))
	}
	v.set = v.set.plus(fromPrior.and(prior.set))
}

// PlanUnknown completes a configuration with values that are unknown until the apply.
func (v *Values) PlanUnknown() { v.unknown = allFields.minus(v.set) }

// FillUnset completes a configuration with the values of a brand.
func (v *Values) FillUnset(b videoindexer.BrandFields) { v.copyFields(b, v.unsetFields()) }

// NewBrandFields is a new brand without configured values.
var NewBrandFields = videoindexer.BrandFields{Enabled: true, Tags: []string{}}

// Overwritten returns the overwritten values of a brand after wanted has replaced values of before:
// those that were overwritten earlier, and those that are now. Values that are unknown in wanted
// are unknown in the result.
func Overwritten(earlier Values, before videoindexer.BrandFields, wanted Values) Values {
	neverReplaced := earlier.unsetFields()
	after := wanted.Overlaid(before)
	replaced := differingFields(after, before).and(neverReplaced)
	earlier.copyFields(before, replaced)
	// An overwritten reference_url is set even if it is empty: a restore then clears it.
	earlier.set = earlier.set.plus(replaced)
	earlier.unknown = earlier.unknown.plus(wanted.unknown.and(neverReplaced))
	return earlier
}

// Restored returns the fields of a brand, replaced by their overwritten values. For a field that
// can be without a value, an empty one means none.
func (v Values) Restored(b videoindexer.BrandFields) videoindexer.BrandFields {
	for _, row := range Table {
		previous := row.pointer(&v.fields)
		if isNone(previous) {
			copyField(previous, row.Zero())
		}
	}
	return v.Overlaid(b)
}

// String returns the values that are set, as a sentence names them: name "Ashgrove", enabled false.
func (v Values) String() string {
	var texts []string
	for _, row := range v.set.rows() {
		value := textOfField(row.pointer(&v.fields))
		texts = append(texts, row.Name+" "+value)
	}
	return strings.Join(texts, ", ")
}

// Everything below depends on the types of fields.

// copyField copies the same field of another brand.
func copyField(to, from any) { reflect.ValueOf(to).Elem().Set(reflect.ValueOf(from).Elem()) }

// isNone reports whether an optional field has no value.
func isNone(pointer any) bool {
	optional, isOptional := pointer.(**string)
	return isOptional && textOf(*optional) == ""
}

func textOf(optional *string) string {
	if optional == nil {
		return ""
	}
	return *optional
}

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
			v.set = v.set.plus(bit)
		default:
			v.unknown = v.unknown.plus(bit)
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
		case v.IsUnknown(bit) && isPartlyUnknown(attributes[row.Name]):
		case v.IsUnknown(bit):
			attributes[row.Name] = tftypes.NewValue(fieldType, tftypes.UnknownValue)
		case v.HasAny(bit):
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
