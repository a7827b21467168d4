package videoindexer

import (
	"context"
	"errors"
)

// ImageModel is the image-model connection of an account.
type ImageModel struct {
	// Endpoint is the address of the image-model service.
	Endpoint             string `json:"endpoint"`
	PredictionResourceID string `json:"predictionResourceId"`
}

// GetImageModel reads the image-model connection of an account (6; paid regions only). A refusal is
// an APIError with status 400 and one of the image-model error types, ErrorTypeUnsupported or
// ErrorTypeOperationNotSupportedOnTrial.
func (c *Client) GetImageModel(ctx context.Context, account AccountRef) (*ImageModel, error) {
	r := accountRequest(OperationGetImageModel, account)
	return doAndDecode(ctx, c, r, func(body []byte) (*ImageModel, error) {
		var model ImageModel
		err := decodeJSON(body, &model)
		if err == nil && model == (ImageModel{}) {
			err = errors.New("the response does not describe an image model")
		}
		return &model, err
	})
}

// ImageModelConnection has the values of an image-model connection to create. The service never
// returns the keys.
type ImageModelConnection struct {
	TrainingKey          string `json:"trainingKey"`
	PredictionKey        string `json:"predictionKey"`
	Endpoint             string `json:"endpoint"`
	PredictionResourceID string `json:"predictionResourceId"`
}

// ConnectImageModel creates or replaces the image-model connection of an account (X25). Refusals
// have status 400 and one of the error types of image models, ErrorTypeInvalidInput or
// ErrorTypeInvalidURL. The result is nil if the response does not contain the connection.
func (c *Client) ConnectImageModel(
	ctx context.Context, account AccountRef, connection ImageModelConnection,
) (*ImageModel, error) {
	c.transport.AddSecret(connection.TrainingKey)
	c.transport.AddSecret(connection.PredictionKey)
	r := accountRequest(OperationConnectImageModel, account)
	r.JSON = connection
	return doAndDecode(ctx, c, r, func(body []byte) (*ImageModel, error) {
		var held ImageModel
		if isBlank(body) {
			return nil, nil
		}
		err := decodeJSON(body, &held)
		if err != nil || held == (ImageModel{}) {
			return nil, err
		}
		return &held, nil
	})
}

// DisconnectImageModel removes the image-model connection of an account (X26). If there is none,
// the error is an APIError with status 400 and ErrorTypeImageModelAccountNotFound. If the service
// cannot remove it, the type is ErrorTypeUnsupported.
func (c *Client) DisconnectImageModel(ctx context.Context, account AccountRef) error {
	return c.doAndConfirm(ctx, accountRequest(OperationDisconnectImageModel, account))
}
