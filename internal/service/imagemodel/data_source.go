package imagemodel

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/scaffold"
)

// NewDataSource is data.videoindexer_image_model.
func NewDataSource() datasource.DataSource {
	return scaffold.NewDataSource(scaffold.About{
		Name:    "image_model",
		Summary: "Reads the image-model connection of an account, with which the service recognizes animated characters.",
		Notes:   "The service also checks that the keys of the connection work. Available only in paid locations.",
	}, attributes, read)
}

type model struct {
	providerdata.AccountFields
	Endpoint             types.String `tfsdk:"endpoint"`
	PredictionResourceID types.String `tfsdk:"prediction_resource_id"`
}

func attributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"endpoint":               arguments.Computed("Address of the image-model service."),
		"prediction_resource_id": arguments.Computed("Id of the resource that is used for predictions."),
	}
}

func read(ctx context.Context, from scaffold.Target, config *model, diags *diag.Diagnostics) {
	remote, err := from.Client.GetImageModel(ctx, from.Account)
	if err != nil {
		apidiag.Add(diags, "read", subject(from.Account), err)
		return
	}
	config.Endpoint, config.PredictionResourceID = types.StringValue(remote.Endpoint), types.StringValue(remote.PredictionResourceID)
}
