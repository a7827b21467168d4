package project

import (
	"context"
	"fmt"
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
	remote, err := j.client.GetProject(ctx, j.account, id)
	if err != nil { // it is there, and the next refresh reads it
		remote = &videoindexer.Project{ProjectSummary: videoindexer.ProjectSummary{Name: sent.Name}, VideoRanges: sent.VideoRanges}
	}
	failed := j.fill(ctx, remote, sent)
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

// notCreated is the error of a create.
func notCreated(account videoindexer.AccountRef, name string, err error) diag.Diagnostic {
	subject := subjectOf(account, strconv.Quote(name))
	if videoindexer.IsAmbiguous(err) {
		return diag.NewErrorDiagnostic("Unable to create project", apidiag.Explained("create", subject, err,
			"The account's list of projects does not show exactly one new project of that name and those ranges either. Nothing is in the state. "+
				"Before the next apply, check whether the project exists (data source videoindexer_projects): if so, import it by its id."))
	}
	return atRefused(rangesPath, apidiag.Error("create", subject, err), err)
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
