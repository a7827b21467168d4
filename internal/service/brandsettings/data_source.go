package brandsettings

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/list"
	listschema "github.com/hashicorp/terraform-plugin-framework/list/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
)

var (
	_ datasource.DataSourceWithConfigure = (*settingsDataSource)(nil)
	_ list.ListResourceWithConfigure     = (*settingsList)(nil)
)

type settingsDataSource struct{ providerdata.DataSource }

// NewDataSource is data.videoindexer_brands_model_settings.
func NewDataSource() datasource.DataSource {
	return &settingsDataSource{providerdata.DataSource{Name: "brands_model_settings"}}
}

type dataModel struct {
	providerdata.AccountFields
	Enabled    types.Bool `tfsdk:"enabled"`
	UseBuiltIn types.Bool `tfsdk:"use_built_in"`
}

func (d *settingsDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Reads the settings of brand recognition of an account." + arguments.NeedsExtended,
		Attributes: providerdata.DataSourceAttributes(map[string]schema.Attribute{
			"enabled":      schema.BoolAttribute{MarkdownDescription: describeEnabled + " Null if the service does not return it; some services always return `true`.", Computed: true},
			"use_built_in": schema.BoolAttribute{MarkdownDescription: describeUseBuiltIn, Computed: true},
		}),
	}
}

// Read reads the settings (X4).
func (d *settingsDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var model dataModel
	client, account, ok := d.LoadExtended(ctx, "The data source "+typeName, req.Config, &model, &resp.Diagnostics)
	if !ok {
		return
	}
	remote, err := client.GetBrandsModelSettings(ctx, account)
	if err != nil {
		apidiag.Add(&resp.Diagnostics, "read", subject(account), err)
		return
	}
	model.Enabled, model.UseBuiltIn = types.BoolPointerValue(remote.State), types.BoolValue(remote.UseBuiltIn)
	resp.Diagnostics.Append(resp.State.Set(ctx, model)...)
}

type settingsList struct{ providerdata.Resource }

// NewListResource lists videoindexer_brands_model_settings, of which an account has one.
func NewListResource() list.ListResource {
	return &settingsList{providerdata.Resource{Name: "brands_model_settings"}}
}

type listModel struct{ providerdata.AccountFields }

func (l *settingsList) ListResourceConfigSchema(_ context.Context, _ list.ListResourceSchemaRequest, resp *list.ListResourceSchemaResponse) {
	resp.Schema = listschema.Schema{
		MarkdownDescription: "Lists the settings of brand recognition, which every account has once." + arguments.NeedsExtended,
		Attributes:          providerdata.ListAttributes(map[string]listschema.Attribute{}),
	}
}

// List gives the settings of the account (X4).
func (l *settingsList) List(ctx context.Context, req list.ListRequest, stream *list.ListResultsStream) {
	var model listModel
	var diags diag.Diagnostics
	client, account, ok := l.LoadExtended(ctx, "The list of "+typeName, req.Config, &model, &diags)
	if !ok {
		stream.Results = list.ListResultsStreamDiagnostics(diags)
		return
	}
	stream.Results = func(push func(list.ListResult) bool) {
		remote, err := client.GetBrandsModelSettings(ctx, account)
		if err != nil {
			push(list.ListResult{Diagnostics: diag.Diagnostics{apidiag.Error("read", subject(account), err)}})
			return
		}
		listed := resourceModel{AccountFields: model.AccountFields}
		listed.fillRead(remote)
		listed.DeletionPolicy = types.StringValue(string(listed.policy()))
		push(providerdata.ListedAs(ctx, req, "Settings of brand recognition", account, nil, listed))
	}
}
