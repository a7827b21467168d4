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
)

// How many requests of one resource may be underway at a time.
const (
	DefaultParallelism = 10
	maxParallelism     = 64
)

// ParallelismAttribute is the argument parallelism.
func ParallelismAttribute() schema.NumberAttribute {
	return schema.NumberAttribute{
		MarkdownDescription: fmt.Sprintf("Number of brands that are read or written at a time, from 1 to %d. Default: `%d`.", maxParallelism, DefaultParallelism),
		CustomType:          int32type.Type{},
		Optional:            true, Computed: true,
		Default:    numberdefault.StaticBigFloat(big.NewFloat(DefaultParallelism)),
		Validators: []validator.Number{validate.AtMost(maxParallelism), validate.AtLeast(1)},
	}
}

// Parallelism is how many brands to work on at a time; an import has no value of the argument yet.
func Parallelism(argument int32type.Value) int {
	return min(max(int(argument.Int32()), 1), maxParallelism)
}

// Entries is a map of nested attributes, which it shows to engines. When the framework goes through the values of a
// configuration, plan or state, it finds no attributes in an entry. It therefore does not look for defaults, blocks and
// write-only fields in each of them, and does not mark as unknown what ModifyPlan plans anyway.
type Entries struct{ schema.MapNestedAttribute }

// ApplyTerraform5AttributePathStep returns, for every entry, a type in which the framework looks for nothing. No path
// into an entry can therefore be read or set by itself.
func (e Entries) ApplyTerraform5AttributePathStep(tftypes.AttributePathStep) (any, error) {
	return types.DynamicType, nil
}

// PlannedAtOnce excludes a map of brands from the framework's pass over nested attributes. That pass looks up every
// field in a copy of the whole map, so that a plan's time would grow with the square of the entries. It does not visit
// what is unknown; ModifyPlan plans all entries afterwards.
type PlannedAtOnce struct{}

// Description says what becomes of a plan.
func (PlannedAtOnce) Description(context.Context) string {
	return "entries keep what they leave out"
}

// MarkdownDescription is the Description.
func (m PlannedAtOnce) MarkdownDescription(ctx context.Context) string { return m.Description(ctx) }

// PlanModifyMap makes the map unknown.
func (PlannedAtOnce) PlanModifyMap(ctx context.Context, req planmodifier.MapRequest, resp *planmodifier.MapResponse) {
	resp.PlanValue = types.MapUnknown(req.PlanValue.ElementType(ctx))
}
