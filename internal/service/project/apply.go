package project

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-log/tflog"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// job is what an apply does to a project, within its timeout. The model is the plan, and becomes the state.
type job struct {
	client  *videoindexer.Client
	account videoindexer.AccountRef
	model   *resourceModel
	limit   time.Duration
	// timeout is the argument that sets limit.
	timeout string
	began   time.Time
	// isRefused says that the name or the ranges could not be changed: the service has what it had before.
	isRefused bool
}

func newJob(client *videoindexer.Client, account videoindexer.AccountRef, model *resourceModel, limit time.Duration, timeout string) *job {
	return &job{client: client, account: account, model: model, limit: limit, timeout: timeout, began: time.Now()}
}

func (j *job) subject() apidiag.Subject { return subjectOf(j.account, j.model.ProjectID.ValueString()) }

// remaining is how much of the timeout is left.
func (j *job) remaining() time.Duration { return max(0, j.limit-time.Since(j.began)) }

// create creates the project (X27), and returns what the service has of it then.
func (j *job) create(ctx context.Context) (*videoindexer.Project, diag.Diagnostics) {
	nothing := emptyModel()
	fields, diags := j.model.over(ctx, &nothing, &videoindexer.Project{})
	id, err := j.client.CreateProject(ctx, j.account, fields)
	if err != nil {
		return nil, append(diags, notCreated(j.account, fields.Name, err))
	}
	j.model.ProjectID = types.StringValue(id)
	return j.written(ctx, fields), diags
}

// adopt reads the project that is to be adopted: nil without extended operations. The plan that an engine makes before it
// applies has looked whether it exists.
func (j *job) adopt(ctx context.Context) (*videoindexer.Project, diag.Diagnostics) {
	if !j.client.Extended() {
		return nil, nil
	}
	remote, err := j.client.GetProject(ctx, j.account, j.model.ProjectID.ValueString())
	return remote, found(j.subject(), err)
}

// written is what the service has of a project that was just written. Where that cannot be read, it is what was sent: the
// next refresh reads it.
func (j *job) written(ctx context.Context, sent videoindexer.ProjectFields) *videoindexer.Project {
	remote, err := j.client.GetProject(ctx, j.account, j.model.ProjectID.ValueString())
	if err != nil {
		return &videoindexer.Project{ProjectSummary: videoindexer.ProjectSummary{Name: sent.Name}, VideoRanges: sent.VideoRanges}
	}
	return remote
}

// apply gives the project what the plan has differently from prior, and renders it if that is planned. Remote is what the
// service has of it; nil if it was not read.
func (j *job) apply(ctx context.Context, prior *resourceModel, remote *videoindexer.Project) diag.Diagnostics {
	var diags diag.Diagnostics
	plan, isExtended := j.model, j.client.Extended()
	renders, isBegun := plan.renders(prior, isExtended), plan.watches(prior, isExtended)
	if remote != nil {
		diags.Append(j.change(ctx, prior, remote)...)
	}
	if renders && !diags.HasError() {
		diags.Append(j.render(ctx, isBegun)...)
	}
	if renders && diags.HasError() {
		j.notRendered()
	}
	// What no answer has shown is null.
	if plan.RenderState.IsUnknown() {
		plan.outcome = outcome{}
	}
	if plan.Name.IsUnknown() {
		plan.Name = types.StringNull()
	}
	if plan.VideoRanges.IsUnknown() {
		plan.VideoRanges = types.ListNull(videoRangeType)
	}
	return diags
}

// change gives a project that was just read the planned name and ranges (X28), where they differ, and sets the model from
// what the service has then.
func (j *job) change(ctx context.Context, prior *resourceModel, remote *videoindexer.Project) diag.Diagnostics {
	fields, diags := j.model.over(ctx, prior, remote)
	if diags.HasError() {
		return diags
	}
	if !fields.Same(remote) {
		if refused := j.send(ctx, remote, fields); refused != nil {
			j.isRefused = true
			diags.Append(refused)
			return append(diags, j.model.read(ctx, remote)...)
		}
		remote = j.written(ctx, fields)
	}
	return append(diags, j.take(ctx, prior, remote)...)
}

