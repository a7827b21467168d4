package entries

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/number"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/field"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/set"
)

// Model is a resource of brands.
type Model struct {
	providerdata.AccountFields
	Contents       Contents
	DeletionPolicy types.String
}

// Read takes the attributes of a configuration, plan or state.
func (m *Model) Read(attributes map[string]tftypes.Value) {
	m.Location = read[types.String](types.StringType, attributes[locationName])
	m.AccountID = read[types.String](types.StringType, attributes[accountIDName])
	m.DeletionPolicy = read[types.String](types.StringType, attributes[policyName])
	m.Contents = contentsOf(attributes)
}

// Write puts the model among the attributes of a plan or state.
func (m *Model) Write(resource tftypes.Object, attributes map[string]tftypes.Value) {
	c := &m.Contents
	for name, value := range map[string]attr.Value{
		locationName: m.Location, accountIDName: m.AccountID, policyName: m.DeletionPolicy,
		exclusiveName: c.Exclusive, parallelismName: c.Parallelism, createTimeName: c.CreateTime,
	} {
		if _, has := resource.AttributeTypes[name]; has {
			attributes[name], _ = value.ToTerraformValue(context.Background())
		}
	}
	c.write(resource, attributes)
}

// account names the account of a state, or of a plan that knows it. Its letter case does not count.
func (m *Model) account() string {
	return strings.ToLower(m.Location.ValueString() + "/" + m.AccountID.ValueString())
}

// Brands are those of a dictionary, by their keys. That of a single brand is One.
type Brands map[string]set.Brand

// One is the key of a single brand, whose fields are attributes of the resource itself. No entry can have it.
const One = " "

// Settings are attributes of which each resource has some.
type Settings struct {
	Exclusive   types.Bool
	Parallelism types.Number
	CreateTime  types.String
}

// Contents are the brands of a resource, what was overwritten of them, and its settings. They are taken apart by hand:
// reflection into structs costs more than all else that is done with a thousand entries.
type Contents struct {
	Settings

	Brands Brands
	// IsUnknown says that nothing is known of the brands.
	IsUnknown bool
	// Deleted are brands that are no entries and that an apply deletes, or has deleted: they are shown among the overwritten
	// values until the next refresh. So are, with no values, entries that are found at the same time: what is open of one of them
	// must not hide what is deleted, so that it is an element which is unknown, and may become null.
	Deleted map[string]field.Values
	// IsOpen says that adopted and overwritten stay as the framework has planned them, and AreAdoptedOpen that adopted is unknown.
	IsOpen, AreAdoptedOpen bool

	// entries are those of a configuration as they are written there, since of an entry some parts may be known.
	entries map[string]tftypes.Value
}

const (
	locationName    = "location"
	accountIDName   = "account_id"
	policyName      = "deletion_policy"
	brandsName      = "brands"
	overwrittenName = "overwritten"
	adoptedName     = "adopted"
	exclusiveName   = "exclusive"
	brandIDName     = "brand_id"
	parallelismName = "parallelism"
	createTimeName  = "create_time"
)

// contentsOf are those of a configuration, plan or state.
func contentsOf(attributes map[string]tftypes.Value) (c Contents) {
	c.Brands = make(Brands)
	c.Exclusive = read[types.Bool](types.BoolType, attributes[exclusiveName])
	c.Parallelism = read[types.Number](types.NumberType, attributes[parallelismName])
	c.CreateTime = read[types.String](types.StringType, attributes[createTimeName])
	if brands, isMap := attributes[brandsName]; isMap {
		c.getBrands(brands, attributes)
		return c
	}
	id := attributes[brandIDName]
	c.Brands[One] = set.Brand{
		ID: readID(id), IsAdopted: !id.IsNull(),
		Values: field.Read(attributes), Overwritten: field.ReadObject(attributes[overwrittenName]),
	}
	return c
}

