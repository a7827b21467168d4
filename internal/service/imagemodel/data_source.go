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

// NewDataSource returns data.videoindexer_image_model.
func NewDataSource() datasource.DataSource {
	return scaffold.NewDataSource(scaffold.TypeInfo{
		Name: "image_model",
		Summary: "Reads the image-model connection of an account, " +
			"with which the service recognizes animated characters.",
		Notes: "The service also checks that the keys of the connection work. " +
			"Image models are available only in paid locations.",
	}, connectionAttributes, readConnection)
}

type dataSourceModel struct {
	providerdata.AccountFields
	Endpoint             types.String `tfsdk:"endpoint"`
	PredictionResourceID types.String `tfsdk:"prediction_resource_id"`
}

func connectionAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"endpoint":               arguments.ComputedString("Address of the image model's service."),
		"prediction_resource_id": arguments.ComputedString("Id of the resource for predictions."),
	}
}

func readConnection(ctx context.Context, target providerdata.Target, result *dataSourceModel) diag.Diagnostics {
	remote, err := target.Client.GetImageModel(ctx, target.Account)
	if err != nil {
		return diag.Diagnostics{apidiag.Error("read", connectionSubject(target.Account), err)}
	}
	result.Endpoint = types.StringValue(remote.Endpoint)
	result.PredictionResourceID = types.StringValue(remote.PredictionResourceID)
	return nil
}
