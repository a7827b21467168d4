package account

import (
	"cmp"
	"context"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/list"
	listschema "github.com/hashicorp/terraform-plugin-framework/list/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

var _ list.ListResourceWithConfigure = (*paidAccountList)(nil)

type paidAccountList struct{ providerdata.Resource }

// NewListResource lists videoindexer_paid_account.
func NewListResource() list.ListResource {
	return &paidAccountList{providerdata.Resource{Name: typeName}}
}

func (l *paidAccountList) ListResourceConfigSchema(_ context.Context, _ list.ListResourceSchemaRequest, resp *list.ListResourceSchemaResponse) {
	resp.Schema = listschema.Schema{
		MarkdownDescription: "Lists the paid accounts that the user of the subscription key can use.\n\n" +
			"Needs the provider's `subscription_key`.",
		Attributes: map[string]listschema.Attribute{
			"location": listschema.StringAttribute{
				MarkdownDescription: "Region of the accounts to list. Default: the provider's `location`.",
				Optional:            true,
				Validators:          []validator.String{validate.PathSegment()},
			},
		},
	}
}

// List gives the paid accounts in the service's order. An account that cannot be read in full is
// reported in its place, and the others are still given.
func (l *paidAccountList) List(ctx context.Context, req list.ListRequest, stream *list.ListResultsStream) {
	var own types.String
	diags := req.Config.GetAttribute(ctx, path.Root("location"), &own)
	client := l.Client(&diags)
	location := l.Location(own, &diags)
	if diags.HasError() {
		stream.Results = list.ListResultsStreamDiagnostics(diags)
		return
	}
	summaries, err := client.ListAccounts(ctx, location)
	if err != nil {
		apidiag.Add(&diags, "list", apidiag.Subject{Noun: "paid accounts", Account: videoindexer.AccountRef{Location: location}}, err)
		stream.Results = list.ListResultsStreamDiagnostics(diags)
		return
	}
	stream.Results = providerdata.AtMost(req.Limit, func(push func(list.ListResult) bool) {
		for _, summary := range summaries {
			if strings.EqualFold(summary.AccountType, paidType) && !push(listed(ctx, req, client, location, summary)) {
				return
			}
		}
	})
}

// listed is one account of the list. A service may list the accounts of every location: calls about an account use its
// own location.
func listed(ctx context.Context, req list.ListRequest, client *videoindexer.Client, location string, summary videoindexer.AccountSummary) list.ListResult {
	account := videoindexer.AccountRef{Location: location, ID: summary.ID}
	if summary.Location != "" {
		account.Location = summary.Location
	}
	result := providerdata.Listed(ctx, req, cmp.Or(summary.Name, summary.ID), account, nil)
	if !req.IncludeResource {
		return result
	}
	remote, err := client.GetAccount(ctx, account, videoindexer.AccountQuery{})
	if err != nil {
		apidiag.Add(&result.Diagnostics, "read", subject(account), err)
		return result
	}
	model := imported(account)
	result.Diagnostics.Append(model.fill(ctx, remote)...)
	result.Diagnostics.Append(result.Resource.Set(ctx, model)...)
	return result
}
