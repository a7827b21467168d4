package video

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/video/batch"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

const (
	waitArgument = "wait_for_indexing"
	describeWait = ", and fails if the indexing fails. An interrupt stops the waiting, but not the indexing. `true` needs the provider's `extended_operations`. Default: `false`."
)

// mayWait reports whether the provider may wait, where it is asked to, and the error where it may not.
func mayWait(data *providerdata.Data, waits types.Bool, diags *diag.Diagnostics) bool {
	return !waits.ValueBool() || data.RequireExtended(path.Root(waitArgument), waitArgument+" = true", diags)
}

// job is what an apply or an action does to a video within a time limit.
type job struct {
	client  *videoindexer.Client
	account videoindexer.AccountRef
	videoID types.String
	limit   wait.Limit
	// extend says how to wait longer, and after what the next apply or invocation does.
	extend, after string
	// progress is told about the waiting.
	progress func(message string)
}

// whenIdle makes a call that the service refuses with 409 while it indexes the video, and repeats it until the video is idle.
// The verb and the subject say what is being done, for messages.
func (j job) whenIdle(ctx context.Context, verb string, subject apidiag.Subject, call func(context.Context) error) (diags diag.Diagnostics) {
	var busy error
	isTimeout, err := j.limit.Until(ctx, func(ctx context.Context) (bool, error) {
		err := call(ctx)
		switch {
		case !videoindexer.IsConflict(err):
			return true, err
		case busy == nil && batch.IsOwn(err):
			diags.AddWarning("Indexing was probably started",
				fmt.Sprintf("The answer to the request to %s %s was lost. When the provider repeated it, the video was being indexed, so the first request was probably carried out. "+
					"If something else has started that indexing, request another one once it has ended: change reindex_triggers, or invoke the action again.", verb, subject))
			return true, nil
		}
		busy = err
		j.progress(fmt.Sprintf("Waiting to %s %s: the video is being indexed %s.", verb, subject, j.limit.Passed()))
		return false, nil
	})
	switch {
	case err == nil:
	case isTimeout:
		diags.AddError("Unable to "+verb+" "+subject.Noun, apidiag.WithoutAdvice(verb, subject, cmp.Or(busy, err), fmt.Sprintf("The provider has retried for %s. Try again once the indexing has ended. %s", j.limit.Length, j.extend)))
	default:
		apidiag.Add(&diags, verb, subject, err)
	}
	return diags
}

// index starts an indexing with the settings (endpoint 7) once the video is idle, and waits until no indexing is under way
// (X35), where a plan or an action asks for that. isStarted says, with an error, that the indexing need not be started again:
// it is under way, or was seen to succeed.
func (j job) index(ctx context.Context, s *settings, starts, waits bool) (diags diag.Diagnostics, isStarted bool) {
	last, subject := "not known", videoSubject(j.videoID, j.account)
	if starts {
		var options videoindexer.ReindexOptions
		if options, diags = s.options(ctx); !diags.HasError() {
			diags.Append(j.whenIdle(ctx, "re-index", subject, func(ctx context.Context) error {
				return j.client.ReindexVideo(ctx, j.account, j.videoID.ValueString(), options)
			})...)
		}
		if diags.HasError() {
			return diags, false
		}
		j.progress("Indexing of " + subject.String() + " has started.")
	}
	if !waits {
		return diags, true
	}
	isTimeout, err := j.limit.Until(ctx, func(ctx context.Context) (bool, error) {
		state, err := j.client.GetVideoState(ctx, j.account, j.videoID.ValueString())
		if err != nil {
			return false, err
		}
		last = state
		if outcome := batch.Ended(state); outcome.Status != batch.UnderWay {
			return true, outcome.Err
		}
		j.progress(fmt.Sprintf("Waiting for the indexing of %s: its state is %s %s.", subject, state, j.limit.Passed()))
		return false, nil
	})
	failed, hasFailed := errors.AsType[*batch.StateError](err)
	goesOn := fmt.Sprintf("The service continues the indexing (last state: %s). %s", last, j.after)
	switch {
	case err == nil:
		j.progress(fmt.Sprintf("Indexing of %s has ended, after %s.", subject, time.Since(j.limit.Began).Round(time.Second)))
	case videoindexer.IsNotFound(err):
		diags.Append(missing(j.videoID, j.account, "wait for the indexing of", err))
	case hasFailed:
		diags.AddError("Video was not indexed",
			fmt.Sprintf("The indexing of %s has ended: the video is in state %s. The service does not return the reason; its web portal may show it. %s", subject, failed.State, j.after))
	case isTimeout:
		diags.AddError("The video is still being indexed", fmt.Sprintf("The indexing did not end within %s. %s %s", j.limit.Length, goesOn, j.extend))
	case errors.Is(err, context.Canceled):
		diags.AddError("Waiting for the indexing was interrupted", goesOn)
	default:
		diags.AddError("Unable to wait for the indexing of the video", apidiag.WithHint("wait for the indexing of", subject, err, goesOn))
	}
	return diags, !hasFailed
}
