package project

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/scaffold"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// rendering is the render of a project, for the resource and the action. With extended operations,
// it requests the render once, and then reads its state. The base API has no operation for the
// state, so the request is repeated until the render has ended: the service answers 409 while a
// render is running, and then returns the result.
type rendering struct {
	job
	// sendEmail is the option of the request; nil if it is not configured.
	sendEmail *bool
	// waits means that the run waits for the end of the render.
	waits bool
	// isBegun means that a render was in progress when the project was last read. The run waits for
	// this render without requesting another one.
	isBegun bool
	// mayHaveBegun means, after the run, that the service has received a request for a render, and
	// has not refused it.
	mayHaveBegun bool
	// render is the last known render; nil before the first response.
	render *videoindexer.Render
	// failure describes why there will be no result; "" while there may be one.
	failure string
}

// run starts a render and, if it should, waits for its end. It returns an error, or nil.
func (r *rendering) run(ctx context.Context) diag.Diagnostic {
	err := r.Until(ctx, r.poll)
	if r.failure != "" {
		ids := apidiag.RequestIDs(r.render.RequestID, r.render.ServiceRequestID)
		return diag.NewErrorDiagnostic("Project was not rendered", fmt.Sprintf(
			"Could not render %s: %s.\n\n%s", r.subject(), r.failure, r.subject().IDs(ids...)))
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
	case next.Started && !isFirst:
		// Without extended operations, the request for the result has started another render.
		r.failure = "the render ended without a result (it failed or was canceled), " +
			"and the request for its result has started a new render, " +
			"which the service continues. The next run waits for it"
		return true, nil
	case !isRunning(next.State) || !r.waits:
		r.failure = failureOf(next)
		return true, nil
	}
	r.reportState(isFirst)
	return false, nil
}

