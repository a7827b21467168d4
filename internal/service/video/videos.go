package video

import (
	"cmp"
	"context"
	"maps"
	"regexp"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/number"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/scaffold"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/video/batch"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// selection are the arguments that select the videos of a data source, a list or an action.
type selection struct {
	State          types.String `tfsdk:"state"`
	CreatedAfter   types.String `tfsdk:"created_after"`
	CreatedBefore  types.String `tfsdk:"created_before"`
	SourceLanguage types.String `tfsdk:"source_language"`
	NameRegex      types.String `tfsdk:"name_regex"`
	PersonModelID  types.String `tfsdk:"person_model_id"`
}

const describeIndexedBefore = "Time before which the videos were last indexed, in RFC 3339 " +
	"(`2026-01-31T10:00:00Z`) or as a date (`2026-01-31`, the beginning of that day in UTC). " +
	"Videos that were never indexed match."

func selectionArguments() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"state": arguments.OptionalString(
			"State of the videos. One of "+arguments.CodeList(videoindexer.VideoStates)+". Default: all.",
			validate.OneOf(videoindexer.VideoStates...),
		),
		"created_after": arguments.OptionalString(
			"Time after which the videos were created, "+
				"in RFC 3339 (`2026-01-31T10:00:00Z`) or as a date (`2026-01-31`, the beginning of that day in UTC). "+
				"Default: all.",
			validate.Time(),
		),
		"created_before": arguments.OptionalString(
			"Time before which the videos were created, in the same format. Default: all.",
			validate.Time(),
		),
		"source_language": identifier("Spoken language of the videos, as the service lists it, " +
			"such as `en-US`. Default: all."),
		"name_regex": arguments.OptionalString(
			"[Regular expression](https://github.com/google/re2/wiki/Syntax) that must match some part of the name. Default: all.",
			validate.RegularExpression(),
		),
		"person_model_id": identifier("Id of the person model of the last indexing. Default: all."),
	}
}

// query returns the part of the selection that the service applies.
func (s selection) query() videoindexer.VideosQuery {
	return videoindexer.VideosQuery{
		CreatedAfter:  validate.ParseTime(s.CreatedAfter.ValueString()),
		CreatedBefore: validate.ParseTime(s.CreatedBefore.ValueString()),
	}
}

// filter returns the part of the selection that the provider applies. The values have passed
// validation.
func (s selection) filter(indexedBefore types.String) batch.Filter {
	chosen := batch.Filter{
		State: s.State.ValueString(), SourceLanguage: s.SourceLanguage.ValueString(),
		PersonModelID: s.PersonModelID.ValueString(),
		IndexedBefore: validate.ParseTime(indexedBefore.ValueString()),
	}
	if !s.NameRegex.IsNull() {
		chosen.Name, _ = regexp.Compile(s.NameRegex.ValueString())
	}
	return chosen
}

func videosSubject(account videoindexer.AccountRef) apidiag.Subject {
	return apidiag.Subject{Kind: "videos", Account: account}
}

// NewVideosDataSource returns the data source videoindexer_videos.
func NewVideosDataSource() datasource.DataSource {
	return scaffold.NewDataSource(scaffold.TypeInfo{
		Name: "videos", NeedsExtended: true,
		Summary: "Lists the videos of an account, in the order of the service.",
	}, videosAttributes, readVideos)
}

type videosModel struct {
	providerdata.AccountFields
	selection
	IndexedBefore          types.String  `tfsdk:"indexed_before"`
	Limit                  types.Number  `tfsdk:"limit"`
	VideosCount            types.Int64   `tfsdk:"videos_count"`
	TotalDurationInSeconds types.Float64 `tfsdk:"total_duration_in_seconds"`
	Videos                 types.List    `tfsdk:"videos"`
}

