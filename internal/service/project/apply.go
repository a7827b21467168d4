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

// job is what an apply or an action does to a project, within a time limit.
type job struct {
	wait.Limit
	client    *videoindexer.Client
	account   videoindexer.AccountRef
	projectID string
}

func (j *job) subject() apidiag.Subject { return subjectOf(j.account, j.projectID) }

func (j *job) reportf(format string, arguments ...any) { j.Report(fmt.Sprintf(format, arguments...)) }

// applying is an apply. The model is the plan, and becomes the state.
type applying struct {
	job
	model *resourceModel
	prior *resourceModel
	// remote is what the service has; nil if it was not read.
	remote *videoindexer.Project
	// isRefused says that the name or the ranges could not be changed: the service has what it had
	// before.
	isRefused bool
	// isWritten says that the service has created the project, or may have changed or rendered it.
	isWritten bool
}

func newApply(
	ctx context.Context, client *videoindexer.Client, prior, plan *resourceModel, operation string,
) *applying {
	limit := wait.LimitOf(ctx, plan.Timeouts, operation)
	return &applying{
		job: job{limit, client, plan.AccountRef(), plan.ProjectID.ValueString()}, model: plan, prior: prior,
	}
}

// create creates the project (X27).
func (a *applying) create(ctx context.Context) diag.Diagnostics {
	fields := a.model.overlay(a.prior, &videoindexer.Project{})
	id, err := a.client.CreateProject(ctx, a.account, fields)
	if err != nil {
		return diag.Diagnostics{
			managed.WriteError("create", a.model.Subject(), err, rangesPath, videoindexer.ErrorTypeInvalidInput),
		}
	}
	a.isWritten = true
	a.projectID, a.model.ProjectID = id, types.StringValue(id)
	a.remote = a.readBack(ctx, fields)
	return nil
}

// adopt looks for the project.
func (a *applying) adopt(ctx context.Context) (diags diag.Diagnostics) {
	remote, err := fetchProject(ctx, a.client, a.account, a.projectID)
	switch a.remote = remote; {
	case err == nil || isWithoutKey(err): // of which the plan has warned
	case managed.IsMissing(err):
		diags.Append(missing(a.subject()))
	default:
		apidiag.Add(&diags, "read", a.subject(), err)
	}
	return diags
}

// read reads the project, which the base API cannot.
func (a *applying) read(ctx context.Context) (err error) {
	if a.client.AllowsExtended() {
		a.remote, err = a.client.GetProject(ctx, a.account, a.projectID)
	}
	return err
}

// readBack is what the service has of a project that was just written. Where that cannot be read,
// it is what was sent: the next refresh reads it.
func (a *applying) readBack(ctx context.Context, sent videoindexer.ProjectFields) *videoindexer.Project {
	remote, err := a.client.GetProject(ctx, a.account, a.projectID)
	if err != nil {
		return &videoindexer.Project{
			ProjectSummary: videoindexer.ProjectSummary{Name: sent.Name}, VideoRanges: sent.VideoRanges,
		}
	}
	return remote
}

// run makes a change until something fails. Then the model says what the service has.
func (a *applying) run(ctx context.Context, change projectChange) (diags diag.Diagnostics) {
	m := a.model
	if m.RenderState.IsUnknown() { // until an answer shows it
		m.outcome = outcome{}
	}
	if change.writes {
		diags = a.write(ctx)
	}
	if change.renders && !diags.HasError() {
		diags.Append(a.render(ctx, change.watches))
	}
	isLeftToRefresh := a.client.AllowsExtended() && isRunning(m.renderState())
	hasFailed := change.renders && diags.HasError()
	if hasFailed && !isLeftToRefresh {
		// The next plan asks for the render. One that was under way is left to the next refresh,
		// which finds out what became of it.
		m.Render = types.BoolValue(false)
	}
	return diags
}

// write gives the project the planned name and ranges (X28), where they differ from what it has.
func (a *applying) write(ctx context.Context) diag.Diagnostics {
	fields := a.model.overlay(a.prior, a.remote)
	if !fields.Same(a.remote) {
		fields.Name = cmp.Or(fields.Name, a.prior.Name.ValueString()) // which the service may not tell
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
	}
	return a.complete()
}

// complete sets what the plan has left open. What the service has not kept of what differs from prior
// is an error that names the argument, and the state shows what the service has. The rest keeps to
// the plan: the next refresh finds what was changed elsewhere.
func (a *applying) complete() (diags diag.Diagnostics) {
	m, planned := a.model, *a.model
	m.fill(a.remote)
	switch {
	case planned.Name.Equal(a.prior.Name):
		m.Name = planned.Name
	case !planned.Name.IsUnknown():
		diags.Append(apidiag.NotKept(namePath, a.subject(), planned.Name, m.Name)...)
	}
	switch {
	case planned.VideoRanges.Equal(a.prior.VideoRanges):
		m.VideoRanges = planned.VideoRanges
	case !planned.VideoRanges.IsUnknown():
		diags.Append(apidiag.NotKept(rangesPath, a.subject(), planned.VideoRanges, m.VideoRanges)...)
	}
	return diags
}

// render renders the project and fills the outcome, also when it reports an error.
func (a *applying) render(ctx context.Context, isBegun bool) diag.Diagnostic {
	m, isExtended := a.model, a.client.AllowsExtended()
	r := rendering{
		job: a.job, sendEmail: m.SendCompletionEmail.ValueBoolPointer(), waits: m.WaitForRender.ValueBool(),
		isBegun: isBegun,
	}
	problem := r.run(ctx)
	a.isWritten = a.isWritten || r.mayHaveBegun
	m.fillOutcome(r.render)
	if !isExtended { // the ranges are those of the last render
		m.VideoRanges = types.ListNull(videoRangeType)
		if r.render != nil && r.render.State == videoindexer.RenderSucceeded {
			m.VideoRanges = rangesList(r.render.VideoRanges)
		}
	}
	isInterrupted := problem != nil && ctx.Err() != nil
	if isInterrupted && isExtended {
		// An error would taint what was just created: the next refresh asks what became of the
		// render, and the next apply goes on.
		return diag.NewWarningDiagnostic(problem.Summary(), problem.Detail())
	}
	return problem
}

// fetchProject reads a project that is to be adopted (X29). Without extended operations it only
// sees that the project exists, and returns nil: it asks for a token of the project. If that is
// refused, another request shows whether the key is wrong or the account.
func fetchProject(
	ctx context.Context, client *videoindexer.Client, account videoindexer.AccountRef, projectID string,
) (*videoindexer.Project, error) {
	if client.AllowsExtended() {
		return client.GetProject(ctx, account, projectID)
	}
	_, err := client.GetProjectAccessToken(ctx, account, projectID, videoindexer.Read)
	if videoindexer.HasType(err, videoindexer.ErrorTypeUserNotAllowed) {
		err = cmp.Or(client.CheckAccess(ctx, account), err)
	}
	return nil, err
}
