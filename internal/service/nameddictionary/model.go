// Package nameddictionary manages the brands of an account by name, in one resource that creates and deletes them.
package nameddictionary

import (
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/int32type"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managedbrand"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/manybrands"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// dictionaryModel is a videoindexer_brand_dictionary.
//
// The maps are taken apart by hand: reflection into structs costs more than all else that is done with a thousand
// entries.
type dictionaryModel struct {
	providerdata.AccountFields
	Brands         manybrands.Map  `tfsdk:"brands"`
	Exclusive      types.Bool      `tfsdk:"exclusive"`
	Parallelism    int32type.Value `tfsdk:"parallelism"`
	DeletionPolicy types.String    `tfsdk:"deletion_policy"`
	Adopted        nameSet         `tfsdk:"adopted"`
	Overwritten    types.Map       `tfsdk:"overwritten"`
}

// An entry has the id of a brand, and its fields except the name, which is the key. Overwritten values are the fields alone.
var (
	fieldTypes = func() map[string]attr.Type {
		kinds := maps.Clone(managedbrand.Types)
		delete(kinds, "name")
		return kinds
	}()
	entryTypes = func() map[string]attr.Type {
		kinds := maps.Clone(fieldTypes)
		kinds["brand_id"] = int32type.Type{}
		return kinds
	}()
	entryType       = types.ObjectType{AttrTypes: entryTypes}
	brandsType      = manybrands.NewMapType(entryType)
	overwrittenType = types.ObjectType{AttrTypes: fieldTypes}
)

// entry is a brand of the dictionary. The name of its values is null.
type entry struct {
	ID int32type.Value
	managedbrand.Values
}

// contents are what a dictionary has, by name.
type contents struct {
	entries map[string]entry
	// adopted are the brands that the dictionary has found rather than created.
	adopted map[string]bool
	// overwritten are the values that Terraform has overwritten, as objects of managedbrand.Type. Brands of which nothing
	// was overwritten are not in it.
	overwritten map[string]types.Object
	// unlisted are brands that no configuration has named: a refresh shows them because the dictionary is exclusive.
	unlisted map[string]bool
}

func newContents() contents {
	return contents{entries: map[string]entry{}, adopted: map[string]bool{}, overwritten: map[string]types.Object{}, unlisted: map[string]bool{}}
}

func (m *dictionaryModel) policy() deletion.Policy {
	return deletion.Of(m.DeletionPolicy, deletion.Delete)
}

// setDefaults fills in what an import leaves open, so that the plan after it has nothing to change.
func (m *dictionaryModel) setDefaults() {
	m.DeletionPolicy = types.StringValue(string(m.policy()))
	m.Parallelism = int32type.New(manybrands.DefaultParallelism)
	m.Exclusive = types.BoolValue(false)
	m.Adopted = newNameSet(nil)
	m.Overwritten = types.MapNull(overwrittenType)
}

// contents are what a state has, except which brands are unlisted; of a plan, what is unknown is left out.
func (m *dictionaryModel) contents() contents {
	c := newContents()
	c.entries = entriesOf(m.Brands.Entries())
	for _, name := range m.Adopted.names() {
		c.adopted[name] = true
	}
	for name, element := range m.Overwritten.Elements() {
		if object, ok := element.(types.Object); ok && !object.IsNull() {
			c.overwritten[name] = named(object)
		}
	}
	return c
}

// setContents puts contents into the model: null where nothing was adopted or overwritten.
func (m *dictionaryModel) setContents(c contents) diag.Diagnostics {
	elements := make(map[string]tftypes.Value, len(c.entries))
	for name, e := range c.entries {
		elements[name] = e.object()
	}
	brands, diags := brandsType.Map(elements)
	m.Brands, m.Adopted = brands, newNameSet(slices.Collect(maps.Keys(c.adopted)))
	diags.Append(m.setOverwritten(c.overwritten)...)
	return diags
}

// setOverwritten puts overwritten values into the model. They are null if there are none. They are unknown as a whole
// if those of a brand are, since it is then open whether the brand has an element at all.
func (m *dictionaryModel) setOverwritten(values map[string]types.Object) diag.Diagnostics {
	elements := make(map[string]attr.Value, len(values))
	for name, object := range values {
		if object.IsUnknown() {
			m.Overwritten = types.MapUnknown(overwrittenType)
			return nil
		}
		elements[name] = unnamed(managedbrand.ValuesOf(object))
	}
	m.Overwritten = types.MapNull(overwrittenType)
	if len(elements) == 0 {
		return nil
	}
	var diags diag.Diagnostics
	m.Overwritten, diags = types.MapValue(overwrittenType, elements)
	return diags
}

// entriesOf are the brands of a map. What is not known of an entry is unknown in it.
func entriesOf(brands map[string]tftypes.Value) map[string]entry {
	found := make(map[string]entry, len(brands))
	for name, object := range brands {
		found[name] = entryOf(object)
	}
	return found
}

func entryOf(object tftypes.Value) entry {
	e := entry{ID: int32type.Read(manybrands.Attributes(object)["brand_id"]), Values: manybrands.Values(object)}
	e.Name = types.StringNull() // the key is the name
	return e
}

// entryOfBrand is a brand as the service has it. A value that has two equal forms gets the form that it has in like.
func entryOfBrand(like managedbrand.Values, brand *videoindexer.Brand) entry {
	like.Fill(brand.BrandFields)
	like.Name = types.StringNull()
	return entry{ID: int32type.New(brand.ID), Values: like}
}

// foundEntry is a brand that was in no state.
func foundEntry(brand *videoindexer.Brand) entry {
	return entryOfBrand(managedbrand.ValuesOfBrand(brand.BrandFields), brand)
}

// id is the id of the brand in a state; 0 where it is not known.
func (e entry) id() int32 { return e.ID.Int32() }

func (e entry) object() tftypes.Value {
	attributes := make(map[string]tftypes.Value, len(entryTypes))
	e.Write(brandsType.EntryType(), attributes)
	attributes["brand_id"] = e.ID.Write()
	return tftypes.NewValue(brandsType.EntryType(), attributes)
}

// withName adds the name to values that lack nothing else. A brand with complete values is written without being read first,
// so that only the name sent with them keeps it from being renamed.
func withName(values managedbrand.Values, name string) managedbrand.Values {
	values.Name = types.StringValue(name)
	if !values.IsComplete() {
		values.Name = types.StringNull()
	}
	return values
}

// named is an object of overwritten values in the form of managedbrand.Type.
func named(object types.Object) types.Object {
	switch {
	case object.IsUnknown():
		return types.ObjectUnknown(managedbrand.Types)
	case object.IsNull():
		return noValues
	}
	values := managedbrand.ValuesOf(object)
	return values.Object()
}

// noValues stand for a brand of which nothing was overwritten.
var noValues = types.ObjectNull(managedbrand.Types)

// unnamed are values as an element of overwritten.
func unnamed(v managedbrand.Values) types.Object {
	return types.ObjectValueMust(fieldTypes, map[string]attr.Value{
		"enabled": v.Enabled, "description": v.Description, "reference_url": v.ReferenceURL, "tags": v.Tags,
	})
}

// overwrittenOf are the overwritten values of one brand; null where there are none.
func (c contents) overwrittenOf(name string) types.Object {
	if object, ok := c.overwritten[name]; ok {
		return object
	}
	return noValues
}

// putOverwritten sets the overwritten values of one brand.
func (c contents) putOverwritten(name string, object types.Object) {
	delete(c.overwritten, name)
	if !object.IsNull() {
		c.overwritten[name] = object
	}
}
