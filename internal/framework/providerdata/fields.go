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
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// AccountFields are the two arguments that name an account, embedded in the model of all that works
// on one.
type AccountFields struct {
	Location  types.String `tfsdk:"location"`
	AccountID types.String `tfsdk:"account_id"`
}

// AccountOf are the fields of a configuration, plan, state or identity.
func AccountOf(attributes map[string]tftypes.Value) AccountFields {
	return AccountFields{
		Location:  model.Text(attributes[LocationArgument.Name]),
		AccountID: model.Text(attributes[AccountIDArgument.Name]),
	}
}

// Arguments are location and account_id.
func (f *AccountFields) Arguments() []Argument {
	return []Argument{LocationArgument, AccountIDArgument}
}

// Resolve is the account, with the provider's defaults in place of what the fields leave out; they
// then hold the result. It reports what is missing or not known yet, and then returns false.
func (f *AccountFields) Resolve(d *Data, diags *diag.Diagnostics) (videoindexer.AccountRef, bool) {
	before := diags.ErrorsCount()
	account := videoindexer.AccountRef{
		Location: resolve(LocationArgument, &f.Location, d.location, diags),
		ID:       resolve(AccountIDArgument, &f.AccountID, d.accountID, diags),
	}
	return account, diags.ErrorsCount() == before
}

// AccountRef is the account of a state, or of a plan that knows it.
func (f AccountFields) AccountRef() videoindexer.AccountRef {
	return videoindexer.AccountRef{Location: f.Location.ValueString(), ID: f.AccountID.ValueString()}
}

// KnowsAccount reports whether it is known yet which account they name.
func (f AccountFields) KnowsAccount() bool {
	return !f.Location.IsUnknown() && !f.AccountID.IsUnknown()
}

// LocationField takes the place of AccountFields in the model of what works on no account, or does
// not know it yet.
type LocationField struct {
	Location types.String `tfsdk:"location"`
}

// Arguments is location.
func (f *LocationField) Arguments() []Argument { return []Argument{LocationArgument} }

// Resolve is the location, or the provider's default.
func (f *LocationField) Resolve(d *Data, diags *diag.Diagnostics) (videoindexer.AccountRef, bool) {
	before := diags.ErrorsCount()
	location := resolve(LocationArgument, &f.Location, d.location, diags)
	return videoindexer.AccountRef{Location: location}, diags.ErrorsCount() == before
}

// KnowsAccount reports whether the location is known yet.
func (f *LocationField) KnowsAccount() bool { return !f.Location.IsUnknown() }

// Model is a model that AccountFields or a LocationField are embedded in.
type Model interface {
	// KnowsAccount reports whether it is known yet what it works on.
	KnowsAccount() bool
	// Arguments are those that say it, and resolve gives them the provider's defaults in place of
	// what they leave out.
	Arguments() []Argument
	Resolve(d *Data, diags *diag.Diagnostics) (account videoindexer.AccountRef, ok bool)
}

// Argument is one of the two arguments, with what its messages need.
type Argument struct {
	Name        string
	Path        path.Path
	variable    string
	Description string
	Validators  []validator.String
}

// The arguments that name an account.
var (
	LocationArgument = Argument{
		Name: "location", Path: path.Root("location"), variable: "VIDEOINDEXER_LOCATION",
		Description: "Region of the account. Default: the provider's `location`.",
		Validators:  []validator.String{validate.PathSegment()},
	}
	AccountIDArgument = Argument{
		Name: "account_id", Path: path.Root("account_id"), variable: "VIDEOINDEXER_ACCOUNT_ID",
		Description: "Id of the account (GUID). Default: the provider's `account_id`.",
		Validators:  []validator.String{validate.GUID()},
	}
)

func (a Argument) reportMissing(diags *diag.Diagnostics) {
	diags.AddAttributeError(a.Path, "Missing "+a.Name,
		fmt.Sprintf("%q is not set here, and the provider has no default. Set %q here or in the provider's configuration, or set the environment variable %s.", a.Name, a.Name, a.variable))
}

// WithArguments adds arguments to the attributes of a schema, where it does not have them.
func WithArguments(attributes map[string]schema.Attribute, further []Argument) map[string]schema.Attribute {
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
// calls PlanAccount from ModifyPlan, where the defaults and the replacement are planned.
func ResourceAttributes(attributes map[string]schema.Attribute) map[string]schema.Attribute {
	return WithArguments(attributes, []Argument{LocationArgument.replacing(), AccountIDArgument.replacing()})
}

// replacing is the argument of a managed resource, which a change of it replaces.
func (a Argument) replacing() Argument {
	a.Description += arguments.Replaces
	return a
}
