package video

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/video/batch"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// reindexing is one invocation of action.videoindexer_reindex_videos.
type reindexing struct {
	reindexVideosModel
	filter   selection
	client   *videoindexer.Client
	account  videoindexer.AccountRef
	progress func(message string)
}

// do selects the videos, compares them with the budget, and indexes them.
func (r *reindexing) do(ctx context.Context) diag.Diagnostics {
	began := time.Now()
	videos, diags := r.choose(ctx)
	if diags.HasError() {
		return diags
	}
	if len(videos) == 0 {
		r.progress("No video is selected: nothing is indexed again.")
		return diags
	}
	if exceeded := r.compare(ctx, batch.CostOf(videos)); exceeded != nil {
		return append(diags, exceeded)
	}
	if r.DryRun.ValueBool() {
		r.progress("dry_run: nothing is indexed again. Selected:\n  - " + strings.Join(labels(videos), "\n  - "))
		return diags
	}
	options, failed := r.options(ctx)
	if diags.Append(failed...); diags.HasError() {
		return diags
	}
	run := batch.Run{
		Client: r.client, Account: r.account, Options: options, Videos: videos, Parallelism: defaultParallelism,
		Waits: r.WaitForIndexing.IsNull() || r.WaitForIndexing.ValueBool(), IndexedBefore: validate.ParseTime(r.IndexedBefore.ValueString()),
		Report: func(p batch.Progress) { r.progress(p.String()) },
	}
	if n := r.Parallelism.Int32(); n > 0 {
		run.Parallelism = int(n)
	}
	outcomes, stopped := run.Do(ctx)
	return append(diags, r.end(ctx, &run, outcomes, stopped, began)...)
}

// choose lists the videos that are selected (X34).
func (r *reindexing) choose(ctx context.Context) ([]videoindexer.Video, diag.Diagnostics) {
	var ids []string // nil if none are configured
	diags := r.VideoIDs.ElementsAs(ctx, &ids, false)
	unlisted := map[string]bool{}
	for _, id := range ids {
		unlisted[id] = true
	}
	var videos []videoindexer.Video
	chosen := r.filter.chosen(r.IndexedBefore)
	for v, err := range r.client.Videos(ctx, r.account, r.filter.query()) {
		if err != nil {
			return nil, append(diags, apidiag.Error("list", videosSubject(r.account), err))
		}
		if (ids == nil || unlisted[v.ID]) && chosen.Wants(v) {
			videos = append(videos, v)
		}
		if delete(unlisted, v.ID); ids != nil && len(unlisted) == 0 {
			break
		}
	}
	if len(unlisted) > 0 {
		diags.AddAttributeError(path.Root("video_ids"), "Videos are not listed",
			fmt.Sprintf("The account lists no videos of these ids: %s. Nothing was indexed.", batch.First(slices.Sorted(maps.Keys(unlisted)))))
	}
	return videos, diags
}

// compare says what the run costs and what the account's daily quota leaves (endpoint 5), and refuses what exceeds it.
func (r *reindexing) compare(ctx context.Context, cost batch.Cost) diag.Diagnostic {
	budget := batch.Budget{Videos: float64(r.MaxVideos.Int32()), Seconds: math.Inf(1)}
	if !r.MaxDuration.IsNull() {
		hours, _ := r.MaxDuration.ValueBigFloat().Float64()
		budget.Seconds = hours * time.Hour.Seconds()
	}
	const none = "Nothing was indexed. "
	if !budget.Allows(cost) {
		return diag.NewErrorDiagnostic("The videos exceed the budget",
			fmt.Sprintf("max_videos and max_duration allow %s. Selected: %s. %sSelect fewer videos, or raise the limit.", budget, cost, none))
	}
	if r.IgnoreQuota.ValueBool() {
		r.progress(fmt.Sprintf("Selected: %s.", cost))
		return nil
	}
	withUsage := true
	account, err := r.client.GetAccount(ctx, r.account, videoindexer.AccountQuery{IncludeUsage: &withUsage})
	if err != nil {
		return diag.NewErrorDiagnostic("Unable to read the quota of the account",
			apidiag.WithHint("read the quota of", apidiag.Subject{Noun: "account", Account: r.account}, err, none+"With ignore_quota = true, the action begins without it."))
	}
	quota := batch.Quota(account.QuotaUsage)
	compared := fmt.Sprintf("Selected: %s. The daily quota of the account leaves %s.", cost, quota)
	if r.progress(compared); !quota.Allows(cost) {
		return diag.NewErrorDiagnostic("The videos exceed the daily quota", compared+" "+none+
			"Select fewer videos, or continue tomorrow. If the service does not count videos that are indexed again, set ignore_quota = true.")
	}
	return nil
}

