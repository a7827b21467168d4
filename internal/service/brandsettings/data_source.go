package brandsettings

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/scaffold"
)

// NewDataSource is data.videoindexer_brands_model_settings.
func NewDataSource() datasource.DataSource {
	return scaffold.NewDataSource(scaffold.About{
		Name: "brands_model_settings", IsExtended: true,
		Summary: "Reads the brand settings of an account.",
	}, settingsAttributes, readSettings)
}

type dataModel struct {
	providerdata.AccountFields
	Enabled    types.Bool `tfsdk:"enabled"`
	UseBuiltIn types.Bool `tfsdk:"use_built_in"`
}

func settingsAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"enabled":      schema.BoolAttribute{MarkdownDescription: describeEnabled + " Null if the service does not return it; some services always return `true`.", Computed: true},
		"use_built_in": schema.BoolAttribute{MarkdownDescription: describeUseBuiltIn, Computed: true},
	}
}

// readSettings reads the settings (X4).
func readSettings(ctx context.Context, from scaffold.Target, model *dataModel, diags *diag.Diagnostics) {
	remote, err := from.Client.GetBrandsModelSettings(ctx, from.Account)
	if err != nil {
		apidiag.Add(diags, "read", subject(from.Account), err)
		return
	}
	model.Enabled, model.UseBuiltIn = types.BoolPointerValue(remote.State), types.BoolValue(remote.UseBuiltIn)
}

// NewListResource lists videoindexer_brands_model_settings, of which an account has one.
func NewListResource() list.ListResource {
	return scaffold.NewList(scaffold.About{
		Name: "brands_model_settings", IsExtended: true,
		Summary: "Lists the brand settings, which every account has once.",
	}, scaffold.NoArguments, listSettings)
}

// listSettings gives the settings of the account (X4).
func listSettings(ctx context.Context, q scaffold.Query, fields *providerdata.AccountFields) diag.Diagnostics {
	remote, err := q.Client.GetBrandsModelSettings(ctx, q.Account)
	if err != nil {
		return diag.Diagnostics{apidiag.Error("read", subject(q.Account), err)}
	}
	listed := resourceModel{Fields: managed.Fields{AccountFields: *fields}}
	listed.fillRead(remote) // of which nothing is known
	q.Give(q.ListedAs(ctx, "Brand settings", nil, listed))
	return nil
}
