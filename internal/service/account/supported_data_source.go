package account

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

var _ datasource.DataSourceWithConfigure = (*supportedDataSource)(nil)

type supportedDataSource struct{ providerdata.DataSource }

// NewSupportedDataSource is data.videoindexer_supported_operations.
func NewSupportedDataSource() datasource.DataSource {
	return &supportedDataSource{providerdata.DataSource{Name: "supported_operations"}}
}

type supportedModel struct {
	providerdata.AccountFields
	Operations  map[string]string `tfsdk:"operations"`
	Recommended types.Bool        `tfsdk:"extended_operations_recommended"`
}

func (d *supportedDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Asks the service which extended operations it has.\n\n" +
			"Use it to decide whether to set the provider's [`extended_operations`](../guides/extended-operations.md). It only reads, with a read token, and works whatever `extended_operations` is.",
		Attributes: providerdata.DataSourceAttributes(map[string]schema.Attribute{
			"operations": schema.MapAttribute{
				MarkdownDescription: fmt.Sprintf("Support of each operation by its name, such as `list_brands`: `%s`, `%s` (the service does not have it), `%s` (the credentials may not use it) or `%s` "+
					"(it was not asked, because it writes, or because the account has no object to ask about).", videoindexer.Offered, videoindexer.Missing, videoindexer.Refused, videoindexer.Unknown),
				ElementType: types.StringType,
				Computed:    true,
			},
			"extended_operations_recommended": schema.BoolAttribute{
				MarkdownDescription: "Whether `extended_operations = true` is recommended: the service offers `list_brands`, `list_language_models` and `list_videos`.",
				Computed:            true,
			},
		}),
	}
}

// Read asks each operation that only reads (X1, X4, X5, X6, X13, X17, X22, X29, X30, X34, X35).
func (d *supportedDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var model supportedModel
	client, account, ok := d.Load(ctx, req.Config, &model, &resp.Diagnostics)
	if !ok {
		return
	}
	support, err := client.SupportedOperations(ctx, account)
	if err != nil {
		apidiag.Add(&resp.Diagnostics, "ask for", apidiag.Subject{Noun: "supported operations", Account: account}, err)
		return
	}
	model.Operations = make(map[string]string, len(support))
	for name, one := range support {
		model.Operations[name] = string(one)
	}
	model.Recommended = types.BoolValue(videoindexer.RecommendsExtended(support))
	resp.Diagnostics.Append(resp.State.Set(ctx, model)...)
}
