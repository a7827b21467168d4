package byid

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/int32type"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/entries"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/field"
)

const describeDictionary = "Manages many existing brands of an account's dictionary, by id.\n\n" +
	"The resource adopts brands by the [rules of adoption](../guides/reliability.md#adoption), and creates none: if a brand is missing, the plan fails. " +
	"[`videoindexer_brand_dictionary`](brand_dictionary.md) creates brands by name.\n\n" +
	"Fields that an entry does not set are not managed: the service's values are read, kept and shown.\n\n" +
	"If a brand fails, the provider still writes the others, and the next apply does the rest. If a create fails in part, the next apply adopts the brands again and keeps `overwritten`.\n\n" +
	field.DescribeAliases +
	"\n\n" +
	"With `deletion_policy = \"delete\"`, an apply deletes the brand of a removed entry, and a destroy all brands, although Terraform did not create them."

// kind is that of a dictionary by id.
var kind = entries.NewKind(false)

func dictionaryAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"brands": entries.Entries{MapNestedAttribute: schema.MapNestedAttribute{
			MarkdownDescription: "Brands by id: a key is an int32 in plain decimal, such as `\"1001\"`. `deletion_policy` also applies to the brands of removed entries.",
			Required:            true,
			PlanModifiers:       []planmodifier.Map{entries.PlannedAtOnce{}},
			CustomType:          kind.Entry,
			NestedObject:        schema.NestedAttributeObject{Attributes: field.Attributes()},
		}},
		"overwritten": entries.Entries{MapNestedAttribute: schema.MapNestedAttribute{
			MarkdownDescription: "By brand id, the values that Terraform has replaced since it adopted the brand; a plan shows them before the apply replaces them. `deletion_policy = \"restore\"` writes them back. " +
				"Null if nothing was replaced; an empty `reference_url` means none.",
			Computed:     true,
			CustomType:   kind.Overwritten,
			NestedObject: schema.NestedAttributeObject{Attributes: field.OverwrittenAttributes()},
		}},
		"parallelism": entries.ParallelismAttribute(),
		"deletion_policy": deletion.Attribute(
			deletion.Offer{Policy: deletion.Abandon, Does: "stops managing the brands and leaves them as they are"},
			deletion.Offer{Policy: deletion.Disable, Does: "disables them"},
			deletion.Offer{Policy: deletion.Restore, Does: "writes back the values in `overwritten`, and leaves the other fields as they are"},
			deletion.Offer{Policy: deletion.Delete, Does: "deletes them, even if Terraform did not create them, which needs [`extended_operations`](../guides/extended-operations.md)"},
		),
	}
}

// ValidateConfig checks the brands.
func (r *dictionaryResource) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	_, diags := entries.Validate(ctx, req.Config, field.Attributes(), checkKey)
	resp.Diagnostics.Append(diags...)
}

// checkKey accepts keys that are int32 numbers in plain decimal, so that no brand can have two entries, and entries that
// are not null.
func checkKey(at path.Path, key string, entry tftypes.Value, diags *diag.Diagnostics) {
	if _, err := int32type.Parse(key); err != nil {
		diags.AddAttributeError(at, "Invalid brand id", fmt.Sprintf("The key of %s must be the id of a brand in plain decimal; %s.", at, err))
	} else if entry.IsNull() {
		diags.AddAttributeError(at, "Entry without a value", fmt.Sprintf("%s is null. Leave the entry out, or write {} to read the brand and manage nothing of it.", at))
	}
}
