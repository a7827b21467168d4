package account

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework-jsontypes/jsontypes"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/scaffold"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// NewDataSource returns data.videoindexer_account.
func NewDataSource() datasource.DataSource {
	return scaffold.NewDataSource(scaffold.TypeInfo{
		Name:    "account",
		Summary: "Reads a trial or paid account.",
	}, accountAttributes, readAccount)
}

type dataSourceModel struct {
	providerdata.AccountFields
	details
	MediaResource       types.String         `tfsdk:"media_resource"`
	Contributors        types.List           `tfsdk:"contributors"`
	InvitedContributors types.List           `tfsdk:"invited_contributors"`
	Readers             types.List           `tfsdk:"readers"`
	InvitedReaders      types.List           `tfsdk:"invited_readers"`
	IncludeUsage        types.Bool           `tfsdk:"include_usage"`
	IncludeMediaInfo    types.Bool           `tfsdk:"include_media_info"`
	IncludeStatistics   types.Bool           `tfsdk:"include_statistics"`
	QuotaUsage          *quotaUsage          `tfsdk:"quota_usage"`
	MediaInfo           jsontypes.Normalized `tfsdk:"media_info"`
	Statistics          jsontypes.Normalized `tfsdk:"statistics"`
}

type quotaUsage struct {
	DailyUploadCount                  *float64 `tfsdk:"daily_upload_count"`
	DailyUploadCountLimit             *float64 `tfsdk:"daily_upload_count_limit"`
	DailyUploadDurationInSeconds      *float64 `tfsdk:"daily_upload_duration_in_seconds"`
	DailyUploadDurationLimitInSeconds *float64 `tfsdk:"daily_upload_duration_limit_in_seconds"`
	EverUploadDurationInSeconds       *float64 `tfsdk:"ever_upload_duration_in_seconds"`
	EverUploadDurationLimitInSeconds  *float64 `tfsdk:"ever_upload_duration_limit_in_seconds"`
}

func accountAttributes() map[string]schema.Attribute {
	asJSON := func(description string) schema.StringAttribute {
		return schema.StringAttribute{
			MarkdownDescription: description, CustomType: jsontypes.NormalizedType{}, Computed: true,
		}
	}
	attributes := detailAttributes()
	maps.Copy(attributes, map[string]schema.Attribute{
		"media_resource": arguments.ComputedString(
			"Media-services resource that the account is connected to; null for an account without one."),
		"contributors": memberColumns.Attribute("Users who can change the contents of the account.", nil),
		"invited_contributors": memberColumns.Attribute(
			"Users who were invited as contributors and have not accepted yet.", nil),
		"readers": memberColumns.Attribute("Users who can read the contents of the account.", nil),
		"invited_readers": memberColumns.Attribute(
			"Users who were invited as readers and have not accepted yet.", nil),

		"include_usage": arguments.OptionalBool("Whether to request `quota_usage`. Default: chosen by the service."),
		"include_media_info": arguments.OptionalBool("Whether to request `media_info`, " +
			"about the connected media-services resource; otherwise, it is null. " +
			"Default: `false`."),
		"include_statistics": arguments.OptionalBool("Whether to request `statistics` of the account; " +
			"otherwise, they are null. Default: `false`."),

		"quota_usage": quotaAttribute(),
		"media_info": asJSON("Fields that `include_media_info` adds, " +
			"as a JSON object with the names of the service (use `jsondecode`). " +
			"If both flags are set, the object contains the fields of both. Null if there are none."),
		"statistics": asJSON("Fields that `include_statistics` adds, in the same format as `media_info`; " +
			"null if there are none."),
	})
	return attributes
}

func quotaAttribute() schema.SingleNestedAttribute {
	number := func(description string) schema.Float64Attribute {
		return schema.Float64Attribute{MarkdownDescription: description, Computed: true}
	}
	return schema.SingleNestedAttribute{
		MarkdownDescription: "Uploads and their limits; null if the service does not return them.",
		Computed:            true,
		Attributes: map[string]schema.Attribute{
			"daily_upload_count":                     number("Number of uploads on the current day."),
			"daily_upload_count_limit":               number("Maximum number of uploads a day."),
			"daily_upload_duration_in_seconds":       number("Duration of the uploads on the current day."),
			"daily_upload_duration_limit_in_seconds": number("Maximum duration of uploads a day."),
			"ever_upload_duration_in_seconds":        number("Total duration of all uploads."),
			"ever_upload_duration_limit_in_seconds":  number("Maximum total duration of all uploads."),
		},
	}
}

func readAccount(ctx context.Context, target providerdata.Target, result *dataSourceModel) diag.Diagnostics {
	remote, err := target.Client.GetAccount(ctx, target.Account, videoindexer.AccountQuery{
		IncludeUsage:      result.IncludeUsage.ValueBoolPointer(),
		IncludeMediaInfo:  trueOrUnsent(result.IncludeMediaInfo),
		IncludeStatistics: trueOrUnsent(result.IncludeStatistics),
	})
	if err != nil {
		outer := videoindexer.AccountRef{Location: target.Account.Location}
		return diag.Diagnostics{apidiag.Error("read", apidiag.Subject{Kind: "account", ID: target.Account.ID, Account: outer}, err)}
	}
	result.details = detailsOf(remote)
	result.MediaResource = types.StringPointerValue(remote.MediaResource)
	result.Contributors = memberColumns.ListOrEmpty(remote.Contributors)
	result.InvitedContributors = memberColumns.ListOrEmpty(remote.InvitedContributors)
	result.Readers = memberColumns.ListOrEmpty(remote.Readers)
	result.InvitedReaders = memberColumns.ListOrEmpty(remote.InvitedReaders)
	result.QuotaUsage = (*quotaUsage)(remote.QuotaUsage)
	result.MediaInfo = extraFields(remote.Extra, result.IncludeMediaInfo)
	result.Statistics = extraFields(remote.Extra, result.IncludeStatistics)
	return nil
}

