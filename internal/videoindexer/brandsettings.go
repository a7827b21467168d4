package videoindexer

import (
	"context"
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
