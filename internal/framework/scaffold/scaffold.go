// Package scaffold makes data sources, ephemeral resources, actions and lists from their specific
// parts: the attributes, the model, and the function that reads or acts. It also makes functions
// that parse files.
package scaffold

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/action"
	actionschema "github.com/hashicorp/terraform-plugin-framework/action/schema"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	dataschema "github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	ephemeralschema "github.com/hashicorp/terraform-plugin-framework/ephemeral/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/model"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
)

// TypeInfo describes a data source, a list, an ephemeral resource or an action.
type TypeInfo struct {
	// Name is the name of the type without the provider's.
	Name string
	// Summary begins its page with one sentence; Notes are the paragraphs that follow, if there are
	// any.
	Summary, Notes string
	// NeedsExtended means that the type needs extended operations.
	NeedsExtended bool
	// IsPaged means that a list sends requests while it is read, so that it ends at its limit and
	// does not count the remaining objects.
	IsPaged bool

	kind string // "data source", for example; the constructors set it
}

func (i TypeInfo) description() string {
	return arguments.PageDescription(i.Summary, i.NeedsExtended, i.Notes)
}

// notAllowedErrors returns an error if the type needs extended operations that the provider must
// not use.
func (i TypeInfo) notAllowedErrors(d *providerdata.Data) diag.Diagnostics {
	if !i.NeedsExtended {
		return nil
	}
	return d.RequireExtended(path.Empty(), "The "+i.kind+" "+providerdata.TypeName(i.Name))
}

// load loads the configuration of a type, and what it works on. isLoaded is false after an error.
func (i TypeInfo) load(
	ctx context.Context, d *providerdata.Data, from model.Source, into providerdata.Model, diags *diag.Diagnostics,
) (target providerdata.Target, isLoaded bool) {
	diags.Append(i.notAllowedErrors(d)...)
	if diags.HasError() {
		return target, false
	}
	return d.Load(ctx, from, into, diags)
}

// modelOf is a pointer to a model that AccountFields or a LocationField are embedded in.
type modelOf[M any] interface {
	*M
	providerdata.Model
}

// attributesOf adds the arguments that say what a type with the model works on to its other
// attributes.
func attributesOf[M any, P modelOf[M]](attributes func() map[string]schema.Attribute) map[string]schema.Attribute {
	return providerdata.WithArguments(attributes(), P(new(M)).Arguments())
}

// NewDataSource returns a data source with the attributes, besides those of the account. read
// receives a model with the configuration, and sets its computed values.
func NewDataSource[M any, P modelOf[M]](
	info TypeInfo, attributes func() map[string]schema.Attribute,
	read func(context.Context, providerdata.Target, P) diag.Diagnostics,
) datasource.DataSource {
	info.kind = "data source"
	return &dataSource[M, P]{info: info, attributes: attributes, read: read}
}

var _ datasource.DataSourceWithConfigure = (*dataSource[providerdata.AccountFields, *providerdata.AccountFields])(nil)

type dataSource[M any, P modelOf[M]] struct {
	*providerdata.Data

	info       TypeInfo
	attributes func() map[string]schema.Attribute
	read       func(context.Context, providerdata.Target, P) diag.Diagnostics
}

func (d *dataSource[M, P]) Metadata(
	_ context.Context, _ datasource.MetadataRequest, resp *datasource.MetadataResponse,
) {
	resp.TypeName = providerdata.TypeName(d.info.Name)
}

func (d *dataSource[M, P]) Configure(
	_ context.Context, req datasource.ConfigureRequest, _ *datasource.ConfigureResponse,
) {
	d.Data, _ = req.ProviderData.(*providerdata.Data)
}

func (d *dataSource[M, P]) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = dataschema.Schema{
		MarkdownDescription: d.info.description(),
		Attributes:          arguments.DataSourceAttributes(attributesOf[M, P](d.attributes)),
	}
}

func (d *dataSource[M, P]) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	values := P(new(M))
	target, isLoaded := d.info.load(ctx, d.Data, req.Config, values, &resp.Diagnostics)
	if !isLoaded {
		return
	}
	resp.Diagnostics.Append(d.read(ctx, target, values)...)
	if !resp.Diagnostics.HasError() {
		resp.Diagnostics.Append(model.SetState(ctx, &resp.State, values)...)
	}
}

// NewEphemeralResource returns an ephemeral resource, as NewDataSource returns a data source.
func NewEphemeralResource[M any, P modelOf[M]](
	info TypeInfo, attributes func() map[string]schema.Attribute,
	open func(context.Context, providerdata.Target, P) diag.Diagnostics,
) ephemeral.EphemeralResource {
	info.kind = "ephemeral resource"
	return &ephemeralResource[M, P]{info: info, attributes: attributes, open: open}
}

var _ ephemeral.EphemeralResourceWithConfigure = (*ephemeralResource[
	providerdata.AccountFields, *providerdata.AccountFields,
])(nil)

type ephemeralResource[M any, P modelOf[M]] struct {
	*providerdata.Data

	info       TypeInfo
	attributes func() map[string]schema.Attribute
	open       func(context.Context, providerdata.Target, P) diag.Diagnostics
}

