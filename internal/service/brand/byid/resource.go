// Package byid is videoindexer_brands: many brands of an account in one resource, by their ids.
package byid

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/int32type"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/model"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/entries"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/field"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/set"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

var (
	_ managed.Interface                   = (*dictionaryResource)(nil)
	_ resource.ResourceWithValidateConfig = (*dictionaryResource)(nil)
)

// dictionaryResource has an identity and an import of its own: see import.go.
type dictionaryResource struct{ managed.Resource }

// NewResource is videoindexer_brands.
func NewResource() resource.Resource { return &dictionaryResource{managed.New("brands", nil)} }

// Metadata names the type, and lets its identity change.
func (r *dictionaryResource) Metadata(ctx context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	r.Resource.Metadata(ctx, req, resp)
	resp.ResourceBehavior.MutableIdentity = true // see IdentitySchema
}

func (r *dictionaryResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{MarkdownDescription: describeDictionary, Attributes: providerdata.ResourceAttributes(dictionaryAttributes())}
}

// dictionaryModel is a videoindexer_brands.
type dictionaryModel struct{ entries.Model }

func (m *dictionaryModel) policy() deletion.Policy {
	return deletion.Of(m.DeletionPolicy, deletion.Abandon)
}

// setDefaults fills in what an import leaves open, so that the plan after it has nothing to change.
func (m *dictionaryModel) setDefaults() {
	m.DeletionPolicy = types.StringValue(string(m.policy()))
	m.Parallelism = int32type.New(entries.DefaultParallelism)
}

// end is what becomes of a brand whose entry goes.
func (m *dictionaryModel) end(string, set.Brand) set.Kind {
	return map[deletion.Policy]set.Kind{
		deletion.Abandon: set.Abandon, deletion.Disable: set.Disable, deletion.Restore: set.Restore, deletion.Delete: set.Delete,
	}[m.policy()]
}

// kept is what private state holds.
type kept struct {
	// Complete are the brands of which every field is managed: they need not be read before they are written.
	Complete []string `json:"complete,omitempty"`
	// IsReplaced marks the plan of a create whose brands the state of this run has. The destroy of a replacement is given that
	// plan; that of an address that is gone is not.
	IsReplaced bool `json:"replaced,omitempty"`
	// IsImported marks a dictionary that was imported and not yet read.
	IsImported bool `json:"imported,omitempty"`
}

const keptKey = "brands"

// elsewhere says what helps where a moved block cannot.
const elsewhere = entries.Elsewhere + " If a resource with deletion_policy = \"delete\" is replaced at its own address: apply deletion_policy = \"abandon\" first, or keep it with `terraform untaint <address>`."

// of are the brands of a state or plan, with what private state says of them.
func (r *dictionaryResource) of(ctx context.Context, m *dictionaryModel, store private.Reader, diags *diag.Diagnostics) (brands entries.Brands, k kept) {
	diags.Append(private.Get(ctx, store, keptKey, &k)...)
	brands = kind.State(&m.Model)
	brands.SetComplete(k.Complete)
	return brands, k
}

// dictionary is what a plan works on. Client may be nil.
func (r *dictionaryResource) dictionary(m *dictionaryModel, client *videoindexer.Client, account videoindexer.AccountRef) entries.Dictionary {
	return entries.Dictionary{Kind: kind, Resource: &r.Resource, API: client, Ref: account, Parallelism: entries.Parallelism(m.Parallelism), Policy: m.policy()}
}

// ModifyPlan plans the account, the brands, and what the apply will overwrite of them. Brands that are added are read.
func (r *dictionaryResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	var plan, state dictionaryModel
	step := r.LoadPlan(ctx, req, resp, &plan, &state)
	if step == managed.None {
		return
	}
	diags := &resp.Diagnostics
	prior, _ := r.of(ctx, &state, req.Private, diags)
	before := entries.Conflicts{Dictionary: r.dictionary(&state, nil, state.AccountRef()), Elsewhere: elsewhere}
	if step == managed.Destroy || step == managed.Replace {
		if r.mayUse(state.DeletionPolicy, diags) {
			diags.Append(before.PlanEnds(prior, state.end, false, field.NoDeletion)...)
			diags.Append(before.Errors()...)
		}
	}
	if step == managed.Destroy || !r.mayUse(plan.DeletionPolicy, diags) || diags.HasError() {
		return
	}
	var config entries.Map
	diags.Append(req.Config.GetAttribute(ctx, path.Root("brands"), &config)...)
	hasRead := false
	if !config.IsUnknown() {
		planned, more := kind.PlanEntries(config, prior)
		diags.Append(more...)
		if diags.HasError() {
			return
		}
		diags.Append(model.SetAttributes(ctx, &resp.Plan, map[string]attr.Value{"brands": planned})...)
		if step == managed.Update {
			before.See(prior, state.end)
		}
		if step != managed.Replace { // an engine plans a replacement once more, as a create
			hasRead = r.planContents(ctx, &plan, &state, kind.Of(config), prior, resp)
		}
	}
	if !hasRead {
		r.CheckAccess(ctx, "brands", req, resp)
	}
}

