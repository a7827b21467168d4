// Package textset is the Terraform type of sets of texts, such as the tags of a brand.
//
// The framework compares every element of a set with every other, and its own work around each of these
// comparisons takes seconds from a thousand elements on. Texts can be compared through a map.
package textset

import (
	"context"
	"fmt"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

var (
	_ basetypes.SetTypable                    = Type{}
	_ basetypes.SetValuableWithSemanticEquals = Value{}
)

// Type is a set of strings.
type Type struct {
	basetypes.SetType
}

// NewType is the type of a schema.
func NewType() Type {
	return Type{SetType: basetypes.SetType{ElemType: basetypes.StringType{}}}
}

// Equal reports whether o is this type.
func (t Type) Equal(o attr.Type) bool {
	_, ok := o.(Type)
	return ok
}

// String names the type in the framework's own messages.
func (t Type) String() string { return "textset.Type" }

// ValueFromSet wraps a set.
func (t Type) ValueFromSet(_ context.Context, in basetypes.SetValue) (basetypes.SetValuable, diag.Diagnostics) {
	return Value{SetValue: in}, nil
}

// ValueFromTerraform wraps a set of the protocol.
func (t Type) ValueFromTerraform(ctx context.Context, in tftypes.Value) (attr.Value, error) {
	v, err := t.SetType.ValueFromTerraform(ctx, in)
	if err != nil {
		return nil, err //nolint:wrapcheck // the framework adds the path
	}
	set, ok := v.(basetypes.SetValue)
	if !ok {
		return nil, fmt.Errorf("unexpected value type %T of a set", v)
	}
	return Value{SetValue: set}, nil
}

// ValueType is the type of this type's values.
func (t Type) ValueType(context.Context) attr.Value { return Value{SetValue: Null().SetValue} }

// Value is a set of strings, null or unknown.
type Value struct {
	basetypes.SetValue
}

// New is the known set of the texts; those that come twice are in it once.
func New(texts []string) Value {
	seen := make(map[string]bool, len(texts))
	elements := make([]attr.Value, 0, len(texts))
	for _, text := range texts {
		if !seen[text] {
			seen[text] = true
			elements = append(elements, basetypes.NewStringValue(text))
		}
	}
	return Value{SetValue: basetypes.NewSetValueMust(basetypes.StringType{}, elements)}
}

// Unknown is the set that is not known yet.
func Unknown() Value { return Value{SetValue: basetypes.NewSetUnknown(basetypes.StringType{})} }

// Null is the null set.
func Null() Value { return Value{SetValue: basetypes.NewSetNull(basetypes.StringType{})} }

// Texts are the elements of a known set; none for null and unknown. Elements must be known.
func (v Value) Texts() []string {
	elements := v.Elements()
	texts := make([]string, 0, len(elements))
	for _, element := range elements {
		if text, ok := element.(basetypes.StringValue); ok {
			texts = append(texts, text.ValueString())
		}
	}
	return texts
}

// Equal compares with another Value.
func (v Value) Equal(o attr.Value) bool {
	other, ok := o.(Value)
	if !ok {
		return false
	}
	if len(v.Elements()) < 2 || len(other.Elements()) != len(v.Elements()) {
		return v.SetValue.Equal(other.SetValue)
	}
	return maps.Equal(v.counted(), other.counted())
}

// counted are the elements in a form that can be compared: nulls and unknown values have none like them among texts.
func (v Value) counted() map[basetypes.StringValue]int {
	counted := make(map[basetypes.StringValue]int, len(v.Elements()))
	for _, element := range v.Elements() {
		if text, ok := element.(basetypes.StringValue); ok {
			counted[text]++
		}
	}
	return counted
}

// SetSemanticEquals is Equal: it spares the framework the comparison of each element with each.
func (v Value) SetSemanticEquals(_ context.Context, o basetypes.SetValuable) (bool, diag.Diagnostics) {
	other, ok := o.(Value)
	return ok && v.Equal(other), nil
}

// Type is NewType().
func (v Value) Type(context.Context) attr.Type { return NewType() }
