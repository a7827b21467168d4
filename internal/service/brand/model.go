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
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
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

// resourceModel is the configuration, the plan or the state of a resource. A single brand has only
// some of the arguments.
type resourceModel struct {
	providerdata.AccountFields
	DeletionPolicy types.String
	Exclusive      types.Bool
	Parallelism    types.Number
	// Unlisted are names of brands that no entry has; nil for null.
	Unlisted []string
	// isUnlistedUnknown means that only the apply knows them.
	isUnlistedUnknown bool
	Brands            set.Brands
	// areBrandsUnknown means that the value of brands is unknown. Of a single brand, only
	// attributes can be unknown.
	areBrandsUnknown bool
	// raw are the entries as the configuration or plan has them.
	raw map[string]rawEntry

	layout layout
}

// rawEntry is an entry as the protocol has it. Without attributes, the value is null or
// unknown.
type rawEntry struct {
	value      tftypes.Value
	attributes map[string]tftypes.Value
}

// layout reads and writes the brands where a resource type has them.
type layout interface {
	info() *managed.ResourceInfo
	// read returns the entries by their labels, and whether they are known.
	read(resource map[string]tftypes.Value) (entries map[string]rawEntry, isKnown bool)
	// write writes the brands of a model to the attributes of a resource.
	write(m *resourceModel, resource tftypes.Object, attributes map[string]tftypes.Value)
	// entryPath is the path of the arguments of a brand.
	entryPath(label string) path.Path
	// isMap reports whether the brands are entries of a map: labels are default names, and a plan
	// does not show each brand as a resource.
	isMap() bool
}

// singleLayout is the layout of a single brand, whose arguments are those of the resource.
type singleLayout struct{}

// singleLabel is the label of a single brand.
const singleLabel = ""

func (singleLayout) read(attributes map[string]tftypes.Value) (map[string]rawEntry, bool) {
	return map[string]rawEntry{singleLabel: {attributes: attributes}}, true
}

func (singleLayout) write(m *resourceModel, typ tftypes.Object, attributes map[string]tftypes.Value) {
	entry := m.Brands[singleLabel]
	writeEntry(entry, typ, attributes)
	attributes[createTimeName] = createTimeOf(entry)
}

func (singleLayout) entryPath(string) path.Path { return path.Empty() }

func (singleLayout) isMap() bool { return false }

func (singleLayout) info() *managed.ResourceInfo { return &brandInfo }

// mapLayout is the layout of a map of brands.
type mapLayout struct{}

func (mapLayout) read(attributes map[string]tftypes.Value) (map[string]rawEntry, bool) {
	brands := attributes[brandsName]
	entries := make(map[string]rawEntry)
	for label, value := range elementsOf(brands) {
		entries[label] = rawEntry{value: value, attributes: elementsOf(value)}
	}
	return entries, brands.IsKnown()
}

func (mapLayout) write(m *resourceModel, object tftypes.Object, attributes map[string]tftypes.Value) {
	mapType, _ := object.AttributeTypes[brandsName].(tftypes.Map)
	entryType, _ := mapType.ElementType.(tftypes.Object)
	brands := make(map[string]tftypes.Value, len(m.Brands))
	for label, brand := range m.Brands {
		raw, hasRaw := m.raw[label]
		if hasRaw && raw.attributes == nil {
			brands[label] = raw.value
			continue
		}
		values := make(map[string]tftypes.Value, len(entryType.AttributeTypes))
		maps.Copy(values, raw.attributes)
		writeEntry(brand, entryType, values)
		brands[label] = tftypes.NewValue(entryType, values)
	}
	attributes[brandsName] = tftypes.NewValue(mapType, brands)
}

func (mapLayout) entryPath(label string) path.Path { return path.Root(brandsName).AtMapKey(label) }

func (mapLayout) isMap() bool { return true }

func (mapLayout) info() *managed.ResourceInfo { return &brandsInfo }

// elementsOf returns the elements of a map or an object of the protocol; none if it is null or
// unknown.
func elementsOf(value tftypes.Value) (elements map[string]tftypes.Value) {
	if value.IsKnown() {
		// There is no error, because the schema has a map or an object.
		_ = value.As(&elements)
	}
	return elements
}

// Read reads the attributes of a configuration, plan or state.
func (m *resourceModel) Read(attributes map[string]tftypes.Value) {
	m.AccountFields = providerdata.AccountFieldsOf(attributes)
	m.DeletionPolicy = model.ReadString(attributes[policyName])
	m.Exclusive = model.Value[types.Bool](types.BoolType, attributes[exclusiveName])
	m.Parallelism = model.Value[types.Number](types.NumberType, attributes[parallelismName])
	m.Unlisted, _ = field.ReadTexts(attributes[unlistedName])
	var isKnown bool
	m.raw, isKnown = m.layout.read(attributes)
	m.areBrandsUnknown = !isKnown
	m.Brands = make(set.Brands, len(m.raw))
	for label, raw := range m.raw {
		m.Brands[label] = m.withDefaultName(label, raw.brand())
	}
}

