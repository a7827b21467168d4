package brand

import (
	"context"
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/int32type"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managedbrand"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
)

var _ datasource.DataSourceWithConfigure = (*brandDataSource)(nil)

type brandDataSource struct{ providerdata.DataSource }

// NewDataSource is data.videoindexer_brand.
func NewDataSource() datasource.DataSource {
	return &brandDataSource{providerdata.DataSource{Name: "brand"}}
}

func (d *brandDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	attributes := serviceAttributes()
	attributes["brand_id"] = schema.NumberAttribute{MarkdownDescription: describeBrandID, CustomType: int32type.Type{}, Required: true}
	resp.Schema = schema.Schema{
		MarkdownDescription: "A brand of an account's dictionary.",
		Attributes:          providerdata.DataSourceAttributes(attributes),
	}
}

func (d *brandDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var model dataSourceModel
	client, account, ok := d.Load(ctx, req.Config, &model, &resp.Diagnostics)
	if !ok {
		return
	}
	remote, err := client.GetBrand(ctx, account, model.BrandID.Int32())
	if err != nil {
		apidiag.Add(&resp.Diagnostics, "read", managedbrand.Subject(account, strconv.Itoa(int(model.BrandID.Int32()))), err)
		return
	}
	model.history.fill(remote)
	model.Values = managedbrand.ValuesOfBrand(remote.BrandFields)
	resp.Diagnostics.Append(resp.State.Set(ctx, model)...)
}
