package project

import (
	"cmp"
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// projectWork is what an apply or an action does to a project, within a time limit.
type projectWork struct {
	wait.Limit
	client    *videoindexer.Client
	account   videoindexer.AccountRef
	projectID string
}

func (w *projectWork) subject() apidiag.Subject { return projectSubject(w.account, w.projectID) }

func (w *projectWork) reportf(format string, arguments ...any) {
	w.Report(fmt.Sprintf(format, arguments...))
}

// projectApply is the apply of a project. The model is the plan, and becomes the state.
type projectApply struct {
	projectWork
	model *resourceModel
	prior *resourceModel
	// remote is the project of the service; nil if it was not read.
	remote *videoindexer.Project
	// isRefused means that the service has refused the name or the ranges, and keeps the previous
	// ones.
	isRefused bool
	// isWritten means that the service has created the project, or may have changed or rendered it.
	isWritten bool
}

func newApply(
	ctx context.Context, client *videoindexer.Client, prior, plan *resourceModel, timeoutName string,
) *projectApply {
	limit := wait.LimitOf(ctx, plan.Timeouts, timeoutName)
	return &projectApply{
		projectWork: projectWork{
			Limit: limit, client: client, account: plan.AccountRef(), projectID: plan.ProjectID.ValueString(),
		},
		model: plan, prior: prior,
	}
}

// create creates the project (X27).
func (a *projectApply) create(ctx context.Context) diag.Diagnostics {
	fields := a.model.overlay(a.prior, &videoindexer.Project{})
	id, err := a.client.CreateProject(ctx, a.account, fields)
	if err != nil {
		return diag.Diagnostics{
			managed.WriteError("create", a.model.Subject(), err, rangesPath, videoindexer.ErrorTypeInvalidInput),
		}
	}
	a.isWritten = true
	a.projectID = id
	a.model.ProjectID = types.StringValue(id)
	a.remote = a.readBack(ctx, fields)
	return nil
}

// adopt checks that the project exists.
func (a *projectApply) adopt(ctx context.Context) (diags diag.Diagnostics) {
	remote, err := fetchProject(ctx, a.client, a.account, a.projectID)
	a.remote = remote
	switch {
	case err == nil || isWithoutKey(err):
		// The plan has warned of a project without a key.
	case videoindexer.IsObjectMissing(err):
		diags.Append(missingError(a.subject()))
	default:
		apidiag.Add(&diags, "read", a.subject(), err)
	}
	return diags
}

// read reads the project, which the base API cannot.
func (a *projectApply) read(ctx context.Context) (err error) {
	if a.client.AllowsExtended() {
		a.remote, err = a.client.GetProject(ctx, a.account, a.projectID)
	}
	return err
}

// readBack reads a project that was just written. If it cannot be read, the result is what was
// sent, and the next refresh reads it.
func (a *projectApply) readBack(ctx context.Context, sent videoindexer.ProjectFields) *videoindexer.Project {
	remote, err := a.client.GetProject(ctx, a.account, a.projectID)
	if err != nil {
		return &videoindexer.Project{
			ProjectSummary: videoindexer.ProjectSummary{Name: sent.Name}, VideoRanges: sent.VideoRanges,
		}
	}
	return remote
}

// run makes a change until something fails. Then the model says what the service has.
func (a *projectApply) run(ctx context.Context, change projectChange) (diags diag.Diagnostics) {
	m := a.model
	// The state has no unknown values, even if the render fails before its first response.
	if m.RenderState.IsUnknown() {
		m.outcome = outcome{}
	}
	if change.writes {
		diags = a.write(ctx)
	}
	if change.renders && !diags.HasError() {
		diags.Append(a.render(ctx, change.watches))
	}
	if !change.renders || !diags.HasError() {
		return diags
	}
	// The next plan renders the project again, unless a render is in progress whose result the next
	// refresh reads.
	isLeftToRefresh := a.client.AllowsExtended() && m.renderState().IsRunning()
	if !isLeftToRefresh {
		m.Render = types.BoolValue(false)
	}
	return diags
}

// write writes the planned name and ranges (X28), if they differ from the project's.
func (a *projectApply) write(ctx context.Context) diag.Diagnostics {
	fields := a.model.overlay(a.prior, a.remote)
	if fields.IsSameAs(a.remote) {
		return a.complete()
	}
	// A service that does not return the name needs it nevertheless.
	fields.Name = cmp.Or(fields.Name, a.prior.Name.ValueString())
	err := a.client.UpdateProject(ctx, a.account, a.projectID, fields)
	a.isWritten = err == nil || videoindexer.MayHaveSucceeded(err)
	if err != nil {
		a.isRefused = true
		argument := rangesPath
		if sameRanges(fields.VideoRanges, a.remote.VideoRanges) {
			argument = namePath
		}
		a.model.fill(a.remote)
		return diag.Diagnostics{
			managed.WriteError("change", a.subject(), err, argument, videoindexer.ErrorTypeInvalidInput),
		}
	}
	a.remote = a.readBack(ctx, fields)
	return a.complete()
}

// complete sets the unknown values of the plan. If the service has not kept a changed value, an
// error names the argument, and the state has the value of the service. Unchanged values stay as
// planned; the next refresh reads changes that were made elsewhere.
func (a *projectApply) complete() (diags diag.Diagnostics) {
	m := a.model
	planned := *m
	m.fill(a.remote)
	switch {
	case planned.Name.Equal(a.prior.Name):
		m.Name = planned.Name
	case !planned.Name.IsUnknown():
		diags.Append(apidiag.NotKeptErrors(namePath, a.subject(), planned.Name, m.Name)...)
	}
	switch {
	case planned.VideoRanges.Equal(a.prior.VideoRanges):
		m.VideoRanges = planned.VideoRanges
	case !planned.VideoRanges.IsUnknown():
		diags.Append(apidiag.NotKeptErrors(rangesPath, a.subject(), planned.VideoRanges, m.VideoRanges)...)
	}
	return diags
}

// render renders the project and sets the outcome, even after an error.
func (a *projectApply) render(ctx context.Context, isBegun bool) diag.Diagnostic {
	m := a.model
	isExtended := a.client.AllowsExtended()
	r := rendering{
		projectWork: a.projectWork,
		sendEmail:   m.SendCompletionEmail.ValueBoolPointer(),
		waits:       m.WaitForRender.ValueBool(),
		isBegun:     isBegun,
	}
	failure := r.run(ctx)
	a.isWritten = a.isWritten || r.mayHaveBegun
	m.fillOutcome(r.render)
	// The base API shows the ranges of the last render alone.
	if !isExtended {
		m.VideoRanges = types.ListNull(videoRangeType)
		if r.render != nil && r.render.State == videoindexer.RenderSucceeded {
			m.VideoRanges = rangesList(r.render.VideoRanges)
		}
	}
	isInterrupted := failure != nil && ctx.Err() != nil
	if isInterrupted && isExtended {
		// An error would taint the new project. Instead, the next refresh reads the state of the
		// render, and the next apply continues.
		return diag.NewWarningDiagnostic(failure.Summary(), failure.Detail())
	}
	return failure
}

// fetchProject reads a project to adopt (X29). Without extended operations, it only checks that the
// project exists, by requesting a token of the project, and returns nil. If the token is refused,
// another request shows whether the key or the account is wrong.
func fetchProject(
	ctx context.Context, client *videoindexer.Client, account videoindexer.AccountRef, projectID string,
) (*videoindexer.Project, error) {
	if client.AllowsExtended() {
		return client.GetProject(ctx, account, projectID)
	}
	_, err := client.GetProjectAccessToken(ctx, account, projectID, videoindexer.PermissionRead)
	if !videoindexer.HasType(err, videoindexer.ErrorTypeUserNotAllowed) {
		return nil, err
	}
	accessErr := client.CheckAccess(ctx, account)
	if accessErr != nil {
		return nil, accessErr
	}
	return nil, err
}