// planContents plans what will be overwritten, and notes which brands the dictionary has then. What is not known yet stays as the
// framework has planned it. It reports whether it has read anything.
func (r *dictionaryResource) planContents(ctx context.Context, plan, state *dictionaryModel, wanted, prior entries.Brands, resp *resource.ModifyPlanResponse) (hasRead bool) {
	diags := &resp.Diagnostics
	added := wanted.Without(prior)
	if !plan.KnowsAccount() || len(added) > 0 && !r.Known() {
		return false
	}
	c := entries.Conflicts{Dictionary: r.dictionary(plan, nil, plan.AccountRef()), Elsewhere: elsewhere, MayDelete: state.policy() == deletion.Delete}
	if r.Known() {
		c.API = r.Client(diags)
	}
	diags.Append(c.Look(ctx, added)...)
	if diags.HasError() {
		return true
	}
	overwritten := c.PlanManaged(wanted, prior, added)
	diags.Append(c.PlanEnds(prior.Without(wanted), plan.end, true, field.NoDeletion)...)
	diags.Append(c.Errors()...)
	diags.Append(kind.SetOverwritten(&plan.Model, overwritten)...)
	diags.Append(private.Set(ctx, resp.Private, keptKey, kept{Complete: wanted.Complete(), IsReplaced: c.IsReplaced})...)
	diags.Append(model.SetAttributes(ctx, &resp.Plan, map[string]attr.Value{"overwritten": plan.Overwritten})...)
	return len(added) > 0
}

var policyPath = path.Root("deletion_policy")

// mayUse reports whether the provider may do what a policy says, and the error where it may not.
func (r *dictionaryResource) mayUse(policy types.String, diags *diag.Diagnostics) bool {
	return policy.ValueString() != string(deletion.Delete) ||
		r.RequireExtended(policyPath, `deletion_policy = "delete"`, diags)
}

// Create adopts the brands. Those that fail before they are adopted are not in the state. A write that fails leaves the
// brand in the state with what it may have overwritten: the destroy of the tainted resource restores it or does nothing.
func (r *dictionaryResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan dictionaryModel
	client, account, ok := r.Load(ctx, req.Plan, &plan, &resp.Diagnostics)
	if !ok {
		return
	}
	wanted, k := r.of(ctx, &plan, resp.Private, &resp.Diagnostics)
	d := r.dictionary(&plan, client, account)
	adopted := r.apply(ctx, d, nil, wanted, plan.end, &k, resp.Private, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		if len(adopted) == 0 {
			return // nothing to manage
		}
		if plan.policy() != deletion.Restore {
			plan.DeletionPolicy = deletion.AfterFailedCreate()
		}
	}
	resp.Diagnostics.Append(kind.Set(&plan.Model, adopted)...)
	resp.Diagnostics.Append(model.SetState(ctx, &resp.State, plan)...)
	resp.Diagnostics.Append(plan.identify(ctx, resp.Identity)...)
}

// apply carries out a plan, says what failed and what was left, and returns what the state will have. Private state keeps
// which brands are complete, but for those that failed: what the service has of them is open.
func (r *dictionaryResource) apply(ctx context.Context, d entries.Dictionary, prior, wanted entries.Brands, end func(string, set.Brand) set.Kind, k *kept, store private.Writer, diags *diag.Diagnostics) entries.Brands {
	d.UseFound(wanted)
	d.IsReplaced = k.IsReplaced && wanted == nil
	results, after := d.Apply(ctx, set.Diff(prior, wanted, end))
	diags.Append(d.Failures(results)...)
	diags.Append(d.Warnings(results, field.NoDeletion)...)
	k.Complete, k.IsReplaced = nil, false
	for _, r := range results {
		if r.Brand != nil && r.Wanted.IsComplete && !r.Failed() {
			k.Complete = append(k.Complete, r.Key)
		}
	}
	if store != nil {
		diags.Append(private.Set(ctx, store, keptKey, *k)...)
	}
	return after
}

