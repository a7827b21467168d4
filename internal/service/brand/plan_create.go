package brand

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/adoption"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managedbrand"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// planCreate plans the adoption of a brand with an id, or the create of one without. While the brand, its account or the
// provider is not known, this is left to the apply.
func (p *planning) planCreate(ctx context.Context) {
	isNew := p.config.BrandID.IsNull()
	if p.config.DeletionPolicy.IsNull() && !p.config.BrandID.IsUnknown() {
		p.planned.DeletionPolicy = types.StringValue(string(p.defaultPolicy(isNew)))
		p.resp.Diagnostics.Append(p.resp.Plan.SetAttribute(ctx, policyPath, p.planned.DeletionPolicy)...)
	}
	switch {
	case p.resp.Diagnostics.HasError():
	case isNew:
		p.planned.Name = p.config.Name // unknown in a plan where it is left out
		p.planNew(ctx)
	default:
		p.planAdoption(ctx)
	}
}

// planAdoption reads the brand.
func (p *planning) planAdoption(ctx context.Context) {
	planned, resp := &p.planned, p.resp
	if !p.Known() || !planned.isPlaced() {
		return
	}
	client, account, ok := p.Target(&planned.AccountFields, &resp.Diagnostics)
	if !ok {
		return
	}
	b := managedbrand.Brands{Data: p.Data, Client: client, Account: account, Instance: p.after}.One(planned.BrandID.Int32(), path.Empty())
	overwritten, err := b.PlanAdoption(ctx, p.config.Values)
	if err != nil {
		resp.Diagnostics.Append(report(b, managedbrand.Outcome{Verb: "adopt", Err: err})...)
		return
	}
	if b.IsGone() {
		resp.Diagnostics.Append(apidiag.Gone(path.Root("brand_id"), b.Subject(), "Terraform adopts a brand by its id, and cannot create a brand with a given id"))
		return
	}
	if b.IsInState() {
		resp.Diagnostics.Append(adoption.AdoptAgain(ctx, resp.Private, b.Subject().ID)...)
	}
	plan := managedbrand.Plan{Account: b.Account}
	plan.Manage(b, p.before)
	resp.Diagnostics.Append(plan.Warnings()...)
	resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("overwritten"), overwritten)...)
}

// planNew looks whether the account has a brand of the name already. One that the state read in this run holds may be
// deleted before the create, which looks again.
func (p *planning) planNew(ctx context.Context) {
	planned, resp := &p.planned, p.resp
	resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("overwritten"), types.ObjectNull(managedbrand.Types))...)
	if !mayBeCreated(planned.Name, &resp.Diagnostics) || !p.Known() || !planned.KnowsAccount() || planned.Name.IsUnknown() {
		return
	}
	client, account, ok := p.Target(&planned.AccountFields, &resp.Diagnostics)
	if !ok {
		return
	}
	name := planned.Name.ValueString()
	holder, err := providerdata.Read(ctx, p.Data, account, func() (*videoindexer.Brand, error) {
		return client.FindBrand(ctx, account, name)
	})
	if err != nil {
		resp.Diagnostics.Append(diag.WithPath(namePath, apidiag.Planned("look for", named(account, name), err)))
		return
	}
	if p.nameOf(account, name).PlanManage(p.before) {
		resp.Diagnostics.Append(diag.WithPath(namePath, managed.TwiceNamed(named(account, name))))
	}
	if holder == nil {
		return
	}
	taken := managedbrand.Brands{Data: p.Data, Account: account, Instance: p.after}.One(holder.ID, path.Empty())
	plan := managedbrand.Plan{Account: account}
	switch {
	case taken.AwaitHolder(ctx) && !plan.Remake(taken, p.before):
		resp.Diagnostics.Append(plan.Warnings()...)
	case p.nameOf(account, name).IsGone():
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
