package brand

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/list"
	listschema "github.com/hashicorp/terraform-plugin-framework/list/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/int32type"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managedbrand"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

var _ list.ListResourceWithConfigure = (*brandList)(nil)

type brandList struct{ providerdata.Resource }

// NewListResource lists videoindexer_brand.
func NewListResource() list.ListResource { return &brandList{} }

// listModel is the configuration of a list.
type listModel struct {
	providerdata.AccountFields
	filter
}

func (l *brandList) Metadata(ctx context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	NewResource().Metadata(ctx, req, resp)
}

func (l *brandList) ListResourceConfigSchema(_ context.Context, _ list.ListResourceSchemaRequest, resp *list.ListResourceSchemaResponse) {
	resp.Schema = listschema.Schema{
		MarkdownDescription: "The brands of an account's dictionary, by ascending id. " +
			"It needs the provider's `extended_operations`; see [Extended operations](../guides/extended-operations.md).",
		Attributes: providerdata.ListAttributes(map[string]listschema.Attribute{
			"enabled": listschema.BoolAttribute{MarkdownDescription: describeEnabledFilter, Optional: true},
			"name_regex": listschema.StringAttribute{
				MarkdownDescription: describeNameRegex, Optional: true, Validators: []validator.String{validate.RegularExpression()},
			},
		}),
	}
}

// List gives the brands that are wanted, each from the one request that reads them all.
func (l *brandList) List(ctx context.Context, req list.ListRequest, stream *list.ListResultsStream) {
	var model listModel
	diags := req.Config.Get(ctx, &model)
	if diags.HasError() || !l.RequireExtended(path.Empty(), "The list of videoindexer_brand", &diags) {
		stream.Results = list.ListResultsStreamDiagnostics(diags)
		return
	}
	client, account, ok := l.Target(&model.AccountFields, &diags)
	if !ok {
		stream.Results = list.ListResultsStreamDiagnostics(diags)
		return
	}
	held, err := client.ListBrandsInFull(ctx, account)
	if err != nil {
		apidiag.Add(&diags, "list", apidiag.Subject{Noun: "brands", Account: account}, err)
		stream.Results = list.ListResultsStreamDiagnostics(diags)
		return
	}
	wanted := model.of(held, &diags)
	if diags.HasError() {
		stream.Results = list.ListResultsStreamDiagnostics(diags)
		return
	}
	if req.Limit > 0 && int64(len(wanted)) > req.Limit {
		wanted = wanted[:req.Limit]
	}
	stream.Results = func(push func(list.ListResult) bool) {
		for i := range wanted {
			if !push(listed(ctx, req, account, &wanted[i])) {
				return
			}
		}
	}
}

// listed is one brand of a list; as a resource it is what an import and a read make of it.
func listed(ctx context.Context, req list.ListRequest, account videoindexer.AccountRef, b *videoindexer.Brand) list.ListResult {
	model := resourceModel{
		AccountFields: providerdata.AccountFields{Location: types.StringValue(account.Location), AccountID: types.StringValue(account.ID)},
		Values:        managedbrand.NewValues(),
		BrandID:       int32type.New(b.ID),
		Overwritten:   types.ObjectNull(managedbrand.Types),
	}
	model.take(b)
	model.DeletionPolicy = types.StringValue(string(model.policy()))
	result := req.NewListResult(ctx)
	result.DisplayName = b.Name
	result.Diagnostics.Append(result.Identity.SetAttribute(ctx, path.Root("location"), model.Location)...)
	result.Diagnostics.Append(result.Identity.SetAttribute(ctx, path.Root("account_id"), model.AccountID)...)
	result.Diagnostics.Append(result.Identity.SetAttribute(ctx, path.Root("brand_id"), model.BrandID)...)
	if req.IncludeResource {
		result.Diagnostics.Append(result.Resource.Set(ctx, model)...)
	}
	return result
}
