package project

import (
	"context"
	"errors"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// rendering is the render of a project, for the resource and the action. With extended operations a render is asked for once
// and then watched. The described API has no call to ask about a render, so the render is asked for again until it has
// ended: the service answers 409 while one runs, and returns the result once there is one.
type rendering struct {
	job
	sendEmail *bool // nil: not said
	waits     bool
	// isWatched says that the service returns the state of a render (X31).
	isWatched bool
	// isBegun says that a render was under way when the project was last read: it is watched without asking for one.
	isBegun bool
	// isEarlier is set where the service answered with the result of an earlier render, and began none.
	isEarlier bool
	// isOver is set where the time for the job was over first.
	isOver bool
}

var (
	// errEndedWithoutResult means that asking after a running render began a new one.
	errEndedWithoutResult = errors.New("the render ended without a result (it failed or was canceled), " +
		"and the request for its result has started a new render, which the service continues")
	// errDiscarded means that a render which was watched no longer exists.
	errDiscarded = errors.New("the service no longer has the render: it discards the render of a project that changes")
)

// run starts a render and, if it should, waits for its end. It returns what is last known of the render, even with an
// error, and nil if nothing is known.
func (r *rendering) run(ctx context.Context) (*videoindexer.RenderOperation, error) {
	var render *videoindexer.RenderOperation
	var err error
	r.isOver, err = r.limit.Until(ctx, wait.DefaultIntervals, func(ctx context.Context) (done bool, err error) {
		next, err := r.ask(ctx, render != nil)
		if err != nil {
			return false, err
		}
		isFirst := render == nil
		render = next
		switch {
		case next.Started && !isFirst:
			return false, errEndedWithoutResult
		case !running(next.State) || !r.waits:
			r.isEarlier = isFirst && !next.Started && !running(next.State)
			return true, failure(next)
		case next.Started:
			r.tell("The render of project %s has begun.", r.projectID)
		case isFirst:
			r.tell("A render of project %s is running already; waiting for it.", r.projectID)
		default:
			r.tell("Project %s is still rendering %s.", r.projectID, r.limit.Passed())
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
	render, err := r.client.RenderProject(ctx, r.account, r.projectID, r.sendEmail)
	if videoindexer.IsConflict(err) {
		return &videoindexer.RenderOperation{State: videoindexer.RenderInProgress}, nil
	}
	return render, err
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
	subject := r.subject()
	failed, hasEnded := errors.AsType[*failedError](err)
	isCanceled := errors.Is(err, context.Canceled)
	next := "Run it again."
	if r.isOver {
		next = fmt.Sprintf("Set %s to wait longer.", r.timeout)
	}
	switch {
	case hasEnded:
		return diag.NewErrorDiagnostic(summary, fmt.Sprintf("Could not render %s: %s.\n\nCorrect the project in the service, then render it again.", subject, failed))
	case errors.Is(err, errEndedWithoutResult):
		return diag.NewErrorDiagnostic(summary, fmt.Sprintf("Could not render %s: %s. The next run waits for the new one.", subject, err))
	case errors.Is(err, errDiscarded):
		return diag.NewErrorDiagnostic(summary, fmt.Sprintf("Could not render %s: %s. The next run renders it as it is now.", subject, err))
	case render != nil && r.isOver:
		return diag.NewErrorDiagnostic("Project is still rendering", fmt.Sprintf(
			"The render of %s did not end within %s. The service continues it, and the next run waits for it. %s", subject, r.limit.Length, next))
	case render != nil && isCanceled:
		return diag.NewErrorDiagnostic("Waiting for the render was interrupted", fmt.Sprintf("The service continues the render of %s, and the next run waits for it.", subject))
	case (r.isOver || isCanceled) && videoindexer.MayBeDone(err):
		return diag.NewErrorDiagnostic(summary, fmt.Sprintf(
			"A render of %s may have been started: the service had not answered the request for it when the wait ended. %s The provider then waits for a running render and does not start a second one.", subject, next))
	case r.isOver || isCanceled:
		return diag.NewErrorDiagnostic(summary, fmt.Sprintf("No render was started: the wait ended before the service accepted the request to render %s. %s", subject, next))
	case render != nil:
		return diag.NewErrorDiagnostic("Unable to render project",
			apidiag.WithHint("wait for the render of", subject, err, "The render was running when its state was last read: the next run waits for it."))
	}
	return apidiag.Error("render", subject, err)
}
