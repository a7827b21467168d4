package project

import (
	"context"
	"errors"
	"fmt"

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

// projectActionModel is the configuration of the action videoindexer_cancel_render.
type projectActionModel struct {
	providerdata.AccountFields
	ProjectID types.String `tfsdk:"project_id"`
	Timeout   types.String `tfsdk:"timeout"`
}

// work returns the work of an action on the project, which begins now.
func (m *projectActionModel) work(target providerdata.Target, report func(string)) projectWork {
	return projectWork{
		Limit:  wait.LimitOfAction(m.Timeout, report),
		client: target.Client, account: target.Account, projectID: m.ProjectID.ValueString(),
	}
}

func projectActionArguments() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"project_id": arguments.RequiredString(describeProjectID, validate.PathSegment()),
		"timeout":    wait.TimeoutArgument(wait.DefaultTimeout),
	}
}

// renderActionModel is the configuration of the action videoindexer_render_project.
type renderActionModel struct {
	projectActionModel
	SendCompletionEmail types.Bool `tfsdk:"send_completion_email"`
	WaitForRender       types.Bool `tfsdk:"wait_for_render"`
}

// NewRenderAction returns action.videoindexer_render_project.
func NewRenderAction() action.Action {
	return scaffold.NewAction(scaffold.ActionInfo[renderActionModel, *renderActionModel]{
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
	ctx context.Context, target providerdata.Target, config *renderActionModel, report func(string),
) (diags diag.Diagnostics) {
	r := rendering{
		projectWork: config.work(target, report),
		sendEmail:   config.SendCompletionEmail.ValueBoolPointer(),
		waits:       config.WaitForRender.IsNull() || config.WaitForRender.ValueBool(),
	}
	failure := r.run(ctx)
	if failure != nil {
		diags.Append(failure)
		return diags
	}
	r.reportf("Project %s: the render is in state %s.", r.projectID, r.render.State)
	return diags
}

// NewCancelAction returns action.videoindexer_cancel_render.
func NewCancelAction() action.Action {
	return scaffold.NewAction(scaffold.ActionInfo[projectActionModel, *projectActionModel]{
		TypeInfo: scaffold.TypeInfo{
			Name: "cancel_render", NeedsExtended: true, Summary: "Cancels the render of a project and waits until it has ended.",
			Notes: "After the action, the project can be changed. If no render is running, the action does nothing.",
		},
		Attributes: projectActionArguments, Invoke: cancelRender,
	})
}

// cancelRender cancels the render (X32), and reads its state (X31) until it has ended.
func cancelRender(
	ctx context.Context, target providerdata.Target, config *projectActionModel, report func(string),
) (diags diag.Diagnostics) {
	cancellation := config.work(target, report)
	var render *videoindexer.Render
	send := target.Client.CancelRender
	err := cancellation.Until(ctx, func(ctx context.Context) (done bool, err error) {
		next, err := send(ctx, target.Account, cancellation.projectID)
		if err != nil {
			return false, err
		}
		render = next
		send = target.Client.GetRender
		if !render.State.IsRunning() {
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
		diags.Append(apidiag.Error("cancel the render of", cancellation.subject(), err))
	default:
		hint := "The service continues the cancellation. Invoke the action again to keep waiting."
		if errors.Is(err, wait.ErrTimeout) {
			hint += " " + cancellation.LongerAdvice
		}
		detail := apidiag.Detail("cancel the render of", cancellation.subject(), err, hint)
		diags.AddError("Render is still being canceled", detail)
	}
	return diags
}
