package videoindexer

import (
	"context"
	"net/http"
)

// MediaConnectionChange is a change of how a paid account reaches its media services: empty and nil fields stay as they
// are.
type MediaConnectionChange struct {
	SubscriptionID      string               `json:"subscriptionId,omitempty"`
	ResourceGroup       string               `json:"resourceGroup,omitempty"`
	DirectoryConnection *DirectoryConnection `json:"directoryConnection,omitempty"`
}

// UpdateMediaConnection changes the media connection of a paid account (X24). Refusals are APIErrors with status 400:
// ErrorTypeInvalidInput, a media or directory type, or ErrorTypeOperationNotSupportedOnTrial. No error holds the key.
func (c *Client) UpdateMediaConnection(ctx context.Context, a AccountRef, m MediaConnectionChange) error {
	if m.DirectoryConnection != nil {
		c.Hide(m.DirectoryConnection.ApplicationKey)
	}
	r := onAccount("X24", "update the media connection", http.MethodPatch, a, "MediaServices")
	r.JSON = m
	return c.send(ctx, r)
}
