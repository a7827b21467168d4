package brand

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/model"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ownership"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/field"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

var (
	idPath     = path.Root("brand_id")
	namePath   = path.Root("name")
	policyPath = path.Root("deletion_policy")
)

// kept is what private state holds of a brand.
type kept struct {
	// Created marks one that Terraform has created. One that was adopted or imported has no mark, whatever is configured later.
	Created bool `json:"created,omitempty"`
	// Replaces marks the plan of an adoption by an instance whose state has the brand already. Its destroy is given that plan;
	// the destroy of an address that is gone, whose brand another one adopts, is not.
	Replaces bool `json:"replaces,omitempty"`
}

const keptKey = "brand"

// ModifyPlan plans the account, what destroy does, and what the apply will overwrite or create.
func (r *brandResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	var config, plan, state resourceModel
	step := r.LoadPlan(ctx, req, resp, &plan, &state)
	if step == managed.Update || step == managed.Replace || step == managed.Destroy {
		r.see(&state, state.Values.Name())
	}
	switch step {
	case managed.None:
		return
	case managed.Destroy:
		resp.Diagnostics.Append(r.planDestroy(&state)...)
		return
	case managed.Replace:
		resp.Diagnostics.Append(r.planDestroy(&state)...)
	}
	resp.Diagnostics.Append(model.Get(ctx, req.Config, &config)...)
	is := kept{Created: config.BrandID.IsNull()}
	if step != managed.Create {
		is = kept{}
		resp.Diagnostics.Append(private.Get(ctx, req.Private, keptKey, &is)...)
	}
	if resp.Diagnostics.HasError() || !r.mayUse(&config, &resp.Diagnostics) {
		return
	}
	if config.DeletionPolicy.IsNull() && (step != managed.Create || !config.BrandID.IsUnknown()) {
		plan.DeletionPolicy = types.StringValue(string(r.defaultPolicy(is.Created)))
	}
	plan.Values = config.Values
	switch {
	case step == managed.Update:
		resp.Diagnostics.Append(r.planUpdate(&plan, &state, is.Created)...)
	case step == managed.Replace:
		plan.Values.PlanEntry(nil)
	case is.Created:
		resp.Diagnostics.Append(r.planNew(ctx, &plan)...)
	default:
		resp.Diagnostics.Append(r.planAdoption(ctx, &plan, &is)...)
		resp.Diagnostics.Append(private.Set(ctx, resp.Private, keptKey, is)...)
	}
	if resp.Diagnostics.HasError() {
		return
	}
	resp.Diagnostics.Append(model.SetPlan(ctx, &resp.Plan, plan)...)
	if step != managed.Create {
		r.CheckAccess(ctx, "brand", req, resp)
	}
}

// mayUse reports whether the provider may do what a configuration asks for, and the errors where it may not.
func (r *brandResource) mayUse(config *resourceModel, diags *diag.Diagnostics) bool {
	may := !config.BrandID.IsNull() || r.RequireExtended(idPath, "A brand without brand_id, which Terraform creates,", diags)
	return r.mayDelete(config.DeletionPolicy, diags) && may
}

func (r *brandResource) mayDelete(policy types.String, diags *diag.Diagnostics) bool {
	return policy.ValueString() != string(deletion.Delete) || r.RequireExtended(policyPath, `deletion_policy = "delete"`, diags)
}

// defaultPolicy is deletion_policy if it is not configured: only what Terraform has created is deleted by default, and
// only if the provider may delete it.
func (r *brandResource) defaultPolicy(isCreated bool) deletion.Policy {
	if isCreated && (r.Extended() || !r.Known()) {
		return deletion.Delete
	}
	return deletion.Abandon
}

// planDestroy plans what becomes of the brand of the state.
func (r *brandResource) planDestroy(state *resourceModel) (diags diag.Diagnostics) {
	if !r.mayDelete(state.DeletionPolicy, &diags) {
		return diags
	}
	if state.policy() == deletion.Delete && r.Owned.Plan(state.nameObject(), ownership.Destroy) != ownership.None {
		diags.Append(nameTaken(state, state.BrandID.Int32(), state.Values.Name(), ""))
		return diags
	}
	if state.destroyWrites() {
		diags.Append(r.Plan(state.object(), ownership.Destroy, state.subject(), adviseReplaced(state.policy()))...)
	} else if state.policy() == deletion.Abandon {
		diags.Append(deletion.WillAbandonByPolicy(state.subject(), field.NoDeletion))
	}
	return diags
}

