package account

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework-jsontypes/jsontypes"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ledger"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

var _ managed.Interface = (*paidAccountResource)(nil)

// typeName is the name of the resource and of its list, without the provider's.
const typeName = "paid_account"

// maxListingDelay is how long a new account may take until the service lists it for its user.
const maxListingDelay = time.Minute

type paidAccountResource struct{ managed.Resource }

// NewResource is videoindexer_paid_account. It has no keys: the id of the account identifies it.
func NewResource() resource.Resource {
	return &paidAccountResource{managed.NewOf[resourceModel](managed.About{
		Name: typeName, Summary: "Manages a paid account, which is connected to a media-services resource.",
		Notes: "The resource needs the provider's `subscription_key`, and a `location` that is a paid region.\n\n" +
			"The base API can neither change nor delete an account. A change of any argument except `deletion_policy` replaces the account, and the default `deletion_policy` makes such a " +
			"plan fail.\n\n" +
			"With [`extended_operations`](../guides/extended-operations.md), a change of `subscription_id`, `resource_group` or `directory_connection`, such as a rotated key, is an update.\n\n" +
			"The provider never repeats the request that creates an account. If its answer is lost, the error describes how to find out whether the account exists.\n\n" +
			"The service does not return the arguments that an account was created with. After an import, the first apply records them in the state, and does not change the account.",
	}, resourceAttributes)}
}

// oneKey accepts a directory_connection with one of the two arguments for the key, and a version
// with the write-only one.
type oneKey struct{}

func (oneKey) Description(context.Context) string         { return "must have one key" }
func (oneKey) MarkdownDescription(context.Context) string { return "must have one key" }

func (oneKey) ValidateObject(_ context.Context, req validator.ObjectRequest, resp *validator.ObjectResponse) {
	connection := req.ConfigValue.Attributes()
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() {
		return
	}
	key := connection["application_key"]
	writeOnly, version := connection["application_key_wo"], connection["application_key_wo_version"]
	areKnown := !key.IsUnknown() && !writeOnly.IsUnknown()
	if areKnown && key.IsNull() == writeOnly.IsNull() {
		resp.Diagnostics.AddAttributeError(req.Path, "Invalid directory_connection",
			"Set either application_key_wo (Terraform 1.11 or later) or application_key.")
		return
	}
	areKnown = !writeOnly.IsUnknown() && !version.IsUnknown()
	if areKnown && writeOnly.IsNull() != version.IsNull() {
		resp.Diagnostics.AddAttributeError(req.Path, "Invalid directory_connection",
			"Set application_key_wo together with application_key_wo_version, a number to increase after each rotation of the key.")
	}
}

