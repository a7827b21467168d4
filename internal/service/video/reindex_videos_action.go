package video

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/hashicorp/terraform-plugin-framework-validators/actionvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/setvalidator"
	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/action/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/int32type"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
)

const (
	defaultParallelism = 5
	maxParallelism     = 100
	// runTimeout is the default timeout of a run, which max_videos and max_duration bound already.
	runTimeout = 24 * time.Hour
)

// reindexVideosModel is the configuration of action.videoindexer_reindex_videos.
type reindexVideosModel struct {
	providerdata.AccountFields
	settings
	Filter          types.Object    `tfsdk:"filter"`
	VideoIDs        types.Set       `tfsdk:"video_ids"`
	IndexedBefore   types.String    `tfsdk:"indexed_before"`
	MaxVideos       int32type.Value `tfsdk:"max_videos"`
	MaxDuration     types.Number    `tfsdk:"max_duration"`
	IgnoreQuota     types.Bool      `tfsdk:"ignore_quota"`
	Parallelism     int32type.Value `tfsdk:"parallelism"`
	WaitForIndexing types.Bool      `tfsdk:"wait_for_indexing"`
	Timeout         types.String    `tfsdk:"timeout"`
	DryRun          types.Bool      `tfsdk:"dry_run"`
}

// NewReindexVideosAction is action.videoindexer_reindex_videos.
func NewReindexVideosAction() action.Action {
	// A configuration that selects nothing would index every video of the account.
	selecting := []path.Expression{path.MatchRoot("indexed_before"), path.MatchRoot("video_ids")}
	for _, name := range slices.Sorted(maps.Keys(selectionArguments())) {
		selecting = append(selecting, path.MatchRoot("filter").AtName(name))
	}
	return providerdata.NewAction(providerdata.Action[reindexVideosModel, *reindexVideosModel]{
		About: providerdata.About{
			Name: "reindex_videos", IsExtended: true, Summary: "Indexes many videos of an account again, within a budget.",
			Notes: "At least one of `filter`, `video_ids` and `indexed_before` is required. To select all videos, set `indexed_before = timestamp()`.\n\n" +
				"Before the action indexes a video, it shows how many videos it has selected, their total length, and what the daily upload quota of the account leaves. If they exceed " +
				"`max_videos`, `max_duration` or the quota, the action fails.\n\n" +
				"A video that fails does not stop the others: at the end, the action fails and names each of these videos with the reason. No video is indexed twice in a run.\n\n" +
				"An interrupt stops the action from indexing further videos: see [From vocabulary to videos](../guides/vocabulary-to-videos.md).",
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
	attributes := arguments.ForAction(settingArguments())
	attributes["filter"] = schema.SingleNestedAttribute{
		MarkdownDescription: "Videos to index again: those that all arguments of the filter select. The arguments `source_language` and `person_model_id` next to the filter are settings of the new indexing, and select nothing.",
		Optional:            true, Attributes: arguments.ForAction(selectionArguments()),
	}
	attributes["video_ids"] = schema.SetAttribute{
		MarkdownDescription: "Ids of the videos to index again, instead of `filter`.",
		ElementType:         types.StringType, Optional: true,
		Validators: []validator.Set{validate.NoNulls(), setvalidator.ValueStringsAre(validate.PathSegment())},
	}
	attributes["indexed_before"] = schema.StringAttribute{
		MarkdownDescription: describeIndexedBefore + " Invoked again with the same time, the action continues a run that was cut off.",
		Optional:            true, Validators: []validator.String{validate.Time()},
	}
	attributes["max_videos"] = schema.NumberAttribute{
		MarkdownDescription: "Maximum number of videos, an int32 of at least 1. If more are selected, the action fails before it indexes any.",
		CustomType:          int32type.Type{}, Required: true, Validators: []validator.Number{validate.AtLeast(1)},
	}
	attributes["max_duration"] = schema.NumberAttribute{
		MarkdownDescription: "Maximum total length of the videos in hours, such as `2.5`. If they are longer, or the service does not show the length of each, the action fails before it indexes any. Default: no limit.",
		Optional:            true, Validators: []validator.Number{validate.Positive()},
	}
	attributes["ignore_quota"] = schema.BoolAttribute{
		MarkdownDescription: "Whether to begin although the videos exceed what the daily upload quota of the account leaves. A service may not count videos that are indexed again. Default: `false`: the action then fails before it indexes any.",
		Optional:            true,
	}
	attributes["parallelism"] = schema.NumberAttribute{
		MarkdownDescription: fmt.Sprintf("How many videos are being indexed at a time, from 1 to %d. Default: `%d`.", maxParallelism, defaultParallelism),
		CustomType:          int32type.Type{}, Optional: true, Validators: []validator.Number{validate.AtLeast(1), validate.AtMost(maxParallelism)},
	}
	attributes[waitArgument] = schema.BoolAttribute{
		MarkdownDescription: "Whether to wait until each indexing has ended; if one fails, the action fails. With `false`, a video is done when its indexing has begun, and `parallelism` does not limit how many " +
			"are being indexed. Default: `true`.",
		Optional: true,
	}
	attributes["timeout"] = schema.StringAttribute{
		MarkdownDescription: fmt.Sprintf("Maximum duration of the action, as a Go duration such as `90m` or `2h30m`. Default: `%.0fh`.", runTimeout.Hours()),
		Optional:            true, Validators: []validator.String{validate.Duration()},
	}
	attributes["dry_run"] = schema.BoolAttribute{
		MarkdownDescription: "Whether to only list the videos that would be indexed, and to compare them with the limits and the quota. Default: `false`.",
		Optional:            true,
	}
	return attributes
}

// reindexVideos selects the videos, compares them with the budget, and indexes them.
func reindexVideos(ctx context.Context, on providerdata.Target, config *reindexVideosModel, report func(string), diags *diag.Diagnostics) {
	limit := runTimeout
	if !config.Timeout.IsNull() {
		limit = wait.Timeout(config.Timeout)
	}
	bounded, cancel := context.WithTimeoutCause(ctx, limit, wait.ErrTimeout)
	defer cancel()
	r := reindexing{reindexVideosModel: *config, client: on.Client, account: on.Account, progress: report}
	if !config.Filter.IsNull() {
		diags.Append(config.Filter.As(ctx, &r.filter, basetypes.ObjectAsOptions{})...)
	}
	if !diags.HasError() {
		diags.Append(r.do(bounded)...)
	}
}
