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
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/entries"
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
	// Complete marks one of which every field is managed: it need not be read before it is written.
	Complete bool `json:"complete,omitempty"`
	// Replaces marks the plan of an adoption by an instance whose state has the brand already. Its destroy is given that plan, and
	// leaves the brand to the create; the destroy of an address that is gone, whose brand another one adopts, is not.
	Replaces bool `json:"replaces,omitempty"`
}

const keptKey = "brand"

// planning is the plan of a dictionary of one.
func (r *brandResource) planning(m *resourceModel) entries.Planning {
	p := entries.Planning{Dictionary: r.dictionary(m, nil, m.AccountRef())}
	if m.policy() == deletion.Delete {
		p.Elsewhere = entries.Replaced
	}
	return p
}

// ModifyPlan plans the account, what destroy does, and what the apply will overwrite or create.
func (r *brandResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	var config, plan, state resourceModel
	diags := &resp.Diagnostics
	step := r.LoadPlan(ctx, req, resp, &plan, &state)
	if step == managed.None {
		return
	}
	var is kept
	diags.Append(private.Get(ctx, req.Private, keptKey, &is)...)
	if step != managed.Create {
		r.see(&state, is)
	}
	if step == managed.Destroy || step == managed.Replace {
		diags.Append(r.planDestroy(&state, is)...)
	}
	if step == managed.Destroy {
		return
	}
	diags.Append(model.Get(ctx, req.Config, &config)...)
	if diags.HasError() || !r.mayUse(&config, diags) {
		return
	}
	if step == managed.Create {
		is.Created = config.BrandID.IsNull()
	}
	if config.DeletionPolicy.IsNull() && (step != managed.Create || !config.BrandID.IsUnknown()) {
		plan.DeletionPolicy = types.StringValue(string(r.defaultPolicy(is.Created)))
	}
	plan.Values = config.Values
	is.Complete = config.Values.IsComplete()
	switch {
	case step == managed.Update:
		diags.Append(r.planUpdate(ctx, &plan, &state, is)...)
	case step == managed.Replace:
		plan.Values.PlanEntry(nil)
	case is.Created:
		diags.Append(r.planNew(ctx, &plan)...)
	default:
		diags.Append(r.planAdoption(ctx, &plan, &is)...)
	}
	if diags.HasError() {
		return
	}
	diags.Append(private.Set(ctx, resp.Private, keptKey, is)...)
	diags.Append(model.SetPlan(ctx, &resp.Plan, plan)...)
	if step != managed.Create {
		r.CheckAccess(ctx, "brand", req, resp)
	}
}