// withDefaultName gives an entry of a map its label as the name, if neither an id nor a name is
// configured.
func (m *resourceModel) withDefaultName(label string, e set.Brand) set.Brand {
	isNameConfigured := e.Values.HasName() || e.Values.IsNameUnknown()
	if !m.layout.isMap() || isNameConfigured {
		return e
	}
	if e.IsWithoutID() {
		e.Values.SetName(label)
	}
	return e
}

// brand returns the brand of an entry.
func (e rawEntry) brand() set.Brand {
	if e.attributes == nil {
		return set.Brand{Values: field.Unknown(), IsUnknown: !e.value.IsKnown()}
	}
	id := e.attributes[brandIDName]
	adopted := e.attributes[adoptedName]
	isAdopted := model.Value[types.Bool](types.BoolType, adopted)
	// In a configuration, adopted is null. There, only an unknown id makes the brand unknown.
	isConfiguredIDUnknown := isAdopted.IsNull() && !id.IsKnown()
	return set.Brand{
		ID:     number.Value(model.Value[types.Number](types.NumberType, id)),
		Values: field.Read(e.attributes),
		// A value that is null or unknown counts as adopted, so that nothing is deleted because of
		// it.
		IsAdopted:   !isAdopted.Equal(types.BoolValue(false)),
		Overwritten: field.ReadObject(e.attributes[overwrittenName]),
		Created:     model.ReadString(e.attributes[createTimeName]).ValueString(),
		IsUnknown:   !adopted.IsKnown() || isConfiguredIDUnknown,
	}
}

// Write writes the model to the attributes of a plan or state. Brands that are unknown stay as they
// were read.
func (m *resourceModel) Write(object tftypes.Object, attributes map[string]tftypes.Value) {
	attributes[locationName] = valueOf(m.Location)
	attributes[accountIDName] = valueOf(m.AccountID)
	attributes[policyName] = valueOf(m.DeletionPolicy)
	if m.layout.isMap() {
		attributes[exclusiveName] = valueOf(m.Exclusive)
		attributes[parallelismName] = valueOf(m.Parallelism)
		unlistedType := object.AttributeTypes[unlistedName]
		attributes[unlistedName] = field.WriteTexts(unlistedType, m.Unlisted)
		if m.isUnlistedUnknown {
			attributes[unlistedName] = unknownOf(unlistedType)
		}
	}
	if !m.areBrandsUnknown {
		m.layout.write(m, object, attributes)
	}
}

// writeEntry writes an entry to its attributes, which are those of the raw entry, or empty.
func writeEntry(entry set.Brand, typ tftypes.Object, attributes map[string]tftypes.Value) {
	entry.Values.Write(typ, attributes)
	attributes[brandIDName] = unknownOf(tftypes.Number)
	if entry.ID != 0 {
		attributes[brandIDName] = tftypes.NewValue(tftypes.Number, entry.ID)
	}
	overwrittenType, _ := typ.AttributeTypes[overwrittenName].(tftypes.Object)
	if entry.IsUnknown {
		attributes[adoptedName] = unknownOf(tftypes.Bool)
		attributes[overwrittenName] = unknownOf(overwrittenType)
		return
	}
	attributes[adoptedName] = tftypes.NewValue(tftypes.Bool, entry.IsAdopted)
	attributes[overwrittenName] = entry.Overwritten.WriteObject(overwrittenType)
}

// createTimeOf returns the value of create_time for an entry. It is unknown until the brand is
// found or created.
func createTimeOf(entry set.Brand) tftypes.Value {
	if entry.IsUnknown || entry.ID == 0 {
		return unknownOf(tftypes.String)
	}
	return valueOf(nullable.String(entry.Created))
}

// valueOf returns a value of the framework as one of the protocol.
func valueOf(value attr.Value) tftypes.Value {
	// There is no error for texts, truth values and numbers.
	converted, _ := value.ToTerraformValue(context.Background())
	return converted
}

func unknownOf(typ tftypes.Type) tftypes.Value { return tftypes.NewValue(typ, tftypes.UnknownValue) }

// parallelism returns how many requests of a resource may be in flight at a time: one if the
// argument is not known, and for a single brand, which does not have it.
func (m *resourceModel) parallelism() int { return max(int(number.Value(m.Parallelism)), 1) }

// Subject names all brands in messages.
func (m *resourceModel) Subject() apidiag.Subject {
	return m.subject(slices.Collect(maps.Values(m.Brands))...)
}
