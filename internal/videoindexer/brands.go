package videoindexer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"golang.org/x/text/unicode/norm"
)

// BrandFields are the fields of a brand that can be written. All of them are sent, so a field that is to stay must hold
// the value that was read.
type BrandFields struct {
	Name        string `json:"name"`
	Enabled     bool   `json:"enabled"`
	Description string `json:"description"`
	// ReferenceURL is nil where the brand has none.
	ReferenceURL *string `json:"referenceUrl"`
	// Tags is never nil in what was read.
	Tags []string `json:"tags"`
}

// Brand is an entry of an account's brand dictionary.
type Brand struct {
	BrandFields
	ID                   int32
	AccountID            string
	LastModifierUserName string
	// Create and LastModified are RFC 3339 in UTC, empty where the service leaves them out.
	Create       string
	LastModified string
}

// brandWire is a brand as answers hold it; a nil pointer is a field that was left out, as opposed to an empty one.
type brandWire struct {
	ID                   *int32             `json:"id"`
	AccountID            string             `json:"accountId"`
	Name                 *string            `json:"name"`
	Enabled              *bool              `json:"enabled"`
	Description          optional[string]   `json:"description"`
	ReferenceURL         optional[*string]  `json:"referenceUrl"`
	Tags                 optional[[]string] `json:"tags"`
	LastModifierUserName optional[string]   `json:"lastModifierUserName"`
	Create               optional[string]   `json:"create"`
	Created              optional[string]   `json:"created"`
	LastModified         optional[string]   `json:"lastModified"`
}

// GetBrand reads a brand (endpoint 16).
func (c *Client) GetBrand(ctx context.Context, a AccountRef, id int32) (*Brand, error) {
	return doAndDecode(ctx, c, onBrand("get brand", http.MethodGet, a, id), func(body []byte) (*Brand, error) {
		wire, err := decodeBrand(body, id)
		if err != nil {
			return nil, err
		}
		if wire.Name == nil {
			return nil, errors.New("the brand has no name")
		}
		return wire.brand(id), nil
	})
}

// UpdateBrand writes the fields of a brand and returns what the service holds afterwards (endpoint 17). The contract
// leaves open how much of a brand the answer repeats: where it lacks a field or differs from what was sent, the brand is
// read once (endpoint 16). DifferentFields says which fields were not taken.
func (c *Client) UpdateBrand(ctx context.Context, a AccountRef, id int32, fields BrandFields) (written *Brand, err error) {
	fields.Tags = append([]string{}, fields.Tags...) // never null
	c.brandLists.written(a, "")
	defer func() { c.brandWrites.note(a, id, written, err) }()
	r := onBrand("update brand", http.MethodPut, a, id)
	r.JSON = fields
	answer, err := c.Do(ctx, r)
	if err != nil {
		return nil, err
	}
	if wire, err := decodeBrand(answer.Body, id); err == nil && wire.complete() {
		if brand := wire.brand(id); len(brand.DifferentFields(fields)) == 0 {
			return brand, nil
		}
	}
	brand, err := c.GetBrand(ctx, a, id)
	if err != nil {
		return nil, fmt.Errorf("the brand was updated, but could not be read afterwards: %w", err)
	}
	return brand, nil
}

func onBrand(operation, method string, a AccountRef, id int32) request {
	return onAccount(operation, method, a, "Customization", "Brands", strconv.FormatInt(int64(id), 10))
}

// decodeBrand reads the brand with an id; one with another id is an error.
func decodeBrand(data []byte, id int32) (*brandWire, error) {
	var wire *brandWire
	if err := decodeJSON(data, &wire); err != nil {
		return nil, err
	}
	if wire == nil {
		return nil, errors.New("the answer contains no brand")
	}
	if wire.ID != nil && *wire.ID != id {
		return nil, fmt.Errorf("the answer contains brand %d, not brand %d", *wire.ID, id)
	}
	return wire, nil
}

// complete reports whether the answer holds all that a caller is shown of a brand.
func (w *brandWire) complete() bool {
	return w.Name != nil && w.Enabled != nil && w.Description.present && w.ReferenceURL.present && w.Tags.present &&
		w.LastModifierUserName.present && (w.Create.present || w.Created.present) && w.LastModified.present
}

func (w *brandWire) brand(id int32) *Brand {
	return &Brand{
		BrandFields: BrandFields{
			Name:         valueOf(w.Name),
			Enabled:      valueOf(w.Enabled),
			Description:  w.Description.value,
			ReferenceURL: w.ReferenceURL.value,
			Tags:         append([]string{}, w.Tags.value...), // never nil
		},
		ID:                   id,
		AccountID:            w.AccountID,
		LastModifierUserName: w.LastModifierUserName.value,
		Create:               parseTimestamp(cmp.Or(w.Create.value, w.Created.value)),
		LastModified:         parseTimestamp(w.LastModified.value),
	}
}

// NormalName is a name in Unicode's normal form NFC, in which Terraform has all texts: names of which it is the same are one
// name. The names of all objects but brands are read in this form.
func NormalName(name string) string { return norm.NFC.String(name) }

// DifferentFields names the fields, as the contract spells them, whose values are not those of other. A null referenceUrl and
// an empty one are equal; names are compared by their normal form, and tags as sets.
func (f BrandFields) DifferentFields(other BrandFields) []string {
	var names []string
	note := func(field string, same bool) {
		if !same {
			names = append(names, field)
		}
	}
	note("name", NormalName(f.Name) == NormalName(other.Name))
	note("enabled", f.Enabled == other.Enabled)
	note("tags", slices.Equal(asSet(f.Tags), asSet(other.Tags)))
	note("description", f.Description == other.Description)
	note("referenceUrl", valueOf(f.ReferenceURL) == valueOf(other.ReferenceURL))
	return names
}

// asSet is a list in order, with each value once.
func asSet(values []string) []string { return slices.Compact(slices.Sorted(slices.Values(values))) }
