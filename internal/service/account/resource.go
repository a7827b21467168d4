package account

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ledger"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

var _ managed.Interface = (*paidAccountResource)(nil)

// typeName is the name of the resource and of its list, without the provider's.
const typeName = "paid_account"

// maxListingDelay is how long a new account may take until the service lists it for its user.
const maxListingDelay = time.Minute

type paidAccountResource struct{ managed.Resource }

// NewResource makes videoindexer_paid_account. It has no keys: the id of the account identifies it.
func NewResource() resource.Resource {
	return &paidAccountResource{managed.NewOf[resourceModel](managed.About{
		Name: typeName, Summary: "Manages a paid account, which is connected to a media-services resource.",
		Notes: "The resource needs the provider's `subscription_key`, and a `location` that is a paid region.\n\n" +
			"The base API can neither change nor delete an account. " +
			"A change of any argument except `deletion_policy` replaces the account, and the default `deletion_policy` makes such a plan fail.\n\n" +
			"With [`extended_operations`](../guides/extended-operations.md), a change of `subscription_id`, `resource_group` or `directory_connection`, such as a rotated key, is an update.\n\n" +
			"The provider never repeats the request that creates an account. " +
			"If the answer is lost, the error describes how to find out whether the account exists.\n\n" +
			"The service does not return the arguments that an account was created with. " +
			"After an import, the first apply records them in the state, and does not change the account.",
	}, resourceAttributes)}
}

// Create creates the account with a request that is never repeated. As soon as its id is known, the
// account is in the state, even if a later step fails.
func (r *paidAccountResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan resourceModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	if resp.Diagnostics.HasError() {
		return
	}
	client, account, _ := r.Target(&providerdata.LocationField{Location: plan.Location}, &resp.Diagnostics)
	fields := plan.newAccount(ctx, req.Config, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	var err error
	account.ID, err = client.CreatePaidAccount(ctx, account.Location, fields)
	if account.ID == "" {
		resp.Diagnostics.Append(notCreated(account.Location, fields.Resource, err))
		return
	}
	plan.AccountFields = emptyModel(account).AccountFields
	plan.details = noDetails()
	r.BeginCreate(ctx, resp.Private, &resp.Diagnostics) // no destroy writes to an account
	resp.Diagnostics.Append(r.Save(ctx, plan, &resp.State, resp.Identity)...)
	if err != nil {
		resp.Diagnostics.Append(createdUnconfirmed(account, err))
	} else if remote, err := readBack(ctx, client, account); err != nil {
		// The next refresh reads it. An error would taint the account, and an engine would want to
		// replace it.
		resp.Diagnostics.Append(apidiag.Warning("read", subject(account), err, "The account was created, and is in the state."))
	} else {
		plan.details = detailsOf(remote)
	}
	if resp.Diagnostics.HasError() {
		// Terraform would replace the resource next, whatever is configured. This policy in the
		// state makes that an error.
		plan.DeletionPolicy = types.StringNull()
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, plan)...)
}

// notCreated returns the error of a create after which no account is known, and says whether the
// account may exist.
func notCreated(location, mediaResource string, err error) diag.Diagnostic {
	wanted := apidiag.Subject{
		Kind: objectKind, Of: &apidiag.Subject{Kind: "media resource", Name: mediaResource},
		Account: videoindexer.AccountRef{Location: location},
	}
	hint := ""
	if videoindexer.IsOutcomeUnknown(err) {
		hint = "The account may exist nevertheless. Read the data source videoindexer_accounts. If it lists the account, import it before the next apply."
	}
	return apidiag.Error("create", wanted, err, hint)
}

// createdUnconfirmed returns the error of a create whose answer was lost, if one new account has
// appeared.
func createdUnconfirmed(account videoindexer.AccountRef, err error) diag.Diagnostic {
	return diag.NewErrorDiagnostic("Paid account was probably created", apidiag.Detail(
		"confirm the creation of", subject(account), err,
		"One new account has appeared since the request. It is now in the state, as tainted. Check it in the portal:\n\n"+
			"  - If it is the new account, "+howToUntaint+".\n  - If it is not, run `terraform state rm '<address>'`, and apply again."))
}

