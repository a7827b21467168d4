package managedbrand

import (
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// DescribeOverwritten is what the documentation says of the overwritten values of a brand.
const DescribeOverwritten = "Values that Terraform has replaced: those that the brand had when it was adopted, " +
	"or when a field was first managed. A plan shows them before the apply replaces them, and `deletion_policy = \"restore\"` writes them back. " +
	"Null if nothing was replaced; an empty `reference_url` means none."

// OverwrittenAttributes are the computed fields of an overwritten object.
func OverwrittenAttributes() map[string]schema.Attribute {
	attributes := make(map[string]schema.Attribute, len(fields))
	for _, f := range fields {
		description := "Replaced " + f.name + "; null if it was not replaced."
		switch f.kind {
		case types.StringType:
			attributes[f.name] = schema.StringAttribute{MarkdownDescription: description, Computed: true}
		case types.BoolType:
			attributes[f.name] = schema.BoolAttribute{MarkdownDescription: description, Computed: true}
		default:
			attributes[f.name] = schema.SetAttribute{MarkdownDescription: description, ElementType: types.StringType, Computed: true}
		}
	}
	return attributes
}

// OverwrittenAttribute is the computed attribute of one brand for its overwritten values. When the framework goes
// through the values of a plan or state, it finds no attributes in this one, so that it does not look for blocks and
// write-only attributes.
type OverwrittenAttribute struct{ schema.SingleNestedAttribute }

// NewOverwrittenAttribute is an OverwrittenAttribute with a description.
func NewOverwrittenAttribute(description string) OverwrittenAttribute {
	return OverwrittenAttribute{schema.SingleNestedAttribute{MarkdownDescription: description, Computed: true, Attributes: OverwrittenAttributes()}}
}

// ApplyTerraform5AttributePathStep returns a type in which the framework looks for nothing.
func (OverwrittenAttribute) ApplyTerraform5AttributePathStep(tftypes.AttributePathStep) (any, error) {
	return types.DynamicType, nil
}

// PlanOverwritten are the overwritten values of a brand after wanted, which its configuration sets, has replaced values
// of before: those that were overwritten earlier, and those that are overwritten now. The result is null if there are
// none, and unknown as far as wanted is. Earlier is what a state has.
func PlanOverwritten(earlier types.Object, before videoindexer.BrandFields, wanted Values) types.Object {
	values, isKnownOne, isUnknownOne := ValuesOf(earlier), false, false
	for _, f := range fields {
		next, now := f.of(&wanted), f.read(before)
		switch {
		case !f.of(&values).IsNull() || next.IsNull(): // overwritten before, or not managed
		case isUnknown(next):
			f.set(&values, f.unknown)
		case !same(next, now):
			if now.IsNull() {
				now = types.StringValue("")
			}
			f.set(&values, now)
		}
		isKnownOne = isKnownOne || isKnown(f.of(&values))
		isUnknownOne = isUnknownOne || isUnknown(f.of(&values))
	}
	switch {
	case isKnownOne:
		return values.Object()
	case isUnknownOne:
		return types.ObjectUnknown(Types)
	}
	return types.ObjectNull(Types)
}

// restored are the fields of a brand with the overwritten values in their places. An empty reference_url among these
// stands for none.
func restored(overwritten types.Object, b videoindexer.BrandFields) videoindexer.BrandFields {
	values := ValuesOf(overwritten)
	b = values.Overlay(b)
	if isKnown(values.ReferenceURL) && values.ReferenceURL.ValueString() == "" {
		b.ReferenceURL = nil
	}
	return b
}

// DescribeValues names the values of an overwritten object in a sentence: name "Ashgrove", enabled false.
func DescribeValues(overwritten types.Object) string {
	values := ValuesOf(overwritten)
	var texts []string
	for _, f := range fields {
		if value := f.of(&values); isKnown(value) {
			texts = append(texts, fmt.Sprintf("%s %s", f.name, text(value)))
		}
	}
	return strings.Join(texts, ", ")
}

func text(value attr.Value) string {
	if s, ok := value.(types.String); ok {
		return fmt.Sprintf("%q", s.ValueString())
	}
	return value.String()
}
