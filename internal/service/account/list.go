package account

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/scaffold"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// NewAccountsDataSource is data.videoindexer_accounts.
func NewAccountsDataSource() datasource.DataSource {
	return scaffold.NewDataSource(scaffold.About{
		Name:    "accounts",
		Summary: "Lists the accounts that the user of the subscription key can use, in the order of the service.",
		Notes:   needsKey,
	}, accountsAttributes, readAccounts)
}

// needsKey is the note of what works outside of an account.
const needsKey = "Needs the provider's `subscription_key`."

type accountsModel struct {
	providerdata.LocationField
	AccountType types.String `tfsdk:"account_type"`
	Accounts    types.List   `tfsdk:"accounts"`
}

// accountColumns are an account as the service lists it.
var accountColumns = arguments.Columns[videoindexer.AccountSummary]{
	arguments.NewColumn("account_id", "Id of the account (GUID).", func(a videoindexer.AccountSummary) attr.Value { return types.StringValue(a.ID) }),
	arguments.NewColumn("name", describeName, func(a videoindexer.AccountSummary) attr.Value { return nullable.Text(a.Name) }),
	arguments.NewColumn("location", "Region of the account; null if the service does not return it.", func(a videoindexer.AccountSummary) attr.Value { return nullable.Text(a.Location) }),
	arguments.NewColumn("account_type", describeAccountType, func(a videoindexer.AccountSummary) attr.Value { return nullable.Text(a.AccountType) }),
}

func accountsAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"account_type": schema.StringAttribute{
			MarkdownDescription: "Type of the accounts to return: `Trial` or `Paid`. Default: all.",
			Optional:            true,
			Validators:          []validator.String{validate.OneOf(videoindexer.AccountTypes...)},
		},
		"accounts": accountColumns.Attribute("The accounts.", nil),
	}
}

func readAccounts(ctx context.Context, from scaffold.Target, model *accountsModel, diags *diag.Diagnostics) {
	summaries, err := from.Client.ListAccounts(ctx, from.Account.Location)
	if err != nil {
		apidiag.Add(diags, "list", apidiag.Subject{Kind: "accounts", Account: from.Account}, err)
		return
	}
	model.Accounts = accountColumns.List(slices.DeleteFunc(summaries, func(a videoindexer.AccountSummary) bool {
		return !model.AccountType.IsNull() && !strings.EqualFold(model.AccountType.ValueString(), a.AccountType)
	}))
}

// NewListResource lists videoindexer_paid_account.
func NewListResource() list.ListResource {
	return scaffold.NewList(scaffold.About{
		Name: typeName, ReadsOn: true, Summary: "Lists the paid accounts that the user of the subscription key can use.", Notes: needsKey,
	}, scaffold.NoArguments, listPaid)
}

// listPaid gives the paid accounts in the service's order. An account that cannot be read in full is reported in its place, and
// the others are still given.
func listPaid(ctx context.Context, q scaffold.Query, _ *providerdata.LocationField) diag.Diagnostics {
	summaries, err := q.Client.ListAccounts(ctx, q.Account.Location)
	if err != nil {
		return diag.Diagnostics{apidiag.Error("list", apidiag.Subject{Kind: "paid accounts", Account: q.Account}, err)}
	}
	summaries = slices.DeleteFunc(summaries, func(s videoindexer.AccountSummary) bool { return !strings.EqualFold(s.AccountType, paidType) })
	q.Has(len(summaries))
	for _, summary := range summaries {
		if !q.Give(listed(ctx, q, summary)) {
			return nil
		}
	}
	return nil
}

// listed is one account of the list. A service may list the accounts of every location: calls about an account use its
// own location.
func listed(ctx context.Context, q scaffold.Query, summary videoindexer.AccountSummary) list.ListResult {
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
