package project

import (
	"context"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-log/tflog"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/adoption"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/importid"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

var _ managed.Interface = (*projectResource)(nil)

// keys name a project inside its account.
var keys = importid.Keys{{Name: "project_id", Description: "Id of the project."}}

type projectResource struct{ managed.Resource }

// NewResource is videoindexer_project.
func NewResource() resource.Resource { return &projectResource{managed.New("project", keys)} }

func (r *projectResource) Schema(ctx context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = resourceSchema(ctx)
}

// Create adopts the project and renders it if it should. A render that fails, or whose end is not
// seen, leaves the project adopted and tainted: the destroy that follows leaves it as it is.
func (r *projectResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan resourceModel
	client, account, ok := r.Load(ctx, req.Plan, &plan, &resp.Diagnostics)
	if !ok {
		return
	}
	resp.Diagnostics.Append(r.adopt(ctx, client, account, plan.ProjectID, resp.Private)...)
	if resp.Diagnostics.HasError() {
		return
	}
	plan.outcome = noOutcome()
	if plan.Render.ValueBool() {
		limit, diags := plan.Timeouts.Create(ctx, wait.DefaultTimeout)
		resp.Diagnostics.Append(diags...)
		if failed := plan.render(ctx, client, account, limit); failed.HasError() {
			resp.Diagnostics.Append(failed...)
			plan.DeletionPolicy = deletion.AfterFailedCreate()
		}
	}
	resp.Diagnostics.Append(r.Save(ctx, plan, &resp.State, resp.Identity)...)
}

// Read checks that the project exists: the service reads nothing else of it.
func (r *projectResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state resourceModel
	client, account, ok := r.LoadState(ctx, req, resp, &state)
	if !ok {
		return
	}
	instance, diags := adoption.Named(ctx, req.Private, resp.Private)
	resp.Diagnostics.Append(diags...)
	r.object(account, state.ProjectID).SeenInState(instance)
	err := r.Through(ctx, account, func() error { return look(ctx, client, account, state.ProjectID) })
	switch {
	case isWithoutKey(err):
		resp.Diagnostics.Append(notLookedFor(account, state.ProjectID))
	case videoindexer.IsNotFound(err):
		r.object(account, state.ProjectID).SeenGone()
		resp.State.RemoveResource(ctx)
		return
	case err != nil:
		apidiag.Add(&resp.Diagnostics, "read", subjectOf(account, state.ProjectID.ValueString()), err)
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
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	client, account, ok := r.Load(ctx, req.Plan, &plan, &resp.Diagnostics)
	if !ok {
		return
	}
	if plan.rendersAfter(state) {
		limit, diags := plan.Timeouts.Update(ctx, wait.DefaultTimeout)
		resp.Diagnostics.Append(diags...)
		if failed := plan.render(ctx, client, account, limit); failed.HasError() {
			resp.Diagnostics.Append(failed...)
			plan.Render = state.Render
		}
	}
	resp.Diagnostics.Append(r.Save(ctx, plan, &resp.State, resp.Identity)...)
}

// Delete deletes the project where deletion_policy says so: never the one that the same run adopts, in another instance or
// in place of a tainted one.
func (r *projectResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state resourceModel
	destroy, diags := adoption.DestroyOf(ctx, req.Private)
	resp.Diagnostics.Append(diags...)
	client, account, ok := r.Load(ctx, req.State, &state, &resp.Diagnostics)
	if !ok {
		return
	}
	projectID := state.ProjectID.ValueString()
	subject := subjectOf(account, projectID)
	switch {
	case state.policy() == deletion.Abandon:
		resp.Diagnostics.Append(deletion.Abandoned(subject, whatDeletes))
		return
	case destroy.IsReplaced:
		resp.Diagnostics.Append(deletion.Abandoned(subject, "It is replaced by an instance that adopts a project again; only a destroy without that deletes it."))
		return
	}
	object := r.object(account, state.ProjectID)
	release, err := object.Hold(ctx)
	if err != nil {
		apidiag.Add(&resp.Diagnostics, "delete", subject, err)
		return
	}
	defer release()
	if destroy.IsTakenOver(object, projectID) {
		resp.Diagnostics.Append(leftToAnother(subject, "Project was not deleted",
			"has adopted or manages it in this run: it was left as it is"))
		return
	}
	if err := client.DeleteProject(ctx, account, projectID); err != nil && !videoindexer.IsNotFound(err) {
		apidiag.Add(&resp.Diagnostics, "delete", subject, err)
		return
	}
	object.Found = nil
	object.Release()
}

// rendersAfter tells whether going from state to m asks for a render.
func (m *resourceModel) rendersAfter(state resourceModel) bool {
	return m.Render.ValueBool() && !state.Render.ValueBool()
}

// render renders the project and fills the outcome, also when it reports an error.
func (m *resourceModel) render(ctx context.Context, client *videoindexer.Client, account videoindexer.AccountRef, limit time.Duration) diag.Diagnostics {
	job := rendering{
		client: client, account: account, projectID: m.ProjectID.ValueString(),
		sendEmail: m.SendCompletionEmail.ValueBoolPointer(), wait: m.WaitForRender.ValueBool(),
		progress: func(text string) { tflog.Info(ctx, text) },
	}
	render, failed := job.within(ctx, limit)
	diags := m.take(ctx, render)
	return append(diags, failed...)
}
