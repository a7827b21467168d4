package project

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework-jsontypes/jsontypes"
	"github.com/hashicorp/terraform-plugin-framework-validators/listvalidator"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
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
	describeSendCompletionEmail = "Whether the service sends a mail when the render ends, in whatever way. Default: chosen by the service."
)

const describeResource = "A project: parts of videos, one after the other, and the file that is rendered of them.\n\n" +
	"With `project_id` this resource adopts the project that has it. A plan looks whether it exists; destroy leaves it, unless `deletion_policy` says otherwise. " +
	"It is rendered when `render` turns true.\n\n" +
	"The described API has no call that creates a project, and none that reads one or its render: existence is checked by asking for a project access token " +
	"(which needs `subscription_key`), and what is known of a render is what the last call for it answered.\n\n" +
	"Services can do more, and with the provider's [`extended_operations`](../guides/extended-operations.md) this resource does: " +
	"without `project_id` Terraform creates the project, by `name`, and deletes it at destroy; `name` and `video_ranges` are changed in place and read, so that changes made elsewhere show in a plan; " +
	"and a render is watched rather than asked for again. Changing `video_ranges` makes the service forget the render and delete the rendered file: the plan warns of it, and with `render = true` the apply renders anew. " +
	"While a project is being rendered it cannot be changed: the apply waits for the end.\n\n" +
	"A create whose answer is lost is not sent again: the project is looked up among those that were not there before. One that a run left behind when it was killed is named, with its id, by a warning of the next plan: import it."

// neededToSet ends the description of what the described API cannot do.
const neededToSet = " Setting it needs the provider's [`extended_operations`](../guides/extended-operations.md)."

func resourceSchema(ctx context.Context) schema.Schema {
	return schema.Schema{
		MarkdownDescription: describeResource,
		Attributes: providerdata.ResourceAttributes(map[string]schema.Attribute{
			"project_id": schema.StringAttribute{
				MarkdownDescription: describeProjectID + " Changing it to that of another project replaces the resource. Left out, the project is created, by `name`, which needs the provider's [`extended_operations`](../guides/extended-operations.md).",
				Optional:            true, Computed: true,
				Validators: []validator.String{validate.PathSegment()},
			},
			"name": schema.StringAttribute{
				MarkdownDescription: "Name of the project, which need not be unique. Required where `project_id` is left out. Changing it renames the project. Null where it is not known." + neededToSet,
				Optional:            true, Computed: true,
				Validators: []validator.String{notBlank()},
			},
			"video_ranges": schema.ListNestedAttribute{
				MarkdownDescription: fmt.Sprintf("Parts of videos that the project is made of, in their order, %d at most. A created project has none where they are left out. "+
					"Without `extended_operations` they are those of the last render, once it has succeeded.%s", videoindexer.MaxVideoRanges, neededToSet),
				Optional: true, Computed: true,
				Validators: []validator.List{validate.NoNulls(), listvalidator.SizeAtMost(videoindexer.MaxVideoRanges)},
				NestedObject: schema.NestedAttributeObject{
					Validators: []validator.Object{startBeforeEnd{}},
					Attributes: map[string]schema.Attribute{
						"video_id": schema.StringAttribute{MarkdownDescription: "Id of the video.", Required: true, Validators: []validator.String{validate.PathSegment()}},
						"start": schema.StringAttribute{
							MarkdownDescription: "Where the part starts, as `hh:mm:ss` with an optional fraction (`00:01:30.500`). Times that are equal and written differently are no change.",
							Required:            true, Validators: []validator.String{rangeTime()},
						},
						"end": schema.StringAttribute{
							MarkdownDescription: "Where the part ends, in the same form; after `start`.", Required: true, Validators: []validator.String{rangeTime()},
						},
					},
				},
			},
			"render": schema.BoolAttribute{
				MarkdownDescription: "Whether the project should be rendered. A render is asked for when this turns true, and again after a change of `video_ranges`; a project that was rendered before keeps its result. Default: `false`.",
				Optional:            true, Computed: true,
				Default: booldefault.StaticBool(false),
			},
			"send_completion_email": schema.BoolAttribute{MarkdownDescription: describeSendCompletionEmail, Optional: true},
			"wait_for_render": schema.BoolAttribute{
				MarkdownDescription: "Whether apply waits until the render has ended. A render that someone else started is waited for as one's own. Default: `true`.",
				Optional:            true, Computed: true,
				Default: booldefault.StaticBool(true),
			},
			"cancel_render_on_interrupt": schema.BoolAttribute{
				MarkdownDescription: "Whether an apply that is interrupted (Ctrl-C) while it waits for the render cancels it. Default: `false`, the render goes on in the service, and the next apply waits for it." + neededToSet,
				Optional:            true,
			},
			"render_state": schema.StringAttribute{
				MarkdownDescription: "State of the render when it was last asked for: `Succeeded`, `InProgress`, or another that the service names. Null before the first.",
				Computed:            true,
			},
			"render_error": schema.StringAttribute{
				MarkdownDescription: "What the service says of a render that failed, as JSON.",
				CustomType:          jsontypes.NormalizedType{},
				Computed:            true,
			},
			"deletion_policy": deletion.PlannedAttribute(
				"Default: `delete` for a project that Terraform created, `abandon` for one that existed before.",
				deletion.Offer{Policy: deletion.Abandon, Does: "stops managing the project and leaves it as it is"},
				deletion.Offer{Policy: deletion.Delete, Does: "deletes the project and its rendered media file. Terraform cannot create again what it has adopted: " +
					"a plan that would replace an adopted project is an error then. A tainted resource that adopts is replaced all the same; the project is left as it is then, and adopted again"},
			),
		}),
		Blocks: map[string]schema.Block{"timeouts": wait.TimeoutsBlock(ctx)},
	}
}

// notBlank refuses names without a character that shows.
func notBlank() validator.String {
	const expects = "must hold more than white space"
	return validate.Text{Expects: expects, Check: func(at path.Path, value string) (summary, detail string) {
		if strings.TrimSpace(value) != "" {
			return "", ""
		}
		return "Empty name", fmt.Sprintf("%s %s: a project needs a name.", at, expects)
	}}
}
