package video

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework-validators/actionvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/float64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/setvalidator"
	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/number"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/scaffold"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/video/batch"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

const (
	defaultParallelism = 5
	maxParallelism     = 100
	// allVideos is a value of indexed_before that selects all videos. Engines cannot invoke an
	// action whose arguments are unknown in the plan, such as timestamp().
	allVideos = "now"
	// runTimeout is the default timeout of a run. max_videos and max_duration limit the run too.
	runTimeout = 24 * time.Hour
)

// reindexVideosModel is the configuration of the action videoindexer_reindex_videos.
type reindexVideosModel struct {
	providerdata.AccountFields
	indexingSettings
	Filter          types.Object  `tfsdk:"filter"`
	VideoIDs        types.Set     `tfsdk:"video_ids"`
	IndexedBefore   types.String  `tfsdk:"indexed_before"`
	MaxVideos       types.Number  `tfsdk:"max_videos"`
	MaxDuration     types.Float64 `tfsdk:"max_duration"`
	IgnoreQuota     types.Bool    `tfsdk:"ignore_quota"`
	Parallelism     types.Number  `tfsdk:"parallelism"`
	WaitForIndexing types.Bool    `tfsdk:"wait_for_indexing"`
	Timeout         types.String  `tfsdk:"timeout"`
	DryRun          types.Bool    `tfsdk:"dry_run"`
}

// NewReindexVideosAction returns action.videoindexer_reindex_videos.
func NewReindexVideosAction() action.Action {
	// A configuration without a selection would index every video of the account.
	selecting := []path.Expression{path.MatchRoot("indexed_before"), path.MatchRoot("video_ids")}
	for _, name := range slices.Sorted(maps.Keys(selectionArguments())) {
		selecting = append(selecting, path.MatchRoot("filter").AtName(name))
	}
	return scaffold.NewAction(scaffold.ActionInfo[reindexVideosModel, *reindexVideosModel]{
		TypeInfo: scaffold.TypeInfo{
			Name: "reindex_videos", NeedsExtended: true,
			Summary: "Re-indexes many videos of an account, within a budget.",
			Notes: "At least one of `filter`, `video_ids` and `indexed_before` is required. " +
				"To select all videos, set `indexed_before = \"now\"`. " +
				"With `terraform apply -invoke`, use `plantimestamp()`, " +
				"because a plan does not know the value of `timestamp()`.\n\n" +
				"Before the action indexes a video, it shows the number of selected videos, their total length, " +
				"and the remaining daily upload quota of the account. " +
				"If they exceed `max_videos`, `max_duration` or the quota, the action fails.\n\n" +
				"If a video fails, the action still indexes the others, unless it is clear that all would fail. " +
				"At the end, the action fails with an error that names each failed video and the reason.\n\n" +
				"After an interrupt, the action does not index further videos: " +
				"see [From vocabulary to videos](../guides/vocabulary-to-videos.md#when-a-run-is-cut-off).",
		},
		Attributes: reindexVideosAttributes,
		Validators: []action.ConfigValidator{
			actionvalidator.AtLeastOneOf(selecting...),
			actionvalidator.Conflicting(path.MatchRoot("filter"), path.MatchRoot("video_ids")),
		},
		Invoke: reindexVideos,
	})
}

func reindexVideosAttributes() map[string]schema.Attribute {
	attributes := settingArguments()
	maps.Copy(attributes, map[string]schema.Attribute{
		"filter": schema.SingleNestedAttribute{
			MarkdownDescription: "Videos that match all filters. " +
				"Do not confuse its `source_language` and `person_model_id` with the arguments outside, " +
				"which are settings of the new indexing. " +
				"If omitted, `video_ids` or `indexed_before` selects the videos.",
			Optional: true, Attributes: selectionArguments(),
		},
		"video_ids": schema.SetAttribute{
			MarkdownDescription: "Ids of the videos to re-index, instead of `filter`. " +
				"If omitted, `filter` or `indexed_before` selects the videos.",
			ElementType: types.StringType, Optional: true,
			Validators: []validator.Set{validate.NoNulls(), setvalidator.ValueStringsAre(validate.PathSegment())},
		},
		"indexed_before": arguments.OptionalString("Time before which the videos were last indexed; "+
			"videos that were never indexed match. "+
			"If you invoke the action again with the same time, it continues an interrupted run. "+
			"If omitted, the time of the last indexing does not matter. Formats:\n"+
			"  - RFC 3339, such as `2026-01-31T10:00:00Z`\n"+
			"  - a date, such as `2026-01-31`: the beginning of that day in UTC\n  - `now`: all videos", validate.Time(allVideos)),
		"max_videos": schema.NumberAttribute{
			MarkdownDescription: "Maximum number of videos, an int32 of at least 1. " +
				"If more are selected, the action fails before it indexes any.",
			Required: true, Validators: []validator.Number{number.AtLeast(1)},
		},
		"max_duration": schema.Float64Attribute{
			MarkdownDescription: "Maximum total length of the videos in hours, such as `2.5`. " +
				"If they are longer, or the service does not show the length of each, " +
				"the action fails before it indexes any. " +
				"Default: no limit.",
			Optional: true, Validators: []validator.Float64{float64validator.AtLeast(0)},
		},
		"ignore_quota": arguments.OptionalBool(
			"Whether to begin even if the videos exceed the remaining daily upload quota of the account; otherwise, " +
				"the action fails before it indexes any. " +
				"Some services do not count re-indexed videos. Default: `false`."),
		"parallelism": arguments.OptionalNumber(fmt.Sprintf(
			"Number of videos that are indexed at a time, "+
				"from 1 to %d. Default: `%d`.", maxParallelism, defaultParallelism),
			number.Range{Low: 1, High: maxParallelism}),
		waitArgument: arguments.OptionalBool("Whether to wait until each indexing has ended; " +
			"if one fails, the action fails. " +
			"With `false`, a video is done when its indexing has begun, " +
			"and `parallelism` has no effect. Default: `true`."),
		"timeout": wait.TimeoutArgument(runTimeout),
		"dry_run": arguments.OptionalBool("Whether to only list the videos that would be indexed, " +
			"and to compare them with the limits and the quota. " +
			"Default: `false`."),
	})
	return attributes
}

