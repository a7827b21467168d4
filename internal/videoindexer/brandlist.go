package videoindexer

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
)

// listedBrand is a brand of a list. One that is not whole is shown in part, or in a form that cannot be read.
type listedBrand struct {
	Brand

	isWhole bool
}

// ListBrands reads all brands of an account, the disabled ones too, in the service's order (X1). A service may list a
// brand with some of its fields only: BrandsInFull completes them.
func (c *Client) ListBrands(ctx context.Context, a AccountRef) ([]Brand, error) {
	list, err := c.listBrands(ctx, a)
	if err != nil {
		return nil, err
	}
	brands := make([]Brand, 0, len(list))
	for _, listed := range list {
		brands = append(brands, listed.Brand)
	}
	return brands, nil
}

func (c *Client) listBrands(ctx context.Context, a AccountRef) ([]listedBrand, error) {
	r := extendedOnAccount("X1", "list brands", http.MethodGet, a, "Customization", "Brands")
	return getList(ctx, c, r, "brand", decodeListedBrand)
}

func (b listedBrand) keys() (id, name string) { return brandKey(b.ID), NormalName(b.Name) }

func brandKey(id int32) string { return strconv.Itoa(int(id)) }

var errNoBrandID = errors.New("the brand has no id")

// decodeListedBrand reads a brand of a list. If it has an unexpected form, its id and name are enough.
func decodeListedBrand(element []byte) (listedBrand, error) {
	if wire, err := decodeAnyBrand(element); err == nil {
		if !wire.shown["id"] {
			return listedBrand{}, errNoBrandID
		}
		_, hasTags := wire.shown["tags"]
		return listedBrand{Brand: wire.Brand, isWhole: wire.shown["name"] && wire.shown["enabled"] && hasTags}, nil // otherwise the list is a summary
	}
	var id struct{ ID *int32 }
	var name struct{ Name string }
	if decodeJSON(element, &id) != nil || id.ID == nil {
		return listedBrand{}, errNoBrandID
	}
	_ = decodeJSON(element, &name) // or none
	return listedBrand{Brand: Brand{ID: *id.ID, BrandFields: BrandFields{Name: name.Name, Tags: []string{}}}}, nil
}

// ReadBrand reads a brand for a refresh or a plan. With extended operations all such reads of an account share one list
// (X1) until it is 30 seconds old or this client writes a brand of the account. A brand that the list does not show is
// read by itself (endpoint 16), and so is every brand if the service does not return the list.
func (c *Client) ReadBrand(ctx context.Context, a AccountRef, id int32) (*Brand, error) {
	if !c.Extended() {
		return c.GetBrand(ctx, a, id)
	}
	listed, err := c.brandLists.listed(ctx, a, "", brandKey(id))
	switch {
	case err != nil:
		return nil, err
	case listed != nil && listed.isWhole:
		return &listed.Brand, nil
	}
	return c.GetBrand(ctx, a, id)
}

// FindBrand looks for a brand by its name in normal form, for a plan (X1); nil if the account has none. The result is as fresh
// as that of ReadBrand. A brand created in the last 30 seconds may be missed: the service then refuses to create it
// again.
func (c *Client) FindBrand(ctx context.Context, a AccountRef, name string) (*Brand, error) {
	list, err := c.brandLists.recent(ctx, a, "", nil)
	if err != nil {
		return nil, err
	}
	listed := list.named(NormalName(name))
	if len(listed) == 0 {
		return nil, nil //nolint:nilnil // as documented
	}
	found, err := c.ReadBrand(ctx, a, listed[0].ID)
	if IsNotFound(err) || err == nil && NormalName(found.Name) != NormalName(name) {
		return nil, nil //nolint:nilnil // as documented
	}
	return found, err
}

