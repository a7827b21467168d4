package project

import (
	"context"
	"errors"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
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
	// isOver is set where the time for the job was over first.
	isOver bool
}

// outcomeError is what became of a render that has not ended with success, and what comes next.
type outcomeError struct{ text string }

func (e *outcomeError) Error() string { return e.text }

var (
	// errEndedWithoutResult means that asking after a running render began a new one.
	errEndedWithoutResult = &outcomeError{"the render ended without a result (it failed or was canceled), and the request for its result has started a new render, " +
		"which the service continues. The next run waits for it"}
	// errDiscarded means that a render which was watched no longer exists.
	errDiscarded = &outcomeError{"the service no longer has the render: it discards the render of a project that changes. The next run renders the project as it is now"}
)

// run starts a render and, if it should, waits for its end. It returns what is last known of the render, even with an
// error, and nil if nothing is known.
func (r *rendering) run(ctx context.Context) (*videoindexer.RenderOperation, error) {
	var render *videoindexer.RenderOperation
	var err error
	r.isOver, err = r.limit.Until(ctx, func(ctx context.Context) (done bool, err error) {
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

// failure is the error of a render that has ended, and not with success.
func failure(render *videoindexer.RenderOperation) error {
	if running(render.State) || render.State == videoindexer.RenderSucceeded {
		return nil
	}
	text := fmt.Sprintf("the render ended in state %q", render.State)
	if len(render.Error) > 0 {
		text += ": " + string(render.Error)
	}
	return &outcomeError{text + ". Correct the project in the service, then render it again"}
}

// describe turns an error of run into a diagnostic. Render is what run has returned with it.
func (r *rendering) describe(render *videoindexer.RenderOperation, err error) diag.Diagnostic {
	goesOn := "The service may have begun a render: the next run waits for one that is running."
	if render != nil {
		goesOn = "The service continues the render, and the next run waits for it."
	}
	outcome, hasEnded := errors.AsType[*outcomeError](err)
	switch {
	case hasEnded:
		return diag.NewErrorDiagnostic("Project was not rendered", fmt.Sprintf("Could not render %s: %s.", r.subject(), outcome))
	case r.isOver:
		return diag.NewErrorDiagnostic("Project is not rendered yet", fmt.Sprintf(
			"The render of %s did not end within %s. %s Set %s to wait longer.", r.subject(), r.limit.Length, goesOn, r.timeout))
	case errors.Is(err, context.Canceled):
		return diag.NewErrorDiagnostic("Waiting for the render was interrupted", fmt.Sprintf("The render of %s was not waited for. %s", r.subject(), goesOn))
	case render != nil:
		return diag.NewErrorDiagnostic("Unable to render project", apidiag.WithHint("wait for the render of", r.subject(), err, goesOn))
	}
	return apidiag.Error("render", r.subject(), err)
}
