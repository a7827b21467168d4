// Package branddictionary manages many brands of an account in one resource.
package branddictionary

import (
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/int32type"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managedbrand"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/manybrands"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
)

// dictionaryModel is a videoindexer_brands.
//
// The maps are taken apart by hand: reflection into structs costs more than all else that is done with a thousand
// entries.
type dictionaryModel struct {
	providerdata.AccountFields
	Brands         manybrands.Map  `tfsdk:"brands"`
	Overwritten    types.Map       `tfsdk:"overwritten"`
	Parallelism    int32type.Value `tfsdk:"parallelism"`
	DeletionPolicy types.String    `tfsdk:"deletion_policy"`
}

var brandsType = manybrands.NewMapType(managedbrand.Type)

// objectOf is an entry as the protocol has it.
func objectOf(entry managedbrand.Values) tftypes.Value {
	attributes := make(map[string]tftypes.Value, len(managedbrand.Types))
	entry.Write(brandsType.EntryType(), attributes)
	return tftypes.NewValue(brandsType.EntryType(), attributes)
}

// entries are the brands of a dictionary by id.
type entries map[int32]managedbrand.Values

// overwritten are the overwritten values of a dictionary's brands by id.
type overwritten struct {
	values map[int32]types.Object
	// others is what each brand has that is not in values: null, or unknown in a plan that does not know the map.
	others types.Object
}

func newOverwritten() overwritten {
	return overwritten{values: make(map[int32]types.Object), others: types.ObjectNull(managedbrand.Types)}
}

func (m *dictionaryModel) policy() deletion.Policy {
	return deletion.Of(m.DeletionPolicy, deletion.Abandon)
}

// setDefaults fills in what an import leaves open, so that the plan after it has nothing to change.
func (m *dictionaryModel) setDefaults() {
	m.DeletionPolicy = types.StringValue(string(m.policy()))
	if m.Parallelism.IsNull() {
		m.Parallelism = int32type.New(manybrands.DefaultParallelism)
	}
	m.Overwritten = types.MapNull(managedbrand.Type)
}

// entriesOf are the brands of a map. What is not known of an entry is unknown in it.
func entriesOf(brands manybrands.Map, diags *diag.Diagnostics) entries {
	elements := brands.Entries()
	found := make(entries, len(elements))
	for key, object := range elements {
		id, err := int32type.Parse(key)
		if err != nil {
			diags.AddAttributeError(path.Root("brands").AtMapKey(key), "Invalid entry", fmt.Sprintf("brands[%q] is not an entry with the id of a brand as its key.", key))
			continue
		}
		found[id] = manybrands.Values(object)
	}
	return found
}

// set puts brands and their overwritten values into the model.
func (m *dictionaryModel) set(brands entries, values overwritten) diag.Diagnostics {
	elements := make(map[string]tftypes.Value, len(brands))
	for id, entry := range brands {
		elements[fmt.Sprint(id)] = objectOf(entry)
	}
	var diags diag.Diagnostics
	m.Brands, diags = brandsType.Map(elements)
	diags.Append(m.setOverwritten(values)...)
	return diags
}

// overwritten are the overwritten values of the model.
func (m *dictionaryModel) overwritten() overwritten {
	found := newOverwritten()
	if m.Overwritten.IsUnknown() {
		found.others = types.ObjectUnknown(managedbrand.Types)
	}
	for key, element := range m.Overwritten.Elements() {
		id, err := int32type.Parse(key)
		if object, ok := element.(types.Object); ok && err == nil {
			found.put(id, object)
		}
	}
	return found
}

// setOverwritten puts overwritten values into the model. They are null if there are none. They are unknown as a whole
// if those of a brand are, since it is then open whether the brand has an element at all.
func (m *dictionaryModel) setOverwritten(o overwritten) diag.Diagnostics {
	elements := make(map[string]attr.Value, len(o.values))
	for id, object := range o.values {
		if object.IsUnknown() {
			m.Overwritten = types.MapUnknown(managedbrand.Type)
			return nil
		}
		elements[fmt.Sprint(id)] = object
	}
	m.Overwritten = types.MapNull(managedbrand.Type)
	if len(elements) == 0 {
		return nil
	}
	var diags diag.Diagnostics
	m.Overwritten, diags = types.MapValue(managedbrand.Type, elements)
	return diags
}

// of are the overwritten values of one brand.
func (o overwritten) of(id int32) types.Object {
	if object, ok := o.values[id]; ok {
		return object
	}
	return o.others
}

// put sets the overwritten values of one brand.
func (o overwritten) put(id int32, object types.Object) {
	if !object.IsNull() {
		o.values[id] = object
	}
}

// ids are the keys of dictionaries in ascending order.
func ids(dictionaries ...entries) []int32 {
	all := make(entries)
	for _, brands := range dictionaries {
		maps.Copy(all, brands)
	}
	return slices.Sorted(maps.Keys(all))
}
