package managedbrand

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	datasourceschema "github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/model"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// Values are the fields of a brand that can be written.
//
// Null stands for "not managed" in a configuration, and for "not overwritten" among overwritten values. In a state it
// means that the service has no value, which only reference_url can be without. The service does not distinguish an
// empty reference_url from none; the state keeps the form that the configuration has.
type Values struct {
	Name         types.String `tfsdk:"name"`
	Enabled      types.Bool   `tfsdk:"enabled"`
	Description  types.String `tfsdk:"description"`
	ReferenceURL types.String `tfsdk:"reference_url"`
	Tags         types.Set    `tfsdk:"tags"`
}

// field is one of these fields, with everything that is done with it. A new field is a row here, and a field of Values
// and of the client's BrandFields.
type field struct {
	name        string // the argument
	description string
	// attribute is the field's argument in a resource.
	attribute func(description string) schema.Attribute
	kind      attr.Type
	null      attr.Value
	unknown   attr.Value
	of        func(*Values) attr.Value
	set       func(*Values, attr.Value)
	read      func(videoindexer.BrandFields) attr.Value
	write     func(*videoindexer.BrandFields, attr.Value)
}

var fields = []field{
	newField(field{
		name: "name", description: "Name of the brand.", kind: types.StringType, null: types.StringNull(), unknown: types.StringUnknown(),
		attribute: func(description string) schema.Attribute {
			return schema.StringAttribute{
				MarkdownDescription: description, Optional: true, Computed: true,
				Validators: []validator.String{stringvalidator.LengthAtLeast(1)},
			}
		},
	},
		func(v *Values) *types.String { return &v.Name },
		func(b videoindexer.BrandFields) types.String { return types.StringValue(b.Name) },
		func(b *videoindexer.BrandFields, v types.String) { b.Name = v.ValueString() }),
	newField(field{
		name: "enabled", description: "Whether the service looks for the brand in videos.", kind: types.BoolType, null: types.BoolNull(), unknown: types.BoolUnknown(),
		attribute: func(description string) schema.Attribute {
			return schema.BoolAttribute{MarkdownDescription: description, Optional: true, Computed: true}
		},
	},
		func(v *Values) *types.Bool { return &v.Enabled },
		func(b videoindexer.BrandFields) types.Bool { return types.BoolValue(b.Enabled) },
		func(b *videoindexer.BrandFields, v types.Bool) { b.Enabled = v.ValueBool() }),
	newField(field{
		name: "description", description: "Description of the brand.", kind: types.StringType, null: types.StringNull(), unknown: types.StringUnknown(),
		attribute: func(description string) schema.Attribute {
			return schema.StringAttribute{MarkdownDescription: description, Optional: true, Computed: true}
		},
	},
		func(v *Values) *types.String { return &v.Description },
		func(b videoindexer.BrandFields) types.String { return types.StringValue(b.Description) },
		func(b *videoindexer.BrandFields, v types.String) { b.Description = v.ValueString() }),
	newField(field{
		name: "reference_url", description: "Address of a page about the brand.", kind: types.StringType, null: types.StringNull(), unknown: types.StringUnknown(),
		attribute: func(description string) schema.Attribute {
			return schema.StringAttribute{
				MarkdownDescription: description + " `\"\"` clears it.", Optional: true, Computed: true,
				Validators: []validator.String{validate.URLOrEmpty()},
			}
		},
	},
		func(v *Values) *types.String { return &v.ReferenceURL },
		func(b videoindexer.BrandFields) types.String { return types.StringPointerValue(b.ReferenceURL) },
		func(b *videoindexer.BrandFields, v types.String) { b.ReferenceURL = v.ValueStringPointer() }),
	newField(field{
		name: "tags", description: "Tags of the brand.", kind: tagsType, null: types.SetNull(types.StringType), unknown: types.SetUnknown(types.StringType),
		attribute: func(description string) schema.Attribute {
			return schema.SetAttribute{
				MarkdownDescription: description + " `[]` removes all.", ElementType: types.StringType, Optional: true, Computed: true,
				Validators: []validator.Set{validate.Tags()},
			}
		},
	},
		func(v *Values) *types.Set { return &v.Tags },
		func(b videoindexer.BrandFields) types.Set { return tagSet(b.Tags) },
		func(b *videoindexer.BrandFields, v types.Set) { b.Tags = tagTexts(v) }),
}

var tagsType = types.SetType{ElemType: types.StringType}

// tagSet are the tags of a brand as a set; one that the service repeats is in it once.
func tagSet(tags []string) types.Set {
	var elements []attr.Value
	for _, tag := range slices.Compact(slices.Sorted(slices.Values(tags))) {
		elements = append(elements, types.StringValue(tag))
	}
	return types.SetValueMust(types.StringType, elements)
}

// tagTexts are the elements of a known set.
func tagTexts(set types.Set) []string {
	tags := []string{}
	for _, element := range set.Elements() {
		if tag, ok := element.(types.String); ok {
			tags = append(tags, tag.ValueString())
		}
	}
	return tags
}

// newField completes a field with what depends on the type of its values.
func newField[T attr.Value](f field, at func(*Values) *T, read func(videoindexer.BrandFields) T, write func(*videoindexer.BrandFields, T)) field {
	f.of = func(v *Values) attr.Value { return *at(v) }
	f.set = func(v *Values, value attr.Value) {
		if typed, ok := value.(T); ok {
			*at(v) = typed
		}
	}
	f.read = func(b videoindexer.BrandFields) attr.Value { return read(b) }
	f.write = func(b *videoindexer.BrandFields, value attr.Value) {
		if typed, ok := value.(T); ok {
			write(b, typed)
		}
	}
	return f
}

