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

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/importid"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

var (
	_ managed.Planner[resourceModel] = (*resourceModel)(nil)
	_ managed.Creator[resourceModel] = (*resourceModel)(nil)
	_ managed.Destroyer              = (*resourceModel)(nil)
	_ managed.Named                  = (*resourceModel)(nil)
)

// projectKeys name a project inside its account.
var (
	projectKeys = importid.Keys{projectKey}
	projectKey  = importid.Key{
		Name: "project_id", Description: describeProjectID, ListedAs: "project",
		Find: importid.ByName((*videoindexer.Client).FindProjects),
	}
)

// NewResource returns videoindexer_project.
func NewResource() resource.Resource {
	return managed.NewObjectResource[resourceModel](managed.ResourceInfo{
		Name: "project", Keys: projectKeys, CannotRecreate: true, HasTimeouts: true,
		Summary: "Manages a project: a sequence of parts of videos, and the file that is rendered from them.",
		Notes:   pageNotes,
	}, resourceAttributes)
}

// Descriptions of arguments that the resource shares with actions, data sources and lists.
const (
	describeProjectID           = "Id of the project."
	describeSendCompletionEmail = "Whether the service sends an e-mail when the render has ended, " +
		"even after a failure. Default: chosen by the service."
)

const pageNotes = "With `project_id`, the resource adopts an existing project (see [Adoption](../guides/reliability.md#adoption)). " +
	"Without it, Terraform creates the project, and deletes it at destroy, " +
	"which needs [`extended_operations`](../guides/extended-operations.md).\n\n" +
	"If `video_ranges` change, the service discards the rendered file. " +
	"The plan warns of this, and the apply renders the project again.\n\n" +
	"The base API cannot read a project. " +
	"Without extended operations, the provider needs a `subscription_key` to check that the project exists, " +
	"and shows the parts of the last render."

// describeNeededToSet ends the description of an argument that the base API cannot set.
const describeNeededToSet = " Setting it needs the provider's [`extended_operations`](../guides/extended-operations.md)."

func resourceAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"project_id": schema.StringAttribute{
			MarkdownDescription: describeProjectID +
				" Changing it to the id of another project replaces the resource. " +
				"If omitted, Terraform creates the project by `name`, " +
				"which needs the provider's [`extended_operations`](../guides/extended-operations.md).",
			Optional: true, Computed: true,
			Validators: []validator.String{
				validate.PathSegment(), stringvalidator.AtLeastOneOf(path.MatchRoot("name")),
			},
			PlanModifiers: []planmodifier.String{stringplanmodifier.UseStateForUnknown()},
		},
		"name": schema.StringAttribute{
			MarkdownDescription: "Name of the project; several projects can have the same name. " +
				"Required if `project_id` is omitted. Changing it renames the project." + describeNeededToSet,
			Optional: true, Computed: true,
			Validators:    []validator.String{validate.Name()},
			PlanModifiers: []planmodifier.String{stringplanmodifier.UseStateForUnknown()},
		},
		"video_ranges": schema.ListNestedAttribute{
			MarkdownDescription: fmt.Sprintf("Parts of videos in the project, in their order; at most %d. "+
				"If omitted, an adopted project keeps its parts, and a created project is empty. "+
				"Without `extended_operations`, the attribute shows the parts of the last render.%s", videoindexer.MaxVideoRanges, describeNeededToSet),
			Optional: true, Computed: true,
			Validators: []validator.List{
				validate.NoNulls(), listvalidator.SizeAtMost(videoindexer.MaxVideoRanges),
			},
			PlanModifiers: []planmodifier.List{listplanmodifier.UseStateForUnknown()},
			NestedObject: schema.NestedAttributeObject{
				Validators: []validator.Object{endsAfterStart{}},
				Attributes: map[string]schema.Attribute{
					"video_id": arguments.RequiredString("Id of the video.", validate.PathSegment()),
					"start": arguments.RequiredString(
						"Start of the part, as `hh:mm:ss` with an optional fraction (`00:01:30.500`). "+
							"Writing the same time differently is not a change.", rangeTime()),
					"end": arguments.RequiredString("End of the part, in the same format; after `start`.", rangeTime()),
				},
			},
		},
		"render": arguments.BoolWithDefault(false, "Whether to render the project, "+
			"when this changes to `true` and after each change of `video_ranges`. "+
			"A project that was rendered before keeps its result."),
		"send_completion_email": arguments.OptionalBool(describeSendCompletionEmail),
		"wait_for_render": arguments.BoolWithDefault(true,
			"Whether the apply waits until the render has ended, even if someone else started it."),
		"render_state": arguments.ComputedString("State of the render when it was last read: " +
			"`Succeeded`, `InProgress`, or another state of the service. " +
			"Null before the first render."),
		"render_error": schema.StringAttribute{
			MarkdownDescription: "Error of a failed render, in the JSON format of the service.",
			CustomType:          jsontypes.NormalizedType{},
			Computed:            true,
		},
		"deletion_policy": managed.PolicyArgument("If omitted, destroy deletes a project that Terraform created, "+
			"and keeps one that it adopted or imported.",
			managed.PolicyChoice{Policy: managed.PolicyAbandon, Does: "keeps the project"},
			managed.PolicyChoice{Policy: managed.PolicyDelete, Does: "deletes the project and its rendered file. " +
				"Terraform then refuses to replace an adopted project"},
		),
		"adopted": arguments.StableBool("Whether the project existed before, " +
			"because `project_id` was configured or the project was imported."),
	}
}

