// Package arguments constructs attributes, with the texts that several descriptions share. All are
// written as attributes of managed resources. Functions convert them for data sources, ephemeral
// resources, actions and lists, so that all types describe and check an attribute alike.
package arguments

import (
	"context"
	"fmt"
	"reflect"
	"strings"

	actionschema "github.com/hashicorp/terraform-plugin-framework/action/schema"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	dataschema "github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	ephemeralschema "github.com/hashicorp/terraform-plugin-framework/ephemeral/schema"
	listschema "github.com/hashicorp/terraform-plugin-framework/list/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/boolplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
)

// DataSourceAttributes converts attributes of a managed resource into those of a data source.
func DataSourceAttributes(attributes map[string]schema.Attribute) map[string]dataschema.Attribute {
	return converted[dataschema.Attribute](attributes,
		dataschema.StringAttribute{}, dataschema.BoolAttribute{}, dataschema.NumberAttribute{},
		dataschema.Int64Attribute{}, dataschema.Float64Attribute{},
		dataschema.SetAttribute{}, dataschema.MapAttribute{}, dataschema.ListNestedAttribute{},
		dataschema.SingleNestedAttribute{})
}

// EphemeralAttributes converts attributes of a managed resource into those of an ephemeral
// resource.
func EphemeralAttributes(attributes map[string]schema.Attribute) map[string]ephemeralschema.Attribute {
	return converted[ephemeralschema.Attribute](
		attributes, ephemeralschema.StringAttribute{}, ephemeralschema.BoolAttribute{},
	)
}

// ActionAttributes converts attributes of a managed resource into arguments of an action.
func ActionAttributes(attributes map[string]schema.Attribute) map[string]actionschema.Attribute {
	return converted[actionschema.Attribute](attributes,
		actionschema.StringAttribute{}, actionschema.BoolAttribute{}, actionschema.NumberAttribute{},
		actionschema.Float64Attribute{},
		actionschema.SetAttribute{}, actionschema.SingleNestedAttribute{})
}

// ListAttributes converts attributes of a managed resource into arguments of a list.
func ListAttributes(attributes map[string]schema.Attribute) map[string]listschema.Attribute {
	return converted[listschema.Attribute](attributes, listschema.StringAttribute{}, listschema.BoolAttribute{})
}

// converted converts attributes of a managed resource into those of another schema, whose types
// have the same names. of are the types that occur.
//
// An attribute of another type becomes nil, so that no engine gets a schema that lacks it.
func converted[A any](attributes map[string]schema.Attribute, of ...A) map[string]A {
	all := make(map[string]A, len(attributes))
	for name, attribute := range attributes {
		var none A
		all[name] = none
		from := reflect.ValueOf(attribute)
		for _, typ := range of {
			to := reflect.New(reflect.TypeOf(typ)).Elem()
			if to.Type().Name() == from.Type().Name() {
				copyFields(to, from, of)
				all[name], _ = reflect.TypeAssert[A](to)
			}
		}
	}
	return all
}

// copyFields sets the fields that two attributes have in common. What only those of managed
// resources have, such as plan modifiers, is left out.
func copyFields[A any](to, from reflect.Value, of []A) {
	for i := range to.NumField() {
		value := from.FieldByName(to.Type().Field(i).Name)
		if !value.IsValid() {
			continue
		}
		switch {
		case value.Type() == reflect.TypeFor[map[string]schema.Attribute]():
			nested, _ := reflect.TypeAssert[map[string]schema.Attribute](value)
			to.Field(i).Set(reflect.ValueOf(converted(nested, of...)))
		case value.Type() == reflect.TypeFor[schema.NestedAttributeObject]():
			copyFields(to.Field(i), value, of)
		default:
			to.Field(i).Set(value)
		}
	}
}

// PageDescription returns the text of the page of a type: a sentence, a note if the type needs
// extended operations, and further paragraphs ("" for none).
func PageDescription(summary string, needsExtended bool, notes string) string {
	if needsExtended {
		summary += "\n\nNeeds the provider's [`extended_operations`](../guides/extended-operations.md)."
	}
	if notes != "" {
		summary += "\n\n" + notes
	}
	return summary
}

// LanguageCodesNote ends a description of a language.
const LanguageCodesNote = " One of these [language codes](../guides/glossary.md#language-codes)."

