package videoindexer

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
)

// ListBrands reads all brands of an account, the disabled ones too, by ascending id (X1).
func (c *Client) ListBrands(ctx context.Context, a AccountRef) ([]Brand, error) {
	r := onAccount("X1", "list brands", http.MethodGet, a, "Customization", "Brands")
	brands, err := getList(ctx, c, r, "brand", decodeListedBrand)
	slices.SortFunc(brands, func(a, b Brand) int { return cmp.Compare(a.ID, b.ID) })
	return brands, err
}

func decodeListedBrand(element []byte) (*Brand, error) {
	wire, err := decodeAnyBrand(element, "id", "name", "enabled")
	if err != nil {
		return nil, err
	}
	return &wire.Brand, nil
}

func (b Brand) keys() (id, name string) { return brandKey(b.ID), NormalText(b.Name) }

func brandKey(id int32) string { return strconv.Itoa(int(id)) }

// ReadBrand reads a brand for a refresh or a plan. With extended operations all such reads of an account share one list
// (X1) until it is 30 seconds old or this client writes a brand of the account. A brand that the list does not show is
// read by itself (endpoint 16), and so is every brand if the service does not return the list.
func (c *Client) ReadBrand(ctx context.Context, a AccountRef, id int32) (*Brand, error) {
	if !c.Extended() {
		return c.GetBrand(ctx, a, id)
	}
	listed, err := c.brandLists.listed(ctx, a, "", brandKey(id))
	if err != nil || listed != nil {
		return listed, err
	}
	return c.GetBrand(ctx, a, id)
}

// ReadBrands is ListBrands for a refresh, a plan, or an apply that an engine has just planned (X1). It shares the list of
// ReadBrand, until this client writes a brand of the account: then it reads another one.
func (c *Client) ReadBrands(ctx context.Context, a AccountRef) ([]Brand, error) {
	list, err := c.brandLists.current(ctx, a, "", nil)
	return slices.Clone(list.items), err
}

// CreateBrand creates a brand (X2) and returns it as the service holds it. The request is sent once. If its answer is
// lost or does not say which brand it is about, the brand is looked up by its name (X1), since names are unique; the
// list may take a moment to show it. The error is an AmbiguousError if there is no such brand, or if it has other
// values after a lost answer, because somebody else may have created it. Creates of one name take turns, and none takes
// the brand of another. A name that is taken is an APIError, with status 400 according to the description.
func (c *Client) CreateBrand(ctx context.Context, a AccountRef, fields BrandFields) (*Brand, error) {
	defer c.brandLists.writes(a, "")()
	isAnswered := false
	return creation[Brand]{
		claims: &c.brandLists.creates, account: a, name: NormalText(fields.Name),
		list: func(ctx context.Context) ([]Brand, error) { return c.ListBrands(ctx, a) },
		isIt: func(b Brand) bool {
			return SameText(b.Name, fields.Name) && (isAnswered || b.Means(fields))
		},
		send: func() (*Brand, error) {
			r := onAccount("X2", "create brand", http.MethodPost, a, "Customization", "Brands")
			r.OnlyOnce, r.JSON = true, fields
			return doAndDecode(ctx, c, r, func(body []byte) (*Brand, error) {
				isAnswered = true
				wire := new(brandWire)
				if !isBlank(body) {
					var err error
					if wire, err = decodeAnyBrand(body); err != nil {
						return nil, err
					}
				}
				if wire.ID == 0 {
					return nil, errors.New("neither it nor the list of brands says which id the brand has")
				}
				brand, err := c.written(ctx, a, wire, fields)
				if err != nil { // it exists, and the next refresh reads it
					brand = &Brand{ID: wire.ID, BrandFields: fields}
				}
				return brand, nil
			})
		},
	}.run(ctx)
}

// DeleteBrand deletes a brand (X3).
func (c *Client) DeleteBrand(ctx context.Context, a AccountRef, id int32) error {
	defer c.brandLists.writes(a, "")()
	return c.send(ctx, onBrand("X3", "delete brand", http.MethodDelete, a, id))
}
