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
	// limit bounds the waiting, for messages.
	limit time.Duration
	// progress receives the progress of the render as a sentence; nil for none.
	progress func(text string)
}

var (
	// errEndedWithoutResult means that asking after a running render began a new one.
	errEndedWithoutResult = errors.New("the render ended without a result (it failed or was canceled), " +
		"and the request for its result has started a new render, which goes on in the service")
	// errForgotten means that a render which was watched is no longer there.
	errForgotten = errors.New("the service no longer has the render: it discards the render of a project that changes")
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
		case videoindexer.IsLacking(err):
			r.isWatched = false
		case videoindexer.HasNoRender(err) && wasAsked:
			return nil, errForgotten
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
	subject := subjectOf(r.account, r.projectID)
	failed, ended := errors.AsType[*failedError](err)
	switch {
	case ended:
		return diag.NewErrorDiagnostic("Project was not rendered",
			fmt.Sprintf("Could not render %s: %s.\n\nCorrect the project in the service, then render it again.", subject, failed))
	case errors.Is(err, errEndedWithoutResult):
		return diag.NewErrorDiagnostic("Project was not rendered",
			fmt.Sprintf("Could not render %s: %s. The next run waits for the new one.", subject, err))
	case errors.Is(err, errForgotten):
		return diag.NewErrorDiagnostic("Project was not rendered",
			fmt.Sprintf("Could not render %s: %s. The next run renders it as it is now.", subject, err))
	case errors.Is(err, context.DeadlineExceeded) && render != nil:
		return diag.NewErrorDiagnostic("Project is still rendering",
			fmt.Sprintf("The render of %s did not end within the timeout. It goes on in the service: the next run waits for it. Allow more time where renders take longer.", subject))
	case errors.Is(err, context.Canceled) && render != nil:
		return diag.NewErrorDiagnostic("Waiting for the render was interrupted",
			fmt.Sprintf("The render of %s goes on in the service: the next run waits for it.", subject))
	case errors.Is(err, context.DeadlineExceeded):
		return unanswered(subject, err, "the timeout ended", "Run it again, and allow more time.")
	case errors.Is(err, context.Canceled):
		return unanswered(subject, err, "the run was interrupted", "Run it again.")
	case render != nil:
		return diag.NewErrorDiagnostic("Unable to render project",
			apidiag.Explained("wait for the render of", subject, err, "The render was running when its state was last read: the next run waits for it."))
	}
	return apidiag.Error("render", subject, err)
}

// unanswered is the error of a wait that ended before the service had said anything of a render.
func unanswered(subject apidiag.Subject, err error, why, next string) diag.Diagnostic {
	const summary = "Project was not rendered"
	if videoindexer.MayBeDone(err) {
		return diag.NewErrorDiagnostic(summary,
			fmt.Sprintf("A render of %s may have been started: %s before the service answered the request for it. %s The provider then waits for a running render and does not start a second one.", subject, why, next))
	}
	return diag.NewErrorDiagnostic(summary,
		fmt.Sprintf("No render was started: %s before the service accepted the request to render %s. %s", why, subject, next))
}

// render renders the project and fills the outcome, also when it reports an error. IsBegun says that a render was under way
// when the project was last read.
func (j *job) render(ctx context.Context, isBegun bool) diag.Diagnostics {
	m, isExtended := j.model, j.client.Extended()
	r := rendering{
		client: j.client, account: j.account, projectID: m.ProjectID.ValueString(),
		sendEmail: m.SendCompletionEmail.ValueBoolPointer(), wait: m.WaitForRender.ValueBool(),
		isWatched: isExtended, isBegun: isBegun, limit: j.left(),
		progress: func(text string) { tflog.Info(ctx, text) },
	}
	render, err := r.within(ctx)
	m.fill(render)
	diags := j.fillRendered(ctx, render)
	switch {
	case err != nil && isExtended && ctx.Err() != nil:
		diags.Append(j.interrupted(ctx, &r, render, err))
	case err != nil:
		diags.Append(r.describe(render, err))
	}
	return diags
}

// fillRendered sets the ranges from a render, where the service returns no ranges of the project itself.
func (j *job) fillRendered(ctx context.Context, render *videoindexer.RenderOperation) (diags diag.Diagnostics) {
	switch {
	case j.client.Extended():
	case render == nil || render.State != videoindexer.RenderSucceeded:
		j.model.VideoRanges = types.ListNull(videoRangeType)
	default:
		j.model.VideoRanges, diags = rangesList(ctx, render.VideoRanges)
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
