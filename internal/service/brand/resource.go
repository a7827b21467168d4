// Package brand has the resources, data sources and the list of brands.
package brand

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ledger"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/model"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/field"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/set"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

var (
	_ managed.ResourceInterfaces          = (*brandResource)(nil)
	_ resource.ResourceWithValidateConfig = (*brandResource)(nil)
)

// brandResource manages a map of brands. A single brand is a map of one.
type brandResource struct {
	managed.Resource

	layout layout
}

// NewResource returns videoindexer_brand.
func NewResource() resource.Resource {
	return &brandResource{managed.NewForMany(brandInfo, brandArguments), singleLayout{}}
}

// NewBrandsResource returns videoindexer_brands. Its identity is the account, because its brands change.
func NewBrandsResource() resource.Resource {
	return &brandResource{managed.NewForMany(brandsInfo, brandsArguments), mapLayout{}}
}

func (r *brandResource) planModel() *planModel {
	return &planModel{settings: settings{layout: r.layout}}
}

func (r *brandResource) stateModel() *stateModel {
	return &stateModel{settings: settings{layout: r.layout}}
}

// Create adopts existing brands, creates the others, and deletes those that the plan of an exclusive resource
// lists. A brand that was neither adopted nor created is not in the state.
func (r *brandResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	plan := r.planModel()
	diags := &resp.Diagnostics
	client, _, ok := r.Load(ctx, req.Plan, plan, diags)
	if !ok {
		return
	}
	view := r.viewOf(plan.AccountRef(), r.BeginCreate(ctx, resp.Private, diags))
	next, failures := r.apply(ctx, client, view, plan, r.stateModel())
	diags.Append(failures...)
	if diags.HasError() {
		if len(next.Brands) == 0 {
			// Nothing to manage.
			return
		}
		next.leaveOnDestroy()
		diags.Append(next.createdDespiteErrorWarning()...)
	}
	diags.Append(r.Save(ctx, next, &resp.State, resp.Identity)...)
}

// leaveOnDestroy makes the destroy of the tainted resource leave what the create has adopted, or give back its
// previous values.
func (m *stateModel) leaveOnDestroy() {
	effect := managed.EffectOf(m.DeletionPolicy, true)
	if effect == managed.EffectDelete || effect == managed.EffectDisable {
		m.DeletionPolicy = types.StringNull()
	}
}

// Read reads the brands, and removes those that do not exist any more. If the resource is exclusive, it also lists
// the brands of the account without an entry. After an import, a missing brand is an error, because its id may be
// mistyped.
func (r *brandResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	state := r.stateModel()
	diags := &resp.Diagnostics
	begun, ok := r.BeginRead(ctx, req, resp, state)
	if !ok {
		return
	}
	// A plan follows, which may want the brands of others.
	visit := r.Ledger.BeginVisit(ledgerKind, state.AccountRef())
	defer r.Ledger.EndVisit(visit)
	if begun.IsImport && len(state.Brands) == 0 {
		state.addAllImported(r.readListing(ctx, state.AccountRef(), nil, diags))
	}
	// Before the service answers: an engine plans creates at the same time.
	r.noteHeld(state, begun.Instance)
	// If the account is gone, its brands are gone too.
	found := r.readBrandsByID(ctx, &state.settings, state.Brands, videoindexer.IsNotFound, diags)
	gone, replaced := state.refresh(found)
	for _, b := range replaced {
		diags.Append(state.replacedIDWarning(b))
	}
	switch {
	case diags.HasError():
		return
	case begun.IsImport && len(gone) > 0:
		diags.Append(importError(state.subject(gone...)))
		return
	case len(gone) > 0 && len(state.Brands) == 0:
		resp.State.RemoveResource(ctx)
		return
	case len(gone) > 0:
		diags.Append(notFoundWarning(state.subject(gone...)))
	case begun.IsImport:
		state.labelImported()
	}
	if r.layout.isMap() {
		r.Ledger.AwaitEarlierVisits(ctx, visit)
		needed := r.NoteNeeded(ctx, begun, ledgerKind, state.AccountRef(), resp)
		r.listUnlisted(ctx, needed, state, diags)
	}
	diags.Append(model.SetState(ctx, &resp.State, state)...)
}

