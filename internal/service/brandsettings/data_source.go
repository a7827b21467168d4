package brandsettings

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/scaffold"
)

// NewDataSource returns data.videoindexer_brands_model_settings.
func NewDataSource() datasource.DataSource {
	return scaffold.NewDataSource(scaffold.TypeInfo{
		Name: "brands_model_settings", NeedsExtended: true,
		Summary: "Reads the brand settings of an account.",
	}, settingsAttributes, readSettings)
}

type dataSourceModel struct {
	providerdata.AccountFields
	Enabled    types.Bool `tfsdk:"enabled"`
	UseBuiltIn types.Bool `tfsdk:"use_built_in"`
}

func settingsAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"enabled": schema.BoolAttribute{
			MarkdownDescription: describeEnabled + " Null if the service does not return it; " +
				"some services always return `true`.",
			Computed: true,
		},
		"use_built_in": schema.BoolAttribute{MarkdownDescription: describeUseBuiltIn, Computed: true},
	}
}

// readSettings reads the settings (X4).
func readSettings(ctx context.Context, target providerdata.Target, result *dataSourceModel) diag.Diagnostics {
	remote, err := target.Client.GetBrandsModelSettings(ctx, target.Account)
	if err != nil {
		return diag.Diagnostics{apidiag.Error("read", settingsSubject(target.Account), err)}
	}
	result.Enabled = types.BoolPointerValue(remote.State)
	result.UseBuiltIn = types.BoolValue(remote.UseBuiltIn)
	return nil
}
