package videoindexer

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
)

// RenderState is the state of a project's render.
type RenderState string

// The states of a render. The contract names the first two; services of this family know the others.
const (
	RenderInProgress RenderState = "InProgress"
	RenderSucceeded  RenderState = "Succeeded"
	RenderPending    RenderState = "Pending"
	RenderFailed     RenderState = "Failed"
	RenderCanceling  RenderState = "Cancelling"
	RenderCanceled   RenderState = "Canceled"
)

// renderState reads a state in any letter case and in either spelling of "canceled".
func renderState(text string) RenderState {
	spelling := func(state string) string { return strings.ReplaceAll(strings.ToLower(state), "ll", "l") }
	for _, state := range []RenderState{RenderInProgress, RenderSucceeded, RenderPending, RenderFailed, RenderCanceling, RenderCanceled} {
		if spelling(text) == spelling(string(state)) {
			return state
		}
	}
	return RenderState(text)
}

// RenderOperation is what the service says about a project's render.
type RenderOperation struct {
	// Started says that this call has begun a new render (status 202).
	Started bool
	State   RenderState
	// VideoRanges are the parts of videos that the render was made of.
	VideoRanges []VideoRange
	// Error is how the service explains a failure, as compact JSON; nil if it does not.
	Error json.RawMessage
}

// RenderProject starts rendering a project, or returns the result of the render there is (endpoint
// 14, preview). Nil leaves sendCompletionEmail out. A render that is running is an APIError with
// status 409 and ErrorTypeProjectRenderInProgress (IsConflict); a project without video ranges has
// status 400, a missing one 404 with ErrorTypeBreakdownNotFound.
func (c *Client) RenderProject(ctx context.Context, a AccountRef, projectID string, sendCompletionEmail *bool) (*RenderOperation, error) {
	r := onAccount("render project", http.MethodPost, a, "Projects", projectID, "render")
	setFlag(r.Query, "sendCompletionEmail", sendCompletionEmail)
	return doAndRead(ctx, c, r, decodeRender)
}

// decodeRender reads a render. One that has just started (202) is in progress, even if the answer has no body.
func decodeRender(answer *attempt) (*RenderOperation, error) {
	started := answer.Status == http.StatusAccepted
	render := RenderOperation{Started: started}
	var wire struct {
		State  string `json:"state"`
		Result struct {
			VideoRanges  []VideoRange `json:"videoRanges"`
			VideosRanges []VideoRange `json:"videosRanges"`
		} `json:"result"`
		Error json.RawMessage `json:"error"`
	}
	if !started || !isBlank(answer.Body) {
		if err := decodeJSON(answer.Body, &wire); err != nil {
			return nil, err
		}
	}
	render.State = renderState(wire.State)
	if render.State == "" {
		if !started {
			return nil, errors.New("the answer does not say the state of the render")
		}
		render.State = RenderInProgress
	}
	if render.VideoRanges = wire.Result.VideoRanges; render.VideoRanges == nil {
		render.VideoRanges = wire.Result.VideosRanges
	}
	render.Error = compactJSON(wire.Error)
	return &render, nil
}

// GetRender asks for the state of a project's render (X31). A project that has none is an APIError for which HasNoRender is
// true.
func (c *Client) GetRender(ctx context.Context, a AccountRef, projectID string) (*RenderOperation, error) {
	r := extendedOnAccount("X31", "get render", http.MethodGet, a, "Projects", projectID, "renderoperation")
	return c.renderState(ctx, r)
}

// CancelRender asks the service to end a project's render (X32), and returns its state: Cancelling, or how it has ended
// before. A project without a render is an APIError for which HasNoRender is true.
func (c *Client) CancelRender(ctx context.Context, a AccountRef, projectID string) (*RenderOperation, error) {
	r := extendedOnAccount("X32", "cancel render", http.MethodPut, a, "Projects", projectID, "renderoperation", "cancel")
	return c.renderState(ctx, r)
}

// renderState sends a request that is answered with the state of a render: 202 as long as it is under way.
func (c *Client) renderState(ctx context.Context, r request) (*RenderOperation, error) {
	return doAndRead(ctx, c, r, func(answer *attempt) (*RenderOperation, error) {
		render, err := decodeRender(answer)
		if err != nil {
			return nil, err
		}
		render.Started = false
		return render, nil
	})
}

// HasNoRender says whether the service answered that a project has no render.
func HasNoRender(err error) bool {
	answer, ok := ownAnswer(err)
	return ok && answer.Type == ErrorTypeProjectRenderOperationNotFound
}

// GetRenderedFileURL returns the address that a project's rendered file can be downloaded from (X33). The address
// grants access by itself: treat it as a secret. If the project has no such file, IsNotFound is true for the error.
func (c *Client) GetRenderedFileURL(ctx context.Context, a AccountRef, projectID string) (string, error) {
	r := extendedOnAccount("X33", "get rendered file address", http.MethodGet, a, "Projects", projectID, "renderedfile", "downloadurl")
	return doAndRead(ctx, c, r, func(answer *attempt) (string, error) {
		body := answer.Body
		answer.Body = nil // it may hold the signed address, which must not turn up in an error
		return decodeDownloadURL(body)
	})
}

// decodeDownloadURL reads the address from an object, or from a text such as the answer of endpoint 12. Its errors do
// not repeat the body.
func decodeDownloadURL(data []byte) (string, error) {
	if firstByte(data) != '{' {
		return decodeAddress(data)
	}
	var wire struct {
		DownloadURL json.RawMessage `json:"downloadUrl"`
	}
	if decodeJSON(data, &wire) != nil || isNull(wire.DownloadURL) {
		return "", errors.New("the answer does not say the address of the file")
	}
	return decodeAddress(wire.DownloadURL)
}
