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

// resourceModel is a resource of brands. A type has some of its settings.
type resourceModel struct {
	providerdata.AccountFields
	DeletionPolicy types.String
	Exclusive      types.Bool
	Parallelism    types.Number
	// Unlisted are names of brands that no entry has; nil for null.
	Unlisted []string
	// isUnlistedOpen says that they are not known yet.
	isUnlistedOpen bool

	Brands set.Brands
	// isUnknown says that nothing is known of the brands.
	isUnknown bool
	// entries are the brands of a configuration as they are written there.
	entries map[string]entry
	layout  layout
}

// entry is the attributes of a brand. Value is that of the whole, which is null or unknown if it has no attributes.
type entry struct {
	value      tftypes.Value
	attributes map[string]tftypes.Value
}

// layout is where a type has its brands.
type layout interface {
	// read returns the brands by their labels, and whether they are known.
	read(resource map[string]tftypes.Value) (entries map[string]entry, isKnown bool)
	// write puts the brands of a model among the attributes of a resource.
	write(m *resourceModel, resource tftypes.Object, attributes map[string]tftypes.Value)
	// at is where the arguments of a brand are.
	at(label string) path.Path
	// isMap says that labels stand for names, and that a plan does not show each brand as a resource.
	isMap() bool
}

// singleLayout is the layout of a single brand, whose arguments are those of the resource.
type singleLayout struct{}

// singleLabel is the label of a single brand.
const singleLabel = ""

func (singleLayout) read(attributes map[string]tftypes.Value) (map[string]entry, bool) {
	return map[string]entry{singleLabel: {attributes: attributes}}, true
}

func (singleLayout) write(m *resourceModel, kind tftypes.Object, attributes map[string]tftypes.Value) {
	write(m.Brands[singleLabel], kind, attributes)
}

func (singleLayout) at(string) path.Path { return path.Empty() }

func (singleLayout) isMap() bool { return false }

// mapLayout is the layout of a map of brands.
type mapLayout struct{}

func (mapLayout) read(attributes map[string]tftypes.Value) (map[string]entry, bool) {
	brands, entries := attributes[brandsName], make(map[string]entry)
	for label, value := range elements(brands) {
		entries[label] = entry{value, elements(value)}
	}
	return entries, brands.IsKnown()
}

func (mapLayout) write(m *resourceModel, object tftypes.Object, attributes map[string]tftypes.Value) {
	all, _ := object.AttributeTypes[brandsName].(tftypes.Map)
	kind, _ := all.ElementType.(tftypes.Object)
	brands := make(map[string]tftypes.Value, len(m.Brands))
	for label, b := range m.Brands {
		e, isWritten := m.entries[label]
		if isWritten && e.attributes == nil {
			brands[label] = e.value
			continue
		}
		values := make(map[string]tftypes.Value, len(kind.AttributeTypes))
		maps.Copy(values, e.attributes)
		write(b, kind, values)
		brands[label] = tftypes.NewValue(kind, values)
	}
	attributes[brandsName] = tftypes.NewValue(all, brands)
}

func (mapLayout) at(label string) path.Path { return path.Root(brandsName).AtMapKey(label) }

func (mapLayout) isMap() bool { return true }

// elements are those of a map or an object of the protocol; none for one that is null or unknown.
func elements(of tftypes.Value) (all map[string]tftypes.Value) {
	if of.IsNull() || !of.IsKnown() || of.As(&all) != nil {
		return nil
	}
	return all
}

// Read takes the attributes of a configuration, plan or state.
func (m *resourceModel) Read(attributes map[string]tftypes.Value) {
	m.Location = read[types.String](types.StringType, attributes[locationName])
	m.AccountID = read[types.String](types.StringType, attributes[accountIDName])
	m.DeletionPolicy = read[types.String](types.StringType, attributes[policyName])
	m.Exclusive = read[types.Bool](types.BoolType, attributes[exclusiveName])
	m.Parallelism = read[types.Number](types.NumberType, attributes[parallelismName])
	m.Unlisted, _ = field.ReadTexts(attributes[unlistedName])
	var isKnown bool
	m.entries, isKnown = m.layout.read(attributes)
	m.isUnknown = !isKnown
	m.Brands = make(set.Brands, len(m.entries))
	for label, e := range m.entries {
		m.Brands[label] = m.named(label, e.brand())
	}
}