// Read shows the brands as the service has them; those that are gone are removed from the state. After an import, one that
// does not exist is an error: its id may be mistyped.
func (r *dictionaryResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state dictionaryModel
	diags := &resp.Diagnostics
	diags.Append(model.Get(ctx, req.State, &state)...)
	diags.Append(state.identify(ctx, resp.Identity)...)
	if diags.HasError() || !r.Known() {
		return // while the provider is not known, the plan uses what the state says
	}
	prior, k := r.of(ctx, &state, req.Private, diags)
	client, account, ok := r.Target(&state.AccountFields, diags)
	if !ok || diags.HasError() {
		return
	}
	d := r.dictionary(&state, client, account)
	d.See(prior, state.end)
	missing := d.Refresh(ctx, prior, diags)
	if diags.HasError() {
		return
	}
	switch {
	case k.IsImported && len(missing) > 0:
		diags.AddError("Cannot import brands that do not exist",
			fmt.Sprintf("The service has no %s. Correct the import id; nothing was imported.", d.Subject(missing...)))
		return
	case k.IsImported:
		diags.Append(private.Remove(ctx, resp.Private, keptKey)...)
	case len(missing) > 0:
		diags.Append(gone(d, missing))
	}
	if len(prior) == 0 && len(missing) > 0 {
		resp.State.RemoveResource(ctx)
		return
	}
	diags.Append(kind.Set(&state.Model, prior)...)
	diags.Append(model.SetState(ctx, &resp.State, state)...)
	diags.Append(state.identify(ctx, resp.Identity)...)
}

// gone is the warning of a refresh that finds brands missing.
func gone(d entries.Dictionary, ids []string) diag.Diagnostic {
	const removed = "The refresh has removed %s from the state, because the service no longer has "
	if len(ids) == 1 {
		return diag.NewWarningDiagnostic("Brand no longer exists", fmt.Sprintf(removed+"it. "+
			"Terraform cannot create a brand with a given id: remove its entry, or use the id of a brand that exists.", d.Subject(ids...)))
	}
	return diag.NewWarningDiagnostic("Brands no longer exist", fmt.Sprintf(removed+"them. "+
		"Terraform cannot create brands with given ids: remove their entries, or use the ids of brands that exist.", d.Subject(ids...)))
}

// Update adopts the brands that were added, stops managing those that were removed, and writes what changed of the
// others. What fails stays in the state as it was, except for what may have been overwritten despite the error.
func (r *dictionaryResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state dictionaryModel
	resp.Diagnostics.Append(model.Get(ctx, req.State, &state)...)
	client, account, ok := r.Load(ctx, req.Plan, &plan, &resp.Diagnostics)
	if !ok {
		return
	}
	wanted, k := r.of(ctx, &plan, resp.Private, &resp.Diagnostics)
	prior := kind.State(&state.Model)
	after := r.apply(ctx, r.dictionary(&plan, client, account), prior, wanted, plan.end, &k, resp.Private, &resp.Diagnostics)
	resp.Diagnostics.Append(kind.Set(&plan.Model, after)...)
	resp.Diagnostics.Append(model.SetState(ctx, &resp.State, plan)...)
	resp.Diagnostics.Append(plan.identify(ctx, resp.Identity)...)
}

// Delete does what deletion_policy says; brands for which it fails stay in the state.
func (r *dictionaryResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state dictionaryModel
	client, account, ok := r.Load(ctx, req.State, &state, &resp.Diagnostics)
	if !ok {
		return
	}
	prior, k := r.of(ctx, &state, req.Private, &resp.Diagnostics)
	left := r.apply(ctx, r.dictionary(&state, client, account), prior, nil, state.end, &k, nil, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		resp.Diagnostics.Append(kind.Set(&state.Model, left)...)
		resp.Diagnostics.Append(model.SetState(ctx, &resp.State, state)...)
	}
}
