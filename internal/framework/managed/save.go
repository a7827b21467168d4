package managed

import (
	"context"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/model"
)

// destination is where a create or update saves: the state and its identity, and where its errors
// go.
type destination struct {
	state    *tfsdk.State
	identity *tfsdk.ResourceIdentity
	diags    *diag.Diagnostics
}

// saveCreated makes the plan of a create, with the values of the service, the state. A value that
// the service has not kept is an error. After any error, a destroy leaves an adopted object.
func (r *Resource) saveCreated(
	ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse, plan ObjectModel,
) {
	diags := &resp.Diagnostics
	r.saveKept(ctx, req.Plan, plan, destination{&resp.State, resp.Identity, diags})
	if diags.HasError() && plan.isAdopted() {
		plan.leaveOnDestroy()
		diags.Append(r.Save(ctx, plan, &resp.State, resp.Identity)...)
	}
}

// saveKept saves, and adds an error for each argument that the service has not kept.
func (r *Resource) saveKept(ctx context.Context, plan tfsdk.Plan, from Model, into destination) {
	into.diags.Append(r.Save(ctx, from, into.state, into.identity)...)
	// After an error, the state may lack values for another reason, which the error has.
	if !into.diags.HasError() {
		into.diags.Append(notKeptErrors(ctx, plan, *into.state, from.Subject())...)
	}
}

// notKeptErrors returns an error for each argument that a state has otherwise than it was planned.
func notKeptErrors(
	ctx context.Context, plan tfsdk.Plan, state tfsdk.State, subject apidiag.Subject,
) (diags diag.Diagnostics) {
	planned := model.Attributes(plan.Raw)
	saved := model.Attributes(state.Raw)
	attributes := plan.Schema.GetAttributes()
	for _, name := range slices.Sorted(maps.Keys(attributes)) {
		isArgument := attributes[name].IsRequired() || attributes[name].IsOptional()
		isComparable := isArgument && planned[name].IsFullyKnown()
		if !isComparable || planned[name].Equal(saved[name]) {
			continue
		}
		var sent, returned attr.Value
		argument := path.Root(name)
		diags.Append(plan.GetAttribute(ctx, argument, &sent)...)
		diags.Append(state.GetAttribute(ctx, argument, &returned)...)
		diags.Append(apidiag.NotKeptErrors(argument, subject, sent, returned)...)
	}
	return diags
}