// brand is what an entry of a configuration, plan or state says.
func (e entry) brand() set.Brand {
	if e.attributes == nil {
		return set.Brand{IsOpen: !e.value.IsKnown(), Values: field.Unknown()}
	}
	id, adopted, created := e.attributes[brandIDName], e.attributes[adoptedName], read[types.String](types.StringType, e.attributes[createTimeName])
	isAdopted := read[types.Bool](types.BoolType, adopted)
	return set.Brand{
		ID: number.Value(read[types.Number](types.NumberType, id)), Create: created.ValueString(),
		Values: field.Read(e.attributes), Overwritten: field.ReadObject(e.attributes[overwrittenName]),
		IsAdopted: !isAdopted.Equal(types.BoolValue(false)), // as long as it is not known, too
		IsOpen:    !adopted.IsKnown() || isAdopted.IsNull() && !id.IsKnown(),
	}
}

// read is a value of the framework; null where the resource has no such attribute.
func read[T attr.Value](kind attr.Type, in tftypes.Value) (value T) {
	out, _ := kind.ValueFromTerraform(context.Background(), in) // the schema has the type
	value, _ = out.(T)
	return value
}

// Write puts the model among the attributes of a plan or state.
func (m *resourceModel) Write(object tftypes.Object, attributes map[string]tftypes.Value) {
	if !m.isUnknown { // otherwise they stay as they are
		m.layout.write(m, object, attributes)
	}
	for name, value := range map[string]attr.Value{
		locationName: m.Location, accountIDName: m.AccountID, policyName: m.DeletionPolicy, exclusiveName: m.Exclusive, parallelismName: m.Parallelism,
	} {
		if _, has := object.AttributeTypes[name]; has {
			attributes[name], _ = value.ToTerraformValue(context.Background())
		}
	}
	if kind, has := object.AttributeTypes[unlistedName]; has {
		attributes[unlistedName] = field.WriteTexts(kind, m.Unlisted)
		if m.isUnlistedOpen {
			attributes[unlistedName] = tftypes.NewValue(kind, tftypes.UnknownValue)
		}
	}
}

// write puts a brand among its attributes, which are those of an entry of a configuration, or none.
func write(b set.Brand, kind tftypes.Object, attributes map[string]tftypes.Value) {
	b.Values.Write(kind, attributes)
	overwritten, _ := kind.AttributeTypes[overwrittenName].(tftypes.Object)
	attributes[adoptedName], attributes[overwrittenName] = tftypes.NewValue(tftypes.Bool, b.IsAdopted), b.Overwritten.WriteObject(overwritten)
	if b.IsOpen {
		attributes[adoptedName], attributes[overwrittenName] = tftypes.NewValue(tftypes.Bool, tftypes.UnknownValue), tftypes.NewValue(overwritten, tftypes.UnknownValue)
	}
	id, created := tftypes.NewValue(tftypes.Number, tftypes.UnknownValue), tftypes.NewValue(tftypes.String, tftypes.UnknownValue)
	if b.ID != 0 {
		id = tftypes.NewValue(tftypes.Number, b.ID)
	}
	if b.ID != 0 && !b.IsOpen {
		created, _ = nullable.Text(b.Create).ToTerraformValue(context.Background())
	}
	attributes[brandIDName] = id
	if _, has := kind.AttributeTypes[createTimeName]; has {
		attributes[createTimeName] = created
	}
}

// Subject is what messages call all the brands.
func (m *resourceModel) Subject() apidiag.Subject {
	return m.subject(slices.Collect(maps.Values(m.Brands))...)
}