// reindexVideos selects the videos, compares them with the budget, and indexes them.
func reindexVideos(
	ctx context.Context, target providerdata.Target, config *reindexVideosModel, report func(string),
) (diags diag.Diagnostics) {
	began := time.Now()
	ctx, cancel := context.WithTimeoutCause(ctx, wait.Timeout(config.Timeout, runTimeout), wait.ErrTimeout)
	defer cancel()
	videos, diags := config.selectVideos(ctx, target)
	switch {
	case diags.HasError():
		return diags
	case len(videos) == 0:
		report("No video is selected: nothing is re-indexed.")
		return diags
	}
	// The run skips videos that something else indexes from now on.
	if config.IndexedBefore.ValueString() == allVideos {
		config.IndexedBefore = types.StringValue(began.UTC().Format(time.RFC3339))
	}
	diags.Append(config.checkBudget(ctx, target, batch.CostOf(videos), report)...)
	switch {
	case diags.HasError():
		return diags
	case config.DryRun.ValueBool():
		report("dry_run: nothing is re-indexed. Selected:\n  - " + strings.Join(videoNames(videos), "\n  - "))
		return diags
	}
	run := batch.Run{
		Client: target.Client, Account: target.Account, Options: config.requestOptions(ctx), Videos: videos,
		Parallelism:   cmp.Or(int(number.Value(config.Parallelism)), defaultParallelism),
		Waits:         config.WaitForIndexing.IsNull() || config.WaitForIndexing.ValueBool(),
		IndexedBefore: validate.ParseTime(config.IndexedBefore.ValueString()),
		Report:        report,
	}
	results, stopErr := run.Do(ctx)
	diags.Append(config.reportResults(ctx, &run, results, began)...)
	if stopErr != nil && ctx.Err() == nil {
		diags.Append(apidiag.Error("re-index", videosSubject(target.Account), stopErr))
	}
	return diags
}

// selectVideos lists the selected videos (X34).
func (m *reindexVideosModel) selectVideos(
	ctx context.Context, target providerdata.Target,
) (videos []videoindexer.Video, diags diag.Diagnostics) {
	var ids []string
	var chosen selection
	diags.Append(m.VideoIDs.ElementsAs(ctx, &ids, false)...)
	if !m.Filter.IsNull() {
		diags.Append(m.Filter.As(ctx, &chosen, basetypes.ObjectAsOptions{})...)
	}
	if diags.HasError() {
		return nil, diags
	}
	filter := chosen.filter(m.IndexedBefore)
	isListed := map[string]bool{}
	for video, err := range target.Client.IterateVideos(ctx, target.Account, chosen.query()) {
		if err != nil {
			return nil, append(diags, apidiag.Error("list", videosSubject(target.Account), err))
		}
		isListed[video.ID] = true
		isChosen := m.VideoIDs.IsNull() || slices.Contains(ids, video.ID)
		if isChosen && filter.Matches(video) {
			videos = append(videos, video)
		}
	}
	unlisted := slices.DeleteFunc(ids, func(id string) bool { return isListed[id] })
	if len(unlisted) > 0 {
		diags.AddAttributeError(path.Root("video_ids"), "Videos are not listed",
			fmt.Sprintf("The account has no videos with these ids: %s. Nothing was indexed.", apidiag.List(unlisted)))
	}
	return videos, diags
}

