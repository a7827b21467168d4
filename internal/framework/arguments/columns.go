package arguments

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"
)

// Column is an attribute of the objects of a computed list: a text, a flag, a number or a list, with what it says of a T.
type Column[T any] struct {
	name, description string
	value             func(T) attr.Value
}

// NewColumn is a column with a name and a description; "" for a list, which has its own.
func NewColumn[T any](name, description string, value func(T) attr.Value) Column[T] {
	return Column[T]{name, description, value}
}

// Columns are the objects of a computed list of a data source: their attributes and their values.
type Columns[T any] []Column[T]

// kinds are the types of the columns, which a T without values shows.
func (c Columns[T]) kinds() map[string]attr.Type {
	kinds := make(map[string]attr.Type, len(c))
	for _, column := range c {
		kinds[column.name] = column.value(*new(T)).Type(context.Background())
	}
	return kinds
}

// Attribute is the list in a schema. Lists has the attributes of those columns that are lists themselves, by name.
func (c Columns[T]) Attribute(description string, lists map[string]schema.Attribute) schema.ListNestedAttribute {
	attributes, kinds := make(map[string]schema.Attribute, len(c)), c.kinds()
	for _, column := range c {
		switch kind := kinds[column.name].(type) {
		case basetypes.BoolType:
			attributes[column.name] = schema.BoolAttribute{MarkdownDescription: column.description, Computed: true}
		case basetypes.Float64Type:
			attributes[column.name] = schema.Float64Attribute{MarkdownDescription: column.description, Computed: true}
		case basetypes.ListType:
			attributes[column.name] = lists[column.name]
		case basetypes.StringType:
			attributes[column.name] = Computed(column.description)
		case basetypes.StringTypable:
			attributes[column.name] = schema.StringAttribute{MarkdownDescription: column.description, Computed: true, CustomType: kind}
		}
	}
	return ComputedList(description, attributes)
}

// List is the value of the list; null if all is nil. There may be thousands of objects: they are put together by hand.
func (c Columns[T]) List(all []T) types.List {
	kind := types.ObjectType{AttrTypes: c.kinds()}
	if all == nil {
		return types.ListNull(kind)
	}
	elements := make([]attr.Value, len(all))
	for i := range all {
		values := make(map[string]attr.Value, len(c))
		for _, column := range c {
			values[column.name] = column.value(all[i])
		}
		elements[i] = types.ObjectValueMust(kind.AttrTypes, values)
	}
	return types.ListValueMust(kind, elements)
}
