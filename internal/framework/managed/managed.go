// Package managed is what all managed resources have in common: a name, an identity, an import, and the way that they
// are read and kept.
package managed

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/importid"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/model"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// Interface is what every managed resource offers to Terraform.
type Interface interface {
	resource.ResourceWithConfigure
	resource.ResourceWithModifyPlan
	resource.ResourceWithImportState
	resource.ResourceWithIdentity
}

// Resource is embedded by managed resources.
type Resource struct {
	providerdata.Resource
	// Keys name an object inside its account.
	Keys importid.Keys
	// IsExtended says that nothing can be done with an object without extended operations.
	IsExtended bool
}

// New is the resource videoindexer_<name>.
func New(name string, keys importid.Keys) Resource {
	return Resource{Resource: providerdata.Resource{Name: name}, Keys: keys}
}

// NewExtended is New for a resource that needs extended operations.
func NewExtended(name string, keys importid.Keys) Resource {
	r := New(name, keys)
	r.IsExtended = true
	return r
}

// IdentitySchema is made of the account and the keys.
func (r *Resource) IdentitySchema(_ context.Context, _ resource.IdentitySchemaRequest, resp *resource.IdentitySchemaResponse) {
	resp.IdentitySchema = r.Keys.Schema()
}

// ImportState takes the keys, alone or behind <location>/<account_id>/, or an identity.
func (r *Resource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	r.Keys.Import(ctx, r.Data, req, resp)
}

// Step is what a plan does with an object.
type Step int

const (
	// None is the step of a plan that ends here: it has an error, or the provider is not configured.
	None Step = iota
	Create
	Update
	// Replace is the first of the two plans of a replacement that the plan itself asks for, since an argument has changed: an
	// engine plans a Create next, and no Destroy. So whatever a Destroy would say of the prior object is said here.
	Replace
	Destroy
)

// LoadPlan begins a ModifyPlan: it plans the account, and reads plan and state where there are any.
func (r *Resource) LoadPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse, plan, state any) Step {
	r.PlanAccount(ctx, req, resp)
	if r.Data == nil || r.IsExtended && !r.requireExtended(&resp.Diagnostics) || resp.Diagnostics.HasError() {
		return None
	}
	if !req.State.Raw.IsNull() {
		resp.Diagnostics.Append(model.Get(ctx, req.State, state)...)
	}
	if !req.Plan.Raw.IsNull() {
		resp.Diagnostics.Append(model.Get(ctx, resp.Plan, plan)...)
	}
	switch {
	case resp.Diagnostics.HasError():
		return None
	case req.Plan.Raw.IsNull():
		return Destroy
	case req.State.Raw.IsNull():
		return Create
	case r.replaces(ctx, req, resp):
		return Replace
	}
	return Update
}

// replaces reports whether a plan asks for a replacement. What attributes ask for is not in resp.RequiresReplace yet.
func (r *Resource) replaces(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) bool {
	if len(resp.RequiresReplace) > 0 { // PlanAccount asks for it
		return true
	}
	for _, name := range r.Keys.Names() {
		var configured, planned, prior attr.Value
		resp.Diagnostics.Append(req.Config.GetAttribute(ctx, path.Root(name), &configured)...)
		resp.Diagnostics.Append(resp.Plan.GetAttribute(ctx, path.Root(name), &planned)...)
		resp.Diagnostics.Append(req.State.GetAttribute(ctx, path.Root(name), &prior)...)
		isKept := planned == nil || planned.Equal(prior) || planned.IsUnknown() && configured != nil && configured.IsNull()
		if !isKept {
			return true
		}
	}
	return false
}

// LoadState begins a Read: it loads the state, as Load does, and publishes the identity. ok is also false while the
// provider's configuration is not known, or does not allow the read: Terraform then plans with what the state says. An import
// has no deletion_policy yet, and nothing to plan with.
func (r *Resource) LoadState(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse, state providerdata.Model) (client *videoindexer.Client, account videoindexer.AccountRef, ok bool) {
	resp.Diagnostics.Append(r.Keys.Publish(ctx, req.State, resp.Identity)...)
	if !r.Known() {
		return nil, account, false
	}
	if r.IsExtended && !r.Extended() {
		var policy types.String
		resp.Diagnostics.Append(req.State.GetAttribute(ctx, policyPath, &policy)...)
		if policy.IsNull() {
			r.requireExtended(&resp.Diagnostics)
		}
		return nil, account, false
	}
	return r.Load(ctx, req.State, state, &resp.Diagnostics)
}

func (r *Resource) requireExtended(diags *diag.Diagnostics) bool {
	return r.RequireExtended(path.Empty(), "videoindexer_"+r.Name, diags)
}

// Save makes a model the state, and publishes the identity.
func (r *Resource) Save(ctx context.Context, from any, state *tfsdk.State, identity *tfsdk.ResourceIdentity) diag.Diagnostics {
	diags := model.SetState(ctx, state, from)
	diags.Append(r.Keys.Publish(ctx, *state, identity)...)
	return diags
}
