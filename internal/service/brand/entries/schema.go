package entries

import (
	"context"
	"fmt"
	"math/big"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/numberdefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/int32type"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/field"
)

// How many requests of one resource may be underway at a time.
const (
	defaultParallelism = 10
	maxParallelism     = 64
)

// Attributes are those that both dictionaries have, but for deletion_policy: brands, overwritten and parallelism.
func Attributes(layout Layout, describeBrands, describeOverwritten string) map[string]schema.Attribute {
	overwritten := field.OverwrittenAttributes()
	if layout == ByName {
		delete(overwritten, "name")
	}
	brands := newMap(describeBrands, entryAttributes(layout))
	brands.Required, brands.PlanModifiers = true, []planmodifier.Map{plannedAtOnce{}}
	replaced := newMap(describeOverwritten, overwritten)
	replaced.Computed = true
	return map[string]schema.Attribute{
		brandsName: brands, overwrittenName: replaced,
		"parallelism": schema.NumberAttribute{
			MarkdownDescription: fmt.Sprintf("Number of brands that are read or written at a time, from 1 to %d. Default: `%d`.", maxParallelism, defaultParallelism),
			CustomType:          int32type.Type{},
			Optional:            true, Computed: true,
			Default:    numberdefault.StaticBigFloat(big.NewFloat(defaultParallelism)),
			Validators: []validator.Number{validate.AtMost(maxParallelism), validate.AtLeast(1)},
		},
	}
}

// Adopted is the computed set of the names of brands that were there before.
func Adopted(description string) schema.SetAttribute {
	return schema.SetAttribute{MarkdownDescription: description, Computed: true, CustomType: newOpaqueType(types.SetType{ElemType: types.StringType})}
}

func entryAttributes(layout Layout) map[string]schema.Attribute {
	attributes := field.Attributes()
	if layout == ByName {
		delete(attributes, "name")
		attributes[brandIDName] = schema.NumberAttribute{MarkdownDescription: "Id of the brand.", CustomType: int32type.Type{}, Computed: true}
	}
	return attributes
}

// opaqueMap is a map of nested attributes, which it shows to engines. When the framework goes through the values of a
// configuration, plan or state, it finds no attributes in an entry. It therefore does not look for defaults, blocks and
// write-only fields in each of them, and does not mark as unknown what ModifyPlan plans anyway.
type opaqueMap struct{ schema.MapNestedAttribute }

func newMap(description string, attributes map[string]schema.Attribute) opaqueMap {
	nested := schema.NestedAttributeObject{Attributes: attributes}
	return opaqueMap{schema.MapNestedAttribute{
		MarkdownDescription: description, NestedObject: nested, CustomType: newOpaqueType(types.MapType{ElemType: nested.Type()}),
	}}
}

// ApplyTerraform5AttributePathStep returns, for every entry, a type in which the framework looks for nothing. No path
// into an entry can therefore be read or set by itself.
func (opaqueMap) ApplyTerraform5AttributePathStep(tftypes.AttributePathStep) (any, error) {
	return types.DynamicType, nil
}

// plannedAtOnce excludes a map of brands from the framework's pass over nested attributes. That pass looks up every
// field in a copy of the whole map, so that a plan's time would grow with the square of the entries. It does not visit
// what is unknown; ModifyPlan plans all entries afterwards.
type plannedAtOnce struct{}

// Description says what becomes of a plan.
func (plannedAtOnce) Description(context.Context) string { return "entries keep what they leave out" }

// MarkdownDescription is the Description.
func (m plannedAtOnce) MarkdownDescription(ctx context.Context) string { return m.Description(ctx) }

// PlanModifyMap makes the map unknown.
func (plannedAtOnce) PlanModifyMap(ctx context.Context, req planmodifier.MapRequest, resp *planmodifier.MapResponse) {
	resp.PlanValue = types.MapUnknown(req.PlanValue.ElementType(ctx))
}
