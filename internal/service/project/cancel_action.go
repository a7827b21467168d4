package project

import (
	"context"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/action/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

var _ action.ActionWithModifyPlan = (*cancelAction)(nil)

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
		MarkdownDescription: "Cancels the render of a project and waits until it has ended. The project can then be changed. If the project is not being rendered, the action does nothing." + arguments.NeedsExtended,
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
	c := cancellation{
		client: client, account: account, projectID: config.ProjectID.ValueString(), limit: wait.Timeout(config.Timeout),
		progress: func(text string) { resp.SendProgress(action.InvokeProgressEvent{Message: text}) },
	}
	resp.Diagnostics.Append(c.run(ctx)...)
}

// cancellation ends the render of a project.
type cancellation struct {
	client    *videoindexer.Client
	account   videoindexer.AccountRef
	projectID string
	limit     time.Duration
	progress  func(text string)
}

func (c cancellation) run(ctx context.Context) diag.Diagnostics {
	waiting, cancel := context.WithTimeoutCause(ctx, c.limit, wait.ErrTimeout)
	defer cancel()
	began := time.Now()
	var render *videoindexer.RenderOperation
	err := wait.Until(waiting, wait.DefaultIntervals, func(ctx context.Context) (done bool, err error) {
		ask := c.client.CancelRender
		if render != nil {
			ask = c.client.GetRender
		}
		next, err := ask(ctx, c.account, c.projectID)
		if err != nil {
			return false, err
		}
		if render = next; !running(render.State) {
			return true, nil
		}
		c.progress(fmt.Sprintf("The render of project %s is being canceled (%s so far, %s at most).", c.projectID, time.Since(began).Round(time.Second), c.limit))
		return false, nil
	})
	subject := subjectOf(c.account, c.projectID)
	switch {
	case videoindexer.HasNoRender(err):
		c.progress(fmt.Sprintf("Project %s has no render: there is nothing to cancel.", c.projectID))
	case err == nil:
		c.progress(fmt.Sprintf("Project %s: the render has ended in state %s.", c.projectID, render.State))
	case render == nil:
		return diag.Diagnostics{apidiag.Error("cancel the render of", subject, err)}
	case ctx.Err() == nil && waiting.Err() != nil:
		return diag.Diagnostics{diag.NewErrorDiagnostic("Render is still being canceled",
			fmt.Sprintf("The cancellation of the render of %s was requested, but did not end within %s. It goes on in the service: invoke the action again to keep waiting, or set timeout to allow more time.", subject, c.limit))}
	default:
		return diag.Diagnostics{diag.NewErrorDiagnostic("Unable to cancel the render of project", apidiag.Explained("wait for the end of the render of", subject, err,
			"The cancellation was requested, and goes on in the service: invoke the action again to keep waiting."))}
	}
	return nil
}
