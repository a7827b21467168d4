package project

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// seenKey keeps, in private state, the time of the last modification that the list of projects showed when the project
// was read: as long as the list shows the same time, it need not be read again.
const seenKey = "seen_modified"

// refresh fills the state with what the service says of the project. Its error is one of the client's.
func (r *projectResource) refresh(ctx context.Context, client *videoindexer.Client, account videoindexer.AccountRef, state *resourceModel, req resource.ReadRequest, resp *resource.ReadResponse) error {
	var seen string
	resp.Diagnostics.Append(private.Get(ctx, req.Private, seenKey, &seen)...)
	id := state.ProjectID.ValueString()
	var listed *videoindexer.ProjectSummary
	var remote *videoindexer.Project
	err := r.Through(ctx, account, func() (err error) {
		if listed, err = client.ListedProject(ctx, account, id); err != nil {
			return err
		}
		isUnchanged := listed != nil && listed.LastModified != "" && listed.LastModified == seen
		if isUnchanged && !state.Name.IsNull() && !state.VideoRanges.IsNull() {
			return nil
		}
		remote, err = client.GetProject(ctx, account, id)
		return err
	})
	if err != nil {
		return err //nolint:wrapcheck // Read explains it
	}
	if remote != nil {
		resp.Diagnostics.Append(state.read(ctx, remote)...)
		if seen = ""; listed != nil {
			seen = listed.LastModified
		}
		resp.Diagnostics.Append(private.Set(ctx, resp.Private, seenKey, seen)...)
	}
	if state.Render.ValueBool() && (remote != nil || state.RenderState.ValueString() != string(videoindexer.RenderSucceeded)) {
		return state.readRender(ctx, client, account)
	}
	return nil
}

// read sets the name and the ranges from the service. Times stay as the state has them where they are the same.
func (m *resourceModel) read(ctx context.Context, remote *videoindexer.Project) diag.Diagnostics {
	m.Name = types.StringValue(remote.Name)
	var diags diag.Diagnostics
	m.VideoRanges, diags = rangesValue(ctx, remote.VideoRanges, m.VideoRanges)
	return diags
}

// readRender sets the state of the render from the service (X31). One that the service has forgotten, or that has ended
// without success, is no longer recorded as done, so that the next plan asks for it again.
func (m *resourceModel) readRender(ctx context.Context, client *videoindexer.Client, account videoindexer.AccountRef) error {
	render, err := client.GetRender(ctx, account, m.ProjectID.ValueString())
	switch {
	case videoindexer.IsLacking(err):
		return nil
	case videoindexer.HasNoRender(err):
		m.fill(nil)
	case err != nil:
		return err //nolint:wrapcheck // Read explains it
	default:
		m.fill(render)
	}
	if render == nil || failure(render) != nil {
		m.Render = types.BoolValue(false)
	}
	return nil
}
