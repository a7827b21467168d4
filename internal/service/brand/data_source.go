package brand

import (
	"context"
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/int32type"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/model"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/entries"
)

var _ datasource.DataSourceWithConfigure = (*brandDataSource)(nil)

type brandDataSource struct{ providerdata.DataSource }

// NewDataSource is data.videoindexer_brand.
func NewDataSource() datasource.DataSource {
	return &brandDataSource{providerdata.DataSource{Name: "brand"}}
}

// dataSourceModel is a data.videoindexer_brand.
type dataSourceModel struct {
	providerdata.AccountFields
	brandModel
}

func (d *brandDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	attributes := serviceAttributes()
	attributes["brand_id"] = schema.NumberAttribute{MarkdownDescription: describeBrandID, CustomType: int32type.Type{}, Required: true}
	resp.Schema = schema.Schema{
		MarkdownDescription: "Reads a brand of an account's dictionary.",
		Attributes:          providerdata.DataSourceAttributes(attributes),
	}
}

func (d *brandDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var m dataSourceModel
	client, account, ok := d.Load(ctx, req.Config, &m, &resp.Diagnostics)
	if !ok {
		return
	}
	remote, err := client.GetBrand(ctx, account, m.BrandID.Int32())
	if err != nil {
		apidiag.Add(&resp.Diagnostics, "read", entries.Subject(account, idOf(m.BrandID.Int32())), err)
		return
	}
	m.brandModel = modelOf(remote)
	resp.Diagnostics.Append(model.SetState(ctx, &resp.State, m)...)
}

func idOf(id int32) string { return strconv.Itoa(int(id)) }
