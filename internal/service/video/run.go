package video

import (
	"context"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// run is what a create or an update of a videoindexer_video does in the service.
type run struct {
	// starts says whether it starts an indexing; whether it waits for the end is up to wait_for_indexing.
	starts bool
	// timeout bounds both; argument is its name.
	timeout  func(ctx context.Context, fallback time.Duration) (time.Duration, diag.Diagnostics)
	argument string
	// after and afterFailure are as in indexing.
	after, afterFailure string
}

// index starts and awaits the indexing that a plan asks for. isStarted says, with an error, that this indexing is under
// way or was seen to succeed: it need not be started again.
func (m *resourceModel) index(ctx context.Context, client *videoindexer.Client, account videoindexer.AccountRef, r run) (diags diag.Diagnostics, isStarted bool) {
	waits := m.WaitForIndexing.ValueBool()
	if !r.starts && !waits {
		return nil, false
	}
	limit, diags := r.timeout(ctx, wait.DefaultTimeout)
	if diags.HasError() {
		return diags, false
	}
	began, progress := time.Now(), logProgress(ctx, m.VideoID)
	if r.starts {
		diags.Append(m.reindex(ctx, client, account, m.VideoID, request{
			limit: limit, extend: fmt.Sprintf("Set %s to wait longer, or apply again later.", r.argument), progress: progress,
		})...)
	}
	if diags.HasError() || !waits {
		return diags, !diags.HasError()
	}
	failed, err := indexing{
		client: client, account: account, videoID: m.VideoID, began: began, limit: limit, progress: progress,
		extend: fmt.Sprintf("Set %s to wait longer.", r.argument), after: r.after, afterFailure: r.afterFailure,
	}.untilOver(ctx)
	return append(diags, failed...), !isFailed(err)
}
