// Package account has the data sources of the key's user's accounts, and paid accounts as managed
// resources.
package account

import (
	"cmp"
	"context"
	"encoding/json"

	"github.com/hashicorp/terraform-plugin-framework-jsontypes/jsontypes"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

const (
	describeName        = "Name of the account."
	describeAccountType = "Type of the account: `Trial` or `Paid`."
)

func detailAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"name":        arguments.ComputedString(describeName),
		"cname":       arguments.ComputedString("Canonical name of the account (`cName` in the API)."),
		"description": arguments.ComputedString("Description of the account."),
		"create_time": arguments.ComputedString("Creation time of the account (RFC 3339, UTC)."),
		"state":       arguments.ComputedString("State of the account, such as `Active`."),
		"is_paid": schema.BoolAttribute{
			MarkdownDescription: "Whether the account is a paid account.", Computed: true,
		},
		"account_type": arguments.ComputedString(describeAccountType),
		"media_directory_connection_application_id": arguments.ComputedString("Id of the directory application " +
			"with which the service uses the media-services resource; " +
			"null for an account without one."),
		"owners": memberColumns.Attribute("Owners of the account.", nil),
	}
}

// details are the fields of an account that the resource and the data sources share. Null means
// that the service left a field out.
type details struct {
	Name          types.String `tfsdk:"name"`
	CName         types.String `tfsdk:"cname"`
	Description   types.String `tfsdk:"description"`
	CreateTime    types.String `tfsdk:"create_time"`
	State         types.String `tfsdk:"state"`
	IsPaid        types.Bool   `tfsdk:"is_paid"`
	AccountType   types.String `tfsdk:"account_type"`
	ApplicationID types.String `tfsdk:"media_directory_connection_application_id"`
	Owners        types.List   `tfsdk:"owners"`
}

// detailsOf converts an account of the service.
func detailsOf(a *videoindexer.Account) details {
	return details{
		Name:          nullable.String(a.Name),
		CName:         nullable.String(a.CName),
		Description:   types.StringValue(a.Description),
		CreateTime:    nullable.String(a.Created),
		State:         nullable.String(a.State),
		IsPaid:        types.BoolValue(a.IsPaid),
		AccountType:   nullable.String(a.AccountType),
		ApplicationID: types.StringPointerValue(a.MediaDirectoryConnectionApplicationID),
		Owners:        memberColumns.ListOrEmpty(a.Owners),
	}
}

// noDetails returns the details of an account that was not read yet.
func noDetails() details { return details{Owners: memberColumns.List(nil)} }

// memberColumns describe a user in a list of an account. If the service lists plain e-mail
// addresses, the other columns are null.
var memberColumns = arguments.Columns[videoindexer.AccountUser]{
	arguments.StringColumn("id", "Id of the user; null if the service does not return it.", func(u videoindexer.AccountUser) string { return u.ID }),
	arguments.StringColumn("name", "Name of the user; null if the service does not return it.", func(u videoindexer.AccountUser) string { return u.Name }),
	arguments.StringColumn("email", "E-mail address of the user; null if the service does not return it.",
		func(u videoindexer.AccountUser) string { return u.Email }),
}

// objectKind names a paid account in messages.
const objectKind = "paid account"

// resourceModel is a videoindexer_paid_account. The arguments are those with which the account was
// created. In the state of an imported account, they are null until the first apply.
type resourceModel struct {
	managed.LeftFields
	details
	SubscriptionID        types.String         `tfsdk:"subscription_id"`
	ResourceGroup         types.String         `tfsdk:"resource_group"`
	MediaResource         types.String         `tfsdk:"media_resource"`
	DirectoryTenantID     types.String         `tfsdk:"directory_tenant_id"`
	DirectoryConnection   types.Object         `tfsdk:"directory_connection"`
	EncryptionKeyContract jsontypes.Normalized `tfsdk:"encryption_key_contract"`
	AutoScale             types.Bool           `tfsdk:"auto_scale"`
	DeletionPolicy        types.String         `tfsdk:"deletion_policy"`
}

// directoryConnection is the directory_connection. The write-only key is null in every plan and
// state.
type directoryConnection struct {
	ApplicationID    types.String `tfsdk:"application_id"`
	ApplicationKey   types.String `tfsdk:"application_key"`
	ApplicationKeyWO types.String `tfsdk:"application_key_wo"`
	KeyVersion       types.Number `tfsdk:"application_key_wo_version"`
}

var connectionType, _ = resourceAttributes()["directory_connection"].GetType().(types.ObjectType)

// The paths of arguments that are used more than once.
var (
	connectionPath   = path.Root("directory_connection")
	applicationPath  = connectionPath.AtName("application_id")
	keyPath          = connectionPath.AtName("application_key")
	writeOnlyKeyPath = connectionPath.AtName("application_key_wo")
	keyVersionPath   = connectionPath.AtName("application_key_wo_version")

	subscriptionPath  = path.Root("subscription_id")
	resourceGroupPath = path.Root("resource_group")

	// updatableArguments are the arguments that extended operations can change.
	updatableArguments = path.Paths{subscriptionPath, resourceGroupPath, applicationPath, keyPath, keyVersionPath}
)

// emptyModel returns a model of which nothing is known but the account.
func emptyModel(account videoindexer.AccountRef) resourceModel {
	return resourceModel{
		LeftFields: managed.LeftFields{AccountFields: providerdata.AccountFields{
			Location: types.StringValue(account.Location), AccountID: types.StringValue(account.ID),
		}},
		details:             noDetails(),
		DirectoryConnection: types.ObjectNull(connectionType.AttrTypes),
	}
}

