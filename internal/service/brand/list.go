package brand

import (
	"cmp"
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/number"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/scaffold"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/field"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/set"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// NewListResource returns list.videoindexer_brand.
func NewListResource() list.ListResource {
	return scaffold.NewListResource(scaffold.TypeInfo{
		Name: "brand", NeedsExtended: true, Summary: "Lists the brands of an account, by ascending id.",
	}, filterArguments, listBrands)
}

// listBrands pushes the brands that the filters select.
func listBrands(ctx context.Context, query scaffold.Query, selected *brandsModel) diag.Diagnostics {
	diags := readBrands(ctx, query.Target, selected)
	for i := range selected.brands {
		wantsMore := query.Push(listResult(ctx, query, &selected.brands[i]))
		if !wantsMore {
			break
		}
	}
	return diags
}

// listResult returns a brand of a list. Its resource is the state after an import and a read.
func listResult(ctx context.Context, query scaffold.Query, brand *videoindexer.Brand) list.ListResult {
	state := &resourceModel{Brands: set.Brands{singleLabel: {
		ID:        brand.ID,
		Values:    field.ValuesOf(brand.BrandFields),
		IsAdopted: true,
		Created:   brand.Created,
	}}}
	state.Location = types.StringValue(query.Account.Location)
	state.AccountID = types.StringValue(query.Account.ID)
	state.layout = singleLayout{}
	title := cmp.Or(brand.Name, brandIDText(brand.ID))
	return query.ResultWith(ctx, title, map[string]any{brandIDName: number.New(brand.ID)}, state)
}
