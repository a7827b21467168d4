// Package field is the one table of a brand's fields, with all that is done with them: their attributes, their values in
// a plan or state, comparison, overlay, and what Terraform has overwritten. A new field is a row of the table, and what
// the client's BrandFields say of it.
package field

import (
	"encoding/json"
	"reflect"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// row is a field of a brand.
type row struct {
	name        string // the argument
	description string
	clear       string // how the argument clears it; "" if it does not
	// at points to the field: a *string, *bool, **string or *[]string.
	at    func(*videoindexer.BrandFields) any
	texts []validator.String
	sets  []validator.Set
}

var table = []row{
	{
		name: "name", description: "Name of the brand.",
		at:    func(b *videoindexer.BrandFields) any { return &b.Name },
		texts: []validator.String{validate.Name()},
	},
	{
		name: "enabled", description: "Whether the service looks for the brand in videos.",
		at: func(b *videoindexer.BrandFields) any { return &b.Enabled },
	},
	{
		name: "description", description: "Description of the brand.",
		at: func(b *videoindexer.BrandFields) any { return &b.Description },
	},
	{
		name: "reference_url", description: "Address of a page about the brand.", clear: " `\"\"` clears it.",
		at:    func(b *videoindexer.BrandFields) any { return &b.ReferenceURL },
		texts: []validator.String{validate.URLOrEmpty()},
	},
	{
		name: "tags", description: "Tags of the brand.", clear: " `[]` removes all.",
		at:   func(b *videoindexer.BrandFields) any { return &b.Tags },
		sets: []validator.Set{validate.Tags()},
	},
}

// Mask is a set of fields: bit i is row i of the table.
type Mask uint

// Name is the first row of the table.
const Name Mask = 1

var all = Mask(1)<<len(table) - 1

// Values are fields of a brand, each of which is set, unset or not known yet. Unset stands for "not managed" in a
// configuration, for "not overwritten" among overwritten values, and in a state for a reference_url that the service
// does not have. The zero value sets nothing.
type Values struct {
	fields       videoindexer.BrandFields
	set, unknown Mask
}

// Of are the values of a brand as the service has it. An empty reference_url and none mean the same to the service.
func Of(b videoindexer.BrandFields) (v Values) {
	v.take(b, all)
	return v
}

// Sent are all fields of a brand as they were sent, an empty reference_url included.
func Sent(b videoindexer.BrandFields) Values { return Values{fields: b, set: all} }

// take copies fields of a brand as the service has it.
func (v *Values) take(b videoindexer.BrandFields, which Mask) {
	for i, f := range table {
		bit := Mask(1) << i
		if which&bit == 0 {
			continue
		}
		assign(f.at(&v.fields), f.at(&b))
		v.set, v.unknown = v.set|bit, v.unknown&^bit
		if isNone(f.at(&b)) {
			v.set &^= bit
		}
	}
}

// Has reports whether any of the fields is set.
func (v Values) Has(which Mask) bool { return v.set&which != 0 }

// IsUnknown reports whether any of the fields is not known yet.
func (v Values) IsUnknown(which Mask) bool { return v.unknown&which != 0 }

// IsKnown reports whether every field is set or unset.
func (v Values) IsKnown() bool { return v.unknown == 0 }

// IsZero reports whether no field is set or unknown.
func (v Values) IsZero() bool { return v.set|v.unknown == 0 }

// IsComplete reports whether every field is set.
func (v Values) IsComplete() bool { return v.set == all }

// Fields are the values as the client has them, with zero values for those that are not set.
func (v Values) Fields() videoindexer.BrandFields { return v.Overlay(videoindexer.BrandFields{}) }

// Name is the name, "" if it is not set.
func (v Values) Name() string { return v.Fields().Name }

// SetName sets the name.
func (v *Values) SetName(name string) { v.take(videoindexer.BrandFields{Name: name}, Name) }

// Known are the values without those that are not known yet.
func (v Values) Known() Values { return v.Without(v.unknown) }

// Without are the values without some of the fields.
func (v Values) Without(which Mask) Values {
	v.set, v.unknown = v.set&^which, v.unknown&^which
	return v
}

// Overlay are the fields of a brand with the values that are set in their places.
func (v Values) Overlay(b videoindexer.BrandFields) videoindexer.BrandFields {
	for i, f := range table {
		if v.set&(1<<i) != 0 {
			assign(f.at(&b), f.at(&v.fields))
		}
	}
	return b
}

// differ are the fields that do not mean the same in two brands.
func differ(a, b videoindexer.BrandFields) (which Mask) {
	a, b = a.Normal(), b.Normal()
	for i, f := range table {
		if !reflect.DeepEqual(f.at(&a), f.at(&b)) {
			which |= 1 << i
		}
	}
	return which
}

// DifferentIn names the fields that are set, and that a brand has with other values.
func (v Values) DifferentIn(b videoindexer.BrandFields) (names []string) {
	which := differ(v.Overlay(b), b)
	for i, f := range table {
		if which&(1<<i) != 0 {
			names = append(names, f.name)
		}
	}
	return names
}

// Changed are the values of a plan that are not those of the prior state: what an update writes.
func (v Values) Changed(prior Values) Values { return v.Without(v.same(prior)) }

// same are the fields that are set in both and mean the same to the service.
func (v Values) same(o Values) Mask { return v.set & o.set &^ differ(v.Fields(), o.Fields()) }

// Fill takes the values of a brand as the service has it. A value that has two equal forms keeps the one that it has.
func (v *Values) Fill(b videoindexer.BrandFields) { v.take(b, ^v.set|differ(v.Fields(), b)) }

// FillUnknown is Fill for what is not known.
func (v *Values) FillUnknown(b videoindexer.BrandFields) { v.take(b, v.unknown) }

// PlanEntry completes a configuration: what it leaves out is planned as in the prior state, which may be nil, and as
// unknown without one. A value that equals that of the state keeps its form.
func (v *Values) PlanEntry(prior *Values) {
	left := all &^ (v.set | v.unknown)
	if prior == nil {
		v.unknown |= left
		return
	}
	keep := left | v.same(*prior)
	for i, f := range table {
		if keep&(1<<i) != 0 {
			assign(f.at(&v.fields), f.at(&prior.fields))
		}
	}
	v.set |= left & prior.set
}

// Overwrite returns the overwritten values of a brand after wanted has replaced values of before: those that were
// overwritten earlier, and those that are now. What is unknown in wanted is unknown in them.
func Overwrite(earlier Values, before videoindexer.BrandFields, wanted Values) Values {
	fresh := ^(earlier.set | earlier.unknown)
	replaced := fresh & wanted.set & differ(wanted.Overlay(before), before)
	earlier.take(before, replaced)
	earlier.set |= replaced // an empty reference_url stands for none
	earlier.unknown |= fresh & wanted.unknown
	return earlier
}

// Restored are the fields of a brand with overwritten values in their places.
func (v Values) Restored(b videoindexer.BrandFields) videoindexer.BrandFields {
	v.fields = v.fields.Normal()
	return v.Overlay(b)
}

// String names the values that are set in a sentence: name "Ashgrove", enabled false.
func (v Values) String() string {
	var texts []string
	for i, f := range table {
		if v.set&(1<<i) != 0 {
			value, _ := json.Marshal(f.at(&v.fields)) //nolint:errchkjson // of texts and bools
			texts = append(texts, f.name+" "+string(value))
		}
	}
	return strings.Join(texts, ", ")
}
