package branddictionary

import (
	"context"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/adoption"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managedbrand"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
)

var (
	_ resource.ResourceWithConfigure   = (*dictionaryResource)(nil)
	_ resource.ResourceWithModifyPlan  = (*dictionaryResource)(nil)
	_ resource.ResourceWithImportState = (*dictionaryResource)(nil)
	_ resource.ResourceWithIdentity    = (*dictionaryResource)(nil)
)

type dictionaryResource struct{ providerdata.Resource }

// NewResource is videoindexer_brands.
func NewResource() resource.Resource { return &dictionaryResource{} }

func (r *dictionaryResource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_brands"
	resp.ResourceBehavior.MutableIdentity = true // see IdentitySchema
}

func (r *dictionaryResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{MarkdownDescription: describeDictionary, Attributes: providerdata.ResourceAttributes(dictionaryAttributes())}
}

// Create adopts the brands. Those that fail before they are adopted are not in the state. A write that fails leaves the
// brand in the state with what it may have overwritten: the destroy of the tainted resource restores it or does nothing.
func (r *dictionaryResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan dictionaryModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	wanted := configured(ctx, req.Config, &resp.Diagnostics)
	_, diags := adoption.NewInstance(ctx, resp.Private)
	resp.Diagnostics.Append(diags...)
	brands, ok := r.dictionary(ctx, &plan, resp.Private, &resp.Diagnostics)
	if !ok {
		return
	}
	planned := plan.overwritten()
	outcomes := brands.each(ctx, inOrder(ids(wanted), adoptions(ctx, brands, wanted)), holding{}, func(ctx context.Context, o *outcome, interim string) {
		brands.adopt(ctx, o, wanted[o.id], planned.plannedOf(o.id, plan.Overwritten), interim)
	})
	resp.Diagnostics.Append(brands.report(outcomes)...)
	adopted := collect(outcomes)
	if resp.Diagnostics.HasError() {
		if len(adopted) == 0 {
			return // nothing to manage
		}
		if plan.policy() != deletion.Restore {
			plan.DeletionPolicy = deletion.AfterFailedCreate()
		}
	}
	resp.Diagnostics.Append(plan.setOverwritten(collectOverwritten(outcomes))...)
	resp.Diagnostics.Append(plan.setEntries(adopted)...)
	resp.Diagnostics.Append(managedbrand.SetComplete(ctx, resp.Private, succeeded(wanted, outcomes))...)
	resp.Diagnostics.Append(resp.State.Set(ctx, plan)...)
	resp.Diagnostics.Append(plan.identify(ctx, resp.Identity)...)
}

// Read shows the brands as the service holds them; those that are gone leave the state. After an import, one that does
// not exist is an error: its id may be mistyped.
func (r *dictionaryResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state dictionaryModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	resp.Diagnostics.Append(state.identify(ctx, resp.Identity)...)
	held, diags := entriesOf(state.Brands)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() || !r.Known() {
		return // while the provider is not known, planned with what the state says
	}
	_, diags = adoption.Named(ctx, req.Private, resp.Private)
	resp.Diagnostics.Append(diags...)
	brands, ok := r.dictionary(ctx, &state, resp.Private, &resp.Diagnostics)
	if !ok {
		return
	}
	brands.holds(held) // all of them, before the first request: the plan of another instance may be under way
	outcomes := brands.each(ctx, unordered(ids(held)), holding{entries: held}, brands.refresh)
	resp.Diagnostics.Append(brands.report(outcomes)...)
	if resp.Diagnostics.HasError() {
		return
	}
	left, overwritten := collect(outcomes), state.overwritten()
	var missing []int32
	for _, id := range ids(held) {
		if _, ok := left[id]; !ok {
			missing = append(missing, id)
			overwritten.put(id, types.ObjectNull(managedbrand.Types))
		}
	}
	imported, diags := req.Private.GetKey(ctx, importedKey)
	resp.Diagnostics.Append(diags...)
	if len(imported) > 0 {
		resp.Diagnostics.Append(resp.Private.SetKey(ctx, importedKey, nil)...)
		if len(missing) > 0 {
			resp.Diagnostics.Append(brands.notImported(missing))
			return
		}
	}
	resp.Diagnostics.Append(brands.gone(missing)...)
	if len(left) == 0 && len(missing) > 0 {
		resp.State.RemoveResource(ctx)
		return
	}
	if len(missing) > 0 {
		resp.Diagnostics.Append(state.setOverwritten(overwritten)...)
	}
	resp.Diagnostics.Append(state.setEntries(left)...)
	resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
	resp.Diagnostics.Append(state.identify(ctx, resp.Identity)...)
}