// see notes that the state has the brand of the model.
func (r *brandResource) see(state *resourceModel, is kept) {
	is.Replaces = false
	r.dictionary(state, nil, state.AccountRef()).See(state.brands(is), state.end(is))
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
func (r *brandResource) planDestroy(state *resourceModel, is kept) (diags diag.Diagnostics) {
	if !r.mayDelete(state.DeletionPolicy, &diags) {
		return diags
	}
	p := r.planning(state)
	if state.policy() == deletion.Delete && r.Owned.Plan(p.Name(state.Values.Name()), ownership.Destroy) != ownership.None {
		return diag.Diagnostics{nameTaken(p.Subject(state.quoted()), state.BrandID.Int32(), state.Values.Name(), "")}
	}
	is.Replaces = false
	diags.Append(p.End(state.brands(is), state.end(is), false)...)
	return append(diags, p.Errors()...)
}

// planUpdate plans what a change overwrites for the first time. What is not configured stays as it was read. It warns of a new
// name that another brand has, as far as the list shows it: that one may give it up before.
func (r *brandResource) planUpdate(ctx context.Context, plan, state *resourceModel, is kept) (diags diag.Diagnostics) {
	p, wanted, key := r.planning(state), plan.brands(is), state.key()
	p.Deletes = state.policy() == deletion.Delete
	p.Manage(wanted, state.brands(is), nil)
	plan.Overwritten.Values = wanted[key].Overwritten
	plan.Values.PlanEntry(&state.Values)
	plan.CreateTime = state.CreateTime
	if name := plan.Values.Name(); r.Known() && r.Extended() && plan.KnowsAccount() && videoindexer.NormalName(name) != videoindexer.NormalName(state.Values.Name()) {
		holder, err := r.named(ctx, plan, name, &diags)
		if err != nil {
			diags.Append(diag.WithPath(namePath, apidiag.Planned("look for", p.Subject(plan.quoted()), err)))
		} else if holder != nil && holder.ID != plan.BrandID.Int32() {
			diags.Append(nameHeld(p.Subject(key), holder))
		}
	}
	renamed := *state
	renamed.Values.SetName(plan.Values.Name())
	r.see(&renamed, is)
	return append(diags, p.Errors()...)
}

// planAdoption reads the brand, and plans what the apply overwrites: that is not known of one that the state of this run
// has, since its destroy may come first. While the brand, its account or the provider is not known, this is left to the
// apply.
func (r *brandResource) planAdoption(ctx context.Context, plan *resourceModel, is *kept) (diags diag.Diagnostics) {
	p, wanted, key := r.planning(plan), plan.brands(*is), plan.key()
	plan.Values.PlanEntry(nil)
	plan.Overwritten.Values = field.Unknown()
	if !r.Known() || !plan.KnowsAccount() || plan.BrandID.IsUnknown() {
		return nil
	}
	p.API = r.Client(&diags)
	if diags.Append(p.Look(ctx, wanted)...); diags.HasError() {
		return diags
	}
	p.Manage(wanted, nil, wanted)
	plan.Overwritten.Values = wanted[key].Overwritten
	is.Replaces = len(p.Replaces) > 0
	return append(diags, p.Errors()...)
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
		return diags
	}
	p := r.planning(plan)
	subject := p.Subject(plan.key())
	holder, err := r.named(ctx, plan, name, &diags)
	if err != nil {
		diags.Append(diag.WithPath(namePath, apidiag.Planned("look for", subject, err)))
	}
	if diags.HasError() || err != nil {
		return diags
	}
	if holder != nil {
		if prior, _ := p.Seen(holder.ID); !prior.Frees(name) {
			return diag.Diagnostics{nameTaken(subject, holder.ID, holder.Name, "")}
		}
	}
	switch conflict := r.Owned.Plan(p.Name(name), ownership.Create); {
	case conflict == ownership.CreatedTwice:
		diags.AddAttributeError(namePath, "Brand planned at two addresses",
			fmt.Sprintf("Two resources of this configuration create %s, and names of brands are unique in an account. Keep one of them, or give each another name.", subject))
	case conflict == ownership.DestroyedElsewhere && holder != nil:
		diags.Append(nameTaken(subject, holder.ID, holder.Name, ""))
	}
	return diags
}

// named is the brand of the account that has a name; nil for none. One of a state is asked for itself if the list lacks it.
func (r *brandResource) named(ctx context.Context, m *resourceModel, name string, diags *diag.Diagnostics) (*videoindexer.Brand, error) {
	client, account, ok := r.Target(&m.AccountFields, diags)
	if !ok {
		return nil, nil //nolint:nilnil // as documented
	}
	found, err := providerdata.Read(ctx, r.Data, account, func() (*videoindexer.Brand, error) { return client.FindBrand(ctx, account, name) })
	id, isSeen := r.dictionary(m, client, account).SeenNamed(name)
	if err != nil || found != nil || !isSeen {
		return found, err
	}
	found, err = providerdata.Read(ctx, r.Data, account, func() (*videoindexer.Brand, error) { return client.GetBrand(ctx, account, id) })
	if videoindexer.IsNotFound(err) || err == nil && videoindexer.NormalName(found.Name) != videoindexer.NormalName(name) {
		return nil, nil //nolint:nilnil // as documented
	}
	return found, err
}
