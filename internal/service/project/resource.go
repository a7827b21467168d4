package project

import (
	"context"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/importid"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

var _ managed.Interface = (*projectResource)(nil)

// keys name a project inside its account.
var keys = importid.Keys{{Name: "project_id", Description: "Id of the project.", Noun: "project"}}

// seenKey is where private state has what the list of projects showed when the project was read.
const seenKey = "seen"

type projectResource struct{ managed.Resource }

// NewResource is videoindexer_project.
func NewResource() resource.Resource { return &projectResource{managed.New(noun, keys)} }

// Create creates a project (X27), or adopts the one with the planned id, gives it the planned name and ranges, and renders
// it if that is planned. If something fails after that, the project stays in the state, tainted: the next apply leaves an
// adopted one as it is, and deletes a created one, because it creates another.
func (r *projectResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan resourceModel
	client, _, ok := r.Load(ctx, req.Plan, &plan, &resp.Diagnostics)
	if !ok {
		return
	}
	nothing, isNew := emptyModel(), plan.ProjectID.IsUnknown() // an id that is configured is known by now
	a := newApply(ctx, client, &nothing, &plan, "create")
	var diags diag.Diagnostics
	if isNew {
		diags = a.create(ctx)
	} else {
		diags = found(a.subject(), a.read(ctx))
	}
	if resp.Diagnostics.Append(diags...); diags.HasError() {
		return
	}
	r.Owned.TakeOver(plan.Object())
	diags = a.run(ctx, diff(&nothing, &plan, client.Extended()))
	switch {
	case diags.HasError() && isNew:
		diags.Append(deletion.CreatedDespiteError(a.subject(), plan.Policy())...)
	case diags.HasError():
		plan.DeletionPolicy = deletion.AfterFailedCreate()
	}
	resp.Diagnostics.Append(diags...)
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
	var seen private.Mark
	resp.Diagnostics.Append(private.Get(ctx, req.Private, seenKey, &seen)...)
	id, modified := state.ProjectID.ValueString(), ""
	remote, err := providerdata.Read(ctx, r.Data, account, func() (*videoindexer.Project, error) {
		if r.Extended() {
			listed, err := client.ListedProject(ctx, account, id)
			if err != nil {
				return nil, err
			}
			if listed != nil {
				modified = listed.LastModified
			}
			if seen.Proves(modified) && !state.Name.IsNull() && !state.VideoRanges.IsNull() {
				return nil, nil //nolint:nilnil // it is as the state says
			}
		}
		return lookFor(ctx, client, account, id)
	})
	switch {
	case isWithoutKey(err):
		resp.Diagnostics.Append(notLookedFor(state.Subject()))
	case !managed.IsFound(ctx, state.Subject(), err, resp):
		return
	case remote != nil:
		state.read(remote)
		resp.Diagnostics.Append(private.Set(ctx, resp.Private, seenKey, seen.After(modified, time.Now().UTC()))...)
	}
	if r.Extended() && state.Render.ValueBool() && (remote != nil || state.state() != videoindexer.RenderSucceeded) {
		render, err := client.GetRender(ctx, account, id)
		if !videoindexer.HasNoRender(err) && !managed.IsFound(ctx, state.Subject(), err, resp) {
			return
		}
		state.fill(render)
		if render == nil || failure(render) != "" { // the next plan asks for the render again
			state.Render = types.BoolValue(false)
		}
	}
	r.Owned.See(state.Object(), state.Policy())
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
	client, _, ok := r.Load(ctx, req.Plan, &plan, &resp.Diagnostics)
	if !ok {
		return
	}
	w := diff(&state, &plan, client.Extended())
	a := newApply(ctx, client, &state, &plan, "update")
	if w.changes {
		if err := a.read(ctx); err != nil {
			apidiag.Add(&resp.Diagnostics, "change", a.subject(), err)
			return
		}
	}
	resp.Diagnostics.Append(a.run(ctx, w)...)
	if !a.isRefused { // then the service and the state have what they had before
		resp.Diagnostics.Append(r.Save(ctx, plan, &resp.State, resp.Identity)...)
	}
}

// Delete deletes the project (15) if deletion_policy says so, unless another resource has adopted it in this run.
func (r *projectResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state resourceModel
	r.End(ctx, req, resp, &state, whatDeletes, func(client *videoindexer.Client, account videoindexer.AccountRef) error {
		return client.DeleteProject(ctx, account, state.ProjectID.ValueString())
	})
}
