package project

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-log/tflog"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/importid"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/poll"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/scope"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/timeout"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

var (
	_ resource.ResourceWithConfigure   = (*projectResource)(nil)
	_ resource.ResourceWithModifyPlan  = (*projectResource)(nil)
	_ resource.ResourceWithImportState = (*projectResource)(nil)
	_ resource.ResourceWithIdentity    = (*projectResource)(nil)
)

// keys name a project inside its account.
var keys = importid.Keys{{Name: "project_id", Description: "Id of the project."}}

type projectResource struct{ scope.Resource }

// NewResource is videoindexer_project.
func NewResource() resource.Resource { return &projectResource{} }

func (r *projectResource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_project"
}

func (r *projectResource) Schema(ctx context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = resourceSchema(ctx)
}

func (r *projectResource) IdentitySchema(_ context.Context, _ resource.IdentitySchemaRequest, resp *resource.IdentitySchemaResponse) {
	resp.IdentitySchema = keys.Schema()
}

// Create adopts the project and renders it if it should. A render that fails, or whose end is not
// seen, leaves the project adopted and tainted: the destroy that follows lets go of it.
func (r *projectResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan resourceModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	if resp.Diagnostics.HasError() {
		return
	}
	client, account, ok := r.Target(&plan.Fields, &resp.Diagnostics)
	if !ok {
		return
	}
	exists, diags := check(ctx, client, account, plan.ProjectID.ValueString())
	resp.Diagnostics.Append(diags...)
	if !exists && !diags.HasError() {
		resp.Diagnostics.AddAttributeError(path.Root("project_id"), "Project does not exist",
			fmt.Sprintf("There is no %s. The service has no call that creates projects: project_id must be the id of one that exists.", subjectOf(account, plan.ProjectID.ValueString())))
	}
	if resp.Diagnostics.HasError() {
		return
	}
	plan.outcome = noOutcome()
	if plan.Render.ValueBool() {
		limit, diags := plan.Timeouts.Create(ctx, timeout.Default)
		resp.Diagnostics.Append(diags...)
		if failed := plan.render(ctx, client, account, limit); failed.HasError() {
			resp.Diagnostics.Append(failed...)
			plan.DeletionPolicy = deletion.AfterFailedCreate()
		}
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, plan)...)
	resp.Diagnostics.Append(keys.Publish(ctx, resp.State, resp.Identity)...)
}

// Read checks that the project exists: the service reads nothing else of it.
func (r *projectResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state resourceModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	resp.Diagnostics.Append(keys.Publish(ctx, req.State, resp.Identity)...)
	if resp.Diagnostics.HasError() || !r.Known() {
		return // while the provider is not known, planned with what the state says
	}
	client, account, ok := r.Target(&state.Fields, &resp.Diagnostics)
	if !ok {
		return
	}
	exists, diags := check(ctx, client, account, state.ProjectID.ValueString())
	resp.Diagnostics.Append(diags...)
	if diags.HasError() {
		return
	}
	if !exists {
		resp.State.RemoveResource(ctx)
		return
	}
	if state.DeletionPolicy.IsNull() { // imported: the arguments that only Terraform knows have their defaults
		state.DeletionPolicy = types.StringValue(string(state.policy()))
		state.Render, state.WaitForRender = types.BoolValue(false), types.BoolValue(true)
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
}

// Update renders the project when render turns true. A render that fails is not recorded as done.
func (r *projectResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state resourceModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if resp.Diagnostics.HasError() {
		return
	}
	client, account, ok := r.Target(&plan.Fields, &resp.Diagnostics)
	if !ok {
		return
	}
	if plan.rendersAfter(state) {
		limit, diags := plan.Timeouts.Update(ctx, timeout.Default)
		resp.Diagnostics.Append(diags...)
		if failed := plan.render(ctx, client, account, limit); failed.HasError() {
			resp.Diagnostics.Append(failed...)
			plan.Render = state.Render
		}
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, plan)...)
	resp.Diagnostics.Append(keys.Publish(ctx, resp.State, resp.Identity)...)
}

// Delete deletes the project, or lets go of it.
func (r *projectResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state resourceModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if resp.Diagnostics.HasError() {
		return
	}
	client, account, ok := r.Target(&state.Fields, &resp.Diagnostics)
	if !ok {
		return
	}
	subject := subjectOf(account, state.ProjectID.ValueString())
	if state.policy() == deletion.Abandon {
		resp.Diagnostics.Append(deletion.Abandoned(subject, "deletion_policy \"delete\" deletes it."))
		return
	}
	if err := client.DeleteProject(ctx, account, state.ProjectID.ValueString()); err != nil && !videoindexer.IsNotFound(err) {
		apidiag.Add(&resp.Diagnostics, "delete", subject, err)
	}
}

// ModifyPlan plans the account, and what of the render can be known before: what it was, unless a
// render will be asked for.
func (r *projectResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	r.PlanAccount(ctx, req, resp)
	if req.Plan.Raw.IsNull() || resp.Diagnostics.HasError() {
		return
	}
	var plan, state resourceModel
	resp.Diagnostics.Append(resp.Plan.Get(ctx, &plan)...)
	state.outcome = noOutcome()
	if !req.State.Raw.IsNull() {
		resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	}
	if resp.Diagnostics.HasError() {
		return
	}
	plan.outcome = state.outcome
	if plan.Render.IsUnknown() || plan.rendersAfter(state) {
		plan.outcome = unknownOutcome()
	}
	resp.Diagnostics.Append(resp.Plan.Set(ctx, plan)...)
}

// ImportState takes <project_id> or <location>/<account_id>/<project_id>, or an identity.
func (r *projectResource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	keys.Import(ctx, r.Data, req, resp)
}

// rendersAfter tells whether going from state to m asks for a render.
func (m *resourceModel) rendersAfter(state resourceModel) bool {
	return m.Render.ValueBool() && !state.Render.ValueBool()
}

// render renders the project and fills the outcome, also when it reports an error.
func (m *resourceModel) render(ctx context.Context, client *videoindexer.Client, account videoindexer.AccountRef, limit time.Duration) diag.Diagnostics {
	job := rendering{
		client: client, account: account, projectID: m.ProjectID.ValueString(),
		sendEmail: m.SendCompletionEmail.ValueBoolPointer(), wait: m.WaitForRender.ValueBool(), pauses: poll.Default,
		progress: func(text string) { tflog.Info(ctx, text) },
	}
	bounded, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	render, err := job.run(bounded)
	diags := m.take(ctx, render)
	if err != nil {
		diags.Append(job.describe(err))
	}
	return diags
}

// check tells whether the project exists, by asking for a token of it. Without a subscription key
// that cannot be asked: the project is then taken to exist, with a warning.
func check(ctx context.Context, client *videoindexer.Client, account videoindexer.AccountRef, projectID string) (exists bool, diags diag.Diagnostics) {
	_, err := client.GetProjectAccessToken(ctx, account, projectID, videoindexer.Read)
	switch _, missing := errors.AsType[*videoindexer.MissingCredentialError](err); {
	case err == nil:
		return true, diags
	case missing:
		diags.AddWarning("Project was not looked for",
			fmt.Sprintf("Whether %s exists can be asked with a subscription key only: set the provider's subscription_key (VIDEOINDEXER_SUBSCRIPTION_KEY).", subjectOf(account, projectID)))
		return true, diags
	case videoindexer.IsNotFound(err):
		return false, diags
	}
	apidiag.Add(&diags, "read", subjectOf(account, projectID), err)
	return false, diags
}
