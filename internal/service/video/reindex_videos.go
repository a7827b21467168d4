package video

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/video/batch"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// reindexing is one invocation of action.videoindexer_reindex_videos.
type reindexing struct {
	reindexVideosModel
	filter   selection
	client   *videoindexer.Client
	account  videoindexer.AccountRef
	limit    time.Duration
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
	if diags.Append(r.compare(ctx, batch.CostOf(videos))...); diags.HasError() {
		return diags
	}
	if r.DryRun.ValueBool() {
		r.progress("dry_run: nothing is indexed again. Selected:" + inLines(videos))
		return diags
	}
	options, failed := r.options(ctx)
	if diags.Append(failed...); diags.HasError() {
		return diags
	}
	run := batch.Run{
		Service: service{r.client, r.account, options}, Videos: videos, Parallelism: defaultParallelism,
		Waits: r.WaitForIndexing.IsNull() || r.WaitForIndexing.ValueBool(), IndexedBefore: r.chosen().IndexedBefore,
		Report: func(p batch.Progress) { r.progress(p.String()) },
	}
	if n := r.Parallelism.Int32(); n > 0 {
		run.Parallelism = int(n)
	}
	outcomes, stopped := run.Do(ctx)
	return append(diags, r.end(ctx, ending{videos: videos, outcomes: outcomes, stopped: stopped, began: began, waited: run.Waits})...)
}

// chosen is the selection that the provider applies to listed videos.
func (r *reindexing) chosen() batch.Filter {
	return r.filter.chosen(r.IndexedBefore)
}

// choose lists the videos that are selected (X34).
func (r *reindexing) choose(ctx context.Context) ([]videoindexer.Video, diag.Diagnostics) {
	if !r.VideoIDs.IsNull() {
		return r.chooseByID(ctx)
	}
	var videos, unreadable []videoindexer.Video
	for v, err := range r.chosen().Select(r.client.Videos(ctx, r.account, r.filter.query()), 0) {
		switch {
		case err != nil:
			return nil, diag.Diagnostics{apidiag.Error("list", videosSubject(r.account), err)}
		case v.Unreadable != nil:
			unreadable = append(unreadable, v)
		default:
			videos = append(videos, v)
		}
	}
	if len(unreadable) == 0 {
		return videos, nil
	}
	return videos, diag.Diagnostics{diag.NewWarningDiagnostic("Some videos of the list cannot be read",
		fmt.Sprintf("The list shows %s in another form than the service describes (%s), so the action cannot tell whether they are selected, and does not index them: %s. To index them again, name them in video_ids.",
			batch.Count(len(unreadable)), unreadable[0].Unreadable, named(unreadable)))}
}

// chooseByID lists the videos that are named. One that the list does not show is read by itself (X35).
func (r *reindexing) chooseByID(ctx context.Context) ([]videoindexer.Video, diag.Diagnostics) {
	var ids []string
	if diags := r.VideoIDs.ElementsAs(ctx, &ids, false); diags.HasError() || len(ids) == 0 {
		return nil, diags
	}
	missing := make(map[string]bool, len(ids))
	for _, id := range ids {
		missing[id] = true
	}
	var videos, untimed []videoindexer.Video
	byID, chosen := batch.Filter{IDs: maps.Clone(missing)}, r.chosen()
	for v, err := range byID.Select(r.client.Videos(ctx, r.account, videoindexer.VideosQuery{}), int64(len(ids))) {
		if err != nil {
			return nil, diag.Diagnostics{apidiag.Error("list", videosSubject(r.account), err)}
		}
		delete(missing, v.ID)
		if chosen.Wants(v) {
			videos = append(videos, v)
		}
		if v.Unreadable != nil {
			untimed = append(untimed, v)
		}
	}
	var diags diag.Diagnostics
	for _, id := range slices.Sorted(maps.Keys(missing)) {
		index, err := r.client.GetVideoIndex(ctx, r.account, id, videoindexer.IndexQuery{})
		if err != nil {
			diags.Append(diag.WithPath(path.Root("video_ids"), apidiag.Error("read", videoSubject(types.StringValue(id), r.account), err)))
			continue
		}
		v := videoindexer.Video{ID: id, Name: id, State: index.State, DurationInSeconds: index.DurationInSeconds}
		videos, untimed = append(videos, v), append(untimed, v)
	}
	if len(untimed) > 0 && !r.IndexedBefore.IsNull() {
		diags.AddWarning("Time of the last indexing is unknown",
			fmt.Sprintf("The list does not show when these videos were last indexed, so the action indexes them whatever indexed_before is: %s.", named(untimed)))
	}
	return videos, diags
}

