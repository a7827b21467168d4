package project

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/adoption"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/importid"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

var (
	_ managed.Interface                   = (*projectResource)(nil)
	_ resource.ResourceWithValidateConfig = (*projectResource)(nil)
)

// keys name a project inside its account.
var keys = importid.Keys{{Name: "project_id", Description: "Id of the project."}}

type projectResource struct{ managed.Resource }

// NewResource is videoindexer_project.
func NewResource() resource.Resource { return &projectResource{managed.New("project", keys)} }

func (r *projectResource) Schema(ctx context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = resourceSchema(ctx)
}

// ValidateConfig requires a name if the project is to be created.
func (r *projectResource) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	var config resourceModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if !resp.Diagnostics.HasError() && config.ProjectID.IsNull() && config.Name.IsNull() {
		resp.Diagnostics.Append(nameMissing())
	}
}

// Create creates a project, or adopts the one with the configured id, gives it the configured name and ranges, and
// renders it if it should. If something fails, the project stays in the state, tainted; the destroy that follows leaves
// an adopted project as it is.
func (r *projectResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan, config resourceModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	client, account, ok := r.Load(ctx, req.Plan, &plan, &resp.Diagnostics)
	if !ok {
		return
	}
	limit, diags := plan.Timeouts.Create(ctx, wait.DefaultTimeout)
	resp.Diagnostics.Append(diags...)
	j := newJob(client, account, &plan, limit)
	if plan.ProjectID.IsUnknown() { // an id that is configured is known by now
		r.createNew(ctx, j, resp)
		return
	}
	remote, diags := r.adopt(ctx, client, account, plan.ProjectID, resp.Private)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	plan.outcome = outcome{}
	failed := j.adopted(ctx, remote, &config)
	if failed.HasError() {
		plan.DeletionPolicy = deletion.AfterFailedCreate()
	}
	resp.Diagnostics.Append(failed...)
	resp.Diagnostics.Append(r.Save(ctx, plan, &resp.State, resp.Identity)...)
}

// Read reads the project (X29) if the list of the account's projects, which all of them share (X30), says that it was
// modified, and then also the state of a render that is wanted (X31). Without extended operations it checks that the
// project exists: the described API has no call that reads more.
func (r *projectResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	state := emptyModel()
	client, account, ok := r.LoadState(ctx, req, resp, &state)
	if !ok {
		return
	}
	instance, diags := adoption.Named(ctx, req.Private, resp.Private)
	resp.Diagnostics.Append(diags...)
	object := r.object(account, state.ProjectID)
	object.SeenInState(instance)
	var err error
	if r.Extended() {
		err = r.refresh(ctx, client, account, &state, req, resp)
	} else {
		err = r.Through(ctx, account, func() error { return look(ctx, client, account, state.ProjectID) })
	}
	switch {
	case isWithoutKey(err):
		resp.Diagnostics.Append(notLookedFor(account, state.ProjectID))
	case videoindexer.IsNotFound(err):
		object.SeenGone()
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

// Update changes name and ranges, and renders the project when render turns true or the ranges have changed. A render that
// fails is not recorded as done.
func (r *projectResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state, config resourceModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	client, account, ok := r.Load(ctx, req.Plan, &plan, &resp.Diagnostics)
	if !ok {
		return
	}
	limit, diags := plan.Timeouts.Update(ctx, wait.DefaultTimeout)
	resp.Diagnostics.Append(diags...)
	j := newJob(client, account, &plan, limit)
	resp.Diagnostics.Append(j.update(ctx, &state, &config)...)
	if j.isRefused {
		return // the state stays
	}
	resp.Diagnostics.Append(r.Save(ctx, plan, &resp.State, resp.Identity)...)
}

// Delete deletes the project if deletion_policy says so, but never one that the same run adopts, in another instance or
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
		resp.Diagnostics.Append(deletion.Abandoned(subject, "It is replaced by an instance that adopts a project again; only a destroy without a replacement deletes it."))
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