// planUpdate plans what a change overwrites for the first time. What is not configured stays as it was read.
func (r *brandResource) planUpdate(plan, state *resourceModel, isCreated bool) diag.Diagnostics {
	plan.Values.PlanEntry(&state.Values)
	plan.CreateTime, plan.Overwritten = state.CreateTime, field.Overwritten{}
	if !isCreated {
		plan.Overwritten.Values = field.Overwrite(state.Overwritten.Values, state.Values.Fields(), plan.Values)
	}
	r.see(state, plan.Values.Name())
	intent := ownership.Keep
	if state.policy() == deletion.Delete {
		intent = ownership.KeepOrDelete
	}
	return r.Plan(state.object(), intent, state.subject(), adviseReplaced(state.policy()))
}

// planAdoption reads the brand, and plans what the apply overwrites: that is not known of one that the state of this run
// has, since its destroy may come first. While the brand, its account or the provider is not known, this is left to the
// apply.
func (r *brandResource) planAdoption(ctx context.Context, plan *resourceModel, is *kept) (diags diag.Diagnostics) {
	wanted := plan.Values
	plan.Values.PlanEntry(nil)
	plan.Overwritten.Values = field.Unknown()
	if !r.Known() || !plan.isPlaced() {
		return nil
	}
	client, account, ok := r.Target(&plan.AccountFields, &diags)
	if !ok {
		return diags
	}
	prior, isSeen := r.seen(plan.object())
	found, err := providerdata.Read(ctx, r.Data, account, func() (*videoindexer.Brand, error) {
		return client.ReadBrand(ctx, account, plan.BrandID.Int32())
	})
	switch {
	case err != nil:
		diags.Append(notAdopted(plan.subject(), err))
		return diags
	case isSeen && prior.policy == deletion.Delete: // the destroy of a replacement, which no engine plans, deletes it
		r.Owned.Plan(plan.object(), ownership.KeepOrDelete)
	}
	r.Found.Store(plan.object(), found)
	if is.Replaces = isSeen; !isSeen {
		plan.Overwritten.Values = field.Overwrite(field.Values{}, found.BrandFields, wanted)
	}
	diags.Append(r.Plan(plan.object(), ownership.Create, plan.subject(), adviseReplaced(prior.policy))...)
	return diags
}

// planNew looks whether the account has a brand of the name already. One that the state of this run has, and that its
// destroy deletes, leaves it free.
func (r *brandResource) planNew(ctx context.Context, plan *resourceModel) (diags diag.Diagnostics) {
	isKnown := !plan.Values.IsUnknown(field.Name)
	if isKnown && !plan.Values.Has(field.Name) {
		return diag.Diagnostics{nameMissing()}
	}
	name := plan.Values.Name()
	plan.Values.PlanEntry(nil)
	plan.Overwritten = field.Overwritten{}
	if !isKnown || !r.Known() || !plan.KnowsAccount() {
		return nil
	}
	if wrong := validate.CheckName(name); wrong != "" { // of one that was not known when it was validated
		diags.AddAttributeError(namePath, "Invalid name", fmt.Sprintf("name must be %s; %q %s.", validate.NameExpected, name, wrong))
	}
	client, account, ok := r.Target(&plan.AccountFields, &diags)
	if !ok || diags.HasError() {
		return diags
	}
	holder, err := providerdata.Read(ctx, r.Data, account, func() (*videoindexer.Brand, error) {
		return client.FindBrand(ctx, account, name)
	})
	if err != nil {
		return diag.Diagnostics{diag.WithPath(namePath, apidiag.Planned("look for", plan.named(), err))}
	}
	if holder != nil {
		taken := ownership.Object{Noun: "brand", Account: account, ID: idOf(holder.ID)}
		if prior, isSeen := r.seen(taken); !isSeen || prior.policy != deletion.Delete || prior.name != videoindexer.NormalName(name) {
			return diag.Diagnostics{nameTaken(plan, holder.ID, holder.Name, "")}
		}
	}
	switch conflict := r.Owned.Plan(plan.nameObject(), ownership.Create); {
	case conflict == ownership.CreatedTwice:
		diags.AddAttributeError(namePath, "Brand planned at two addresses",
			fmt.Sprintf("Two resources of this configuration create %s, and names of brands are unique in an account. Keep one of them, or give each another name.", plan.named()))
	case conflict == ownership.DestroyedElsewhere && holder != nil:
		diags.Append(nameTaken(plan, holder.ID, holder.Name, ""))
	}
	return diags
}
