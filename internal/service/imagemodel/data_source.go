package imagemodel

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
)

var _ datasource.DataSourceWithConfigure = (*imageModelDataSource)(nil)

type imageModelDataSource struct{ providerdata.DataSource }

// NewDataSource is data.videoindexer_image_model.
func NewDataSource() datasource.DataSource {
	return &imageModelDataSource{providerdata.DataSource{Name: "image_model"}}
}

type model struct {
	providerdata.AccountFields
	Endpoint             types.String `tfsdk:"endpoint"`
	PredictionResourceID types.String `tfsdk:"prediction_resource_id"`
}

func (d *imageModelDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Reads the image-model account that an account is connected to, for the training of animation characters.\n\n" +
			"The service also checks that it can reach the image-model account with its keys. Available only in paid locations.",
		Attributes: providerdata.DataSourceAttributes(map[string]schema.Attribute{
			"endpoint": schema.StringAttribute{
				MarkdownDescription: "Address of the image-model service.",
				Computed:            true,
			},
			"prediction_resource_id": schema.StringAttribute{
				MarkdownDescription: "Id of the resource that is used for predictions.",
				Computed:            true,
			},
		}),
	}
}

func (d *imageModelDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var config model
	client, account, ok := d.Load(ctx, req.Config, &config, &resp.Diagnostics)
	if !ok {
		return
	}
	remote, err := client.GetImageModel(ctx, account)
	if err != nil {
		apidiag.Add(&resp.Diagnostics, "read", apidiag.Subject{Noun: "image model", Account: account}, err)
		return
	}
	config.Endpoint = types.StringValue(remote.Endpoint)
	config.PredictionResourceID = types.StringValue(remote.PredictionResourceID)
	resp.Diagnostics.Append(resp.State.Set(ctx, config)...)
}