// Create makes the account with one request that is never repeated. From the moment its id is known
// it is in the state, whatever fails after that.
func (r *paidAccountResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan resourceModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	if resp.Diagnostics.HasError() {
		return
	}
	client, account, _ := r.Target(&providerdata.LocationField{Location: plan.Location}, &resp.Diagnostics)
	in := plan.newAccount(ctx, req.Config, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	var err error
	account.ID, err = client.CreatePaidAccount(ctx, account.Location, in)
	if account.ID == "" {
		resp.Diagnostics.Append(notCreated(account.Location, in.Resource, err))
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

// howToUntaint keeps an account that is in the state as tainted.
const howToUntaint = "run `terraform untaint '<address>'`"

// notCreated is the error of a create after which no account is known. It says whether there may be
// an account.
func notCreated(location, mediaResource string, err error) diag.Diagnostic {
	wanted := apidiag.Subject{
		Kind: objectKind, ID: fmt.Sprintf("on media resource %q", mediaResource),
		Account: videoindexer.AccountRef{Location: location},
	}
	hint := ""
	if videoindexer.IsOutcomeUnknown(err) {
		hint = "The account may exist nevertheless. Read the data source videoindexer_accounts. If it lists the account, import it before the next apply."
	}
	return apidiag.Error("create", wanted, err, hint)
}

// createdUnconfirmed is the error of a create whose answer was lost, where one new account
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

// Read shows the account as the service describes it. One that the service does not know is removed
// from the state; one that the key's user does not list is an error.
func (r *paidAccountResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state resourceModel
	r.ReadObject(ctx, req, resp, &state, func(client *videoindexer.Client, account videoindexer.AccountRef) error {
		remote, err := client.GetAccount(ctx, account, videoindexer.AccountQuery{})
		if err != nil {
			return err //nolint:wrapcheck // a diagnostic is made of it
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

// Update records what the plan says. A planned change of the connection to the media services is
// sent to the service (X24); any other change that concerns the service is a replacement.
func (r *paidAccountResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state resourceModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if resp.Diagnostics.HasError() {
		return
	}
	applicationID := plan.ApplicationID
	plan.AccountFields, plan.details = state.AccountFields, state.details
	if !state.isImported() {
		resp.Diagnostics.Append(r.reconnect(ctx, req.Config, plan, state)...)
		if resp.Diagnostics.HasError() {
			return // the state says what the account was connected with: the next apply tries again
		}
	}
	if applicationID.IsUnknown() {
		plan.ApplicationID = plan.connection(ctx, &resp.Diagnostics).ApplicationID
	}
	resp.Diagnostics.Append(r.Save(ctx, plan, &resp.State, resp.Identity)...)
}

// reconnect changes what differs in the connection of an account to its media services (X24), and
// sends nothing else: a rotated key is sent only with the application that it belongs to.
func (r *paidAccountResource) reconnect(
	ctx context.Context, config tfsdk.Config, plan, state resourceModel,
) (diags diag.Diagnostics) {
	differ := plan.diff(ctx, &state, r.HasExtended(), &diags).connection
	if len(differ) == 0 || diags.HasError() {
		return diags
	}
	client, account, ok := r.Target(&state.AccountFields, &diags)
	if !ok {
		return diags
	}
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

// Delete ends the management of the account, where that is allowed. The plan has refused it
// already, except for a tainted resource, which an engine replaces without asking the provider
// first.
func (r *paidAccountResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state resourceModel
	if _, ok := r.BeginDestroy(ctx, req, resp, &state); ok && state.policy() == managed.Prevent {
		resp.Diagnostics.Append(state.destroyDiagnostics()...)
	}
}

// destroyDiagnostics refuses a destroy, or warns of what it leaves.
func (m *resourceModel) destroyDiagnostics() (diags diag.Diagnostics) {
	account := m.Subject()
	if m.policy() != managed.Prevent {
		return append(diags, managed.WillLeave(account, m.EffectHint()))
	}
	diags.AddError("Paid account must not be destroyed",
		account.WithIDs(fmt.Sprintf("%s is protected by deletion_policy = \"prevent\", the default, because the provider cannot delete accounts.\n\n"+
			"If the resource is tainted, first %s, which keeps the account. To stop managing it, set deletion_policy = \"abandon\", apply that, and then destroy. Or run `terraform state rm '<address>'`.",
			account.Capitalized(), howToUntaint)))
	return diags
}

const (
	describeReplaces = " Changing it replaces the account."
	// describeReconnects ends the descriptions of the arguments that extended operations can change.
	describeReconnects = " Changing it replaces the account, or with [extended operations](../guides/extended-operations.md) updates its connection in place."
)

// resourceAttributes of a paid account. What replaces it is decided in ModifyPlan, which can name
// it.
func resourceAttributes() map[string]schema.Attribute {
	key := func(description string, isWriteOnly bool) schema.StringAttribute {
		return schema.StringAttribute{
			MarkdownDescription: description, Optional: true, Sensitive: true, WriteOnly: isWriteOnly,
			Validators: []validator.String{validate.NotBlank()},
		}
	}
	autoScale := arguments.FlagOr(false, "Whether the service scales the media-services resource automatically.")
	autoScale.MarkdownDescription += describeReplaces
	attributes := detailAttributes()
	maps.Copy(attributes, map[string]schema.Attribute{
		"account_id":          arguments.Computed("Id of the account (GUID)."),
		"subscription_id":     arguments.RequiredText("Id of the cloud subscription of the media-services resource (GUID)."+describeReconnects, validate.GUID()),
		"resource_group":      arguments.RequiredText("Resource group of the media-services resource."+describeReconnects, validate.NotBlank()),
		"media_resource":      arguments.RequiredText("Name of the media-services resource to connect the account to."+describeReplaces, validate.NotBlank()),
		"directory_tenant_id": arguments.RequiredText("Id of the directory tenant of the application."+describeReplaces, validate.NotBlank()),
		"directory_connection": schema.SingleNestedAttribute{
			MarkdownDescription: "Directory application with which the service uses the media-services resource, with exactly one of `application_key` and `application_key_wo`. Moving a key from one to the other " +
				"does not change the account.",
			Required: true, Validators: []validator.Object{oneKey{}},
			Attributes: map[string]schema.Attribute{
				"application_id": arguments.RequiredText(
					"Id of the application (GUID)."+describeReconnects, validate.GUID(),
				),
				"application_key":    key("Key of the application, stored in the state. With Terraform 1.11 or later, use `application_key_wo` instead. Default: none."+describeReconnects, false),
				"application_key_wo": key("Key of the application, stored neither in the plan nor in the state (write-only). Needs Terraform 1.11 or later, and `application_key_wo_version`. Default: none.", true),
				"application_key_wo_version": arguments.Number("Version of `application_key_wo`, a number that you choose. Increase it to send the key again, since Terraform cannot detect a changed key. " +
					"Required with `application_key_wo`." + describeReconnects),
			},
		},
		"encryption_key_contract": schema.StringAttribute{
			MarkdownDescription: "Settings for the encryption of the account's data with your own key: a JSON object in the format of the service (use `jsonencode`). Default: chosen by the service." + describeReplaces,
			CustomType:          jsontypes.NormalizedType{},
			Optional:            true,
			Validators:          []validator.String{jsonObject},
		},
		"auto_scale": autoScale,
		"deletion_policy": managed.PolicyArgument("Default: `prevent`.",
			managed.Offer{Policy: managed.Prevent, Does: "makes the plan of a destroy or replacement fail, because the service cannot delete an account"},
			managed.Offer{Policy: managed.Abandon, Does: "keeps the account"},
		),
	})
	return attributes
}

// jsonObject refuses JSON that is not an object; the type of the argument refuses what is not JSON.
var jsonObject = validate.NewUnshown(func(value string) string {
	var object map[string]json.RawMessage
	isObject := json.Unmarshal([]byte(value), &object) == nil && object != nil
	if isObject || !json.Valid([]byte(value)) {
		return ""
	}
	return "is not a JSON object; leave it out for an account that is encrypted with the service's own key"
})

// protectedKey is where the private state of a plan says that the account is under "prevent".
// Terraform plans a replacement first as a change, and then as the create of another object, with
// the private state of the first plan: so the second one sees what it replaces.
const protectedKey = "is_protected"

// ModifyPlan plans the location, decides what replaces the account, and refuses what
// deletion_policy does not allow.
func (r *paidAccountResource) ModifyPlan(
	ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse,
) {
	var plan, state resourceModel
	diags := &resp.Diagnostics
	p := r.BeginPlan(ctx, req, resp, &plan, &state)
	switch p.Step {
	case managed.Destroy:
		diags.Append(state.destroyDiagnostics()...)
	case managed.Create:
		refuseReplacement(ctx, req, resp)
		if r.Ledger.MayBeGone(plan.mediaResourceKey(), p.Instance) && plan.MediaResource.ValueString() != "" {
			diags.AddAttributeWarning(path.Root("media_resource"), "Another paid account will be created", fmt.Sprintf("The state has a paid account on media resource %s. "+
				"The apply creates another one, which is charged as well, and keeps the old one. If the old one is tainted, %s to keep it instead.", plan.MediaResource, howToUntaint))
		}
		// The key is valid before an account is created with it.
		canCheck := r.IsConfigured() && !plan.Location.IsUnknown()
		if canCheck && !diags.HasError() {
			r.CheckAccountAccess(ctx, objectKind, videoindexer.AccountRef{Location: plan.Location.ValueString()}, diags)
		}
	case managed.Update, managed.Replace:
		r.planChange(ctx, plan, state, resp)
		r.CheckAccess(ctx, objectKind, req, resp)
	case managed.None:
	}
}

// refuseReplacement refuses a replacement that the user asked for. One because of an argument was refused
// by planChange.
func refuseReplacement(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	var isProtected bool
	resp.Diagnostics.Append(private.Get(ctx, req.Private, protectedKey, &isProtected)...)
	if isProtected {
		resp.Diagnostics.Append(mustNotReplace(apidiag.Subject{Kind: objectKind}, "Remove -replace or replace_triggered_by. If the resource is tainted, "+howToUntaint+"."))
	}
}

// planChange plans an update, or a replacement. With extended operations a change of the connection
// alone is an update.
func (r *paidAccountResource) planChange(
	ctx context.Context, plan, state resourceModel, resp *resource.ModifyPlanResponse,
) {
	diags := &resp.Diagnostics
	isProtected := state.policy() == managed.Prevent || plan.policy() == managed.Prevent
	diags.Append(private.Set(ctx, resp.Private, protectedKey, isProtected)...)
	var differ differences
	if !state.isImported() {
		differ = plan.diff(ctx, &state, r.HasExtended(), diags)
		resp.RequiresReplace.Append(differ.others...)
		if !r.HasExtended() {
			resp.RequiresReplace.Append(differ.connection...)
		}
	}
	switch {
	case len(resp.RequiresReplace) == 0:
		plan.AccountID, plan.details = state.AccountID, state.details
		if differ.connection.Contains(applicationPath) {
			plan.ApplicationID = types.StringUnknown()
		}
		diags.Append(resp.Plan.Set(ctx, plan)...)
	case isProtected:
		diags.Append(diag.WithPath(resp.RequiresReplace[0], mustNotReplace(
			state.Subject(), "Undo the change of "+strings.Trim(resp.RequiresReplace.String(), "[]")+".",
		)))
	default:
		diags.Append(managed.WillLeave(state.Subject(), "The replacement creates another account. "+state.EffectHint()))
	}
}

// mustNotReplace is the error of a replacement under the policy "prevent". How is a sentence that
// says how to undo it.
func mustNotReplace(account apidiag.Subject, how string) diag.Diagnostic {
	return diag.NewErrorDiagnostic("Paid account must not be replaced",
		account.WithIDs(fmt.Sprintf("%s is protected by deletion_policy = \"prevent\", the default. %s\n\n"+
			"To create another account and keep this one, set deletion_policy = \"abandon\", apply that alone, and then replace it.", account.Capitalized(), how)))
}