// CreateBrand creates a brand (X2) and returns it as the service holds it. The request is sent once. If its answer is
// lost or does not say which brand it is about, the brand is looked up by its name (X1), since names are unique; the
// list may take a moment to show it. The error is an AmbiguousError if there is no such brand, or if it has other
// values after a lost answer, because somebody else may have created it. Creates of one name take turns, and none takes
// the brand of another. A name that is taken is an APIError, with status 400 according to the description.
func (c *Client) CreateBrand(ctx context.Context, a AccountRef, fields BrandFields) (made *Brand, err error) {
	fields.Tags = append([]string{}, fields.Tags...) // never null
	c.brandLists.written(a, "")
	defer func() { c.brandWrites.note(a, valueOf(made).ID, made, err) }()
	var lost error
	created, err := creation[listedBrand]{
		claims: &c.brandCreates, account: a, name: NormalName(fields.Name),
		list: func(ctx context.Context) ([]listedBrand, error) { return c.listBrands(ctx, a) },
		confirm: func(ctx context.Context, listed listedBrand) (*listedBrand, error) {
			if NormalName(listed.Name) != NormalName(fields.Name) {
				return nil, nil //nolint:nilnil // as documented
			}
			return c.inFull(ctx, a, listed)
		},
		send: func() (sent *listedBrand, err error) {
			sent, lost, err = c.sendNewBrand(ctx, a, fields)
			return sent, err
		},
	}.run(ctx)
	if err != nil {
		return nil, err
	}
	if lost != nil && !created.Means(fields) {
		return nil, fmt.Errorf("brand %d has the name %q, with other values than were sent: %w", created.ID, created.Name, lost)
	}
	return &created.Brand, nil
}

// sendNewBrand sends the request of CreateBrand. lost is its error if no answer came.
func (c *Client) sendNewBrand(ctx context.Context, a AccountRef, fields BrandFields) (sent *listedBrand, lost, err error) {
	r := extendedOnAccount("X2", "create brand", http.MethodPost, a, "Customization", "Brands")
	r.OnlyOnce, r.JSON = true, fields
	answer, err := c.Do(ctx, r)
	if err != nil {
		return nil, err, err
	}
	if wire, err := decodeAnyBrand(answer.Body); err == nil && wire.ID != 0 {
		return &listedBrand{Brand: *c.created(ctx, a, wire, fields), isWhole: true}, nil, nil
	}
	unclear := c.Unexpected(r.Operation, answer, errors.New("neither it nor the list of brands says which id the brand has"))
	return nil, nil, &AmbiguousError{
		Operation: r.Operation, Method: answer.Method, Address: answer.Address, RequestID: answer.ClientRequestID, Err: unclear,
	}
}

// created returns the brand of an answer, and reads it by itself (endpoint 16) if the answer does not hold all of it.
// If the brand cannot be read yet, the result is what was sent: it exists, and the next refresh reads it.
func (c *Client) created(ctx context.Context, a AccountRef, wire *brandWire, sent BrandFields) *Brand {
	if wire.repeats(sent) {
		return &wire.Brand
	}
	brand, err := c.GetBrand(ctx, a, wire.ID)
	if err != nil {
		return &Brand{ID: wire.ID, BrandFields: sent}
	}
	return brand
}

// inFull is a listed brand with every field: one that the list shows in part is read by itself (endpoint 16).
func (c *Client) inFull(ctx context.Context, a AccountRef, listed listedBrand) (*listedBrand, error) {
	if listed.isWhole {
		return &listed, nil
	}
	brand, err := c.GetBrand(ctx, a, listed.ID)
	if err != nil {
		return nil, err
	}
	return &listedBrand{Brand: *brand, isWhole: true}, nil
}

// DeleteBrand deletes a brand (X3).
func (c *Client) DeleteBrand(ctx context.Context, a AccountRef, id int32) (err error) {
	c.brandLists.written(a, "")
	defer func() { c.brandWrites.note(a, id, nil, err) }()
	r := onBrand("delete brand", http.MethodDelete, a, id)
	r.Extended = "X3"
	return c.send(ctx, r)
}
