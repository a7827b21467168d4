package videoindexer

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
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
	// Error is the service's own account of a failure as compact JSON; nil where there is none.
	Error json.RawMessage
}

// VideoRange is a part of a video; Start and End are times as hh:mm:ss, with a fraction where they have one.
type VideoRange struct {
	VideoID string
	Start   string
	End     string
}

type videoRangeWire struct {
	VideoID string `json:"videoId"`
	Range   struct {
		Start string `json:"start"`
		End   string `json:"end"`
	} `json:"range"`
}

// videoRanges are the ranges of an answer, under the first of its names that is there; nil where there is none.
func videoRanges(byName ...[]videoRangeWire) []VideoRange {
	at := slices.IndexFunc(byName, func(wires []videoRangeWire) bool { return wires != nil })
	if at < 0 {
		return nil
	}
	ranges := make([]VideoRange, len(byName[at]))
	for i, wire := range byName[at] {
		ranges[i] = VideoRange{VideoID: wire.VideoID, Start: wire.Range.Start, End: wire.Range.End}
	}
	return ranges
}

// RenderProject starts rendering a project, or returns the result of the render there is (endpoint
// 14, preview). Nil leaves sendCompletionEmail out. A render that is running is an APIError with
// status 409 and ErrorTypeProjectRenderInProgress (IsConflict); a project without video ranges has
// status 400, a missing one 404 with ErrorTypeBreakdownNotFound.
func (c *Client) RenderProject(ctx context.Context, a AccountRef, projectID string, sendCompletionEmail *bool) (*RenderOperation, error) {
	r := onAccount("render project", http.MethodPost, a, "Projects", projectID, "render")
	setFlag(r.query, "sendCompletionEmail", sendCompletionEmail)
	return doAndRead(ctx, c, r, func(answer *attempt) (*RenderOperation, error) {
		return decodeRender(answer.body, answer.status == http.StatusAccepted)
	})
}

// decodeRender reads a render. One that has just started is in progress, even if the answer has no body.
func decodeRender(data []byte, started bool) (*RenderOperation, error) {
	render := RenderOperation{Started: started}
	var wire struct {
		State  looseString `json:"state"`
		Result *struct {
			VideoRanges  []videoRangeWire `json:"videoRanges"`
			VideosRanges []videoRangeWire `json:"videosRanges"`
		} `json:"result"`
		Error json.RawMessage `json:"error"`
	}
	if !started || !isBlank(data) {
		if err := decodeJSON(data, &wire); err != nil {
			return nil, err
		}
	}
	render.State = renderState(string(wire.State))
	if render.State == "" {
		if !started {
			return nil, errors.New("the answer does not say the state of the render")
		}
		render.State = RenderInProgress
	}
	if wire.Result != nil {
		render.VideoRanges = videoRanges(wire.Result.VideoRanges, wire.Result.VideosRanges)
	}
	render.Error = compactJSON(wire.Error)
	return &render, nil
}

// DeleteProject deletes a project and what was rendered of it (endpoint 15, preview). A missing
// project or account is an APIError with status 404.
func (c *Client) DeleteProject(ctx context.Context, a AccountRef, projectID string) error {
	c.projectLists.written(a)
	return c.send(ctx, onAccount("delete project", http.MethodDelete, a, "Projects", projectID))
}
