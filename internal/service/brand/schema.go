package brand

import (
	"maps"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/numberplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/int32type"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managedbrand"
)

// What the documentation says of each field, here and in the data source.
const (
	describeBrandID      = "Id of the brand, an int32."
	describeCreateTime   = "When the brand was created (RFC 3339, UTC)."
	describeLastModified = "When the brand was last changed (RFC 3339, UTC)."
	describeLastModifier = "Name of the user who last changed the brand."
)

func resourceAttributes() map[string]schema.Attribute {
	attributes := managedbrand.Attributes()
	maps.Copy(attributes, map[string]schema.Attribute{
		"brand_id": schema.NumberAttribute{
			MarkdownDescription: describeBrandID + " Changing it replaces the resource.",
			CustomType:          int32type.Type{},
			Required:            true,
			PlanModifiers:       []planmodifier.Number{numberplanmodifier.RequiresReplace()},
		},
		"create_time": schema.StringAttribute{
			MarkdownDescription: describeCreateTime,
			Computed:            true,
			PlanModifiers:       []planmodifier.String{stringplanmodifier.UseStateForUnknown()},
		},
		"last_modified":           schema.StringAttribute{MarkdownDescription: describeLastModified, Computed: true},
		"last_modifier_user_name": schema.StringAttribute{MarkdownDescription: describeLastModifier, Computed: true},
		"overwritten": schema.SingleNestedAttribute{
			MarkdownDescription: managedbrand.DescribeOverwritten, Computed: true, Attributes: managedbrand.OverwrittenAttributes(),
		},
		"deletion_policy": deletion.Attribute(
			deletion.Offer{Policy: deletion.Abandon, Does: "stops managing the brand and leaves it as it is"},
			deletion.Offer{Policy: deletion.Disable, Does: "switches it off"},
			deletion.Offer{Policy: deletion.Restore, Does: "writes back the values in `overwritten`, and leaves the other fields as they are"},
		),
	})
	return attributes
}
