package brand

import (
	"cmp"
	"context"
	"iter"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/list"
	listschema "github.com/hashicorp/terraform-plugin-framework/list/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/int32type"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
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
	}, listAttributes, listBrands)
}

// listModel is the configuration of a list.
type listModel struct {
	providerdata.AccountFields
	filter
}

func listAttributes() map[string]listschema.Attribute {
	return map[string]listschema.Attribute{
		"enabled": listschema.BoolAttribute{MarkdownDescription: describeEnabledFilter, Optional: true},
		"name_regex": listschema.StringAttribute{
			MarkdownDescription: describeNameRegex, Optional: true, Validators: []validator.String{validate.RegularExpression()},
		},
	}
}

// listBrands gives the brands that are wanted, from the one request that reads them all. A brand that the list shows only in
// part is read by itself. One that cannot be read is a warning in its place.
func listBrands(ctx context.Context, from providerdata.Target, model *listModel, req list.ListRequest) iter.Seq[list.ListResult] {
	return func(yield func(list.ListResult) bool) {
		var diags diag.Diagnostics
		isNamed := model.names(&diags)
		if isNamed == nil {
			yield(list.ListResult{Diagnostics: diags})
			return
		}
		for brand, err := range from.Client.BrandsInFull(ctx, from.Account) {
			switch {
			case err != nil && brand.ID == 0:
				yield(providerdata.ListError("list", apidiag.Subject{Noun: "brands", Account: from.Account}, err))
				return
			case brand.Name != "" && !isNamed(brand.Name), err == nil && !model.matches(brand):
				continue
			}
			if !yield(listed(ctx, req, from.Account, &brand, err)) {
				return
			}
		}
	}
}

// listed is one brand of a list; as a resource it is what an import and a read make of it, or what is known of one that could
// not be read.
func listed(ctx context.Context, req list.ListRequest, account videoindexer.AccountRef, b *videoindexer.Brand, unread error) list.ListResult {
	known := set.Brand{ID: b.ID, Values: field.Of(b.BrandFields)}
	if unread != nil {
		if known.Values = (field.Values{}); b.Name != "" {
			known.Values.SetName(b.Name)
		}
	}
	m := entries.Model{
		AccountFields:  providerdata.AccountFields{Location: types.StringValue(account.Location), AccountID: types.StringValue(account.ID)},
		Contents:       entries.Contents{Brands: entries.Brands{entries.One: known}, Settings: entries.Settings{CreateTime: nullable.Text(b.Create)}},
		DeletionPolicy: types.StringValue(string(deletion.Abandon)),
	}
	result := providerdata.ListedAs(ctx, req, cmp.Or(b.Name, idOf(b.ID)), account, map[string]any{"brand_id": int32type.New(b.ID)}, m)
	if unread != nil {
		result.Diagnostics.Append(apidiag.Warning("read", entries.Subject(account, idOf(b.ID)), unread))
	}
	return result
}
