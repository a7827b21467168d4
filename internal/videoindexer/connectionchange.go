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
	return c.send(ctx, request{
		operation: "update the media connection",
		method:    http.MethodPatch,
		path:      accountPath(a, "MediaServices"),
		auth:      accountAuth(a, Write),
		extended:  "X24",
		body:      content,
	})
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
	const operation = "connect the image model"
	c.hide(m.TrainingKey)
	c.hide(m.PredictionKey)
	content, err := jsonBody(m)
	if err != nil {
		return nil, err
	}
	answer, err := c.do(ctx, request{
		operation: operation,
		method:    http.MethodPut,
		path:      accountPath(a, "ImageModel"),
		auth:      accountAuth(a, Write),
		extended:  "X25",
		body:      content,
	})
	if err != nil || isBlank(answer.body) {
		return nil, err
	}
	var held ImageModel
	if err := decodeJSON(answer.body, &held); err != nil {
		return nil, c.unexpected(operation, answer, err)
	}
	if held == (ImageModel{}) {
		return nil, nil //nolint:nilnil // as documented
	}
	return &held, nil
}

// DisconnectImageModel ends the connection to an image-model account (X26).
func (c *Client) DisconnectImageModel(ctx context.Context, a AccountRef) error {
	return c.send(ctx, request{
		operation: "disconnect the image model",
		method:    http.MethodDelete,
		path:      accountPath(a, "ImageModel"),
		auth:      accountAuth(a, Write),
		extended:  "X26",
	})
}
