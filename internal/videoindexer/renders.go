package videoindexer

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
)

// RenderState is the state of a project's render.
type RenderState string

// The states of a render. The contract names the first two; services of this family know the
// others.
const (
	RenderInProgress RenderState = "InProgress"
	RenderSucceeded  RenderState = "Succeeded"
	RenderPending    RenderState = "Pending"
	RenderFailed     RenderState = "Failed"
	RenderCanceling  RenderState = "Cancelling"
	RenderCanceled   RenderState = "Canceled"
)

var renderStates = []RenderState{
	RenderInProgress, RenderSucceeded, RenderPending, RenderFailed, RenderCanceling, RenderCanceled,
}

// IsRunning reports whether the render has not ended.
func (s RenderState) IsRunning() bool {
	return slices.Contains([]RenderState{RenderInProgress, RenderPending, RenderCanceling}, s)
}

// Render is a render of a project, as the service returns it.
type Render struct {
	// HasStarted reports that this call has begun a new render (status 202).
	HasStarted bool
	State      RenderState
	// VideoRanges are the parts of videos in the render.
	VideoRanges []VideoRange
	// Error is the service's explanation of a failure, as compact JSON; nil if there is none.
	Error json.RawMessage
	// RequestIDs are those of the response.
	RequestIDs
}

// RenderProject starts rendering a project, or returns the result of the last render (14, preview).
// If sendCompletionEmail is nil, it is not sent. Errors are APIErrors: status 409 with
// ErrorTypeProjectRenderInProgress (IsConflict) while a render is running, 400 for a project
// without video ranges, 404 with ErrorTypeBreakdownNotFound if the project does not exist.
func (c *Client) RenderProject(
	ctx context.Context, account AccountRef, projectID string, sendCompletionEmail *bool,
) (*Render, error) {
	r := accountRequest(OperationRenderProject, account, projectID)
	setFlag(r.Query, "sendCompletionEmail", sendCompletionEmail)
	return doAndRead(ctx, c, r, func(response *response) (*Render, error) {
		render, err := decodeRender(response)
		if err == nil {
			render.HasStarted = response.Status == http.StatusAccepted
		}
		return render, err
	})
}

// decodeRender reads a render. The response 202 means that it is in progress, even if it has no
// body.
func decodeRender(response *response) (*Render, error) {
	var wire struct {
		State  string
		Result struct{ VideoRanges, VideosRanges []VideoRange }
		Error  json.RawMessage
	}
	isInProgress := response.Status == http.StatusAccepted
	if !isInProgress || !isBlank(response.Body) {
		err := decodeJSON(response.Body, &wire)
		if err != nil {
			return nil, err
		}
	}
	switch {
	case wire.State == "" && isInProgress:
		wire.State = string(RenderInProgress)
	case wire.State == "":
		return nil, errors.New("the response does not contain the state of the render")
	}
	if wire.Result.VideoRanges == nil {
		wire.Result.VideoRanges = wire.Result.VideosRanges
	}
	return &Render{
		State: canonicalSpelling(renderStates, RenderState(wire.State)), VideoRanges: wire.Result.VideoRanges,
		Error: compactJSON(wire.Error), RequestIDs: response.RequestIDs,
	}, nil
}

// GetRender reads the state of a project's render (X31). Without a render, the error is an APIError
// for which IsRenderNotFound is true.
func (c *Client) GetRender(ctx context.Context, account AccountRef, projectID string) (*Render, error) {
	r := accountRequest(OperationGetRender, account, projectID)
	return doAndRead(ctx, c, r, decodeRender)
}

// CancelRender cancels a project's render (X32), and returns its state: Cancelling, or the state in
// which it has already ended. Without a render, the error is an APIError for which IsRenderNotFound
// is true.
func (c *Client) CancelRender(ctx context.Context, account AccountRef, projectID string) (*Render, error) {
	r := accountRequest(OperationCancelRender, account, projectID)
	return doAndRead(ctx, c, r, decodeRender)
}

// IsRenderNotFound reports whether the service answered that a project has no render.
func IsRenderNotFound(err error) bool {
	apiErr, isAPIError := apiErrorOf(err)
	return isAPIError && apiErr.Type == ErrorTypeProjectRenderOperationNotFound
}

// GetRenderedFileURL returns the download address of a project's rendered file (X33). Anyone who
// has the address can download the file, so treat it as a secret. If the project has no such file,
// IsNotFound is true for the error.
func (c *Client) GetRenderedFileURL(
	ctx context.Context, account AccountRef, projectID string,
) (string, error) {
	r := accountRequest(OperationGetRenderedFileURL, account, projectID)
	r.IsSecret = true
	return doAndDecode(ctx, c, r, decodeDownloadURL)
}

// decodeDownloadURL reads the address from an object, or from a text such as the response with the
// address of a source file (12). Its errors do not repeat the body.
func decodeDownloadURL(data []byte) (string, error) {
	if firstByte(data) != '{' {
		return decodeAddress(data)
	}
	var wire struct {
		DownloadURL json.RawMessage `json:"downloadUrl"`
	}
	err := decodeJSON(data, &wire)
	if err != nil || isNull(wire.DownloadURL) {
		return "", errors.New("the response does not contain the address of the file")
	}
	return decodeAddress(wire.DownloadURL)
}
