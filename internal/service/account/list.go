package account

import (
	"cmp"
	"context"
	"iter"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/list"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// NewListResource lists videoindexer_paid_account.
func NewListResource() list.ListResource {
	return providerdata.NewList(providerdata.About{
		Name: typeName, Summary: "Lists the paid accounts that the user of the subscription key can use.", Notes: needsKey,
	}, providerdata.NoArguments, listPaid)
}

// listPaid gives the paid accounts in the service's order. An account that cannot be read in full is reported in its place, and
// the others are still given.
func listPaid(ctx context.Context, from providerdata.Target, _ *providerdata.LocationField, req list.ListRequest) iter.Seq[list.ListResult] {
	return func(yield func(list.ListResult) bool) {
		summaries, err := from.Client.ListAccounts(ctx, from.Account.Location)
		if err != nil {
			yield(providerdata.ListError("list", apidiag.Subject{Noun: "paid accounts", Account: from.Account}, err))
			return
		}
		for _, summary := range summaries {
			if strings.EqualFold(summary.AccountType, paidType) && !yield(listed(ctx, from, req, summary)) {
				return
			}
		}
	}
}

// listed is one account of the list. A service may list the accounts of every location: calls about an account use its
// own location.
func listed(ctx context.Context, from providerdata.Target, req list.ListRequest, summary videoindexer.AccountSummary) list.ListResult {
	account := videoindexer.AccountRef{Location: cmp.Or(summary.Location, from.Account.Location), ID: summary.ID}
	result := providerdata.Listed(ctx, req, cmp.Or(summary.Name, summary.ID), account, nil)
	if !req.IncludeResource {
		return result
	}
	remote, err := from.Client.GetAccount(ctx, account, videoindexer.AccountQuery{})
	if err != nil {
		apidiag.Add(&result.Diagnostics, "read", subject(account), err)
		return result
	}
	model := imported(account)
	result.Diagnostics.Append(model.fill(ctx, remote)...)
	result.Diagnostics.Append(result.Resource.Set(ctx, model)...)
	return result
}