func labels(videos []videoindexer.Video) []string {
	all := make([]string, len(videos))
	for i, v := range videos {
		all[i] = strings.TrimSuffix(fmt.Sprintf("%q (%s)", v.ID, v.Name), " ()")
	}
	return all
}

// unfinished are the ways in which a video can be not done, with what a report says of them.
var unfinished = []struct {
	status batch.Status
	title  string
}{
	{batch.Failed, "Failed"},
	{batch.UnderWay, "Under way in the service, and not stopped"},
	{batch.Unclear, "Unclear, because the answer was lost: may be under way in the service"},
}

// end says what a run has done, and names each video that is not done with the reason, unless that is the end of the run.
func (r *reindexing) end(ctx context.Context, run *batch.Run, outcomes []batch.Outcome, stopped error, began time.Time) (diags diag.Diagnostics) {
	var indexed batch.Cost
	lines := map[batch.Status][]string{}
	for i, label := range labels(run.Videos) {
		o := outcomes[i]
		if o.Status == batch.Done {
			indexed.Add(run.Videos[i].DurationInSeconds)
		}
		if o.Err != nil && !errors.Is(o.Err, context.Canceled) && !errors.Is(o.Err, wait.ErrTimeout) {
			label += ": " + o.Err.Error()
		}
		lines[o.Status] = append(lines[o.Status], label)
	}
	done := "Indexed again"
	if !run.Waits {
		done = "Started to index again"
	}
	if indexed.Videos > 0 {
		r.progress(fmt.Sprintf("%s: %s, in %s.", done, indexed, time.Since(began).Round(time.Second)))
	}
	if n := len(lines[batch.UpToDate]); n > 0 {
		r.progress(fmt.Sprintf("Something else has indexed %s since %s: not indexed again.", batch.Count(n), r.IndexedBefore.ValueString()))
	}
	left := len(outcomes) - indexed.Videos - len(lines[batch.UpToDate])
	if left == 0 {
		return nil
	}
	paragraphs := []string{fmt.Sprintf("%d of %s are not done.", left, batch.Count(len(outcomes)))}
	if ctx.Err() != nil {
		paragraphs[0] += fmt.Sprintf(" The run was cut off: %s.", context.Cause(ctx))
	}
	for _, group := range unfinished {
		if all := lines[group.status]; len(all) > 0 {
			paragraphs = append(paragraphs, group.title+":\n  - "+strings.Join(all, "\n  - "))
		}
	}
	if unsent := lines[batch.NotBegun]; len(unsent) > 0 {
		paragraphs = append(paragraphs, fmt.Sprintf("Not begun: %s: %s.", batch.Count(len(unsent)), batch.First(unsent)))
	}
	before := r.IndexedBefore.ValueString()
	if before == "" {
		before = began.UTC().Format(time.RFC3339)
	}
	paragraphs = append(paragraphs, fmt.Sprintf("To continue, invoke the action again with indexed_before = %q: it leaves out what has been indexed since.", before))
	diags.AddError("Some videos were not indexed", strings.Join(paragraphs, "\n\n"))
	if stopped != nil && ctx.Err() == nil {
		apidiag.Add(&diags, "re-index", videosSubject(r.account), stopped)
	}
	return diags
}
