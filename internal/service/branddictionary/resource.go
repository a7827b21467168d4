package branddictionary

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/adoption"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
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

// Create adopts the brands. Those that fail before they are adopted are not in the state. A write that fails leaves the
// brand in the state with what it may have overwritten: the destroy of the tainted resource restores it or does nothing.
func (r *dictionaryResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan dictionaryModel
	resp.Diagnostics.Append(model.Get(ctx, req.Plan, &plan)...)
	wanted := configured(ctx, req.Config, &resp.Diagnostics)
	_, diags := adoption.NewInstance(ctx, resp.Private)
	resp.Diagnostics.Append(diags...)
	brands, ok := r.dictionary(ctx, &plan, resp.Private, &resp.Diagnostics)
	if !ok {
		return
	}
	results := brands.apply(ctx, change{earlier: newOverwritten(), wanted: wanted, overwritten: plan.overwritten()})
	resp.Diagnostics.Append(brands.report(results, plan.policy())...)
	adopted, overwritten := results.entries()
	if resp.Diagnostics.HasError() {
		if len(adopted) == 0 {
			return // nothing to manage
		}
		if plan.policy() != deletion.Restore {
			plan.DeletionPolicy = deletion.AfterFailedCreate()
		}
	}
	resp.Diagnostics.Append(plan.set(adopted, overwritten)...)
	resp.Diagnostics.Append(managedbrand.SetComplete(ctx, resp.Private, results.succeeded(wanted))...)
	resp.Diagnostics.Append(model.SetState(ctx, &resp.State, plan)...)
	resp.Diagnostics.Append(plan.identify(ctx, resp.Identity)...)
}

// Read shows the brands as the service has them; those that are gone leave the state. After an import, one that does
// not exist is an error: its id may be mistyped.
func (r *dictionaryResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state dictionaryModel
	resp.Diagnostics.Append(model.Get(ctx, req.State, &state)...)
	resp.Diagnostics.Append(state.identify(ctx, resp.Identity)...)
	prior := entriesOf(state.Brands, &resp.Diagnostics)
	if resp.Diagnostics.HasError() || !r.Known() {
		return // while the provider is not known, the plan uses what the state says
	}
	_, diags := adoption.Named(ctx, req.Private, resp.Private)
	resp.Diagnostics.Append(diags...)
	brands, ok := r.dictionary(ctx, &state, resp.Private, &resp.Diagnostics)
	if !ok {
		return
	}
	brands.holds(prior) // all of them, before the first request: the plan of another instance may be under way
	results := brands.start(ids(prior), prior, state.overwritten())
	brands.each(results, func(o *outcome) { o.refresh(ctx) })
	resp.Diagnostics.Append(brands.failures(results)...)
	if resp.Diagnostics.HasError() {
		return
	}
	missing := results.without()
	var isImported bool
	resp.Diagnostics.Append(private.Get(ctx, req.Private, importedKey, &isImported)...)
	if isImported {
		resp.Diagnostics.Append(private.Remove(ctx, resp.Private, importedKey)...)
		if len(missing) > 0 {
			resp.Diagnostics.AddError("Cannot import brands that do not exist",
				fmt.Sprintf("The service has no %s. Correct the import id; nothing was imported.", brands.subject(missing...)))
			return
		}
	}
	if len(missing) > 0 {
		resp.Diagnostics.Append(brands.gone(missing))
	}
	left, overwritten := results.entries()
	if len(left) == 0 && len(missing) > 0 {
		resp.State.RemoveResource(ctx)
		return
	}
	resp.Diagnostics.Append(state.set(left, overwritten)...)
	resp.Diagnostics.Append(model.SetState(ctx, &resp.State, state)...)
	resp.Diagnostics.Append(state.identify(ctx, resp.Identity)...)
}

// Update adopts the brands that were added, stops managing those that were removed, and writes what changed of the
// others. What fails stays in the state as it was, except for what may have been overwritten despite the error.
func (r *dictionaryResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state dictionaryModel
	resp.Diagnostics.Append(model.Get(ctx, req.Plan, &plan)...)
	resp.Diagnostics.Append(model.Get(ctx, req.State, &state)...)
	c := change{
		prior:       entriesOf(state.Brands, &resp.Diagnostics),
		earlier:     state.overwritten(),
		wanted:      configured(ctx, req.Config, &resp.Diagnostics),
		planned:     entriesOf(plan.Brands, &resp.Diagnostics),
		overwritten: plan.overwritten(),
		policy:      plan.policy(),
	}
	brands, ok := r.dictionary(ctx, &plan, resp.Private, &resp.Diagnostics)
	if !ok {
		return
	}
	results := brands.apply(ctx, c)
	resp.Diagnostics.Append(brands.report(results, c.policy)...)
	resp.Diagnostics.Append(adoption.ForgetHandOver(ctx, resp.Private)...)
	resp.Diagnostics.Append(plan.set(results.entries())...)
	resp.Diagnostics.Append(managedbrand.SetComplete(ctx, resp.Private, results.succeeded(c.wanted))...)
	resp.Diagnostics.Append(model.SetState(ctx, &resp.State, plan)...)
	resp.Diagnostics.Append(plan.identify(ctx, resp.Identity)...)
}

// Delete does what deletion_policy says; brands for which it fails stay in the state.
func (r *dictionaryResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state dictionaryModel
	resp.Diagnostics.Append(model.Get(ctx, req.State, &state)...)
	prior := entriesOf(state.Brands, &resp.Diagnostics)
	brands, ok := r.dictionary(ctx, &state, req.Private, &resp.Diagnostics)
	if !ok {
		return
	}
	results := brands.apply(ctx, change{prior: prior, earlier: state.overwritten(), policy: state.policy()})
	resp.Diagnostics.Append(brands.report(results, state.policy())...)
	if resp.Diagnostics.HasError() {
		resp.Diagnostics.Append(state.set(results.entries())...)
		resp.Diagnostics.Append(model.SetState(ctx, &resp.State, state)...)
	}
}

// dictionary is what the methods work on, with the account that the model names; ok is false after an error.
func (r *dictionaryResource) dictionary(ctx context.Context, m *dictionaryModel, store private.Reader, diags *diag.Diagnostics) (d dictionary, ok bool) {
	if diags.HasError() {
		return d, false
	}
	d = dictionary{Brands: managedbrand.Brands{Data: r.Data}, parallelism: manybrands.Parallelism(m.Parallelism)}
	diags.Append(d.Recall(ctx, store)...)
	d.Client, d.Account, ok = r.Target(&m.AccountFields, diags)
	return d, ok && !diags.HasError()
}

// configured are the entries of a configuration: null where a field is not managed.
func configured(ctx context.Context, config tfsdk.Config, diags *diag.Diagnostics) entries {
	var brands manybrands.Map
	diags.Append(config.GetAttribute(ctx, path.Root("brands"), &brands)...)
	return entriesOf(brands, diags)
}
