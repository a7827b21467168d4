package project

import (
	"context"
	"fmt"

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
	r := rendering{
		job:       actionJob(client, account, config.ProjectID, config.Timeout, resp),
		sendEmail: config.SendCompletionEmail.ValueBoolPointer(),
		waits:     config.WaitForRender.IsNull() || config.WaitForRender.ValueBool(),
		isWatched: client.Extended(),
	}
	render, err := r.run(ctx)
	switch {
	case err != nil:
		resp.Diagnostics.Append(r.describe(render, err))
	case r.isEarlier:
		r.tell("Project %s has been rendered before, and nothing was rendered now: the service keeps the earlier result (state %s) until the project's video ranges change.", r.projectID, render.State)
	default:
		r.tell("Project %s: the render is in state %s.", r.projectID, render.State)
	}
}

// actionJob is the job of an action on a project.
func actionJob(client *videoindexer.Client, account videoindexer.AccountRef, projectID, timeout types.String, resp *action.InvokeResponse) job {
	return job{
		client: client, account: account, projectID: projectID.ValueString(), limit: wait.AtMost(wait.Timeout(timeout)), timeout: "timeout",
		progress: providerdata.Report(resp),
	}
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
	j := actionJob(client, account, config.ProjectID, config.Timeout, resp)
	var render *videoindexer.RenderOperation
	ask := client.CancelRender
	isOver, err := j.limit.Until(ctx, wait.DefaultIntervals, func(ctx context.Context) (done bool, err error) {
		next, err := ask(ctx, account, j.projectID)
		if err != nil {
			return false, err
		}
		render, ask = next, client.GetRender
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
		apidiag.Add(&resp.Diagnostics, "cancel the render of", j.subject(), err)
	case isOver:
		resp.Diagnostics.AddError("Render is still being canceled",
			fmt.Sprintf("The cancellation of the render of %s was requested, but did not end within %s. The service continues it: invoke the action again to keep waiting, or set timeout to allow more time.", j.subject(), j.limit.Length))
	default:
		resp.Diagnostics.AddError("Unable to cancel the render of project", apidiag.WithHint("cancel the render of", j.subject(), err,
			"The cancellation was requested, and the service continues it: invoke the action again to keep waiting."))
	}
}
