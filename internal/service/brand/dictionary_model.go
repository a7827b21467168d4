package brand

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
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/scope"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/textset"
)

// dictionaryModel is a videoindexer_brands.
//
// The map is taken apart by hand: reflection into structs costs more than all else that is done with
// a thousand entries.
type dictionaryModel struct {
	scope.Fields
	Brands         types.Map       `tfsdk:"brands"`
	Parallelism    int32type.Value `tfsdk:"parallelism"`
	DeletionPolicy types.String    `tfsdk:"deletion_policy"`
}

// entries are the brands of a dictionary by id.
type entries map[int32]values

// entryTypes are the types of an entry's attributes.
var (
	entryTypes = map[string]attr.Type{
		"name":          types.StringType,
		"enabled":       types.BoolType,
		"description":   types.StringType,
		"reference_url": types.StringType,
		"tags":          textset.NewType(),
	}
	entryType = types.ObjectType{AttrTypes: entryTypes}
)

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
}

// entries answers the brands of the model. What is not known of an entry is unknown in it.
func (m *dictionaryModel) entries() (entries, diag.Diagnostics) {
	var diags diag.Diagnostics
	found := make(entries, len(m.Brands.Elements()))
	for key, element := range m.Brands.Elements() {
		id, err := int32type.Parse(key)
		object, ok := element.(types.Object)
		if err != nil || !ok {
			diags.AddAttributeError(path.Root("brands").AtMapKey(key), "Invalid entry", fmt.Sprintf("brands[%q] is not an entry with the id of a brand as its key.", key))
			continue
		}
		found[id] = valuesOf(object)
	}
	return found, diags
}

// setEntries puts brands into the model.
func (m *dictionaryModel) setEntries(brands entries) diag.Diagnostics {
	elements := make(map[string]attr.Value, len(brands))
	var all diag.Diagnostics
	for id, entry := range brands {
		object, diags := entry.object()
		all.Append(diags...)
		elements[fmt.Sprint(id)] = object
	}
	brandsMap, diags := types.MapValue(entryType, elements)
	all.Append(diags...)
	m.Brands = brandsMap
	return all
}

// unset is an entry of which nothing is known.
func unset() values { return values{Tags: textset.Null()} }

func valuesOf(object types.Object) values {
	v := unset()
	attributes := object.Attributes()
	assign(&v.Name, attributes["name"])
	assign(&v.Enabled, attributes["enabled"])
	assign(&v.Description, attributes["description"])
	assign(&v.ReferenceURL, attributes["reference_url"])
	assign(&v.Tags, attributes["tags"])
	return v
}

// assign sets target where value is of its type, as the schema has it.
func assign[T attr.Value](target *T, value attr.Value) {
	if typed, ok := value.(T); ok {
		*target = typed
	}
}

func (v *values) object() (types.Object, diag.Diagnostics) {
	return types.ObjectValue(entryTypes, map[string]attr.Value{
		"name": v.Name, "enabled": v.Enabled, "description": v.Description, "reference_url": v.ReferenceURL, "tags": v.Tags,
	})
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
