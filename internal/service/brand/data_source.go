package brand

import (
	"context"
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/int32type"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/entries"
)

// NewDataSource is data.videoindexer_brand.
func NewDataSource() datasource.DataSource {
	return providerdata.NewDataSource(providerdata.About{
		Name:    "brand",
		Summary: "Reads a brand of an account's dictionary.",
	}, brandAttributes, readBrand)
}

// dataSourceModel is a data.videoindexer_brand.
type dataSourceModel struct {
	providerdata.AccountFields
	brandModel
}

func brandAttributes() map[string]schema.Attribute {
	attributes := serviceAttributes()
	attributes["brand_id"] = schema.NumberAttribute{MarkdownDescription: describeBrandID, CustomType: int32type.Type{}, Required: true}
	return attributes
}

func readBrand(ctx context.Context, from providerdata.Target, m *dataSourceModel, diags *diag.Diagnostics) {
	remote, err := from.Client.GetBrand(ctx, from.Account, m.BrandID.Int32())
	if err != nil {
		apidiag.Add(diags, "read", entries.Subject(from.Account, idOf(m.BrandID.Int32())), err)
		return
	}
	m.brandModel = modelOf(remote)
}

func idOf(id int32) string { return strconv.Itoa(int(id)) }