// readBack reads an account that was just created, which the service may list a moment later.
func readBack(
	ctx context.Context, client *videoindexer.Client, account videoindexer.AccountRef,
) (remote *videoindexer.Account, err error) {
	waiting, cancel := context.WithTimeout(ctx, maxListingDelay)
	defer cancel()
	ended := wait.Until(waiting, func(ctx context.Context) (bool, error) {
		remote, err = client.GetAccount(ctx, account, videoindexer.AccountQuery{})
		_, isUnlisted := errors.AsType[*videoindexer.AccountNotListedError](err)
		return !videoindexer.IsNotFound(err) && !isUnlisted, nil
	})
	if err == nil && remote == nil {
		err = ended
	}
	return remote, err
}

// Read reads the account. If the account does not exist, it is removed from the state. If the key's
// user cannot use it, there is an error.
func (r *paidAccountResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state resourceModel
	r.ReadObject(ctx, req, resp, &state, func(client *videoindexer.Client, account videoindexer.AccountRef) error {
		remote, err := client.GetAccount(ctx, account, videoindexer.AccountQuery{})
		if err != nil {
			return err
		}
		by, _ := r.Instance(ctx, req.Private, &resp.Diagnostics)
		r.Ledger.Note(state.mediaResourceKey(), by, ledger.Holds)
		state.details = detailsOf(remote)
		return nil
	})
}

// mediaResourceKey names the account by what it is connected to, since plans of creates do not know
// its id.
func (m *resourceModel) mediaResourceKey() ledger.Key {
	return ledger.Key{Kind: objectKind, ID: m.MediaResource.ValueString(), Account: videoindexer.AccountRef{
		Location: m.Location.ValueString(),
	}}
}

// Update records the plan in the state. It sends a change of the connection to the media services
// to the service (X24). Any other change of the account is a replacement.
func (r *paidAccountResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state resourceModel
	diags := &resp.Diagnostics
	r.UpdateObject(ctx, req, resp, &plan, &state, func(client *videoindexer.Client, _ videoindexer.AccountRef) bool {
		applicationID := plan.ApplicationID
		plan.AccountFields, plan.details = state.AccountFields, state.details
		if !state.isImported() {
			diags.Append(r.reconnect(ctx, client, req.Config, plan, state)...)
		}
		if applicationID.IsUnknown() {
			plan.ApplicationID = plan.connection(ctx, diags).ApplicationID
		}
		// After an error, the state keeps the former connection, and the next apply tries again.
		return !diags.HasError()
	})
}

// reconnect changes the connection of an account to its media services (X24). It sends only the
// values that differ; a rotated key is sent with the id of its application.
func (r *paidAccountResource) reconnect(
	ctx context.Context, client *videoindexer.Client, config tfsdk.Config, plan, state resourceModel,
) (diags diag.Diagnostics) {
	differ := plan.diff(ctx, &state, r.HasExtended(), &diags).connection
	if len(differ) == 0 || diags.HasError() {
		return diags
	}
	account := state.AccountRef()
	wanted := plan.newAccount(ctx, config, &diags)
	var change videoindexer.MediaConnectionUpdate
	if differ.Contains(subscriptionPath) {
		change.SubscriptionID = wanted.SubscriptionID
	}
	if differ.Contains(resourceGroupPath) {
		change.ResourceGroup = wanted.ResourceGroup
	}
	if slices.ContainsFunc(differ, func(at path.Path) bool { return at.ParentPath().Equal(connectionPath) }) {
		change.DirectoryConnection = &wanted.DirectoryConnection
	}
	if err := client.UpdateMediaConnection(ctx, account, change); err != nil {
		diags.Append(diag.WithPath(differ[0], apidiag.Error("change the media connection of", subject(account), err)))
	}
	return diags
}

// Delete stops managing the account, if deletion_policy allows this. Usually, the plan has already
// refused it otherwise. But an engine replaces a tainted resource without a plan of the destroy.
func (r *paidAccountResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state resourceModel
	_, ok := r.BeginDestroy(ctx, req, resp, &state)
	if ok && state.policy() == managed.Prevent {
		resp.Diagnostics.Append(state.destroyDiagnostics()...)
	}
}
