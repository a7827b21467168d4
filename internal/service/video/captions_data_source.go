package video

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

var _ datasource.DataSourceWithConfigure = (*captionsDataSource)(nil)

type captionsDataSource struct{ providerdata.DataSource }

// captionsModel is a data.videoindexer_captions.
type captionsModel struct {
	providerdata.AccountFields
	VideoID  types.String `tfsdk:"video_id"`
	IndexID  types.String `tfsdk:"index_id"`
	Format   types.String `tfsdk:"format"`
	Language types.String `tfsdk:"language"`
	Content  types.String `tfsdk:"content"`
}

const defaultCaptionFormat = "Vtt"

// NewCaptionsDataSource is data.videoindexer_captions.
func NewCaptionsDataSource() datasource.DataSource {
	return &captionsDataSource{providerdata.DataSource{Name: "captions"}}
}

func (d *captionsDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	language := oneOf("Language of the captions. Default: that of the video", videoindexer.CaptionLanguages)
	resp.Schema = schema.Schema{
		MarkdownDescription: "The captions of a video in a format and language. The function `parse_captions` reads them cue by cue.",
		Attributes: providerdata.DataSourceAttributes(map[string]schema.Attribute{
			"video_id": videoIDToRead(),
			"index_id": schema.StringAttribute{
				MarkdownDescription: "Id of the index to read the captions of. The service describes it as the video's id, and it can be left out.",
				Optional:            true,
				Validators:          []validator.String{stringvalidator.LengthAtLeast(1)},
			},
			"format": schema.StringAttribute{
				MarkdownDescription: "Format of the captions. One of " + codes(videoindexer.CaptionFormats) + ". Default: `" + defaultCaptionFormat + "`.",
				Optional:            true, Computed: true,
				Validators: []validator.String{stringvalidator.OneOf(videoindexer.CaptionFormats...)},
			},
			"language": schema.StringAttribute{MarkdownDescription: language.MarkdownDescription, Optional: true, Validators: language.Validators},
			"content":  schema.StringAttribute{MarkdownDescription: "The captions, as the service writes them.", Computed: true},
		}),
	}
}

func (d *captionsDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var model captionsModel
	client, account, ok := d.Load(ctx, req.Config, &model, &resp.Diagnostics)
	if !ok {
		return
	}
	if model.Format.IsNull() {
		model.Format = types.StringValue(defaultCaptionFormat)
	}
	content, err := providerdata.Read(ctx, d.Data, account, func() (string, error) {
		return client.GetCaptions(ctx, account, model.VideoID.ValueString(), videoindexer.CaptionsQuery{
			IndexID: model.IndexID.ValueString(), Format: model.Format.ValueString(), Language: model.Language.ValueString(),
		})
	})
	if err != nil {
		subject := videoSubject(model.VideoID, account)
		subject.Noun, subject.ID = "captions", "of video "+subject.ID
		apidiag.Add(&resp.Diagnostics, "read", subject, err)
		return
	}
	model.Content = types.StringValue(content)
	resp.Diagnostics.Append(resp.State.Set(ctx, model)...)
}

// videoIDToRead is the video_id of a data source.
func videoIDToRead() schema.StringAttribute {
	return schema.StringAttribute{MarkdownDescription: videoKey.Description, Required: true, Validators: videoIDArgument().Validators}
}
