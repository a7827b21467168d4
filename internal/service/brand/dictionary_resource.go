package brand

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/scope"
)

var (
	_ resource.ResourceWithConfigure   = (*dictionaryResource)(nil)
	_ resource.ResourceWithModifyPlan  = (*dictionaryResource)(nil)
	_ resource.ResourceWithImportState = (*dictionaryResource)(nil)
	_ resource.ResourceWithIdentity    = (*dictionaryResource)(nil)
)

type dictionaryResource struct{ scope.Resource }

// NewDictionaryResource is videoindexer_brands.
func NewDictionaryResource() resource.Resource { return &dictionaryResource{} }

func (r *dictionaryResource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_brands"
	resp.ResourceBehavior.MutableIdentity = true // see IdentitySchema
}

func (r *dictionaryResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{MarkdownDescription: describeDictionary, Attributes: scope.ResourceAttributes(dictionaryAttributes())}
}

// Create adopts the brands. Those that fail before they are adopted are not in the state.
func (r *dictionaryResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan dictionaryModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	wanted, diags := plan.entries()
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	brands, ok := r.dictionary(&plan, &resp.Diagnostics)
	if !ok {
		return
	}
	outcomes := brands.each(ctx, ids(wanted), nil, func(ctx context.Context, o *outcome) {
		brands.adopt(ctx, o, wanted[o.id])
	})
	resp.Diagnostics.Append(brands.report(outcomes)...)
	failed := resp.Diagnostics.HasError()
	switch {
	case failed && plan.policy() == deletion.Restore:
		outcomes = brands.putBack(ctx, outcomes)
		resp.Diagnostics.Append(brands.notPutBack(outcomes)...)
	case failed:
		plan.DeletionPolicy = deletion.AfterFailedCreate()
	}
	adopted := collect(outcomes)
	if failed && len(adopted) == 0 {
		return // nothing to hold on to
	}
	resp.Diagnostics.Append(keepBaseline(ctx, resp.Private, plan.policy(), nil, outcomes)...)
	resp.Diagnostics.Append(plan.setEntries(adopted)...)
	resp.Diagnostics.Append(resp.State.Set(ctx, plan)...)
	resp.Diagnostics.Append(plan.identify(ctx, resp.Identity)...)
}

// Read shows the brands as the service holds them; those that are gone leave the state.
func (r *dictionaryResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state dictionaryModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	resp.Diagnostics.Append(state.identify(ctx, resp.Identity)...)
	held, diags := state.entries()
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() || !r.Known() {
		return // while the provider is not known, planned with what the state says
	}
	brands, ok := r.dictionary(&state, &resp.Diagnostics)
	if !ok {
		return
	}
	outcomes := brands.each(ctx, ids(held), held, brands.look)
	resp.Diagnostics.Append(brands.report(outcomes)...)
	if resp.Diagnostics.HasError() {
		return
	}
	left := collect(outcomes)
	var missing []int32
	for _, id := range ids(held) {
		if _, ok := left[id]; !ok {
			missing = append(missing, id)
		}
	}
	resp.Diagnostics.Append(brands.gone(missing)...)
	if len(left) == 0 && len(missing) > 0 {
		resp.State.RemoveResource(ctx)
		return
	}
	resp.Diagnostics.Append(state.setEntries(left)...)
	resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
	resp.Diagnostics.Append(state.identify(ctx, resp.Identity)...)
}

// Update adopts the brands that were added, lets go of those that were removed, and writes what
// changed of the others. What fails stays in the state as it was.
func (r *dictionaryResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state dictionaryModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	wanted, diags := plan.entries()
	resp.Diagnostics.Append(diags...)
	held, diags := state.entries()
	resp.Diagnostics.Append(diags...)
	found, _, diags := recall[baseline](ctx, req.Private)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	brands, ok := r.dictionary(&plan, &resp.Diagnostics)
	if !ok {
		return
	}
	outcomes := brands.each(ctx, ids(wanted, held), held, func(ctx context.Context, o *outcome) {
		planned, isWanted := wanted[o.id]
		switch {
		case !isWanted:
			brands.release(ctx, o, plan.policy(), found)
		case o.entry == nil:
			brands.adopt(ctx, o, planned)
		default:
			brands.change(ctx, o, planned)
		}
	})
	resp.Diagnostics.Append(brands.report(outcomes)...)
	if plan.policy() == deletion.Abandon {
		resp.Diagnostics.Append(brands.abandoned(released(outcomes, held), noDeletion)...)
	}
	resp.Diagnostics.Append(keepBaseline(ctx, resp.Private, plan.policy(), found, outcomes)...)
	resp.Diagnostics.Append(plan.setEntries(collect(outcomes))...)
	resp.Diagnostics.Append(resp.State.Set(ctx, plan)...)
	resp.Diagnostics.Append(plan.identify(ctx, resp.Identity)...)
}

// Delete does what deletion_policy says; brands for which it fails stay in the state.
func (r *dictionaryResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state dictionaryModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	held, diags := state.entries()
	resp.Diagnostics.Append(diags...)
	found, kept, diags := recall[baseline](ctx, req.Private)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	brands, ok := r.dictionary(&state, &resp.Diagnostics)
	if !ok {
		return
	}
	switch policy := state.policy(); {
	case policy == deletion.Abandon:
		resp.Diagnostics.Append(brands.abandoned(ids(held), noDeletion)...)
		return
	case policy == deletion.Restore && !kept:
		resp.Diagnostics.Append(brands.abandoned(ids(held), noBaseline)...)
		return
	}
	outcomes := brands.each(ctx, ids(held), held, func(ctx context.Context, o *outcome) {
		brands.release(ctx, o, state.policy(), found)
	})
	failures := brands.report(outcomes)
	resp.Diagnostics.Append(failures...)
	if failures.HasError() {
		resp.Diagnostics.Append(keepBaseline(ctx, resp.Private, state.policy(), found, outcomes)...)
		resp.Diagnostics.Append(state.setEntries(collect(outcomes))...)
		resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
	}
}

// dictionary is what the methods work on, with the account that the model names.
func (r *dictionaryResource) dictionary(m *dictionaryModel, diags *diag.Diagnostics) (dictionary, bool) {
	client, account, ok := r.Target(&m.Fields, diags)
	return dictionary{client: client, account: account, parallelism: m.parallelism()}, ok
}

// putBack undoes the writes of a create that failed, since the next one would take what they wrote for
// the values found. Brands for which that fails stay, with their baseline; the others are let go.
func (d dictionary) putBack(ctx context.Context, adopted []outcome) []outcome {
	held, found := make(entries), make(baseline)
	for _, o := range adopted {
		if o.overwritten != nil {
			held[o.id], found[o.id] = *o.entry, *o.overwritten
		}
	}
	outcomes := d.each(ctx, ids(held), held, func(ctx context.Context, o *outcome) {
		d.release(ctx, o, deletion.Restore, found)
	})
	for i := range outcomes {
		o := &outcomes[i]
		overwritten := found[o.id]
		o.overwritten = &overwritten
	}
	return outcomes
}

// released are the brands that were in the state before and are not any more.
func released(outcomes []outcome, before entries) []int32 {
	var gone []int32
	for _, o := range outcomes {
		if _, wasHeld := before[o.id]; wasHeld && o.entry == nil {
			gone = append(gone, o.id)
		}
	}
	return gone
}
