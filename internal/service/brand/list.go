package brand

import (
	"cmp"
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/list"
	listschema "github.com/hashicorp/terraform-plugin-framework/list/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/number"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/entries"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/field"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/set"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// NewListResource lists videoindexer_brand.
func NewListResource() list.ListResource {
	return providerdata.NewList(providerdata.About{
		Name: "brand", IsExtended: true,
		Summary: "Lists the brands of an account's dictionary, by ascending id.",
	}, func() map[string]listschema.Attribute { return arguments.ForList(filterArguments()) }, listBrands)
}

// listModel is the configuration of a list.
type listModel struct {
	providerdata.AccountFields
	filter
}

// listBrands gives the brands that are wanted, from the one request that reads them all.
func listBrands(ctx context.Context, q providerdata.Query, model *listModel) diag.Diagnostics {
	var diags diag.Diagnostics
	isNamed := model.names(&diags)
	if isNamed == nil {
		return diags
	}
	brands, err := q.Client.ListBrands(ctx, q.Account)
	if err != nil {
		return diag.Diagnostics{apidiag.Error("list", apidiag.Subject{Noun: "brands", Account: q.Account}, err)}
	}
	for _, brand := range brands {
		if isNamed(brand.Name) && model.matches(brand) && !q.Give(listed(ctx, q, &brand)) {
			return nil
		}
	}
	return nil
}

// listed is one brand of a list; as a resource it is what an import and a read make of it.
func listed(ctx context.Context, q providerdata.Query, b *videoindexer.Brand) list.ListResult {
	m := &entries.Model{
		AccountFields: providerdata.AccountFields{Location: types.StringValue(q.Account.Location), AccountID: types.StringValue(q.Account.ID)},
		Contents: entries.Contents{
			Brands:   entries.Brands{entries.One: set.Brand{ID: b.ID, Values: field.Of(b.BrandFields)}},
			Settings: entries.Settings{CreateTime: nullable.Text(b.Create)},
		},
		DeletionPolicy: types.StringValue(string(deletion.Abandon)),
	}
	return q.ListedAs(ctx, cmp.Or(b.Name, idOf(b.ID)), map[string]any{"brand_id": number.New(b.ID)}, m)
}
