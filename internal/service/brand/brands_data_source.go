package brand

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/int32type"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
)

// NewBrandsDataSource is data.videoindexer_brands.
func NewBrandsDataSource() datasource.DataSource {
	return providerdata.NewDataSource(providerdata.About{
		Name: "brands", IsExtended: true,
		Summary: "Lists the brands of an account's dictionary: all of them, or those that match the filters.",
	}, brandsAttributes, readBrands)
}

// brandsModel is a data.videoindexer_brands.
type brandsModel struct {
	providerdata.AccountFields
	filter
	Brands []brandModel `tfsdk:"brands"`
}

func brandsAttributes() map[string]schema.Attribute {
	element := serviceAttributes()
	element["brand_id"] = schema.NumberAttribute{MarkdownDescription: describeBrandID, CustomType: int32type.Type{}, Computed: true}
	return map[string]schema.Attribute{
		"enabled": schema.BoolAttribute{MarkdownDescription: describeEnabledFilter, Optional: true},
		"name_regex": schema.StringAttribute{
			MarkdownDescription: describeNameRegex, Optional: true, Validators: []validator.String{validate.RegularExpression()},
		},
		"brands": schema.ListNestedAttribute{
			MarkdownDescription: "The brands, by ascending id.", Computed: true,
			NestedObject: schema.NestedAttributeObject{Attributes: element},
		},
	}
}

func readBrands(ctx context.Context, from providerdata.Target, m *brandsModel, diags *diag.Diagnostics) {
	isNamed := m.names(diags)
	if isNamed == nil {
		return
	}
	m.Brands = []brandModel{}
	for b, err := range from.Client.BrandsInFull(ctx, from.Account) {
		if err != nil {
			apidiag.Add(diags, "list", apidiag.Subject{Noun: "brands", Account: from.Account}, err)
			return
		}
		if isNamed(b.Name) && m.matches(b) {
			m.Brands = append(m.Brands, modelOf(&b))
		}
	}
}
