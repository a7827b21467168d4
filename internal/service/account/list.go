package account

import (
	"cmp"
	"context"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
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
func listPaid(ctx context.Context, q providerdata.Query, _ *providerdata.LocationField) diag.Diagnostics {
	summaries, err := q.Client.ListAccounts(ctx, q.Account.Location)
	if err != nil {
		return diag.Diagnostics{apidiag.Error("list", apidiag.Subject{Noun: "paid accounts", Account: q.Account}, err)}
	}
	for _, summary := range summaries {
		if strings.EqualFold(summary.AccountType, paidType) && !q.Give(listed(ctx, q, summary)) {
			return nil
		}
	}
	return nil
}

// listed is one account of the list. A service may list the accounts of every location: calls about an account use its
// own location.
func listed(ctx context.Context, q providerdata.Query, summary videoindexer.AccountSummary) list.ListResult {
	account := videoindexer.AccountRef{Location: cmp.Or(summary.Location, q.Account.Location), ID: summary.ID}
	result := q.Listed(ctx, cmp.Or(summary.Name, summary.ID), account, nil)
	if !q.IncludeResource {
		return result
	}
	remote, err := q.Client.GetAccount(ctx, account, videoindexer.AccountQuery{})
	if err != nil {
		apidiag.Add(&result.Diagnostics, "read", subject(account), err)
		return result
	}
	model := imported(account)
	result.Diagnostics.Append(model.fill(ctx, remote)...)
	result.Diagnostics.Append(result.Resource.Set(ctx, model)...)
	return result
}
