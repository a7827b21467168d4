package brand

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/int32type"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/model"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
)

var _ datasource.DataSourceWithConfigure = (*brandsDataSource)(nil)

type brandsDataSource struct{ providerdata.DataSource }

// NewBrandsDataSource is data.videoindexer_brands.
func NewBrandsDataSource() datasource.DataSource {
	return &brandsDataSource{providerdata.DataSource{Name: "brands"}}
}

// brandsModel is a data.videoindexer_brands.
type brandsModel struct {
	providerdata.AccountFields
	filter
	Brands []brandModel `tfsdk:"brands"`
}

func (d *brandsDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	element := serviceAttributes()
	element["brand_id"] = schema.NumberAttribute{MarkdownDescription: describeBrandID, CustomType: int32type.Type{}, Computed: true}
	resp.Schema = schema.Schema{
		MarkdownDescription: "Lists the brands of an account's dictionary: all of them, or those that match the filters." +
			arguments.NeedsExtended,
		Attributes: providerdata.DataSourceAttributes(map[string]schema.Attribute{
			"enabled": schema.BoolAttribute{MarkdownDescription: describeEnabledFilter, Optional: true},
			"name_regex": schema.StringAttribute{
				MarkdownDescription: describeNameRegex, Optional: true, Validators: []validator.String{validate.RegularExpression()},
			},
			"brands": schema.ListNestedAttribute{
				MarkdownDescription: "The brands, by ascending id.", Computed: true,
				NestedObject: schema.NestedAttributeObject{Attributes: element},
			},
		}),
	}
}

func (d *brandsDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var m brandsModel
	client, account, ok := d.LoadExtended(ctx, "The data source videoindexer_brands", req.Config, &m, &resp.Diagnostics)
	if !ok {
		return
	}
	isNamed := m.names(&resp.Diagnostics)
	if isNamed == nil {
		return
	}
	m.Brands = []brandModel{}
	for b, err := range client.BrandsInFull(ctx, account) {
		if err != nil {
			apidiag.Add(&resp.Diagnostics, "list", apidiag.Subject{Noun: "brands", Account: account}, err)
			return
		}
		if isNamed(b.Name) && m.matches(b) {
			m.Brands = append(m.Brands, modelOf(&b))
		}
	}
	resp.Diagnostics.Append(model.SetState(ctx, &resp.State, m)...)
}
