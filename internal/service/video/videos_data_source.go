package video

import (
	"context"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/number"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/video/batch"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// NewVideosDataSource is data.videoindexer_videos.
func NewVideosDataSource() datasource.DataSource {
	return providerdata.NewDataSource(providerdata.About{
		Name: "videos", IsExtended: true,
		Summary: "Lists the videos of an account, in the order of the service; all pages are read, or as many as the limit needs.",
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

func videosAttributes() map[string]schema.Attribute {
	text := arguments.ComputedText
	attributes := arguments.ForData(selectionArguments())
	maps.Copy(attributes, map[string]schema.Attribute{
		"indexed_before": schema.StringAttribute{
			MarkdownDescription: describeIndexedBefore + " Default: all.", Optional: true, Validators: []validator.String{validate.Time()},
		},
		"limit": schema.NumberAttribute{
			MarkdownDescription: "Maximum number of videos to return, an int32 of at least 1. The provider does not request further pages. Default: all.",
			Optional:            true, Validators: []validator.Number{number.AtLeast(1)},
		},
		"videos_count": schema.Int64Attribute{MarkdownDescription: "Number of the videos. (`count` is a reserved name in Terraform.)", Computed: true},
		"total_duration_in_seconds": schema.Float64Attribute{
			MarkdownDescription: "Total length of the videos in seconds; null if the service does not return the length of each, or has not measured it yet.", Computed: true,
		},
		"videos": schema.ListNestedAttribute{
			MarkdownDescription: "The videos. Fields that the service does not return are null.",
			Computed:            true,
			NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
				"video_id":            text(videoKey.Description),
				"name":                text("Name of the video."),
				"state":               text("State of the video, such as `Processed`."),
				"created":             text("Time of the creation of the video (RFC 3339, UTC)."),
				"last_modified":       text("Time of the last modification of the video (RFC 3339, UTC)."),
				"last_indexed":        text("Time of the last indexing of the video (RFC 3339, UTC)."),
				"user_name":           text("Name of the user who uploaded the video."),
				"duration_in_seconds": schema.Float64Attribute{MarkdownDescription: "Length of the video in seconds.", Computed: true},
				"source_language":     text("Spoken language of the video."),
				"indexing_preset":     text("Indexing preset of the last indexing."),
				"person_model_id":     text("Id of the person model of the last indexing."),
				"external_id":         text("External id that was set when the video was uploaded."),
			}},
		},
	})
	return attributes
}

// readVideos lists the videos (X34).
func readVideos(ctx context.Context, from providerdata.Target, model *videosModel, diags *diag.Diagnostics) {
	videos := []videoindexer.Video{}
	listed := from.Client.Videos(ctx, from.Account, model.query())
	for video, err := range model.chosen(model.IndexedBefore).Select(listed, int64(number.Value(model.Limit))) {
		if err != nil {
			apidiag.Add(diags, "list", videosSubject(from.Account), err)
			return
		}
		videos = append(videos, video)
	}
	cost := batch.CostOf(videos)
	model.VideosCount = types.Int64Value(int64(cost.Videos))
	if cost.Unmeasured == 0 {
		model.TotalDurationInSeconds = types.Float64Value(cost.Seconds)
	}
	model.Videos = listOf(videos, func(v videoindexer.Video) map[string]attr.Value {
		return map[string]attr.Value{
			"video_id": types.StringValue(v.ID), "name": types.StringValue(v.Name), "state": nullable.Text(v.State),
			"created": nullable.Text(v.Created), "last_modified": nullable.Text(v.LastModified), "last_indexed": nullable.Text(v.LastIndexed),
			"user_name": nullable.Text(v.UserName), "duration_in_seconds": types.Float64PointerValue(v.DurationInSeconds),
			"source_language": nullable.Text(v.SourceLanguage), "indexing_preset": nullable.Text(v.IndexingPreset),
			"person_model_id": nullable.Text(v.PersonModelID), "external_id": nullable.Text(v.ExternalID),
		}
	})
}