// listUnlisted lists, for an exclusive resource, the brands that have no entry and that no other instance needs.
func (r *brandResource) listUnlisted(
	ctx context.Context, needed []string, state *stateModel, diags *diag.Diagnostics,
) {
	if !state.Exclusive.ValueBool() || !r.HasExtended() {
		return
	}
	list := r.readListing(ctx, state.AccountRef(), nil, diags)
	if list != nil {
		state.Unlisted = list.unlistedNames(state.Brands, needed)
	}
}

// noteHeld notes in the ledger which brands a state has, and which names a destroy gives back to them.
func (r *brandResource) noteHeld(state *stateModel, instance ledger.Instance) {
	for _, b := range state.Brands {
		r.Ledger.AddRole(brandKey(state.AccountRef(), b.ID), instance, ledger.Holds)
		name := b.Overwritten.Name()
		if name != "" && state.destroyVerb(b) == set.Restore {
			r.Ledger.AddRole(nameKey(state.AccountRef(), name), instance, ledger.Holds)
		}
	}
}

// refresh updates the state from the brands that were read. It returns the brands that are gone, and those whose ids
// the service has given to other brands.
func (m *stateModel) refresh(found map[int32]*videoindexer.Brand) (gone, replaced []set.Brand) {
	for _, label := range m.Brands.Labels() {
		brand := m.Brands[label]
		remote, isRead := found[brand.ID]
		switch {
		case !isRead:
		case remote == nil:
			gone = append(gone, brand)
			delete(m.Brands, label)
		default:
			areKnown := brand.Created != "" && remote.Created != ""
			if areKnown && brand.Created != remote.Created {
				replaced = append(replaced, brand)
				// Terraform has replaced none of its values.
				brand.IsAdopted, brand.Overwritten = true, field.Values{}
			}
			brand.Values.Fill(remote.BrandFields)
			brand.Created = remote.Created
			m.Brands[label] = brand
		}
	}
	return gone, replaced
}

// Update adopts or creates the brands that were added, stops managing those that were removed, and writes the
// changed values of the others. A brand that fails keeps its prior state, except for values that may have been
// overwritten despite the error.
func (r *brandResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	plan := r.planModel()
	state := r.stateModel()
	diags := &resp.Diagnostics
	diags.Append(model.Get(ctx, req.State, state)...)
	client, _, ok := r.Load(ctx, req.Plan, plan, diags)
	if !ok {
		return
	}
	r.Ledger.NoteApply()
	instance, needed := r.Instance(ctx, req.Private, diags)
	view := r.viewOf(plan.AccountRef(), instance)
	view.needed = needed
	next, failures := r.apply(ctx, client, view, plan, state)
	diags.Append(failures...)
	diags.Append(r.Save(ctx, next, &resp.State, resp.Identity)...)
}

// Delete carries out deletion_policy. Brands for which this fails stay in the state. In a replacement, it passes
// the brands that it leaves to the create that follows, and deletes only brands that the create can create again.
func (r *brandResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	state := r.stateModel()
	diags := &resp.Diagnostics
	begun, ok := r.BeginDestroy(ctx, req, resp, state)
	if !ok {
		return
	}
	onDestroy := state.destroyVerb
	if begun.Create != nil {
		diags.Append(state.lostValuesError(begun.Create)...)
		onDestroy = func(b set.Brand) set.Verb {
			isConfigured := begun.Create.HasConfigured(idOf(b.ID))
			return state.replacementVerb(b, isConfigured)
		}
	}
	if diags.HasError() {
		return
	}
	view := r.viewOf(state.AccountRef(), begun.Instance)
	view.needed = begun.Needed
	view.canHandOver = begun.Create.CanTakeFrom(state.AccountRef())
	results := r.runTasks(ctx, begun.Client, view, state.parallelism(), set.Diff(state.Brands, nil, onDestroy))
	report := state.resultDiagnostics(results)
	diags.Append(report...)
	if report.HasError() {
		state.Brands = brandsAfter(results)
		diags.Append(model.SetState(ctx, &resp.State, state)...)
	}
}
