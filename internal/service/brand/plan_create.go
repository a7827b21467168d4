package brand

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/adoption"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managedbrand"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// planCreate plans the adoption of a brand with an id, or the create of one without. While the brand, its account or
// the provider is not known, this is left to the apply.
func (r *brandResource) planCreate(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse, config, planned *resourceModel) {
	before, after, diags := adoption.Planned(ctx, req, resp)
	resp.Diagnostics.Append(diags...)
	isNew := config.BrandID.IsNull()
	if config.DeletionPolicy.IsNull() && !config.BrandID.IsUnknown() {
		planned.DeletionPolicy = types.StringValue(string(r.defaultPolicy(isNew)))
		resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, policyPath, planned.DeletionPolicy)...)
	}
	if resp.Diagnostics.HasError() {
		return
	}
	if isNew {
		planned.Name = config.Name // unknown in a plan where it is left out
		r.planNew(ctx, planned, before, after, resp)
		return
	}
	r.planAdoption(ctx, config.Values, planned, before, after, resp)
}

// planAdoption reads the brand.
func (r *brandResource) planAdoption(ctx context.Context, wanted managedbrand.Values, planned *resourceModel, before, after adoption.Instance, resp *resource.ModifyPlanResponse) {
	if !r.Known() || !planned.isPlaced() {
		return
	}
	client, account, ok := r.Target(&planned.AccountFields, &resp.Diagnostics)
	if !ok {
		return
	}
	b := managedbrand.Brands{Data: r.Data, Client: client, Account: account, Instance: after}.One(planned.BrandID.Int32(), path.Empty())
	overwritten, err := b.PlanAdoption(ctx, wanted)
	if err != nil {
		resp.Diagnostics.Append(report(b, managedbrand.Outcome{Verb: "adopt", Err: err})...)
		return
	}
	if b.IsGone() {
		resp.Diagnostics.Append(apidiag.Gone(path.Root("brand_id"), b.Subject(), "Terraform adopts a brand by its id, and cannot create a brand with a given id"))
		return
	}
	if b.IsHeld() {
		resp.Diagnostics.Append(adoption.AdoptAgain(ctx, resp.Private, b.Subject().ID)...)
	}
	plan := managedbrand.Plan{Account: b.Account}
	plan.Manage(b, before)
	resp.Diagnostics.Append(plan.Warnings()...)
	resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("overwritten"), overwritten)...)
}

// planNew looks whether the account has a brand of the name already. One that the state read in this run holds may be
// deleted before the create, which looks again.
func (r *brandResource) planNew(ctx context.Context, planned *resourceModel, before, after adoption.Instance, resp *resource.ModifyPlanResponse) {
	resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("overwritten"), types.ObjectNull(managedbrand.Types))...)
	if !mayBeCreated(planned.Name, &resp.Diagnostics) || !r.Known() || !planned.KnowsAccount() || planned.Name.IsUnknown() {
		return
	}
	client, account, ok := r.Target(&planned.AccountFields, &resp.Diagnostics)
	if !ok {
		return
	}
	name := planned.Name.ValueString()
	holder, err := providerdata.Read(ctx, r.Data, account, func() (*videoindexer.Brand, error) {
		return client.FindBrand(ctx, account, name)
	})
	if err != nil {
		resp.Diagnostics.Append(diag.WithPath(namePath, apidiag.Error("look for", named(account, name), err)))
		return
	}
	if r.nameOf(account, name).PlanManage(before) {
		resp.Diagnostics.Append(diag.WithPath(namePath, managed.TwiceNamed(named(account, name))))
	}
	if holder == nil {
		return
	}
	held := managedbrand.Brands{Data: r.Data, Account: account, Instance: after}.One(holder.ID, path.Empty())
	plan := managedbrand.Plan{Account: account}
	switch {
	case held.AwaitHolder(ctx) && !plan.Remake(held, before):
		resp.Diagnostics.Append(plan.Warnings()...)
	case r.nameOf(account, name).IsGone():
		resp.Diagnostics.AddAttributeWarning(namePath, "Brand name is taken by another brand",
			fmt.Sprintf("The brand %q of the state no longer exists, and brand %d has its name now: applying this plan fails. "+
				"Set brand_id = %d, import that brand, or choose another name. A destroy works without this.", name, holder.ID, holder.ID))
	default:
		resp.Diagnostics.Append(nameTaken(account, name, holder, ""))
	}
}

// nameOf is what a run knows about the name of a brand, apart from the brand that has it.
func (r *brandResource) nameOf(account videoindexer.AccountRef, name string) *adoption.Object {
	return r.Objects.Get("name of a brand", account, name)
}
