package byname

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

var (
	_ basetypes.SetTypable                    = nameSetType{}
	_ basetypes.SetValuableWithSemanticEquals = nameSet{}
)

// nameSetType is the type of a set of names. The framework compares each element of its own sets with every other, which
// takes seconds from some thousand names on; names can be compared through a map.
type nameSetType struct{ basetypes.SetType }

func newNameSetType() nameSetType {
	return nameSetType{SetType: basetypes.SetType{ElemType: types.StringType}}
}

// Equal reports whether o is this type.
func (t nameSetType) Equal(o attr.Type) bool {
	_, ok := o.(nameSetType)
	return ok
}

// String names the type in the framework's own messages.
func (t nameSetType) String() string { return "byname.nameSetType" }

// Validate accepts everything: nobody configures such a set, and the framework would compare each name with every other
// to find duplicates.
func (t nameSetType) Validate(context.Context, tftypes.Value, path.Path) diag.Diagnostics { return nil }

// ValueFromSet wraps a set.
func (t nameSetType) ValueFromSet(_ context.Context, in basetypes.SetValue) (basetypes.SetValuable, diag.Diagnostics) {
	return nameSet{SetValue: in}, nil
}

// ValueFromTerraform wraps a set of the protocol.
func (t nameSetType) ValueFromTerraform(ctx context.Context, in tftypes.Value) (attr.Value, error) {
	v, err := t.SetType.ValueFromTerraform(ctx, in)
	if err != nil {
		return nil, err //nolint:wrapcheck // the framework adds the path
	}
	set, ok := v.(basetypes.SetValue)
	if !ok {
		return nil, fmt.Errorf("unexpected value type %T of a set", v)
	}
	return nameSet{SetValue: set}, nil
}

// ValueType is the type of this type's values.
func (t nameSetType) ValueType(context.Context) attr.Value { return newNameSet(nil) }

// nameSet is a set of names, null or unknown.
type nameSet struct{ basetypes.SetValue }

// newNameSet is the set of the names, each of which comes once; null where there are none.
func newNameSet(names []string) nameSet {
	if len(names) == 0 {
		return nameSet{SetValue: types.SetNull(types.StringType)}
	}
	slices.Sort(names)
	elements := make([]attr.Value, len(names))
	for i, name := range names {
		elements[i] = types.StringValue(name)
	}
	return nameSet{SetValue: types.SetValueMust(types.StringType, elements)}
}

func unknownNameSet() nameSet { return nameSet{SetValue: types.SetUnknown(types.StringType)} }

// names are the elements of a known set; none for null and unknown.
func (v nameSet) names() []string {
	names := make([]string, 0, len(v.Elements()))
	for _, element := range v.Elements() {
		if text, ok := element.(types.String); ok {
			names = append(names, text.ValueString())
		}
	}
	return names
}

// Equal compares with another set of names.
func (v nameSet) Equal(o attr.Value) bool {
	other, ok := o.(nameSet)
	if !ok || v.IsNull() != other.IsNull() || v.IsUnknown() != other.IsUnknown() {
		return false
	}
	return maps.Equal(nameMap(v.names()), nameMap(other.names()))
}

// SetSemanticEquals is Equal: it spares the framework the comparison of each element with each.
func (v nameSet) SetSemanticEquals(_ context.Context, o basetypes.SetValuable) (bool, diag.Diagnostics) {
	other, ok := o.(nameSet)
	return ok && v.Equal(other), nil
}

// Type is newNameSetType().
func (v nameSet) Type(context.Context) attr.Type { return newNameSetType() }

func nameMap(names []string) map[string]bool {
	found := make(map[string]bool, len(names))
	for _, name := range names {
		found[name] = true
	}
	return found
}
