package account

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ledger"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

var (
	_ managed.Planner[resourceModel] = (*resourceModel)(nil)
	_ managed.Creator[resourceModel] = (*resourceModel)(nil)
	_ managed.Replacer               = (*resourceModel)(nil)
	_ managed.Protected              = (*resourceModel)(nil)
)

// typeName is the name of the resource and of its list, without the provider's.
const typeName = "paid_account"

// maxListingDelay is how long a new account may take until the service lists it for its user.
const maxListingDelay = time.Minute

// NewResource returns videoindexer_paid_account. Besides its account, it has no keys.
func NewResource() resource.Resource {
	return managed.NewObjectResource[resourceModel](managed.ResourceInfo{
		Name: typeName, Summary: "Manages a paid account, which is connected to a media-services resource.",
		Notes: "The resource needs the provider's `subscription_key`, and a `location` that is a paid region.\n\n" +
			"The base API can neither change nor delete an account. " +
			"A change of any argument except `deletion_policy` replaces the account, " +
			"and the default `deletion_policy` makes such a plan fail.\n\n" +
			"With [`extended_operations`](../guides/extended-operations.md), a change of `subscription_id`, " +
			"`resource_group` or `directory_connection`, such as a rotated key, is an update.\n\n" +
			"The provider never repeats the request that creates an account. " +
			"If the response is lost, the error describes how to find out whether the account exists.\n\n" +
			"The service does not return the arguments that an account was created with. " +
			"After an import, the first apply records them in the state, and does not change the account.",
	}, resourceAttributes)
}

// Create creates the account with a request that is never repeated. As soon as its id is known, the
// account is in the state, even if a later step fails.
func (m *resourceModel) Create(
	ctx context.Context, writing managed.WriteRequest[resourceModel],
) (created *resourceModel, diags diag.Diagnostics) {
	fields := m.paidAccountFields(ctx, writing.Config, &diags)
	if diags.HasError() {
		return nil, diags
	}
	account := m.AccountRef()
	var err error
	account.ID, err = writing.Client.CreatePaidAccount(ctx, account.Location, fields)
	if account.ID == "" {
		return nil, append(diags, createError(account.Location, fields.Resource, err))
	}
	m.AccountFields = emptyModel(account).AccountFields
	m.details = noDetails()
	if err != nil {
		diags.Append(unconfirmedCreateError(account, err))
		// An engine replaces the tainted resource next, whatever is configured. The default policy
		// in the state makes that an error.
		m.DeletionPolicy = types.StringNull()
	}
	return m, diags
}

// createError returns the error of a create after which no account is known, and says whether the
// account may exist.
func createError(location, mediaResource string, err error) diag.Diagnostic {
	wanted := apidiag.Subject{
		Kind: objectKind, Whole: &apidiag.Subject{Kind: "media resource", Name: mediaResource},
		Account: videoindexer.AccountRef{Location: location},
	}
	hint := ""
	if videoindexer.IsOutcomeUnknown(err) {
		hint = "The account may exist nevertheless. Read the data source videoindexer_accounts. " +
			"If it lists the account, import it before the next apply."
	}
	return apidiag.Error("create", wanted, err, hint)
}

// unconfirmedCreateError returns the error of a create whose response was lost, if one new account
// has appeared.
func unconfirmedCreateError(account videoindexer.AccountRef, err error) diag.Diagnostic {
	return diag.NewErrorDiagnostic("Paid account was probably created", apidiag.Detail(
		"confirm the creation of", accountSubject(account), err,
		"One new account has appeared since the request. It is now in the state, as tainted. "+
			"Check it in the portal:\n\n"+
			"  - If it is the new account, "+howToUntaint+".\n"+
			"  - If it is not, run `terraform state rm '<address>'`, and apply again."))
}

