package videoindexer

import (
	"context"
	"errors"
)

// BrandsModelSettings are the brand settings of an account.
type BrandsModelSettings struct {
	// State turns the recognition of brands on.
	State bool `json:"state"`
	// UseBuiltIn adds the built-in brands to the account's brands.
	UseBuiltIn bool `json:"useBuiltIn"`
}

// UpdateBrandsModelSettings writes the settings and returns those that the service has accepted
// (18). Values that the response leaves out are those that were sent.
func (c *Client) UpdateBrandsModelSettings(
	ctx context.Context, account AccountRef, settings BrandsModelSettings,
) (BrandsModelSettings, error) {
	r := accountRequest(OperationUpdateBrandsModelSettings, account)
	r.JSON = settings
	return doAndDecode(ctx, c, r, func(body []byte) (BrandsModelSettings, error) {
		if isBlank(body) {
			return settings, nil
		}
		var accepted struct{ State, UseBuiltIn *bool }
		err := decodeJSON(body, &accepted)
		return BrandsModelSettings{
			State:      valueOr(accepted.State, settings.State),
			UseBuiltIn: valueOr(accepted.UseBuiltIn, settings.UseBuiltIn),
		}, err
	})
}

// ShownBrandsModelSettings are the settings in a response of the service (X4). State is nil if the
// service does not return it.
type ShownBrandsModelSettings struct {
	State      *bool
	UseBuiltIn bool
}

// GetBrandsModelSettings reads the settings (X4).
func (c *Client) GetBrandsModelSettings(
	ctx context.Context, account AccountRef,
) (ShownBrandsModelSettings, error) {
	r := accountRequest(OperationGetBrandsModelSettings, account)
	return doAndDecode(ctx, c, r, func(body []byte) (ShownBrandsModelSettings, error) {
		var read struct{ State, UseBuiltIn *bool }
		err := decodeJSON(body, &read)
		if err == nil && read.UseBuiltIn == nil {
			err = errors.New("the response does not contain the setting of the built-in brands")
		}
		return ShownBrandsModelSettings{State: read.State, UseBuiltIn: valueOf(read.UseBuiltIn)}, err
	})
}
