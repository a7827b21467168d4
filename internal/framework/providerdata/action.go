package providerdata

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/model"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// Action is embedded by actions, for the provider's data.
type Action struct {
	*Data
	// Name is the name of the type without the provider's.
	Name string
	// IsExtended says that the action needs operations beyond the contract.
	IsExtended bool
}

// Metadata names the type.
func (a *Action) Metadata(_ context.Context, req action.MetadataRequest, resp *action.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_" + a.Name
}

// Configure takes the provider's data; it makes no request.
func (a *Action) Configure(_ context.Context, req action.ConfigureRequest, resp *action.ConfigureResponse) {
	a.Data = from(req.ProviderData, &resp.Diagnostics)
}

// mayInvoke returns whether an action may be invoked, and reports one that needs extended operations if they are not
// allowed.
func (a *Action) mayInvoke(diags *diag.Diagnostics) bool {
	return !a.IsExtended || a.RequireExtended(path.Empty(), "The action videoindexer_"+a.Name, diags)
}

// Load is Load of the provider's data, for an action that may be invoked.
func (a *Action) Load(ctx context.Context, from model.Source, into Model, diags *diag.Diagnostics) (client *videoindexer.Client, account videoindexer.AccountRef, ok bool) {
	if !a.mayInvoke(diags) {
		return nil, account, false
	}
	return a.Data.Load(ctx, from, into, diags)
}

// ModifyPlan reports an account that is missing, wrong or out of reach while planning: when the action is invoked, what
// triggers it has changed already. An account that is known only after apply is checked then.
func (a *Action) ModifyPlan(ctx context.Context, req action.ModifyPlanRequest, resp *action.ModifyPlanResponse) {
	if a.Data == nil || !a.Known() || !a.mayInvoke(&resp.Diagnostics) {
		return
	}
	var fields AccountFields
	resp.Diagnostics.Append(req.Config.GetAttribute(ctx, locationArgument.path, &fields.Location)...)
	resp.Diagnostics.Append(req.Config.GetAttribute(ctx, accountIDArgument.path, &fields.AccountID)...)
	if resp.Diagnostics.HasError() || !fields.KnowsAccount() {
		return
	}
	if account, ok := a.Account(&fields, &resp.Diagnostics); ok {
		a.CheckAccountAccess(ctx, "action videoindexer_"+a.Name, account, &resp.Diagnostics)
	}
}

// Report shows the progress of an action to Terraform's user.
func Report(resp *action.InvokeResponse) func(message string) {
	return func(message string) { resp.SendProgress(action.InvokeProgressEvent{Message: message}) }
}
