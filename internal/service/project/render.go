package project

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-log/tflog"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// rendering renders a project, for the resource and the action. With extended operations a render is asked for once and
// then watched. The described API has no call to ask about a render, so the render is asked for again until it has
// ended: the service answers 409 while one runs, and returns the result once there is one.
type rendering struct {
	client    *videoindexer.Client
	account   videoindexer.AccountRef
	projectID string
	sendEmail *bool // nil: not said
	wait      bool
	// isWatched says that the service returns the state of a render (X31).
	isWatched bool
	// isBegun says that a render was under way when the project was last read: it is watched without asking for one.
	isBegun bool
	// isEarlier is set where the service answered with the result of an earlier render, and began none.
	isEarlier bool
	limit     time.Duration
	// timeout is the argument that sets limit.
	timeout string
	// progress receives the progress of the render as a sentence; nil for none.
	progress func(text string)
}

var (
	// errEndedWithoutResult means that asking after a running render began a new one.
	errEndedWithoutResult = errors.New("the render ended without a result (it failed or was canceled), " +
		"and the request for its result has started a new render, which the service continues")
	// errDiscarded means that a render which was watched no longer exists.
	errDiscarded = errors.New("the service no longer has the render: it discards the render of a project that changes")
)

// within is run with a limit of time.
func (r *rendering) within(ctx context.Context) (*videoindexer.RenderOperation, error) {
	ctx, cancel := context.WithTimeout(ctx, r.limit)
	defer cancel()
	return r.run(ctx)
}

// run starts a render and, if it should, waits for its end. It returns what is last known of the render, even with an
// error, and nil if nothing is known.
func (r *rendering) run(ctx context.Context) (*videoindexer.RenderOperation, error) {
	var render *videoindexer.RenderOperation
	began := time.Now()
	err := wait.Until(ctx, wait.DefaultIntervals, func(ctx context.Context) (done bool, err error) {
		next, err := r.ask(ctx, render != nil)
		if err != nil {
			return false, err
		}
		isFirst := render == nil
		render = next
		switch {
		case next.Started && !isFirst:
			return false, errEndedWithoutResult
		case !running(next.State) || !r.wait:
			r.isEarlier = isFirst && !next.Started && !running(next.State)
			return true, failure(next)
		case next.Started:
			r.tell("The render of project %s has begun.", r.projectID)
		case isFirst:
			r.tell("A render of project %s is running already; waiting for it.", r.projectID)
		default:
			r.tell("Project %s is still rendering (%s so far, %s at most).", r.projectID, time.Since(began).Round(time.Second), r.limit)
		}
		return false, nil
	})
	return render, err
}

// ask calls the service once: a render that is running already is no error.
func (r *rendering) ask(ctx context.Context, wasAsked bool) (*videoindexer.RenderOperation, error) {
	if r.isWatched && (wasAsked || r.isBegun) {
		render, err := r.client.GetRender(ctx, r.account, r.projectID)
		switch {
		case videoindexer.IsUnsupported(err):
			r.isWatched = false
		case videoindexer.HasNoRender(err) && wasAsked:
			return nil, errDiscarded
		case !videoindexer.HasNoRender(err):
			return render, err
		}
	}
	request := r.client.RenderProject
	if r.isWatched {
		request = r.client.StartRender
	}
	render, err := request(ctx, r.account, r.projectID, r.sendEmail)
	if videoindexer.IsConflict(err) {
		return &videoindexer.RenderOperation{State: videoindexer.RenderInProgress}, nil
	}
	return render, err
}

func (r *rendering) tell(format string, arguments ...any) {
	if r.progress != nil {
		r.progress(fmt.Sprintf(format, arguments...))
	}
}

func running(state videoindexer.RenderState) bool {
	return state == videoindexer.RenderInProgress || state == videoindexer.RenderPending || state == videoindexer.RenderCanceling
}

// failedError is a render that has ended, and not with success.
type failedError struct{ render *videoindexer.RenderOperation }

func (e *failedError) Error() string {
	text := fmt.Sprintf("the render ended in state %q", e.render.State)
	if len(e.render.Error) > 0 {
		text += ": " + string(e.render.Error)
	}
	return text
}

func failure(render *videoindexer.RenderOperation) error {
	if running(render.State) || render.State == videoindexer.RenderSucceeded {
		return nil
	}
	return &failedError{render: render}
}

