package account

import (
	"context"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// NewAccountsDataSource is data.videoindexer_accounts.
func NewAccountsDataSource() datasource.DataSource {
	return providerdata.NewDataSource(providerdata.About{
		Name:    "accounts",
		Summary: "Lists the accounts that the user of the subscription key can use, in the order of the service.",
		Notes:   needsKey,
	}, accountsAttributes, readAccounts)
}

// needsKey is the note of what works outside of an account.
const needsKey = "Needs the provider's `subscription_key`."

type accountsModel struct {
	providerdata.LocationField
	AccountType types.String   `tfsdk:"account_type"`
	Accounts    []summaryModel `tfsdk:"accounts"`
}

type summaryModel struct {
	AccountID   types.String `tfsdk:"account_id"`
	Name        types.String `tfsdk:"name"`
	Location    types.String `tfsdk:"location"`
	AccountType types.String `tfsdk:"account_type"`
}

func accountsAttributes() map[string]schema.Attribute {
	text := arguments.ComputedText
	return map[string]schema.Attribute{
		"account_type": schema.StringAttribute{
			MarkdownDescription: "Type of the accounts to return: `Trial` or `Paid`. Default: all.",
			Optional:            true,
			Validators:          []validator.String{stringvalidator.OneOf(videoindexer.AccountTypes...)},
		},
		"accounts": arguments.ComputedList("The accounts.", map[string]schema.Attribute{
			"account_id":   text("Id of the account (GUID)."),
			"name":         text(describeName),
			"location":     text("Region of the account; null if the service does not return it."),
			"account_type": text(describeAccountType),
		}),
	}
}

func readAccounts(ctx context.Context, from providerdata.Target, model *accountsModel, diags *diag.Diagnostics) {
	summaries, err := from.Client.ListAccounts(ctx, from.Account.Location)
	if err != nil {
		apidiag.Add(diags, "list", apidiag.Subject{Noun: "accounts", Account: from.Account}, err)
		return
	}
	model.Accounts = []summaryModel{}
	for _, s := range summaries {
		if wanted := model.AccountType; !wanted.IsNull() && !strings.EqualFold(wanted.ValueString(), s.AccountType) {
			continue
		}
		model.Accounts = append(model.Accounts, summaryModel{
			AccountID:   types.StringValue(s.ID),
			Name:        nullable.Text(s.Name),
			Location:    nullable.Text(s.Location),
			AccountType: nullable.Text(s.AccountType),
		})
	}
}
