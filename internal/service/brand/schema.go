package brand

import (
	"maps"

	datasource "github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/numberplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/int32type"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/field"
)

const describeResource = "Manages a brand of an account's dictionary.\n\n" +
	"With `brand_id`, the resource adopts an existing brand by the [rules of adoption](../guides/reliability.md#adoption). Without `brand_id`, Terraform creates the brand by `name` and " +
	"deletes it at destroy, which needs [`extended_operations`](../guides/extended-operations.md).\n\n" +
	"If the account has a brand of that name already, the plan fails and shows its id. Changing `name` renames the brand.\n\n" +
	"Arguments that are not set are not managed: the service's values are read, kept and shown.\n\n" +
	field.DescribeAliases +
	"\n\n" +
	"For many brands, use [`videoindexer_brand_dictionary`](brand_dictionary.md), or [`videoindexer_brands`](brands.md) without extended operations."

// What the documentation says of each field, here and in the data source.
const (
	describeBrandID    = "Id of the brand, an int32."
	describeCreateTime = "Time of the creation of the brand (RFC 3339, UTC)."
)

// serviceAttributes are the fields of a brand, as data, apart from its id.
func serviceAttributes() map[string]datasource.Attribute {
	attributes := field.DataSourceAttributes()
	maps.Copy(attributes, map[string]datasource.Attribute{
		"create_time":             arguments.ComputedText(describeCreateTime),
		"last_modified":           arguments.ComputedText("Time of the last change of the brand (RFC 3339, UTC)."),
		"last_modifier_user_name": arguments.ComputedText("Name of the user who last changed the brand."),
	})
	return attributes
}

func resourceAttributes() map[string]schema.Attribute {
	attributes := field.Attributes()
	if name, ok := attributes["name"].(schema.StringAttribute); ok {
		name.MarkdownDescription += " Required if `brand_id` is left out."
		attributes["name"] = name
	}
	maps.Copy(attributes, map[string]schema.Attribute{
		"brand_id": schema.NumberAttribute{
			MarkdownDescription: describeBrandID + " Changing it to the id of another brand replaces the resource. Default: Terraform creates the brand by `name`, with `extended_operations`.",
			CustomType:          int32type.Type{},
			Optional:            true, Computed: true,
			PlanModifiers: []planmodifier.Number{numberplanmodifier.UseStateForUnknown(), numberplanmodifier.RequiresReplaceIfConfigured()},
		},
		"create_time": schema.StringAttribute{
			MarkdownDescription: describeCreateTime,
			Computed:            true,
			PlanModifiers:       []planmodifier.String{stringplanmodifier.UseStateForUnknown()},
		},
		"overwritten": schema.SingleNestedAttribute{
			MarkdownDescription: field.DescribeOverwritten + " Null for a brand that Terraform created.",
			Computed:            true, Attributes: field.OverwrittenAttributes(),
		},
		"deletion_policy": deletion.PlannedAttribute(
			"Default: `delete` for a brand that Terraform created, `abandon` for one that existed before or was imported.",
			deletion.Offer{Policy: deletion.Abandon, Does: "stops managing the brand and leaves it as it is"},
			deletion.Offer{Policy: deletion.Disable, Does: "disables it"},
			deletion.Offer{Policy: deletion.Restore, Does: "writes back the values in `overwritten`, and leaves the other fields as they are"},
			deletion.Offer{Policy: deletion.Delete, Does: "deletes it, even if Terraform did not create it, which needs [`extended_operations`](../guides/extended-operations.md)"},
		),
	})
	return attributes
}
