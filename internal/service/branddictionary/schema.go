package branddictionary

import (
	"context"
	"fmt"
	"maps"
	"math/big"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/numberdefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/int32type"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managedbrand"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
)

// How many requests of one dictionary may be underway at a time.
const (
	defaultParallelism = 10
	maxParallelism     = 64
)

const describeDictionary = "Brands of an account's dictionary, all in one resource.\n\n" +
	"This resource adopts brands that exist, by their ids, and then keeps them as configured; it creates none. " +
	"The plan reads the brands: one that does not exist is an error, and `overwritten` shows the values that the apply will replace. " +
	"What an entry does not set is not managed: the service's value is read, kept and shown."

func dictionaryAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"brands": plainEntries{schema.MapNestedAttribute{
			MarkdownDescription: "The brands by id. A key is the id of the brand, an int32 in plain decimal: `\"1001\"`. " +
				"An entry that is added is adopted, as at the create; what becomes of a brand whose entry is removed, `deletion_policy` says.",
			Required:      true,
			Validators:    []validator.Map{brandKeys{}},
			PlanModifiers: []planmodifier.Map{plannedAtOnce{}},
			// The types are those that the framework would make of the attributes, anew each time that it asks for them.
			CustomType:   types.MapType{ElemType: managedbrand.Type},
			NestedObject: schema.NestedAttributeObject{CustomType: managedbrand.Type, Attributes: managedbrand.Attributes()},
		}},
		"overwritten": plainEntries{schema.MapNestedAttribute{
			MarkdownDescription: "By brand id: " + managedbrand.DescribeOverwritten,
			Computed:            true,
			CustomType:          types.MapType{ElemType: managedbrand.Type},
			NestedObject:        schema.NestedAttributeObject{CustomType: managedbrand.Type, Attributes: managedbrand.OverwrittenAttributes()},
		}},
		"parallelism": schema.NumberAttribute{
			MarkdownDescription: fmt.Sprintf("How many brands are read or written at a time, from 1 to %d. Default: `%d`.", maxParallelism, defaultParallelism),
			CustomType:          int32type.Type{},
			Optional:            true, Computed: true,
			Default:    numberdefault.StaticBigFloat(big.NewFloat(defaultParallelism)),
			Validators: []validator.Number{validate.AtMost(maxParallelism), validate.AtLeast(1)},
		},
		"deletion_policy": deletion.Attribute(
			deletion.Offer{Policy: deletion.Abandon, Does: "stops managing the brands and leaves them as they are"},
			deletion.Offer{Policy: deletion.Disable, Does: "switches them off"},
			deletion.Offer{Policy: deletion.Restore, Does: "writes back the values in `overwritten`, and leaves the other fields as they are"},
			deletion.Offer{Policy: deletion.Delete, Does: "deletes them, whoever created them, which needs [`extended_operations`](../guides/extended-operations.md)"},
		),
	}
}

// plainEntries is a map of nested attributes, which it offers to engines and to validation. Where the framework goes
// through the values of a configuration, plan or state it finds plain objects instead, and spares itself to look for
// defaults, blocks and write-only fields in each of them, and to mark as unknown what ModifyPlan plans anyway.
type plainEntries struct{ schema.MapNestedAttribute }

// ApplyTerraform5AttributePathStep answers the type of an entry in place of its attributes.
func (p plainEntries) ApplyTerraform5AttributePathStep(step tftypes.AttributePathStep) (any, error) {
	return p.GetType().ApplyTerraform5AttributePathStep(step) //nolint:wrapcheck // part of the framework's walk
}

// brandKeys accepts maps whose keys are int32 numbers in plain decimal, so that no brand can have two
// entries, and whose entries are not null.
type brandKeys struct{}

func (brandKeys) Description(context.Context) string {
	return "keys must be brand ids, int32 in plain decimal"
}

func (v brandKeys) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (brandKeys) ValidateMap(_ context.Context, req validator.MapRequest, resp *validator.MapResponse) {
	elements := req.ConfigValue.Elements()
	for _, key := range slices.Sorted(maps.Keys(elements)) {
		at := req.Path.AtMapKey(key)
		if _, err := int32type.Parse(key); err != nil {
			resp.Diagnostics.AddAttributeError(at, "Invalid brand id", fmt.Sprintf("The key of %s must be the id of a brand in plain decimal; %s.", at, err))
		} else if elements[key].IsNull() {
			resp.Diagnostics.AddAttributeError(at, "Entry without a value", fmt.Sprintf("%s is null. Leave the entry out, or write {} to read the brand and manage nothing of it.", at))
		}
	}
}
