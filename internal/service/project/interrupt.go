package project

import (
	"context"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-log/tflog"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// cancelTimeout bounds the cancellation of a render whose apply was interrupted: Ctrl-C must not wait long.
const cancelTimeout = 10 * time.Second

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
	m.take(render)
	diags := j.takeRendered(ctx, render)
	switch {
	case err != nil && isExtended && ctx.Err() != nil:
		diags.Append(j.interrupted(ctx, &r, render, err))
	case err != nil:
		diags.Append(r.describe(render, err))
	}
	return diags
}

// takeRendered takes the ranges of a render, where the service returns no ranges of the project itself.
func (j *job) takeRendered(ctx context.Context, render *videoindexer.RenderOperation) (diags diag.Diagnostics) {
	switch {
	case j.client.Extended():
	case render == nil || render.State != videoindexer.RenderSucceeded:
		j.model.VideoRanges = types.ListNull(videoRangeType)
	default:
		j.model.VideoRanges, diags = rangesList(ctx, render.VideoRanges)
	}
	return diags
}

// interrupted says in a warning what an interruption has left. It is no error, which would taint what was just created: the
// next refresh asks what became of the render, and the next apply goes on from there.
func (j *job) interrupted(ctx context.Context, r *rendering, render *videoindexer.RenderOperation, err error) diag.Diagnostic {
	d := r.describe(render, err)
	left := diag.NewWarningDiagnostic(d.Summary(), d.Detail())
	if !j.model.CancelRenderOnInterrupt.ValueBool() {
		return left
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), cancelTimeout)
	defer cancel()
	canceled, failed := j.client.CancelRender(ctx, j.account, r.projectID)
	switch {
	case videoindexer.HasNoRender(failed):
		return left
	case failed != nil:
		return diag.NewWarningDiagnostic("Render was not canceled", fmt.Sprintf(
			"The run was interrupted, and cancel_render_on_interrupt asks for the cancellation of the render, which failed: it may go on in the service.\n\n%s",
			apidiag.Detail("cancel the render of", j.subject(), failed)))
	}
	j.model.take(canceled)
	return diag.NewWarningDiagnostic("Render was canceled", fmt.Sprintf(
		"The run was interrupted, and the render of %s was canceled, as cancel_render_on_interrupt says; its state is %s. The next plan shows what is left to do.", j.subject(), canceled.State))
}
