package person

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/adoption"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// ModifyPlan plans the account, looks whether the name of a new model is free, and says what a destroy leaves.
func (r *modelResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	r.PlanAccount(ctx, req, resp)
	if resp.Diagnostics.HasError() || !r.RequireExtended(path.Empty(), modelType, &resp.Diagnostics) {
		return
	}
	isDestroy := req.Plan.Raw.IsNull()
	if !req.State.Raw.IsNull() && (isDestroy || len(resp.RequiresReplace) > 0) {
		var state modelModel
		resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
		if !resp.Diagnostics.HasError() && r.Data != nil {
			resp.Diagnostics.Append(r.planRelease(ctx, req, state)...)
		}
	}
	r.Prove(ctx, "person model", req, resp)
	if isDestroy || r.Data == nil || resp.Diagnostics.HasError() {
		return
	}
	var plan modelModel
	resp.Diagnostics.Append(resp.Plan.Get(ctx, &plan)...)
	r.planManage(ctx, plan, req, resp)
	if req.State.Raw.IsNull() {
		r.lookForNamesake(ctx, plan, &resp.Diagnostics)
	}
}

// planManage warns of another instance that manages the same model, or one of the same name: before a model is created,
// its name is all that is known of it.
func (r *modelResource) planManage(ctx context.Context, plan modelModel, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if !plan.KnowsAccount() {
		return
	}
	account := plan.AccountRef()
	var byID, byName *adoption.Object
	if !plan.PersonModelID.IsUnknown() {
		byID = r.object(account, plan.PersonModelID.ValueString())
	}
	if !plan.Name.IsUnknown() {
		byName = r.Objects.Get("name of a person model", account, plan.Name.ValueString())
	}
	isSecond := managed.PlanImported(ctx, req, resp, modelSubject(account, plan.PersonModelID.ValueString()), byID, byName)
	if isSecond[1] && !isSecond[0] {
		resp.Diagnostics.Append(diag.WithPath(path.Root("name"), managed.TwiceNamed(modelSubject(account, strconv.Quote(plan.Name.ValueString())))))
	}
}

// object is what this run knows about a model of its state.
func (r *modelResource) object(account videoindexer.AccountRef, modelID string) *adoption.Object {
	return r.Objects.Get("person model", account, strings.ToLower(modelID))
}

// planRelease says what a destroy leaves, and that another instance creates a model of the same name. In a replacement no
// destroy is planned on its own.
func (r *modelResource) planRelease(ctx context.Context, req resource.ModifyPlanRequest, state modelModel) diag.Diagnostics {
	account, id := state.AccountRef(), state.PersonModelID.ValueString()
	if state.IsDefault.ValueBool() {
		return diag.Diagnostics{deletion.WillAbandon(modelSubject(account, id), defaultStays)}
	}
	if !req.Plan.Raw.IsNull() {
		return nil
	}
	object := r.object(account, id)
	diags := managed.PlanDelete(ctx, req, object, modelSubject(account, id))
	if object.IsRemade() {
		diags.Append(deletion.Remade(modelSubject(account, id), state.Name.ValueString(), costOfModel))
	}
	return diags
}

const costOfModel = "All persons of the model are deleted with it. If the create comes first, the service refuses it, and the next apply creates the model."

// lookForNamesake warns of a model that has the name of the one to be created: names are unique in an account.
func (r *modelResource) lookForNamesake(ctx context.Context, plan modelModel, diags *diag.Diagnostics) {
	if diags.HasError() || !r.Extended() || !plan.KnowsAccount() || plan.Name.IsUnknown() {
		return
	}
	client, account, ok := r.Target(&plan.AccountFields, diags)
	if !ok {
		return
	}
	name := plan.Name.ValueString()
	found, err := providerdata.Read(ctx, r.Data, account, func() (*videoindexer.PersonModel, error) {
		return client.FindPersonModel(ctx, account, name)
	})
	switch {
	case videoindexer.IsLacking(err):
		return
	case err != nil:
		diags.Append(apidiag.Planned("look for", modelSubject(account, strconv.Quote(name)), err))
		return
	case found == nil:
		return
	}
	object := r.object(account, found.ID)
	if object.AwaitHolder(ctx) {
		if _, isReleased := object.PlanRemake(adoption.InState); isReleased {
			diags.Append(deletion.Remade(modelSubject(account, found.ID), name, costOfModel))
		}
		return
	}
	diags.AddAttributeWarning(path.Root("name"), "Account has a person model of that name", fmt.Sprintf(
		"Applying this plan creates %s, and names of person models are unique in an account: the service refuses the create as long as model %s has this name. "+
			"To manage that model, import it: terraform import '<address>' %s. To have another one, choose another name.",
		modelSubject(account, strconv.Quote(name)), found.ID, found.ID))
}
