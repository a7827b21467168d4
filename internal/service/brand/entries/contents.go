package entries

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/int32type"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/field"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/set"
)

// Model is what both dictionaries have. The maps are taken apart by hand: reflection into structs costs more than all else
// that is done with a thousand entries.
type Model struct {
	providerdata.AccountFields
	Brands         Map             `tfsdk:"brands"`
	Overwritten    Map             `tfsdk:"overwritten"`
	Parallelism    int32type.Value `tfsdk:"parallelism"`
	DeletionPolicy types.String    `tfsdk:"deletion_policy"`
}

// Brands are those of a dictionary, by their keys.
type Brands map[string]set.Brand

// Kind is how a dictionary keys its brands.
type Kind struct {
	// IsNamed says that a key is the name of the brand, and otherwise it is the id.
	IsNamed bool
	// Entry and Overwritten are the types of the maps.
	Entry, Overwritten MapType
}

const brandID = "brand_id"

// NewKind is the kind of a dictionary by name, or by id.
func NewKind(isNamed bool) Kind {
	overwritten := map[string]attr.Type{}
	for name, attribute := range field.OverwrittenAttributes() {
		if !isNamed || name != "name" {
			overwritten[name] = attribute.GetType()
		}
	}
	entry := maps.Clone(overwritten)
	if isNamed {
		entry[brandID] = int32type.Type{}
	}
	return Kind{IsNamed: isNamed, Entry: NewMapType(types.ObjectType{AttrTypes: entry}), Overwritten: NewMapType(types.ObjectType{AttrTypes: overwritten})}
}

// key makes one brand known by its key.
func (k Kind) key(key string, attributes map[string]tftypes.Value, b *set.Brand) {
	if k.IsNamed {
		b.ID = int32type.Read(attributes[brandID]).Int32()
		b.Values.SetName(key)
		return
	}
	b.ID, _ = int32type.Parse(key) // validated
	b.IsAdopted = true
}

// Of are the brands of a map. What is unknown of an entry is unknown in it.
func (k Kind) Of(m Map) Brands {
	elements := m.Entries()
	found := make(Brands, len(elements))
	for key, element := range elements {
		b := set.Brand{Values: field.ReadObject(element)}
		k.key(key, Attributes(element), &b)
		found[key] = b
	}
	return found
}

// State are the brands of a state or a plan, with what is overwritten: that is unknown of each if it is as a whole.
func (k Kind) State(m *Model) Brands {
	found, overwritten := k.Of(m.Brands), m.Overwritten.Entries()
	for key, b := range found {
		if b.Overwritten = field.Unknown(); !m.Overwritten.IsUnknown() {
			b.Overwritten = field.ReadObject(overwritten[key])
		}
		found[key] = b
	}
	return found
}

// Set puts brands into a model.
func (k Kind) Set(m *Model, brands Brands) (diags diag.Diagnostics) {
	entries, overwritten := make(map[string]tftypes.Value, len(brands)), make(map[string]field.Values, len(brands))
	for key, b := range brands {
		entries[key] = k.object(b, int32type.Null(), make(map[string]tftypes.Value))
		overwritten[key] = b.Overwritten
	}
	m.Brands, diags = k.Entry.Map(entries)
	diags.Append(k.SetOverwritten(m, overwritten)...)
	return diags
}

// object is an entry as the protocol has it; attributes are those of its configuration, of which what is partly known is kept.
// NoID is the id of a brand that has none yet.
func (k Kind) object(b set.Brand, noID int32type.Value, attributes map[string]tftypes.Value) tftypes.Value {
	b.Values.Write(k.Entry.entry, attributes)
	if k.IsNamed {
		if attributes[brandID] = noID.Write(); b.ID != 0 {
			attributes[brandID] = int32type.New(b.ID).Write()
		}
	}
	return tftypes.NewValue(k.Entry.entry, attributes)
}

// SetOverwritten puts overwritten values into a model. They are null if there are none. They are unknown as a whole if those of
// a brand are, since it is then open whether the brand has an element at all.
func (k Kind) SetOverwritten(m *Model, values map[string]field.Values) (diags diag.Diagnostics) {
	elements := make(map[string]tftypes.Value)
	for key, v := range values {
		if k.IsNamed {
			v = v.Without(field.Name)
		}
		switch object := v.WriteObject(k.Overwritten.entry); {
		case object.IsNull():
		case !object.IsKnown():
			m.Overwritten = k.Overwritten.Unknown()
			return nil
		default:
			elements[key] = object
		}
	}
	m.Overwritten = k.Overwritten.Null()
	if len(elements) > 0 {
		m.Overwritten, diags = k.Overwritten.Map(elements)
	}
	return diags
}

// PlanEntries plans each entry as configured. The fields that it leaves out are planned as the state has them, which is what the
// service was just read to hold, and unknown where the entry is new.
func (k Kind) PlanEntries(config Map, prior Brands) (Map, diag.Diagnostics) {
	elements := maps.Clone(config.Entries())
	for key, element := range elements {
		if !element.IsKnown() || element.IsNull() {
			continue
		}
		next := set.Brand{Values: field.ReadObject(element)}
		if before, isPrior := prior[key]; isPrior {
			next.ID = before.ID
			next.Values.PlanEntry(&before.Values)
		} else {
			next.Values.PlanEntry(nil)
		}
		elements[key] = k.object(next, int32type.Unknown(), maps.Clone(Attributes(element)))
	}
	return k.Entry.Map(elements)
}

// Complete are the keys of the brands of which every field is managed.
func (b Brands) Complete() (keys []string) {
	for _, key := range b.Keys() {
		if b[key].Values.IsComplete() {
			keys = append(keys, key)
		}
	}
	return keys
}

// SetComplete notes which of the brands are managed as a whole.
func (b Brands) SetComplete(keys []string) {
	for _, key := range keys {
		if brand, ok := b[key]; ok {
			brand.IsComplete = true
			b[key] = brand
		}
	}
}

// Keys are in order: ids by number.
func (b Brands) Keys() []string {
	return slices.SortedFunc(maps.Keys(b), Compare)
}

// Compare sorts keys: ids by number, and names as texts.
func Compare(a, b string) int {
	if isNumber(a) && isNumber(b) {
		i, _ := strconv.Atoi(a)
		j, _ := strconv.Atoi(b)
		if i != j {
			return i - j
		}
	}
	return strings.Compare(a, b)
}

func isNumber(key string) bool {
	return strings.Trim(key, "0123456789") == "" || strings.Trim(key, "0123456789") == "-"
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

// text names a brand in messages.
func (k Kind) text(key string) string {
	if k.IsNamed {
		return fmt.Sprintf("%q", key)
	}
	return key
}
