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

// rendering is the render of a project, for the resource and the action. With extended operations,
// it requests the render once, and then reads its state. The base API has no operation for the
// state, so the request is repeated until the render has ended: the service answers 409 while a
// render is running, and then returns the result.
type rendering struct {
	projectWork
	// sendEmail is the option of the request; nil if it is not configured.
	sendEmail *bool
	// waits means that the run waits for the end of the render.
	waits bool
	// wasInProgress means that a render was in progress when the project was last read. The run
	// waits for this render without requesting another one.
	wasInProgress bool
	// mayHaveBegun means, after the run, that the service has received a request for a render, and
	// has not refused it.
	mayHaveBegun bool
	// render is the last known render; nil before the first response.
	render *videoindexer.Render
}

// noResultError is the error of a render that will have no result.
type noResultError string

func (e noResultError) Error() string { return string(e) }

// run starts a render and, if it should, waits for its end. It returns an error, or nil.
func (r *rendering) run(ctx context.Context) diag.Diagnostic {
	err := r.Until(ctx, r.poll)
	noResult, isNoResult := errors.AsType[noResultError](err)
	if isNoResult {
		detail := fmt.Sprintf("Could not render %s: %v.", r.subject(), noResult)
		return diag.NewErrorDiagnostic("Project was not rendered", r.subject().WithIDsOf(detail, r.render.RequestIDs))
	}
	return r.waitError(err)
}

// poll sends one request, and reports whether the wait has ended.
func (r *rendering) poll(ctx context.Context) (done bool, err error) {
	next, err := r.ask(ctx)
	if err != nil {
		return false, err
	}
	isFirst := r.render == nil
	r.render = next
	switch {
	case next.HasStarted && !isFirst:
		// Without extended operations, the request for the result has started another render.
		return true, noResultError("the render ended without a result (it failed or was canceled), " +
			"and the request for its result has started a new render, " +
			"which the service continues. The next run waits for it")
	case !next.State.IsRunning() || !r.waits:
		return true, failureOf(next)
	}
	r.reportState(isFirst)
	return false, nil
}

// reportState reports that a render is in progress.
func (r *rendering) reportState(isFirst bool) {
	switch {
	case r.render.HasStarted:
		r.reportf("The render of project %s has begun.", r.projectID)
	case isFirst:
		r.reportf("A render of project %s is running already; waiting for it.", r.projectID)
	default:
		r.Progress(fmt.Sprintf("Project %s is still rendering", r.projectID))
	}
}

// waitError returns the error of a wait that ended before the render. The error says what happens
// to the render. It is nil if the wait did not fail.
func (r *rendering) waitError(err error) diag.Diagnostic {
	if err == nil {
		return nil
	}
	isInProgress := r.render != nil
	hint := "The service may have begun a render. The next run waits for a render that is running."
	if isInProgress {
		hint = "The service continues the render, and the next run waits for it."
	}
	switch {
	case videoindexer.IsRenderNotFound(err):
		return apidiag.ErrorWithoutAdvice("render", r.subject(), err, "The service no longer has the render, "+
			"because the project has changed. "+
			"Apply again to render the changed project.")
	case errors.Is(err, wait.ErrTimeout):
		return diag.NewErrorDiagnostic("Project is not rendered yet", fmt.Sprintf(
			"The render of %s did not end within %s. %s %s", r.subject(), r.Timeout, hint, r.LongerAdvice))
	case errors.Is(err, context.Canceled):
		return diag.NewErrorDiagnostic("Waiting for the render was interrupted", fmt.Sprintf(
			"The provider did not wait for the render of %s. %s", r.subject(), hint))
	case isInProgress:
		return apidiag.Error("wait for the render of", r.subject(), err, hint)
	}
	return apidiag.Error("render", r.subject(), err)
}

// ask sends one request. A render that is already running is not an error.
func (r *rendering) ask(ctx context.Context) (*videoindexer.Render, error) {
	wasAsked := r.render != nil
	isInProgress := wasAsked || r.wasInProgress
	if isInProgress && r.client.AllowsExtended() {
		render, err := r.client.GetRender(ctx, r.account, r.projectID)
		if wasAsked || !videoindexer.IsRenderNotFound(err) {
			return render, err
		}
	}
	render, err := r.client.RenderProject(ctx, r.account, r.projectID, r.sendEmail)
	_, isAPIError := errors.AsType[*videoindexer.APIError](err)
	if !isAPIError || videoindexer.MayHaveSucceeded(err) {
		r.mayHaveBegun = true
	}
	if videoindexer.IsConflict(err) {
		return &videoindexer.Render{State: videoindexer.RenderInProgress}, nil
	}
	return render, err
}

// failureOf returns the error of a render that has failed, or was canceled.
func failureOf(render *videoindexer.Render) error {
	if render.State.IsRunning() || render.State == videoindexer.RenderSucceeded {
		return nil
	}
	text := fmt.Sprintf("the render ended in state %q", render.State)
	if len(render.Error) > 0 {
		text += ": " + string(render.Error)
	}
	return noResultError(text + ". Correct the project in the service, then render it again")
}