// checkBudget reports the cost of the run and the remaining daily quota of the account (5). It
// returns an error if the cost exceeds the budget or the quota.
func (m *reindexVideosModel) checkBudget(
	ctx context.Context, target providerdata.Target, cost batch.Cost, report func(string),
) (diags diag.Diagnostics) {
	budget := batch.Budget{Videos: float64(number.Value(m.MaxVideos)), Seconds: math.Inf(1)}
	if !m.MaxDuration.IsNull() {
		budget.Seconds = m.MaxDuration.ValueFloat64() * time.Hour.Seconds()
	}
	const nothingIndexed = "Nothing was indexed. "
	selected := fmt.Sprintf("Selected: %s.", cost)
	if !budget.Allows(cost) {
		diags.AddError("The videos exceed the budget", fmt.Sprintf(
			"max_videos and max_duration allow %s. %s %sSelect fewer videos, or raise the limit.",
			budget, selected, nothingIndexed))
		return diags
	}
	if m.IgnoreQuota.ValueBool() {
		report(selected)
		return diags
	}
	withUsage := true
	account, err := target.Client.GetAccount(ctx, target.Account, videoindexer.AccountQuery{IncludeUsage: &withUsage})
	if err != nil {
		diags.Append(apidiag.Error("read the quota of", apidiag.Subject{Kind: "account", Account: target.Account}, err,
			nothingIndexed+"With ignore_quota = true, the action begins without it."))
		return diags
	}
	quota := batch.RemainingQuota(account.QuotaUsage)
	selected += fmt.Sprintf(" The daily quota of the account leaves %s.", quota)
	report(selected)
	if !quota.Allows(cost) {
		diags.AddError("The videos exceed the daily quota", selected+" "+nothingIndexed+
			"Select fewer videos, or continue tomorrow. "+
			"If the service does not count re-indexed videos, set ignore_quota = true.")
	}
	return diags
}

func videoNames(videos []videoindexer.Video) []string {
	names := make([]string, len(videos))
	for i, video := range videos {
		names[i] = strconv.Quote(video.ID)
		if video.Name != "" {
			names[i] += " (" + video.Name + ")"
		}
	}
	return names
}

// reportResults reports the results of a run, and returns an error if videos are not done.
func (m *reindexVideosModel) reportResults(
	ctx context.Context, run *batch.Run, results []batch.Result, began time.Time,
) (diags diag.Diagnostics) {
	var indexed batch.Cost
	for i, result := range results {
		if result.Status == batch.Done {
			indexed.Add(run.Videos[i].DurationInSeconds)
		}
	}
	if indexed.Videos > 0 {
		done := "Re-indexed"
		if !run.Waits {
			done = "Started to re-index"
		}
		run.Report(fmt.Sprintf("%s: %s, in %s.", done, indexed, time.Since(began).Round(time.Second)))
	}
	lines := linesByStatus(run.Videos, results)
	upToDate := len(lines[batch.UpToDate])
	if upToDate > 0 {
		run.Report(fmt.Sprintf("An earlier run, or somebody else, has indexed %s since %s: not re-indexed.",
			batch.Count(upToDate), m.IndexedBefore.ValueString()))
	}
	undone := len(results) - indexed.Videos - upToDate
	if undone == 0 {
		return diags
	}
	paragraphs := []string{fmt.Sprintf("%d of %s are not done.%s", undone, batch.Count(len(results)), endOfRun(ctx))}
	paragraphs = append(paragraphs, undoneParagraphs(lines)...)
	before := cmp.Or(m.IndexedBefore.ValueString(), began.UTC().Format(time.RFC3339))
	paragraphs = append(paragraphs, fmt.Sprintf("To continue, invoke the action again with indexed_before = %q. "+
		"It skips videos that were indexed since then.", before))
	diags.AddError("Some videos were not indexed", strings.Join(paragraphs, "\n\n"))
	return diags
}

// linesByStatus returns a line for each video: its name and, if it has failed by itself, the
// reason.
func linesByStatus(videos []videoindexer.Video, results []batch.Result) map[batch.Status][]string {
	lines := map[batch.Status][]string{}
	for i, line := range videoNames(videos) {
		err := results[i].Err
		isEndOfRun := errors.Is(err, context.Canceled) || errors.Is(err, wait.ErrTimeout)
		if err != nil && !isEndOfRun {
			line += ": " + err.Error()
		}
		status := results[i].Status
		lines[status] = append(lines[status], line)
	}
	return lines
}

// endOfRun says why the context of a run has ended; "" if it has not.
func endOfRun(ctx context.Context) string {
	cause := context.Cause(ctx)
	switch {
	case cause == nil:
		return ""
	case errors.Is(cause, context.Canceled):
		return " The run was interrupted."
	}
	return fmt.Sprintf(" The run was cut off: %s.", cause)
}

// undoneParagraphs list the videos that are not done, a paragraph for each status.
func undoneParagraphs(lines map[batch.Status][]string) (paragraphs []string) {
	for _, group := range []struct {
		status batch.Status
		title  string
	}{
		{batch.Failed, "Failed"},
		{batch.InProgress, "Still running in the service"},
		{batch.Requested, "Possibly running: the response to the request was lost"},
	} {
		if len(lines[group.status]) > 0 {
			paragraphs = append(paragraphs, group.title+":\n  - "+strings.Join(lines[group.status], "\n  - "))
		}
	}
	unsent := lines[batch.NotBegun]
	if len(unsent) > 0 {
		paragraphs = append(paragraphs,
			fmt.Sprintf("Not started: %s: %s.", batch.Count(len(unsent)), apidiag.List(unsent)))
	}
	return paragraphs
}
