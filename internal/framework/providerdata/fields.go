package providerdata

import (
	"context"
	"fmt"
	"strings"

	actionschema "github.com/hashicorp/terraform-plugin-framework/action/schema"
	dataschema "github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	ephemeralschema "github.com/hashicorp/terraform-plugin-framework/ephemeral/schema"
	listschema "github.com/hashicorp/terraform-plugin-framework/list/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	resourceschema "github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// AccountFields are the two arguments that name an account, embedded in the model of all that works on one.
type AccountFields struct {
	Location  types.String `tfsdk:"location"`
	AccountID types.String `tfsdk:"account_id"`
}

func (f *AccountFields) arguments() []argument {
	return []argument{locationArgument, accountIDArgument}
}

func (f *AccountFields) resolve(d *Data, diags *diag.Diagnostics) (videoindexer.AccountRef, bool) {
	return d.Account(f, diags)
}

// AccountRef is the account of a state, or of a plan that knows it.
func (f AccountFields) AccountRef() videoindexer.AccountRef {
	return videoindexer.AccountRef{Location: f.Location.ValueString(), ID: f.AccountID.ValueString()}
}

// KnowsAccount reports whether it is known yet which account they name.
func (f AccountFields) KnowsAccount() bool {
	return !f.Location.IsUnknown() && !f.AccountID.IsUnknown()
}

// LocationField takes the place of AccountFields in the model of what works on no account, or does not know it yet.
type LocationField struct {
	Location types.String `tfsdk:"location"`
}

func (f *LocationField) arguments() []argument { return []argument{locationArgument} }

func (f *LocationField) resolve(d *Data, diags *diag.Diagnostics) (videoindexer.AccountRef, bool) {
	before := diags.ErrorsCount()
	location := resolve(locationArgument, &f.Location, d.location, diags)
	return videoindexer.AccountRef{Location: location}, diags.ErrorsCount() == before
}

// KnowsAccount reports whether the location is known yet.
func (f *LocationField) KnowsAccount() bool { return !f.Location.IsUnknown() }

// Model is a model that AccountFields or a LocationField are embedded in.
type Model interface {
	// KnowsAccount reports whether it is known yet what it works on.
	KnowsAccount() bool
	// arguments are those that say it, and resolve gives them the provider's defaults in place of what they leave out.
	arguments() []argument
	resolve(d *Data, diags *diag.Diagnostics) (account videoindexer.AccountRef, ok bool)
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

// withArguments adds arguments to the attributes of a schema, each as an attribute of its kind.
func withArguments[A any](attributes map[string]A, arguments []argument, as func(argument) A) map[string]A {
	for _, a := range arguments {
		attributes[a.name] = as(a)
	}
	return attributes
}

// ResourceAttributes adds location and account_id to a managed resource's attributes. The resource
// calls PlanAccount from ModifyPlan, where the defaults and the replacement are planned.
func ResourceAttributes(attributes map[string]resourceschema.Attribute) map[string]resourceschema.Attribute {
	return withArguments(attributes, (*AccountFields)(nil).arguments(), argument.resource)
}

// ResourceLocation is the location argument of a managed resource that has no account_id argument.
func ResourceLocation() resourceschema.Attribute { return locationArgument.resource() }

// PlannedAccount is how a plan comes to its account. Parts of an account that do not matter are empty.
type PlannedAccount struct {
	// ByDefault is what the plan has from the provider's default.
	ByDefault videoindexer.AccountRef
	// Elsewhere is in what the provider's default differs from the state, if the resource does not say where the object is to be.
	Elsewhere videoindexer.AccountRef
}

// PlanAccount plans location and account_id of a managed resource, where they are arguments: what is not configured becomes the provider's
// default, and a configured change of either replaces the resource, unless only letter case changes. A default that is another one than the
// state's account never moves the object: the plan keeps the state's, and the result has the default. It is called first in ModifyPlan,
// which then works on resp.Plan; it does nothing when a destroy is planned. It also keeps the spelling of every text that means the same.
func (d *Data) PlanAccount(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) (p PlannedAccount) {
	if d == nil { // validation alone does not configure the provider
		return p
	}
	plan := func(a argument, fallback types.String, byDefault, elsewhere *string) (isRespelled bool) {
		if !req.Plan.Schema.GetAttributes()[a.name].IsOptional() {
			return false
		}
		planned := planArgument(ctx, a, fallback, req, resp)
		if planned.isDefault {
			*byDefault = fallback.ValueString()
		}
		if planned.isElsewhere {
			*elsewhere = fallback.ValueString()
		}
		return planned.isRespelled
	}
	location := plan(locationArgument, d.location, &p.ByDefault.Location, &p.Elsewhere.Location)
	account, texts := plan(accountIDArgument, d.accountID, &p.ByDefault.ID, &p.Elsewhere.ID), keepTexts(ctx, req, resp)
	if location || account || texts {
		keepState(req, resp)
	}
	return p
}

// keepTexts plans the state's spelling of each argument whose text means the same, and reports whether there is one.
func keepTexts(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) (areRespelled bool) {
	var planned, prior map[string]tftypes.Value
	if resp.Plan.Raw.As(&planned) != nil || req.State.Raw.As(&prior) != nil {
		return false
	}
	for name, value := range planned {
		var text, before *string
		isText := value.Type().Is(tftypes.String) && value.IsKnown() && value.As(&text) == nil && prior[name].As(&before) == nil
		if isText && text != nil && before != nil && *text != *before && videoindexer.SameText(*text, *before) {
			resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root(name), *before)...)
			areRespelled = true
		}
	}
	return areRespelled
}

