package videoindexer

import (
	"cmp"
	"context"
	"errors"
	"io"
)

// maxIndexBytes bounds an index that is kept: that of a day of speech has some 30 MiB.
const maxIndexBytes = 128 << 20

// VideoIndex is the index of a video. Parts that the index does not have are nil.
type VideoIndex struct {
	State VideoState
	// DurationInSeconds is nil if the index does not contain it.
	DurationInSeconds *float64
	Transcript        []TranscriptLine
	Brands            []IndexedBrand
	Faces             []IndexedFace
	// JSON is the whole index as the service wrote it.
	JSON string
}

// TranscriptLine is a line of the transcript.
type TranscriptLine struct {
	Text        string       `json:"text"`
	Language    string       `json:"language"`
	SpeakerID   string       `json:"speakerId"`
	Confidence  *float64     `json:"confidence"`
	Appearances []Appearance `json:"instances"`
}

// IndexedBrand is a brand that was found in a video.
type IndexedBrand struct {
	Name         string       `json:"name"`
	Description  string       `json:"description"`
	ReferenceURL string       `json:"referenceUrl"`
	Confidence   *float64     `json:"confidence"`
	Appearances  []Appearance `json:"instances"`
}

// IndexedFace is a face that was found in a video. KnownPersonID is empty if the face is not that
// of a known person.
type IndexedFace struct {
	ID            string       `json:"id"`
	Name          string       `json:"name"`
	Description   string       `json:"description"`
	Title         string       `json:"title"`
	KnownPersonID string       `json:"knownPersonId"`
	Confidence    *float64     `json:"confidence"`
	Appearances   []Appearance `json:"instances"`
}

// Appearance is a time in a video as the service writes it, such as "0:01:02.5".
type Appearance struct {
	Start string `json:"start"`
	End   string `json:"end"`
}

type indexWire struct {
	State              VideoState
	DurationInSeconds  *float64
	SummarizedInsights struct {
		Duration struct{ Seconds *float64 }
	}
	Videos []struct {
		Insights struct {
			Transcript []TranscriptLine
			Brands     []IndexedBrand
			Faces      []IndexedFace
		}
	}
}

var errNoState = errors.New("the index has no state")

// GetVideoIndex reads a video's index (X35). Language is that of the transcript, one of
// CaptionLanguages; empty for the video's own.
func (c *Client) GetVideoIndex(
	ctx context.Context, account AccountRef, videoID, language string,
) (*VideoIndex, error) {
	r := accountRequest(OperationGetVideoIndex, account, videoID)
	r.MaxBytes = maxIndexBytes
	setText(r.Query, "language", language)
	return doAndDecode(ctx, c, r, decodeIndex)
}

// decodeIndex reads an index, with the insights of all of its videos together.
func decodeIndex(body []byte) (*VideoIndex, error) {
	var wire indexWire
	err := decodeJSON(body, &wire)
	if err != nil {
		return nil, err
	}
	if wire.State == "" {
		return nil, errNoState
	}
	index := &VideoIndex{
		State: wire.State, DurationInSeconds: cmp.Or(wire.DurationInSeconds, wire.SummarizedInsights.Duration.Seconds),
		JSON: string(body),
	}
	for _, video := range wire.Videos {
		index.Transcript = joined(index.Transcript, video.Insights.Transcript)
		index.Brands = joined(index.Brands, video.Insights.Brands)
		index.Faces = joined(index.Faces, video.Insights.Faces)
	}
	return index, nil
}

// joined returns nil if both lists are nil.
func joined[T any](all, more []T) []T {
	if all == nil {
		return more
	}
	return append(all, more...)
}

// ShownVideoState is the state of a video in a response of the service.
type ShownVideoState struct {
	State VideoState
	// RequestIDs are those of the response.
	RequestIDs `json:"-"`
}

// GetVideoState reads the state of a video (X35). It does not keep other parts of the index in
// memory.
func (c *Client) GetVideoState(
	ctx context.Context, account AccountRef, videoID string,
) (ShownVideoState, error) {
	r := accountRequest(OperationGetVideoState, account, videoID)
	var shown ShownVideoState
	response, err := c.doAndStream(ctx, r, func(body io.Reader) error {
		shown = ShownVideoState{}
		err := decodeStream(body, &shown)
		if err == nil && shown.State == "" {
			err = errNoState
		}
		return err
	})
	if err != nil {
		return ShownVideoState{}, err
	}
	shown.RequestIDs = response.RequestIDs
	return shown, nil
}
