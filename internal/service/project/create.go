package project

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/adoption"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// createNew creates a project (X27), and renders it if it should. If something fails afterwards, the project stays in
// the state, tainted. The next apply then deletes it, whatever is configured, since it creates another one.
func (r *projectResource) createNew(ctx context.Context, j *job, resp *resource.CreateResponse) {
	plan := j.model
	if plan.Name.IsNull() {
		resp.Diagnostics.Append(nameMissing())
		return
	}
	ranges, _, diags := rangesOf(ctx, plan.VideoRanges)
	resp.Diagnostics.Append(diags...)
	sent := videoindexer.ProjectFields{Name: plan.Name.ValueString(), VideoRanges: ranges}
	id, err := j.client.CreateProject(ctx, j.account, sent)
	if err != nil {
		resp.Diagnostics.Append(notCreated(j.account, sent.Name, err))
		return
	}
	plan.ProjectID, plan.outcome = types.StringValue(id), outcome{}
	_, diags = adoption.NewInstance(ctx, resp.Private)
	resp.Diagnostics.Append(diags...)
	resp.Diagnostics.Append(noteCreated(ctx, resp.Private)...)
	resp.Diagnostics.Append(r.Save(ctx, plan, &resp.State, resp.Identity)...)
	held, err := j.client.GetProject(ctx, j.account, id)
	if err != nil { // it is there, and the next refresh reads it
		held = &videoindexer.Project{ProjectSummary: videoindexer.ProjectSummary{Name: sent.Name}, VideoRanges: sent.VideoRanges}
	}
	failed := j.take(ctx, held, sent)
	if !failed.HasError() && plan.Render.ValueBool() {
		failed.Append(j.render(ctx, false)...)
	}
	if failed.HasError() {
		j.notRendered()
		plan.DeletionPolicy = types.StringValue(string(deletion.Delete))
		failed.AddWarning("Project was created despite the error", fmt.Sprintf(
			"Terraform marks a resource whose create failed as tainted, and the next apply would delete %s and create another. To keep it and have the next apply do the rest, "+
				"run terraform untaint on this resource first.", j.subject()))
	}
	resp.Diagnostics.Append(failed...)
	resp.Diagnostics.Append(r.Save(ctx, plan, &resp.State, resp.Identity)...)
}

// adopted gives a project that was adopted the configured name and ranges, and renders it if it should. Held is nil
// without extended operations, because only they can read it.
func (j *job) adopted(ctx context.Context, held *videoindexer.Project, config *resourceModel) diag.Diagnostics {
	var diags diag.Diagnostics
	plan := j.model
	if held != nil {
		diags.Append(j.change(ctx, held, config.Name, config.VideoRanges)...)
	}
	if j.isRefused {
		diags.Append(plan.takeProject(ctx, held)...)
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

// notRendered makes the next plan render the project, unless the render was under way when it was last asked for and
// the next refresh can find out what became of it.
func (j *job) notRendered() {
	if !j.client.Extended() || !j.model.isRunning() {
		j.model.Render = types.BoolValue(false)
	}
}

// update changes the project to what is planned, and renders it where that is planned.
func (j *job) update(ctx context.Context, state, config *resourceModel) diag.Diagnostics {
	var diags diag.Diagnostics
	plan := j.model
	isExtended := j.client.Extended()
	renders, isBegun := plan.rendersAfter(state, isExtended), plan.watchesAfter(state, isExtended)
	if isExtended && plan.changes(state) {
		held, err := j.client.GetProject(ctx, j.account, plan.ProjectID.ValueString())
		if err != nil {
			j.isRefused = true
			return diag.Diagnostics{apidiag.Error("change", j.subject(), err)}
		}
		diags.Append(j.change(ctx, held, config.Name, config.VideoRanges)...)
	}
	if renders && !diags.HasError() {
		diags.Append(j.render(ctx, isBegun)...)
	}
	if renders && diags.HasError() {
		j.notRendered()
	}
	if plan.RenderState.IsUnknown() {
		plan.outcome = outcome{}
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
	held, _ := object.Found.(*videoindexer.Project)
	object.Found = nil
	return held, diags
}

// lookFor reads a project that is to be adopted (X29), or sees that it exists where extended operations are not allowed.
func lookFor(ctx context.Context, client *videoindexer.Client, account videoindexer.AccountRef, projectID types.String) (any, error) {
	if client.Extended() {
		held, err := client.GetProject(ctx, account, projectID.ValueString())
		if err != nil {
			return nil, err //nolint:wrapcheck // for found
		}
		return held, nil
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

// notCreated is the error of a create.
func notCreated(account videoindexer.AccountRef, name string, err error) diag.Diagnostic {
	subject := subjectOf(account, strconv.Quote(name))
	if videoindexer.IsAmbiguous(err) {
		return diag.NewErrorDiagnostic("Unable to create project", apidiag.Explained("create", subject, err,
			"The account's list of projects does not show exactly one new project of that name and those ranges either. Nothing is in the state. "+
				"Before the next apply, check whether the project exists (data source videoindexer_projects): if so, import it by its id."))
	}
	return atRefused(apidiag.Error("create", subject, err), err)
}

// createdKey marks, in private state, a project that Terraform has created. One that was adopted or imported has no mark,
// whatever is configured later.
const createdKey = "created"

func noteCreated(ctx context.Context, store private.Writer) diag.Diagnostics {
	return private.Set(ctx, store, createdKey, true)
}

// defaultPolicy is deletion_policy where it is not configured: only what Terraform has created is deleted by default.
func defaultPolicy(isCreated bool) types.String {
	if isCreated {
		return types.StringValue(string(deletion.Delete))
	}
	return types.StringValue(string(deletion.Abandon))
}
