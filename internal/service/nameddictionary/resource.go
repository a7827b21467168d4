package nameddictionary

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/adoption"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/importid"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managedbrand"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/manybrands"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/model"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
)

var (
	_ managed.Interface                   = (*dictionaryResource)(nil)
	_ resource.ResourceWithValidateConfig = (*dictionaryResource)(nil)
)

type dictionaryResource struct{ managed.Resource }

// NewResource is videoindexer_brand_dictionary. Its identity is the account alone: names come and go with the entries.
func NewResource() resource.Resource {
	return &dictionaryResource{managed.New("brand_dictionary", importid.Keys{})}
}

func (r *dictionaryResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{MarkdownDescription: describeDictionary, Attributes: providerdata.ResourceAttributes(dictionaryAttributes())}
}

// Create adopts the brands that are there, creates the others, and deletes what the plan of an exclusive dictionary has
// shown. What fails is not in the state. The destroy of the tainted resource deletes what was created.
func (r *dictionaryResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan dictionaryModel
	resp.Diagnostics.Append(model.Get(ctx, req.Plan, &plan)...)
	wanted := configured(ctx, req.Config, &resp.Diagnostics)
	_, diags := adoption.NewInstance(ctx, resp.Private)
	resp.Diagnostics.Append(diags...)
	w, ok := r.work(ctx, &plan, resp.Private, &resp.Diagnostics)
	if !ok {
		return
	}
	isExclusive := plan.Exclusive.ValueBool()
	resp.Diagnostics.Append(w.apply(ctx, change{prior: newContents(), wanted: wanted, planned: plan.planned(), becomesExclusive: isExclusive})...)
	after := w.contents()
	if resp.Diagnostics.HasError() {
		if len(after.entries) == 0 {
			return // nothing to manage
		}
		if plan.policy() != deletion.Delete {
			plan.DeletionPolicy = deletion.AfterFailedCreate()
		} else {
			resp.Diagnostics.AddWarning("Brand dictionary was created despite the error", "Terraform marks a resource whose create failed as tainted, and the next apply would delete the brands "+
				"that were created, and create them again with other ids. To keep them and have the next apply do the rest, run terraform untaint on this resource first.")
		}
	}
	w.showRemoved(after, plan.contents())
	resp.Diagnostics.Append(setUnlisted(ctx, resp.Private, after, isExclusive)...)
	resp.Diagnostics.Append(plan.setContents(after)...)
	resp.Diagnostics.Append(model.SetState(ctx, &resp.State, plan)...)
	resp.Diagnostics.Append(r.Keys.Publish(ctx, resp.State, resp.Identity)...)
}

// Read shows the brands as the service has them; those that are gone leave the state. Where the dictionary is exclusive,
// brands of the account that it does not hold become entries, which the plan then removes.
func (r *dictionaryResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	resp.Diagnostics.Append(r.Keys.Publish(ctx, req.State, resp.Identity)...)
	var state dictionaryModel
	resp.Diagnostics.Append(model.Get(ctx, req.State, &state)...)
	if resp.Diagnostics.HasError() || !r.Known() {
		return // while the provider is not known, the plan uses what the state says
	}
	_, diags := adoption.Named(ctx, req.Private, resp.Private)
	resp.Diagnostics.Append(diags...)
	prior := state.contents()
	prior.unlisted, _ = unlistedOf(ctx, req.Private, &resp.Diagnostics)
	var imported string
	resp.Diagnostics.Append(private.Get(ctx, req.Private, importedKey, &imported)...)
	w, ok := r.work(ctx, &state, resp.Private, &resp.Diagnostics)
	if !ok {
		return
	}
	var now contents
	if imported != "" {
		now = w.readImported(ctx, prior, imported == importedAll, &resp.Diagnostics)
		resp.Diagnostics.Append(private.Remove(ctx, resp.Private, importedKey)...)
	} else {
		w.holds(prior, state.policy()) // before the first request: the plan of another instance may be under way
		now = w.refresh(ctx, prior, state.Exclusive.ValueBool(), &resp.Diagnostics)
	}
	if resp.Diagnostics.HasError() {
		return
	}
	resp.Diagnostics.Append(setUnlisted(ctx, resp.Private, now, state.Exclusive.ValueBool())...)
	resp.Diagnostics.Append(state.setContents(now)...)
	resp.Diagnostics.Append(model.SetState(ctx, &resp.State, state)...)
}

