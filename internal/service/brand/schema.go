package brand

import (
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/boolplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/numberplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/setplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/int32type"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/textset"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
)

// What the documentation says of each field, here and in the data source.
const (
	describeBrandID      = "Id of the brand, an int32."
	describeName         = "Name of the brand."
	describeEnabled      = "Whether the brand is looked for in videos."
	describeDescription  = "Description of the brand."
	describeReferenceURL = "Address of a page about the brand."
	describeTags         = "Tags of the brand."
	describeCreateTime   = "When the brand was created (RFC 3339, UTC)."
	describeLastModified = "When the brand was last changed (RFC 3339, UTC)."
	describeLastModifier = "Name of the user who last changed the brand."

	// What a resource adds for the fields that can be left out.
	describeUnmanaged = " Not managed where it is left out."
)

// The planned value of a field that is not configured is the one in the state: what the service was
// just read to hold, and what an update sends back.
func resourceAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"brand_id": schema.NumberAttribute{
			MarkdownDescription: describeBrandID + " Changing it replaces the resource.",
			CustomType:          int32type.Type{},
			Required:            true,
			PlanModifiers:       []planmodifier.Number{numberplanmodifier.RequiresReplace()},
		},
		"name": schema.StringAttribute{
			MarkdownDescription: describeName + describeUnmanaged,
			Optional:            true, Computed: true,
			Validators:    []validator.String{stringvalidator.LengthAtLeast(1)},
			PlanModifiers: []planmodifier.String{stringplanmodifier.UseStateForUnknown()},
		},
		"enabled": schema.BoolAttribute{
			MarkdownDescription: describeEnabled + describeUnmanaged,
			Optional:            true, Computed: true,
			PlanModifiers: []planmodifier.Bool{boolplanmodifier.UseStateForUnknown()},
		},
		"description": schema.StringAttribute{
			MarkdownDescription: describeDescription + describeUnmanaged,
			Optional:            true, Computed: true,
			PlanModifiers: []planmodifier.String{stringplanmodifier.UseStateForUnknown()},
		},
		"reference_url": schema.StringAttribute{
			MarkdownDescription: describeReferenceURL + " `\"\"` clears it." + describeUnmanaged,
			Optional:            true, Computed: true,
			Validators:    []validator.String{validate.URLOrEmpty()},
			PlanModifiers: []planmodifier.String{stringplanmodifier.UseStateForUnknown()},
		},
		"tags": schema.SetAttribute{
			MarkdownDescription: describeTags + " `[]` removes all." + describeUnmanaged,
			CustomType:          textset.NewType(),
			Optional:            true, Computed: true,
			PlanModifiers: []planmodifier.Set{setplanmodifier.UseStateForUnknown()},
		},
		"create_time": schema.StringAttribute{
			MarkdownDescription: describeCreateTime,
			Computed:            true,
			PlanModifiers:       []planmodifier.String{stringplanmodifier.UseStateForUnknown()},
		},
		"last_modified":           schema.StringAttribute{MarkdownDescription: describeLastModified, Computed: true},
		"last_modifier_user_name": schema.StringAttribute{MarkdownDescription: describeLastModifier, Computed: true},
		"deletion_policy": deletion.Attribute(
			deletion.Offer{Policy: deletion.Abandon, Does: "lets go of the brand and leaves it as it is"},
			deletion.Offer{Policy: deletion.Disable, Does: "switches it off"},
			deletion.Offer{Policy: deletion.Restore, Does: "writes back the values found when it was adopted (after an import: when `restore` was first applied)"},
		),
	}
}
