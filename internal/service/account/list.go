package account

import (
	"cmp"
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/list"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/scaffold"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// NewListResource returns list.videoindexer_paid_account.
func NewListResource() list.ListResource {
	return scaffold.NewListResource(scaffold.TypeInfo{
		Name: typeName, IsPaged: true, Summary: "Lists the paid accounts that the user of the subscription key can use.", Notes: noteOfKey,
	}, scaffold.NoArguments, listPaid)
}

// listPaid pushes the paid accounts in the service's order. If an account cannot be read, an error
// takes its place, and the other accounts follow.
func listPaid(ctx context.Context, q scaffold.Query, _ *providerdata.LocationField) diag.Diagnostics {
	summaries, err := q.Client.ListAccounts(ctx, q.Account.Location)
	if err != nil {
		return diag.Diagnostics{apidiag.Error("list", apidiag.Subject{Kind: "paid accounts", Account: q.Account}, err)}
	}
	summaries = accountsOfType(summaries, "Paid")
	q.SetTotal(len(summaries))
	for _, summary := range summaries {
		wantsMore := q.Push(listResult(ctx, q, summary))
		if !wantsMore {
			return nil
		}
	}
	return nil
}

// listResult returns one account of the list. A service may list the accounts of all locations, so
// that calls for an account use the location of the account.
func listResult(ctx context.Context, q scaffold.Query, summary videoindexer.AccountSummary) list.ListResult {
	account := videoindexer.AccountRef{Location: cmp.Or(summary.Location, q.Account.Location), ID: summary.ID}
	result := q.Result(ctx, cmp.Or(summary.Name, summary.ID), account, nil)
	if !q.IncludeResource {
		return result
	}
	remote, err := q.Client.GetAccount(ctx, account, videoindexer.AccountQuery{})
	if err != nil {
		result.Diagnostics.Append(apidiag.Error("read", accountSubject(account), err))
		return result
	}
	model := emptyModel(account)
	model.details = detailsOf(remote)
	result.Diagnostics.Append(result.Resource.Set(ctx, model)...)
	return result
}
