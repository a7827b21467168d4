package providerdata

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/action/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/model"
)

// Action is an action on an account, whose configuration is an M.
type Action[M any, P modelOf[M]] struct {
	About

	// Attributes are those besides the account's.
	Attributes func() map[string]schema.Attribute
	// Validators refuse a configuration, and Check refuses a plan; none if they are nil.
	Validators []action.ConfigValidator
	Check      func(context.Context, *Data, P, *diag.Diagnostics)
	// Invoke carries out the action, and reports its progress.
	Invoke func(ctx context.Context, on Target, config P, report func(string), diags *diag.Diagnostics)
}

// NewAction is the action for Terraform.
func NewAction[M any, P modelOf[M]](a Action[M, P]) action.Action {
	return &accountAction[M, P]{about: a}
}

type accountAction[M any, P modelOf[M]] struct {
	*Data

	about Action[M, P]
}

var (
	_ action.ActionWithConfigure        = (*accountAction[struct{ AccountFields }, *struct{ AccountFields }])(nil)
	_ action.ActionWithConfigValidators = (*accountAction[struct{ AccountFields }, *struct{ AccountFields }])(nil)
	_ action.ActionWithModifyPlan       = (*accountAction[struct{ AccountFields }, *struct{ AccountFields }])(nil)
)

func (a *accountAction[M, P]) Metadata(_ context.Context, req action.MetadataRequest, resp *action.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_" + a.about.Name
}

// Configure takes the provider's data; it makes no request.
func (a *accountAction[M, P]) Configure(_ context.Context, req action.ConfigureRequest, resp *action.ConfigureResponse) {
	a.Data = from(req.ProviderData, &resp.Diagnostics)
}

func (a *accountAction[M, P]) Schema(_ context.Context, _ action.SchemaRequest, resp *action.SchemaResponse) {
	resp.Schema = schema.Schema{MarkdownDescription: a.about.description(), Attributes: withAccount(a.about.Attributes(), argument.action)}
}

func (a *accountAction[M, P]) ConfigValidators(context.Context) []action.ConfigValidator {
	return a.about.Validators
}

// ModifyPlan reports an account that is missing, wrong or out of reach while planning: when the action is invoked, what
// triggers it has changed already. An account that is known only after apply is checked then.
func (a *accountAction[M, P]) ModifyPlan(ctx context.Context, req action.ModifyPlanRequest, resp *action.ModifyPlanResponse) {
	diags := &resp.Diagnostics
	if a.Data == nil || !a.Known() || a.about.IsExtended && !a.RequireExtended(path.Empty(), "The action videoindexer_"+a.about.Name, diags) {
		return
	}
	config := P(new(M))
	if diags.Append(model.Get(ctx, req.Config, config)...); diags.HasError() {
		return
	}
	if fields := config.accountFields(); fields.KnowsAccount() {
		if account, ok := a.Account(fields, diags); ok {
			a.CheckAccountAccess(ctx, "action videoindexer_"+a.about.Name, account, diags)
		}
	}
	if a.about.Check != nil && !diags.HasError() {
		a.about.Check(ctx, a.Data, config, diags)
	}
}

func (a *accountAction[M, P]) Invoke(ctx context.Context, req action.InvokeRequest, resp *action.InvokeResponse) {
	config := P(new(M))
	if on, ok := a.target(ctx, "action", a.about.About, req.Config, config, &resp.Diagnostics); ok {
		report := func(message string) { resp.SendProgress(action.InvokeProgressEvent{Message: message}) }
		a.about.Invoke(ctx, on, config, report, &resp.Diagnostics)
	}
}
