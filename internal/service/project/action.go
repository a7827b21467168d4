package project

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/action/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// renderActionModel is the configuration of action.videoindexer_render_project.
type renderActionModel struct {
	providerdata.AccountFields
	ProjectID           types.String `tfsdk:"project_id"`
	SendCompletionEmail types.Bool   `tfsdk:"send_completion_email"`
	WaitForRender       types.Bool   `tfsdk:"wait_for_render"`
	Timeout             types.String `tfsdk:"timeout"`
}

// NewRenderAction is action.videoindexer_render_project.
func NewRenderAction() action.Action {
	return providerdata.NewAction(providerdata.Action[renderActionModel, *renderActionModel]{
		About: providerdata.About{
			Name: "render_project", Summary: "Renders a project.",
			Notes: "A project that was rendered before keeps its result. If a render is running already, the action waits for it.",
		},
		Attributes: func() map[string]schema.Attribute {
			attributes := cancelAttributes()
			attributes["send_completion_email"] = schema.BoolAttribute{MarkdownDescription: describeSendCompletionEmail, Optional: true}
			attributes["wait_for_render"] = schema.BoolAttribute{
				MarkdownDescription: "Whether to wait until the render has ended, with progress messages. Default: `true`.", Optional: true,
			}
			return attributes
		},
		Invoke: renderProject,
	})
}

// renderProject renders the project, and reports how it goes.
func renderProject(ctx context.Context, on providerdata.Target, config *renderActionModel, report func(string), diags *diag.Diagnostics) {
	r := rendering{
		job:       actionJob(on, config.ProjectID, config.Timeout, report),
		sendEmail: config.SendCompletionEmail.ValueBoolPointer(),
		waits:     config.WaitForRender.IsNull() || config.WaitForRender.ValueBool(),
		isWatched: on.Client.Extended(),
	}
	render, err := r.run(ctx)
	if err != nil {
		diags.Append(r.describe(render, err))
		return
	}
	r.tell("Project %s: the render is in state %s.", r.projectID, render.State)
}

// actionJob is the job of an action on a project.
func actionJob(on providerdata.Target, projectID, timeout types.String, report func(string)) job {
	return job{
		client: on.Client, account: on.Account, projectID: projectID.ValueString(), limit: wait.AtMost(wait.Timeout(timeout)), timeout: "timeout",
		progress: report,
	}
}

// cancelActionModel is the configuration of action.videoindexer_cancel_render.
type cancelActionModel struct {
	providerdata.AccountFields
	ProjectID types.String `tfsdk:"project_id"`
	Timeout   types.String `tfsdk:"timeout"`
}

// NewCancelAction is action.videoindexer_cancel_render.
func NewCancelAction() action.Action {
	return providerdata.NewAction(providerdata.Action[cancelActionModel, *cancelActionModel]{
		About: providerdata.About{
			Name: "cancel_render", IsExtended: true, Summary: "Cancels the render of a project and waits until it has ended.",
			Notes: "The project can then be changed. If the project is not being rendered, the action does nothing.",
		},
		Attributes: cancelAttributes,
		Invoke:     cancelRender,
	})
}

func cancelAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"project_id": schema.StringAttribute{MarkdownDescription: describeProjectID, Required: true, Validators: []validator.String{validate.PathSegment()}},
		"timeout":    wait.TimeoutArgument(),
	}
}

// cancelRender cancels the render (X32), and asks for its state (X31) until it has ended.
func cancelRender(ctx context.Context, on providerdata.Target, config *cancelActionModel, report func(string), diags *diag.Diagnostics) {
	j := actionJob(on, config.ProjectID, config.Timeout, report)
	var render *videoindexer.RenderOperation
	ask := on.Client.CancelRender
	isOver, err := j.limit.Until(ctx, func(ctx context.Context) (done bool, err error) {
		next, err := ask(ctx, on.Account, j.projectID)
		if err != nil {
			return false, err
		}
		render, ask = next, on.Client.GetRender
		if !running(render.State) {
			return true, nil
		}
		j.tell("The render of project %s is being canceled %s.", j.projectID, j.limit.Passed())
		return false, nil
	})
	switch {
	case videoindexer.HasNoRender(err):
		j.tell("Project %s has no render: there is nothing to cancel.", j.projectID)
	case err == nil:
		j.tell("Project %s: the render has ended in state %s.", j.projectID, render.State)
	case render == nil:
		apidiag.Add(diags, "cancel the render of", j.subject(), err)
	default:
		hint := "The service continues the cancellation: invoke the action again to keep waiting."
		if isOver {
			hint += " Set timeout to allow more time."
		}
		diags.AddError("Render is still being canceled", apidiag.WithHint("cancel the render of", j.subject(), err, hint))
	}
}