// Update removes the brands whose entries were removed, adopts or creates those that were added, and writes what
// changed of the others. What fails stays in the state as it was, except for what may have been overwritten despite the
// error.
func (r *dictionaryResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state dictionaryModel
	resp.Diagnostics.Append(model.Get(ctx, req.Plan, &plan)...)
	resp.Diagnostics.Append(model.Get(ctx, req.State, &state)...)
	wanted := configured(ctx, req.Config, &resp.Diagnostics)
	prior := state.contents()
	prior.unlisted, _ = unlistedOf(ctx, resp.Private, &resp.Diagnostics)
	w, ok := r.work(ctx, &plan, resp.Private, &resp.Diagnostics)
	if !ok {
		return
	}
	isExclusive := plan.Exclusive.ValueBool()
	resp.Diagnostics.Append(w.apply(ctx, change{
		prior: prior, wanted: wanted, planned: plan.planned(),
		isExclusive: isExclusive, becomesExclusive: isExclusive && !state.Exclusive.ValueBool(), policy: plan.policy(),
	})...)
	resp.Diagnostics.Append(adoption.ForgetHandOver(ctx, resp.Private)...)
	after := w.contents()
	w.showRemoved(after, plan.contents())
	resp.Diagnostics.Append(setUnlisted(ctx, resp.Private, after, isExclusive)...)
	resp.Diagnostics.Append(plan.setContents(after)...)
	resp.Diagnostics.Append(model.SetState(ctx, &resp.State, plan)...)
	resp.Diagnostics.Append(r.Keys.Publish(ctx, resp.State, resp.Identity)...)
}

// Delete does what deletion_policy says; brands for which it fails stay in the state.
func (r *dictionaryResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state dictionaryModel
	resp.Diagnostics.Append(model.Get(ctx, req.State, &state)...)
	prior := state.contents()
	var isNoted bool
	prior.unlisted, isNoted = unlistedOf(ctx, req.Private, &resp.Diagnostics)
	if state.Exclusive.ValueBool() && !isNoted {
		prior.unlisted = prior.adopted // the destroy of a tainted resource gets no private state: leave what may never have been managed
	}
	w, ok := r.work(ctx, &state, req.Private, &resp.Diagnostics)
	if !ok {
		return
	}
	w.each(sorted(prior.entries), prior, func(o *outcome) {
		w.release(ctx, o, prior.fate(o.name, false, state.policy()))
	})
	failures := w.report()
	resp.Diagnostics.Append(failures...)
	resp.Diagnostics.Append(w.warnings()...)
	if failures.HasError() {
		resp.Diagnostics.Append(state.setContents(w.contents())...)
		resp.Diagnostics.Append(model.SetState(ctx, &resp.State, state)...)
	}
}

// work is what the methods work on, with the account that the model names; ok is false after an error.
func (r *dictionaryResource) work(ctx context.Context, m *dictionaryModel, store private.Reader, diags *diag.Diagnostics) (w *work, ok bool) {
	if diags.HasError() {
		return nil, false
	}
	parallelism := manybrands.Parallelism(m.Parallelism)
	w = &work{dictionary: dictionary{Brands: managedbrand.Brands{Data: r.Data}, parallelism: parallelism}, pool: manybrands.NewPool(parallelism)}
	diags.Append(w.Recall(ctx, store)...)
	w.Client, w.Account, ok = r.Target(&m.AccountFields, diags)
	return w, ok && !diags.HasError()
}

// configured are the entries of a configuration: null where a field is not managed.
func configured(ctx context.Context, config tfsdk.Config, diags *diag.Diagnostics) map[string]entry {
	var brands manybrands.Map
	diags.Append(config.GetAttribute(ctx, path.Root("brands"), &brands)...)
	return entriesOf(brands.Entries())
}
