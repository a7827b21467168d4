package videoindexer

import (
	"cmp"
	"context"
	"iter"
	"slices"
)

// BrandsInFull yields the brands of an account with every field, by ascending id (X1). Brands of which the list shows
// only a part are read by themselves when the caller reaches them (endpoint 16). A brand that cannot be read is yielded
// with what the list says of it and its error, and the others follow. An error that concerns all brands is yielded with
// the zero brand, and ends the sequence.
func (c *Client) BrandsInFull(ctx context.Context, a AccountRef) iter.Seq2[Brand, error] {
	return c.brandsInFull(ctx, a, c.listBrands)
}

func (c *Client) brandsInFull(ctx context.Context, a AccountRef, fetch func(context.Context, AccountRef) ([]listedBrand, error)) iter.Seq2[Brand, error] {
	return func(yield func(Brand, error) bool) {
		list, err := fetch(ctx, a)
		if err != nil {
			yield(Brand{}, err)
			return
		}
		ascending := slices.SortedFunc(slices.Values(list), func(a, b listedBrand) int { return cmp.Compare(a.ID, b.ID) })
		for _, listed := range ascending {
			whole, err := c.inFull(ctx, a, listed)
			switch {
			case IsNotFound(err):
				continue // deleted since
			case IsAccountWide(err):
				yield(Brand{}, err)
				return
			case err != nil:
				whole = &listed
			}
			if !yield(whole.Brand, err) {
				return
			}
		}
	}
}

// ReadBrands returns all brands of BrandsInFull, for a refresh, a plan, or an apply that an engine has just planned. A brand
// that cannot be read is an error. It shares the list of ReadBrand. After a write, that list is completed with what the write has made, unless that is open.
func (c *Client) ReadBrands(ctx context.Context, a AccountRef) ([]Brand, error) {
	return collectBrands(c.brandsInFull(ctx, a, func(ctx context.Context, a AccountRef) ([]listedBrand, error) {
		list, err := c.brandLists.recent(ctx, a, "", nil)
		if err != nil || !c.brandLists.isWritten(a, "") {
			return list.items, err
		}
		if completed, isKnown := c.brandWrites.complete(a, list); isKnown {
			return completed, nil
		}
		return c.listBrands(ctx, a)
	}))
}

func collectBrands(all iter.Seq2[Brand, error]) ([]Brand, error) {
	brands := []Brand{}
	for brand, err := range all {
		if err != nil {
			return nil, err
		}
		brands = append(brands, brand)
	}
	return brands, nil
}