// videoColumns are a video as the service lists it.
var videoColumns = arguments.Columns[videoindexer.Video]{
	arguments.NewColumn("video_id", videoKey.Description, func(v videoindexer.Video) attr.Value {
		return types.StringValue(v.ID)
	}),
	arguments.NewColumn("name", "Name of the video.", func(v videoindexer.Video) attr.Value {
		return types.StringValue(v.Name)
	}),
	arguments.StringColumn("state", "State of the video, such as `Processed`.", func(v videoindexer.Video) string {
		return v.State
	}),
	arguments.StringColumn("created", "Creation time of the video (RFC 3339, UTC).", func(v videoindexer.Video) string {
		return v.Created
	}),
	arguments.StringColumn("last_modified", "Time of the last change of the video (RFC 3339, UTC).", func(v videoindexer.Video) string {
		return v.LastModified
	}),
	arguments.StringColumn("last_indexed", "Time of the last indexing of the video (RFC 3339, UTC).", func(v videoindexer.Video) string {
		return v.LastIndexed
	}),
	arguments.StringColumn("user_name", "Name of the user who uploaded the video.", func(v videoindexer.Video) string {
		return v.UserName
	}),
	arguments.NewColumn("duration_in_seconds", "Length of the video in seconds; "+
		"null if the service has not measured it yet.",
		func(v videoindexer.Video) attr.Value {
			return types.Float64PointerValue(batch.Measured(v.DurationInSeconds))
		}),
	arguments.StringColumn("source_language", "Spoken language of the video.", func(v videoindexer.Video) string {
		return v.SourceLanguage
	}),
	arguments.StringColumn("indexing_preset", "Indexing preset of the last indexing.",
		func(v videoindexer.Video) string { return v.IndexingPreset }),
	arguments.StringColumn(
		"person_model_id", "Id of the person model of the last indexing.",
		func(v videoindexer.Video) string { return v.PersonModelID },
	),
	arguments.StringColumn("external_id", "External id that was set when the video was uploaded.", func(v videoindexer.Video) string { return v.ExternalID }),
}

func videosAttributes() map[string]schema.Attribute {
	attributes := selectionArguments()
	maps.Copy(attributes, map[string]schema.Attribute{
		"indexed_before": arguments.OptionalString(describeIndexedBefore+" Default: all.", validate.Time()),
		"limit": arguments.OptionalNumber("Maximum number of videos to return, an int32 of at least 1. "+
			"The provider does not request further pages. Default: all.", number.AtLeast(1)),
		"videos_count": schema.Int64Attribute{MarkdownDescription: "Number of the videos. (`count` is a reserved name in Terraform.)", Computed: true},
		"total_duration_in_seconds": schema.Float64Attribute{
			MarkdownDescription: "Total length of the videos in seconds; " +
				"null if the service does not return the length of each, or has not measured it yet.", Computed: true,
		},
		"videos": videoColumns.Attribute("The videos. Fields that the service does not return are null.", nil),
	})
	return attributes
}

// readVideos lists the videos (X34).
func readVideos(ctx context.Context, target scaffold.Target, model *videosModel, diags *diag.Diagnostics) {
	videos := []videoindexer.Video{}
	listed := target.Client.IterateVideos(ctx, target.Account, model.query())
	for video, err := range model.filter(model.IndexedBefore).Select(listed, int64(number.Value(model.Limit))) {
		if err != nil {
			apidiag.Add(diags, "list", videosSubject(target.Account), err)
			return
		}
		videos = append(videos, video)
	}
	cost := batch.CostOf(videos)
	model.VideosCount = types.Int64Value(int64(cost.Videos))
	if cost.Unmeasured == 0 {
		model.TotalDurationInSeconds = types.Float64Value(cost.Seconds)
	}
	model.Videos = videoColumns.List(videos)
}

// NewListResource returns the list resource videoindexer_video.
func NewListResource() list.ListResource {
	return scaffold.NewList(scaffold.TypeInfo{
		Name: "video", NeedsExtended: true, IsPaged: true,
		Summary: "Lists the videos of an account, in the order of the service, page by page.",
		Notes:   "The resources have no settings, because the service does not return how a video was indexed.",
	}, selectionArguments, listVideos)
}

// listModel is the configuration of a list.
type listModel struct {
	providerdata.AccountFields
	selection
}

// listVideos pushes the videos as their pages arrive (X34).
func listVideos(ctx context.Context, q scaffold.Query, model *listModel) diag.Diagnostics {
	listed := q.Client.IterateVideos(ctx, q.Account, model.query())
	for video, err := range model.filter(types.StringNull()).Select(listed, 0) {
		if err != nil {
			return diag.Diagnostics{apidiag.Error("list", videosSubject(q.Account), err)}
		}
		// The resource has the values after an import and a read, for which the id is enough.
		result := q.ResultWith(ctx, cmp.Or(video.Name, video.ID), map[string]any{videoKey.Name: video.ID}, imported(
			model.AccountFields, video.ID,
		))
		if !q.Push(result) {
			return nil
		}
	}
	return nil
}

// imported returns a video with the values after an import and a read: without settings, and with
// the defaults of arguments.
func imported(account providerdata.AccountFields, videoID string) resourceModel {
	model := resourceModel{
		AdoptedFields: managed.AdoptedFields{AccountFields: account}, VideoID: types.StringValue(videoID),
		indexingOptions: indexingOptions{BrandsCategories: types.SetNull(types.StringType)},
		ReindexTriggers: types.MapNull(types.StringType),
		WaitForIndexing: types.BoolValue(false),
		Timeouts:        wait.NoTimeouts(),
	}
	return model
}