// Resolve resolves the location alone of an account that has no id yet.
func (m *resourceModel) Resolve(data *providerdata.Data, diags *diag.Diagnostics) (videoindexer.AccountRef, bool) {
	if m.AccountID.IsUnknown() {
		field := providerdata.LocationField{Location: m.Location}
		account, isResolved := field.Resolve(data, diags)
		m.Location = field.Location
		return account, isResolved
	}
	return m.AccountFields.Resolve(data, diags)
}

// Effect is that of deletion_policy, or of its default: after an import, the state has none.
func (m *resourceModel) Effect() managed.Effect {
	policy := cmp.Or(m.DeletionPolicy.ValueString(), string(managed.PolicyPrevent))
	return managed.EffectOf(types.StringValue(policy), false)
}

func (m *resourceModel) Subject() apidiag.Subject { return accountSubject(m.AccountRef()) }

func (m *resourceModel) EffectHint() string { return "The service cannot delete an account." }

func accountSubject(account videoindexer.AccountRef) apidiag.Subject {
	return apidiag.Subject{Kind: objectKind, Account: account}
}

// connection returns the directory_connection; empty if it is unknown.
func (m *resourceModel) connection(ctx context.Context, diags *diag.Diagnostics) directoryConnection {
	var c directoryConnection
	diags.Append(m.DirectoryConnection.As(ctx, &c, basetypes.ObjectAsOptions{UnhandledUnknownAsEmpty: true})...)
	return c
}

// paidAccountFields returns the wanted fields of the account. The write-only key comes from the
// configuration, because it is not in the plan.
func (m *resourceModel) paidAccountFields(
	ctx context.Context, config tfsdk.Config, diags *diag.Diagnostics,
) videoindexer.PaidAccountFields {
	c := m.connection(ctx, diags)
	key := c.ApplicationKey
	if key.IsNull() {
		diags.Append(config.GetAttribute(ctx, writeOnlyKeyPath, &key)...)
	}
	fields := videoindexer.PaidAccountFields{
		SubscriptionID:    m.SubscriptionID.ValueString(),
		ResourceGroup:     m.ResourceGroup.ValueString(),
		Resource:          m.MediaResource.ValueString(),
		DirectoryTenantID: m.DirectoryTenantID.ValueString(),
		DirectoryConnection: videoindexer.DirectoryConnection{
			ApplicationID: c.ApplicationID.ValueString(), ApplicationKey: key.ValueString(),
		},
		AutoScale: m.AutoScale.ValueBool(),
	}
	if !m.EncryptionKeyContract.IsNull() {
		fields.EncryptionKeyContract = json.RawMessage(m.EncryptionKeyContract.ValueString())
	}
	return fields
}

// hasKeyOf reports whether two connections have the same key. Without extended operations, a key
// that moves from one of its arguments to the other counts as the same.
func (c directoryConnection) hasKeyOf(other directoryConnection, hasExtended bool) bool {
	isMoved := c.ApplicationKey.IsNull() || other.ApplicationKey.IsNull()
	if isMoved && !hasExtended {
		return true
	}
	return c.ApplicationKey.Equal(other.ApplicationKey)
}

// hasVersionOf reports whether two connections have the same version of the write-only key. One
// without a version has the key in another argument.
func (c directoryConnection) hasVersionOf(other directoryConnection) bool {
	if c.KeyVersion.IsNull() || other.KeyVersion.IsNull() {
		return true
	}
	return c.KeyVersion.Equal(other.KeyVersion)
}

// changedArguments returns the arguments that differ from those with which the account was created.
// The state of an import does not have them.
func (m *resourceModel) changedArguments(
	ctx context.Context, created *resourceModel, hasExtended bool,
) (changed path.Paths, diags diag.Diagnostics) {
	if created.SubscriptionID.IsNull() {
		return nil, nil
	}
	planned := m.connection(ctx, &diags)
	prior := created.connection(ctx, &diags)
	isSameContract := sameJSON(ctx, m.EncryptionKeyContract, created.EncryptionKeyContract, &diags)
	compare := func(argument path.Path, isSame bool) {
		if !isSame {
			changed.Append(argument)
		}
	}
	compare(path.Root("media_resource"), m.MediaResource.Equal(created.MediaResource))
	compare(path.Root("directory_tenant_id"), m.DirectoryTenantID.Equal(created.DirectoryTenantID))
	compare(path.Root("auto_scale"), m.AutoScale.Equal(created.AutoScale))
	compare(path.Root("encryption_key_contract"), isSameContract)
	compare(subscriptionPath, m.SubscriptionID.Equal(created.SubscriptionID))
	compare(resourceGroupPath, m.ResourceGroup.Equal(created.ResourceGroup))
	compare(applicationPath, planned.ApplicationID.Equal(prior.ApplicationID))
	compare(keyPath, planned.hasKeyOf(prior, hasExtended))
	compare(keyVersionPath, planned.hasVersionOf(prior))
	return changed, diags
}

func sameJSON(ctx context.Context, a, b jsontypes.Normalized, diags *diag.Diagnostics) bool {
	if !nullable.IsSet(a) || b.IsNull() {
		return a.Equal(b)
	}
	isSame, comparisonErrors := a.StringSemanticEquals(ctx, b)
	diags.Append(comparisonErrors...)
	return isSame
}
