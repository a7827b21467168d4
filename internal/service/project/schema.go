package project

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework-jsontypes/jsontypes"
	"github.com/hashicorp/terraform-plugin-framework-validators/listvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/listplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// What the documentation says of the arguments that the resource shares with actions, data sources and lists.
const (
	describeProjectID           = "Id of the project."
	describeSendCompletionEmail = "Whether the service sends an e-mail when the render has ended, even after a failure. Default: chosen by the service."
)

const describeResource = "Manages a project: a sequence of parts of videos, and the file that is rendered from them.\n\n" +
	"With `project_id`, the resource adopts an existing project by the [rules of adoption](../guides/reliability.md#adoption). Without `project_id`, Terraform creates the project by " +
	"`name` and deletes it at destroy, which needs [`extended_operations`](../guides/extended-operations.md).\n\n" +
	"The apply renders the project when `render` changes to `true`. If `video_ranges` change, the service discards the render: the plan warns of it, and the apply renders the project again.\n\n" +
	"The described API cannot read a project, or the state of a render: the provider asks for a project access token to see that a project exists, which needs `subscription_key`.\n\n" +
	"The provider never repeats a create. If a run was killed after a create, a warning of the next plan shows the id of the project: import it.\n\n" +
	"If two aliases of the provider or two states manage the same project, they overwrite each other's values, and a destroy of one can delete it for both."

// neededToSet ends the description of what the described API cannot do.
const neededToSet = " Setting it needs the provider's [`extended_operations`](../guides/extended-operations.md)."

func (r *projectResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: describeResource,
		Attributes: providerdata.ResourceAttributes(map[string]schema.Attribute{
			"project_id": schema.StringAttribute{
				MarkdownDescription: describeProjectID + " Changing it to the id of another project replaces the resource. Default: Terraform creates the project by `name`, which needs the provider's [`extended_operations`](../guides/extended-operations.md).",
				Optional:            true, Computed: true,
				Validators:    []validator.String{validate.PathSegment(), stringvalidator.AtLeastOneOf(path.MatchRoot("name"))},
				PlanModifiers: []planmodifier.String{stringplanmodifier.UseStateForUnknown(), stringplanmodifier.RequiresReplaceIfConfigured()},
			},
			"name": schema.StringAttribute{
				MarkdownDescription: "Name of the project; several projects can have the same name. Required if `project_id` is left out. Changing it renames the project. Null if it is not known." + neededToSet,
				Optional:            true, Computed: true,
				Validators:    []validator.String{validate.Name()},
				PlanModifiers: []planmodifier.String{stringplanmodifier.UseStateForUnknown()},
			},
			"video_ranges": schema.ListNestedAttribute{
				MarkdownDescription: fmt.Sprintf("Parts of videos in the project, in their order; at most %d. Default: none in a created project. "+
					"Without `extended_operations`, they are those of the last successful render.%s", videoindexer.MaxVideoRanges, neededToSet),
				Optional: true, Computed: true,
				Validators:    []validator.List{validate.NoNulls(), listvalidator.SizeAtMost(videoindexer.MaxVideoRanges)},
				PlanModifiers: []planmodifier.List{listplanmodifier.UseStateForUnknown()},
				NestedObject: schema.NestedAttributeObject{
					Attributes: map[string]schema.Attribute{
						"video_id": schema.StringAttribute{MarkdownDescription: "Id of the video.", Required: true, Validators: []validator.String{validate.PathSegment()}},
						"start": schema.StringAttribute{
							MarkdownDescription: "Start of the part, as `hh:mm:ss` with an optional fraction (`00:01:30.500`). Writing the same time differently is not a change.",
							Required:            true, Validators: []validator.String{rangeTime()},
						},
						"end": schema.StringAttribute{
							MarkdownDescription: "End of the part, in the same format; after `start`.", Required: true, Validators: []validator.String{rangeTime()},
						},
					},
				},
			},
			"render": schema.BoolAttribute{
				MarkdownDescription: "Whether to render the project: Terraform requests a render when this changes to `true`, and again after a change of `video_ranges`. A project that was rendered before keeps its " +
					"result. Default: `false`.",
				Optional: true, Computed: true,
				Default: booldefault.StaticBool(false),
			},
			"send_completion_email": schema.BoolAttribute{MarkdownDescription: describeSendCompletionEmail, Optional: true},
			"wait_for_render": schema.BoolAttribute{
				MarkdownDescription: "Whether the apply waits until the render has ended, even if someone else started it. Default: `true`.",
				Optional:            true, Computed: true,
				Default: booldefault.StaticBool(true),
			},
			"cancel_render_on_interrupt": schema.BoolAttribute{
				MarkdownDescription: "Whether to cancel the render if the apply is interrupted (Ctrl-C) while it waits. Default: `false`: the service continues the render, and the next apply waits for it." + neededToSet,
				Optional:            true,
			},
			"render_state": schema.StringAttribute{
				MarkdownDescription: "State of the render when it was last read: `Succeeded`, `InProgress`, or another state of the service. Null before the first render.",
				Computed:            true,
			},
			"render_error": schema.StringAttribute{
				MarkdownDescription: "Error of a failed render, as JSON of the service.",
				CustomType:          jsontypes.NormalizedType{},
				Computed:            true,
			},
			"deletion_policy": deletion.PlannedAttribute(
				"Default: `delete` for a project that Terraform created, `abandon` for one that was imported, or that has a configured `project_id`. Without an argument, an update keeps the policy of other projects.",
				deletion.Offer{Policy: deletion.Abandon, Does: "stops managing the project and leaves it as it is"},
				deletion.Offer{Policy: deletion.Delete, Does: "deletes the project and its rendered media file, and makes a plan fail if it would replace an adopted project"},
			),
		}),
		Blocks: map[string]schema.Block{"timeouts": wait.TimeoutsBlock()},
	}
}
