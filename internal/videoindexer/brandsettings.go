package videoindexer

import (
	"context"
	"errors"
	"net/http"
)

// BrandsModelSettings says how an account recognizes brands.
type BrandsModelSettings struct {
	// State turns the recognition of brands on.
	State bool `json:"state"`
	// UseBuiltIn adds the service's own dictionary to the account's brands.
	UseBuiltIn bool `json:"useBuiltIn"`
}

// UpdateBrandsModelSettings writes the settings and returns what the service took (endpoint 18).
// An answer without a body, or one that leaves a member out, stands for what was sent.
func (c *Client) UpdateBrandsModelSettings(ctx context.Context, a AccountRef, s BrandsModelSettings) (BrandsModelSettings, error) {
	const operation = "update brands model settings"
	content, err := jsonBody(s)
	if err != nil {
		return BrandsModelSettings{}, err
	}
	answer, err := c.do(ctx, request{
		operation: operation,
		method:    http.MethodPut,
		path:      accountPath(a, "Customization", "BrandsModelSettings"),
		auth:      accountAuth(a, Write),
		body:      content,
	})
	if err != nil {
		return BrandsModelSettings{}, err
	}
	taken := s
	if isBlank(answer.body) {
		return taken, nil
	}
	if err := decodeJSON(answer.body, &taken); err != nil {
		return BrandsModelSettings{}, c.unexpected(operation, answer, err)
	}
	return taken, nil
}

// ReadBrandsModelSettings are the settings as the service shows them (X4). State is nil where the service leaves it out.
type ReadBrandsModelSettings struct {
	State      *bool
	UseBuiltIn bool
}

// GetBrandsModelSettings reads the settings (X4).
func (c *Client) GetBrandsModelSettings(ctx context.Context, a AccountRef) (ReadBrandsModelSettings, error) {
	const operation = "get brands model settings"
	answer, err := c.do(ctx, request{
		operation: operation,
		method:    http.MethodGet,
		path:      accountPath(a, "Customization", "BrandsModelSettings"),
		auth:      accountAuth(a, Read),
		extended:  "X4",
	})
	if err != nil {
		return ReadBrandsModelSettings{}, err
	}
	var read struct {
		State      *bool
		UseBuiltIn *bool
	}
	if err := decodeJSON(answer.body, &read); err != nil {
		return ReadBrandsModelSettings{}, c.unexpected(operation, answer, err)
	}
	if read.UseBuiltIn == nil {
		return ReadBrandsModelSettings{}, c.unexpected(operation, answer, errors.New("the answer does not say whether the built-in dictionary is used"))
	}
	return ReadBrandsModelSettings{State: read.State, UseBuiltIn: *read.UseBuiltIn}, nil
}
