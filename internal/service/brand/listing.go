package brand

import (
	"cmp"
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/number"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/field"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/set"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// listing is the brands of an account, by id and by name.
type listing struct {
	all     []videoindexer.Brand
	byName  map[string]*videoindexer.Brand // in normal form
	byLower map[string]*videoindexer.Brand // as some services compare names
}

func newListing(brands []videoindexer.Brand) *listing {
	l := &listing{brands, make(map[string]*videoindexer.Brand, len(brands)), make(map[string]*videoindexer.Brand, len(brands))}
	for i := range brands {
		b := &brands[i]
		if name := videoindexer.NormalText(b.Name); l.byName[name] == nil {
			l.byName[name], l.byLower[set.Lower(name)] = b, b
		}
	}
	return l
}

// named is the brand with a name; nil without one.
func (l *listing) named(name string) *videoindexer.Brand {
	return l.byName[videoindexer.NormalText(name)]
}

// alike is the brand whose name is the same, or differs in letter case alone; nil without one.
func (l *listing) alike(name string) *videoindexer.Brand {
	return cmp.Or(l.named(name), l.byLower[set.Lower(name)])
}

// unlisted are the names of the brands that are not among some, by id or name.
func (l *listing) unlisted(brands set.Brands) []string {
	names := []string{}
	for _, b := range l.without(brands) {
		names = append(names, b.Name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// without are the brands that are not among some, by id or name.
func (l *listing) without(brands set.Brands) (others []videoindexer.Brand) {
	byID, isNamed := brands.ByID(), make(map[string]bool, len(brands))
	for _, b := range brands {
		isNamed[videoindexer.NormalText(b.Values.Name())] = b.Values.Has(field.Name)
	}
	for _, b := range l.all {
		if _, isListed := byID[b.ID]; !isListed && !isNamed[videoindexer.NormalText(b.Name)] {
			others = append(others, b)
		}
	}
	return others
}

// parallelism is how many requests of a resource may be underway at a time. An import has no number yet, and a single brand none at all.
func (m *resourceModel) parallelism() int {
	return min(max(int(number.Value(m.Parallelism)), 1), maxParallelism)
}

// find reads those brands of a model that have an id (16, or X1 for many at once). Those that do not exist are nil. In a plan, the account must
// exist; in a refresh, its brands are gone with it.
func (r *brandResource) find(ctx context.Context, client *videoindexer.Client, m *resourceModel, brands set.Brands, isPlan bool, diags *diag.Diagnostics) map[int32]*videoindexer.Brand {
	account, found, pool := m.AccountRef(), make(map[int32]*videoindexer.Brand, len(brands)), set.NewPool(m.parallelism())
	results := make([]*set.Result, 0, len(brands))
	for _, label := range brands.Labels() {
		result := &set.Result{Operation: set.Operation{Kind: set.Read, Label: label, Wanted: brands[label]}}
		results = append(results, result)
		pool.Go(result, func() {
			result.Remote, result.Err = providerdata.Read(ctx, r.Data, account, func() (*videoindexer.Brand, error) {
				return client.ReadBrand(ctx, account, result.Wanted.ID)
			})
		})
	}
	pool.Wait()
	for _, result := range results {
		if isGone := videoindexer.IsNotFound(result.Err); isGone && (!isPlan || !result.ConcernsAll()) {
			result.Err = nil
		}
		if !result.Failed() {
			found[result.Wanted.ID] = result.Remote
		}
	}
	diags.Append(m.failures(results)...)
	return found
}

// list reads all brands of the account (X1), which the reads of a run share.
func (r *brandResource) list(ctx context.Context, client *videoindexer.Client, m *resourceModel, diags *diag.Diagnostics) *listing {
	account := m.AccountRef()
	brands, err := providerdata.Read(ctx, r.Data, account, func() ([]videoindexer.Brand, error) { return client.ReadBrands(ctx, account) })
	if err != nil {
		diags.Append(apidiag.PlanError("list", apidiag.Subject{Kind: "brands", Account: account}, err))
		return nil
	}
	return newListing(brands)
}
