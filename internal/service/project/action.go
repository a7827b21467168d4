package project

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/action/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
)

var _ action.ActionWithConfigure = (*renderAction)(nil)

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
		MarkdownDescription: "Renders a project. A project that was rendered before keeps its result. If a render is running already, the action waits for it.",
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
		progress: func(text string) { resp.SendProgress(action.InvokeProgressEvent{Message: text}) },
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