// plannedArgument is what a plan does with one of the arguments: it takes the provider's default, differs from the state in letter
// case only, or keeps the state's although the default is another one.
type plannedArgument struct{ isDefault, isRespelled, isElsewhere bool }

func planArgument(ctx context.Context, a argument, fallback types.String, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) (p plannedArgument) {
	if req.Plan.Raw.IsNull() {
		return p
	}
	var diags diag.Diagnostics
	var configured, prior types.String
	diags.Append(req.Config.GetAttribute(ctx, a.path, &configured)...)
	if !req.State.Raw.IsNull() {
		diags.Append(req.State.GetAttribute(ctx, a.path, &prior)...)
	}
	defer func() { resp.Diagnostics.Append(diags...) }()
	if diags.HasError() {
		return p
	}
	planned := configured
	if p.isDefault = configured.IsNull(); p.isDefault {
		planned, p.isElsewhere = byDefault(fallback, prior)
	}
	if planned.IsNull() {
		a.reportMissing(&diags)
		return p
	}
	// Letter case does not distinguish accounts: what the state says stays, also where another spelling is configured.
	isSame := !planned.IsUnknown() && !prior.IsNull() && strings.EqualFold(planned.ValueString(), prior.ValueString())
	if isSame {
		planned = prior
	}
	diags.Append(resp.Plan.SetAttribute(ctx, a.path, planned)...)
	if !req.State.Raw.IsNull() && !isSame {
		resp.RequiresReplace = append(resp.RequiresReplace, a.path)
	}
	p.isRespelled = isSame && !configured.IsNull() && !configured.Equal(prior)
	return p
}

// byDefault is the value of an argument that is not configured. Another default than the state has, or none, is no reason to leave the account
// that the object is in.
func byDefault(fallback, prior types.String) (planned types.String, isElsewhere bool) {
	if prior.IsNull() {
		return fallback, false
	}
	return prior, !fallback.IsNull() && !fallback.IsUnknown() && !strings.EqualFold(fallback.ValueString(), prior.ValueString())
}

// keepState plans no change if only the spelling has changed. The framework has by then planned computed values as
// unknown, because the configuration differs from the state.
func keepState(req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	unchanged, err := tftypes.Transform(resp.Plan.Raw, func(at *tftypes.AttributePath, planned tftypes.Value) (tftypes.Value, error) {
		if prior, _, err := tftypes.WalkAttributePath(req.State.Raw, at); err == nil && !planned.IsKnown() {
			if value, ok := prior.(tftypes.Value); ok {
				return value, nil
			}
		}
		return planned, nil
	})
	if err == nil && req.Config.Raw.IsFullyKnown() && unchanged.Equal(req.State.Raw) {
		resp.Plan.Raw = unchanged
	}
}
