package account

import (
	"context"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

var _ datasource.DataSourceWithConfigure = (*accountsDataSource)(nil)

type accountsDataSource struct{ providerdata.DataSource }

// NewAccountsDataSource is data.videoindexer_accounts.
func NewAccountsDataSource() datasource.DataSource {
	return &accountsDataSource{providerdata.DataSource{Name: "accounts"}}
}

type accountsModel struct {
	Location    types.String   `tfsdk:"location"`
	AccountType types.String   `tfsdk:"account_type"`
	Accounts    []summaryModel `tfsdk:"accounts"`
}

type summaryModel struct {
	AccountID   types.String `tfsdk:"account_id"`
	Name        types.String `tfsdk:"name"`
	Location    types.String `tfsdk:"location"`
	AccountType types.String `tfsdk:"account_type"`
}

func (d *accountsDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	text := arguments.ComputedText
	resp.Schema = schema.Schema{
		MarkdownDescription: "Lists the accounts that the user of the subscription key can use, in the order of the service.\n\n" +
			"Needs the provider's `subscription_key`.",
		Attributes: map[string]schema.Attribute{
			"location": providerdata.DataSourceLocation(),
			"account_type": schema.StringAttribute{
				MarkdownDescription: "Type of the accounts to return: `Trial` or `Paid`. Default: all.",
				Optional:            true,
				Validators:          []validator.String{stringvalidator.OneOf(videoindexer.AccountTypes...)},
			},
			"accounts": schema.ListNestedAttribute{
				MarkdownDescription: "The accounts.",
				Computed:            true,
				NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
					"account_id":   text("Id of the account (GUID)."),
					"name":         text(describeName),
					"location":     text("Region of the account; null if the service does not return it."),
					"account_type": text(describeAccountType),
				}},
			},
		},
	}
}

func (d *accountsDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var model accountsModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &model)...)
	if resp.Diagnostics.HasError() {
		return
	}
	client := d.Client(&resp.Diagnostics)
	location := d.Location(model.Location, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	summaries, err := client.ListAccounts(ctx, location)
	if err != nil {
		apidiag.Add(&resp.Diagnostics, "list", apidiag.Subject{Noun: "accounts", Account: videoindexer.AccountRef{Location: location}}, err)
		return
	}
	model.Location = types.StringValue(location)
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
	resp.Diagnostics.Append(resp.State.Set(ctx, model)...)
}
