package videoindexer

import "context"

// ListBrandsInFull is ListBrands with every field of every brand: those of which the list shows only a part are read by
// themselves (endpoint 16).
func (c *Client) ListBrandsInFull(ctx context.Context, a AccountRef) ([]Brand, error) {
	list, err := c.listBrands(ctx, a)
	if err != nil {
		return nil, err
	}
	if len(list.byID) == len(list.brands) {
		return list.brands, nil
	}
	brands := make([]Brand, 0, len(list.brands))
	for _, brand := range list.brands {
		whole := &brand
		if list.byID[brand.ID] == nil {
			if whole, err = c.GetBrand(ctx, a, brand.ID); IsNotFound(err) {
				continue // deleted since
			}
		}
		if err != nil {
			return nil, err
		}
		brands = append(brands, *whole)
	}
	return brands, nil
}
