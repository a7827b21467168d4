package project

import (
	"context"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/action/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

var (
	_ action.ActionWithConfigure  = (*renderAction)(nil)
	_ action.ActionWithModifyPlan = (*cancelAction)(nil)
)

type renderAction struct{ providerdata.Action }

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
	return &renderAction{providerdata.Action{Name: "render_project"}}
}

func (a *renderAction) Schema(_ context.Context, _ action.SchemaRequest, resp *action.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Renders a project.\n\n" +
			"A project that was rendered before keeps its result. If a render is running already, the action waits for it.",
		Attributes: providerdata.ActionAttributes(map[string]schema.Attribute{
			"project_id": schema.StringAttribute{
				MarkdownDescription: describeProjectID, Required: true, Validators: []validator.String{validate.PathSegment()},
			},
			"send_completion_email": schema.BoolAttribute{MarkdownDescription: describeSendCompletionEmail, Optional: true},
			"wait_for_render": schema.BoolAttribute{
				MarkdownDescription: "Whether to wait until the render has ended, with progress messages. Default: `true`.", Optional: true,
			},
			"timeout": wait.TimeoutArgument(),
		}),
	}
}

// Invoke renders the project, and reports how it goes.
func (a *renderAction) Invoke(ctx context.Context, req action.InvokeRequest, resp *action.InvokeResponse) {
	var config renderActionModel
	client, account, ok := a.Load(ctx, req.Config, &config, &resp.Diagnostics)
	if !ok {
		return
	}
	job := rendering{
		client: client, account: account, projectID: config.ProjectID.ValueString(),
		sendEmail: config.SendCompletionEmail.ValueBoolPointer(),
		wait:      config.WaitForRender.IsNull() || config.WaitForRender.ValueBool(),
		isWatched: client.Extended(), limit: wait.Timeout(config.Timeout), timeout: "timeout",
		progress: report(resp),
	}
	render, err := job.within(ctx)
	if err != nil {
		resp.Diagnostics.Append(job.describe(render, err))
		return
	}
	if job.isEarlier {
		job.tell("Project %s has been rendered before, and nothing was rendered now: the service keeps the earlier result (state %s) until the project's video ranges change.", job.projectID, render.State)
		return
	}
	job.tell("Project %s: the render is in state %s.", job.projectID, render.State)
}

type cancelAction struct{ providerdata.Action }

// cancelActionModel is the configuration of action.videoindexer_cancel_render.
type cancelActionModel struct {
	providerdata.AccountFields
	ProjectID types.String `tfsdk:"project_id"`
	Timeout   types.String `tfsdk:"timeout"`
}

// NewCancelAction is action.videoindexer_cancel_render.
func NewCancelAction() action.Action {
	return &cancelAction{providerdata.Action{Name: "cancel_render", IsExtended: true}}
}

func (a *cancelAction) Schema(_ context.Context, _ action.SchemaRequest, resp *action.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Cancels the render of a project and waits until it has ended." +
			arguments.NeedsExtended +
			"\n\n" +
			"The project can then be changed. If the project is not being rendered, the action does nothing.",
		Attributes: providerdata.ActionAttributes(map[string]schema.Attribute{
			"project_id": schema.StringAttribute{MarkdownDescription: describeProjectID, Required: true, Validators: []validator.String{validate.PathSegment()}},
			"timeout":    wait.TimeoutArgument(),
		}),
	}
}

// Invoke cancels the render (X32), and asks for its state (X31) until it has ended.
func (a *cancelAction) Invoke(ctx context.Context, req action.InvokeRequest, resp *action.InvokeResponse) {
	var config cancelActionModel
	client, account, ok := a.Load(ctx, req.Config, &config, &resp.Diagnostics)
	if !ok {
		return
	}
	id, limit, began, tell := config.ProjectID.ValueString(), wait.Timeout(config.Timeout), time.Now(), report(resp)
	waiting, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	var render *videoindexer.RenderOperation
	ask := client.CancelRender
	err := wait.Until(waiting, wait.DefaultIntervals, func(ctx context.Context) (done bool, err error) {
		next, err := ask(ctx, account, id)
		if err != nil {
			return false, err
		}
		render, ask = next, client.GetRender
		if !running(render.State) {
			return true, nil
		}
		tell(fmt.Sprintf("The render of project %s is being canceled (%s so far, %s at most).", id, time.Since(began).Round(time.Second), limit))
		return false, nil
	})
	subject := subjectOf(account, id)
	switch {
	case videoindexer.HasNoRender(err):
		tell(fmt.Sprintf("Project %s has no render: there is nothing to cancel.", id))
	case err == nil:
		tell(fmt.Sprintf("Project %s: the render has ended in state %s.", id, render.State))
	case render == nil:
		apidiag.Add(&resp.Diagnostics, "cancel the render of", subject, err)
	case ctx.Err() == nil && waiting.Err() != nil:
		resp.Diagnostics.AddError("Render is still being canceled",
			fmt.Sprintf("The cancellation of the render of %s was requested, but did not end within %s. The service continues it: invoke the action again to keep waiting, or set timeout to allow more time.", subject, limit))
	default:
		resp.Diagnostics.AddError("Unable to cancel the render of project", apidiag.WithHint("cancel the render of", subject, err,
			"The cancellation was requested, and the service continues it: invoke the action again to keep waiting."))
	}
}

// report shows the progress of an action to Terraform's user.
func report(resp *action.InvokeResponse) func(string) {
	return func(message string) { resp.SendProgress(action.InvokeProgressEvent{Message: message}) }
}