// readBack reads the account that was just created, which the service may list a moment later. If
// it cannot be read, the next refresh reads it: an error would taint the account, and an engine
// would want to replace it.
func (m *resourceModel) readBack(ctx context.Context, client *videoindexer.Client) diag.Diagnostics {
	waiting, cancel := context.WithTimeout(ctx, maxListingDelay)
	defer cancel()
	var remote *videoindexer.Account
	var readErr error
	waitErr := wait.Until(waiting, func(ctx context.Context) (done bool, err error) {
		remote, readErr = client.GetAccount(ctx, m.AccountRef(), videoindexer.AccountQuery{})
		_, isUnlisted := errors.AsType[*videoindexer.AccountNotListedError](readErr)
		return !videoindexer.IsNotFound(readErr) && !isUnlisted, nil
	})
	// The error of the last read says more than that of the wait. After an interrupt, there may
	// have been no read.
	err := cmp.Or(readErr, waitErr)
	if err != nil {
		const hint = "The account was created, and is in the state."
		return diag.Diagnostics{apidiag.Warning("read", m.Subject(), err, hint)}
	}
	m.details = detailsOf(remote)
	return nil
}

// Fetch reads the account. If the key's user cannot use it, there is an error.
func (m *resourceModel) Fetch(
	ctx context.Context, reading managed.ReadRequest,
) (exists bool, diags diag.Diagnostics) {
	err := reading.WithAccessCheck(ctx, m.AccountRef(), func(client *videoindexer.Client) error {
		remote, err := client.GetAccount(ctx, m.AccountRef(), videoindexer.AccountQuery{})
		if err == nil {
			reading.Ledger.AddRole(m.mediaResourceKey(), reading.Instance, ledger.Holds)
			m.details = detailsOf(remote)
		}
		return err
	})
	return managed.ReadResult(m.Subject(), err)
}

// mediaResourceKey names the account by what it is connected to, since plans of creates do not know
// its id.
func (m *resourceModel) mediaResourceKey() ledger.Key {
	location := videoindexer.AccountRef{Location: m.Location.ValueString()}
	return ledger.Key{Kind: objectKind, ID: m.MediaResource.ValueString(), Account: location}
}

// Write records the plan in the state. It sends a change of the connection to the media services
// to the service (X24). Any other change of the account is a replacement.
func (m *resourceModel) Write(
	ctx context.Context, writing managed.WriteRequest[resourceModel],
) (becomesState bool, diags diag.Diagnostics) {
	isApplicationUnknown := m.ApplicationID.IsUnknown()
	m.AccountFields = writing.Prior.AccountFields
	m.details = writing.Prior.details
	if writing.Origin == managed.OriginCreated {
		return true, m.readBack(ctx, writing.Client)
	}
	diags = m.reconnect(ctx, writing)
	if isApplicationUnknown {
		m.ApplicationID = m.connection(ctx, &diags).ApplicationID
	}
	// After an error, the state keeps the former connection, and the next apply tries again.
	return !diags.HasError(), diags
}

// reconnect changes the connection of an account to its media services (X24). It sends only the
// values that differ; a rotated key is sent with the id of its application.
func (m *resourceModel) reconnect(
	ctx context.Context, writing managed.WriteRequest[resourceModel],
) diag.Diagnostics {
	changed, diags := m.changedArguments(ctx, writing.Prior, writing.HasExtended())
	if len(changed) == 0 || diags.HasError() {
		return diags
	}
	wanted := m.paidAccountFields(ctx, writing.Config, &diags)
	var update videoindexer.MediaConnectionUpdate
	if changed.Contains(subscriptionPath) {
		update.SubscriptionID = wanted.SubscriptionID
	}
	if changed.Contains(resourceGroupPath) {
		update.ResourceGroup = wanted.ResourceGroup
	}
	isOfConnection := func(argument path.Path) bool { return argument.ParentPath().Equal(connectionPath) }
	if slices.ContainsFunc(changed, isOfConnection) {
		update.DirectoryConnection = &wanted.DirectoryConnection
	}
	err := writing.Client.UpdateMediaConnection(ctx, m.AccountRef(), update)
	if err != nil {
		failure := apidiag.Error("change the media connection of", m.Subject(), err)
		diags.Append(diag.WithPath(changed[0], failure))
	}
	return diags
}
