// Package entries is the maps of brands of both dictionaries, as Terraform has them: their type, their schema, what a plan makes
// of them, and the messages about them.
package entries

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

var (
	_ basetypes.MapTypable  = MapType{}
	_ basetypes.MapValuable = Map{}
)

// MapType is the type of a map of brands. Its values stay as the protocol has them until a resource reads them. The
// framework would convert every field of every entry a dozen times in a plan. A plan without changes of a thousand brands,
// with one overwritten value each, allocates 465 MB where overwritten is a map of the framework, and 353 MB where it is
// one of these (BenchmarkDictionary of package byname, with the test's own share).
type MapType struct {
	basetypes.MapType
	// inProtocol is the type as the protocol has it, and entry that of an element.
	inProtocol tftypes.Map
	entry      tftypes.Object
}

// NewMapType is the type of a map of entries.
func NewMapType(entry types.ObjectType) MapType {
	attributes := make(map[string]tftypes.Type, len(entry.AttrTypes))
	for name, kind := range entry.AttrTypes {
		attributes[name] = kind.TerraformType(context.Background())
	}
	object := tftypes.Object{AttributeTypes: attributes}
	return MapType{MapType: basetypes.MapType{ElemType: entry}, inProtocol: tftypes.Map{ElementType: object}, entry: object}
}

// EntryType is the type of an element as the protocol has it.
func (t MapType) EntryType() tftypes.Object { return t.entry }

// Equal reports whether o is this type.
func (t MapType) Equal(o attr.Type) bool {
	other, ok := o.(MapType)
	return ok && t.MapType.Equal(other.MapType)
}

// String names the type in the framework's own messages.
func (t MapType) String() string { return "entries.MapType" }

// TerraformType is the type as the protocol has it.
func (t MapType) TerraformType(context.Context) tftypes.Type { return t.inProtocol }

// ValueType is the type of this type's values.
func (t MapType) ValueType(context.Context) attr.Value { return t.Null() }

// ValueFromTerraform wraps a map of the protocol.
func (t MapType) ValueFromTerraform(_ context.Context, in tftypes.Value) (attr.Value, error) {
	return t.of(in), nil
}

// ValueFromMap wraps a map of the framework.
func (t MapType) ValueFromMap(ctx context.Context, in basetypes.MapValue) (basetypes.MapValuable, diag.Diagnostics) {
	value, err := in.ToTerraformValue(ctx)
	if err != nil {
		return nil, diag.Diagnostics{conversionFailed(err)}
	}
	return t.of(value), nil
}

// Null is the map that is null, and Unknown the one that is unknown.
func (t MapType) Null() Map { return t.of(tftypes.NewValue(t.inProtocol, nil)) }

// Unknown is the map that is unknown.
func (t MapType) Unknown() Map { return t.of(tftypes.NewValue(t.inProtocol, tftypes.UnknownValue)) }

// Map is a map of entries.
func (t MapType) Map(entries map[string]tftypes.Value) (Map, diag.Diagnostics) {
	if err := tftypes.ValidateValue(t.inProtocol, entries); err != nil {
		return t.Null(), diag.Diagnostics{conversionFailed(err)}
	}
	return t.of(tftypes.NewValue(t.inProtocol, entries)), nil
}

func (t MapType) of(in tftypes.Value) Map { return Map{kind: t, value: &in} }

// Map is a map of brands, null or unknown. The zero value is null, and cannot be put into a state.
type Map struct {
	kind  MapType
	value *tftypes.Value
}

// Type is the MapType of the map.
func (m Map) Type(context.Context) attr.Type { return m.kind }

// IsNull reports whether the map is null.
func (m Map) IsNull() bool { return m.value == nil || m.value.IsNull() }

// IsUnknown reports whether the map as a whole is unknown.
func (m Map) IsUnknown() bool { return m.value != nil && !m.value.IsKnown() }

// Entries are the elements of a map, which must not be changed; a map that is null or unknown has none.
func (m Map) Entries() map[string]tftypes.Value {
	if m.value == nil {
		return nil
	}
	return Attributes(*m.value)
}

// Attributes are those of an entry; one that is null or unknown has none.
func Attributes(entry tftypes.Value) map[string]tftypes.Value {
	var attributes map[string]tftypes.Value
	if entry.IsNull() || !entry.IsKnown() || entry.As(&attributes) != nil {
		return nil
	}
	return attributes
}

// Equal compares with another map of brands.
func (m Map) Equal(o attr.Value) bool {
	other, ok := o.(Map)
	switch {
	case !ok || m.IsNull() || other.IsNull():
		return ok && m.IsNull() == other.IsNull()
	case m.value == other.value: // often the framework compares a value with itself
		return true
	}
	return m.value.Equal(*other.value)
}

// String is for the framework's own messages.
func (m Map) String() string { return fmt.Sprintf("<%d brands>", len(m.Entries())) }

// ToTerraformValue is the map as the protocol has it.
func (m Map) ToTerraformValue(context.Context) (tftypes.Value, error) {
	if m.value == nil {
		return tftypes.NewValue(m.kind.inProtocol, nil), nil
	}
	return *m.value, nil
}

// ToMapValue shows the entries to the framework as unknown when it looks for nested attributes to validate or to plan.
// Resources do both for all entries at once.
func (m Map) ToMapValue(context.Context) (basetypes.MapValue, diag.Diagnostics) {
	if m.IsNull() {
		return basetypes.NewMapNull(m.kind.ElemType), nil
	}
	return basetypes.NewMapUnknown(m.kind.ElemType), nil
}

func conversionFailed(err error) diag.Diagnostic {
	return diag.NewErrorDiagnostic("Unable to convert brands", fmt.Sprintf("A map of brands cannot be converted: %s. This is a defect of the provider: report it.", err))
}