// reportState reports that a render is in progress.
func (r *rendering) reportState(isFirst bool) {
	switch {
	case r.render.Started:
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
	isInProgress := r.render != nil
	goesOn := "The service may have begun a render. The next run waits for a render that is running."
	if isInProgress {
		goesOn = "The service continues the render, and the next run waits for it."
	}
	switch {
	case err == nil:
		return nil
	case videoindexer.IsRenderNotFound(err):
		return apidiag.ErrorWithoutAdvice("render", r.subject(), err, "The service no longer has the render, because "+
			"the project has changed. Apply again to render the changed project.")
	case errors.Is(err, wait.ErrTimeout):
		return diag.NewErrorDiagnostic("Project is not rendered yet", fmt.Sprintf(
			"The render of %s did not end within %s. %s %s", r.subject(), r.Length, goesOn, r.LongerAdvice))
	case errors.Is(err, context.Canceled):
		return diag.NewErrorDiagnostic("Waiting for the render was interrupted", fmt.Sprintf(
			"The provider did not wait for the render of %s. %s",
			r.subject(), goesOn))
	case isInProgress:
		return apidiag.Error("wait for the render of", r.subject(), err, goesOn)
	}
	return apidiag.Error("render", r.subject(), err)
}

// ask sends one request. A render that is already running is not an error.
func (r *rendering) ask(ctx context.Context) (*videoindexer.Render, error) {
	wasAsked := r.render != nil
	isInProgress := wasAsked || r.isBegun
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

func isRunning(state videoindexer.RenderState) bool {
	return slices.Contains([]videoindexer.RenderState{
		videoindexer.RenderInProgress, videoindexer.RenderPending, videoindexer.RenderCanceling,
	}, state)
}

// failureOf describes the failure of a render; "" for a render that has not failed.
func failureOf(render *videoindexer.Render) string {
	if isRunning(render.State) || render.State == videoindexer.RenderSucceeded {
		return ""
	}
	text := fmt.Sprintf("the render ended in state %q", render.State)
	if len(render.Error) > 0 {
		text += ": " + string(render.Error)
	}
	return text + ". Correct the project in the service, then render it again"
}

// renderActionModel is the configuration of the action videoindexer_render_project.
type renderActionModel struct {
	projectActionModel
	SendCompletionEmail types.Bool `tfsdk:"send_completion_email"`
	WaitForRender       types.Bool `tfsdk:"wait_for_render"`
}

// NewRenderAction returns the action videoindexer_render_project.
func NewRenderAction() action.Action {
	return scaffold.NewAction(scaffold.Action[renderActionModel, *renderActionModel]{
		TypeInfo: scaffold.TypeInfo{
			Name: "render_project", Summary: "Renders a project.",
			Notes: "A project that was rendered before keeps its result. " +
				"If a render is running already, the action waits for it.",
		},
		Attributes: func() map[string]schema.Attribute {
			attributes := projectActionArguments()
			attributes["send_completion_email"] = arguments.OptionalBool(describeSendCompletionEmail)
			attributes["wait_for_render"] = arguments.OptionalBool("Whether to wait until the render has ended, " +
				"with progress messages. Default: `true`.")
			return attributes
		},
		Invoke: renderProject,
	})
}

// renderProject renders the project, and reports the progress.
func renderProject(
	ctx context.Context, target scaffold.Target, config *renderActionModel,
	report func(string), diags *diag.Diagnostics,
) {
	r := rendering{
		job:       config.job(target, report),
		sendEmail: config.SendCompletionEmail.ValueBoolPointer(),
		waits:     config.WaitForRender.IsNull() || config.WaitForRender.ValueBool(),
	}
	problem := r.run(ctx)
	if problem != nil {
		diags.Append(problem)
		return
	}
	r.reportf("Project %s: the render is in state %s.", r.projectID, r.render.State)
}

// projectActionModel is the configuration of the action videoindexer_cancel_render.
type projectActionModel struct {
	providerdata.AccountFields
	ProjectID types.String `tfsdk:"project_id"`
	Timeout   types.String `tfsdk:"timeout"`
}

// job returns the job of an action on the project, which begins now.
func (m *projectActionModel) job(target scaffold.Target, report func(string)) job {
	return job{
		Limit:  wait.LimitOfAction(m.Timeout, report),
		client: target.Client, account: target.Account, projectID: m.ProjectID.ValueString(),
	}
}

// NewCancelAction returns the action videoindexer_cancel_render.
func NewCancelAction() action.Action {
	return scaffold.NewAction(scaffold.Action[projectActionModel, *projectActionModel]{
		TypeInfo: scaffold.TypeInfo{
			Name: "cancel_render", NeedsExtended: true, Summary: "Cancels the render of a project and waits until it has ended.",
			Notes: "After the action, the project can be changed. If no render is running, the action does nothing.",
		},
		Attributes: projectActionArguments, Invoke: cancelRender,
	})
}

func projectActionArguments() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"project_id": arguments.RequiredString(describeProjectID, validate.PathSegment()),
		"timeout":    wait.TimeoutArgument(wait.DefaultTimeout),
	}
}

// cancelRender cancels the render (X32), and reads its state (X31) until it has ended.
func cancelRender(
	ctx context.Context, target scaffold.Target, config *projectActionModel,
	report func(string), diags *diag.Diagnostics,
) {
	cancellation := config.job(target, report)
	var render *videoindexer.Render
	ask := target.Client.CancelRender
	err := cancellation.Until(ctx, func(ctx context.Context) (done bool, err error) {
		next, err := ask(ctx, target.Account, cancellation.projectID)
		if err != nil {
			return false, err
		}
		render, ask = next, target.Client.GetRender
		if !isRunning(render.State) {
			return true, nil
		}
		cancellation.Progress(fmt.Sprintf("The render of project %s is being canceled", cancellation.projectID))
		return false, nil
	})
	switch {
	case videoindexer.IsRenderNotFound(err):
		cancellation.reportf("Project %s has no render to cancel.", cancellation.projectID)
	case err == nil:
		cancellation.reportf("Project %s: the render has ended in state %s.", cancellation.projectID, render.State)
	case render == nil:
		apidiag.Add(diags, "cancel the render of", cancellation.subject(), err)
	default:
		hint := "The service continues the cancellation. Invoke the action again to keep waiting."
		if errors.Is(err, wait.ErrTimeout) {
			hint += " " + cancellation.LongerAdvice
		}
		detail := apidiag.Detail("cancel the render of", cancellation.subject(), err, hint)
		diags.AddError("Render is still being canceled", detail)
	}
}
