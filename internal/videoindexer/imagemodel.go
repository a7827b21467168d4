package videoindexer

import (
	"context"
	"errors"
	"net/http"
)

// ImageModel is the image-model account that an account is connected to.
type ImageModel struct {
	// Endpoint is the address of the image-model service.
	Endpoint             string `json:"endpoint"`
	PredictionResourceID string `json:"predictionResourceId"`
}

// GetImageModel reads the image-model connection of an account (endpoint 6; paid regions only).
// What stands in the way is an APIError with status 400 and one of the image-model error types,
// ErrorTypeUnsupported or ErrorTypeOperationNotSupportedOnTrial.
func (c *Client) GetImageModel(ctx context.Context, a AccountRef) (*ImageModel, error) {
	const operation = "get image model"
	answer, err := c.do(ctx, request{
		operation: operation,
		method:    http.MethodGet,
		path:      accountPath(a, "ImageModel"),
		auth:      accountAuth(a, Read),
	})
	if err != nil {
		return nil, err
	}
	var model ImageModel
	if err := decodeJSON(answer.body, &model); err != nil {
		return nil, c.unexpected(operation, answer, err)
	}
	if model == (ImageModel{}) {
		return nil, c.unexpected(operation, answer, errors.New("the answer describes no image model"))
	}
	return &model, nil
}
