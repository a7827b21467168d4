package videoindexer

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"strconv"
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

// brandWire is a brand as answers hold it; a pointer tells a field that was left out from an empty one.
type brandWire struct {
	ID                   *int32       `json:"id"`
	AccountID            *string      `json:"accountId"`
	Name                 *string      `json:"name"`
	Enabled              *bool        `json:"enabled"`
	Description          optionalText `json:"description"`
	ReferenceURL         optionalText `json:"referenceUrl"`
	Tags                 tagList      `json:"tags"`
	LastModifierUserName optionalText `json:"lastModifierUserName"`
	Create               optionalText `json:"create"`
	Created              optionalText `json:"created"`
	LastModified         optionalText `json:"lastModified"`
}

// GetBrand reads a brand (endpoint 16). A missing brand is an APIError with status 404, for which
// IsNotFound is true.
func (c *Client) GetBrand(ctx context.Context, a AccountRef, id int32) (*Brand, error) {
	const operation = "get brand"
	answer, err := c.do(ctx, request{
		operation: operation,
		method:    http.MethodGet,
		path:      brandPath(a, id),
		auth:      accountAuth(a, Read),
	})
	if err != nil {
		return nil, err
	}
	wire, err := decodeBrand(answer.body, id)
	if err != nil {
		return nil, c.unexpected(operation, answer, err)
	}
	if wire.Name == nil {
		return nil, c.unexpected(operation, answer, errors.New("the brand has no name"))
	}
	return wire.brand(id), nil
}

// UpdateBrand writes the fields of a brand and returns what the service holds afterwards (endpoint 17). The contract
// leaves open how much of a brand the answer repeats: where it lacks a field or differs from what was sent, the brand is
// read once (endpoint 16). Ask Differs which fields were not taken.
func (c *Client) UpdateBrand(ctx context.Context, a AccountRef, id int32, fields BrandFields) (*Brand, error) {
	const operation = "update brand"
	fields.Tags = append([]string{}, fields.Tags...) // never null
	content, err := jsonBody(fields)
	if err != nil {
		return nil, err
	}
	c.brandLists.written(a)
	answer, err := c.do(ctx, request{
		operation: operation,
		method:    http.MethodPut,
		path:      brandPath(a, id),
		auth:      accountAuth(a, Write),
		body:      content,
	})
	if err != nil {
		return nil, err
	}
	if wire, err := decodeBrand(answer.body, id); err == nil && wire.complete() {
		if brand := wire.brand(id); len(brand.Differs(fields)) == 0 {
			return brand, nil
		}
	}
	brand, err := c.GetBrand(ctx, a, id)
	if err != nil {
		return nil, fmt.Errorf("the brand was updated, but could not be read afterwards: %w", err)
	}
	return brand, nil
}

func brandPath(a AccountRef, id int32) []string {
	return accountPath(a, "Customization", "Brands", strconv.FormatInt(int64(id), 10))
}

// decodeBrand reads the brand with an id; one with another id is an error.
func decodeBrand(data []byte, id int32) (*brandWire, error) {
	var wire *brandWire
	if err := decodeJSON(data, &wire); err != nil {
		return nil, err
	}
	if wire == nil {
		return nil, errors.New("the answer holds no brand")
	}
	if wire.ID != nil && *wire.ID != id {
		return nil, fmt.Errorf("the answer holds brand %d, not brand %d", *wire.ID, id)
	}
	return wire, nil
}

// complete reports whether the answer holds all that a caller is shown of a brand.
func (w *brandWire) complete() bool {
	return w.Name != nil && w.Enabled != nil && w.Description.present && w.ReferenceURL.present && w.Tags.present &&
		w.LastModifierUserName.present && (w.Create.present || w.Created.present) && w.LastModified.present
}

func (w *brandWire) brand(id int32) *Brand {
	brand := Brand{
		BrandFields:          BrandFields{Description: w.Description.text(), ReferenceURL: w.ReferenceURL.value, Tags: w.Tags.tags},
		ID:                   id,
		LastModifierUserName: w.LastModifierUserName.text(),
		Create:               parseTimestamp(w.Create.text()),
		LastModified:         parseTimestamp(w.LastModified.text()),
	}
	if brand.Create == "" {
		brand.Create = parseTimestamp(w.Created.text())
	}
	if w.AccountID != nil {
		brand.AccountID = *w.AccountID
	}
	if w.Name != nil {
		brand.Name = *w.Name
	}
	if w.Enabled != nil {
		brand.Enabled = *w.Enabled
	}
	if brand.Tags == nil {
		brand.Tags = []string{}
	}
	return &brand
}

// Differs names the fields, as the contract spells them, whose values are not those of other. A null referenceUrl and
// an empty one are equal; tags are compared as sets.
func (f BrandFields) Differs(other BrandFields) []string {
	var names []string
	note := func(field string, same bool) {
		if !same {
			names = append(names, field)
		}
	}
	note("name", f.Name == other.Name)
	note("enabled", f.Enabled == other.Enabled)
	note("tags", maps.Equal(asSet(f.Tags), asSet(other.Tags)))
	note("description", f.Description == other.Description)
	note("referenceUrl", textOf(f.ReferenceURL) == textOf(other.ReferenceURL))
	return names
}

func asSet(values []string) map[string]struct{} {
	set := make(map[string]struct{}, len(values))
	for _, value := range values {
		set[value] = struct{}{}
	}
	return set
}

func textOf(value *string) string {
	if value == nil {
		return ""
	}
	return *value
}

// optionalText is a nullable string member that knows whether it was in the answer at all.
type optionalText struct {
	present bool
	value   *string
}

func (t *optionalText) UnmarshalJSON(data []byte) error {
	t.present = true
	return decodeJSON(data, &t.value)
}

func (t optionalText) text() string { return textOf(t.value) }

// tagList is a list member that knows whether it was in the answer at all; null is an empty list.
type tagList struct {
	present bool
	tags    []string
}

func (t *tagList) UnmarshalJSON(data []byte) error {
	t.present = true
	return decodeJSON(data, &t.tags)
}
