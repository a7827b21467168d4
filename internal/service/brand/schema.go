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

const describeResource = "A brand of an account's dictionary.\n\n" +
	"With `brand_id` this resource adopts the brand that has it, and then keeps it as configured. " +
	"The plan reads the brand: one that does not exist is an error, and `overwritten` shows the values that the apply will replace. " +
	"Arguments that are not set are not managed: the service's values are read, kept and shown.\n\n" +
	"Without `brand_id` Terraform creates the brand, by `name`, and deletes it at destroy, which needs the provider's " +
	"[`extended_operations`](../guides/extended-operations.md). The plan looks for the name: one that a brand of the account has already is an error that gives its id. " +
	"Another `name` is another brand: the resource is replaced. A replacement that keeps the name needs the destroy to come first, so that `create_before_destroy` cannot be used with it: the create is refused, and nothing is lost. " +
	"A create whose answer is lost is not sent again: the brand is looked up by its name. One that a run left behind when it was killed is named, with its id, by the next plan: import it.\n\n" +
	"Whether Terraform created a brand is remembered: when `brand_id` is added or removed for the same brand later on, it stays the same brand, and the default of `deletion_policy` stays the same as well. " +
	"A brand that was imported counts as one that existed before.\n\n" +
	"For many brands that belong together, see [`videoindexer_brands`](brands.md)."

// What the documentation says of each field, here and in the data source.
const (
	describeBrandID      = "Id of the brand, an int32."
	describeCreateTime   = "When the brand was created (RFC 3339, UTC)."
	describeLastModified = "When the brand was last changed (RFC 3339, UTC)."
	describeLastModifier = "Name of the user who last changed the brand."
)

func resourceAttributes() map[string]schema.Attribute {
	attributes := managedbrand.Attributes()
	if name, ok := attributes["name"].(schema.StringAttribute); ok {
		name.MarkdownDescription += " Required where `brand_id` is left out; changing it replaces the resource then."
		attributes["name"] = name
	}
	maps.Copy(attributes, map[string]schema.Attribute{
		"brand_id": schema.NumberAttribute{
			MarkdownDescription: describeBrandID + " Changing it to that of another brand replaces the resource. Left out, the brand is created, by `name`, with `extended_operations`.",
			CustomType:          int32type.Type{},
			Optional:            true, Computed: true,
			PlanModifiers: []planmodifier.Number{numberplanmodifier.UseStateForUnknown(), numberplanmodifier.RequiresReplaceIfConfigured()},
		},
		"create_time": schema.StringAttribute{
			MarkdownDescription: describeCreateTime,
			Computed:            true,
			PlanModifiers:       []planmodifier.String{stringplanmodifier.UseStateForUnknown()},
		},
		"last_modified":           schema.StringAttribute{MarkdownDescription: describeLastModified, Computed: true},
		"last_modifier_user_name": schema.StringAttribute{MarkdownDescription: describeLastModifier, Computed: true},
		"overwritten":             managedbrand.NewOverwrittenAttribute(managedbrand.DescribeOverwritten + " Null as well for a brand that Terraform created."),
		"deletion_policy": deletion.PlannedAttribute(
			"Default: `delete` for a brand that Terraform created, `abandon` for one that existed before.",
			deletion.Offer{Policy: deletion.Abandon, Does: "stops managing the brand and leaves it as it is"},
			deletion.Offer{Policy: deletion.Disable, Does: "switches it off"},
			deletion.Offer{Policy: deletion.Restore, Does: "writes back the values in `overwritten`, and leaves the other fields as they are"},
			deletion.Offer{Policy: deletion.Delete, Does: "deletes it, whoever created it, which needs [`extended_operations`](../guides/extended-operations.md)"},
		),
	})
	return attributes
}
