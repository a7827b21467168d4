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

// reader reads brands of an account, a few at a time, for a plan or a refresh.
type reader struct {
	*providerdata.Data
	client *videoindexer.Client
	of     *resourceModel
	// isPlan says that the account must exist: in a refresh, its brands are gone with it.
	isPlan bool
}

func (r *brandResource) reader(of *resourceModel, client *videoindexer.Client) reader {
	return reader{Data: r.Data, client: client, of: of}
}

// parallelism is how many requests of a resource may be underway at a time. An import has no number yet, and a single brand none at all.
func (m *resourceModel) parallelism() int {
	return min(max(int(number.Value(m.Parallelism)), 1), maxParallelism)
}

// find reads brands that have an id (16, or X1 for many at once). Those that do not exist are nil.
func (r reader) find(ctx context.Context, brands set.Brands, diags *diag.Diagnostics) map[int32]*videoindexer.Brand {
	found, pool := make(map[int32]*videoindexer.Brand, len(brands)), set.NewPool(r.of.parallelism())
	results := make([]*set.Result, 0, len(brands))
	for _, label := range brands.Labels() {
		result := &set.Result{Operation: set.Operation{Kind: set.Read, Label: label, Wanted: brands[label]}}
		results = append(results, result)
		pool.Go(result, func() {
			result.Remote, result.Err = providerdata.Read(ctx, r.Data, r.of.AccountRef(), func() (*videoindexer.Brand, error) {
				return r.client.ReadBrand(ctx, r.of.AccountRef(), result.Wanted.ID)
			})
		})
	}
	pool.Wait()
	for _, result := range results {
		if isGone := videoindexer.IsNotFound(result.Err); isGone && (!r.isPlan || !result.ConcernsAll()) {
			result.Err = nil
		}
		if !result.Failed() {
			found[result.Wanted.ID] = result.Remote
		}
	}
	diags.Append(r.of.failures(results)...)
	return found
}

// list reads all brands of the account (X1), which the reads of a run share.
func (r reader) list(ctx context.Context, diags *diag.Diagnostics) *listing {
	brands, err := providerdata.Read(ctx, r.Data, r.of.AccountRef(), func() ([]videoindexer.Brand, error) {
		return r.client.ReadBrands(ctx, r.of.AccountRef())
	})
	if err != nil {
		diags.Append(apidiag.PlanError("list", apidiag.Subject{Kind: "brands", Account: r.of.AccountRef()}, err))
		return nil
	}
	return newListing(brands)
}
