package project

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework-jsontypes/jsontypes"
	"github.com/hashicorp/terraform-plugin-framework-validators/listvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/listplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/importid"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

var (
	_ managed.Interface = (*projectResource)(nil)
	_ managed.Destroyer = (*resourceModel)(nil)
	_ managed.Named     = (*resourceModel)(nil)
)

// keys name a project inside its account.
var (
	keys       = importid.Keys{projectKey}
	projectKey = importid.Key{
		Name: "project_id", Description: describeProjectID, Type: "project",
		Find: importid.ByName((*videoindexer.Client).FindProjects),
	}
)

type projectResource struct{ managed.Resource }

// NewResource returns the resource videoindexer_project.
func NewResource() resource.Resource {
	return &projectResource{managed.NewOf[resourceModel](managed.About{
		Name: objectKind, Keys: keys, CannotRecreate: true, HasTimeouts: true,
		Summary: "Manages a project: a sequence of parts of videos, and the file that is rendered from them.",
		Notes:   notes,
	}, resourceAttributes)}
}

// Descriptions of arguments that the resource shares with actions, data sources and lists.
const (
	describeProjectID           = "Id of the project."
	describeSendCompletionEmail = "Whether the service sends an e-mail when the render has ended, even after a failure. Default: chosen by the service."
)

const notes = "With `project_id`, the resource adopts an existing project (see [Adoption](../guides/reliability.md#adoption)). " +
	"Without it, Terraform creates the project, and deletes it at destroy, which needs [`extended_operations`](../guides/extended-operations.md).\n\n" +
	"If `video_ranges` change, the service discards the rendered file. " +
	"The plan warns of this, and the apply renders the project again.\n\n" +
	"The base API cannot read a project. " +
	"Without extended operations, the provider needs a `subscription_key` to check that the project exists, and shows the parts of the last render."

// describeNeededToSet ends the description of an argument that the base API cannot set.
const describeNeededToSet = " Setting it needs the provider's [`extended_operations`](../guides/extended-operations.md)."

func resourceAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"project_id": schema.StringAttribute{
			MarkdownDescription: describeProjectID + " Changing it to the id of another project replaces the resource. " +
				"If omitted, Terraform creates the project by `name`, which needs the provider's [`extended_operations`](../guides/extended-operations.md).",
			Optional: true, Computed: true,
			Validators: []validator.String{
				validate.PathSegment(), stringvalidator.AtLeastOneOf(path.MatchRoot("name")),
			},
			PlanModifiers: []planmodifier.String{stringplanmodifier.UseStateForUnknown()},
		},
		"name": schema.StringAttribute{
			MarkdownDescription: "Name of the project; several projects can have the same name. Required if `project_id` is omitted. Changing it renames the project." + describeNeededToSet,
			Optional:            true, Computed: true,
			Validators:    []validator.String{validate.Name()},
			PlanModifiers: []planmodifier.String{stringplanmodifier.UseStateForUnknown()},
		},
		"video_ranges": schema.ListNestedAttribute{
			MarkdownDescription: fmt.Sprintf("Parts of videos in the project, in their order; at most %d. If omitted, an adopted project keeps its parts, and a created project is empty. "+
				"Without `extended_operations`, the attribute shows the parts of the last render.%s", videoindexer.MaxVideoRanges, describeNeededToSet),
			Optional: true, Computed: true,
			Validators: []validator.List{
				validate.NoNulls(), listvalidator.SizeAtMost(videoindexer.MaxVideoRanges),
			},
			PlanModifiers: []planmodifier.List{listplanmodifier.UseStateForUnknown()},
			NestedObject: schema.NestedAttributeObject{
				Validators: []validator.Object{endsAfterStart{}},
				Attributes: map[string]schema.Attribute{
					"video_id": arguments.RequiredText("Id of the video.", validate.PathSegment()),
					"start":    arguments.RequiredText("Start of the part, as `hh:mm:ss` with an optional fraction (`00:01:30.500`). Writing the same time differently is not a change.", rangeTime()),
					"end":      arguments.RequiredText("End of the part, in the same format; after `start`.", rangeTime()),
				},
			},
		},
		"render": arguments.FlagOr(false, "Whether to render the project, when this changes to `true` and after each change of `video_ranges`. "+
			"A project that was rendered before keeps its result."),
		"send_completion_email": arguments.Flag(describeSendCompletionEmail),
		"wait_for_render":       arguments.FlagOr(true, "Whether the apply waits until the render has ended, even if someone else started it."),
		"render_state":          arguments.Computed("State of the render when it was last read: `Succeeded`, `InProgress`, or another state of the service. Null before the first render."),
		"render_error": schema.StringAttribute{
			MarkdownDescription: "Error of a failed render, in the JSON format of the service.",
			CustomType:          jsontypes.NormalizedType{},
			Computed:            true,
		},
		"deletion_policy": managed.PolicyArgument("If omitted, destroy deletes a project that Terraform created, and keeps one that it adopted or imported.",
			managed.Offer{Policy: managed.Abandon, Does: "keeps the project"},
			managed.Offer{Policy: managed.Delete, Does: "deletes the project and its rendered file. Terraform then refuses to replace an adopted project"},
		),
		"adopted": arguments.ConstantFlag("Whether the project existed before, because `project_id` was configured or the project was imported."),
	}
}

