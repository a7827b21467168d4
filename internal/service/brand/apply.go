package brand

import (
	"context"
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/field"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/set"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// apply carries out a plan, reports failures, and returns the brands of the new state.
func (r *brandResource) apply(
	ctx context.Context, client *videoindexer.Client, view ledgerView, plan, state *resourceModel,
) (newState *resourceModel, diags diag.Diagnostics) {
	changed := *plan
	changed.Brands = state.Brands
	newState = &changed
	// An apply that makes the resource exclusive does not delete brands yet: the next plan shows
	// what will be deleted.
	isExclusive := plan.Exclusive.ValueBool() && state.Exclusive.ValueBool()
	var toDelete []string
	if isExclusive {
		toDelete = state.Unlisted
	}
	var list *listing
	if len(toDelete) > 0 || len(plan.Brands.Where(mustFindByName)) > 0 {
		list = r.readListing(ctx, view.account, plan.Brands, &diags)
		if list == nil {
			newState.Unlisted = toDelete
			return newState, diags
		}
	}
	wanted := view.resolveEntries(plan, list)
	tasks := set.Diff(state.Brands, wanted, plan.removalVerb)
	tasks = append(tasks, plan.deletionTasks(list, toDelete)...)
	results := r.runTasks(ctx, client, view, plan.parallelism(), tasks)
	diags.Append(plan.resultDiagnostics(results)...)
	newState.takeResults(results)
	return newState, diags
}

// deletionTasks returns tasks that delete the brands with these names, unless they have an entry.
func (m *resourceModel) deletionTasks(list *listing, names []string) (tasks []set.Task) {
	if len(names) == 0 {
		return nil
	}
	for _, brand := range list.without(m.Brands) {
		isSameName := func(name string) bool { return videoindexer.IsSameText(name, brand.Name) }
		if slices.ContainsFunc(names, isSameName) {
			tasks = append(tasks, set.Task{
				Verb: set.Delete, Label: brand.Name, IsUnlisted: true,
				Prior: set.Brand{ID: brand.ID, Values: field.ValuesOf(brand.BrandFields), IsAdopted: true},
			})
		}
	}
	return tasks
}

// mustFindByName reports whether the apply has to find a brand by its name.
func mustFindByName(e set.Brand) bool { return e.IsUnknown && e.ID == 0 }

// resolveEntries returns the brands of a plan, with those that the plan has left unknown and the
// list has, and with what the plan has just read. A brand that a replaced instance has left keeps
// its previous values.
func (v ledgerView) resolveEntries(plan *resourceModel, list *listing) set.Brands {
	wanted := make(set.Brands, len(plan.Brands))
	for label, entry := range plan.Brands {
		if mustFindByName(entry) {
			entry = v.resolvedByName(entry, list)
		}
		// Each planned read serves once: a second apply must read.
		planned := v.recallReadOnce(entry.ID)
		if entry.Remote == nil {
			entry.Remote = planned
		}
		notes := v.ledgerNotesOf(ledgerKey(v.account, entry.ID))
		if entry.IsUnknown && notes.isHandedOver {
			entry = withHistoryOf(entry, notes.brand, entry.Values.Known())
		}
		wanted[label] = entry
	}
	return wanted
}

// resolvedByName looks for a brand that the plan has left unknown. If there is none, the apply
// creates it, with the values of a brand that was just deleted.
func (v ledgerView) resolvedByName(e set.Brand, list *listing) set.Brand {
	name := e.Values.Name()
	remote := list.findByName(name)
	if remote == nil {
		e.IsUnknown = false
		e.IsAdopted = false
		released := v.ledgerNotesOf(nameKey(v.account, name))
		if released.isDeleted {
			e.Values.FillUnknown(released.brand.Values.Fields())
		}
		return e
	}
	e.Remote = remote
	e.ID = remote.ID
	e.IsFoundByName = true
	return e
}

// runTasks carries out tasks for an instance, and explains failures that are due to names. Before
// it releases brands, it waits for the plans of other instances in progress, which may want them.
func (r *brandResource) runTasks(
	ctx context.Context, client *videoindexer.Client, view ledgerView, parallelism int, tasks []set.Task,
) []*set.Result {
	if slices.ContainsFunc(tasks, isRelease) {
		r.Ledger.AwaitVisits(ctx, ledgerKind, view.account)
	}
	results := set.Run(ctx, set.Service{Client: client, Account: view.account, Coordinator: view}, parallelism, tasks)
	addNameHints(ctx, client, view.account, results)
	return results
}

// takeResults puts the brands into the state after an apply: those that are managed, and those
// whose release has failed. Unlisted brands whose deletion has failed are listed again.
func (m *resourceModel) takeResults(results []*set.Result) {
	m.Brands = make(set.Brands, len(results))
	var unreleased []*set.Result
	for _, result := range results {
		switch {
		case result.NewState == nil:
			// The brand was released, or could not be created or adopted.
		case result.IsUnlisted:
			m.Unlisted = append(m.Unlisted, result.Label)
		case result.Verb == set.SetAside:
			// A later task puts the brand into the state.
		case result.Verb.IsRelease():
			unreleased = append(unreleased, result)
		default:
			m.Brands[result.Label] = *result.NewState
		}
	}
	for _, result := range unreleased {
		label := result.Label
		_, isLabelTaken := m.Brands[label]
		if isLabelTaken {
			label = fmt.Sprintf("%s (%d)", label, result.ID())
		}
		m.Brands[label] = *result.NewState
	}
}