// Types are the types of the fields by argument, and Type is the object type of all of them together.
var (
	Types = func() map[string]attr.Type {
		kinds := make(map[string]attr.Type, len(fields))
		for _, f := range fields {
			kinds[f.name] = f.kind
		}
		return kinds
	}()
	Type = types.ObjectType{AttrTypes: Types}
)

// Attributes are the arguments of a resource for the fields of a brand.
func Attributes() map[string]schema.Attribute {
	attributes := make(map[string]schema.Attribute, len(fields))
	for _, f := range fields {
		attributes[f.name] = f.attribute(f.description + " Default: not managed.")
	}
	return attributes
}

// DataSourceAttributes are the computed fields of a brand that is read as data.
func DataSourceAttributes() map[string]datasourceschema.Attribute {
	attributes := make(map[string]datasourceschema.Attribute, len(fields))
	for _, f := range fields {
		switch f.kind {
		case types.StringType:
			attributes[f.name] = datasourceschema.StringAttribute{MarkdownDescription: f.description, Computed: true}
		case types.BoolType:
			attributes[f.name] = datasourceschema.BoolAttribute{MarkdownDescription: f.description, Computed: true}
		default:
			attributes[f.name] = datasourceschema.SetAttribute{MarkdownDescription: f.description, ElementType: types.StringType, Computed: true}
		}
	}
	return attributes
}

// NewValues are Values that are all null.
func NewValues() Values {
	var v Values
	for _, f := range fields {
		f.set(&v, f.null)
	}
	return v
}

// ValuesOf takes the values out of an object of Type; they are null where it is null.
func ValuesOf(object types.Object) Values {
	v := NewValues()
	attributes := object.Attributes()
	for _, f := range fields {
		f.set(&v, attributes[f.name])
	}
	return v
}

// ValuesOfBrand are the values of a brand as the service has it.
func ValuesOfBrand(b videoindexer.BrandFields) Values {
	v := NewValues()
	for _, f := range fields {
		f.set(&v, f.read(b))
	}
	return v
}

// Configured are the values that a configuration sets at its root: null for those that are not managed.
func Configured(ctx context.Context, config model.Source) (Values, diag.Diagnostics) {
	var object types.Object
	diags := config.Get(ctx, &object)
	return ValuesOf(object), diags
}

// Object is the values as an object of Type.
func (v *Values) Object() types.Object {
	attributes := make(map[string]attr.Value, len(fields))
	for _, f := range fields {
		attributes[f.name] = f.of(v)
	}
	return types.ObjectValueMust(Types, attributes)
}

// Fill sets the values from a brand as the service has it. A value that has two equal forms keeps the form that it
// has.
func (v *Values) Fill(b videoindexer.BrandFields) {
	for _, f := range fields {
		if now := f.read(b); f.of(v).IsUnknown() || !same(f.of(v), now) {
			f.set(v, now)
		}
	}
}

// FillUnknown is Fill for unknown values only.
func (v *Values) FillUnknown(b videoindexer.BrandFields) {
	for _, f := range fields {
		if f.of(v).IsUnknown() {
			f.set(v, f.read(b))
		}
	}
}

// Overlay are the fields of a brand with these values in place of those that are known here.
func (v *Values) Overlay(b videoindexer.BrandFields) videoindexer.BrandFields {
	for _, f := range fields {
		if value := f.of(v); isKnown(value) {
			f.write(&b, value)
		}
	}
	return b
}

// Fields are the values as the client has them; of a state, what the service was last seen to hold.
func (v *Values) Fields() videoindexer.BrandFields { return v.Overlay(videoindexer.BrandFields{}) }

// IsComplete reports whether every field is known.
func (v *Values) IsComplete() bool {
	for _, f := range fields {
		if !isKnown(f.of(v)) {
			return false
		}
	}
	return true
}

// isKnown reports whether no field is unknown.
func (v *Values) isKnown() bool {
	for _, f := range fields {
		if isUnknown(f.of(v)) {
			return false
		}
	}
	return true
}

// PlanEntry completes the configured values of a brand. The others are planned as in prior, which the refresh has just
// read from the service, and as unknown if there is no prior.
func (v *Values) PlanEntry(prior *Values) {
	for _, f := range fields {
		switch {
		case !f.of(v).IsNull():
		case prior != nil:
			f.set(v, f.of(prior))
		default:
			f.set(v, f.unknown)
		}
	}
}

// same compares two values of a field. An empty text and none mean the same to the service.
func same(a, b attr.Value) bool {
	return a.Equal(b) || isEmptyText(a) && isEmptyText(b)
}

func isEmptyText(v attr.Value) bool {
	text, ok := v.(types.String)
	return ok && !text.IsUnknown() && text.ValueString() == ""
}

func isKnown(v attr.Value) bool { return !v.IsNull() && !isUnknown(v) }

// isUnknown reports whether a value, or an element of it, is not known yet.
func isUnknown(v attr.Value) bool {
	list, ok := v.(interface{ Elements() []attr.Value })
	return v.IsUnknown() || ok && slices.ContainsFunc(list.Elements(), attr.Value.IsUnknown)
}
