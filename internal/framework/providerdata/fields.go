package providerdata

import (
	"fmt"

	actionschema "github.com/hashicorp/terraform-plugin-framework/action/schema"
	dataschema "github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	ephemeralschema "github.com/hashicorp/terraform-plugin-framework/ephemeral/schema"
	listschema "github.com/hashicorp/terraform-plugin-framework/list/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	resourceschema "github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// AccountFields are the two arguments that name an account, embedded in the model of all that works on one.
type AccountFields struct {
	Location  types.String `tfsdk:"location"`
	AccountID types.String `tfsdk:"account_id"`
}

func (f *AccountFields) accountFields() *AccountFields { return f }

// AccountRef is the account of a state, or of a plan that knows it.
func (f AccountFields) AccountRef() videoindexer.AccountRef {
	return videoindexer.AccountRef{Location: f.Location.ValueString(), ID: f.AccountID.ValueString()}
}

// KnowsAccount reports whether it is known yet which account they name.
func (f AccountFields) KnowsAccount() bool {
	return !f.Location.IsUnknown() && !f.AccountID.IsUnknown()
}

// argument is one of the two arguments, with what its messages need.
type argument struct {
	name        string
	path        path.Path
	variable    string
	description string
	validators  []validator.String
}

var (
	locationArgument = argument{
		name: "location", path: path.Root("location"), variable: "VIDEOINDEXER_LOCATION",
		description: "Region of the account. Default: the provider's `location`.",
		validators:  []validator.String{validate.PathSegment()},
	}
	accountIDArgument = argument{
		name: "account_id", path: path.Root("account_id"), variable: "VIDEOINDEXER_ACCOUNT_ID",
		description: "Id of the account (GUID). Default: the provider's `account_id`.",
		validators:  []validator.String{validate.GUID()},
	}
)

const replaces = " Changing it replaces the resource."

func (a argument) reportMissing(diags *diag.Diagnostics) {
	diags.AddAttributeError(a.path, "Missing "+a.name,
		fmt.Sprintf("%q is not set here, and the provider has no default. Set %q here or in the provider's configuration, or set the environment variable %s.", a.name, a.name, a.variable))
}

func (a argument) resource() resourceschema.Attribute {
	return resourceschema.StringAttribute{
		MarkdownDescription: a.description + replaces, Optional: true, Computed: true, Validators: a.validators,
	}
}

func (a argument) dataSource() dataschema.Attribute {
	return dataschema.StringAttribute{MarkdownDescription: a.description, Optional: true, Computed: true, Validators: a.validators}
}

func (a argument) ephemeral() ephemeralschema.Attribute {
	return ephemeralschema.StringAttribute{MarkdownDescription: a.description, Optional: true, Computed: true, Validators: a.validators}
}

func (a argument) action() actionschema.Attribute {
	return actionschema.StringAttribute{MarkdownDescription: a.description, Optional: true, Validators: a.validators}
}

func (a argument) list() listschema.Attribute {
	return listschema.StringAttribute{MarkdownDescription: a.description, Optional: true, Validators: a.validators}
}

// withAccount adds location and account_id to the attributes of a schema, each as an attribute of its kind.
func withAccount[A any](attributes map[string]A, as func(argument) A) map[string]A {
	for _, a := range []argument{locationArgument, accountIDArgument} {
		attributes[a.name] = as(a)
	}
	return attributes
}

// ResourceAttributes adds location and account_id to a managed resource's attributes. The resource
// calls PlanAccount from ModifyPlan, where the defaults and the replacement are planned.
func ResourceAttributes(attributes map[string]resourceschema.Attribute) map[string]resourceschema.Attribute {
	return withAccount(attributes, argument.resource)
}

// ResourceLocation is the location argument of a managed resource that has no account_id argument.
func ResourceLocation() resourceschema.Attribute { return locationArgument.resource() }

// DataSourceLocation is the location argument of a data source that has no account_id argument.
func DataSourceLocation() dataschema.Attribute { return locationArgument.dataSource() }

// EphemeralLocation is the location argument of an ephemeral resource that has no account_id argument.
func EphemeralLocation() ephemeralschema.Attribute { return locationArgument.ephemeral() }