// Create creates a project (X27), or adopts the one with the planned id. It writes the planned name
// and ranges, and renders the project if the plan does. If a later step fails, the project stays in
// the state, tainted. The next apply keeps an adopted project, and replaces a created one. If an
// adoption fails before its first write, the project is not in the state.
func (r *projectResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan resourceModel
	client, _, ok := r.Load(ctx, req.Plan, &plan, &resp.Diagnostics)
	if !ok {
		return
	}
	plan.Adopted = types.BoolValue(!plan.ProjectID.IsUnknown()) // an id that is configured is known by now
	priorState, isHandedOver := r.TakeHandover(req.Plan, &plan)
	if isHandedOver {
		var prior resourceModel
		resp.Diagnostics.Append(priorState.Get(ctx, &prior)...)
		plan.ProjectID = prior.ProjectID
		plan.Adopted = types.BoolValue(managed.IsAdopted(&prior))
	}
	nothing := emptyModel()
	isNew := plan.ProjectID.IsUnknown()
	apply := newApply(ctx, client, &nothing, &plan, "create")
	if isNew {
		resp.Diagnostics.Append(apply.create(ctx)...)
		if resp.Diagnostics.HasError() {
			return
		}
	}
	done, ok := r.Adopt(ctx, resp, apply.subject(), plan.ProjectID.ValueString())
	defer done()
	if !ok {
		return
	}
	if !isNew { // now that no destroy of this run works on it
		resp.Diagnostics.Append(apply.adopt(ctx)...)
		if resp.Diagnostics.HasError() {
			return
		}
	}
	diags := apply.run(ctx, diff(&nothing, &plan, client.AllowsExtended()))
	isFailed := diags.HasError()
	if isFailed && isNew {
		diags.Append(managed.CreatedDespiteError(apply.subject(), plan.Effect())...)
	}
	resp.Diagnostics.Append(diags...)
	if apply.isWritten || !isFailed {
		r.SaveCreated(ctx, req, resp, &plan)
	}
}

// Read reads the project (X29), and the state of a managed render (X31). Without extended
// operations, it only checks that the project exists, because the base API cannot read more.
func (r *projectResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	state := emptyModel()
	client, account, ok := r.BeginObjectRead(ctx, req, resp, &state)
	if !ok {
		return
	}
	remote, err := providerdata.ReadWithAccessCheck(ctx, r.Data, account, func() (*videoindexer.Project, error) {
		return fetchProject(ctx, client, account, state.ProjectID.ValueString())
	})
	switch {
	case isWithoutKey(err):
		resp.Diagnostics.Append(notFetched(state.Subject()))
	case !managed.EndRead(ctx, state.Subject(), err, resp):
		return
	case remote != nil:
		state.fill(remote)
	}
	if r.HasExtended() && state.Render.ValueBool() {
		render, err := client.GetRender(ctx, account, state.ProjectID.ValueString())
		if !videoindexer.IsRenderNotFound(err) && !managed.EndRead(ctx, state.Subject(), err, resp) {
			return
		}
		state.fillRender(render)
	}
	if state.WaitForRender.IsNull() { // imported: arguments that only Terraform knows have their defaults
		state.setDefaults()
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
}

// Update writes the planned values that differ from the state. It renders the project if render has
// changed to true, or if the ranges have changed. The state does not record a failed render as
// done.
func (r *projectResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state resourceModel
	r.UpdateObject(ctx, req, resp, &plan, &state, func(client *videoindexer.Client, _ videoindexer.AccountRef) bool {
		change := diff(&state, &plan, client.AllowsExtended())
		a := newApply(ctx, client, &state, &plan, "update")
		if change.writes {
			err := a.read(ctx)
			if err != nil {
				apidiag.Add(&resp.Diagnostics, "change", a.subject(), err)
				return false
			}
		}
		resp.Diagnostics.Append(a.run(ctx, change)...)
		return !a.isRefused // then the service and the state keep their previous values
	})
}

// Destroy deletes the project (15).
func (m *resourceModel) Destroy(ctx context.Context, client *videoindexer.Client, _ *diag.Diagnostics) error {
	return client.DeleteProject(ctx, m.AccountRef(), m.ProjectID.ValueString())
}
