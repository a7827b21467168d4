package brand

import (
	"context"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/model"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/number"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/field"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/set"
)

const (
	locationName    = "location"
	accountIDName   = "account_id"
	policyName      = "deletion_policy"
	brandsName      = "brands"
	brandIDName     = "brand_id"
	adoptedName     = "adopted"
	overwrittenName = "overwritten"
	createTimeName  = "create_time"
	exclusiveName   = "exclusive"
	unlistedName    = "unlisted"
	parallelismName = "parallelism"
)

// settings are the arguments of a resource besides its brands. A single brand has only some of them.
type settings struct {
	providerdata.AccountFields
	DeletionPolicy types.String
	Exclusive      types.Bool
	Parallelism    types.Number
	// Unlisted are names of brands that no entry has; nil for null.
	Unlisted []string
	// isUnlistedUnknown means that only the apply knows them.
	isUnlistedUnknown bool

	layout layout
}

// stateModel is the state of a resource.
type stateModel struct {
	settings

	Brands set.Brands
}

// planModel is the configuration or the plan of a resource.
type planModel struct {
	settings

	Brands set.Entries
	// areBrandsUnknown means that the value of brands is unknown. Of a single brand, only attributes can be unknown.
	areBrandsUnknown bool
	// written are the entries as the configuration or plan has them.
	written map[string]writtenEntry
}

// writtenEntry is an entry as the protocol has it. Without attributes, the value is null or unknown.
type writtenEntry struct {
	value      tftypes.Value
	attributes map[string]tftypes.Value
}

// layout reads and writes the brands where a resource type has them.
type layout interface {
	// read returns the entries by their labels, and whether they are known.
	read(resource map[string]tftypes.Value) (entries map[string]writtenEntry, isKnown bool)
	// write writes the brands of a model to the attributes of a resource.
	write(m *planModel, resource tftypes.Object, attributes map[string]tftypes.Value)
	// entryPath is the path of the arguments of a brand.
	entryPath(label string) path.Path
	// isMap reports whether the brands are entries of a map: labels are default names, and a plan does not show each
	// brand as a resource.
	isMap() bool
}

// singleLayout is the layout of a single brand, whose arguments are those of the resource.
type singleLayout struct{}

// singleLabel is the label of a single brand.
const singleLabel = ""

func (singleLayout) read(attributes map[string]tftypes.Value) (map[string]writtenEntry, bool) {
	return map[string]writtenEntry{singleLabel: {attributes: attributes}}, true
}

func (singleLayout) write(m *planModel, typ tftypes.Object, attributes map[string]tftypes.Value) {
	writeEntry(m.Brands[singleLabel], typ, attributes)
}

func (singleLayout) entryPath(string) path.Path { return path.Empty() }

func (singleLayout) isMap() bool { return false }

// mapLayout is the layout of a map of brands.
type mapLayout struct{}

func (mapLayout) read(attributes map[string]tftypes.Value) (map[string]writtenEntry, bool) {
	brands := attributes[brandsName]
	entries := make(map[string]writtenEntry)
	for label, value := range elementsOf(brands) {
		entries[label] = writtenEntry{value, elementsOf(value)}
	}
	return entries, brands.IsKnown()
}

func (mapLayout) write(m *planModel, object tftypes.Object, attributes map[string]tftypes.Value) {
	all, _ := object.AttributeTypes[brandsName].(tftypes.Map)
	typ, _ := all.ElementType.(tftypes.Object)
	brands := make(map[string]tftypes.Value, len(m.Brands))
	for label, entry := range m.Brands {
		written, isWritten := m.written[label]
		if isWritten && written.attributes == nil {
			brands[label] = written.value
			continue
		}
		values := make(map[string]tftypes.Value, len(typ.AttributeTypes))
		maps.Copy(values, written.attributes)
		writeEntry(entry, typ, values)
		brands[label] = tftypes.NewValue(typ, values)
	}
	attributes[brandsName] = tftypes.NewValue(all, brands)
}

func (mapLayout) entryPath(label string) path.Path { return path.Root(brandsName).AtMapKey(label) }

func (mapLayout) isMap() bool { return true }

// elementsOf returns the elements of a map or an object of the protocol; none if it is null or unknown.
func elementsOf(value tftypes.Value) (all map[string]tftypes.Value) {
	if value.IsKnown() {
		// The schema has the type; null has none.
		_ = value.As(&all)
	}
	return all
}

// read reads the settings from the attributes of a configuration, plan or state, and returns the entries.
func (m *settings) read(attributes map[string]tftypes.Value) (entries map[string]writtenEntry, isKnown bool) {
	m.AccountFields = providerdata.AccountOf(attributes)
	m.DeletionPolicy = model.ReadString(attributes[policyName])
	m.Exclusive = model.Value[types.Bool](types.BoolType, attributes[exclusiveName])
	m.Parallelism = model.Value[types.Number](types.NumberType, attributes[parallelismName])
	m.Unlisted, _ = field.ReadTexts(attributes[unlistedName])
	return m.layout.read(attributes)
}

