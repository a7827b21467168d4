package video

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

const (
	waitArgument = "wait_for_indexing"
	describeWait = "The provider reads the state of the video until the indexing has ended or the timeout is reached. A failed indexing is an error. " +
		"An interrupt stops the waiting, but not the indexing. `true` needs the provider's `extended_operations`. Default: `false`."
)

// mayWait reports whether the provider may wait, where it is asked to, and the error where it may not.
func mayWait(data *providerdata.Data, waits types.Bool, diags *diag.Diagnostics) bool {
	return !waits.ValueBool() || data.RequireExtended(path.Root(waitArgument), waitArgument+" = true", diags)
}

// indexing is an indexing that the resource or the action waits for.
type indexing struct {
	client  *videoindexer.Client
	account videoindexer.AccountRef
	videoID types.String
	// began and limit bound the waiting, and what was done before it.
	began time.Time
	limit time.Duration
	// extend says how to wait longer.
	extend string
	// after says what follows when the waiting ends and the indexing goes on, afterFailure when it has failed.
	after, afterFailure string
	progress            func(message string)
}

// failedError is an indexing that has ended, and not with success.
type failedError struct{ state string }

func (e *failedError) Error() string { return "the video is in state " + e.state }

// isFailed says whether an indexing that was waited for has ended without success: it is not to be recorded as done.
func isFailed(err error) bool {
	_, ok := errors.AsType[*failedError](err)
	return ok
}

// untilOver waits until the video has been indexed. It neither begins nor ends an indexing.
func (w indexing) untilOver(ctx context.Context) (diag.Diagnostics, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, w.limit-time.Since(w.began), wait.ErrTimeout)
	defer cancel()
	last := ""
	err := wait.Until(ctx, wait.DefaultIntervals, func(ctx context.Context) (bool, error) {
		state, err := w.client.GetVideoState(ctx, w.account, w.videoID.ValueString())
		if err != nil {
			return false, err
		}
		last = state
		switch strings.ToLower(state) {
		case "processed":
			return true, nil
		case "failed", "quarantined":
			return false, &failedError{state}
		}
		w.progress(fmt.Sprintf("Waiting for the indexing of %s: its state is %s (%s so far, %s at most).",
			videoSubject(w.videoID, w.account), state, time.Since(w.began).Round(time.Second), w.limit))
		return false, nil
	})
	if err == nil {
		return nil, nil
	}
	return diag.Diagnostics{w.describe(ctx, last, err)}, err
}

// describe is the diagnostic of a waiting that did not see a success. Last is the state that was read last, "" for none.
func (w indexing) describe(ctx context.Context, last string, err error) diag.Diagnostic {
	subject := videoSubject(w.videoID, w.account)
	goesOn := fmt.Sprintf("A running indexing of %s goes on in the service: nothing was stopped.", subject)
	if last != "" {
		goesOn = fmt.Sprintf("The indexing of %s goes on in the service; the state of the video was last %s.", subject, last)
	}
	failed, hasFailed := errors.AsType[*failedError](err)
	_, isAnswer := errors.AsType[*videoindexer.APIError](err) // which no waiting changes
	switch {
	case hasFailed:
		return diag.NewErrorDiagnostic("Video was not indexed",
			fmt.Sprintf("The indexing of %s has ended: the video is in state %s. The service does not return the reason; its web portal may show it. %s", subject, failed.state, w.afterFailure))
	case videoindexer.IsNotFound(err):
		return missing(w.videoID, w.account, "wait for the indexing of", err)
	case errors.Is(context.Cause(ctx), wait.ErrTimeout) && !isAnswer:
		return diag.NewErrorDiagnostic("The video is still being indexed",
			fmt.Sprintf("The indexing did not end within %s. %s %s %s", w.limit, goesOn, w.extend, w.after))
	case errors.Is(err, context.Canceled):
		return diag.NewErrorDiagnostic("Waiting for the indexing was interrupted", goesOn+" "+w.after)
	}
	return diag.NewErrorDiagnostic("Unable to wait for the indexing of the video",
		apidiag.Explained("wait for the indexing of", subject, err, goesOn+" "+w.after))
}