// compare says what the run costs and what the account's daily quota leaves (endpoint 5), and refuses what exceeds it.
func (r *reindexing) compare(ctx context.Context, cost batch.Cost) diag.Diagnostics {
	limits := batch.Limits{Videos: int(r.MaxVideos.Int32())}
	if !r.MaxDuration.IsNull() {
		hours, _ := r.MaxDuration.ValueBigFloat().Float64()
		limits.Length = time.Duration(min(hours, maxHours) * float64(time.Hour))
	}
	const none = "Nothing was indexed. "
	if exceeded := limits.Exceeded(cost); exceeded != "" {
		r.progress(fmt.Sprintf("Selected: %s.", cost))
		return diag.Diagnostics{diag.NewErrorDiagnostic("The videos exceed the budget", exceeded+" "+none+"Select fewer videos, or raise the limit.")}
	}
	withUsage := true
	account, err := r.client.GetAccount(ctx, r.account, videoindexer.AccountQuery{IncludeUsage: &withUsage})
	switch {
	case err != nil && r.IgnoreQuota.ValueBool():
		r.progress(fmt.Sprintf("Selected: %s. The daily quota of the account could not be read: %v.", cost, err))
		return nil
	case err != nil:
		return diag.Diagnostics{diag.NewErrorDiagnostic("Unable to read the quota of the account",
			apidiag.WithHint("read the quota of", apidiag.Subject{Noun: "account", Account: r.account}, err, none+"With ignore_quota = true, the action begins without it."))}
	}
	quota := batch.QuotaOf(account.QuotaUsage)
	r.progress(fmt.Sprintf("Selected: %s. %s", cost, quota))
	if exceeded := quota.Exceeded(cost); exceeded != "" && !r.IgnoreQuota.ValueBool() {
		return diag.Diagnostics{diag.NewErrorDiagnostic("The videos exceed the daily quota", exceeded+" "+none+
			"Select fewer videos, or continue tomorrow. If the service does not count videos that are indexed again, set ignore_quota = true.")}
	}
	return nil
}

// maxHours is more than any account has, and less than what a duration can hold.
const maxHours = 2_000_000

// named names the first videos, and counts the others.
func named(videos []videoindexer.Video) string {
	names := make([]string, len(videos))
	for i, v := range videos {
		names[i] = label(v)
	}
	return batch.First(names)
}

// inLines names all videos, each in a line.
func inLines(videos []videoindexer.Video) string {
	var text strings.Builder
	for _, v := range videos {
		text.WriteString("\n  - " + label(v))
	}
	return text.String()
}

// label is a video in a message: its id, and its name where it has one of its own.
func label(v videoindexer.Video) string {
	if v.Name == "" || v.Name == v.ID {
		return strconv.Quote(v.ID)
	}
	return fmt.Sprintf("%q (%s)", v.ID, v.Name)
}

// service is the account's service as a run uses it.
type service struct {
	client  *videoindexer.Client
	account videoindexer.AccountRef
	options videoindexer.ReindexOptions
}

var _ batch.Service = service{}

// Start starts an indexing with the settings of the action.
func (s service) Start(ctx context.Context, videoID string) error {
	options := s.options
	options.OnlyOnce = true
	return s.client.ReindexVideo(ctx, s.account, videoID, options)
}

// State reads the state of a video.
func (s service) State(ctx context.Context, videoID string) (string, error) {
	return s.client.GetVideoState(ctx, s.account, videoID)
}

// Reread reads what the list shows of a video now.
func (s service) Reread(ctx context.Context, v videoindexer.Video) (videoindexer.Video, error) {
	return s.client.RereadVideo(ctx, s.account, v)
}
