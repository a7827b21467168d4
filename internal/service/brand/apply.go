package brand

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ownership"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/field"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/set"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// apply carries out a plan, which then has what the state will have, and says what failed.
func (r *brandResource) apply(ctx context.Context, client *videoindexer.Client, owner ownership.Instance, plan, state *resourceModel, diags *diag.Diagnostics) {
	unlisted := plan.toDelete(state)
	var list *listing
	if len(unlisted) > 0 || slices.ContainsFunc(plan.Brands.Labels(), func(label string) bool { return isNameOpen(plan.Brands[label]) }) {
		if list = r.list(ctx, client, plan, diags); list == nil {
			plan.Brands, plan.Unlisted = state.Brands, state.Unlisted
			return
		}
	}
	operations := append(set.Diff(state.Brands, r.resolved(plan, list), plan.onRemoval), plan.deletions(list, unlisted)...)
	results := r.run(ctx, client, owner, plan, operations)
	explainNames(ctx, client, plan, results)
	diags.Append(plan.report(results)...)
	plan.Brands = remaining(results)
	var failed []string
	for _, r := range results {
		if r.IsUnlisted && r.Failed() {
			failed = append(failed, r.Label)
		}
	}
	if len(failed) > 0 {
		plan.Unlisted = failed
	}
}

// toDelete are the names of brands without an entry that the apply of a plan deletes.
func (m *resourceModel) toDelete(state *resourceModel) []string {
	switch {
	case !m.Exclusive.ValueBool():
		return nil
	case !state.Exclusive.ValueBool():
		return m.Unlisted
	}
	return slices.DeleteFunc(slices.Clone(state.Unlisted), func(name string) bool { return slices.Contains(m.Unlisted, name) })
}

// deletions are the operations for brands with some names that have no entry.
func (m *resourceModel) deletions(list *listing, names []string) (operations []set.Operation) {
	if len(names) == 0 {
		return nil
	}
	for _, b := range list.without(m.Brands) {
		if slices.ContainsFunc(names, func(name string) bool { return videoindexer.SameText(name, b.Name) }) {
			operations = append(operations, set.Operation{
				Kind: set.Delete, Label: b.Name, IsUnlisted: true, After: -1, Prior: set.Brand{ID: b.ID, Values: field.Of(b.BrandFields), IsAdopted: true},
			})
		}
	}
	return operations
}

// isNameOpen reports whether the apply has to look for a brand by its name.
func isNameOpen(b set.Brand) bool { return b.IsOpen && b.ID == 0 }

// resolved are the brands of a plan, with those found that it has left open, and with what the plan before the apply has just read. A brand that
// a replaced instance has left keeps what is known of it.
func (r *brandResource) resolved(plan *resourceModel, list *listing) set.Brands {
	memories, wanted := providerdata.Memory[memory](r.Data), make(set.Brands, len(plan.Brands))
	for label, b := range plan.Brands {
		if isNameOpen(b) {
			if b.Found = list.named(b.Values.Name()); b.Found != nil {
				b.ID, b.IsFoundByName = b.Found.ID, true
			} else {
				b.IsOpen, b.IsAdopted = false, false
			}
		}
		k := key(plan.AccountRef(), b.ID)
		if found, isRead := memories.found.LoadAndDelete(k); isRead && b.Found == nil {
			b.Found, _ = found.(*videoindexer.Brand)
		}
		if left := memories.left(k); b.IsOpen && left != nil {
			b = resumed(b, *left, b.Values.Known())
		}
		memories.handed.Delete(k)
		wanted[label] = b
	}
	return wanted
}

// run carries out operations for an instance.
func (r *brandResource) run(ctx context.Context, client *videoindexer.Client, owner ownership.Instance, m *resourceModel, operations []set.Operation) []*set.Result {
	account := m.AccountRef()
	return set.Run(ctx, set.Service{
		Client: client, Account: account,
		TakeOver: func(id int32) { r.Owned.TakeOver(key(account, id), owner) },
		IsTaken:  func(id int32) bool { return r.isTaken(m, id, owner) },
	}, m.parallelism(), operations)
}

// remaining is what the state has after an apply. A brand whose removal has failed keeps its label, unless another brand has it now.
func remaining(results []*set.Result) set.Brands {
	brands := make(set.Brands, len(results))
	for _, r := range results {
		if r.Brand != nil && r.Kind < set.Leave && r.Kind != set.Rename {
			brands[r.Label] = *r.Brand
		}
	}
	for _, r := range results {
		if r.Brand == nil || r.Kind < set.Leave || r.IsUnlisted {
			continue
		}
		label := r.Label
		if _, isTaken := brands[label]; isTaken {
			label = fmt.Sprintf("%s (%d)", label, r.ID())
		}
		brands[label] = *r.Brand
	}
	return brands
}

// explainNames adds what is known of creates and renames that failed.
func explainNames(ctx context.Context, client *videoindexer.Client, m *resourceModel, results []*set.Result) {
	var now *listing
	for _, r := range results {
		answer, isAnswered := errors.AsType[*videoindexer.APIError](r.Err)
		leaves, gets := r.Names()
		switch {
		case r.Err == nil || gets == "" || r.Kind == set.Adopt && leaves == "":
		case r.Kind == set.Create && videoindexer.IsAmbiguous(r.Err):
			r.Hint = "Plan again: if it was created, the plan finds it by its name."
		case isAnswered && (answer.Status == http.StatusBadRequest || answer.Status == http.StatusConflict) && client.Extended():
			if now == nil {
				brands, _ := client.ListBrands(ctx, m.AccountRef()) // without a list nothing is explained
				now = newListing(brands)
			}
			r.Hint = nameHint(r, now)
		case r.Kind == set.Update:
			r.Hint = renameHint(r)
		}
	}
}
