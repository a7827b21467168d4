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

// mask is a set of fields, each of which is a bit.
type mask uint

// The fields with a meaning for the code.
var (
	nameMask    = maskOf("name")
	enabledMask = maskOf("enabled")
)

var allFields = mask(1)<<len(Table) - 1

// maskOf returns the set of one field, by its name.
func maskOf(name string) mask {
	return 1 << slices.IndexFunc(Table, func(r Row) bool { return r.Name == name })
}

// rows yields the fields of the set, each with the set that has only this field.
func (m mask) rows() iter.Seq2[mask, Row] {
	return func(yield func(mask, Row) bool) {
		for i, r := range Table {
			bit := mask(1) << i
			if m&bit != 0 && !yield(bit, r) {
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
	set, unknown mask
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
func (v *Values) copyFields(b videoindexer.BrandFields, which mask) {
	for bit, row := range which.rows() {
		copyField(row.pointer(&v.fields), row.pointer(&b))
		v.set |= bit
		if isNone(row.pointer(&b)) {
			v.set &^= bit
		}
	}
	v.unknown &^= which
}

// HasName reports whether the name is set.
func (v Values) HasName() bool { return v.set&nameMask != 0 }

// IsNameUnknown reports whether the name is not known yet.
func (v Values) IsNameUnknown() bool { return v.unknown&nameMask != 0 }

// IsKnown reports whether every field is set or unset.
func (v Values) IsKnown() bool { return v.unknown == 0 }

// IsZero reports whether no field is set or unknown.
func (v Values) IsZero() bool { return v.unsetFields() == allFields }

// unsetFields returns the fields that are neither set nor unknown.
func (v Values) unsetFields() mask { return allFields &^ (v.set | v.unknown) }

// Fields returns the values for the client, with zero values for those that are not set.
func (v Values) Fields() videoindexer.BrandFields { return v.Overlaid(videoindexer.BrandFields{}) }

// Name returns the name; "" if it is not set.
func (v Values) Name() string {
	if !v.HasName() {
		return ""
	}
	return v.fields.Name
}

// SetName sets the name.
func (v *Values) SetName(name string) { v.copyFields(videoindexer.BrandFields{Name: name}, nameMask) }

// Known returns the values without unknown ones.
func (v Values) Known() Values { return v.without(v.unknown) }

// without returns the values without some of the fields.
func (v Values) without(which mask) Values {
	v.set &^= which
	v.unknown &^= which
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
func differingFields(a, b videoindexer.BrandFields) (which mask) {
	if a.IsSameAs(b) {
		return 0
	}
	a = a.Normal()
	b = b.Normal()
	for bit, row := range allFields.rows() {
		if !reflect.DeepEqual(row.pointer(&a), row.pointer(&b)) {
			which |= bit
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
func (v Values) ChangesFrom(prior Values) Values { return v.without(v.sameFields(prior)) }

// sameFields returns the fields that are set and mean the same in other values. There, a
// reference_url that is not set means an empty one.
func (v Values) sameFields(other Values) mask {
	compared := v.set & other.set
	for bit, row := range (v.set & other.unsetFields()).rows() {
		if isNone(row.pointer(&v.fields)) {
			compared |= bit
		}
	}
	return compared &^ differingFields(v.Fields(), other.Fields())
}

// Disabled returns the values that disable a brand.
var Disabled = Values{set: enabledMask}

// Fill takes the values of a brand of the service. A value that already means the same keeps its
// form.
func (v *Values) Fill(b videoindexer.BrandFields) {
	differing := differingFields(v.Fields(), b)
	v.copyFields(b, allFields&^v.set|differing)
}

// FillUnknown sets the unknown values as Fill does.
func (v *Values) FillUnknown(b videoindexer.BrandFields) { v.copyFields(b, v.unknown) }

// PlanUnknown completes a configuration with values that are unknown until the apply.
func (v *Values) PlanUnknown() { v.unknown = allFields &^ v.set }

// FillUnset completes a configuration with other values.
func (v *Values) FillUnset(others Values) { v.copyValues(others, v.unsetFields()) }

// KeepForm gives each value that means the same in a prior state the form that it has there.
func (v *Values) KeepForm(prior Values) { v.copyValues(prior, v.sameFields(prior)) }

// copyValues copies those of some values that are set.
func (v *Values) copyValues(from Values, which mask) {
	which &= from.set
	for _, row := range which.rows() {
		copyField(row.pointer(&v.fields), row.pointer(&from.fields))
	}
	v.set |= which
}

// NewBrandFields is a new brand without configured values.
var NewBrandFields = videoindexer.BrandFields{Enabled: true, Tags: []string{}}

// Overwritten returns the overwritten values of a brand after wanted has replaced values of before:
// those that were overwritten earlier, and those that are now. Values that are unknown in wanted
// are unknown in the result.
func Overwritten(earlier Values, before videoindexer.BrandFields, wanted Values) Values {
	neverReplaced := earlier.unsetFields()
	after := wanted.Overlaid(before)
	replaced := differingFields(after, before) & neverReplaced
	earlier.copyFields(before, replaced)
	// An overwritten reference_url is set even if it is empty: a restore then clears it.
	earlier.set |= replaced
	earlier.unknown |= wanted.unknown & neverReplaced
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
