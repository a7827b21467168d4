package project

import (
	"context"
	"errors"
	"net/http"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/adoption"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// adopted gives a project that was adopted the configured name and ranges, and renders it if it should. remote is nil
// without extended operations, because only they can read it.
func (j *job) adopted(ctx context.Context, remote *videoindexer.Project, config *resourceModel) diag.Diagnostics {
	var diags diag.Diagnostics
	plan := j.model
	if remote != nil {
		diags.Append(j.change(ctx, remote, config.Name, config.VideoRanges)...)
	}
	if j.isRefused {
		diags.Append(plan.fillProject(ctx, remote)...)
	}
	if !diags.HasError() && plan.Render.ValueBool() {
		diags.Append(j.render(ctx, false)...)
	}
	if diags.HasError() {
		j.notRendered()
	}
	if plan.Name.IsUnknown() { // no answer has shown it
		plan.Name = types.StringNull()
	}
	if plan.VideoRanges.IsUnknown() {
		plan.VideoRanges = types.ListNull(videoRangeType)
	}
	return diags
}

// adopt takes the project over for an instance. It looks for the project unless the plan of this process has done so, and
// returns what was read of it: nil without extended operations.
func (r *projectResource) adopt(ctx context.Context, client *videoindexer.Client, account videoindexer.AccountRef, projectID types.String, store private.Writer) (*videoindexer.Project, diag.Diagnostics) {
	instance, diags := adoption.NewInstance(ctx, store)
	object := r.object(account, projectID)
	release, err := object.Hold(ctx)
	if err == nil {
		defer release()
		if object.Found == nil {
			object.Found, err = lookFor(ctx, client, account, projectID)
		}
	}
	diags.Append(found(account, projectID, err)...)
	if diags.HasError() {
		return nil, diags
	}
	object.TakeOver(instance)
	remote, _ := object.Found.(*videoindexer.Project)
	object.Found = nil
	return remote, diags
}

// lookFor reads a project that is to be adopted (X29), or sees that it exists where extended operations are not allowed.
func lookFor(ctx context.Context, client *videoindexer.Client, account videoindexer.AccountRef, projectID types.String) (any, error) {
	if client.Extended() {
		remote, err := client.GetProject(ctx, account, projectID.ValueString())
		if err != nil {
			return nil, err //nolint:wrapcheck // for found
		}
		return remote, nil
	}
	return true, look(ctx, client, account, projectID)
}

// look asks for a token of the project, which shows that it exists. Without a subscription key that cannot be asked. A
// refusal does not distinguish a wrong key from an account that the key's user does not have: then look finds out which
// it is.
func look(ctx context.Context, client *videoindexer.Client, account videoindexer.AccountRef, projectID types.String) error {
	_, err := client.GetProjectAccessToken(ctx, account, projectID.ValueString(), videoindexer.Read)
	if answer, ok := errors.AsType[*videoindexer.APIError](err); ok && answer.Status == http.StatusUnauthorized {
		if unreached := client.Reach(ctx, account); unreached != nil {
			return unreached
		}
	}
	return err
}
