package providerdata

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/model"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// AccountFields are the two arguments that name an account. They are embedded in the models of
// types within an account.
type AccountFields struct {
	Location  types.String `tfsdk:"location"`
	AccountID types.String `tfsdk:"account_id"`
}

// AccountFieldsOf returns the AccountFields of a configuration, plan, state or identity.
func AccountFieldsOf(attributes map[string]tftypes.Value) AccountFields {
	return AccountFields{
		Location:  model.ReadString(attributes[LocationArgument.Name]),
		AccountID: model.ReadString(attributes[AccountIDArgument.Name]),
	}
}

// Arguments returns location and account_id.
func (f *AccountFields) Arguments() []AccountArgument {
	return []AccountArgument{LocationArgument, AccountIDArgument}
}

// Resolve returns the account, and sets omitted fields to the provider's defaults. If a value is
// missing or unknown, it adds an error and returns false.
func (f *AccountFields) Resolve(d *Data, diags *diag.Diagnostics) (videoindexer.AccountRef, bool) {
	before := diags.ErrorsCount()
	account := videoindexer.AccountRef{
		Location: resolve(LocationArgument, &f.Location, d.location, diags),
		ID:       resolve(AccountIDArgument, &f.AccountID, d.accountID, diags),
	}
	return account, diags.ErrorsCount() == before
}

// AccountRef returns the account of a state, or of a plan that knows it.
func (f AccountFields) AccountRef() videoindexer.AccountRef {
	return videoindexer.AccountRef{Location: f.Location.ValueString(), ID: f.AccountID.ValueString()}
}

// KnowsAccount reports whether location and account_id are known.
func (f AccountFields) KnowsAccount() bool {
	return !f.Location.IsUnknown() && !f.AccountID.IsUnknown()
}

// LocationField replaces AccountFields in the models of types that work outside of accounts, or do
// not know the account yet.
type LocationField struct {
	Location types.String `tfsdk:"location"`
}

// Arguments returns location.
func (f *LocationField) Arguments() []AccountArgument { return []AccountArgument{LocationArgument} }

// Resolve returns the location, or the provider's default.
func (f *LocationField) Resolve(d *Data, diags *diag.Diagnostics) (videoindexer.AccountRef, bool) {
	before := diags.ErrorsCount()
	location := resolve(LocationArgument, &f.Location, d.location, diags)
	return videoindexer.AccountRef{Location: location}, diags.ErrorsCount() == before
}

// KnowsAccount reports whether the location is known yet.
func (f *LocationField) KnowsAccount() bool { return !f.Location.IsUnknown() }

// Model is a model that embeds AccountFields or a LocationField.
type Model interface {
	// KnowsAccount reports whether the account or location is known.
	KnowsAccount() bool
	// Arguments are those that name the account or location.
	Arguments() []AccountArgument
	// Resolve returns the account or location, and sets omitted arguments to the provider's
	// defaults. If a value is missing or unknown, it adds an error and returns false.
	Resolve(d *Data, diags *diag.Diagnostics) (account videoindexer.AccountRef, isResolved bool)
}

// AccountArgument is one of the two arguments, with the values for its messages.
type AccountArgument struct {
	Name        string
	Path        path.Path
	variable    string
	Description string
	Validators  []validator.String
}

// The arguments that name an account.
var (
	LocationArgument = AccountArgument{
		Name: "location", Path: path.Root("location"), variable: "VIDEOINDEXER_LOCATION",
		Description: "Region of the account. Default: the provider's `location`.",
		Validators:  []validator.String{validate.PathSegment()},
	}
	AccountIDArgument = AccountArgument{
		Name: "account_id", Path: path.Root("account_id"), variable: "VIDEOINDEXER_ACCOUNT_ID",
		Description: "Id of the account (GUID). Default: the provider's `account_id`.",
		Validators:  []validator.String{validate.GUID()},
	}
)

// resolve returns the value of an argument, and sets the argument to the provider's default if it
// is not configured.
func resolve(a AccountArgument, value *types.String, fallback types.String, diags *diag.Diagnostics) string {
	if !nullable.IsSet(value) {
		*value = fallback
	}
	switch {
	case value.IsUnknown():
		diags.AddAttributeError(a.Path, "The provider's configuration is not known yet",
			fmt.Sprintf("%q is not set here, and the provider's %q is known only after apply. "+
				"Set %q here, or give the provider a value that is known while planning.", a.Name, a.Name, a.Name))
	case value.ValueString() == "":
		a.reportMissing(diags)
	}
	return value.ValueString()
}

func (a AccountArgument) reportMissing(diags *diag.Diagnostics) {
	diags.AddAttributeError(a.Path, "Missing "+a.Name,
		fmt.Sprintf("%q is not set here, and the provider has no default. "+
			"Set %q here or in the provider's configuration, "+
			"or set the environment variable %s.", a.Name, a.Name, a.variable))
}

// WithArguments adds arguments to the attributes of a schema, where it does not have them.
func WithArguments(attributes map[string]schema.Attribute, further []AccountArgument) map[string]schema.Attribute {
	for _, a := range further {
		if attributes[a.Name] == nil {
			attributes[a.Name] = schema.StringAttribute{
				MarkdownDescription: a.Description, Optional: true, Computed: true, Validators: a.Validators,
			}
		}
	}
	return attributes
}

// ResourceAttributes adds location and account_id to a managed resource's attributes. The resource
// calls PlanAccount in ModifyPlan, which plans the defaults and the replacement.
func ResourceAttributes(attributes map[string]schema.Attribute) map[string]schema.Attribute {
	return WithArguments(attributes, []AccountArgument{LocationArgument.replacing(), AccountIDArgument.replacing()})
}

// replacing makes an argument replace the managed resource when it changes.
func (a AccountArgument) replacing() AccountArgument {
	a.Description += arguments.ReplacementNote
	return a
}