// describe turns an error of run into a diagnostic. Render is what run has returned with it.
func (r *rendering) describe(render *videoindexer.RenderOperation, err error) diag.Diagnostic {
	const summary = "Project was not rendered"
	subject := subjectOf(r.account, r.projectID)
	failed, hasEnded := errors.AsType[*failedError](err)
	isTimeout, isCanceled := errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled)
	next := "Run it again."
	if isTimeout {
		next = fmt.Sprintf("Set %s to wait longer.", r.timeout)
	}
	switch {
	case hasEnded:
		return diag.NewErrorDiagnostic(summary, fmt.Sprintf("Could not render %s: %s.\n\nCorrect the project in the service, then render it again.", subject, failed))
	case errors.Is(err, errEndedWithoutResult):
		return diag.NewErrorDiagnostic(summary, fmt.Sprintf("Could not render %s: %s. The next run waits for the new one.", subject, err))
	case errors.Is(err, errDiscarded):
		return diag.NewErrorDiagnostic(summary, fmt.Sprintf("Could not render %s: %s. The next run renders it as it is now.", subject, err))
	case render != nil && isTimeout:
		return diag.NewErrorDiagnostic("Project is still rendering", fmt.Sprintf(
			"The render of %s did not end within %s. The service continues it, and the next run waits for it. %s", subject, r.limit.Round(time.Second), next))
	case render != nil && isCanceled:
		return diag.NewErrorDiagnostic("Waiting for the render was interrupted", fmt.Sprintf("The service continues the render of %s, and the next run waits for it.", subject))
	case (isTimeout || isCanceled) && videoindexer.MayBeDone(err):
		return diag.NewErrorDiagnostic(summary, fmt.Sprintf(
			"A render of %s may have been started: the service had not answered the request for it when the wait ended. %s The provider then waits for a running render and does not start a second one.", subject, next))
	case isTimeout || isCanceled:
		return diag.NewErrorDiagnostic(summary, fmt.Sprintf("No render was started: the wait ended before the service accepted the request to render %s. %s", subject, next))
	case render != nil:
		return diag.NewErrorDiagnostic("Unable to render project",
			apidiag.WithHint("wait for the render of", subject, err, "The render was running when its state was last read: the next run waits for it."))
	}
	return apidiag.Error("render", subject, err)
}

// render renders the project and fills the outcome, also when it reports an error. IsBegun says that a render was under way
// when the project was last read.
func (j *job) render(ctx context.Context, isBegun bool) (diags diag.Diagnostics) {
	m, isExtended := j.model, j.client.Extended()
	r := rendering{
		client: j.client, account: j.account, projectID: m.ProjectID.ValueString(),
		sendEmail: m.SendCompletionEmail.ValueBoolPointer(), wait: m.WaitForRender.ValueBool(),
		isWatched: isExtended, isBegun: isBegun, limit: j.remaining(), timeout: j.timeout,
		progress: func(text string) { tflog.Info(ctx, text) },
	}
	render, err := r.within(ctx)
	m.fill(render)
	if !isExtended { // the ranges are those of the last render
		m.VideoRanges = types.ListNull(videoRangeType)
		if render != nil && render.State == videoindexer.RenderSucceeded {
			m.VideoRanges, diags = rangesList(ctx, render.VideoRanges)
		}
	}
	switch {
	case err != nil && isExtended && ctx.Err() != nil:
		diags.Append(j.interrupted(ctx, r.describe(render, err)))
	case err != nil:
		diags.Append(r.describe(render, err))
	}
	return diags
}

// notRendered makes the next plan render the project, unless the render was under way when it was last asked for and
// the next refresh can find out what became of it.
func (j *job) notRendered() {
	if !j.client.Extended() || !running(j.model.state()) {
		j.model.Render = types.BoolValue(false)
	}
}

// cancelTimeout bounds the cancellation of a render whose apply was interrupted: Ctrl-C must not wait long.
const cancelTimeout = 10 * time.Second

// interrupted says in a warning what an interruption has left. An error would taint what was just created: the next refresh
// asks what became of the render, and the next apply goes on from there.
func (j *job) interrupted(ctx context.Context, goesOn diag.Diagnostic) diag.Diagnostic {
	warning := diag.NewWarningDiagnostic(goesOn.Summary(), goesOn.Detail())
	if !j.model.CancelRenderOnInterrupt.ValueBool() {
		return warning
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), cancelTimeout)
	defer cancel()
	canceled, err := j.client.CancelRender(ctx, j.account, j.model.ProjectID.ValueString())
	switch {
	case videoindexer.HasNoRender(err):
		return warning
	case err != nil:
		return diag.NewWarningDiagnostic("Render was not canceled", fmt.Sprintf(
			"The run was interrupted, and the render could not be canceled: the service may continue it.\n\n%s",
			apidiag.Detail("cancel the render of", j.subject(), err)))
	}
	j.model.fill(canceled)
	if !running(canceled.State) && canceled.State != videoindexer.RenderCanceled {
		return diag.NewWarningDiagnostic("Render had already ended", fmt.Sprintf(
			"The run was interrupted, and the cancellation of the render of %s, which cancel_render_on_interrupt asks for, came too late: the render has ended in state %s.", j.subject(), canceled.State))
	}
	return diag.NewWarningDiagnostic("Render was canceled", fmt.Sprintf(
		"The run was interrupted, and the render of %s was canceled, as cancel_render_on_interrupt says; its state is %s. The next plan shows what is left to do.", j.subject(), canceled.State))
}
