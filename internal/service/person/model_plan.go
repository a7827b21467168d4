package person

import (
	"cmp"
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ownership"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// ModifyPlan plans the account, refuses a new model whose name is taken, and says what a destroy deletes or leaves.
func (r *modelResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	diags := &resp.Diagnostics
	if !r.RequireExtended(path.Empty(), modelType, diags) {
		return
	}
	var config, plan, state modelModel
	step := r.LoadPlan(ctx, req, resp, &plan, &state)
	switch step {
	case managed.None:
		return
	case managed.Destroy, managed.Replace:
		diags.Append(r.planEnd(ctx, &state)...)
	case managed.Update:
		diags.Append(r.PlanKeep(&state)...)
	}
	if step == managed.Destroy {
		return
	}
	diags.Append(req.Config.Get(ctx, &config)...)
	plan.PlanPolicy(config.DeletionPolicy, step, state.Fields.Policy())
	diags.Append(resp.Plan.Set(ctx, plan)...)
	r.CheckAccess(ctx, "person model", req, resp)
	if step == managed.Create && !diags.HasError() {
		r.planCreate(ctx, &plan, diags)
	}
}

const (
	deletesModel = `deletion_policy "delete" deletes the model with all of its persons.`
	uniqueNames  = "Names of person models are unique. If the model were deleted first, its persons would be lost."
)

// planEnd says what becomes of a model that is destroyed or replaced, and refuses it if another address keeps the model or
// creates one of its name.
func (r *modelResource) planEnd(ctx context.Context, state *modelModel) diag.Diagnostics {
	if state.IsDefault.ValueBool() {
		r.Owned.See(state.Object(), state.Policy())
		return diag.Diagnostics{deletion.WillAbandon(state.Subject(), defaultStays)}
	}
	diags := r.PlanEnd(state, deletesModel)
	if state.Policy() == deletion.Abandon {
		return diags
	}
	diags.Append(r.Plan(state.nameObject(), ownership.Destroy, state.Subject(), uniqueNames)...)
	if !diags.HasError() {
		diags.Append(r.nameLosses(ctx, state)...)
	}
	return diags
}

// nameLosses names the persons that are deleted with a model.
func (r *modelResource) nameLosses(ctx context.Context, state *modelModel) (diags diag.Diagnostics) {
	client, account, ok := r.Target(&state.AccountFields, &diags)
	if !ok {
		return diags
	}
	id := state.PersonModelID.ValueString()
	persons, err := providerdata.Read(ctx, r.Data, account, func() ([]videoindexer.Person, error) {
		return client.ListPersons(ctx, account, id, videoindexer.PersonsQuery{})
	})
	switch {
	case videoindexer.IsNotFound(err):
		return nil
	case err != nil:
		return diag.Diagnostics{apidiag.Warning("name the persons that are deleted with", state.Subject(), err)}
	case len(persons) == 0:
		return nil
	}
	names := make([]string, len(persons))
	for i, person := range persons {
		names[i] = cmp.Or(person.Name, person.ID)
	}
	return diag.Diagnostics{deletion.WillDeleteMany("person", names, state.Subject(), "Their faces are deleted with them, and so are persons that no "+
		"resource manages. To keep the model, set deletion_policy = \"abandon\" and apply that first.")}
}

// planCreate refuses a name that another model has or gets.
func (r *modelResource) planCreate(ctx context.Context, plan *modelModel, diags *diag.Diagnostics) {
	if !r.Extended() || !plan.KnowsAccount() || plan.Name.IsUnknown() {
		return
	}
	plan.PersonModelID = types.StringNull() // messages give the name
	client, account, name, subject := r.Client(diags), plan.AccountRef(), plan.Name.ValueString(), plan.Subject()
	diags.Append(r.Plan(plan.nameObject(), ownership.Create, subject, uniqueNames)...)
	if diags.HasError() {
		return
	}
	found, err := providerdata.Read(ctx, r.Data, account, func() (*videoindexer.PersonModel, error) {
		return client.FindPersonModel(ctx, account, name)
	})
	if err != nil && !videoindexer.IsUnsupported(err) {
		diags.Append(apidiag.Planned("look for", subject, err))
	}
	if found == nil {
		return
	}
	if _, isSeen := r.Owned.Seen(modelObject(account, found.ID)); !isSeen { // otherwise this plan may free the name
		diags.AddAttributeError(path.Root("name"), "Account has a person model of that name", fmt.Sprintf(
			"Another person model has the name of %s, and these names are unique in an account.\n\n"+
				"To manage that model, import it: `terraform import '<address>' %s`. If a resource has it already, add a moved block, or apply first what frees the name.", subject, found.ID))
	}
}