// CodeList lists values in a description.
func CodeList(values []string) string { return "`" + strings.Join(values, "`, `") + "`" }

// OptionalString returns an optional string of a managed resource.
func OptionalString(description string, checks ...validator.String) schema.StringAttribute {
	return schema.StringAttribute{
		MarkdownDescription: description, Optional: true, Validators: checks,
		PlanModifiers: []planmodifier.String{sameGUID{}},
	}
}

// RequiredString returns a string that must be configured.
func RequiredString(description string, checks ...validator.String) schema.StringAttribute {
	text := OptionalString(description, checks...)
	text.Optional = false
	text.Required = true
	return text
}

// sameGUID plans the spelling of the state if the configuration has the GUID in another letter
// case, because letter case does not distinguish objects.
type sameGUID struct{}

func (sameGUID) Description(context.Context) string               { return "Letter case does not change a GUID." }
func (s sameGUID) MarkdownDescription(ctx context.Context) string { return s.Description(ctx) }

func (sameGUID) PlanModifyString(_ context.Context, req planmodifier.StringRequest, resp *planmodifier.StringResponse) {
	planned := req.PlanValue.ValueString()
	prior := req.StateValue.ValueString()
	if validate.IsGUID(planned) && strings.EqualFold(planned, prior) {
		resp.PlanValue = req.StateValue
	}
}

// WithReplacementNote adds to the description of a string or a number that a change replaces the
// resource. Other attributes stay as they are: no resource has one that replaces it.
func WithReplacementNote(argument schema.Attribute) schema.Attribute {
	switch described := argument.(type) {
	case schema.StringAttribute:
		described.MarkdownDescription += ReplacementNote
		return described
	case schema.NumberAttribute:
		described.MarkdownDescription += ReplacementNote
		return described
	}
	return argument
}

// ReplacementNote ends the description of an argument whose change replaces the resource.
const ReplacementNote = " Changing it replaces the resource."

// ComputedString returns a string that only the provider sets.
func ComputedString(description string) schema.StringAttribute {
	return schema.StringAttribute{MarkdownDescription: description, Computed: true}
}

// DownloadURLAttribute returns the address of a file.
func DownloadURLAttribute() schema.StringAttribute {
	return schema.StringAttribute{
		MarkdownDescription: "Download address of the file. Anyone who has the address can download the file.",
		Computed:            true,
		Sensitive:           true,
	}
}

// StableString returns a ComputedString that never changes, such as an id.
func StableString(description string) schema.StringAttribute {
	a := ComputedString(description)
	a.PlanModifiers = []planmodifier.String{stringplanmodifier.UseStateForUnknown()}
	return a
}

// StableBool returns a bool that only the provider sets, and that never changes.
func StableBool(description string) schema.BoolAttribute {
	return schema.BoolAttribute{MarkdownDescription: description, Computed: true, PlanModifiers: []planmodifier.Bool{
		boolplanmodifier.UseStateForUnknown(),
	}}
}

// ComputedList returns a list of objects that only the provider sets.
func ComputedList(description string, attributes map[string]schema.Attribute) schema.ListNestedAttribute {
	return schema.ListNestedAttribute{
		MarkdownDescription: description, Computed: true,
		NestedObject: schema.NestedAttributeObject{Attributes: attributes},
	}
}

// OptionalBool returns an optional bool of a managed resource.
func OptionalBool(description string) schema.BoolAttribute {
	return schema.BoolAttribute{MarkdownDescription: description, Optional: true}
}

// OptionalNumber returns an optional number of a managed resource.
func OptionalNumber(description string, checks ...validator.Number) schema.NumberAttribute {
	return schema.NumberAttribute{MarkdownDescription: description, Optional: true, Validators: checks}
}

// RequiredNumber returns a number that must be configured.
func RequiredNumber(description string, checks ...validator.Number) schema.NumberAttribute {
	number := OptionalNumber(description, checks...)
	number.Optional = false
	number.Required = true
	return number
}

// BoolWithDefault returns an optional bool with a default, which its description names.
func BoolWithDefault(fallback bool, description string) schema.BoolAttribute {
	return schema.BoolAttribute{
		MarkdownDescription: fmt.Sprintf("%s Default: `%t`.", description, fallback), Optional: true,
		Computed: true, Default: booldefault.StaticBool(fallback),
	}
}

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
