package project

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/importid"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ownership"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

var (
	_ managed.Interface                   = (*projectResource)(nil)
	_ resource.ResourceWithValidateConfig = (*projectResource)(nil)
)

// keys name a project inside its account.
var keys = importid.Keys{{Name: "project_id", Description: "Id of the project.", Noun: "project"}}

type projectResource struct{ managed.Resource }

// NewResource is videoindexer_project.
func NewResource() resource.Resource { return &projectResource{managed.New(noun, keys)} }

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

// Create creates a project (X27), or adopts the one with the planned id, gives it the planned name and ranges, and renders
// it if that is planned. If something fails after that, the project stays in the state, tainted: the next apply leaves an
// adopted one as it is, and deletes a created one, because it creates another.
func (r *projectResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan resourceModel
	client, account, ok := r.Load(ctx, req.Plan, &plan, &resp.Diagnostics)
	if !ok {
		return
	}
	limit, diags := plan.Timeouts.Create(ctx, wait.DefaultTimeout)
	resp.Diagnostics.Append(diags...)
	j := newJob(client, account, &plan, limit, "timeouts.create")
	begin, policy := j.adopt, deletion.Abandon
	if plan.ProjectID.IsUnknown() { // an id that is configured is known by now
		begin, policy = j.create, deletion.Delete
	}
	remote, diags := begin(ctx)
	resp.Diagnostics.Append(diags...)
	if diags.HasError() {
		return
	}
	if policy == deletion.Delete {
		resp.Diagnostics.Append(private.Set(ctx, resp.Private, keptKey, kept{IsCreated: true})...)
	}
	r.Owned.TakeOver(plan.object())
	nothing := emptyModel()
	failed := j.apply(ctx, &nothing, remote)
	if failed.HasError() {
		plan.DeletionPolicy = types.StringValue(string(policy))
		if policy == deletion.Delete {
			failed.Append(createdDespiteError(j.subject()))
		}
	}
	resp.Diagnostics.Append(failed...)
	resp.Diagnostics.Append(r.Save(ctx, plan, &resp.State, resp.Identity)...)
}

// Read reads the project (X29) unless the list of the account's projects, which all of them share (X30), shows that it was
// not modified, and then also the state of a render that is wanted (X31). Without extended operations it checks that the
// project exists: the described API has no call that reads more.
func (r *projectResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	state := emptyModel()
	client, account, ok := r.LoadState(ctx, req, resp, &state)
	if !ok {
		return
	}
	var err error
	if r.Extended() {
		err = r.refresh(ctx, client, account, &state, req, resp)
	} else {
		err = r.WithAccessCheck(ctx, account, func() error { return checkProject(ctx, client, account, state.ProjectID) })
	}
	switch {
	case isWithoutKey(err):
		resp.Diagnostics.Append(notLookedFor(state.subject()))
	case videoindexer.IsNotFound(err):
		resp.State.RemoveResource(ctx)
		return
	case err != nil:
		apidiag.Add(&resp.Diagnostics, "read", state.subject(), err)
		return
	}
	r.Owned.See(state.object(), state.policy())
	if state.DeletionPolicy.IsNull() { // imported: the arguments that only Terraform knows have their defaults
		state.setDefaults()
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
}

// Update changes what the plan and the state have differently, and renders the project when render turns true or the ranges
// have changed. A render that fails is not recorded as done.
func (r *projectResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state resourceModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	client, account, ok := r.Load(ctx, req.Plan, &plan, &resp.Diagnostics)
	if !ok {
		return
	}
	limit, diags := plan.Timeouts.Update(ctx, wait.DefaultTimeout)
	resp.Diagnostics.Append(diags...)
	j := newJob(client, account, &plan, limit, "timeouts.update")
	var remote *videoindexer.Project
	if client.Extended() && plan.changes(&state) {
		var err error
		if remote, err = client.GetProject(ctx, account, plan.ProjectID.ValueString()); err != nil {
			apidiag.Add(&resp.Diagnostics, "change", j.subject(), err)
			return
		}
	}
	resp.Diagnostics.Append(j.apply(ctx, &state, remote)...)
	if j.isRefused {
		return // the service and the state have what they had before
	}
	resp.Diagnostics.Append(r.Save(ctx, plan, &resp.State, resp.Identity)...)
}

// Delete deletes the project (15) if deletion_policy says so, unless another resource has adopted it in this run.
func (r *projectResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state resourceModel
	client, account, ok := r.Load(ctx, req.State, &state, &resp.Diagnostics)
	if !ok {
		return
	}
	switch {
	case state.policy() == deletion.Abandon:
		resp.Diagnostics.Append(deletion.Abandoned(state.subject(), whatDeletes))
		return
	case r.Owned.IsTakenOver(state.object()):
		resp.Diagnostics.Append(deletion.TakenOver(state.subject()))
		return
	}
	if err := client.DeleteProject(ctx, account, state.ProjectID.ValueString()); err != nil && !videoindexer.IsNotFound(err) {
		apidiag.Add(&resp.Diagnostics, "delete", state.subject(), err)
	}
}

// object is what ownership knows of the project.
func (m *resourceModel) object() ownership.Object {
	return ownership.Object{Noun: noun, Account: m.AccountRef(), ID: m.ProjectID.ValueString()}
}
