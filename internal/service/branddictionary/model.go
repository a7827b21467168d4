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

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/int32type"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managedbrand"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
)

// dictionaryModel is a videoindexer_brands.
//
// The maps are taken apart by hand: reflection into structs costs more than all else that is done with a thousand
// entries.
type dictionaryModel struct {
	providerdata.AccountFields
	Brands         types.Map       `tfsdk:"brands"`
	Overwritten    types.Map       `tfsdk:"overwritten"`
	Parallelism    int32type.Value `tfsdk:"parallelism"`
	DeletionPolicy types.String    `tfsdk:"deletion_policy"`
}

// entries are the brands of a dictionary by id.
type entries map[int32]managedbrand.Values

// overwritten are the overwritten values of a dictionary's brands by id. Brands of which nothing was overwritten are not
// in it.
type overwritten map[int32]types.Object

func (m *dictionaryModel) policy() deletion.Policy {
	return deletion.Of(m.DeletionPolicy, deletion.Abandon)
}

// parallelism is how many brands to work on at a time; an import has none yet.
func (m *dictionaryModel) parallelism() int {
	return min(max(int(m.Parallelism.Int32()), 1), maxParallelism)
}

// setDefaults fills in what an import leaves open, so that the plan after it has nothing to change.
func (m *dictionaryModel) setDefaults() {
	m.DeletionPolicy = types.StringValue(string(m.policy()))
	if m.Parallelism.IsNull() {
		m.Parallelism = int32type.New(defaultParallelism)
	}
	m.Overwritten = types.MapNull(managedbrand.Type)
}

// entriesOf are the brands of a map. What is not known of an entry is unknown in it.
func entriesOf(brands types.Map) (entries, diag.Diagnostics) {
	var diags diag.Diagnostics
	found := make(entries, len(brands.Elements()))
	for key, element := range brands.Elements() {
		id, err := int32type.Parse(key)
		object, ok := element.(types.Object)
		if err != nil || !ok {
			diags.AddAttributeError(path.Root("brands").AtMapKey(key), "Invalid entry", fmt.Sprintf("brands[%q] is not an entry with the id of a brand as its key.", key))
			continue
		}
		found[id] = managedbrand.ValuesOf(object)
	}
	return found, diags
}

// setEntries puts brands into the model.
func (m *dictionaryModel) setEntries(brands entries) diag.Diagnostics {
	elements := make(map[string]attr.Value, len(brands))
	for id, entry := range brands {
		elements[fmt.Sprint(id)] = entry.Object()
	}
	var diags diag.Diagnostics
	m.Brands, diags = types.MapValue(managedbrand.Type, elements)
	return diags
}

// overwritten are the overwritten values of the model; unknown ones are unknown in it.
func (m *dictionaryModel) overwritten() overwritten {
	found := make(overwritten, len(m.Overwritten.Elements()))
	for key, element := range m.Overwritten.Elements() {
		id, err := int32type.Parse(key)
		if object, ok := element.(types.Object); ok && err == nil {
			found[id] = object
		}
	}
	return found
}

// setOverwritten puts overwritten values into the model: null where there are none, and unknown as a whole where those of
// a brand are, since it is open then whether it has an element at all.
func (m *dictionaryModel) setOverwritten(values overwritten) diag.Diagnostics {
	elements := make(map[string]attr.Value, len(values))
	for id, object := range values {
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

// of are the overwritten values of one brand; null where there are none.
func (o overwritten) of(id int32) types.Object {
	if object, ok := o[id]; ok {
		return object
	}
	return types.ObjectNull(managedbrand.Types)
}

// plannedOf are the overwritten values of one brand in a plan, whose map may be unknown as a whole.
func (o overwritten) plannedOf(id int32, planned types.Map) types.Object {
	if planned.IsUnknown() {
		return types.ObjectUnknown(managedbrand.Types)
	}
	return o.of(id)
}

// put sets the overwritten values of one brand.
func (o overwritten) put(id int32, object types.Object) {
	delete(o, id)
	if !object.IsNull() {
		o[id] = object
	}
}

// ids are the keys of dictionaries in ascending order.
func ids(dictionaries ...entries) []int32 {
	all := make(map[int32]struct{})
	for _, brands := range dictionaries {
		for id := range brands {
			all[id] = struct{}{}
		}
	}
	return slices.Sorted(maps.Keys(all))
}