// Create creates the project (X27).
func (m *resourceModel) Create(
	ctx context.Context, writing managed.WriteRequest[resourceModel],
) (*resourceModel, diag.Diagnostics) {
	w := projectWork{client: writing.Client, account: m.AccountRef()}
	fields := videoindexer.ProjectFields{Name: m.Name.ValueString(), VideoRanges: rangesOf(m.VideoRanges)}
	id, err := w.client.CreateProject(ctx, w.account, fields)
	if err != nil {
		return nil, diag.Diagnostics{
			managed.WriteError("create", m.Subject(), err, rangesPath, videoindexer.ErrorTypeInvalidInput),
		}
	}
	w.projectID = id
	created := *m
	created.ProjectID = types.StringValue(id)
	created.fill(w.readBack(ctx, fields))
	created.Render = types.BoolValue(false)
	created.renderFields = renderFields{}
	return &created, nil
}

// Fetch reads the project (X29), and the state of a managed render (X31). Without extended
// operations, it only checks that the project exists, because the base API cannot read more.
func (m *resourceModel) Fetch(
	ctx context.Context, reading managed.ReadRequest,
) (exists bool, diags diag.Diagnostics) {
	account := m.AccountRef()
	id := m.ProjectID.ValueString()
	fetch := func(client *videoindexer.Client) (*videoindexer.Project, error) {
		return fetchProject(ctx, client, account, id)
	}
	remote, err := providerdata.ReadWithAccessCheck(ctx, reading.Data, account, fetch)
	switch {
	case isWithoutKey(err):
		diags.Append(notCheckedWarning(m.Subject()))
	case err != nil:
		return managed.ReadResult(m.Subject(), err)
	case remote != nil:
		m.fill(remote)
	}
	if reading.HasExtended() && m.Render.ValueBool() {
		err := m.fetchRender(ctx, reading.Data)
		if err != nil {
			exists, problems := managed.ReadResult(m.Subject(), err)
			return exists, append(diags, problems...)
		}
	}
	// After an import, arguments that only Terraform knows have their defaults.
	if m.WaitForRender.IsNull() {
		m.setDefaults()
	}
	return true, diags
}

// fetchRender reads the state of a managed render (X31).
func (m *resourceModel) fetchRender(ctx context.Context, data *providerdata.Data) error {
	getRender := func(client *videoindexer.Client) (*videoindexer.Render, error) {
		return client.GetRender(ctx, m.AccountRef(), m.ProjectID.ValueString())
	}
	render, err := providerdata.ReadWithAccessCheck(ctx, data, m.AccountRef(), getRender)
	if err != nil && !videoindexer.IsRenderNotFound(err) {
		return err
	}
	m.fillManagedRender(render)
	return nil
}

// Write writes the planned values that differ from the state, or from the project that a create
// adopts. It renders the project in a create, if render has changed to true, or if the ranges have
// changed. The state does not record a failed render as done. If an adoption fails before its first
// write, the project is not in the state.
func (m *resourceModel) Write(
	ctx context.Context, writing managed.WriteRequest[resourceModel],
) (becomesState bool, diags diag.Diagnostics) {
	*m, becomesState, diags = newApply(ctx, *m, writing).run(ctx)
	return becomesState, diags
}

// Destroy deletes the project (15).
func (m *resourceModel) Destroy(ctx context.Context, destroying managed.DestroyRequest) diag.Diagnostics {
	err := destroying.Client.DeleteProject(ctx, m.AccountRef(), m.ProjectID.ValueString())
	return managed.DeletionErrors("delete", m.Subject(), err)
}