func (c *Contents) getBrands(brands tftypes.Value, attributes map[string]tftypes.Value) {
	adopted, isNamed := attributes[adoptedName]
	c.IsUnknown, c.AreAdoptedOpen = !brands.IsKnown(), !adopted.IsKnown()
	c.entries = elements(brands)
	isAdopted, overwritten := names(adopted), elements(attributes[overwrittenName])
	for key, entry := range c.entries {
		b := set.Brand{Values: field.ReadObject(entry), IsAdopted: !isNamed || isAdopted[key]}
		if b.Overwritten = field.Unknown(); attributes[overwrittenName].IsKnown() {
			b.Overwritten = field.ReadObject(overwritten[key])
		}
		if isNamed {
			b.ID = readID(elements(entry)[brandIDName])
			b.Values.SetName(key)
		} else {
			b.ID, _ = number.Parse(key) // validated
		}
		c.Brands[key] = b
	}
	c.Deleted = make(map[string]field.Values)
	for key, object := range overwritten {
		if _, isEntry := c.Brands[key]; !isEntry {
			c.Deleted[key] = field.ReadObject(object)
		} else if !object.IsKnown() || object.IsNull() {
			c.Deleted[key] = field.Values{}
		}
	}
}

// read is a value of the framework; null where the resource has no such attribute.
func read[T attr.Value](kind attr.Type, in tftypes.Value) (value T) {
	out, _ := kind.ValueFromTerraform(context.Background(), in) // the schema has the type
	value, _ = out.(T)
	return value
}

func readID(in tftypes.Value) int32 { return number.Value(read[types.Number](types.NumberType, in)) }

// write puts the brands among the attributes of a plan or state.
func (c *Contents) write(model tftypes.Object, attributes map[string]tftypes.Value) {
	all, isMap := model.AttributeTypes[brandsName].(tftypes.Map)
	if !isMap {
		c.writeOne(model, attributes)
		return
	}
	if c.IsUnknown {
		return // all stays as it is
	}
	if attributes[brandsName] = c.writeBrands(all); c.IsOpen {
		return
	}
	if all, ok := model.AttributeTypes[overwrittenName].(tftypes.Map); ok {
		attributes[overwrittenName] = c.writeOverwritten(all)
	}
	if all, isNamed := model.AttributeTypes[adoptedName]; isNamed {
		attributes[adoptedName] = c.writeAdopted(all)
	}
}

func (c *Contents) writeOne(model tftypes.Object, attributes map[string]tftypes.Value) {
	b := c.Brands[One]
	b.Values.Write(model, attributes)
	attributes[brandIDName] = tftypes.NewValue(tftypes.Number, tftypes.UnknownValue)
	if b.ID != 0 {
		attributes[brandIDName] = tftypes.NewValue(tftypes.Number, b.ID)
	}
	if kind, ok := model.AttributeTypes[overwrittenName].(tftypes.Object); ok && (!c.IsOpen || !b.IsAdopted) {
		attributes[overwrittenName] = b.Overwritten.WriteObject(kind)
	}
}

func (c *Contents) writeBrands(all tftypes.Map) tftypes.Value {
	kind, _ := all.ElementType.(tftypes.Object)
	_, isNamed := kind.AttributeTypes[brandIDName]
	objects := make(map[string]tftypes.Value, len(c.Brands))
	for key, b := range c.Brands {
		entry, isGiven := c.entries[key]
		if isGiven && (!entry.IsKnown() || entry.IsNull()) {
			objects[key] = entry
			continue
		}
		attributes := maps.Clone(elements(entry))
		if attributes == nil {
			attributes = make(map[string]tftypes.Value)
		}
		b.Values.Write(kind, attributes)
		switch {
		case !isNamed:
		case b.ID != 0:
			attributes[brandIDName] = tftypes.NewValue(tftypes.Number, b.ID)
		case isGiven:
			attributes[brandIDName] = tftypes.NewValue(tftypes.Number, tftypes.UnknownValue)
		default: // an import that has not read the brand yet
			attributes[brandIDName] = tftypes.NewValue(tftypes.Number, nil)
		}
		objects[key] = tftypes.NewValue(kind, attributes)
	}
	return tftypes.NewValue(all, objects)
}

