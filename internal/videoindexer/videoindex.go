package videoindexer

import (
	"context"
	"errors"
	"io"
	"net/http"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

const (
	// maxIndexJSON bounds an index that is kept as JSON.
	maxIndexJSON = 128 << 20
)

// VideoIndex is what the service found in a video.
type VideoIndex struct {
	// State is one of VideoStates, in the service's spelling.
	State string
	// DurationInSeconds is nil where the index does not say.
	DurationInSeconds *float64
	Transcript        IndexPart[TranscriptLine]
	Brands            IndexPart[IndexedBrand]
	Faces             IndexPart[IndexedFace]
	// JSON is the whole index as the service wrote it; empty where it was not wanted or is longer than was wanted.
	JSON string
	// Size is how many bytes the index has as JSON.
	Size int64
}

// IndexPart is a part of an index. Elements is nil where the index does not have the part, and where it IsTooLong.
type IndexPart[T any] struct {
	Elements  []T
	IsTooLong bool
}

// TranscriptLine is a line of what is said.
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

// IndexedFace is a face that was found in a video. KnownPersonID is empty where nobody is known to have it.
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

// IndexQuery says what of an index is wanted.
type IndexQuery struct {
	// Language of the transcript, one of CaptionLanguages; empty for the video's own.
	Language string
	// MaxElements is how long a part may be; one that is longer is left out. 0 leaves out every part.
	MaxElements int
	// MaxJSON is how many bytes the index may have to be kept as JSON; 0 keeps none.
	MaxJSON int64
}

// WholeIndex is a MaxJSON that keeps any index that can be kept.
const WholeIndex int64 = maxIndexJSON

// GetVideoIndex reads a video's index as it comes: no more of it is held than what is wanted (X35).
func (c *Client) GetVideoIndex(ctx context.Context, a AccountRef, videoID string, q IndexQuery) (*VideoIndex, error) {
	r := extendedOnAccount("X35", "get video index", http.MethodGet, a, "Videos", videoID, "Index")
	r.MaxBytes = c.limits.index
	setText(r.Query, "language", q.Language)
	var index *VideoIndex
	err := c.doAndStream(ctx, r, func(body io.Reader) (err error) {
		index, err = readIndex(body, q)
		return err
	})
	if err != nil {
		return nil, err
	}
	return index, nil
}

// errEnough ends the reading of an answer whose rest is not needed.
var errEnough = errors.New("the rest is not needed")

// GetVideoState reads the state of a video: one of VideoStates, in the service's spelling (X35). It reads the index
// only up to the state, and holds none of it.
func (c *Client) GetVideoState(ctx context.Context, a AccountRef, videoID string) (string, error) {
	r := extendedOnAccount("X35", "get video state", http.MethodGet, a, "Videos", videoID, "Index")
	r.MaxBytes = c.limits.index
	var wire struct{ State endingText }
	err := c.doAndStream(ctx, r, func(body io.Reader) error {
		wire.State = ""
		switch err := decodeStream(body, &wire); {
		case wire.State != "":
			return nil
		case err != nil:
			return err
		}
		return errNoState
	})
	return string(wire.State), err
}

// endingText is a text after which an answer is not read on.
type endingText string

// UnmarshalJSONFrom reads the text.
func (e *endingText) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	err := json.UnmarshalDecode(d, (*string)(e))
	if err == nil && *e != "" {
		err = errEnough
	}
	return err
}

var errNoState = errors.New("the index has no state")
