package brand

import (
	"context"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/numberplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/importid"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/number"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/entries"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/field"
)

var (
	_ managed.Interface                   = (*brandResource)(nil)
	_ resource.ResourceWithValidateConfig = (*brandResource)(nil)
)

// keys name a brand inside its account.
var keys = importid.Keys{{Name: "brand_id", Description: "Id of the brand.", Int32: true, Noun: "brand"}}

type brandResource struct{ entries.Resource }

// NewResource is videoindexer_brand: it is planned and applied as a dictionary of one.
func NewResource() resource.Resource {
	return &brandResource{entries.New("brand", entries.Single, keys)}
}

const describeResource = "Manages a brand of an account's dictionary.\n\n" +
	"With `brand_id`, the resource adopts an existing brand by the [rules of adoption](../guides/reliability.md#adoption). Without `brand_id`, Terraform creates the brand by `name` and " +
	"deletes it at destroy, which needs [`extended_operations`](../guides/extended-operations.md).\n\n" +
	"If the account has a brand of that name already, the plan fails and shows its id. Changing `name` renames the brand.\n\n" +
	"Arguments that are not set are not managed: the service's values are read, kept and shown.\n\n" +
	field.DescribeAliases +
	"\n\n" +
	"For many brands, use [`videoindexer_brand_dictionary`](brand_dictionary.md), or [`videoindexer_brands`](brands.md) without extended operations."

func (r *brandResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: describeResource,
		Attributes:          providerdata.ResourceAttributes(resourceAttributes()),
	}
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
			Optional:            true, Computed: true,
			Validators:    []validator.Number{number.Int32()},
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
