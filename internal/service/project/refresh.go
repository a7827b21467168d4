package project

import (
	"context"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// seen is what the list of projects showed when the project was read. As long as it shows the same, the project need not be
// read again.
type seen struct {
	// Modified is the time of the last modification, of the service's clock; Since is when a refresh first saw it, by ours.
	Modified string    `json:"modified,omitempty"`
	Since    time.Time `json:"since,omitzero"`
	// IsSettled says that the project was read long enough after Since that no later change can have the same time.
	IsSettled bool `json:"is_settled,omitempty"`
}

// timesDifferAfter is how long the times of two changes may be the same: services show whole seconds.
const timesDifferAfter = 2 * time.Second

// after is what is seen once the project was read now, together with a list that shows the time modified ("" for none).
func (s seen) after(modified string, now time.Time) seen {
	if modified == "" || modified != s.Modified {
		return seen{Modified: modified, Since: now}
	}
	s.IsSettled = now.Sub(s.Since) >= timesDifferAfter
	return s
}

// refresh fills the state with what the service says of the project. Its error is one of the client's.
func (r *projectResource) refresh(ctx context.Context, client *videoindexer.Client, account videoindexer.AccountRef, state *resourceModel, req resource.ReadRequest, resp *resource.ReadResponse) error {
	var known kept
	resp.Diagnostics.Append(private.Get(ctx, req.Private, keptKey, &known)...)
	id, modified := state.ProjectID.ValueString(), ""
	var remote *videoindexer.Project
	err := r.WithAccessCheck(ctx, account, func() error {
		listed, err := client.ListedProject(ctx, account, id)
		if err != nil {
			return err
		}
		if listed != nil {
			modified = listed.LastModified
		}
		if known.IsSettled && modified == known.Modified && !state.Name.IsNull() && !state.VideoRanges.IsNull() {
			return nil
		}
		remote, err = client.GetProject(ctx, account, id)
		return err
	})
	if err != nil {
		return err //nolint:wrapcheck // Read explains it
	}
	if remote != nil {
		known.seen = known.after(modified, time.Now().UTC())
		resp.Diagnostics.Append(state.read(ctx, remote)...)
		resp.Diagnostics.Append(private.Set(ctx, resp.Private, keptKey, known)...)
	}
	if state.Render.ValueBool() && (remote != nil || state.state() != videoindexer.RenderSucceeded) {
		return state.readRender(ctx, client, account)
	}
	return nil
}

// readRender sets the state of the render from the service (X31). One that the service has discarded, or that has ended
// without success, is no longer recorded as done, so that the next plan asks for it again.
func (m *resourceModel) readRender(ctx context.Context, client *videoindexer.Client, account videoindexer.AccountRef) error {
	render, err := client.GetRender(ctx, account, m.ProjectID.ValueString())
	switch {
	case videoindexer.IsUnsupported(err):
		return nil
	case err != nil && !videoindexer.HasNoRender(err):
		return err //nolint:wrapcheck // Read explains it
	}
	m.fill(render) // nil if there is none
	if render == nil || failure(render) != nil {
		m.Render = types.BoolValue(false)
	}
	return nil
}
