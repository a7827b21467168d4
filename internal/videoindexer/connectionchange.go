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

// UpdateMediaConnection changes the media connection of a paid account (X24).
func (c *Client) UpdateMediaConnection(ctx context.Context, a AccountRef, m MediaConnectionChange) error {
	if m.DirectoryConnection != nil {
		c.hide(m.DirectoryConnection.ApplicationKey)
	}
	content, err := jsonBody(m)
	if err != nil {
		return err
	}
	r := extendedOnAccount("X24", "update the media connection", http.MethodPatch, a, "MediaServices")
	r.body = content
	return c.send(ctx, r)
}

// ImageModelConnection describes the connection of an account to an image-model account. The keys are never returned.
type ImageModelConnection struct {
	TrainingKey          string `json:"trainingKey"`
	PredictionKey        string `json:"predictionKey"`
	Endpoint             string `json:"endpoint"`
	PredictionResourceID string `json:"predictionResourceId"`
}

// ConnectImageModel connects an account to an image-model account, or replaces the connection (X25). Refusals have
// status 400 and one of the error types of image models, ErrorTypeInvalidInput or ErrorTypeInvalidURL. The answer is
// nil if the service does not say what it holds now.
func (c *Client) ConnectImageModel(ctx context.Context, a AccountRef, m ImageModelConnection) (*ImageModel, error) {
	c.hide(m.TrainingKey)
	c.hide(m.PredictionKey)
	content, err := jsonBody(m)
	if err != nil {
		return nil, err
	}
	r := extendedOnAccount("X25", "connect the image model", http.MethodPut, a, "ImageModel")
	r.body = content
	return doAndDecode(ctx, c, r, func(body []byte) (*ImageModel, error) {
		var held ImageModel
		if isBlank(body) {
			return nil, nil //nolint:nilnil // as documented
		}
		if err := decodeJSON(body, &held); err != nil || held == (ImageModel{}) {
			return nil, err
		}
		return &held, nil
	})
}

// DisconnectImageModel ends the connection to an image-model account (X26).
func (c *Client) DisconnectImageModel(ctx context.Context, a AccountRef) error {
	return c.send(ctx, extendedOnAccount("X26", "disconnect the image model", http.MethodDelete, a, "ImageModel"))
}