// Read reads the attributes of a state.
func (m *stateModel) Read(attributes map[string]tftypes.Value) {
	entries, _ := m.read(attributes)
	m.Brands = make(set.Brands, len(entries))
	for label, written := range entries {
		m.Brands[label] = written.entry().Brand
	}
}

// Read reads the attributes of a configuration or plan.
func (m *planModel) Read(attributes map[string]tftypes.Value) {
	var isKnown bool
	m.written, isKnown = m.read(attributes)
	m.areBrandsUnknown = !isKnown
	m.Brands = make(set.Entries, len(m.written))
	for label, written := range m.written {
		m.Brands[label] = m.withDefaultName(label, written.entry())
	}
}

// entry returns the values of an entry of a configuration, plan or state.
func (e writtenEntry) entry() set.Entry {
	if e.attributes == nil {
		return set.Entry{Brand: set.Brand{Values: field.Unknown()}, IsUnknown: !e.value.IsKnown()}
	}
	id, adopted := e.attributes[brandIDName], e.attributes[adoptedName]
	isAdopted := model.Value[types.Bool](types.BoolType, adopted)
	isIDOpen := isAdopted.IsNull() && !id.IsKnown()
	return set.Entry{
		Brand: set.Brand{
			ID:          number.Value(model.Value[types.Number](types.NumberType, id)),
			Values:      field.Read(e.attributes),
			IsAdopted:   !isAdopted.Equal(types.BoolValue(false)), // also if it is not known
			Overwritten: field.ReadObject(e.attributes[overwrittenName]),
			Created:     model.ReadString(e.attributes[createTimeName]).ValueString(),
		},
		IsUnknown: !adopted.IsKnown() || isIDOpen,
	}
}

// Write writes the model to the attributes of a state.
func (m *stateModel) Write(object tftypes.Object, attributes map[string]tftypes.Value) {
	all := planModel{settings: m.settings, Brands: make(set.Entries, len(m.Brands))}
	for label, b := range m.Brands {
		all.Brands[label] = set.Entry{Brand: b}
	}
	all.Write(object, attributes)
}

// Write writes the model to the attributes of a plan.
func (m *planModel) Write(object tftypes.Object, attributes map[string]tftypes.Value) {
	// Unknown brands stay as the configuration has them.
	if !m.areBrandsUnknown {
		m.layout.write(m, object, attributes)
	}
	for name, value := range map[string]attr.Value{
		locationName: m.Location, accountIDName: m.AccountID,
		policyName: m.DeletionPolicy, exclusiveName: m.Exclusive, parallelismName: m.Parallelism,
	} {
		_, hasAttribute := object.AttributeTypes[name]
		if hasAttribute {
			attributes[name], _ = value.ToTerraformValue(context.Background())
		}
	}
	typ, hasUnlisted := object.AttributeTypes[unlistedName]
	if hasUnlisted {
		attributes[unlistedName] = field.WriteTexts(typ, m.Unlisted)
		if m.isUnlistedUnknown {
			attributes[unlistedName] = tftypes.NewValue(typ, tftypes.UnknownValue)
		}
	}
}

// writeEntry writes an entry to its attributes, which are those of the configuration, or empty.
func writeEntry(entry set.Entry, typ tftypes.Object, attributes map[string]tftypes.Value) {
	entry.Values.Write(typ, attributes)
	overwritten, _ := typ.AttributeTypes[overwrittenName].(tftypes.Object)
	attributes[adoptedName] = tftypes.NewValue(tftypes.Bool, entry.IsAdopted)
	attributes[overwrittenName] = entry.Overwritten.WriteObject(overwritten)
	if entry.IsUnknown {
		attributes[adoptedName] = unknownOf(tftypes.Bool)
		attributes[overwrittenName] = unknownOf(overwritten)
	}
	id := unknownOf(tftypes.Number)
	created := unknownOf(tftypes.String)
	if entry.ID != 0 {
		id = tftypes.NewValue(tftypes.Number, entry.ID)
	}
	if entry.ID != 0 && !entry.IsUnknown {
		created, _ = nullable.String(entry.Created).ToTerraformValue(context.Background())
	}
	attributes[brandIDName] = id
	_, hasCreateTime := typ.AttributeTypes[createTimeName]
	if hasCreateTime {
		attributes[createTimeName] = created
	}
}

func unknownOf(typ tftypes.Type) tftypes.Value { return tftypes.NewValue(typ, tftypes.UnknownValue) }

// Subject names all brands in messages.
func (m *stateModel) Subject() apidiag.Subject {
	return m.subject(slices.Collect(maps.Values(m.Brands))...)
}

// Subject names all brands in messages.
func (m *planModel) Subject() apidiag.Subject {
	return m.subject(slices.Collect(maps.Values(m.Brands.Brands()))...)
}