// Update adopts the brands that were added, stops managing those that were removed, and writes what changed of the
// others. What fails stays in the state as it was, but for what may have been overwritten all the same.
func (r *dictionaryResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state dictionaryModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	wanted := configured(ctx, req.Config, &resp.Diagnostics)
	entries, diags := entriesOf(plan.Brands)
	resp.Diagnostics.Append(diags...)
	held, diags := entriesOf(state.Brands)
	resp.Diagnostics.Append(diags...)
	handedOver, diags := adoption.HandedOver(ctx, resp.Private)
	resp.Diagnostics.Append(diags...)
	brands, ok := r.dictionary(ctx, &plan, resp.Private, &resp.Diagnostics)
	if !ok {
		return
	}
	prior, planned := holding{entries: held, overwritten: state.overwritten()}, plan.overwritten()
	order := inOrder(ids(held, wanted), changes(ctx, brands, prior, wanted, plan.policy(), handedOver))
	outcomes := brands.each(ctx, order, prior, func(ctx context.Context, o *outcome, interim string) {
		next, isWanted := wanted[o.id]
		_, isHeld := held[o.id]
		switch {
		case !isWanted:
			brands.release(ctx, o, plan.policy(), handedOver, interim)
		case !isHeld:
			brands.adopt(ctx, o, next, planned.plannedOf(o.id, plan.Overwritten), interim)
		default:
			brands.change(ctx, o, next, entries[o.id], planned.plannedOf(o.id, plan.Overwritten), interim)
		}
	})
	resp.Diagnostics.Append(brands.report(outcomes)...)
	if plan.policy() == deletion.Abandon {
		resp.Diagnostics.Append(brands.abandoned(released(outcomes, held))...)
	}
	resp.Diagnostics.Append(adoption.ForgetHandOver(ctx, resp.Private)...)
	resp.Diagnostics.Append(plan.setOverwritten(collectOverwritten(outcomes))...)
	resp.Diagnostics.Append(plan.setEntries(collect(outcomes))...)
	resp.Diagnostics.Append(managedbrand.SetComplete(ctx, resp.Private, succeeded(wanted, outcomes))...)
	resp.Diagnostics.Append(resp.State.Set(ctx, plan)...)
	resp.Diagnostics.Append(plan.identify(ctx, resp.Identity)...)
}

// Delete does what deletion_policy says; brands for which it fails stay in the state.
func (r *dictionaryResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state dictionaryModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	held, diags := entriesOf(state.Brands)
	resp.Diagnostics.Append(diags...)
	handedOver, diags := adoption.HandedOver(ctx, req.Private)
	resp.Diagnostics.Append(diags...)
	brands, ok := r.dictionary(ctx, &state, req.Private, &resp.Diagnostics)
	if !ok {
		return
	}
	policy, prior := state.policy(), holding{entries: held, overwritten: state.overwritten()}
	order := inOrder(ids(held), changes(ctx, brands, prior, nil, policy, handedOver))
	outcomes := brands.each(ctx, order, prior, func(ctx context.Context, o *outcome, interim string) {
		brands.release(ctx, o, policy, handedOver, interim)
	})
	failures := brands.report(outcomes)
	resp.Diagnostics.Append(failures...)
	if policy == deletion.Abandon {
		resp.Diagnostics.Append(brands.abandoned(released(outcomes, held))...)
	}
	if failures.HasError() {
		resp.Diagnostics.Append(state.setOverwritten(collectOverwritten(outcomes))...)
		resp.Diagnostics.Append(state.setEntries(collect(outcomes))...)
		resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
	}
}

// dictionary is what the methods work on, with the account that the model names; ok is false after an error.
func (r *dictionaryResource) dictionary(ctx context.Context, m *dictionaryModel, store private.Reader, diags *diag.Diagnostics) (dictionary, bool) {
	instance, more := adoption.InstanceOf(ctx, store)
	diags.Append(more...)
	if diags.HasError() {
		return dictionary{}, false
	}
	complete, more := managedbrand.Complete(ctx, store)
	diags.Append(more...)
	client, account, ok := r.Target(&m.AccountFields, diags)
	return dictionary{data: r.Data, client: client, instance: instance, account: account, parallelism: m.parallelism(), complete: complete}, ok
}

// configured are the entries of a configuration: null where a field is not managed.
func configured(ctx context.Context, config tfsdk.Config, diags *diag.Diagnostics) entries {
	var brands types.Map
	diags.Append(config.GetAttribute(ctx, path.Root("brands"), &brands)...)
	found, more := entriesOf(brands)
	diags.Append(more...)
	return found
}

// succeeded are the entries of brands with which nothing went wrong.
func succeeded(wanted entries, outcomes []outcome) entries {
	done := maps.Clone(wanted)
	for _, o := range outcomes {
		if o.failed() {
			delete(done, o.id)
		}
	}
	return done
}

// released are the brands that were in the state before, and that Terraform left as they are.
func released(outcomes []outcome, before entries) []int32 {
	var gone []int32
	for _, o := range outcomes {
		if _, wasHeld := before[o.id]; wasHeld && o.entry == nil && !o.isTakenOver {
			gone = append(gone, o.id)
		}
	}
	return gone
}
