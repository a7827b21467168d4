package project

import (
	"context"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// cancelTimeout bounds the cancellation of a render whose apply was interrupted: Ctrl-C must not wait long.
const cancelTimeout = 10 * time.Second

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
	j.model.fill(canceled)
	return diag.NewWarningDiagnostic("Render was canceled", fmt.Sprintf(
		"The run was interrupted, and the render of %s was canceled, as cancel_render_on_interrupt says; its state is %s. The next plan shows what is left to do.", j.subject(), canceled.State))
}
