package brand

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/number"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/set"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

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
