package arguments

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
)

// Column is an attribute of the objects of a computed list: a text, a flag, a number or a list. Its
// value is read from a T.
type Column[T any] struct {
	name, description string
	value             func(T) attr.Value
}

// NewColumn returns a column with a name and a description ("" for a list, whose attribute has
// one).
func NewColumn[T any](name, description string, value func(T) attr.Value) Column[T] {
	return Column[T]{name: name, description: description, value: value}
}

// StringColumn returns NewColumn for a string, which is null if it is empty.
func StringColumn[T any](name, description string, text func(T) string) Column[T] {
	return NewColumn(name, description, func(of T) attr.Value { return nullable.String(text(of)) })
}

// Columns describe the objects of a computed list of a data source: their attributes and their
// values.
type Columns[T any] []Column[T]

// attrTypes returns the types of the columns, which the values of an empty T have.
func (c Columns[T]) attrTypes() map[string]attr.Type {
	var empty T
	attrTypes := make(map[string]attr.Type, len(c))
	for _, column := range c {
		attrTypes[column.name] = column.value(empty).Type(context.Background())
	}
	return attrTypes
}

// Attribute returns the list for a schema. Lists has the attributes of those columns that are lists
// themselves, by name.
func (c Columns[T]) Attribute(description string, lists map[string]schema.Attribute) schema.ListNestedAttribute {
	attributes := make(map[string]schema.Attribute, len(c))
	attrTypes := c.attrTypes()
	for _, column := range c {
		switch typ := attrTypes[column.name].(type) {
		case basetypes.BoolType:
			attributes[column.name] = schema.BoolAttribute{MarkdownDescription: column.description, Computed: true}
		case basetypes.Float64Type:
			attributes[column.name] = schema.Float64Attribute{MarkdownDescription: column.description, Computed: true}
		case basetypes.NumberType:
			attributes[column.name] = schema.NumberAttribute{MarkdownDescription: column.description, Computed: true}
		case basetypes.ListType:
			attributes[column.name] = lists[column.name]
		case basetypes.StringType:
			attributes[column.name] = ComputedString(column.description)
		case basetypes.StringTypable:
			attributes[column.name] = schema.StringAttribute{
				MarkdownDescription: column.description, Computed: true, CustomType: typ,
			}
		}
	}
	return ComputedList(description, attributes)
}

// List returns the value of the list, or null if all is nil. It does without reflection, because
// there may be thousands of objects.
func (c Columns[T]) List(all []T) types.List {
	typ := types.ObjectType{AttrTypes: c.attrTypes()}
	if all == nil {
		return types.ListNull(typ)
	}
	elements := make([]attr.Value, len(all))
	for i := range all {
		values := make(map[string]attr.Value, len(c))
		for _, column := range c {
			values[column.name] = column.value(all[i])
		}
		elements[i] = types.ObjectValueMust(typ.AttrTypes, values)
	}
	return types.ListValueMust(typ, elements)
}

// ListOrEmpty returns List for a list that was read: empty if all is nil.
func (c Columns[T]) ListOrEmpty(all []T) types.List { return c.List(append([]T{}, all...)) }