// writeOverwritten are the overwritten values: null if there are none. They are unknown as a whole if those of a brand are,
// since it is then open whether the brand has an element at all, unless they show what is deleted.
func (c *Contents) writeOverwritten(all tftypes.Map) tftypes.Value {
	kind, _ := all.ElementType.(tftypes.Object)
	_, hasName := kind.AttributeTypes["name"]
	objects, values := make(map[string]tftypes.Value), make(map[string]field.Values, len(c.Brands))
	maps.Copy(values, c.Deleted)
	for key, b := range c.Brands {
		values[key] = b.Overwritten
	}
	for key, v := range values {
		if !hasName {
			v = v.Without(field.Name)
		}
		listed, isListed := c.Deleted[key]
		switch object := v.WriteObject(kind); {
		case isListed && listed.IsZero(): // an entry, see showWithDeleted
			objects[key] = object
		case object.IsNull():
		case !object.IsKnown():
			return tftypes.NewValue(all, tftypes.UnknownValue)
		default:
			objects[key] = object
		}
	}
	if len(objects) == 0 {
		return tftypes.NewValue(all, nil)
	}
	return tftypes.NewValue(all, objects)
}

func (c *Contents) writeAdopted(all tftypes.Type) tftypes.Value {
	if c.AreAdoptedOpen {
		return tftypes.NewValue(all, tftypes.UnknownValue)
	}
	var adopted []tftypes.Value
	for _, name := range slices.Sorted(maps.Keys(c.Brands)) {
		if c.Brands[name].IsAdopted {
			adopted = append(adopted, tftypes.NewValue(tftypes.String, name))
		}
	}
	if len(adopted) == 0 {
		return tftypes.NewValue(all, nil)
	}
	return tftypes.NewValue(all, adopted)
}

// elements are those of a map or an object of the protocol; none for one that is null or unknown.
func elements(of tftypes.Value) (all map[string]tftypes.Value) {
	if of.IsNull() || !of.IsKnown() || of.As(&all) != nil {
		return nil
	}
	return all
}

func names(of tftypes.Value) map[string]bool {
	var all []tftypes.Value
	if of.IsNull() || !of.IsKnown() || of.As(&all) != nil {
		return nil
	}
	found := make(map[string]bool, len(all))
	for _, element := range all {
		var name string
		_ = element.As(&name)
		found[name] = true
	}
	return found
}

// planned completes each entry of a configuration. What it leaves out is planned as the state has it, which is what the
// service was just read to hold, and is unknown where the entry is new.
func (c *Contents) planned(prior Brands) Brands {
	planned := make(Brands, len(c.Brands))
	for key, b := range c.Brands {
		if before, isPrior := prior[key]; isPrior {
			b.ID, b.IsAdopted = before.ID, before.IsAdopted
			b.Values.PlanEntry(&before.Values)
		} else {
			b.Values.PlanEntry(nil)
		}
		planned[key] = b
	}
	return planned
}

// Keys are in order: ids by number.
func (b Brands) Keys() []string {
	return slices.SortedFunc(maps.Keys(b), Compare)
}

// Without are the brands that are not among others.
func (b Brands) Without(others Brands) Brands {
	added := make(Brands)
	for key, brand := range b {
		if _, isThere := others[key]; !isThere {
			added[key] = brand
		}
	}
	return added
}

// Compare sorts keys: ids by number, and names as texts.
func Compare(a, b string) int {
	i, errA := strconv.Atoi(a)
	j, errB := strconv.Atoi(b)
	if errA == nil && errB == nil && i != j {
		return i - j
	}
	return strings.Compare(a, b)
}