// trueOrUnsent returns a flag for a request. False, the default, is not sent.
func trueOrUnsent(flag types.Bool) *bool {
	if !flag.ValueBool() {
		return nil
	}
	return flag.ValueBoolPointer()
}

// extraFields returns, as a JSON object, the members of an account that the contract does not name,
// if a flag requests them.
func extraFields(extra map[string]json.RawMessage, flag types.Bool) jsontypes.Normalized {
	if !flag.ValueBool() || len(extra) == 0 {
		return jsontypes.NewNormalizedNull()
	}
	text, err := json.Marshal(extra)
	if err != nil {
		// This cannot happen, because the members were decoded from JSON.
		return jsontypes.NewNormalizedNull()
	}
	return jsontypes.NewNormalizedValue(string(text))
}

// NewSupportedDataSource returns data.videoindexer_supported_operations.
func NewSupportedDataSource() datasource.DataSource {
	return scaffold.NewDataSource(scaffold.TypeInfo{
		Name:    "supported_operations",
		Summary: "Asks the service which extended operations it has.",
		Notes: "Use this data source to decide whether to set the provider's [`extended_operations`](../guides/extended-operations.md). " +
			"The data source only reads, with a token without write permission, " +
			"even if `extended_operations` is `false`.",
	}, supportedAttributes, readSupported)
}

type supportedModel struct {
	providerdata.AccountFields
	Operations  map[string]string `tfsdk:"operations"`
	Recommended types.Bool        `tfsdk:"extended_operations_recommended"`
}

func supportedAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"operations": schema.MapAttribute{
			MarkdownDescription: fmt.Sprintf("Support of each operation by its name, such as `list_brands`: `%s`, "+
				"`%s` (the service does not have it), "+
				"`%s` (the credentials may not use it) or `%s` (the operation writes, "+
				"or the account has no object for it).",
				videoindexer.SupportOffered, videoindexer.SupportMissing,
				videoindexer.SupportRefused, videoindexer.SupportUnknown),
			ElementType: types.StringType,
			Computed:    true,
		},
		"extended_operations_recommended": schema.BoolAttribute{
			MarkdownDescription: "Whether `extended_operations = true` is recommended, " +
				"because the service has `list_brands`, `list_language_models` and `list_videos`.",
			Computed: true,
		},
	}
}

// readSupported tries each extended operation that only reads (X1, X4, X5, X6, X13, X17, X22, X29,
// X30, X34, X35).
func readSupported(ctx context.Context, target providerdata.Target, result *supportedModel) diag.Diagnostics {
	support, err := target.Client.OperationSupport(ctx, target.Account)
	if err != nil {
		subject := apidiag.Subject{Kind: "supported operations", Account: target.Account}
		return diag.Diagnostics{apidiag.Error("ask for", subject, err)}
	}
	result.Operations = make(map[string]string, len(support))
	for name, supported := range support {
		result.Operations[name] = string(supported)
	}
	result.Recommended = types.BoolValue(videoindexer.HasCoreOperations(support))
	return nil
}

// NewAccountsDataSource returns data.videoindexer_accounts.
func NewAccountsDataSource() datasource.DataSource {
	return scaffold.NewDataSource(scaffold.TypeInfo{
		Name:    "accounts",
		Summary: "Lists the accounts that the user of the subscription key can use, in the order of the service.",
		Notes:   noteOfKey,
	}, accountsAttributes, readAccounts)
}

// noteOfKey is the note on the pages of types that work outside of an account.
const noteOfKey = "Needs the provider's `subscription_key`."

type accountsModel struct {
	providerdata.LocationField
	AccountType types.String `tfsdk:"account_type"`
	Accounts    types.List   `tfsdk:"accounts"`
}

// accountColumns describe an account in a list.
var accountColumns = arguments.Columns[videoindexer.AccountSummary]{
	arguments.NewColumn("account_id", "Id of the account (GUID).", func(a videoindexer.AccountSummary) attr.Value {
		return types.StringValue(a.ID)
	}),
	arguments.StringColumn("name", describeName, func(a videoindexer.AccountSummary) string { return a.Name }),
	arguments.StringColumn("location", "Region of the account; null if the service does not return it.",
		func(a videoindexer.AccountSummary) string { return a.Location }),
	arguments.StringColumn("account_type", describeAccountType, func(a videoindexer.AccountSummary) string {
		return a.AccountType
	}),
}

func accountsAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"account_type": arguments.OptionalString(
			"Type of the accounts to return: `Trial` or `Paid`. Default: all.", validate.OneOf(videoindexer.AccountTypes...)),
		"accounts": accountColumns.Attribute("The accounts.", nil),
	}
}

func readAccounts(ctx context.Context, target providerdata.Target, result *accountsModel) diag.Diagnostics {
	summaries, err := target.Client.ListAccounts(ctx, target.Account.Location)
	if err != nil {
		return diag.Diagnostics{apidiag.Error("list", apidiag.Subject{Kind: "accounts", Account: target.Account}, err)}
	}
	if !result.AccountType.IsNull() {
		summaries = accountsOfType(summaries, result.AccountType.ValueString())
	}
	result.Accounts = accountColumns.List(summaries)
	return nil
}

func accountsOfType(all []videoindexer.AccountSummary, wanted string) []videoindexer.AccountSummary {
	return slices.DeleteFunc(all, func(account videoindexer.AccountSummary) bool {
		return !strings.EqualFold(account.AccountType, wanted)
	})
}
