package video

import (
	"context"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/number"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/scaffold"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/video/batch"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// NewVideosDataSource returns data.videoindexer_videos.
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
		return string(v.State)
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
			return types.Float64PointerValue(batch.MeasuredLength(v.DurationInSeconds))
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
func readVideos(ctx context.Context, target providerdata.Target, result *videosModel) diag.Diagnostics {
	videos := []videoindexer.Video{}
	listed := target.Client.IterateVideos(ctx, target.Account, result.query())
	for video, err := range result.filter(result.IndexedBefore).Select(listed, int64(number.Value(result.Limit))) {
		if err != nil {
			return diag.Diagnostics{apidiag.Error("list", videosSubject(target.Account), err)}
		}
		videos = append(videos, video)
	}
	cost := batch.CostOf(videos)
	result.VideosCount = types.Int64Value(int64(cost.Videos))
	if cost.Unmeasured == 0 {
		result.TotalDurationInSeconds = types.Float64Value(cost.Seconds)
	}
	result.Videos = videoColumns.List(videos)
	return nil
}
