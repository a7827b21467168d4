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

// GetImageModel reads the image-model connection of an account (endpoint 6; paid regions only). A refusal is an
// APIError with status 400 and one of the image-model error types, ErrorTypeUnsupported or
// ErrorTypeOperationNotSupportedOnTrial.
func (c *Client) GetImageModel(ctx context.Context, a AccountRef) (*ImageModel, error) {
	return doAndDecode(ctx, c, onAccount("get image model", http.MethodGet, a, "ImageModel"), func(body []byte) (*ImageModel, error) {
		var model ImageModel
		err := decodeJSON(body, &model)
		if err == nil && model == (ImageModel{}) {
			err = errors.New("the answer describes no image model")
		}
		return &model, err
	})
}
