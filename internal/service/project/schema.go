package project

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-jsontypes/jsontypes"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
)

// What the documentation says of the arguments that the resource and the action share.
const (
	describeProjectID           = "Id of the project."
	describeSendCompletionEmail = "Whether the service sends a mail when the render ends, in whatever way. The service decides where it is left out."
)

func resourceSchema(ctx context.Context) schema.Schema {
	return schema.Schema{
		MarkdownDescription: "A project: adopted by its id, and rendered when `render` turns true. A plan looks whether it exists; destroy leaves it, unless `deletion_policy` says otherwise.\n\n" +
			"The service has no call that creates a project, and none that reads a render: existence is checked by asking for a project access token " +
			"(which needs `subscription_key`), and what is known of a render is what the last call for it answered.",
		Attributes: providerdata.ResourceAttributes(map[string]schema.Attribute{
			"project_id": schema.StringAttribute{
				MarkdownDescription: describeProjectID + " Changing it replaces the resource.",
				Required:            true,
				Validators:          []validator.String{validate.PathSegment()},
			},
			"render": schema.BoolAttribute{
				MarkdownDescription: "Whether the project should be rendered. A render is asked for when this turns true; a project that was rendered before keeps its result. Default: `false`.",
				Optional:            true, Computed: true,
				Default: booldefault.StaticBool(false),
			},
			"send_completion_email": schema.BoolAttribute{MarkdownDescription: describeSendCompletionEmail, Optional: true},
			"wait_for_render": schema.BoolAttribute{
				MarkdownDescription: "Whether apply waits until the render has ended. A render that someone else started is waited for as one's own. Default: `true`.",
				Optional:            true, Computed: true,
				Default: booldefault.StaticBool(true),
			},
			"render_state": schema.StringAttribute{
				MarkdownDescription: "State of the render when it was last asked for: `Succeeded`, `InProgress`, or another that the service names. Null before the first.",
				Computed:            true,
			},
			"video_ranges": schema.ListNestedAttribute{
				MarkdownDescription: "Parts of videos that the render was made of, once it has succeeded.",
				Computed:            true,
				NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
					"video_id": schema.StringAttribute{MarkdownDescription: "Id of the video.", Computed: true},
					"start":    schema.StringAttribute{MarkdownDescription: "Where the part starts, as `hh:mm:ss`.", Computed: true},
					"end":      schema.StringAttribute{MarkdownDescription: "Where the part ends, as `hh:mm:ss`.", Computed: true},
				}},
			},
			"render_error": schema.StringAttribute{
				MarkdownDescription: "What the service says of a render that failed, as JSON.",
				CustomType:          jsontypes.NormalizedType{},
				Computed:            true,
			},
			"deletion_policy": deletion.Attribute(
				deletion.Offer{Policy: deletion.Abandon, Does: "stops managing the project and leaves it as it is"},
				deletion.Offer{Policy: deletion.Delete, Does: "deletes the project and its rendered media file, which the provider cannot create again: " +
					"with it, a plan that would replace the resource is an error. A tainted resource is replaced all the same; the project is left as it is then, and adopted again"},
			),
		}),
		Blocks: map[string]schema.Block{"timeouts": wait.TimeoutsBlock(ctx)},
	}
}