func (e *ephemeralResource[M, P]) Metadata(
	_ context.Context, _ ephemeral.MetadataRequest, resp *ephemeral.MetadataResponse,
) {
	resp.TypeName = providerdata.TypeName(e.info.Name)
}

func (e *ephemeralResource[M, P]) Configure(
	_ context.Context, req ephemeral.ConfigureRequest, _ *ephemeral.ConfigureResponse,
) {
	e.Data, _ = req.ProviderData.(*providerdata.Data)
}

func (e *ephemeralResource[M, P]) Schema(_ context.Context, _ ephemeral.SchemaRequest, resp *ephemeral.SchemaResponse) {
	resp.Schema = ephemeralschema.Schema{
		MarkdownDescription: e.info.description(),
		Attributes:          arguments.EphemeralAttributes(attributesOf[M, P](e.attributes)),
	}
}

func (e *ephemeralResource[M, P]) Open(ctx context.Context, req ephemeral.OpenRequest, resp *ephemeral.OpenResponse) {
	values := P(new(M))
	target, isLoaded := e.info.load(ctx, e.Data, req.Config, values, &resp.Diagnostics)
	if !isLoaded {
		return
	}
	resp.Diagnostics.Append(e.open(ctx, target, values)...)
	if !resp.Diagnostics.HasError() {
		resp.Diagnostics.Append(resp.Result.Set(ctx, values)...)
	}
}

// ActionInfo describes an action, whose configuration is an M.
type ActionInfo[M any, P modelOf[M]] struct {
	TypeInfo

	// Attributes are those besides the account's.
	Attributes func() map[string]schema.Attribute
	// Validators check the configuration, and Check checks the plan. Both may be nil.
	Validators []action.ConfigValidator
	Check      func(context.Context, *providerdata.Data, P) diag.Diagnostics
	// Invoke carries out the action, and reports its progress.
	Invoke func(ctx context.Context, target providerdata.Target, config P, report func(string)) diag.Diagnostics
}

// NewAction returns the action.
func NewAction[M any, P modelOf[M]](info ActionInfo[M, P]) action.Action {
	info.kind = "action"
	return &accountAction[M, P]{info: info}
}

type accountAction[M any, P modelOf[M]] struct {
	*providerdata.Data

	info ActionInfo[M, P]
}

var (
	_ action.ActionWithConfigure        = (*accountAction[providerdata.AccountFields, *providerdata.AccountFields])(nil)
	_ action.ActionWithConfigValidators = (*accountAction[providerdata.AccountFields, *providerdata.AccountFields])(nil)
	_ action.ActionWithModifyPlan       = (*accountAction[providerdata.AccountFields, *providerdata.AccountFields])(nil)
)

func (a *accountAction[M, P]) Metadata(_ context.Context, _ action.MetadataRequest, resp *action.MetadataResponse) {
	resp.TypeName = providerdata.TypeName(a.info.Name)
}

func (a *accountAction[M, P]) Configure(_ context.Context, req action.ConfigureRequest, _ *action.ConfigureResponse) {
	a.Data, _ = req.ProviderData.(*providerdata.Data)
}

func (a *accountAction[M, P]) Schema(_ context.Context, _ action.SchemaRequest, resp *action.SchemaResponse) {
	resp.Schema = actionschema.Schema{
		MarkdownDescription: a.info.description(),
		Attributes:          arguments.ActionAttributes(attributesOf[M, P](a.info.Attributes)),
	}
}

func (a *accountAction[M, P]) ConfigValidators(context.Context) []action.ConfigValidator {
	return a.info.Validators
}

// ModifyPlan reports an account that is missing, wrong or unreachable in the plan: when the action
// is invoked, the resources that trigger it have already changed. An account that is known only
// after apply is checked when the action is invoked.
func (a *accountAction[M, P]) ModifyPlan(
	ctx context.Context, req action.ModifyPlanRequest, resp *action.ModifyPlanResponse,
) {
	diags := &resp.Diagnostics
	if !a.IsConfigured() {
		return
	}
	diags.Append(a.info.notAllowedErrors(a.Data)...)
	if diags.HasError() {
		return
	}
	diags.Append(wait.ShortTimeoutArgumentWarnings(ctx, req.Config)...)
	config := P(new(M))
	diags.Append(req.Config.Get(ctx, config)...)
	if diags.HasError() {
		return
	}
	if config.KnowsAccount() {
		account, isResolved := config.Resolve(a.Data, diags)
		if isResolved {
			a.CheckAccountAccess(ctx, "action "+providerdata.TypeName(a.info.Name), account, diags)
		}
	}
	if a.info.Check != nil && !diags.HasError() {
		diags.Append(a.info.Check(ctx, a.Data, config)...)
	}
}

func (a *accountAction[M, P]) Invoke(ctx context.Context, req action.InvokeRequest, resp *action.InvokeResponse) {
	config := P(new(M))
	target, isLoaded := a.info.load(ctx, a.Data, req.Config, config, &resp.Diagnostics)
	if !isLoaded {
		return
	}
	report := func(message string) {
		// An engine that stops must not receive progress.
		if ctx.Err() == nil {
			resp.SendProgress(action.InvokeProgressEvent{Message: message})
		}
	}
	resp.Diagnostics.Append(a.info.Invoke(ctx, target, config, report)...)
}
