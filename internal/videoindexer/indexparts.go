package videoindexer

import (
	"bytes"
	"cmp"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer/transport"
)

// indexWire is an index as answers hold it. Only what it names is held.
type indexWire struct {
	State              string
	DurationInSeconds  *float64
	SummarizedInsights struct {
		Duration struct{ Seconds *float64 }
	}
	Videos indexedVideos
}

// indexedVideos are the insights of all videos of an index together.
type indexedVideos struct {
	Insights struct {
		Transcript growingPart[TranscriptLine]
		Brands     growingPart[IndexedBrand]
		Faces      growingPart[IndexedFace]
	}
}

// UnmarshalJSONFrom reads the videos one by one.
func (v *indexedVideos) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	type video indexedVideos
	_, err := eachElement(d, func() error { return json.UnmarshalDecode(d, (*video)(v)) })
	return err
}

// readIndex reads an index as it comes.
func readIndex(body io.Reader, q IndexQuery) (*VideoIndex, error) {
	kept := &keptText{limit: q.MaxJSON}
	var wire indexWire
	insights := &wire.Videos.Insights
	insights.Transcript.max, insights.Brands.max, insights.Faces.max = q.MaxElements, q.MaxElements, q.MaxElements
	if err := decodeStream(io.TeeReader(body, kept), &wire); err != nil {
		return nil, err
	}
	if wire.State == "" {
		return nil, errNoState
	}
	text, err := kept.text()
	return &VideoIndex{
		State: wire.State, DurationInSeconds: cmp.Or(wire.DurationInSeconds, wire.SummarizedInsights.Duration.Seconds),
		Transcript: insights.Transcript.IndexPart, Brands: insights.Brands.IndexPart, Faces: insights.Faces.IndexPart,
		JSON: text, Size: kept.size,
	}, err
}

// keptText keeps what is written to it, or nothing if that is longer than a limit. It holds chunks, since a buffer that
// grows needs memory for its old and its new content at the same time.
type keptText struct {
	limit, size int64
	chunks      []bytes.Buffer
}

const keptChunk = 1 << 20

func (k *keptText) Write(p []byte) (int, error) {
	if k.size += int64(len(p)); k.size > k.limit {
		k.chunks = nil
		return len(p), nil
	}
	last := len(k.chunks) - 1
	if last < 0 || k.chunks[last].Available() < len(p) {
		k.chunks = append(k.chunks, bytes.Buffer{})
		last++
		k.chunks[last].Grow(max(len(p), keptChunk))
	}
	return k.chunks[last].Write(p)
}

// text is what was kept, without a byte order mark.
func (k *keptText) text() (string, error) {
	var text strings.Builder
	if k.chunks != nil {
		text.Grow(int(k.size))
	}
	for i := range k.chunks {
		_, _ = k.chunks[i].WriteTo(&text)
		k.chunks[i] = bytes.Buffer{}
	}
	if !utf8.ValidString(text.String()) {
		return "", errNotUTF8
	}
	return strings.TrimPrefix(text.String(), string(transport.ByteOrderMark)), nil
}

// growingPart is a part of an index while it is read. If it has more than max elements, it has none.
type growingPart[T any] struct {
	IndexPart[T]

	max int
}

// UnmarshalJSONFrom reads the elements one by one, and skips them once they are too many.
func (p *growingPart[T]) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	isArray, err := eachElement(d, func() error {
		if len(p.Elements) >= p.max {
			p.Elements, p.IsTooLong = nil, true
		}
		if p.IsTooLong {
			return d.SkipValue()
		}
		var element T
		err := json.UnmarshalDecode(d, &element)
		p.Elements = append(p.Elements, element)
		return err
	})
	if isArray && p.Elements == nil && !p.IsTooLong {
		p.Elements = []T{}
	}
	return err
}
