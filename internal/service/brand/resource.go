// Package brand has the resources, data sources and the list of brands.
package brand

import (
	"cmp"
	"context"
	"time"

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
	return &brandResource{managed.NewResource(brandInfo, brandArguments), singleLayout{}}
}

// NewBrandsResource returns videoindexer_brands. Its identity is the account, because its brands
// change.
func NewBrandsResource() resource.Resource {
	return &brandResource{managed.NewResource(brandsInfo, brandsArguments), mapLayout{}}
}

func (r *brandResource) newModel() *resourceModel { return &resourceModel{layout: r.layout} }

// Create adopts existing brands, creates the others, and deletes those that the plan of an
// exclusive resource lists. A brand that was neither adopted nor created is not in the state.
func (r *brandResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	plan := r.newModel()
	diags := &resp.Diagnostics
	target, isLoaded := r.Load(ctx, req.Plan, plan, diags)
	if !isLoaded {
		return
	}
	r.Ledger.NoteApply()
	instance := r.StoreNewInstance(ctx, resp.Private, diags)
	view := r.viewOf(target.Account, instance)
	created, failures := r.apply(ctx, target.Client, view, plan, r.newModel())
	diags.Append(failures...)
	if diags.HasError() {
		// With a state, Terraform destroys the tainted resource at the next apply.
		if len(created.Brands) == 0 {
			return
		}
		created.leaveOnDestroy()
		diags.Append(created.createdDespiteErrorWarnings()...)
	}
	diags.Append(r.Save(ctx, created, &resp.State, resp.Identity)...)
}

// leaveOnDestroy makes the destroy of the tainted resource leave what the create has adopted, or
// give back its previous values.
func (m *resourceModel) leaveOnDestroy() {
	const isAdopted = true
	effect := managed.EffectOf(m.DeletionPolicy, isAdopted)
	if effect == managed.EffectDelete || effect == managed.EffectDisable {
		m.DeletionPolicy = types.StringNull()
	}
}

// Read reads the brands, and removes those that do not exist any more. If the resource is
// exclusive, it also lists the brands of the account without an entry. After an import, a missing
// brand is an error, because its id may be mistyped.
func (r *brandResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	state := r.newModel()
	diags := &resp.Diagnostics
	begun, isBegun := r.BeginRead(ctx, req, resp, state)
	if !isBegun {
		return
	}
	// The visit delays the destroys of other instances: a plan follows, which may want their
	// brands.
	visit := r.Ledger.BeginVisit(ledgerKind, state.AccountRef())
	defer r.Ledger.EndVisit(visit)
	if begun.IsImport && len(state.Brands) == 0 {
		state.addAllImported(r.readListing(ctx, state.AccountRef(), nil, diags))
	}
	// The roles are added before the requests, because an engine plans creates while the service
	// answers them.
	r.noteHeld(state, begun.Instance)
	// If the account is gone, its brands are, too.
	found := r.readBrandsByID(ctx, state, state.Brands, videoindexer.IsNotFound, diags)
	gone, replaced := state.updateFrom(found)
	diags.Append(replaced...)
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

// listUnlisted lists, for an exclusive resource, the brands that have no entry and that no other
// instance needs.
func (r *brandResource) listUnlisted(
	ctx context.Context, needed []string, state *resourceModel, diags *diag.Diagnostics,
) {
	if !state.Exclusive.ValueBool() || !r.HasExtended() {
		return
	}
	list := r.readListing(ctx, state.AccountRef(), nil, diags)
	if list != nil {
		state.Unlisted = list.unlistedNames(state.Brands, needed)
	}
}

// noteHeld notes in the ledger which brands a state has, and which names a destroy gives back to
// them.
func (r *brandResource) noteHeld(state *resourceModel, instance ledger.Instance) {
	for _, b := range state.Brands {
		r.Ledger.AddRole(ledgerKey(state.AccountRef(), b.ID), instance, ledger.Holds)
		name := b.Overwritten.Name()
		if name != "" && state.destroyVerb(b) == set.Restore {
			r.Ledger.AddRole(nameKey(state.AccountRef(), name), instance, ledger.Holds)
		}
	}
}

// updateFrom updates the state from the brands that were read. It returns the brands that are gone,
// and warnings of those whose ids the service has given to other brands.
func (m *resourceModel) updateFrom(
	found map[int32]*videoindexer.Brand,
) (gone []set.Brand, diags diag.Diagnostics) {
	for _, label := range m.Brands.Labels() {
		brand := m.Brands[label]
		remote, isRead := found[brand.ID]
		switch {
		case !isRead:
			// The read has failed: the brand stays as the state has it.
			continue
		case remote == nil:
			gone = append(gone, brand)
			delete(m.Brands, label)
			continue
		case isOtherBrand(brand, remote):
			diags.Append(m.replacedIDWarning(brand, remote))
			// Terraform has neither created this brand nor replaced its values.
			brand.IsAdopted = true
			brand.Overwritten = field.Values{}
			brand.Created = remote.Created
		}
		brand.Values.Fill(remote.BrandFields)
		brand.Created = cmp.Or(brand.Created, remote.Created)
		m.Brands[label] = brand
	}
	return gone, diags
}

// isOtherBrand reports whether the service has given the id of a brand to another one. If it does
// not show when a brand was created, or not as a time, this cannot be known.
func isOtherBrand(brand set.Brand, remote *videoindexer.Brand) bool {
	// A list can show times with fewer digits than a single brand, or rounded.
	const precision = time.Second
	before, beforeErr := time.Parse(time.RFC3339, brand.Created)
	now, nowErr := time.Parse(time.RFC3339, remote.Created)
	if beforeErr != nil || nowErr != nil {
		return false
	}
	return now.Sub(before).Abs() > precision
}

// Update adopts or creates the brands that were added, stops managing those that were removed, and
// writes the changed values of the others. A brand that fails keeps its prior state, except for
// values that may have been overwritten despite the error.
func (r *brandResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	plan := r.newModel()
	state := r.newModel()
	diags := &resp.Diagnostics
	diags.Append(model.Get(ctx, req.State, state)...)
	target, isLoaded := r.Load(ctx, req.Plan, plan, diags)
	if !isLoaded {
		return
	}
	r.Ledger.NoteApply()
	instance, needed := r.StoredInstance(ctx, req.Private, diags)
	view := r.viewOf(target.Account, instance)
	view.needed = needed
	updated, failures := r.apply(ctx, target.Client, view, plan, state)
	diags.Append(failures...)
	diags.Append(r.Save(ctx, updated, &resp.State, resp.Identity)...)
}

// Delete carries out deletion_policy. Brands for which this fails stay in the state. In a
// replacement, it passes the brands that it leaves to the create that follows, and deletes only
// brands that the create can create again.
func (r *brandResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	state := r.newModel()
	diags := &resp.Diagnostics
	begun, isBegun := r.BeginDestroy(ctx, req, resp, state)
	if !isBegun {
		return
	}
	diags.Append(state.lostValuesErrors(begun.Create)...)
	if diags.HasError() {
		return
	}
	view := r.viewOf(state.AccountRef(), begun.Instance)
	view.needed = begun.Needed
	view.canHandOver = begun.Create.CanTakeFrom(state.AccountRef())
	results := r.runTasks(ctx, begun.Client, view, state.parallelism(), state.destroyTasks(begun.Create))
	failures := state.resultDiagnostics(results)
	diags.Append(failures...)
	if failures.HasError() {
		state.takeResults(results)
		diags.Append(model.SetState(ctx, &resp.State, state)...)
	}
}
