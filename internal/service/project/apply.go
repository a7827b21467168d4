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

// projectApply is the apply of a project to which something may have to be written. Its values do
// not change: observations say what has happened.
type projectApply struct {
	projectWork
	planned resourceModel
	prior   resourceModel
	change  projectChange
	// isAdoption means that Terraform does not manage the project yet.
	isAdoption  bool
	hasExtended bool
}

func newApply(
	ctx context.Context, planned resourceModel, writing managed.WriteRequest[resourceModel],
) *projectApply {
	prior := *writing.Prior
	isAdoption := writing.Origin == managed.OriginAdopted
	if isAdoption {
		prior = unmanaged()
		planned.Adopted = types.BoolValue(true)
	}
	if writing.Origin != managed.OriginState {
		// A create renders the project, even if it was rendered before.
		prior.Render = types.BoolValue(false)
	}
	limit := wait.LimitOf(ctx, planned.Timeouts, writing.TimeoutName())
	return &projectApply{
		projectWork: projectWork{
			Limit: limit, client: writing.Client, account: planned.AccountRef(),
			projectID: planned.ProjectID.ValueString(),
		},
		planned: planned, prior: prior, change: diff(&prior, &planned, writing.HasExtended()),
		isAdoption: isAdoption, hasExtended: writing.HasExtended(),
	}
}

// observation is what an apply has seen of a project.
type observation struct {
	// project has the name and the ranges that the service has; nil if it was not read.
	project *videoindexer.Project
	// render is the last known render; nil before the first response.
	render *videoindexer.Render
	// isChanged means that the name or the ranges were written, or that a render may have begun.
	isChanged bool
}

// run makes the change until something fails, and returns the state and whether it is to be saved.
// If it is not, the state keeps its previous values, and an adopted project is not in the state.
func (a *projectApply) run(ctx context.Context) (state resourceModel, isSaved bool, diags diag.Diagnostics) {
	var seen observation
	seen.project, diags = a.read(ctx)
	if diags.HasError() {
		return a.prior, false, diags
	}
	if a.change.writes() {
		var err error
		seen, err = a.write(ctx, seen.project)
		if err != nil {
			isSaved = a.isAdoption && videoindexer.MayHaveSucceeded(err)
			return a.state(seen, true), isSaved, diag.Diagnostics{a.writeError(seen.project, err)}
		}
		diags.Append(a.notKeptErrors(seen)...)
	}
	if a.change.renders && !diags.HasError() {
		var failure diag.Diagnostic
		seen, failure = a.render(ctx, seen)
		diags.Append(failure)
	}
	hasFailed := diags.HasError()
	isSaved = true
	if a.isAdoption && !seen.isChanged {
		isSaved = !hasFailed
	}
	return a.state(seen, hasFailed), isSaved, diags
}

// state returns the plan, with what was observed of the values that change. The next refresh reads
// changes that were made elsewhere.
func (a *projectApply) state(seen observation, hasFailed bool) resourceModel {
	state := a.planned.withoutUnknown()
	if a.change.renames {
		state.Name = nameOf(seen.project, state.Name)
	}
	if a.change.changesRanges {
		state.VideoRanges = rangesSpelledAs(seen.project.VideoRanges, state.VideoRanges)
	}
	if a.change.renders {
		state.fillRenderFields(seen.render)
	}
	if a.change.renders && !a.hasExtended {
		state.VideoRanges = rangesOfRender(seen.render)
	}
	// The next plan renders the project again, unless a render is in progress whose result the next
	// refresh reads.
	isLeftToRefresh := a.hasExtended && state.renderState().IsRunning()
	if a.change.renders && hasFailed {
		state.Render = types.BoolValue(isLeftToRefresh)
	}
	return state
}

// read reads the project that the apply adopts, or whose name or ranges it changes.
func (a *projectApply) read(ctx context.Context) (*videoindexer.Project, diag.Diagnostics) {
	var remote *videoindexer.Project
	var err error
	verb := "change"
	switch {
	case a.isAdoption:
		verb = "read"
		remote, err = fetchProject(ctx, a.client, a.account, a.projectID)
	case a.change.writes():
		remote, err = a.client.GetProject(ctx, a.account, a.projectID)
	}
	switch {
	case err == nil || isWithoutKey(err):
		// The plan has warned of a project without a key.
		return remote, nil
	case a.isAdoption && videoindexer.IsObjectMissing(err):
		return nil, diag.Diagnostics{missingError(a.subject())}
	}
	return nil, diag.Diagnostics{apidiag.Error(verb, a.subject(), err)}
}

// write writes the planned name and ranges (X28), if they differ from those of the project, and
// reads what the service then has. After an error, this is the project as it was.
func (a *projectApply) write(ctx context.Context, remote *videoindexer.Project) (observation, error) {
	fields := a.change.fields(&a.planned, remote)
	if fields.IsSameAs(remote) {
		return observation{project: remote}, nil
	}
	// A service that does not return the name needs it nevertheless.
	fields.Name = cmp.Or(fields.Name, a.prior.Name.ValueString())
	err := a.client.UpdateProject(ctx, a.account, a.projectID, fields)
	if err != nil {
		return observation{project: remote}, err
	}
	return observation{project: a.readBack(ctx, fields), isChanged: true}, nil
}

// writeError returns the error of a write, at the name if only the name was to change.
func (a *projectApply) writeError(remote *videoindexer.Project, err error) diag.Diagnostic {
	argument := namePath
	if !sameRanges(a.change.fields(&a.planned, remote).VideoRanges, remote.VideoRanges) {
		argument = rangesPath
	}
	return managed.WriteError("change", a.subject(), err, argument, videoindexer.ErrorTypeInvalidInput)
}

// notKeptErrors name the changed values that the service has not kept.
func (a *projectApply) notKeptErrors(seen observation) (diags diag.Diagnostics) {
	state := a.state(seen, false)
	if !a.planned.Name.IsUnknown() {
		diags.Append(apidiag.NotKeptErrors(namePath, a.subject(), a.planned.Name, state.Name)...)
	}
	if !a.planned.VideoRanges.IsUnknown() {
		diags.Append(apidiag.NotKeptErrors(rangesPath, a.subject(), a.planned.VideoRanges, state.VideoRanges)...)
	}
	return diags
}

// render renders the project, and adds to what was observed.
func (a *projectApply) render(ctx context.Context, seen observation) (observation, diag.Diagnostic) {
	r := rendering{
		projectWork:   a.projectWork,
		sendEmail:     a.planned.SendCompletionEmail.ValueBoolPointer(),
		waits:         a.planned.WaitForRender.ValueBool(),
		wasInProgress: a.change.watches,
	}
	failure := r.run(ctx)
	seen.render = r.render
	if r.mayHaveBegun {
		seen.isChanged = true
	}
	isInterrupted := failure != nil && ctx.Err() != nil
	if isInterrupted && a.hasExtended {
		// An error would taint the new project. Instead, the next refresh reads the state of the
		// render, and the next apply continues.
		return seen, diag.NewWarningDiagnostic(failure.Summary(), failure.Detail())
	}
	return seen, failure
}

// readBack reads a project that was just written. If it cannot be read, the result is what was
// sent, and the next refresh reads it.
func (w *projectWork) readBack(ctx context.Context, sent videoindexer.ProjectFields) *videoindexer.Project {
	remote, err := w.client.GetProject(ctx, w.account, w.projectID)
	if err != nil {
		return &videoindexer.Project{
			ProjectSummary: videoindexer.ProjectSummary{Name: sent.Name}, VideoRanges: sent.VideoRanges,
		}
	}
	return remote
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
