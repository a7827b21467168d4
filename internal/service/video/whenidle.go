package video

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// request is a call that the service refuses with 409 while it indexes the video.
type request struct {
	// verb and subject say what is being done, for messages.
	verb    string
	subject apidiag.Subject
	// limit bounds the waiting, and the calls with it.
	limit time.Duration
	// extend says how to wait longer.
	extend string
	// progress is told about the waiting.
	progress func(message string)
	call     func(context.Context) error
}

// whenIdle makes the call, and repeats it for as long as the service answers that the video is being indexed.
func (r request) whenIdle(ctx context.Context) diag.Diagnostics {
	var diags diag.Diagnostics
	ctx, cancel := context.WithTimeoutCause(ctx, r.limit, wait.ErrTimeout)
	defer cancel()
	began := time.Now()
	var busy error
	err := wait.Until(ctx, wait.DefaultIntervals, func(ctx context.Context) (bool, error) {
		err := r.call(ctx)
		refused, isAnswer := errors.AsType[*videoindexer.APIError](err)
		switch {
		case !videoindexer.IsConflict(err):
			return true, err
		case busy == nil && isAnswer && refused.AfterDoubt:
			// Most likely this is about the call's own first attempt, whose answer was lost: nothing was seen to run before
			// it. To wait and send it again would index the video twice.
			diags.Append(r.presumedDone())
			return true, nil
		}
		busy = err
		r.progress(fmt.Sprintf("Waiting to %s %s: the video is being indexed (%s so far, %s at most).",
			r.verb, r.subject, time.Since(began).Round(time.Second), r.limit))
		return false, nil
	})
	_, isAnswer := errors.AsType[*videoindexer.APIError](err) // which no waiting changes
	switch {
	case err == nil:
	case errors.Is(context.Cause(ctx), wait.ErrTimeout) && !isAnswer:
		diags.Append(r.outOfTime(busy))
	default:
		apidiag.Add(&diags, r.verb, r.subject, err)
	}
	return diags
}

func (r request) presumedDone() diag.Diagnostic {
	return diag.NewWarningDiagnostic("Indexing was probably started",
		fmt.Sprintf("The answer to the request to %s %s was lost. When the provider repeated the request, the service answered that the video is being indexed, so the first request was probably carried out. "+
			"If something else has started that indexing, request another one once it has ended: change reindex_triggers, or invoke the action again.", r.verb, r.subject))
}

func (r request) outOfTime(busy error) diag.Diagnostic {
	if busy == nil {
		return diag.NewErrorDiagnostic("Unable to "+r.verb+" "+r.subject.Noun,
			fmt.Sprintf("Could not %s %s within %s: the service gave no answer in that time.\n\n%s", r.verb, r.subject, r.limit, r.extend))
	}
	return diag.NewErrorDiagnostic("The video is still being indexed",
		apidiag.Settled(r.verb, r.subject, busy, fmt.Sprintf("The provider has retried for %s. %s", r.limit, r.extend)))
}