// take sets what the plan has left open. What the service has not kept of what differs from prior is an error that names the
// argument, and the state shows what the service has.
func (j *job) take(ctx context.Context, prior *resourceModel, remote *videoindexer.Project) diag.Diagnostics {
	m := j.model
	planned := *m
	diags := m.read(ctx, remote)
	notKept := func(at path.Path, has string) {
		diags.AddAttributeError(at, "Value not kept by the service", fmt.Sprintf(
			"The service accepted the write of %s, but has %s. The state shows what the service has. Configure what the service keeps, then apply again.", j.subject(), has))
	}
	switch {
	case planned.Name.IsUnknown() || m.Name.Equal(planned.Name):
	case planned.Name.Equal(prior.Name): // an apply keeps to its plan: the next refresh finds what was changed elsewhere
		m.Name = planned.Name
	default:
		notKept(namePath, fmt.Sprintf("the name %q instead of %q", remote.Name, planned.Name.ValueString()))
	}
	switch {
	case planned.VideoRanges.IsUnknown() || m.VideoRanges.Equal(planned.VideoRanges):
	case planned.VideoRanges.Equal(prior.VideoRanges):
		m.VideoRanges = planned.VideoRanges
	default:
		sent, _, _ := rangesOf(ctx, planned.VideoRanges)
		notKept(rangesPath, fmt.Sprintf("other ranges than were sent (%s): %s", listed(sent), listed(remote.VideoRanges)))
	}
	return diags
}

// send changes the project from what it is, and tries again for as long as the service answers that it is being rendered.
func (j *job) send(ctx context.Context, remote *videoindexer.Project, fields videoindexer.ProjectFields) diag.Diagnostic {
	ctx, cancel := context.WithTimeoutCause(ctx, j.remaining(), wait.ErrTimeout)
	defer cancel()
	id := j.model.ProjectID.ValueString()
	var busy error
	err := wait.Until(ctx, wait.DefaultIntervals, func(ctx context.Context) (done bool, err error) {
		err = j.client.ChangeProject(ctx, j.account, id, fields)
		if !videoindexer.IsConflict(err) {
			return true, err
		}
		busy = err
		tflog.Info(ctx, fmt.Sprintf("Waiting to change project %s: it is being rendered (%s so far, %s at most).", id, time.Since(j.began).Round(time.Second), j.limit))
		return false, nil
	})
	_, isAnswer := errors.AsType[*videoindexer.APIError](err) // then the time was not the reason
	isTimeout := errors.Is(context.Cause(ctx), wait.ErrTimeout) && !isAnswer
	switch {
	case err == nil:
		return nil
	case isTimeout && busy != nil:
		return diag.NewErrorDiagnostic("Project is still rendering", apidiag.WithoutAdvice("change", j.subject(), busy, fmt.Sprintf(
			"The provider has retried for %s, and nothing was changed. Set %s to wait longer, or end the render with the action videoindexer_cancel_render.", j.limit, j.timeout)))
	case isTimeout:
		return diag.NewErrorDiagnostic("Unable to change project", fmt.Sprintf(
			"Could not change %s within %s: the service gave no answer in that time.\n\nPlan again to see whether the change was made, and set %s to wait longer.", j.subject(), j.limit, j.timeout))
	}
	argument := rangesPath
	if slices.EqualFunc(fields.VideoRanges, remote.VideoRanges, videoindexer.VideoRange.Same) {
		argument = namePath
	}
	return atRefused(argument, apidiag.Error("change", j.subject(), err), err)
}

// atRefused is the diagnostic of a write, at an argument where the service found its input to be wrong.
func atRefused(argument path.Path, d diag.Diagnostic, err error) diag.Diagnostic {
	if videoindexer.HasType(err, videoindexer.ErrorTypeInvalidInput) {
		return diag.WithPath(argument, d)
	}
	return d
}

// notCreated is the error of a create.
func notCreated(account videoindexer.AccountRef, name string, err error) diag.Diagnostic {
	subject := subjectOf(account, strconv.Quote(name))
	if videoindexer.IsAmbiguous(err) {
		return diag.NewErrorDiagnostic("Unable to create project", apidiag.WithHint("create", subject, err,
			"The account's list of projects does not show exactly one new project of that name and those ranges either. Nothing is in the state. "+
				"Before the next apply, check whether the project exists (data source videoindexer_projects): if so, import it by its id."))
	}
	return atRefused(rangesPath, apidiag.Error("create", subject, err), err)
}

// lookFor reads a project that is to be adopted (X29). Without extended operations it only sees that the project exists, and
// returns nil.
func lookFor(ctx context.Context, client *videoindexer.Client, account videoindexer.AccountRef, projectID types.String) (*videoindexer.Project, error) {
	if client.Extended() {
		return client.GetProject(ctx, account, projectID.ValueString())
	}
	return nil, checkProject(ctx, client, account, projectID)
}

// checkProject asks for a token of the project, which shows that it exists. Without a subscription key that cannot be asked.
// A refusal does not distinguish a wrong key from an account that the key's user does not have: then another request shows
// which it is.
func checkProject(ctx context.Context, client *videoindexer.Client, account videoindexer.AccountRef, projectID types.String) error {
	_, err := client.GetProjectAccessToken(ctx, account, projectID.ValueString(), videoindexer.Read)
	if answer, ok := errors.AsType[*videoindexer.APIError](err); ok && answer.Status == http.StatusUnauthorized {
		if unreached := client.Ping(ctx, account); unreached != nil {
			return unreached
		}
	}
	return err
}
